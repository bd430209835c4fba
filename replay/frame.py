"""Deals as fixed-shape records for compiled rules, and what these say turned back into judgements."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from replay.cards import NOTHING
from replay.jit import constant
from replay.record import Deal, in_order

SEATS, TRICKS, PLAYS, HAND = 4, 9, 36, 12
"""Most seats, tricks and plays of a deal; most cards of a recorded hand, one too many included."""
HELD: Final = 16
"""Most declarations that the hands of one deal are searched for."""
ABSENT: Final = constant(-1)
"""Stands for a number that the record does not have."""

DEAL: Final = np.dtype(
    [
        ("rules", np.int32),  # index of the ruleset
        ("starts_match", np.int32),
        ("number", np.int64),
        ("dealer", np.int32),
        ("turned", np.int32),
        ("has_hands", np.int32),
        ("dealt_order", np.int32),
        ("hand_sizes", np.int32, (SEATS,)),
        ("before", np.int32, (SEATS,)),  # ABSENT where the record has no bar
        ("hands", np.uint8, (SEATS, HAND)),
        ("plays_n", np.int32),  # ABSENT where the record has no plays
        ("plays", np.uint8, (PLAYS,)),
        ("play_seats", np.uint8, (PLAYS,)),  # NOTHING where not recorded
        ("exchange_seat", np.int32),
        ("exchange_play", np.int32),
        ("calls_at", np.int64),
        ("calls_n", np.int32),
        ("declarations_at", np.int64),
        ("declarations_n", np.int32),
        ("belotes_at", np.int64),
        ("belotes_n", np.int32),
        ("claim_contract", np.int32),
        ("claim_taker", np.int32),
        ("claim_doubled", np.int32),
        ("claim_winners_n", np.int32),
        ("claim_winners", np.int32, (TRICKS,)),
        ("claim_points", np.int32, (SEATS,)),  # by side, ABSENT first where not claimed; so below
        ("claim_last_trick", np.int32),  # 1 if the points include the last trick
        ("claim_capot", np.int32),  # 1 if they include a capot
        ("claim_declarations", np.int32, (SEATS,)),
        ("claim_belote", np.int32, (SEATS,)),
        ("claim_hanging", np.int32, (2,)),
        ("claim_score", np.int32, (SEATS,)),
        ("claim_has_score", np.int32),
        ("claim_totals", np.int32, (SEATS,)),
        ("claim_has_totals", np.int32),
        ("claim_match_winner", np.int32),
        ("claim_penalties", np.int32, (SEATS,)),
        ("claim_has_penalties", np.int32),
        ("ended", np.int32),  # 0 full, 1 claimed, 2 abandoned
        ("ended_by", np.int32),
        ("simulated", np.int32),
    ]
)
CALL: Final = np.dtype([("call", np.int64), ("seat", np.int64)])
ANNOUNCED: Final = np.dtype(
    [("seat", np.int64), ("play", np.int64), ("cards", np.int64), ("kind", np.int64), ("top", np.int64)]
)
SAID: Final = np.dtype([("seat", np.int64), ("suit", np.int64), ("play", np.int64)])

JUDGED: Final = np.dtype(
    [
        ("verdicts", np.int32, (8,)),
        ("reasons", np.int32, (8,)),
        ("contract", np.int64),
        ("level", np.int64),
        ("taker", np.int64),
        ("doubled", np.int64),
        ("outcome", np.int32),
        ("leader", np.int32),
        ("seats", np.uint8, (PLAYS,)),
        ("plays_n", np.int32),  # plays whose seat is known
        ("gap", np.int32),  # where a play was put in that the record lacks, or ABSENT
        ("in_turn", np.int32),  # 1 where every card came from the seat whose turn it was
        ("winners", np.uint8, (TRICKS,)),
        ("winners_n", np.int32),  # complete tricks whose winner is known
        ("has_points", np.int32),
        ("points", np.int32, (SEATS,)),
        ("tricks", np.int32, (SEATS,)),
        ("has_declared", np.int32),
        ("declared", np.int32, (SEATS,)),
        ("has_belote", np.int32),
        ("belote", np.int32, (SEATS,)),
        ("capot", np.int32),
        ("has_score", np.int32),
        ("score", np.int32, (SEATS,)),
        ("hanging", np.int32),
        ("has_totals", np.int32),
        ("totals", np.int32, (SEATS,)),
        ("hands", np.int64, (SEATS,)),  # cards known of each full hand
        ("hands_known", np.int32, (SEATS,)),  # 1 if that is all of it
        ("held_n", np.int32),
        ("held_seat", np.uint8, (HELD,)),
        ("held_kind", np.uint8, (HELD,)),
        ("held_cards", np.int64, (HELD,)),
    ]
)
FINDING: Final = np.dtype(
    [
        ("deal", np.int64),
        ("code", np.int64),
        ("rule", np.int64),
        ("seat", np.int64),
        ("position", np.int64),
        ("card", np.int64),
        ("allowed", np.int64),
        ("values_n", np.int64),
        ("recorded", np.int64, (SEATS,)),
        ("computed", np.int64, (SEATS,)),
    ]
)

WORK: Final = np.dtype(
    [
        (name, np.int64, (SEATS,))
        for name in (
            "dealt", "either", "declared", "revoked", "used", "runs_used", "announced", "strongest", "strongest_trump",
            "score", "expected",
        )
    ]
)  # fmt: skip
"""Room for what is worked out of one deal, by seat or side."""


class Frame(NamedTuple):
    """Deals of whole matches, in order, with their calls and announcements one after another."""

    deals: Any
    calls: Any
    declarations: Any
    belotes: Any


KINDS: Final = {"tierce": 3, "quarte": 4, "quinte": 5, "carre": 1}
"""Declarations named without their cards, by the kind that `Held` uses."""


def frame(deals: Sequence[Deal], rules: Sequence[int]) -> Frame:
    """The records of deals that stand in order of match and number; `rules` gives each one's ruleset by index."""
    rows: Any = np.zeros(len(deals), DEAL).view(np.recarray)
    calls: list[tuple[int, int]] = []
    declarations: list[tuple[int, int, int, int, int]] = []
    belotes: list[tuple[int, int, int]] = []
    previous: str | None = None
    for index, deal in enumerate(deals):
        row = rows[index]
        row.rules = rules[index]
        row.starts_match = deal.match != previous
        previous = deal.match
        row.number = deal.number
        _cards(row, deal)
        _claims(row, deal)
        row.ended = (None, "claimed", "abandoned").index(deal.ended)
        row.ended_by = _or_absent(deal.ended_by)
        row.simulated = deal.simulated
        row.calls_at, row.calls_n = len(calls), _count(deal.calls)
        calls += [(each.call, _or_absent(each.seat)) for each in deal.calls or ()]
        row.declarations_at, row.declarations_n = len(declarations), _count(deal.declarations)
        declarations += [
            (each.seat, each.play, each.cards, KINDS.get(each.kind or "", ABSENT), _or_absent(each.top))
            for each in in_order(deal.declarations)
        ]
        row.belotes_at, row.belotes_n = len(belotes), _count(deal.belote)
        belotes += [(each.seat, each.suit, each.play) for each in in_order(deal.belote)]
    return Frame(rows, _array(calls, CALL), _array(declarations, ANNOUNCED), _array(belotes, SAID))


