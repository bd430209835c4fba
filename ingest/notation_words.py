"""The words of a line of the notation: cards, calls, seats, places and texts, each with its column."""

import re
from collections.abc import Callable
from typing import Any, Final, NoReturn

import msgspec

from ingest import spellings
from ingest.duplicates import DECODER
from ingest.notation_write import MARKS, seats_of
from ingest.rejects import Unreadable
from replay.cards import CARD_BY_NAME
from replay.knobs import quoted
from replay.record import call_by_name

CARDS: Final = {**{name: name for name in CARD_BY_NAME}, "?": "?"}
WORD: Final = re.compile(r"\S+")
FOREIGN: Final = re.compile("[\udc80-\udcff]")
"""A byte that is no UTF-8, as Python hands it on."""
TRICK: Final = re.compile(r"(\d+)\.(?=\s|$)")
LEADER: Final = re.compile(r"([0-9])>")
ITEM: Final = re.compile(
    r"(?:(\d):)?([^\s@(){}#!?]+|\?(?![!?]))(" + "|".join(map(re.escape, sorted(MARKS, key=len, reverse=True))) + r")?"
    r"(?:@([^\s(){}#]+))?(?=[\s({#]|$)"
)
PLACE: Final = re.compile(r"(\d{1,2})\.(\d)")
QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
KINDS: Final = ("tierce", "quarte", "quinte", "carre")
BY_SIDE: Final = ("points", "declarations", "belote", "score", "totals", "penalties", "hanging")


class Notice(msgspec.Struct, frozen=True):
    """Something unusual that was read all the same."""

    line: int
    column: int
    text: str


