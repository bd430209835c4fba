"""The notation, leniently read: text to records, each fault with its line, column and what was expected.

What is unusual but can mean only one thing is read, and said to be forgiven; what could mean two things is a fault.
`docs/notation.md` is the specification.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NoReturn

import msgspec

from ingest import spellings
from ingest.canonical import deal_of
from ingest.excerpt import excerpt
from ingest.notation_write import MARKS, NONE, VERSION, seats_of
from ingest.rejects import Reject, Unreadable, dotted, unfit
from ingest.wire import FIELDS, RecordLine
from ingest.wire import VERSION as RECORD
from replay.cards import CARD_BY_NAME
from replay.knobs import did_you_mean
from replay.record import Deal, call_by_name

_CARDS: Final = {**{name: name for name in CARD_BY_NAME}, "?": "?"}
_WORD: Final = re.compile(r"\S+")
_FOREIGN: Final = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8, as Python hands it on."""
_TRICK: Final = re.compile(r"(\d+)\.(?=\s|$)")
_LEADER: Final = re.compile(r"([0-9])>")
_ITEM: Final = re.compile(
    r"(?:(\d):)?([^\s@(){}#!?]+|\?(?![!?]))(" + "|".join(map(re.escape, sorted(MARKS, key=len, reverse=True))) + r")?"
    r"(?:@([^\s(){}#]+))?(?=[\s({#]|$)"
)
_PLACE: Final = re.compile(r"(\d{1,2})\.(\d)")
_JSON: Final = json.JSONDecoder()
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_KINDS: Final = ("tierce", "quarte", "quinte", "carre")
_BY_SIDE: Final = ("points", "declarations", "belote", "score", "totals", "penalties", "hanging")


class Notice(msgspec.Struct, frozen=True):
    """Something unusual that was read all the same."""

    line: int
    column: int
    text: str


class Read(msgspec.Struct, frozen=True):
    """One deal of a text, or why it is none."""

    found: Deal | Reject
    line: int
    raw: bytes
    """Its lines, which name the match of a record that names none."""


