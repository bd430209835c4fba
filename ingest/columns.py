"""Deals of whole matches out of the store as numpy columns, and verdicts as an Arrow table back into it."""

from collections.abc import Mapping
from typing import Any, Final

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from replay.cards import NOTHING
from replay.columns import CAPOT_INCLUDED, CLAIMED, LAST_TRICK_INCLUDED, Columns, Events, Lists, Verdicts
from replay.frame import ABSENT, KINDS

_NUMBERS: Final = (
    "dealer", "turned", "ended_by", "exchange.seat", "exchange.play", "claims.contract", "claims.taker",
    "claims.doubled", "claims.match_winner",
)  # fmt: skip
_LISTS: Final = {
    "hands": "hands", "hand_sizes": "hand_sizes", "before": "before_auction", "plays": "plays",
    "play_seats": "play_seats", "calls": "calls", "call_seats": "call_seats", "winners": "claims.winners",
    "points": "claims.points", "include": "claims.points_include", "declared": "claims.declarations",
    "belote": "claims.belote", "hanging": "claims.hanging", "score": "claims.score", "totals": "claims.totals",
    "penalties": "claims.penalties",
}  # fmt: skip
_ENDED: Final = "case ended when 'claimed' then 1 when 'abandoned' then 2 else 0 end"

SELECTED: Final = ", ".join(
    [
        "deal", "match", "number::bigint as number", "ruleset", "file", "seating", "time::date as day",
        "(year(time) * 12 + month(time) - 1)::usmallint as month", "len(coalesce(bots, [])) > 0 as has_bots",
        "calls is not null and dealer is not null as calls_told", "dealt_order::tinyint as dealt_order",
        "simulated::tinyint as simulated", f"({_ENDED})::tinyint as ended", "declarations", "belotes",
        *(f'coalesce({name}::smallint, {ABSENT})::smallint as "{name}"' for name in _NUMBERS),
        *(f'{source} as "list_{name}"' for name, source in _LISTS.items()),
    ]
)  # fmt: skip
"""What is read of `deal`."""


def read(connection: duckdb.DuckDBPyConnection, where: str, parameters: dict[str, Any]) -> pa.Table:
    """The columns of the deals that a condition chooses, in the order in which they are stored."""
    return connection.sql(f"select {SELECTED} from deal where {where}", params=parameters).to_arrow_table()


def columns(table: pa.Table, rules: Mapping[int, int]) -> tuple[Columns, Any]:
    """The columns as compiled rules take them, and the order of match and number; `rules` gives places by ruleset."""
    numbers = {name: table[name].to_numpy() for name in _NUMBERS}
    lists = {name: _lists(table[f"list_{name}"], name) for name in _LISTS}
    stored = table["ruleset"].to_numpy()
    places = np.full(int(stored.max(initial=0)) + 1, ABSENT, np.int32)
    for ruleset, place in rules.items():
        if ruleset < len(places):
            places[ruleset] = place
    match, number = table["match"].to_numpy(), table["number"].to_numpy()
    out = Columns(
        match=match,
        number=number,
        rules=places[stored],
        dealer=numbers["dealer"],
        turned=numbers["turned"],
        dealt_order=table["dealt_order"].to_numpy(),
        exchange_seat=numbers["exchange.seat"],
        exchange_play=numbers["exchange.play"],
        declarations=_declarations(table["declarations"]),
        belotes=_belotes(table["belotes"]),
        contract=numbers["claims.contract"],
        taker=numbers["claims.taker"],
        doubled=numbers["claims.doubled"],
        match_winner=numbers["claims.match_winner"],
        ended=table["ended"].to_numpy(),
        ended_by=numbers["ended_by"],
        simulated=table["simulated"].to_numpy(),
        **lists,
    )
    same = match[1:] == match[:-1]
    if np.all((match[1:] > match[:-1]) | (same & (number[1:] > number[:-1]))):
        return out, np.arange(len(match))
    return out, np.lexsort((number, match))


def _whole(column: pa.ChunkedArray) -> Any:
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _ends(array: Any) -> tuple[Any, Any]:
    """Which rows have a list, and where it begins and ends."""
    return np.asarray(array.is_valid()), np.asarray(array.offsets)


def _lists(column: pa.ChunkedArray, name: str) -> Lists:
    array = _whole(column)
    values = array.values
    if name == "include":
        flags = pc.index_in(values, pa.array(["last_trick", "capot"]))
        assert (LAST_TRICK_INCLUDED, CAPOT_INCLUDED) == (0, 1)
        values = pc.fill_null(flags, NOTHING).cast(pa.uint8())
    elif values.null_count:
        values = pc.fill_null(values, NOTHING)
    return Lists(*_ends(array), np.asarray(values))


def _field(array: Any, name: str) -> Any:
    """One number of every event, ABSENT where it has none."""
    return np.asarray(pc.fill_null(array.values.field(name).cast(pa.int64()), ABSENT))


def _declarations(column: pa.ChunkedArray) -> Events:
    array = _whole(column)
    kinds = array.values.field("kind")
    kind = np.full(len(kinds), ABSENT, np.int64)
    if kinds.null_count < len(kinds):
        place = np.asarray(pc.fill_null(pc.index_in(kinds, pa.array(list(KINDS))), ABSENT))
        known = place >= 0
        kind[known] = np.array(list(KINDS.values()))[place[known]]
    return Events(
        *_ends(array),
        seat=_field(array, "seat"),
        play=_field(array, "play"),
        first=np.maximum(_field(array, "cards"), 0),
        kind=kind,
        top=_field(array, "top"),
    )


def _belotes(column: pa.ChunkedArray) -> Events:
    array = _whole(column)
    none = np.zeros(0, np.int64)
    seat, play, suit = (_field(array, name) for name in ("seat", "play", "suit"))
    return Events(*_ends(array), seat=seat, play=play, first=suit, kind=none, top=none)


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
