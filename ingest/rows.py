"""Deals out of rows of the store again, and violations as such rows."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import polars as pl

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
