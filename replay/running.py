"""The match as it runs from deal to deal: dealer, totals, hanging points, and whether it is over."""

from typing import Any, Final

import numpy as np

from replay.cards import NOTHING
from replay.compiled import Rules
from replay.findings import (
    ABSENT,
    DEAL_PART,
    DEALS_MISSING,
    MATCH_PART,
    MAYBE_THROWN_IN,
    NO_CARDS,
    NOT_PLAYED_OUT,
    cannot,
    differ,
    differs,
    find,
)
from replay.frame import SEATS
from replay.jit import rule
from replay.judgement import Outcome
from replay.knobs import code
from replay.match import match_winner, next_dealer
from replay.record import PASS
from replay.seats import side_of
from replay.violations import number

THROWN_IN = int(Outcome.THROWN_IN)
WRONG_DEALER = number("deal.wrong-dealer")
TOTAL = number("claim.total")
TARGET = number("claim.target")
ENDED_EARLY = number("match.ended-early")
WENT_ON = number("match.went-on")
WRONG_WINNER = number("match.wrong-winner")
END_ANNOUNCED = code("match.end", "announced")
CLAIM_NONE = code("match.claim", "none")
CLAIM_OWN_TRICK = code("match.claim", "own_trick")

RUNNING: Final = np.dtype(
    [
        ("number", np.int64),  # of the last deal; ABSENT before the first
        ("dealer", np.int64),  # whose turn it is to deal; ABSENT where not known
        ("totals", np.int64, (SEATS,)),
        ("totals_known", np.int64),
        ("hanging", np.int64),  # ABSENT where not known
        ("over", np.int64),  # 1 when the match is over, 2 when a deal after that was reported
        ("keeps_thrown_in", np.int64),
    ]
)
"""Where a match stands between two deals."""


@rule
def start_match(running: Any, deals: Any, calls: Any, index: int) -> None:
    """Begin a match with the deal at an index; nothing is known of what came before it, unless it is the first."""
    running.number = ABSENT
    running.dealer = ABSENT
    running.over = 0
    running.keeps_thrown_in = 0
    first = deals[index].number == 1
    running.totals[:] = 0
    running.totals_known = first
    running.hanging = 0 if first else ABSENT
    at = index
    while at < len(deals) and (at == index or deals[at].starts_match == 0):
        if is_thrown_in(deals[at], calls):
            running.keeps_thrown_in = 1
        at += 1


@rule
def is_thrown_in(deal: Any, calls: Any) -> bool:
    """Whether everybody passed and nothing was played."""
    if deal.calls_n <= 0 or deal.plays_n > 0 or deal.claim_contract != ABSENT:
        return False
    for at in range(deal.calls_n):  # noqa: SIM110 (compiled code has no all())
        if calls[deal.calls_at + at].call != PASS:
            return False
    return True


@rule
def open_deal(rules: Rules, deal: Any, running: Any, judged: Any, found: Any, count: Any, index: int) -> None:
    """Judge what a deal owes to the ones before: its dealer, and that the match was not over."""
    if running.over == 1:
        find(found, count, index, WENT_ON, ABSENT, ABSENT, NOTHING, NO_CARDS)
        running.over = 2
    if running.number != ABSENT and deal.number != running.number + 1:
        running.dealer = ABSENT
        running.totals_known = 0
        running.hanging = ABSENT
    if running.dealer != ABSENT and deal.dealer != ABSENT and deal.dealer != running.dealer:
        if running.keeps_thrown_in:
            at = find(found, count, index, WRONG_DEALER, deal.dealer, ABSENT, NOTHING, NO_CARDS)
            differ(found, at, deal.dealer, running.dealer)
        else:
            # Thrown-in deals that were not recorded pass the deal on (one seat each).
            cannot(judged, DEAL_PART, MAYBE_THROWN_IN)
    running.number = deal.number


@rule
def close_deal(rules: Rules, deal: Any, running: Any, judged: Any, found: Any, count: Any, index: int) -> None:
    """Add the deal up: totals against the record's, hanging points, the end of the match, the next dealer."""
    score = judged.score.copy()
    scored = judged.has_score == 1
    if deal.claim_has_score:
        score[:] = deal.claim_score
        scored = True
    thrown_in = judged.outcome == THROWN_IN
    if not scored and not thrown_in:
        running.totals_known = 0
    expected = running.totals.copy()
    for side in range(rules.sides):
        if scored:
            expected[side] += score[side]
    add_totals(rules, deal, running, expected, found, count, index)
    for side in range(rules.sides):
        judged.totals[side] = running.totals[side]
    judged.has_totals = running.totals_known
    pass_hanging_on(deal, running, judged, thrown_in)
    end_match(rules, deal, running, judged, thrown_in, found, count, index)
    running.dealer = ABSENT
    if deal.dealer != ABSENT:
        if thrown_in:
            running.dealer = next_dealer(rules, deal.dealer, ABSENT, score)
        elif judged.taker != ABSENT and (scored or judged.has_points):
            running.dealer = next_dealer(rules, deal.dealer, judged.taker, score)


