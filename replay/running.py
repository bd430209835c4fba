"""The match as it runs from deal to deal: dealer, totals, hanging points, and whether it is over."""

from typing import Any, Final

import numpy as np

from replay.cards import LAST_TRICK, NOTHING
from replay.compiled import Rules
from replay.findings import (
    ABSENT,
    DEAL_PART,
    DEALS_MISSING,
    MATCH_PART,
    MAYBE_THROWN_IN,
    NO_CARDS,
    NO_SCORE,
    NOT_PLAYED_OUT,
    cannot,
    differ,
    differs,
    find,
    rests_on,
)
from replay.frame import SEATS
from replay.jit import constant, inlined, rule
from replay.judgement import Outcome
from replay.knobs import code
from replay.match import (
    BOTH_LAST_TRICK,
    BOTH_TAKER,
    NEXT_TOP_SCORER,
    NO_EXIT_CAPOT,
    NO_EXIT_HANGING,
    match_winner,
    next_dealer,
)
from replay.record import PASS
from replay.seats import copy, side_of
from replay.settlement import HANG, STYLE_POINTS
from replay.violations import key_number, number

THROWN_IN = int(Outcome.THROWN_IN)
WRONG_DEALER = number("deal.wrong-dealer")
PLAYED_ON = number("deal.thrown-in")
TOTAL = number("claim.total")
TARGET = number("claim.target")
ENDED_EARLY = number("match.ended-early")
WENT_ON = number("match.went-on")
WRONG_WINNER = number("match.wrong-winner")
END_ANNOUNCED = code("match.end", "announced")
CLAIM_NONE = code("match.claim", "none")
CLAIM_OWN_TRICK = code("match.claim", "own_trick")
AFTER_THROWN_IN = key_number("thrown_in")
NEXT_DEALER = key_number("deal.next_dealer")
TOP_SCORER = key_number("top_scorer")
CLAIM_COUNT = key_number("claim_count")
MATCH_END = key_number("match_end")
BOTH_REACH = key_number("match.both_reach")
NO_EXIT = key_number("match.no_exit")
NO, YES = constant(0), constant(1)
STOPPED = constant(1)
"""A deal that ended because someone claimed the match."""

RUNNING: Final = np.dtype(
    [
        ("number", np.int64),  # of the last deal; ABSENT before the first
        ("dealer", np.int64),  # whose turn it is to deal; ABSENT where not known
        ("dealer_by", np.int64),  # the knob or fact by which it is his
        ("totals", np.int64, (SEATS,)),
        ("totals_known", np.int64),
        ("hanging", np.int64),  # ABSENT where not known
        ("over", np.int64),  # 1 when the match is over, 2 when a deal after that was reported
        ("over_by", np.int64),  # the knob or fact by which it is over
        ("keeps_thrown_in", np.int64),
    ]
)
"""Where a match stands between two deals."""


@inlined
def start_match(running: Any, deals: Any, calls: Any, index: int) -> None:
    """Begin a match with the deal at an index; nothing is known of what came before it, unless it is the first.

    A match with one thrown-in deal keeps them all, and so does every simulated one: there the next dealer is known.
    """
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
        if deals[at].simulated or is_thrown_in(deals[at], calls):
            running.keeps_thrown_in = 1
        at += 1


@inlined
def is_thrown_in(deal: Any, calls: Any) -> bool:
    """Whether everybody passed and nothing was played."""
    if deal.calls_n <= 0 or deal.plays_n > 0 or deal.claim_contract != ABSENT:
        return False
    for at in range(deal.calls_n):
        if calls[deal.calls_at + at].call != PASS:
            return False
    return True


@inlined
def check_thrown_in(rules: Rules, deal: Any, auction: Any, found: Any, count: Any, index: int) -> None:
    """A deal in which everybody passed is not played and gives nobody points (000:20, 001:9, 002:23, 004:7).

    A call besides that was not allowed may have been taken for one.
    """
    if not auction.thrown_in or auction.faulty:
        return
    played = deal.plays_n > 0 or deal.claim_contract != ABSENT or deal.claim_winners_n > 0
    for side in range(rules.sides):
        played = played or (deal.claim_has_score and deal.claim_has_penalties == 0 and deal.claim_score[side] != 0)
        played = played or deal.claim_points[side] > 0
    if played:
        find(found, count, index, PLAYED_ON, ABSENT, ABSENT, NOTHING, NO_CARDS)


