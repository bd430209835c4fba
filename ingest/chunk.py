"""A chunk of records on their way into the store: read, completed, checked, and made columns."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import pyarrow as pa

from ingest import canonical, fastlane
from ingest.excerpt import excerpt
from ingest.fastlane import NO, Line
from ingest.fit import misfit
from ingest.rejects import Reject
from replay import rulesets
from replay.knobs import did_you_mean
from replay.record import Deal
from replay.rulesets import Ruleset, RulesetError

Item: TypeAlias = tuple[int, bytes, Deal | bytes | None]
"""A record's line, its text, and the deal that a reader made of it, or how that is written in canonical JSON; none
where the text is a line of that itself."""
Seats: TypeAlias = tuple[tuple[str, str, str | None], ...]
"""(namespace, id, name) by seat."""

_BARE: Final = b"{}"


class Rulebook:
    """The rulesets that records name: those that come with the program, and one given with the command."""

    def __init__(self, given: Ruleset | None) -> None:
        self.given = given
        self.found: dict[tuple[str, bytes], Ruleset | str] = {}

    def ruleset(self, name: str, overrides: bytes) -> Ruleset | str:
        """The ruleset with a record's overrides, or why there is none."""
        key = (name, overrides)
        if key not in self.found:
            try:
                self.found[key] = self._named(name).with_overrides(msgspec.json.decode(overrides, type=dict[str, Any]))
            except RulesetError as error:
                self.found[key] = str(error)
        return self.found[key]

    def _named(self, name: str) -> Ruleset:
        # A record may name a shipped ruleset or the one given, never a file.
        if self.given is not None and name == self.given.name:
            return self.given
        if name in rulesets.names():
            return rulesets.load(name)
        known = rulesets.names()
        hint = did_you_mean(name, list(known))
        raise RulesetError(name, [rulesets.Problem("", f"unknown ruleset{hint}; known are {', '.join(known)}")])

    def is_shipped(self, name: str) -> bool:
        """Whether a name stands for a ruleset that comes with the program, as it comes."""
        if self.given is None or name != self.given.name:
            return True
        return name in rulesets.names() and rulesets.load(name).digest == self.given.digest


class Chunk(msgspec.Struct):
    """What came of a chunk."""

    table: pa.Table
    """Columns of `deal`, with `match_name`; `rules` and `seats` (null for none) are places in the lists below."""
    rules: list[tuple[str, bytes]]
    """Ruleset and overrides."""
    seatings: list[Seats]
    rejects: list[Reject]
    left: list[Item]
    """Records whose number in their match depends on what came before: they want `counts`."""


class _Kept(msgspec.Struct):
    """Records so far accepted, beside one another."""

    numbers: list[int]
    lines: list[Line]
    raws: list[bytes]
    texts: list[bytes]

    def add(self, number: int, line: Line, raw: bytes, text: bytes) -> None:
        self.numbers.append(number)
        self.lines.append(line)
        self.raws.append(raw)
        self.texts.append(text)

    def without(self, gone: set[int]) -> "_Kept":
        if not gone:
            return self
        keep = [at for at in range(len(self.numbers)) if at not in gone]
        return _Kept(
            [self.numbers[at] for at in keep],
            [self.lines[at] for at in keep],
            [self.raws[at] for at in keep],
            [self.texts[at] for at in keep],
        )


def read_chunk(items: Iterable[Item], book: Rulebook, counts: Counter[str] | None = None) -> Chunk:
    """Read records, complete them with what they leave to others, and make columns of all that can be understood.

    Without `counts` a record that has no number is left.
    """
    rejects: list[Reject] = []
    left: list[Item] = []
    kept = _Kept([], [], [], [])
    for number, text, deal in items:
        found = _line(number, text, deal)
        if isinstance(found, Reject):
            rejects.append(found)
            continue
        line, raw = found
        if line.match is None or line.deal is None or line.rules is None:
            if line.deal is None and counts is None:
                left.append((number, text, deal))
                continue
            said = _complete(line, text, book, counts)
            if said is not None:
                rejects.append(Reject(said, number, None, _shown(text)))
                continue
            raw = fastlane.write_line(line)
        kept.add(number, line, raw, text)
    kept, columns = _columns(kept, rejects)
    kept, columns, rules = _ruled(kept, columns, book, rejects)
    table = dict(columns.columns)
    table["line"] = pa.array(kept.numbers, pa.uint32())
    table["digest"] = pa.array(fastlane.digests(kept.raws), pa.uint64())
    keys, table["rules"] = _numbered([rule for rule in rules], pa.uint32())
    seatings, table["seats"] = _numbered(
        [None if line.players is NO else fastlane.seating(bytes(line.players)) for line in kept.lines], pa.uint32()
    )
    return Chunk(pa.table(table), keys, seatings, rejects, left)


def _line(number: int, text: bytes, deal: Deal | bytes | None) -> tuple[Line, bytes] | Reject:
    """A record's line as we write it, and taken apart."""
    if deal is None:
        try:
            line = fastlane.read_line(text)
        except (msgspec.DecodeError, RecursionError):
            pass
        else:
            if fastlane.write_line(line) == text:
                return line, text
        found = canonical.decode(text, number)
        if isinstance(found, Reject):
            return found
        deal = found
    raw = deal if isinstance(deal, bytes) else canonical.encode(deal)
    try:
        return fastlane.read_line(raw), raw
    except (msgspec.DecodeError, RecursionError) as error:
        return Reject(f"the record cannot be kept: {error}", number, None, _shown(text))


