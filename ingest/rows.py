"""Deals as rows of the store and back again, and violations as such rows."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import polars as pl
import pyarrow as pa

from replay.cards import NOTHING
from replay.record import Announcement, Belote, Call, Claims, Deal, Exchange, Play, Player

VIOLATION_COLUMNS: Final[dict[str, Any]] = {
    "deal": pl.UInt64,
    "ruleset": pl.UInt32,
    "is_primary": pl.Boolean,
    "code": pl.String,
    "unsettled": pl.Boolean,
    "seat": pl.UInt8,
    "position": pl.UInt16,
    "card": pl.UInt8,
    "allowed": pl.UInt32,
    "recorded": pl.String,
    "computed": pl.String,
    "clause": pl.String,
}

_U8: Final = pa.uint8()
_BYTES: Final = pa.list_(_U8)
_POINTS: Final = pa.list_(pa.int16())
COLUMNS: Final = pa.schema(
    {
        "line": pa.uint32(), "rules": pa.uint32(), "seats": pa.uint32(), "match": pa.uint32(),
        "number": pa.uint32(), "dealer": _U8, "time": pa.timestamp("us", "UTC"), "turned": _U8, "hands": _BYTES,
        "hand_sizes": _BYTES, "before_auction": _BYTES, "dealt_order": pa.bool_(), "calls": pa.list_(pa.uint16()),
        "call_seats": _BYTES, "exchange": pa.struct({"seat": _U8, "play": pa.int8()}),
        "declarations": pa.list_(
            pa.struct(
                {"seat": _U8, "play": _U8, "cards": pa.uint32(), "kind": pa.string(), "top": _U8, "shown": _U8}
            )
        ),
        "belotes": pa.list_(pa.struct({"seat": _U8, "suit": _U8, "play": _U8})), "plays": _BYTES, "play_seats": _BYTES,
        "claims": pa.struct(
            {
                "contract": pa.uint16(), "taker": _U8, "doubled": _U8, "winners": _BYTES, "points": _POINTS,
                "points_include": pa.list_(pa.string()), "declarations": _POINTS, "belote": _POINTS,
                "hanging": _POINTS, "score": _POINTS, "totals": pa.list_(pa.int32()), "match_winner": _U8,
                "penalties": _POINTS,
            }
        ),
        "ended": pa.string(), "ended_by": _U8, "simulated": pa.bool_(), "bots": _BYTES, "more": pa.string(),
    }
)  # fmt: skip
"""Columns of `deal` that a record fills; `rules`, `seats` and `match` stand for what others share with it."""


def row_of(deal: Deal) -> dict[str, Any]:
    """A deal as a row of `COLUMNS`, but for its line and what others share with it."""
    plays, play_seats, play_times = _apart(deal.plays, "card")
    calls, call_seats, call_times = _apart(deal.calls, "call")
    time = None if deal.time is None else msgspec.convert(deal.time, datetime)
    # An instant in universal time is written again as it was.
    more: dict[str, Any] = {"time": deal.time if deal.time is not None and not deal.time.endswith("Z") else None}
    more |= {"call_times": call_times, "play_times": play_times}
    more |= {"labels": deal.labels, "notes": deal.notes, "extra": deal.extra}
    more = {name: value for name, value in more.items() if value}
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "time": time,
        "turned": deal.turned,
        "hands": None if deal.hands is None else [card for hand in deal.hands for card in hand],
        "hand_sizes": None if deal.hands is None else [len(hand) for hand in deal.hands],
        "before_auction": deal.before,
        "dealt_order": deal.dealt_order,
        "calls": calls,
        "call_seats": call_seats,
        "exchange": None if deal.exchange is None else msgspec.to_builtins(deal.exchange),
        "declarations": None if deal.declarations is None else msgspec.to_builtins(deal.declarations),
        "belotes": None if deal.belote is None else msgspec.to_builtins(deal.belote),
        "plays": plays,
        "play_seats": play_seats,
        "claims": None if deal.claims == Claims() else msgspec.to_builtins(deal.claims),
        "ended": deal.ended,
        "ended_by": deal.ended_by,
        "simulated": deal.simulated,
        "bots": deal.bots or None,
        "more": msgspec.json.encode(more).decode() if more else None,
    }


def _apart(items: Sequence[Any] | None, name: str) -> tuple[list[int] | None, list[int] | None, list[Any] | None]:
    """Calls or plays, their seats and their times; the latter two only where one is recorded."""
    if items is None:
        return None, None, None
    seats = [NOTHING if each.seat is None else each.seat for each in items]
    times = [each.time for each in items]
    return (
        [getattr(each, name) for each in items],
        seats if any(each != NOTHING for each in seats) else None,
        times if any(times) else None,
    )


def deal_of(row: Mapping[str, Any], players: Sequence[Player]) -> Deal:
    """The deal of a row of `deal` with `match_name`, `rules`, `overrides` and `instant` beside its columns."""
    more = {} if row["more"] is None else json.loads(row["more"])
    hands = None
    if row["hands"] is not None:
        cards = iter(row["hands"])
        hands = tuple(tuple(next(cards) for _ in range(size)) for size in row["hand_sizes"])
    claims = row["claims"]
    if claims is not None:
        claims = {name: tuple(value) if isinstance(value, list) else value for name, value in claims.items()}
    return Deal(
        match=row["match_name"],
        number=row["number"],
        rules=row["rules"],
        overrides=json.loads(row["overrides"]),
        players=tuple(players),
        dealer=row["dealer"],
        time=more.get("time") or _universal(row["instant"]),
        turned=row["turned"],
        hands=hands,
        before=_tuple(row["before_auction"]),
        dealt_order=row["dealt_order"],
        calls=_timed(Call, row["calls"], row["call_seats"], more.get("call_times")),
        exchange=None if row["exchange"] is None else Exchange(**row["exchange"]),
        declarations=_structs(Announcement, row["declarations"]),
        belote=_structs(Belote, row["belotes"]),
        plays=_timed(Play, row["plays"], row["play_seats"], more.get("play_times")),
        claims=Claims() if claims is None else Claims(**claims),
        ended=row["ended"],
        ended_by=row["ended_by"],
        simulated=row["simulated"],
        bots=tuple(row["bots"] or ()),
        labels=tuple(more.get("labels", ())),
        notes=tuple(more.get("notes", ())),
        extra=more.get("extra", {}),
    )


def _universal(microseconds: int | None) -> str | None:
    """An instant as records write it."""
    if microseconds is None:
        return None
    return str(msgspec.to_builtins(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)))


def _tuple(items: list[int] | None) -> tuple[int, ...] | None:
    return None if items is None else tuple(items)


def _structs(kind: Any, items: list[dict[str, Any]] | None) -> Any:
    return None if items is None else tuple(kind(**each) for each in items)


def _timed(kind: Any, items: list[int] | None, seats: list[int] | None, times: list[str | None] | None) -> Any:
    if items is None:
        return None
    none = [None] * len(items)
    return tuple(
        kind(item, None if seat == NOTHING else seat, time)
        for item, seat, time in zip(items, seats or none, times or none, strict=True)
    )


def frame(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any]) -> pl.DataFrame:
    """Rows as a frame of the given columns."""
    return pl.DataFrame({name: pl.Series(name, [row[name] for row in rows], kind) for name, kind in columns.items()})
