"""Deals of whole matches out of the store as numpy columns, and verdicts as an Arrow table back into it."""

from collections.abc import Mapping
from typing import Any, Final

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.arrays import ends, numbers, whole
from ingest.packing.forms import COLUMNS as PACKED_CARDS
from ingest.packing.forms import FORMS, INCLUDED
from ingest.packing.table import unpacked
from replay.columns import CAPOT_INCLUDED, CLAIMED, LAST_TRICK_INCLUDED, Columns, Events, Lists, Verdicts
from replay.frame import ABSENT, KINDS

_NUMBERS: Final = (
    "dealer", "turned", "ended_by", "exchange.seat", "exchange.play", "claims.contract", "claims.taker",
    "claims.doubled", "claims.match_winner",
)  # fmt: skip
_PACKED: Final = {
    "hands": "hands", "hand_sizes": "hand_sizes", "before": "before_auction", "plays": "plays",
    "winners": "claims.winners", "points": "claims.points", "include": "claims.points_include",
    "declared": "claims.declarations", "belote": "claims.belote", "hanging": "claims.hanging", "score": "claims.score",
    "totals": "claims.totals", "penalties": "claims.penalties",
}  # fmt: skip
_LISTS: Final = ("play_seats", "calls", "call_seats")
assert (INCLUDED.index("last_trick"), INCLUDED.index("capot")) == (LAST_TRICK_INCLUDED, CAPOT_INCLUDED)
_ENDED: Final = "case ended when 'claimed' then 1 when 'abandoned' then 2 else 0 end"

SELECTED: Final = ", ".join(
    [
        "deal", "match", "number::bigint as number", "ruleset", "file", "seating", "time::date as day",
        "(year(time) * 12 + month(time) - 1)::uinteger as month", "len(coalesce(bots, [])) > 0 as has_bots",
        "calls is not null and dealer is not null as calls_told", "dealt_order::tinyint as dealt_order",
        "simulated::tinyint as simulated", f"({_ENDED})::tinyint as ended", "declarations", "belotes",
        *(f'coalesce({name}::smallint, {ABSENT})::smallint as "{name}"' for name in _NUMBERS),
        *PACKED_CARDS, *_LISTS,
        *(f'{name} as "{name}"' for name in FORMS),
    ]
)  # fmt: skip
"""What is read of `record`."""


def read(connection: duckdb.DuckDBPyConnection, where: str, parameters: dict[str, Any]) -> pa.Table:
    """The columns of the deals that a condition chooses, in the order in which they are stored."""
    found = connection.sql(f"select {SELECTED} from record where {where}", params=parameters).to_arrow_table()
    # Threads hand over stretches of the table, each in order, and one before another as it happens.
    stretches = [each for each in found.to_batches() if each.num_rows]
    return pa.Table.from_batches(sorted(stretches, key=lambda each: each["deal"][0].as_py()), found.schema)


def columns(table: pa.Table, rules: Mapping[int, int]) -> tuple[Columns, Any]:
    """The columns as compiled rules take them, and an order of whole matches; `rules` gives places by ruleset."""
    single = {name: numbers(table[name]) for name in _NUMBERS}
    kinds = unpacked(table)
    lists = {name: kinds[kind] for name, kind in _PACKED.items()}
    lists |= {name: _lists(table[name]) for name in _LISTS}
    stored = numbers(table["ruleset"])
    places = np.full(int(stored.max(initial=0)) + 1, ABSENT, np.int32)
    for ruleset, place in rules.items():
        if ruleset < len(places):
            places[ruleset] = place
    match, number = numbers(table["match"]), numbers(table["number"])
    out = Columns(
        match=match,
        number=number,
        rules=places[stored],
        dealer=single["dealer"],
        turned=single["turned"],
        dealt_order=numbers(table["dealt_order"]),
        exchange_seat=single["exchange.seat"],
        exchange_play=single["exchange.play"],
        declarations=_declarations(table["declarations"]),
        belotes=_belotes(table["belotes"]),
        contract=single["claims.contract"],
        taker=single["claims.taker"],
        doubled=single["claims.doubled"],
        match_winner=single["claims.match_winner"],
        ended=numbers(table["ended"]),
        ended_by=single["ended_by"],
        simulated=numbers(table["simulated"]),
        **lists,
    )
    return out, _order(match, number)


