"""The record's own numbers, each compared with what follows from the plays and from the claims before it."""

from typing import Any

import numpy as np

from replay.cards import LAST_TRICK, NOTHING, UNKNOWN, VALUE
from replay.compiled import Rules
from replay.findings import ABSENT, CLAIMS_PART, NOTHING_CLAIMED, cannot, differ, differs, find
from replay.frame import SEATS
from replay.jit import rule
from replay.play import side_of
from replay.violations import number

WINNER = number("claim.winner")
POINTS = number("claim.points")


@rule
def compare_winners(rules: Rules, deal: Any, judged: Any, found: Any, count: Any, index: int) -> None:
    """Compare the recorded winner of each trick with the computed one (001:17, 004:19)."""
    for trick in range(min(judged.winners_n, deal.claim_winners_n)):
        recorded = deal.claim_winners[trick]
        if recorded != ABSENT and recorded != judged.winners[trick]:
            at = find(found, count, index, WINNER, ABSENT, (trick + 1) * rules.deal_players - 1, NOTHING, 0)
            differ(found, at, recorded, int(judged.winners[trick]))


@rule
def compare_points(rules: Rules, deal: Any, judged: Any, found: Any, count: Any, index: int) -> None:
    """Compare the recorded card points with the computed ones.

    Points that follow from a wrong recorded winner are right in themselves: that mistake is reported once.
    """
    if deal.claim_points[0] == ABSENT:
        return
    if judged.has_points == 0:
        return
    computed = np.zeros(SEATS, np.int64)
    follows = np.zeros(SEATS, np.int64)
    count_points(rules, deal, judged, False, computed)
    count_points(rules, deal, judged, True, follows)
    right = True
    right_by_claim = True
    for side in range(rules.sides):
        right = right and deal.claim_points[side] == computed[side]
        right_by_claim = right_by_claim and deal.claim_points[side] == follows[side]
    if not right and not right_by_claim:
        at = find(found, count, index, POINTS, ABSENT, ABSENT, NOTHING, 0)
        differs(found, at, rules.sides, deal.claim_points, computed)


@rule
def count_points(rules: Rules, deal: Any, judged: Any, by_claim: bool, points: Any) -> None:
    """Count points as the record's claim does: with or without last trick and capot, by its own winners or ours."""
    players = rules.deal_players
    tricks = np.zeros(SEATS, np.int64)
    for trick in range(judged.winners_n):
        winner = int(judged.winners[trick])
        if by_claim and trick < deal.claim_winners_n and deal.claim_winners[trick] != ABSENT:
            winner = deal.claim_winners[trick]
        side = side_of(rules, winner)
        tricks[side] += 1
        for i in range(players):
            card = int(deal.plays[trick * players + i])
            if card < UNKNOWN:
                points[side] += VALUE[judged.contract, card]
        if trick == rules.hand_size - 1 and deal.claim_last_trick:
            points[side] += LAST_TRICK
    for side in range(rules.sides):
        if deal.claim_capot and tricks[side] == rules.hand_size:
            points[side] += rules.settlement_capot


@rule
def nothing_claimed(deal: Any, judged: Any) -> None:
    """A record that claims nothing has nothing to compare."""
    if (
        deal.claim_winners_n <= 0
        and deal.claim_points[0] == ABSENT
        and deal.claim_has_score == 0
        and deal.claim_has_totals == 0
        and deal.claim_declarations[0] == ABSENT
        and deal.claim_belote[0] == ABSENT
    ):
        cannot(judged, CLAIMS_PART, NOTHING_CLAIMED)