class Fault(Exception):
    """A fault at a column of the line that is being read, from 0."""

    def __init__(self, reason: str, at: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


class Words:
    """Reads the words of one line, and knows the deal and the match whose line it is."""

    forgiven: Callable[[Notice], None]
    number: int
    line: str
    locale: str
    open: bool
    seats: int | None
    common: dict[str, Any]
    common_places: dict[str, tuple[int, int, str]]
    fields: dict[str, Any]
    places: dict[str, tuple[int, int, str]]

    def forgive(self, at: int, text: str) -> None:
        """Say that something unusual was read."""
        self.forgiven(Notice(self.number, at + 1, text))

    def table(self) -> int:
        """How many play."""
        if self.seats is None:
            return seats_of(self.fields.get("rules") or self.common.get("rules"))
        return self.seats

    def fail(self, reason: str, at: int) -> NoReturn:
        """Stop reading the line at a column."""
        raise Fault(reason, at)

    def words(self, at: int) -> list[tuple[str, int]]:
        """The words of the rest of the line with their columns; a word in quotes is one, and a comment none."""
        line = self.line
        if '"' not in line and "#" not in line:
            return [(word[0], word.start()) for word in WORD.finditer(line, at)]
        found = []
        end = len(line)
        while at < end:
            if self.line[at].isspace():
                at += 1
            elif self.line[at] == "#":
                break
            elif self.line[at] == '"':
                quoted = QUOTED.match(self.line, at)
                if quoted is None:
                    self.fail("a text that begins with a quote ends with one", at)
                found.append((quoted[0], at))
                at = quoted.end()
            else:
                word = WORD.match(self.line, at)
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
        """The one word of the rest of the line."""
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
        """A whole number."""
        text, at = word
        bare = text.replace("\u2212", "-").rstrip(",")
        digits = bare.removeprefix("-").removeprefix("+")
        if not digits.isascii() or not digits.isdigit() or len(digits) > 12:
            self.fail(f"{quoted(text)} is not {what}", at)
        return int(bare)

    def seat(self, word: tuple[str, int]) -> int:
        """A seat, from 0."""
        if len(word[0]) != 1 or word[0] not in "1234":
            self.fail(f"{quoted(word[0])} is not a seat: expected 1 to 4, in playing order", word[1])
        return int(word[0]) - 1

    def card(self, word: str, at: int) -> str:
        """The canonical name of a card, or of one that is not known."""
        if self.locale == spellings.CANONICAL and (found := CARDS.get(word)) is not None:
            return found
        if word == "?":
            return word
        spelled = spellings.card(word.rstrip(","), self.locale)
        if spelled is None:
            others = spellings.ambiguous(word) if self.locale == spellings.CANONICAL else []
            hint = f'; in another language say which, as in "cards {others[0]}"' if others else ""
            example = "TS" if self.locale == spellings.CANONICAL else f"those of {quoted(self.locale)}"
            self.fail(f"{quoted(word)} is not a card: expected rank and suit, such as {example}, or ?{hint}", at)
        if self.locale == spellings.CANONICAL:
            self.forgive(at, f"{quoted(word)} read as {spelled}")
        return spelled

    def suit(self, word: tuple[str, int]) -> str:
        """The letter of a suit."""
        found = spellings.suits(self.locale).get(word[0])
        if found is None:
            self.fail(f"{quoted(word[0])} is not a suit: expected one of C D H S", word[1])
        return found

    def call(self, word: str, at: int) -> str:
        """The canonical name of a call."""
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
                f"{quoted(word)} is not a call: expected pass, take, a suit (C D H S), NT, AT, points or capot and "
                "one of these (80H, capotNT), double or redouble",
                at,
            )
        if self.locale == spellings.CANONICAL:
            self.forgive(at, f"{quoted(word)} read as {found}")
        return found

    def json(self, at: int) -> Any:
        """The JSON of the rest of the line."""
        rest = self.line[at:]
        try:
            value, end = DECODER.raw_decode(rest, len(rest) - len(rest.lstrip()))
            # Python takes for JSON what is none.
            msgspec.json.decode(rest[:end])
        except msgspec.DecodeError:
            self.fail('not JSON: a number or character in it cannot be kept, such as NaN, 1e999 or "\\ud800"', at)
        except ValueError as error:
            self.fail(f"not JSON: {getattr(error, 'msg', error)}", at + getattr(error, "pos", 0))
        except Unreadable as error:
            self.fail(error.reason, at)
        except RecursionError:
            self.fail("nested too deeply", at)
        if rest[end:].strip() and not rest[end:].lstrip().startswith("#"):
            self.fail("expected nothing after the closing brace", at + end + 1)
        return value

    def at_place(self, words: list[tuple[str, int]], where: int) -> int:
        """The position after the word `at`: trick and card, `3.2`."""
        if len(words) < 2 or words[0][0] != "at":
            self.fail("expected at and a place in the play, trick and card, such as at 3.2", where)
        return self.position(words[1])

    def position(self, word: tuple[str, int]) -> int:
        """A position in the play, from trick and card."""
        found = PLACE.fullmatch(word[0])
        if found is None or not 1 <= int(found[2]) <= self.table() or int(found[1]) < 1:
            self.fail(f"{quoted(word[0])} is not a place in the play: expected trick and card, such as 3.2", word[1])
        return (int(found[1]) - 1) * self.table() + int(found[2]) - 1

    def declared(self, words: list[tuple[str, int]], where: int) -> dict[str, Any]:
        """What was declared: cards, or a kind and its top rank; and where it was shown."""
        found: dict[str, Any] = {}
        cards: list[str] = []
        while words:
            word, at = words.pop(0)
            kind = word.lower().replace("é", "e").rstrip(",")
            if kind in ("sequence", "run"):
                continue
            if kind in KINDS and "kind" not in found:
                found["kind"] = kind
            elif word in ("to", "of") and words:
                rank, at = words.pop(0)
                top = spellings.ranks(self.locale).get(rank)
                if top is None:
                    self.fail(f"{quoted(rank)} is not a rank: expected one of 7 8 9 T J Q K A", at)
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
            self.fail(f"expected cards, or one of {', '.join(KINDS)} and its top, such as tierce to Q", where)
        return found