def _complete(line: Line, text: bytes, book: Rulebook, counts: Counter[str] | None) -> str | None:
    """Give a record the ruleset, match and number that it leaves to others, or say why that cannot be."""
    if line.rules is None:
        if book.given is None:
            return f"the record names no ruleset: give one with --rules ({', '.join(rulesets.names())})"
        line.rules = book.given.name
    if line.match is None:
        # What names the match of a record that names none is its own content.
        line.match = f"deal-{hashlib.blake2b(text.strip(), digest_size=8).hexdigest()}"
    if line.deal is None and counts is not None:
        counts[line.match] += 1
        line.deal = counts[line.match]
    return None


def _shown(text: bytes) -> str:
    return excerpt(text.decode("utf-8", "replace"))


def _columns(kept: _Kept, rejects: list[Reject]) -> tuple[_Kept, fastlane.Assembled]:
    """The columns; a line with a fault is looked at again with care, and either written as we write it or refused."""
    assembled = fastlane.assemble(kept.lines)
    if not assembled.odd.any():
        return kept, assembled
    gone = set()
    for at in np.flatnonzero(assembled.odd):
        found = canonical.decode(kept.raws[at], kept.numbers[at])
        if isinstance(found, Reject):
            rejects.append(found)
            gone.add(int(at))
        else:
            kept.raws[at] = canonical.encode(found)
            kept.lines[at] = fastlane.read_line(kept.raws[at])
    kept = kept.without(gone)
    assembled = fastlane.assemble(kept.lines)
    if assembled.odd.any():
        odd = set(map(int, np.flatnonzero(assembled.odd)))
        rejects += [Reject("the record cannot be kept", kept.numbers[at], None, _shown(kept.texts[at])) for at in odd]
        kept = kept.without(odd)
        assembled = fastlane.assemble(kept.lines)
    return kept, assembled


def _ruled(
    kept: _Kept, columns: fastlane.Assembled, book: Rulebook, rejects: list[Reject]
) -> tuple[_Kept, fastlane.Assembled, list[tuple[str, bytes]]]:
    """Refuse records of unknown rulesets, and of another number of seats or sides than theirs has."""
    keys = [
        (line.rules or "", _BARE if line.overrides is NO else _sorted(bytes(line.overrides))) for line in kept.lines
    ]
    table = {key: book.ruleset(*key) for key in dict.fromkeys(keys)}
    players = {key: 9 if isinstance(each, str) else each.players for key, each in table.items()}
    sides = {key: 9 if isinstance(each, str) else each.sides for key, each in table.items()}
    seats_of = np.fromiter((players[key] for key in keys), np.int64, len(keys))
    sides_of = np.fromiter((sides[key] for key in keys), np.int64, len(keys))
    seated = np.fromiter((_seated(line) for line in kept.lines), np.int64, len(keys))
    doubtful = (seats_of == 9) | (columns.seats >= seats_of)
    doubtful |= (columns.hands >= 0) & (columns.hands != seats_of)
    doubtful |= (columns.sides != -1) & (columns.sides != sides_of)
    doubtful |= (seated != 0) & (seated != seats_of)
    doubtful |= np.fromiter((line.overrides is not NO and _odd(line) for line in kept.lines), bool, len(keys))
    if not doubtful.any():
        return kept, columns, keys
    gone = set()
    for at in map(int, np.flatnonzero(doubtful)):
        number, raw = kept.numbers[at], kept.raws[at]
        found = canonical.decode(raw, number)
        if isinstance(found, Reject):
            rejects.append(found)
            gone.add(at)
            continue
        ruleset = table[keys[at]]
        reason = ruleset if isinstance(ruleset, str) else misfit(found, ruleset)
        if reason is None:
            # Players or overrides written otherwise than we write them.
            kept.raws[at] = canonical.encode(found)
            kept.lines[at] = fastlane.read_line(kept.raws[at])
        if reason is not None:
            rejects.append(Reject(reason, number, None, _shown(kept.texts[at])))
            gone.add(at)
    kept = kept.without(gone)
    return kept, fastlane.assemble(kept.lines), [key for at, key in enumerate(keys) if at not in gone]


def _seated(line: Line) -> int:
    """How many players a record names, 0 for none, -1 where they are not written as we write them."""
    if line.players is NO:
        return 0
    found = fastlane.seating(bytes(line.players))
    return -1 if found is None else len(found)


@lru_cache(maxsize=4096)
def _sorted(overrides: bytes) -> bytes:
    """Overrides in one order, so that the same ones are one ruleset."""
    return msgspec.json.encode(msgspec.json.decode(overrides), order="sorted")


def _odd(line: Line) -> bool:
    return fastlane.overrides(bytes(line.overrides)) is None


def _numbered(values: Sequence[Any], kind: Any) -> tuple[list[Any], pa.Array]:
    """The different values, and for each value its place among them."""
    places: dict[Any, int] = {}
    column = [None if each is None else places.setdefault(each, len(places)) for each in values]
    return list(places), pa.array(column, kind)
