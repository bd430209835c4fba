"""A chunk of records on their way into the store: read, completed, checked, and made columns."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ingest import canonical
from ingest.excerpt import excerpt
from ingest.fit import misfit
from ingest.lines import LONGEST, MARK
from ingest.rejects import Reject, Unreadable, reject
from ingest.rows import COLUMNS, row_of
from ingest.scanned import Pieces, Rules, Scanned, Seats, columns, of_taken, pieces, scan_lines, scan_text
from ingest.scanner import layout
from ingest.wire import RecordLine
from replay import rulesets
from replay.knobs import did_you_mean
from replay.record import Deal
from replay.rulesets import Ruleset, RulesetError

Item: TypeAlias = tuple[int, bytes, Deal | bytes | None]
"""A record's line, its text, and the deal that a reader made of it, or how that is written in canonical JSON; none
where the text is a line of that itself."""


class Rulebook:
    """The rulesets that records name: those that come with the program, and one given with the command."""

    def __init__(self, given: Ruleset | None) -> None:
        self.given = given
        self.found: dict[Rules, Ruleset | str] = {}

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
    """`COLUMNS`, where `rules`, `seats` (null for none) and `match` are places in the lists below."""
    rules: list[Rules]
    seatings: list[Seats]
    matches: list[str]
    rejects: list[Reject]


class Block(NamedTuple):
    """Lines of a file as a chunk whose lines count from 0, and what to read with care, by place."""

    lines: int
    size: int
    """Bytes."""
    chunk: Chunk
    asked: dict[int, bytes]


def scan_block(text: bytes, book: Rulebook) -> Block:
    """Take what is written as we write it of lines that each end with a line feed; any number of threads may."""
    found = scan_text(text)
    chunk = _chunk(found, np.arange(len(found.starts)), book)
    return Block(len(found.starts), len(text), chunk, {at: found.line(at) for at in _asked(found)})


def read_block(first: int, block: Block, book: Rulebook, counts: Counter[str]) -> Chunk:
    """The chunk of a block; `first` is the number of its first line, and `counts` as for a chunk."""
    moved = pc.add(block.chunk.table["line"], pa.scalar(first, pa.uint32()))
    block.chunk.table = block.chunk.table.set_column(0, "line", moved)
    if first == 1 and 0 in block.asked:
        block.asked[0] = block.asked[0].removeprefix(MARK)
    return _completed(block.chunk, [(first + at, text, None) for at, text in block.asked.items()], book, counts)


def read_chunk(items: Sequence[Item], book: Rulebook, counts: Counter[str]) -> Chunk:
    """Read records, complete them with what they leave to others, and make columns of all that can be understood.

    `counts` numbers the deals of matches whose records do not.
    """
    found = scan_lines(canonical.encode(deal) if isinstance(deal, Deal) else deal or text for _, text, deal in items)
    whole = _chunk(found, [number for number, _, _ in items], book)
    return _completed(whole, [items[at] for at in _asked(found)], book, counts)


def _asked(found: Scanned) -> list[int]:
    """The lines that were not taken."""
    return np.flatnonzero(~found.taken).tolist()


def _completed(whole: Chunk, asked: Sequence[Item], book: Rulebook, counts: Counter[str]) -> Chunk:
    """A chunk with records that were not taken as they stand: written anew, and read with care if they must be."""
    if not asked:
        return whole
    rejects: list[Reject] = []
    anew = [each for each in (_written_anew(each, book, counts, rejects) for each in asked) if each is not None]
    again = scan_lines(each.raw for each in anew)
    others = [_chunk(again, [each.item[0] for each in anew], book)]
    odd = [anew[at] for at in _asked(again)]
    others += [each for each in (_with_care(each, book, rejects) for each in odd) if each is not None]
    return _joined(whole, others, rejects)


def _chunk(found: Scanned, numbers: Sequence[int] | NDArray[np.int64], book: Rulebook) -> Chunk:
    """The chunk of the lines that are taken and fit their rulesets; others are not taken from here on."""
    read = pieces(found)
    _doubt_misfits(found, read, book)
    read = of_taken(found, read)
    return Chunk(columns(found, read, numbers), read.rules, read.seatings, read.matches, [])


def _doubt_misfits(found: Scanned, read: Pieces, book: Rulebook) -> None:
    """Do not take records of unknown rulesets, or of another number of seats or sides than theirs has."""
    rules = [book.ruleset(*each) for each in read.rules]
    # Nothing fits what is no ruleset.
    players = np.array([-9 if isinstance(each, str) else each.players for each in rules] or [-9])[read.rules_at]
    sides = np.array([-9 if isinstance(each, str) else each.sides for each in rules] or [-9])[read.rules_at]
    seated = np.array([*map(len, read.seatings), layout.ABSENT])[read.seatings_at]
    small, hands = found.small, found.counts[:, layout.HAND_SIZES]
    doubtful = (players < 0) | (small[:, layout.HIGHEST] >= players) | (small[:, layout.MATCH_WINNER] >= sides)
    for said, wanted in ((hands, players), (small[:, layout.SIDES], sides), (seated, players)):
        doubtful |= (said != layout.ABSENT) & (said != wanted)
    small[doubtful, layout.TAKEN] = 0


class _Anew(NamedTuple):
    """A record completed with what it leaves to others, and written as we write it."""

    item: Item
    record: RecordLine
    raw: bytes


def _written_anew(item: Item, book: Rulebook, counts: Counter[str], rejects: list[Reject]) -> _Anew | None:
    """Give a record the ruleset, match and number that it leaves to others; or reject it."""
    number, text, deal = item
    if len(text) > LONGEST:
        rejects.append(Reject(f"the line is longer than {LONGEST} bytes: no record is", number))
        return None
    if not text.strip():
        return None
    try:
        record = canonical.record_of(deal) if isinstance(deal, Deal) else canonical.read_record(deal or text)
    except Unreadable as error:
        rejects.append(reject(error, text, number))
        return None
    if record.rules is None and book.given is None:
        names = ", ".join(rulesets.names())
        rejects.append(_refused(item, f"the record names no ruleset: give one with --rules ({names})"))
        return None
    # What names the match of a record that names none is its own content.
    match = record.match or f"deal-{hashlib.blake2b(text.strip(), digest_size=8).hexdigest()}"
    if record.deal is None:
        counts[match] += 1 if match in counts or _may_begin(record) else 2
    given = book.given.name if book.given is not None else None
    record = msgspec.structs.replace(
        record, match=match, deal=record.deal or counts[match], rules=record.rules or given
    )
    return _Anew(item, record, canonical.write_record(record))


def _may_begin(record: RecordLine) -> bool:
    """Whether a record without a number may be the first deal of its match: points were written before it, if not."""
    return record.claims is None or record.claims.totals is None or record.claims.totals == record.claims.score


def _with_care(anew: _Anew, book: Rulebook, rejects: list[Reject]) -> Chunk | None:
    """A record that cannot be scanned as a chunk of its own; or why it cannot be understood or kept."""
    number, text, deal = anew.item
    found = canonical.decode(text, number) if deal is None else canonical.decode(anew.raw)
    if isinstance(found, Reject):
        kept = found if deal is None else _refused(anew.item, f"the record cannot be kept: {found.reason}")
        rejects.append(kept)
        return None
    record = anew.record
    assert record.match is not None and record.deal is not None and record.rules is not None
    found = msgspec.structs.replace(found, match=record.match, number=record.deal, rules=record.rules)
    rules = record.rules, msgspec.json.encode(found.overrides, order="sorted")
    ruleset = book.ruleset(*rules)
    reason = ruleset if isinstance(ruleset, str) else misfit(found, ruleset)
    if reason is not None:
        rejects.append(_refused(anew.item, reason))
        return None
    row = row_of(found) | {"line": number, "rules": 0, "match": 0}
    row["seats"] = 0 if found.players else None
    seats = tuple((each.namespace or "", each.id, each.name) for each in found.players)
    return Chunk(pa.Table.from_pylist([row], COLUMNS), [rules], [seats] if seats else [], [record.match], [])


def _refused(item: Item, reason: str) -> Reject:
    return Reject(reason, item[0], None, excerpt(item[1].decode("utf-8", "replace")))


def _joined(first: Chunk, others: Sequence[Chunk], rejects: list[Reject]) -> Chunk:
    """Chunks as one; what they share is numbered on."""
    out = Chunk(first.table, list(first.rules), list(first.seatings), list(first.matches), [*first.rejects, *rejects])
    tables = [first.table]
    for each in others:
        table = each.table
        for name, shared in (("rules", out.rules), ("seats", out.seatings), ("match", out.matches)):
            moved = pc.add(table[name], pa.scalar(len(shared), pa.uint32()))
            table = table.set_column(table.schema.get_field_index(name), name, moved)
        tables.append(table)
        out.rules += each.rules
        out.seatings += each.seatings
        out.matches += each.matches
    out.table = pa.concat_tables(tables)
    return out