@rule
def add_totals(rules: Rules, deal: Any, running: Any, expected: Any, found: Any, count: Any, index: int) -> None:
    """Compare recorded totals with those before plus the score; penalties may be in the score or beside it."""
    if deal.claim_has_totals == 0:
        running.totals[:] = expected
        return
    if running.totals_known:
        right = True
        with_penalties = True
        for side in range(rules.sides):
            penalty = deal.claim_penalties[side] if deal.claim_has_penalties else 0
            right = right and deal.claim_totals[side] == expected[side]
            with_penalties = with_penalties and deal.claim_totals[side] == expected[side] - penalty
        if not right and not with_penalties:
            at = find(found, count, index, TOTAL, ABSENT, ABSENT, NOTHING, NO_CARDS)
            differs(found, at, rules.sides, deal.claim_totals, expected)
    running.totals[:] = deal.claim_totals
    running.totals_known = 1


@rule
def pass_hanging_on(deal: Any, running: Any, judged: Any, thrown_in: bool) -> None:
    """What hangs for the next deal: as recorded, else as computed; a thrown-in deal leaves it as it was."""
    if deal.claim_hanging[1] != ABSENT:
        running.hanging = deal.claim_hanging[1]
    elif not thrown_in:
        running.hanging = judged.hanging


@rule
def end_match(
    rules: Rules, deal: Any, running: Any, judged: Any, thrown_in: bool, found: Any, count: Any, index: int
) -> None:
    """Whether the match is over after a deal, and whether the record ends it rightly (000:71-76, 001:27, 004:33)."""
    winner = ABSENT
    known = running.totals_known == 1
    if deal.ended == 1:
        winner, known = claimed_target(rules, deal, running, judged, found, count, index)
    elif deal.ended == 2:
        cannot(judged, MATCH_PART, NOT_PLAYED_OUT)
        return
    elif known and not thrown_in:
        last = ABSENT
        if judged.winners_n == rules.hand_size:
            last = side_of(rules, int(judged.winners[rules.hand_size - 1]))
        winner = match_winner(rules, running.totals, last, judged.capot != ABSENT, running.hanging > 0)
    if not known:
        cannot(judged, MATCH_PART, DEALS_MISSING)
        return
    if deal.claim_match_winner != ABSENT and deal.claim_match_winner != winner:
        if winner == ABSENT:
            find(found, count, index, ENDED_EARLY, ABSENT, ABSENT, NOTHING, NO_CARDS)
        else:
            at = find(found, count, index, WRONG_WINNER, ABSENT, ABSENT, NOTHING, NO_CARDS)
            differ(found, at, deal.claim_match_winner, winner)
    if winner != ABSENT and running.over == 0:
        # Where the end must be announced, a match that nobody ends goes on (000:73-74).
        running.over = 1 if rules.match_end != END_ANNOUNCED or deal.ended == 1 else 0


@rule
def claimed_target(
    rules: Rules, deal: Any, running: Any, judged: Any, found: Any, count: Any, index: int
) -> tuple[int, bool]:
    """Judge a claim of the target in mid-deal; the winner, and whether that can be known (000:73, 002:85).

    What counts: the score before, tricks so far, own declarations that count, belote announced (open point A-27).
    """
    seat = deal.ended_by
    if running.totals_known == 0 or seat == ABSENT:
        return ABSENT, False
    side = side_of(rules, seat)
    counted = running.totals[side] + judged.points[side] + judged.declared[side] + judged.belote[side]
    good = rules.match_claim != CLAIM_NONE and counted >= rules.match_target
    if rules.match_claim == CLAIM_OWN_TRICK:
        n = judged.winners_n
        good = good and judged.plays_n == n * rules.deal_players and 0 < n < rules.hand_size
        good = good and judged.winners[n - 1] == seat
    if not good:
        at = find(found, count, index, TARGET, seat, ABSENT, NOTHING, NO_CARDS)
        differ(found, at, ABSENT, counted)
        return ABSENT, True
    return side, True
