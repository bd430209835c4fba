"""The match: when it is over, who has won it, and who deals next."""

from typing import Any

from replay.compiled import Rules
from replay.findings import ABSENT
from replay.jit import rule
from replay.knobs import code
from replay.seats import side_of

BOTH_LAST_TRICK = code("match.both_reach", "last_trick")
BOTH_TAKER = code("match.both_reach", "taker")
NO_EXIT_CAPOT = code("match.no_exit", ("capot",))
NO_EXIT_HANGING = code("match.no_exit", ("hanging",))
NEXT_TAKER = code("deal.next_dealer", "taker")
NEXT_TOP_SCORER = code("deal.next_dealer", "top_scorer")


@rule
def match_winner(rules: Rules, totals: Any, last_trick: int, taker: int, capot: bool, hanging: bool) -> int:
    """The side that has won after a played deal, or ABSENT while the match goes on (000:75-76, 001:27, 004:33).

    `last_trick` is the side that took it, `taker` the taker's; `capot` and `hanging` say whether the deal was won by
    capot, and whether points hang after it.
    """
    if capot and rules.match_no_exit & NO_EXIT_CAPOT:
        return ABSENT
    if hanging and rules.match_no_exit & NO_EXIT_HANGING:
        return ABSENT
    reached = 0
    winner = ABSENT
    for side in range(rules.sides):
        if totals[side] >= rules.match_target:
            reached += 1
            winner = side
    if reached <= 1:
        return winner
    if rules.match_both_reach == BOTH_TAKER and taker != ABSENT and totals[taker] >= rules.match_target:
        return taker
    if rules.match_both_reach == BOTH_LAST_TRICK:
        return last_trick if last_trick != ABSENT and totals[last_trick] >= rules.match_target else ABSENT
    best = 0
    for side in range(1, rules.sides):
        if totals[side] > totals[best]:
            best = side
    for side in range(rules.sides):
        if side != best and totals[side] == totals[best]:
            return ABSENT
    return best


@rule
def next_dealer(rules: Rules, dealer: int, taker: int, score: Any) -> int:
    """Who deals next: after a thrown-in deal (`taker` ABSENT) the next seat, else as the ruleset says.

    Of several who wrote most, the first after the old dealer (000:69); `score` is by side.
    """
    players = rules.deal_players
    if taker == ABSENT:
        return int(dealer + 1) % int(players)
    if rules.deal_next_dealer == NEXT_TAKER:
        return taker
    if rules.deal_next_dealer == NEXT_TOP_SCORER:
        best = (dealer + 1) % players
        for step in range(2, players + 1):
            seat = (dealer + step) % players
            if score[side_of(rules, seat)] > score[side_of(rules, best)]:
                best = seat
        return int(best)
    return int(dealer + 1) % int(players)
