"""The notation, leniently read: text to records, each fault with its line, column and what was expected.

What is unusual but can mean only one thing is read, and said to be forgiven; what could mean two things is a fault.
`docs/notation.md` is the specification.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from ingest import spellings
from ingest.canonical import deal_of
from ingest.excerpt import excerpt
from ingest.notation_lines import Lines
from ingest.notation_words import FOREIGN, LEADER, TRICK, Fault
from ingest.notation_words import Notice as Notice
from ingest.notation_write import VERSION
from ingest.rejects import Reject, Unreadable, dotted, unfit
from ingest.wire import FIELDS, RecordLine
from ingest.wire import VERSION as RECORD
from replay.knobs import did_you_mean, quoted
from replay.record import Deal

_HEADER: Final = ("rebelote", "cards", "match", "deal", "rules", "with", "seats", "player", "simulated", "bots")
_KEYWORDS: Final = (
    *_HEADER, "dealer", "time", "turned", "hand", "order", "auction", "exchange", "declaration", "belote", "play",
    "claim", "ended", "label", "note", "extra",
)  # fmt: skip


class Read(msgspec.Struct, frozen=True):
    """One deal of a text, or why it is none."""

    found: Deal | Reject
    line: int
    raw: bytes
    """Its lines, which name the match of a record that names none."""


def read(lines: Iterable[tuple[int, str]], forgiven: Callable[[Notice], None] = lambda _: None) -> Iterator[Read]:
    """The deals of numbered lines of the notation; what was forgiven on the way is told."""
    reader = Reader(forgiven)
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


class Reader(Lines):
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

    def is_plain(self) -> bool:
        """Whether the text began as it should, and nothing said so far bears on a match that begins now."""
        return self.started and not self.refused and self.locale == spellings.CANONICAL

    def new_match(self) -> None:
        """Forget what stood before the deals of the last match."""
        self.common: dict[str, Any] = {}
        self.common_places: dict[str, tuple[int, int, str]] = {}
        self.common_fault: Reject | None = None
        self.seats: int | None = None
        self.common_seats: int | None = None
        self.close()

    def close(self) -> None:
        """Forget the deal that was being read."""
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
            if not line.isascii() and (foreign := FOREIGN.search(line)) is not None:
                self.line = line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
                self.fail("not UTF-8: expected a text in that encoding", foreign.start())
            self.read_line(keyword, indented)
        except Fault as fault:
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
        """Begin a deal."""
        self.close()
        self.open = True
        self.begun = self.number
        self.seats = self.common_seats

    def note_fault(self, fault: Fault) -> None:
        """Keep a fault of the deal, or of what its match begins with."""
        reject = Reject(fault.reason, self.number, fault.at + 1, excerpt(self.line, fault.at + 1))
        if self.open:
            self.fault = reject
        else:
            self.common_fault = reject

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

    # one line

    def read_line(self, keyword: str, indented: bool) -> None:
        """Read a line that begins with this word."""
        start = len(self.line) - len(self.line.lstrip())
        at = start + len(self.line[start:].split(None, 1)[0])
        if indented and self.section:
            getattr(self, f"more_{self.section}")(start)
            return
        if keyword.endswith(":") and keyword[:-1].lower() in _KEYWORDS:
            self.forgive(start, f"{quoted(keyword)} read as {quoted(keyword[:-1].lower())}")
            keyword = keyword[:-1].lower()
        elif keyword not in _KEYWORDS and keyword.lower() in _KEYWORDS:
            self.forgive(start, f"{quoted(keyword)} read as {quoted(keyword.lower())}")
            keyword = keyword.lower()
        if keyword not in _KEYWORDS:
            if self.section and (TRICK.match(self.line, start) or LEADER.match(self.line, start)):
                self.forgive(start, "a line of the play that is not indented")
                getattr(self, f"more_{self.section}")(start)
                return
            hint = did_you_mean(keyword, list(_KEYWORDS))
            expected = "" if hint else f": expected one of {', '.join(_KEYWORDS)}"
            self.fail(f"{quoted(keyword)} begins no line of a deal{hint}{expected}", start)
        if indented:
            self.forgive(start, f"{quoted(keyword)} is indented")
        if keyword not in _HEADER and not self.open:
            self.open_deal()
            self.raw.append(self.line)
            self.forgive(start, 'a deal that begins without a line "deal"')
        self.section = ""
        if keyword not in ("rebelote", "match", "deal") and not self.started:
            self.started = True
            self.forgive(start, f'the text does not begin with "rebelote {VERSION}"')
        getattr(self, f"read_{keyword}")(at)


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
