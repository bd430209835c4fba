"""Deals and judgements as rows of the store, in frames of many, and deals from such rows again."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import polars as pl

from replay.cards import NOTHING
from replay.judgement import Held, Judgement
from replay.record import Announcement, Belote, Call, Claims, Deal, Exchange, Play, Player

_BYTES: Final = pl.List(pl.UInt8)
_POINTS: Final = pl.List(pl.Int16)

VERDICT_COLUMNS: Final[dict[str, Any]] = {
    "deal": pl.UInt64,
    "ruleset": pl.UInt32,
    "is_primary": pl.Boolean,
    "engine": pl.String,
    "verdicts": _BYTES,
    "reasons": pl.List(pl.String),
    "contract": pl.UInt8,
    "level": pl.UInt16,
    "taker": pl.UInt8,
    "doubled": pl.UInt8,
    "outcome": pl.UInt8,
    "leader": pl.UInt8,
    "seats": _BYTES,
    "winners": _BYTES,
    "points": _POINTS,
    "tricks": _BYTES,
    "declared": _POINTS,
    "belote": _POINTS,
    "capot": pl.UInt8,
    "score": _POINTS,
    "hanging": pl.Int16,
    "totals": pl.List(pl.Int32),
    "held": pl.List(pl.Struct({"seat": pl.UInt8, "kind": pl.UInt8, "cards": pl.UInt32})),
}

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


def verdict_row(deal: int, ruleset: int, primary: bool, engine: str, judged: Judgement) -> dict[str, Any]:
    """One judgement by column."""
    row = {
        "deal": deal,
        "ruleset": ruleset,
        "is_primary": primary,
        "engine": engine,
        "verdicts": [int(each) for each in judged.verdicts],
        "outcome": int(judged.outcome),
        "held": [_held(each) for each in judged.held],
    }
    for column in VERDICT_COLUMNS:
        if column not in row:
            row[column] = getattr(judged, column)
    return row


def _held(held: Held) -> dict[str, int]:
    return {"seat": held.seat, "kind": held.kind, "cards": held.cards}


def violation_rows(deal: int, ruleset: int, primary: bool, judged: Judgement) -> list[dict[str, Any]]:
    """The findings of one judgement by column."""
    head = {"deal": deal, "ruleset": ruleset, "is_primary": primary}
    return [head | msgspec.structs.asdict(each) for each in judged.findings]


def frame(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any]) -> pl.DataFrame:
    """Rows as a frame of the given columns."""
    return pl.DataFrame({name: pl.Series(name, [row[name] for row in rows], kind) for name, kind in columns.items()})