def _order(match: Any, number: Any) -> Any:
    """The places of deals match by match and in order of number: as they are stored, if that is so."""
    begins = match[1:] != match[:-1]
    matches = match[1:][begins]
    together = len(np.unique(matches)) == len(matches) and (len(match) == 0 or match[0] not in matches)
    if together and np.all(begins | (number[1:] > number[:-1])):
        return np.arange(len(match))
    return np.lexsort((number, match))


def _lists(column: pa.ChunkedArray) -> Lists:
    array = whole(column)
    return Lists(*ends(array), numbers(array.values))


def _field(array: Any, name: str) -> Any:
    """One number of every event, ABSENT where it has none."""
    return numbers(pc.fill_null(array.values.field(name).cast(pa.int64()), ABSENT))


def _declarations(column: pa.ChunkedArray) -> Events:
    array = whole(column)
    kinds = array.values.field("kind")
    kind = np.full(len(kinds), ABSENT, np.int64)
    if kinds.null_count < len(kinds):
        place = numbers(pc.fill_null(pc.index_in(kinds, pa.array(list(KINDS))), ABSENT))
        known = place >= 0
        kind[known] = np.array(list(KINDS.values()))[place[known]]
    return Events(
        *ends(array),
        seat=_field(array, "seat"),
        play=_field(array, "play"),
        first=np.maximum(_field(array, "cards"), 0),
        kind=kind,
        top=_field(array, "top"),
    )


def _belotes(column: pa.ChunkedArray) -> Events:
    array = whole(column)
    none = np.zeros(0, np.int64)
    seat, play, suit = (_field(array, name) for name in ("seat", "play", "suit"))
    return Events(*ends(array), seat=seat, play=play, first=suit, kind=none, top=none)


def table_of(deals: Any, rulesets: Any, primary: bool, engine: str, said: Verdicts) -> pa.Table:
    """Verdicts as rows of `judgement`, of the deals with these keys under these rulesets."""
    n = len(deals)
    rows: dict[str, Any] = {
        "deal": pa.array(deals),
        "ruleset": pa.array(rulesets),
        "is_primary": pa.repeat(pa.scalar(primary), n),
        "engine": pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int8()), n), [engine]),
        "said": pa.array(said.said),
        "contract": _number(said.contract, pa.uint8()),
        "level": _number(said.level, pa.uint16()),
        "taker": _number(said.taker, pa.uint8()),
        "doubled": pa.array(said.doubled),
        "outcome": pa.array(said.outcome),
        "leader": _number(said.leader, pa.uint8()),
        "seats": pa.ListArray.from_arrays(said.seats_at, said.seats[: said.seats_at[n]], mask=pa.array(said.odd == 0)),
        "as_claimed": pa.array(said.as_claimed),
    }
    for bit, name in enumerate(CLAIMED):
        ends, values = getattr(said, f"{name}_at"), getattr(said, name)
        # There is always a list of winners, and nothing else of no side.
        none = said.as_claimed >> bit & 1 == 1 if name == "winners" else ends[1:] == ends[:-1]
        rows[name] = pa.ListArray.from_arrays(ends, values[: ends[n]], mask=pa.array(none))
    rows["taken"] = _number(said.taken, pa.uint16())
    rows["capot"] = _number(said.capot, pa.uint8())
    rows["hanging"] = _number(said.hanging, pa.int16())
    rows["held"] = pa.ListArray.from_arrays(said.held_at, said.held[: said.held_at[n]])
    return pa.table(rows)


def _number(values: Any, kind: Any) -> pa.Array:
    return pa.array(values, mask=values == ABSENT).cast(kind)