@inlined
def open_deal(rules: Rules, deal: Any, running: Any, judged: Any, found: Any, count: Any, index: int) -> None:
    """Judge what a deal owes to the ones before: its dealer, and that the match was not over."""
    if running.over == 1:
        at = find(found, count, index, WENT_ON, ABSENT, ABSENT, NOTHING, NO_CARDS)
        rests_on(found, at, running.over_by)
        running.over = 2
    if running.number != ABSENT and deal.number != running.number + 1:
        running.dealer = ABSENT
        running.totals_known = 0
        running.hanging = ABSENT
    if rules.settlement_equal != HANG or rules.auction_style == STYLE_POINTS:
        # Nothing ever hangs.
        running.hanging = 0
    if running.dealer != ABSENT and deal.dealer != ABSENT and deal.dealer != running.dealer:
        if running.keeps_thrown_in:
            at = find(found, count, index, WRONG_DEALER, deal.dealer, ABSENT, NOTHING, NO_CARDS)
            differ(found, at, deal.dealer, running.dealer)
            rests_on(found, at, dealer_rests_on(rules, running, int(deal.dealer)))
        else:
            # Thrown-in deals that were not recorded pass the deal on (one seat each).
            cannot(judged, DEAL_PART, MAYBE_THROWN_IN)
    running.number = deal.number


@inlined
def close_deal(
    rules: Rules, deal: Any, running: Any, judged: Any, work: Any, found: Any, count: Any, index: int
) -> None:
    """Add the deal up: totals against the record's, hanging points, the end of the match, the next dealer."""
    if deal.ended == STOPPED:
        # What a claim is worth hangs on the totals before the deal: it has no score of its own.
        stop_match(rules, deal, running, judged, found, count, index)
        running.dealer = ABSENT
        return
    score, expected = work.score, work.expected
    copy(judged.score, score)
    scored = judged.has_score == 1
    if deal.claim_has_score:
        copy(deal.claim_score, score)
        scored = True
    thrown_in = judged.outcome == THROWN_IN
    if not scored and not thrown_in:
        running.totals_known = 0
    copy(running.totals, expected)
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
            running.dealer_by = AFTER_THROWN_IN
        elif judged.taker != ABSENT and (scored or judged.has_points):
            running.dealer = next_dealer(rules, deal.dealer, judged.taker, score)
            running.dealer_by = NEXT_DEALER
            if rules.deal_next_dealer == NEXT_TOP_SCORER and several_best(rules, score):
                running.dealer_by = TOP_SCORER


@rule
def several_best(rules: Rules, score: Any) -> bool:
    """Whether several sides wrote most."""
    best = score[0]
    for side in range(1, rules.sides):
        best = max(best, score[side])
    n = 0
    for side in range(rules.sides):
        n += score[side] == best
    return n > 1


@rule
def dealer_rests_on(rules: Rules, running: Any, dealer: int) -> int:
    """The knob or fact that a wrong dealer breaks: whether the best of the deal or of the match deals is open."""
    if rules.deal_next_dealer == NEXT_TOP_SCORER and running.dealer_by == NEXT_DEALER and running.totals_known:
        best = 0
        for side in range(rules.sides):
            best = max(best, running.totals[side])
        if running.totals[side_of(rules, dealer)] == best:
            return TOP_SCORER
    return int(running.dealer_by)


@inlined
def add_totals(rules: Rules, deal: Any, running: Any, expected: Any, found: Any, count: Any, index: int) -> None:
    """Compare recorded totals with those before plus the score; penalties may be in the score or beside it."""
    if deal.claim_has_totals == 0:
        copy(expected, running.totals)
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
    copy(deal.claim_totals, running.totals)
    running.totals_known = 1


@inlined
def pass_hanging_on(deal: Any, running: Any, judged: Any, thrown_in: bool) -> None:
    """What hangs for the next deal: as recorded, else as computed; a thrown-in deal leaves it as it was."""
    if deal.claim_hanging[1] != ABSENT:
        running.hanging = deal.claim_hanging[1]
    elif not thrown_in:
        running.hanging = judged.hanging