class _Fault(Exception):
    """A fault at a column of the line that is being read, from 0."""

    def __init__(self, reason: str, at: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


def read(lines: Iterable[tuple[int, str]], forgiven: Callable[[Notice], None] = lambda _: None) -> Iterator[Read]:
    """The deals of numbered lines of the notation; what was forgiven on the way is told."""
    reader = _Reader(forgiven)
    for number, line in lines:
        yield from reader.take(number, line)
    yield from reader.end()


def decode(text: str) -> Deal | Reject:
    """The one deal that a text says, or the first of several."""
    first = next(read(enumerate(text.split("\n"), 1)), None)
    return Reject("nothing of a deal is written here", 1) if first is None else first.found


def looks_like(text: str) -> bool:
    """Whether a text is in the notation: its first line says so, or begins as only a deal's lines do."""
    for line in text.lstrip("\ufeff").splitlines():
        bare = line.partition("#")[0].split()
        if bare:
            if bare[0] == "rebelote":
                return len(bare) == 2 and bare[1].isdecimal()
            return (
                bare[0] in ("match", "deal", "rules", "cards", "player", "hand", "auction", "play")
                and ":" not in bare[0]
            )
    return False


class _Reader:
    """Reads line after line, and knows what belongs to the match, to the deal, and to the line before."""

    def __init__(self, forgiven: Callable[[Notice], None]) -> None:
        self.forgiven = forgiven
        self.number = 0
        self.line = ""
        self.started = False
        self.refused = False
        self.locale = spellings.CANONICAL
        self.new_match()

    # the frame: matches, deals, faults

    def new_match(self) -> None:
        self.common: dict[str, Any] = {}
        self.common_places: dict[str, tuple[int, int, str]] = {}
        self.common_fault: Reject | None = None
        self.seats: int | None = None
        self.common_seats: int | None = None
        self.close()

    def close(self) -> None:
        self.open = False
        self.fields: dict[str, Any] = {}
        self.places: dict[str, tuple[int, int, str]] = {}
        self.fault: Reject | None = None
        self.raw: list[str] = []
        self.begun = 0
        self.section = ""
        self.trick_at = 0

    def take(self, number: int, line: str) -> Iterator[Read]:
        """Read one line; what it ends is yielded."""
        self.number, self.line = number, line
        words = line.split(None, 1)
        if not words or words[0][0] == "#":
            return
        keyword = words[0]
        indented = line[0] in " \t"
        if self.refused and keyword != "rebelote":
            return
        if keyword == "rebelote" and len(words) > 1 and " at " in words[1]:
            # The word that is said with the second card, and not the first line of a text.
            keyword = "belote"
        if keyword in ("match", "deal", "rebelote") and not indented:
            yield from self.end()
            if keyword == "deal":
                self.open_deal()
            elif keyword == "match":
                self.new_match()
        if self.open:
            self.raw.append(line)
            if self.fault is not None:
                return
        try:
            if not line.isascii() and (foreign := _FOREIGN.search(line)) is not None:
                self.line = line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
                self.fail("not UTF-8: expected a text in that encoding", foreign.start())
            self.read_line(keyword, indented)
        except _Fault as fault:
            self.note_fault(fault)
        if not self.open and self.common_fault is not None and self.common_fault.line == number:
            yield Read(self.common_fault, number, line.encode("utf-8", "surrogateescape"))

    def end(self) -> Iterator[Read]:
        """What the deal that was being read comes to."""
        if self.open:
            fault = self.fault
            if fault is None and self.common_fault is not None:
                reason = f"not read: what its match begins with has a fault on line {self.common_fault.line}"
                fault = Reject(reason, self.begun, 1, excerpt(self.raw[0] if self.raw else ""))
            raw = "\n".join(self.raw).strip().encode("utf-8", "surrogateescape")
            yield Read(self.made() if fault is None else fault, self.begun, raw)
        self.close()

    def open_deal(self) -> None:
        self.close()
        self.open = True
        self.begun = self.number
        self.seats = self.common_seats

    def note_fault(self, fault: _Fault) -> None:
        reject = Reject(fault.reason, self.number, fault.at + 1, excerpt(self.line, fault.at + 1))
        if self.open:
            self.fault = reject
        else:
            self.common_fault = reject

    def forgive(self, at: int, text: str) -> None:
        self.forgiven(Notice(self.number, at + 1, text))

    def made(self) -> Deal | Reject:
        """The deal of the fields that were read."""
        fields = {**self.common, **self.fields}
        players = {**self.common.get("players", {}), **self.fields.get("players", {})}
        places = {**self.common_places, **self.places}
        try:
            if players:
                fields["players"] = _in_order(players, "player")
            if "hands" in fields:
                fields["hands"] = self.hands(fields["hands"])
            record = msgspec.convert({"rebelote": RECORD, **fields}, RecordLine)
            return deal_of(record)
        except msgspec.ValidationError as error:
            fault = unfit(error, FIELDS)
        except Unreadable as error:
            fault = error
        line, column, shown = _placed(places, fault.path) or (self.begun, 1, self.raw[0] if self.raw else "")
        what = f'"{dotted(fault.path)}": ' if fault.path else ""
        return Reject(what + fault.reason, line, column, excerpt(shown, column))

    def hands(self, written: dict[int, str]) -> tuple[str, ...]:
        """Hands by seat; those that nobody wrote down are not known."""
        count = max([self.table(), *(seat + 1 for seat in written)])
        bars = any("|" in hand for hand in written.values())
        return tuple(written.get(seat, "|" if bars else "") for seat in range(count if written else 0))

    def table(self) -> int:
        """How many play."""
        if self.seats is None:
            return seats_of(self.fields.get("rules") or self.common.get("rules"))
        return self.seats

    # one line

    def read_line(self, keyword: str, indented: bool) -> None:
        start = len(self.line) - len(self.line.lstrip())
        at = start + len(self.line[start:].split(None, 1)[0])
        if indented and self.section:
            getattr(self, f"more_{self.section}")(start)
            return
        if keyword.endswith(":") and keyword[:-1].lower() in _KEYWORDS:
            self.forgive(start, f"{keyword!r} read as {keyword[:-1].lower()!r}")
            keyword = keyword[:-1].lower()
        elif keyword not in _KEYWORDS and keyword.lower() in _KEYWORDS:
            self.forgive(start, f"{keyword!r} read as {keyword.lower()!r}")
            keyword = keyword.lower()
        if keyword not in _KEYWORDS:
            if self.section and (_TRICK.match(self.line, start) or _LEADER.match(self.line, start)):
                self.forgive(start, "a line of the play that is not indented")
                getattr(self, f"more_{self.section}")(start)
                return
            hint = did_you_mean(keyword, list(_KEYWORDS))
            expected = "" if hint else f": expected one of {', '.join(_KEYWORDS)}"
            self.fail(f"{keyword!r} begins no line of a deal{hint}{expected}", start)
        if indented:
            self.forgive(start, f"{keyword!r} is indented")
        if keyword not in _HEADER and not self.open:
            self.open_deal()
            self.raw.append(self.line)
            self.forgive(start, 'a deal that begins without a line "deal"')
        self.section = ""
        if keyword not in ("rebelote", "match", "deal") and not self.started:
            self.started = True
            self.forgive(start, f'the text does not begin with "rebelote {VERSION}"')
        getattr(self, f"read_{keyword}")(at)

    def fail(self, reason: str, at: int) -> NoReturn:
        raise _Fault(reason, at)

    def words(self, at: int) -> list[tuple[str, int]]:
        """The words of the rest of the line with their columns; a word in quotes is one, and a comment none."""
        line = self.line
        if '"' not in line and "#" not in line:
            return [(word[0], word.start()) for word in _WORD.finditer(line, at)]
        found = []
        end = len(line)
        while at < end:
            if self.line[at].isspace():
                at += 1
            elif self.line[at] == "#":
                break
            elif self.line[at] == '"':
                quoted = _QUOTED.match(self.line, at)
                if quoted is None:
                    self.fail("a text that begins with a quote ends with one", at)
                found.append((quoted[0], at))
                at = quoted.end()
            else:
                word = _WORD.match(self.line, at)
                assert word is not None
                found.append((word[0], at))
                at = word.end()
        return found

    def text(self, word: tuple[str, int]) -> str:
        """A word, or what stands in quotes."""
        if not word[0].startswith('"'):
            return word[0]
        try:
            return str(msgspec.json.decode(word[0], type=str))
        except msgspec.DecodeError:
            self.fail('not a text: inside quotes a quote is written \\" and a backslash \\\\', word[1])

    def one(self, at: int, what: str) -> tuple[str, int]:
        words = self.words(at)
        if len(words) != 1:
            self.fail(f"expected {what}", words[1][1] if words else len(self.line.rstrip()))
        return words[0]

    def put(self, name: str, value: Any, at: int) -> None:
        """Set a field of the deal, or of the match."""
        fields, places = (self.fields, self.places) if self.open else (self.common, self.common_places)
        if name in fields:
            self.fail(f"said a second time; the first is on line {places[name][0]}", at)
        fields[name] = value
        places[name] = (self.number, at + 1, self.line)

    def add(self, name: str, value: Any, at: int) -> None:
        """Append to a list of the deal."""
        self.fields.setdefault(name, []).append(value)
        self.places.setdefault(name, (self.number, at + 1, self.line))
        self.places[f"{name}.{len(self.fields[name]) - 1}"] = (self.number, at + 1, self.line)

    def whole(self, word: tuple[str, int], what: str = "a whole number") -> int:
        text, at = word
        bare = text.replace("\u2212", "-").rstrip(",")
        digits = bare.removeprefix("-").removeprefix("+")
        if not digits.isascii() or not digits.isdigit() or len(digits) > 12:
            self.fail(f"{text!r} is not {what}", at)
        return int(bare)

    def seat(self, word: tuple[str, int]) -> int:
        if len(word[0]) != 1 or word[0] not in "1234":
            self.fail(f"{word[0]!r} is not a seat: expected 1 to 4, in playing order", word[1])
        return int(word[0]) - 1

    def card(self, word: str, at: int) -> str:
        if self.locale == spellings.CANONICAL and (found := _CARDS.get(word)) is not None:
            return found
        if word == "?":
            return word
        spelled = spellings.card(word.rstrip(","), self.locale)
        if spelled is None:
            others = spellings.ambiguous(word) if self.locale == spellings.CANONICAL else []
            hint = f'; in another language say which, as in "cards {others[0]}"' if others else ""
            example = "TS" if self.locale == spellings.CANONICAL else f"those of {self.locale!r}"
            self.fail(f"{word!r} is not a card: expected rank and suit, such as {example}, or ?{hint}", at)
        if self.locale == spellings.CANONICAL:
            self.forgive(at, f"{word!r} read as {spelled}")
        return spelled

    def suit(self, word: tuple[str, int]) -> str:
        found = spellings.suits(self.locale).get(word[0])
        if found is None:
            self.fail(f"{word[0]!r} is not a suit: expected one of C D H S", word[1])
        return found

    def call(self, word: str, at: int) -> str:
        if self.locale == spellings.CANONICAL:
            try:
                call_by_name(word)
            except ValueError:
                pass
            else:
                return word
        found = spellings.call(word.rstrip(","), self.locale)
        if found is None:
            self.fail(
                f"{word!r} is not a call: expected pass, take, a suit (C D H S), NT, AT, points or capot and one of "
                "these (80H, capotNT), double or redouble",
                at,
            )
        if self.locale == spellings.CANONICAL:
            self.forgive(at, f"{word!r} read as {found}")
        return found

    def json(self, at: int) -> Any:
        rest = self.line[at:]
        try:
            value, end = _JSON.raw_decode(rest, len(rest) - len(rest.lstrip()))
        except ValueError as error:
            self.fail(f"not JSON: {getattr(error, 'msg', error)}", at + getattr(error, "pos", 0))
        except RecursionError:
            self.fail("nested too deeply", at)
        if rest[end:].strip() and not rest[end:].lstrip().startswith("#"):
            self.fail("expected nothing after the closing brace", at + end + 1)
        return value

    # keywords of a file and of a match

    def read_rebelote(self, at: int) -> None:
        word = self.one(at, "the version of the notation")
        self.refused = self.whole(word) != VERSION
        self.new_match()
        self.started = True
        self.locale = spellings.CANONICAL
        if self.refused:
            self.fail(f"version {word[0]} of the notation: this program reads version {VERSION}", word[1])

    def read_cards(self, at: int) -> None:
        word, at = self.one(at, "the language in which cards are spelled")
        if word not in spellings.LOCALES:
            self.fail(f"{word!r} is no language of cards: expected one of {', '.join(spellings.LOCALES)}", at)
        self.locale = word

    def read_match(self, at: int) -> None:
        word = self.one(at, "the match's id")
        if word[0] != NONE:
            self.put("match", self.text(word), word[1])

    def read_deal(self, at: int) -> None:
        words = self.words(at)
        if words and words[0][0] != NONE:
            self.put("deal", self.whole(words[0], "the number of a deal"), words[0][1])
        if len(words) > 1:
            self.fail("expected nothing after the number of the deal", words[1][1])

    def read_rules(self, at: int) -> None:
        word = self.one(at, "the name of a ruleset")
        self.put("rules", self.text(word), word[1])

    def read_with(self, at: int) -> None:
        key, sign, rest = self.line[at:].partition("=")
        if not sign:
            self.fail("expected a setting and its value, such as match.target = 501", at + 1)
        name = self.words(at)[0]
        value_at = at + len(key) + 1
        try:
            value = self.json(value_at)
        except _Fault:
            bare = rest.partition("#")[0].strip()
            if re.fullmatch(r"[a-z_0-9]+", bare) is None:
                raise
            value = bare
            self.forgive(value_at + len(rest) - len(rest.lstrip()), f"{bare!r} read as a text")
        table = self.fields if self.open else self.common
        places = self.places if self.open else self.common_places
        overrides = table.setdefault("overrides", dict(self.common.get("overrides", {})))
        overrides[self.text((name[0].partition("=")[0] if name[0][0] != '"' else name[0], name[1]))] = value
        places["overrides"] = (self.number, name[1] + 1, self.line)

    def read_seats(self, at: int) -> None:
        word = self.one(at, "how many play: 2, 3 or 4")
        if word[0] not in ("1", "2", "3", "4"):
            self.fail("expected how many play: 2, 3 or 4", word[1])
        self.seats = int(word[0])
        if not self.open:
            self.common_seats = self.seats

    def read_player(self, at: int) -> None:
        words = self.words(at)
        if len(words) < 2:
            self.fail('expected a seat and an id, such as player 1 "anna"', len(self.line.rstrip()))
        if words[0][0] not in ("1", "2", "3", "4"):
            self.fail(f"{words[0][0]!r} is not a seat: expected 1 to 4, in playing order", words[0][1])
        seat = int(words[0][0]) - 1
        player: dict[str, Any] = {}
        if words[1][0] not in ("name", "in") or len(words) == 2:
            player["id"] = self.text(words[1])
            words = words[1:]
        rest = words[1:]
        while rest:
            key = {"name": "name", "in": "namespace"}.get(rest[0][0])
            if key is None or len(rest) < 2 or key in player:
                self.fail('expected name "…" or in "…"', rest[0][1])
            player[key] = self.text(rest[1])
            rest = rest[2:]
        # With a name alone, the name in that namespace is the id.
        player.setdefault("id", player.get("name"))
        table = self.fields if self.open else self.common
        places = self.places if self.open else self.common_places
        seated = table.setdefault("players", {})
        if seat in seated:
            self.fail(f"seat {seat + 1} is taken already", words[0][1])
        seated[seat] = player
        places[f"players.{seat}"] = places["players"] = (self.number, words[0][1] + 1, self.line)

    def read_simulated(self, at: int) -> None:
        if words := self.words(at):
            self.fail("expected nothing after it", words[0][1])
        self.put("simulated", True, at)

    def read_bots(self, at: int) -> None:
        self.put("bots", [self.seat(word) for word in self.words(at)], at)

    # keywords of a deal

    def read_dealer(self, at: int) -> None:
        word = self.one(at, "the dealer's seat")
        self.put("dealer", self.seat(word), word[1])

    def read_time(self, at: int) -> None:
        word = self.one(at, "a time with its zone, such as 2026-01-31T20:15:00Z")
        self.put("time", word[0], word[1])

    def read_turned(self, at: int) -> None:
        word = self.one(at, "the turned card")
        card = self.card(*word)
        if card == "?":
            self.fail("expected a known card: leave the line out where it is not known", word[1])
        self.put("turned", card, word[1])

    def read_hand(self, at: int) -> None:
        words = self.words(at)
        if not words:
            self.fail("expected a seat and its cards", len(self.line.rstrip()))
        hands = self.fields.setdefault("hands", {})
        self.places.setdefault("hands", (self.number, words[0][1] + 1, self.line))
        if words[0][0] == NONE:
            return
        if words[0][0] not in ("1", "2", "3", "4"):
            self.fail(f"{words[0][0]!r} is not a seat: expected 1 to 4, in playing order", words[0][1])
        seat = int(words[0][0]) - 1
        if seat in hands:
            self.fail(f"the hand of seat {seat + 1} is there already", words[0][1])
        hands[seat] = " ".join([word if word == "|" else self.card(word, where) for word, where in words[1:]])
        self.places[f"hands.{seat}"] = (self.number, words[0][1] + 1, self.line)

    def read_order(self, at: int) -> None:
        word = self.one(at, '"unknown" or "dealt"')
        if word[0] not in ("unknown", "dealt"):
            self.fail('expected "unknown" or "dealt"', word[1])
        self.put("dealt_order", word[0] == "dealt", word[1])

    def read_auction(self, at: int) -> None:
        self.put("calls", [], at)
        self.section = "auction"
        self.more_auction(at)

    def more_auction(self, at: int) -> None:
        for word, where in self.words(at):
            if word == NONE:
                continue
            seat, time = None, None
            call, start = word, where
            if word[1:2] == ":" and word[0].isdigit():
                seat, call, start = self.seat((word[0], where)), word[2:], where + 2
            if "@" in call:
                call, _, time = call.partition("@")
            name = self.call(call, start)
            said = name if seat is None and time is None else {"call": name, "seat": seat, "time": time}
            self.fields["calls"].append(said)
            self.places[f"calls.{len(self.fields['calls']) - 1}"] = (self.number, where + 1, self.line)

    def at_place(self, words: list[tuple[str, int]], where: int) -> int:
        """The position after the word `at`: trick and card, `3.2`."""
        if len(words) < 2 or words[0][0] != "at":
            self.fail("expected at and a place in the play, trick and card, such as at 3.2", where)
        return self.position(words[1])

    def position(self, word: tuple[str, int]) -> int:
        found = _PLACE.fullmatch(word[0])
        if found is None or not 1 <= int(found[2]) <= self.table() or int(found[1]) < 1:
            self.fail(f"{word[0]!r} is not a place in the play: expected trick and card, such as 3.2", word[1])
        return (int(found[1]) - 1) * self.table() + int(found[2]) - 1

    def read_exchange(self, at: int) -> None:
        words = self.words(at)
        if not words:
            self.fail("expected the seat that exchanged", len(self.line.rstrip()))
        seat = self.seat(words[0])
        before_deal = [word for word, _ in words[1:]] == ["at", "deal"]
        play = -1 if before_deal else self.at_place(words[1:], words[0][1])
        self.put("exchange", {"seat": seat, "play": play}, words[0][1])

    def read_declaration(self, at: int) -> None:
        words = self.words(at)
        self.places.setdefault("declarations", (self.number, at + 1, self.line))
        said = self.fields.setdefault("declarations", [])
        if [word for word, _ in words] == [NONE]:
            return
        if not words:
            self.fail("expected the seat that declared", len(self.line.rstrip()))
        seat = self.seat(words[0])
        position = self.at_place(words[1:3], words[0][1])
        said.append({"seat": seat, "play": position, **self.declared(words[3:], words[0][1])})
        self.places[f"declarations.{len(said) - 1}"] = (self.number, words[0][1] + 1, self.line)

    def declared(self, words: list[tuple[str, int]], where: int) -> dict[str, Any]:
        """What was declared: cards, or a kind and its top rank; and where it was shown."""
        found: dict[str, Any] = {}
        cards: list[str] = []
        while words:
            word, at = words.pop(0)
            kind = word.lower().replace("é", "e").rstrip(",")
            if kind in ("sequence", "run"):
                continue
            if kind in _KINDS and "kind" not in found:
                found["kind"] = kind
            elif word in ("to", "of") and words:
                rank, at = words.pop(0)
                top = spellings.ranks(self.locale).get(rank)
                if top is None:
                    self.fail(f"{rank!r} is not a rank: expected one of 7 8 9 T J Q K A", at)
                found["top"] = top
            elif word == "shown" and words:
                found["shown"] = self.position(words.pop(0))
            else:
                card = self.card(word, at)
                if card == "?":
                    self.fail("expected a known card: name the kind where the cards are not known", at)
                cards.append(card)
        if cards:
            found["cards"] = " ".join(cards)
        if "cards" not in found and "kind" not in found:
            self.fail(f"expected cards, or one of {', '.join(_KINDS)} and its top, such as tierce to Q", where)
        return found

    def read_belote(self, at: int) -> None:
        words = self.words(at)
        said = self.fields.setdefault("belote", [])
        self.places.setdefault("belote", (self.number, at + 1, self.line))
        if [word for word, _ in words] == [NONE]:
            return
        if len(words) != 4:
            self.fail("expected seat, place and suit, such as belote 1 at 3.2 H", at)
        said.append({"seat": self.seat(words[0]), "play": self.at_place(words[1:3], at), "suit": self.suit(words[3])})

    def read_play(self, at: int) -> None:
        self.put("plays", [], at)
        self.section = "play"
        self.more_play(at)

    def more_play(self, at: int) -> None:
        """Cards in order of play: tricks with their number and leader, events before a card, comments after it."""
        plays: list[Any] = self.fields["plays"]
        line = self.line
        if self.locale == spellings.CANONICAL and self.plain_trick(plays, at):
            return
        turn: int | None = None
        turned = 0
        end = len(line)
        while at < end:
            if line[at].isspace():
                at += 1
            elif line[at] == "#":
                return
            elif line[at] == "(":
                at = self.event(at, len(plays))
            elif line[at] == "{":
                close = line.find("}", at)
                if close < 0:
                    self.fail("a comment that begins with { ends with } on the same line", at)
                if not plays:
                    self.fail("a comment follows the card that it is about", at)
                self.add("notes", {"position": len(plays) - 1, "text": line[at + 1 : close].strip()}, at)
                at = close + 1
            elif (trick := _TRICK.match(line, at)) is not None:
                self.check_trick(int(trick[1]), len(plays), at)
                at = trick.end()
            elif (leader := _LEADER.match(line, at)) is not None:
                turn = self.seat((leader[1], at))
                if turn >= self.table():
                    self.fail(f"seat {turn + 1} leads, but {self.table()} play", at)
                turned = 0
                at = leader.end()
            elif line.startswith(NONE, at) and line[at:].split() == [NONE]:
                return
            elif (item := _ITEM.match(line, at)) is not None:
                own, word, mark, time = item.groups()
                card = self.card(word, item.start(2))
                seat = None if own is None else self.seat((own, at))
                if turn is not None:
                    if turned == self.table():
                        self.fail(f"a trick of {turned} cards has no more: begin the next on a line of its own", at)
                    expected = (turn + turned) % self.table()
                    seat = expected if seat is None else seat
                    turned += 1
                if mark is not None:
                    self.add("notes", {"position": len(plays), "mark": mark}, at)
                plays.append(card if seat is None and time is None else {"card": card, "seat": seat, "time": time})
                self.places[f"plays.{len(plays) - 1}"] = (self.number, at + 1, line)
                at = item.end()
            else:
                word = line[at:].split(None, 1)[0]
                self.fail(f"{word!r} is not a card: expected rank and suit, such as TS, or ?", at)

    def plain_trick(self, plays: list[Any], at: int) -> bool:
        """Read a line of nothing but cards, with number and leader; whether it was one."""
        words = self.line[at:].split()
        turn = None
        table = self.table()
        if words and words[0][-1] == ".":
            if words[0][:-1] != str(len(plays) // table + 1) or len(plays) % table:
                return False
            del words[0]
        if words and len(words[0]) == 2 and words[0][1] == ">" and words[0][0] in "1234"[:table]:
            turn = int(words.pop(0)[0]) - 1
        if len(words) > table and turn is not None:
            return False
        try:
            cards = [_CARDS[word] for word in words]
        except KeyError:
            return False
        if turn is not None:
            plays += [{"card": card, "seat": (turn + i) % table} for i, card in enumerate(cards)]
        else:
            plays += cards
        return True

    def check_trick(self, number: int, played: int, at: int) -> None:
        trick, card = divmod(played, self.table())
        if (number, card) != (trick + 1, 0):
            here = f"trick {trick + 1}" + (f", card {card + 1}" if card else "")
            self.forgive(at, f"trick {number} begins at {here}")

    def event(self, at: int, position: int) -> int:
        """Something that happens before the next card, in brackets: `(2 declares tierce to Q)`; where it ends."""
        close = self.line.find(")", at)
        if close < 0:
            self.fail("an event that begins with ( ends with )", at)
        words = [(word[0], word.start()) for word in _WORD.finditer(self.line, at + 1, close)]
        where = (self.number, at + 1, self.line)
        verb = words[1][0] if len(words) > 1 else ""
        if verb in ("exchanges", "exchange"):
            self.put("exchange", {"seat": self.seat(words[0]), "play": position}, at)
        elif verb in ("declares", "declare", "announces"):
            said = self.fields.setdefault("declarations", [])
            seat = self.seat(words[0])
            said.append({"seat": seat, "play": position, **self.declared(words[2:], at)})
            self.places[f"declarations.{len(said) - 1}"] = self.places["declarations"] = where
        elif verb in ("says", "say") and len(words) == 4 and words[2][0].lower() in ("belote", "rebelote"):
            said = self.fields.setdefault("belote", [])
            said.append({"seat": self.seat(words[0]), "play": position, "suit": self.suit(words[3])})
            self.places[f"belote.{len(said) - 1}"] = self.places["belote"] = where
        else:
            self.fail(
                "expected what a seat does: (2 exchanges), (2 declares TH JH QH), (2 declares tierce to Q), "
                "(2 says belote H)",
                at,
            )
        return close + 1

    def read_claim(self, at: int) -> None:
        words = self.words(at)
        if not words:
            self.fail(f"expected what is claimed: one of {', '.join(_CLAIMS)}", len(self.line.rstrip()))
        claims = self.fields.setdefault("claims", {})
        self.places.setdefault("claims", (self.number, words[0][1] + 1, self.line))
        name, where = words[0]
        if name == NONE:
            return
        if name not in _CLAIMS:
            hint = did_you_mean(name, list(_CLAIMS))
            self.fail(f"{name!r} is no claim{hint}: expected one of {', '.join(_CLAIMS)}", where)
        if name in claims:
            self.fail(f"{name} is claimed already", where)
        rest = words[1:]
        if not rest:
            self.fail(f"expected what {name} is claimed to be", len(self.line.rstrip()))
        value: Any
        if name == "contract":
            value = self.call(*rest[0])
        elif name == "points_include":
            value = [word for word, _ in rest]
        elif name == "winners":
            value = []
            if rest[0][0] != "none":
                value = [None if word[0] in (NONE, "?") else self.seat(word) for word in rest]
        elif name in _BY_SIDE:
            value = [self.whole(word) for word in rest]
        elif name == "taker":
            value = self.seat(rest[0])
        elif name == "match_winner":
            value = self.whole(rest[0], "a side: expected 1 or 2") - 1
        else:
            value = self.whole(rest[0])
        if name in ("contract", "taker", "match_winner", "doubled") and len(rest) > 1:
            self.fail("expected nothing after it", rest[1][1])
        claims[name] = value
        self.places[f"claims.{name}"] = (self.number, rest[0][1] + 1, self.line)

    def read_ended(self, at: int) -> None:
        words = self.words(at)
        if not words or words[0][0] not in ("claimed", "abandoned"):
            self.fail('expected "claimed" or "abandoned"', words[0][1] if words else len(self.line.rstrip()))
        self.put("ended", words[0][0], words[0][1])
        if len(words) > 1:
            if len(words) != 3 or words[1][0] != "by":
                self.fail("expected by and a seat", words[1][1])
            self.put("ended_by", self.seat(words[2]), words[2][1])

    def read_label(self, at: int) -> None:
        self.add("labels", self.json(at), at)

    def read_note(self, at: int) -> None:
        self.add("notes", self.json(at), at)

    def read_extra(self, at: int) -> None:
        self.put("extra", self.json(at), at)


def _in_order(players: dict[int, dict[str, Any]], what: str) -> list[dict[str, Any]]:
    for seat in range(max(players) + 1):
        if seat not in players:
            raise Unreadable(f"{what} {seat + 1} is missing: name all that sit before the last, or none", ["players"])
    return [players[seat] for seat in range(len(players))]


def _placed(places: dict[str, tuple[int, int, str]], path: Any) -> tuple[int, int, str] | None:
    """The place of the value at a path, or of what holds it."""
    steps = [str(each) for each in path]
    while steps:
        if (found := places.get(".".join(steps))) is not None:
            return found
        steps.pop()
    return None


_CLAIMS: Final = (
    "contract", "taker", "doubled", "winners", "points", "points_include", "declarations", "belote", "hanging", "score",
    "totals", "match_winner", "penalties",
)  # fmt: skip
_HEADER: Final = ("rebelote", "cards", "match", "deal", "rules", "with", "seats", "player", "simulated", "bots")
_KEYWORDS: Final = (
    *_HEADER, "dealer", "time", "turned", "hand", "order", "auction", "exchange", "declaration", "belote", "play",
    "claim", "ended", "label", "note", "extra",
)  # fmt: skip