def _cards(row: Any, deal: Deal) -> None:
    row.dealer = _or_absent(deal.dealer)
    row.turned = _or_absent(deal.turned)
    row.dealt_order = deal.dealt_order
    row.has_hands = deal.hands is not None
    row.hands[:] = NOTHING
    row.before[:] = ABSENT
    for seat, hand in enumerate(deal.hands or ()):
        row.hand_sizes[seat] = len(hand)
        kept = hand[:HAND]
        row.hands[seat, : len(kept)] = kept
    if deal.before is not None:
        row.before[: len(deal.before)] = deal.before
    row.plays[:] = NOTHING
    row.play_seats[:] = NOTHING
    row.plays_n = _count(deal.plays)
    for at, play in enumerate((deal.plays or ())[:PLAYS]):
        row.plays[at] = play.card
        if play.seat is not None:
            row.play_seats[at] = play.seat
    row.exchange_seat = ABSENT if deal.exchange is None else deal.exchange.seat
    row.exchange_play = ABSENT if deal.exchange is None else deal.exchange.play


def _claims(row: Any, deal: Deal) -> None:
    claims = deal.claims
    row.claim_contract = _or_absent(claims.contract)
    row.claim_taker = _or_absent(claims.taker)
    row.claim_doubled = _or_absent(claims.doubled)
    row.claim_match_winner = _or_absent(claims.match_winner)
    row.claim_winners[:] = ABSENT
    row.claim_winners_n = _count(claims.winners)
    for trick, winner in enumerate((claims.winners or ())[:TRICKS]):
        row.claim_winners[trick] = _or_absent(winner)
    row.claim_last_trick = "last_trick" in claims.points_include
    row.claim_capot = "capot" in claims.points_include
    for field in ("points", "declarations", "belote", "hanging", "score", "totals", "penalties"):
        numbers = getattr(claims, field)
        target = getattr(row, f"claim_{field}")
        target[:] = ABSENT
        if numbers is not None:
            target[: len(numbers)] = numbers[: len(target)]
    row.claim_has_score = claims.score is not None
    row.claim_has_totals = claims.totals is not None
    row.claim_has_penalties = claims.penalties is not None


def _array(rows: list[Any], dtype: np.dtype[Any]) -> Any:
    return np.array(rows, dtype).view(np.recarray) if rows else np.zeros(0, dtype).view(np.recarray)


def _count(items: Sequence[Any] | None) -> int:
    return ABSENT if items is None else len(items)


def _or_absent(value: int | None) -> int:
    return ABSENT if value is None else value
