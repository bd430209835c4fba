"""Whole matches judged column by column, on all cores: from columns of deals to rows of verdicts and violations."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import polars as pl
import pyarrow as pa

import replay.frame
from ingest import arrays
from ingest import columns as cols
from ingest.rows import VIOLATION_COLUMNS, frame
from ingest.workers import count
from replay import rulesets
from replay.alternatives import alternatives
from replay.columns import Columns, Verdicts, fill, room_for_verdicts, write_out
from replay.compiled import stack
from replay.facts import count_facts
from replay.facts_columns import Facts, room_for_facts, room_for_more
from replay.findings import ABSENT
from replay.frame import ANNOUNCED, CALL, DEAL, FINDING, JUDGED, SAID, Frame
from replay.judge import judge_frame, room_for_judging
from replay.rulesets import Ruleset
from replay.verdicts import finding_of

BLOCK: Final = 1_000
"""Deals judged at a time, more where one match has more: so many stay in the processor's cache."""

_NO_DEALS: Final = replay.frame.frame([], [])


class Judged(NamedTuple):
    """Rows of `verdict` and of `violation`, and what figures count, part by part, with each part's order."""

    verdicts: pa.Table
    violations: pl.DataFrame
    facts: list[tuple[Any, Facts]]


def judge(table: pa.Table, rulesets: Mapping[int, Ruleset], other: int | None, engine: str) -> Judged:
    """Judge the deals of whole matches, each by its own ruleset, or all by one other; rulesets by number.

    `engine` is the version that verdicts are marked with.
    """
    used = [other] if other is not None else table["ruleset"].unique().to_pylist()
    rules = stack([rulesets[each].rules for each in used], [alternatives(rulesets[each]) for each in used])
    places = {number: place for place, number in enumerate(used)}
    if other is not None:
        places = dict.fromkeys(table["ruleset"].unique().to_pylist(), 0)
    deals, order = cols.columns(table, places)
    parts = list(_parts(deals.match, order, 0, len(order), max(BLOCK, -(-len(order) // count()))))
    with ThreadPoolExecutor(len(parts) or 1) as pool:
        found = list(pool.map(lambda part: _part(deals, order, part, rules), parts))
    facts = [(order[first:last], counted) for (first, last), (_, _, counted) in zip(parts, found, strict=True)]
    keys = arrays.numbers(table["deal"])[order]
    numbers = np.full(len(order), other, np.uint32) if other is not None else arrays.numbers(table["ruleset"])[order]
    verdicts, rows = [], []
    for (first, last), (said, findings, _) in zip(parts, found, strict=True):
        of_part = slice(first, last)
        verdicts.append(cols.table_of(keys[of_part], numbers[of_part], other is None, engine, said))
        rows += [
            {"deal": int(keys[at]), "ruleset": int(numbers[at]), "is_primary": other is None}
            | msgspec.structs.asdict(finding_of(each, rulesets[int(numbers[at])]))
            for at, each in findings
        ]
    return Judged(pa.concat_tables(verdicts).combine_chunks(), frame(rows, VIOLATION_COLUMNS), facts)


def prepare_judge() -> None:
    """Compile the judge, on no deals at all."""
    judge_frame(_NO_DEALS, stack([rulesets.load("bg4-004").rules], [[]]))


def prepare_rest(table: pa.Table) -> None:
    """Compile what fills his records from columns like these, and what writes out verdicts and facts."""
    rules = stack([rulesets.load("bg4-004").rules], [[]])
    deals, order = cols.columns(table, {})
    fill(deals, order, 0, 0, _NO_DEALS)
    judged, found = (np.zeros(0, kind).view(np.recarray) for kind in (JUDGED, FINDING))
    write_out(rules, _NO_DEALS.deals, judged, 0, room_for_verdicts(0))
    count_facts(rules, *_NO_DEALS, judged, found, np.zeros(0, np.bool_), 0, room_for_facts(0, 0, 0))


def _parts(matches: Any, order: Any, first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    """Ranges of at least so many deals that end where a match ends."""
    ordered = matches[order[first:last]]
    ends = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]) + 1, last - first) + first
    start = first
    while start < last:
        end = int(ends[np.searchsorted(ends, min(start + size, last))])
        yield start, end
        start = end


def _part(
    deals: Columns, order: Any, part: tuple[int, int], rules: Any
) -> tuple[Verdicts, list[tuple[int, Any]], Facts]:
    """Judge a range of deals, block by block; what is said of them, each finding with its deal's place, the facts."""
    blocks = list(_parts(deals.match, order, *part, BLOCK))
    room = _room(deals, order, blocks)
    said = room_for_verdicts(part[1] - part[0])
    calls = int(np.diff(deals.calls.offsets)[order[part[0] : part[1]]].sum())
    counted = room_for_facts(part[1] - part[0], calls, BLOCK)
    findings = []
    judging = room_for_judging(len(room.deals))
    for first, last in blocks:
        fill(deals, order, first, last, room)
        filled = room.deals[: last - first]
        judged, found = judge_frame(room._replace(deals=filled), rules, judging)
        write_out(rules, filled, judged, first - part[0], said)
        counted = room_for_more(counted, first - part[0], len(found))
        is_unsettled = rules.unsettled[filled.rules[found.deal], found.rule] != 0
        count_facts(rules, filled, *room[1:], judged, found, is_unsettled, first - part[0], counted)
        findings += [(first + int(each.deal), each) for each in found if each.code != ABSENT]
    return said, findings, counted


def _room(deals: Columns, order: Any, blocks: list[tuple[int, int]]) -> Frame:
    """Frame for the largest of some blocks."""

    def most(ends: Any) -> int:
        sizes = np.diff(ends)[order]
        return max((int(sizes[first:last].sum()) for first, last in blocks), default=0)

    sizes = (
        (max((last - first for first, last in blocks), default=0), DEAL),
        (most(deals.calls.offsets), CALL),
        (most(deals.declarations.offsets), ANNOUNCED),
        (most(deals.belotes.offsets), SAID),
    )
    return Frame(*(np.zeros(size, kind).view(np.recarray) for size, kind in sizes))
