"""Deals and judgements as rows of the store, in frames of many, and deals from such rows again."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec
import polars as pl

from ingest.canonical import encode
from replay.cards import NOTHING
from replay.judgement import Held, Judgement
from replay.record import Announcement, Belote, Call, Claims, Deal, Exchange, Play, Player

_BYTES: Final = pl.List(pl.UInt8)
_POINTS: Final = pl.List(pl.Int16)

DEAL_COLUMNS: Final[dict[str, Any]] = {
    "match_name": pl.String,
    "number": pl.UInt32,
    "line": pl.UInt32,
    "digest": pl.UInt64,
    "ruleset": pl.UInt32,
    "seating": pl.UInt32,
    "dealer": pl.UInt8,
    "time": pl.String,
    "turned": pl.UInt8,
    "hands": _BYTES,
    "hand_sizes": _BYTES,
    "before_auction": _BYTES,
    "dealt_order": pl.Boolean,
    "calls": pl.List(pl.UInt16),
    "call_seats": _BYTES,
    "exchange": pl.Struct({"seat": pl.UInt8, "play": pl.Int8}),
    "declarations": pl.List(
        pl.Struct(
            {"seat": pl.UInt8, "play": pl.UInt8, "cards": pl.UInt32, "kind": pl.String, "top": pl.UInt8,
             "shown": pl.UInt8}
        )
    ),
    "belotes": pl.List(pl.Struct({"seat": pl.UInt8, "suit": pl.UInt8, "play": pl.UInt8})),
    "plays": _BYTES,
    "play_seats": _BYTES,
    "claims": pl.Struct(
        {
            "contract": pl.Int16, "taker": pl.UInt8, "doubled": pl.UInt8, "winners": _BYTES, "points": _POINTS,
            "points_include": pl.List(pl.String), "declarations": _POINTS, "belote": _POINTS, "hanging": _POINTS,
            "score": _POINTS, "totals": pl.List(pl.Int32), "match_winner": pl.UInt8, "penalties": _POINTS,
        }
    ),
    "ended": pl.String,
    "ended_by": pl.UInt8,
    "simulated": pl.Boolean,
    "bots": _BYTES,
    "more": pl.String,
}  # fmt: skip
"""Columns of `deal` as a frame brings them, the match by name; the store adds what it numbers itself."""

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


def digest(deal: Deal) -> int:
    """A number for the content of a record: the same whatever the file and format it came in."""
    return int.from_bytes(blake2b(encode(deal), digest_size=8).digest(), "little")


def deal_row(deal: Deal, ruleset: int, line: int) -> dict[str, Any]:
    """One deal by column; the seating is added once its players have numbers."""
    return {
        "match_name": deal.match,
        "number": deal.number,
        "line": line,
        "digest": digest(deal),
        "ruleset": ruleset,
        "seating": None,
        "dealer": deal.dealer,
        "time": deal.time,
        "turned": deal.turned,
        "hands": None if deal.hands is None else [card for hand in deal.hands for card in hand],
        "hand_sizes": None if deal.hands is None else [len(hand) for hand in deal.hands],
        "before_auction": deal.before,
        "dealt_order": deal.dealt_order,
        "calls": None if deal.calls is None else [each.call for each in deal.calls],
        "call_seats": _seats(deal.calls),
        "exchange": None if deal.exchange is None else msgspec.structs.asdict(deal.exchange),
        "declarations": _dicts(deal.declarations),
        "belotes": _dicts(deal.belote),
        "plays": None if deal.plays is None else [each.card for each in deal.plays],
        "play_seats": _seats(deal.plays),
        "claims": None if deal.claims == Claims() else msgspec.structs.asdict(deal.claims),
        "ended": deal.ended,
        "ended_by": deal.ended_by,
        "simulated": deal.simulated,
        "bots": deal.bots or None,
        "more": _more(deal),
    }


def _seats(items: Sequence[Call | Play] | None) -> list[int] | None:
    if items is None or all(each.seat is None for each in items):
        return None
    return [NOTHING if each.seat is None else each.seat for each in items]


def _times(items: Sequence[Call | Play] | None) -> list[str | None] | None:
    if items is None or all(each.time is None for each in items):
        return None
    return [each.time for each in items]


def _dicts(items: Sequence[msgspec.Struct] | None) -> list[dict[str, Any]] | None:
    return None if items is None else [msgspec.structs.asdict(each) for each in items]


def _more(deal: Deal) -> str | None:
    """What no rule reads, and what columns cannot say: a time as it was written, a name of that day."""
    more = {
        "time": deal.time,
        "names": [each.name for each in deal.players] if any(each.name for each in deal.players) else None,
        "call_times": _times(deal.calls),
        "play_times": _times(deal.plays),
        "labels": deal.labels or None,
        "notes": deal.notes or None,
        "extra": deal.extra or None,
    }
    said = {key: value for key, value in more.items() if value is not None}
    return msgspec.json.encode(said).decode() if said else None


def deal_of(row: Mapping[str, Any], players: Sequence[Player]) -> Deal:
    """The deal of a row of `deal` with `match_name`, `rules` and `overrides` beside its columns."""
    more = {} if row["more"] is None else json.loads(row["more"])
    names = more.get("names") or [None] * len(players)
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
        players=tuple(Player(each.id, name, each.namespace) for each, name in zip(players, names, strict=True)),
        dealer=row["dealer"],
        time=more.get("time"),
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