@inlined
def end_match(
    rules: Rules, deal: Any, running: Any, judged: Any, thrown_in: bool, found: Any, count: Any, index: int
) -> None:
    """Whether the match is over after a deal, and whether the record ends it rightly (000:71-76, 001:27, 004:33)."""
    if deal.ended != 0:
        cannot(judged, MATCH_PART, NOT_PLAYED_OUT)
        return
    if running.totals_known == 0:
        cannot(judged, MATCH_PART, DEALS_MISSING)
        return
    winner = ABSENT
    last = ABSENT
    if judged.winners_n == rules.hand_size:
        last = side_of(rules, int(judged.winners[rules.hand_size - 1]))
    capot = judged.capot != ABSENT or claimed_capot(rules, deal, judged) == YES
    hanging = running.hanging > 0
    decided_by = end_rests_on(rules, running.totals, capot, hanging)
    if not thrown_in:
        if not end_is_known(rules, deal, running, judged, last, decided_by):
            cannot(judged, MATCH_PART, NO_SCORE)
            return
        taker = side_of(rules, int(judged.taker)) if judged.taker != ABSENT else ABSENT
        winner = match_winner(rules, running.totals, last, taker, capot, hanging)
    if deal.claim_match_winner != ABSENT and deal.claim_match_winner != winner:
        code_found = ENDED_EARLY if winner == ABSENT else WRONG_WINNER
        at = find(found, count, index, code_found, ABSENT, ABSENT, NOTHING, NO_CARDS)
        rests_on(found, at, decided_by)
        if winner != ABSENT:
            differ(found, at, deal.claim_match_winner, winner)
    if winner != ABSENT and running.over == 0 and rules.match_end != END_ANNOUNCED:
        # Where the end must be announced, a match that nobody ends goes on (000:73-74).
        running.over = 1
        running.over_by = decided_by


@rule
def claimed_capot(rules: Rules, deal: Any, judged: Any) -> int:
    """Whether recorded points say that a side took every trick: YES, NO, or ABSENT where they do not tell."""
    if judged.winners_n == rules.hand_size:
        return NO
    without = 0
    for side in range(rules.sides):
        without += deal.claim_points[side] == 0
    if deal.claim_points[0] == ABSENT or (without > 0 and deal.claim_capot == 0):
        return ABSENT
    return YES if without == rules.sides - 1 else NO


@rule
def end_is_known(rules: Rules, deal: Any, running: Any, judged: Any, last: int, decided_by: int) -> bool:
    """Whether what may decide the end is known: a capot, points that hang, who took the last trick."""
    if decided_by == BOTH_REACH and rules.match_both_reach == BOTH_LAST_TRICK and last == ABSENT:
        return False
    if decided_by == BOTH_REACH and rules.match_both_reach == BOTH_TAKER and judged.taker == ABSENT:
        return False
    reached = False
    for side in range(rules.sides):
        reached = reached or running.totals[side] >= rules.match_target
    if not reached:
        return True
    if rules.match_no_exit & NO_EXIT_HANGING and running.hanging == ABSENT:
        return False
    return rules.match_no_exit & NO_EXIT_CAPOT == 0 or claimed_capot(rules, deal, judged) != ABSENT


@rule
def end_rests_on(rules: Rules, totals: Any, capot: bool, hanging: bool) -> int:
    """The knob or fact that decides whether a match is over, and who has won it."""
    reached = 0
    for side in range(rules.sides):
        reached += totals[side] >= rules.match_target
    if reached > 0 and (capot or hanging):
        return NO_EXIT
    return BOTH_REACH if reached > 1 else MATCH_END


@rule
def stop_match(rules: Rules, deal: Any, running: Any, judged: Any, found: Any, count: Any, index: int) -> None:
    """Judge a claim of the target in mid-deal, which ends the match if it is good (000:73, 002:85).

    What counts: the score before, tricks so far, own declarations that count, belote announced (open point A-27).
    Where last trick, capot and hanging points would make the difference, a claim rests on that point alone.
    """
    seat = deal.ended_by
    if running.totals_known == 0 or seat == ABSENT:
        cannot(judged, MATCH_PART, DEALS_MISSING)
        return
    side = side_of(rules, seat)
    counted = running.totals[side] + judged.points[side] + judged.declared[side] + judged.belote[side]
    may = rules.match_claim != CLAIM_NONE
    if rules.match_claim == CLAIM_OWN_TRICK:
        n = judged.winners_n
        may = judged.plays_n == n * rules.deal_players and 0 < n < rules.hand_size and judged.winners[n - 1] == seat
    hanging = running.hanging
    running.totals_known = 0
    running.hanging = ABSENT
    if may and counted >= rules.match_target:
        running.over = 1
        running.over_by = MATCH_END
        if deal.claim_match_winner != ABSENT and deal.claim_match_winner != side:
            at = find(found, count, index, WRONG_WINNER, ABSENT, ABSENT, NOTHING, NO_CARDS)
            rests_on(found, at, MATCH_END)
            differ(found, at, deal.claim_match_winner, side)
    elif may and (judged.has_declared == 0 or judged.has_belote == 0 or judged.plays_n == 0):
        cannot(judged, MATCH_PART, NO_SCORE)
    else:
        at = find(found, count, index, TARGET, seat, ABSENT, NOTHING, NO_CARDS)
        differ(found, at, ABSENT, counted)
        if may and counted + LAST_TRICK + rules.settlement_capot + max(hanging, 0) >= rules.match_target:
            rests_on(found, at, CLAIM_COUNT)
