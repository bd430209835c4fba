"""The record's own numbers, each compared with what follows from the play and from the claims before it."""

from typing import Any

import numpy as np

from replay.accounts import OURS, THEIRS, count_declared, reckon
from replay.auction import NOTED
from replay.cards import LAST_TRICK, NOTHING, UNKNOWN, VALUE
from replay.compiled import Rules
from replay.findings import (
    ABSENT,
    CLAIMS_PART,
    DEALS_MISSING,
    NO_CARDS,
    NO_SCORE,
    NOTHING_CLAIMED,
    cannot,
    differ,
    differs,
    find,
    rests_on,
)
from replay.frame import SEATS, TRICKS
from replay.jit import constant, inlined, making_arrays, rule
from replay.knobs import code
from replay.open_points import hanging_rests_on, score_rests_on
from replay.play import shown_at
from replay.seats import copy, side_of
from replay.settlement import EXACT, MADE, settle_revoke, without_tricks
from replay.violations import key_number, number

CONTRACT = number("claim.contract")
WINNER = number("claim.winner")
POINTS = number("claim.points")
DECLARATIONS = number("claim.declarations")
BELOTES = number("claim.belote")
SUM = number("claim.sum")
ROUNDING = number("claim.rounding")
HANGING = number("claim.hanging")
SCORE = number("claim.score")
PENALTY = number("claim.penalty")
REVOKE_SCORE = key_number("revoke_score")
TENS = code("settlement.rounding", "tens")
TWO, THREE = constant(2), constant(3)


@inlined
def compare_contract(rules: Rules, deal: Any, state: Any, found: Any, count: Any, index: int) -> None:
    """Compare the recorded contract, taker and doubling with those that the calls led to."""
    if deal.calls_n < 0 or state.level == ABSENT:
        return
    # A suit that was taken without a record of the turned card is not known from the calls.
    contract = ABSENT if state.contract == ABSENT else state.level * 8 + state.contract
    wrong = deal.claim_contract != ABSENT and contract != ABSENT and deal.claim_contract != contract
    wrong = wrong or (deal.claim_taker != ABSENT and state.taker != ABSENT and deal.claim_taker != state.taker)
    called = rules.auction_doubling != NOTED
    wrong = wrong or (called and deal.claim_doubled != ABSENT and deal.claim_doubled != state.doubled)
    if wrong:
        at = find(found, count, index, CONTRACT, ABSENT, ABSENT, NOTHING, NO_CARDS)
        if at < len(found):
            each = found[at]
            each.values_n = THREE
            each.recorded[0], each.recorded[1], each.recorded[2] = (
                deal.claim_contract,
                deal.claim_taker,
                deal.claim_doubled,
            )
            each.computed[0], each.computed[1], each.computed[2] = contract, state.taker, state.doubled


@inlined
def compare_winners(rules: Rules, deal: Any, judged: Any, found: Any, count: Any, index: int) -> None:
    """Compare the recorded winner of each trick with the computed one (001:17, 004:19)."""
    if deal.claim_winners_n > rules.hand_size:
        # There are no more tricks than cards in a hand.
        where = find(found, count, index, WINNER, ABSENT, shown_at(deal.plays_n, judged.gap), NOTHING, NO_CARDS)
        differ(found, where, deal.claim_winners[min(rules.hand_size, TRICKS - 1)], ABSENT)
    for trick in range(min(judged.winners_n, deal.claim_winners_n)):
        recorded = deal.claim_winners[trick]
        if recorded != ABSENT and recorded != judged.winners[trick]:
            at = find(
                found,
                count,
                index,
                WINNER,
                ABSENT,
                shown_at((trick + 1) * rules.deal_players - 1, judged.gap),
                NOTHING,
                NO_CARDS,
            )
            differ(found, at, recorded, int(judged.winners[trick]))


@inlined
def compare_points(rules: Rules, deal: Any, judged: Any, plays: Any, found: Any, count: Any, index: int) -> bool:
    """Compare the recorded card points with the computed ones; the answer is whether a score may follow from them.

    Points that follow from a wrong recorded winner are right in themselves: that mistake is reported once.
    """
    if deal.claim_points[0] == ABSENT:
        return True
    if judged.has_points == 0:
        return compare_sum(rules, deal, judged, found, count, index)
    right = True
    for side in range(rules.sides):
        right = right and deal.claim_points[side] == points_as_claimed(rules, deal, judged, side)
    if not right:
        explain_points(rules, deal, judged, plays, found, count, index)
    return True


@making_arrays
def explain_points(rules: Rules, deal: Any, judged: Any, plays: Any, found: Any, count: Any, index: int) -> None:
    """Report card points that are not those of the play, unless they follow from the recorded winners."""
    follows = np.zeros(SEATS, np.int64)
    count_claimed(rules, deal, judged, plays, follows)
    if not same(rules, deal.claim_points, follows):
        at = find(found, count, index, POINTS, ABSENT, ABSENT, NOTHING, NO_CARDS)
        computed = np.zeros(SEATS, np.int64)
        for side in range(rules.sides):
            computed[side] = points_as_claimed(rules, deal, judged, side)
        differs(found, at, rules.sides, deal.claim_points, computed)


@rule
def points_as_claimed(rules: Rules, deal: Any, judged: Any, side: int) -> int:
    """The computed points of a side as the record's claim counts them: with or without last trick and capot."""
    points = int(judged.points[side])
    if deal.claim_capot and judged.capot == side:
        points += rules.settlement_capot
    if not deal.claim_last_trick and side == side_of(rules, int(judged.winners[rules.hand_size - 1])):
        points -= LAST_TRICK
    return points


@making_arrays
def compare_sum(rules: Rules, deal: Any, judged: Any, found: Any, count: Any, index: int) -> bool:
    """Compare points recorded without the cards with what all cards have (000:24, 001:25); whether they can be.

    Of a pack that is not dealt out some points stay in the stock.
    """
    if deal.ended != 0:
        return True
    cards = LAST_TRICK if deal.claim_last_trick else 0
    for card in range(32):
        if (rules.pack_cards >> card) & 1:
            cards += VALUE[judged.contract, card]
    recorded = 0
    without = 0
    for side in range(rules.sides):
        recorded += deal.claim_points[side]
        without += deal.claim_points[side] == 0
    if deal.claim_capot and without == rules.sides - 1:
        cards += rules.settlement_capot
    whole = rules.hand_size * rules.deal_players == rules.deal_pack
    # Where the record does not say so, the last trick may be in it all the same.
    more = 0 if deal.claim_last_trick else LAST_TRICK
    if recorded > cards + more or (whole and recorded != cards and recorded != cards + more):
        at = find(found, count, index, SUM, ABSENT, ABSENT, NOTHING, NO_CARDS)
        computed = np.full(SEATS, ABSENT, np.int64)
        computed[0] = cards
        differs(found, at, rules.sides, deal.claim_points, computed)
        return False
    return True


@making_arrays
def count_claimed(rules: Rules, deal: Any, judged: Any, plays: Any, points: Any) -> None:
    """Count points as the record's claim does: with or without last trick and capot, by its own winners."""
    players = rules.deal_players
    tricks = np.zeros(SEATS, np.int64)
    for trick in range(judged.winners_n):
        winner = int(judged.winners[trick])
        if trick < deal.claim_winners_n and deal.claim_winners[trick] != ABSENT:
            winner = deal.claim_winners[trick]
        side = side_of(rules, winner)
        tricks[side] += 1
        for i in range(players):
            card = plays[trick * players + i]
            if card < UNKNOWN:
                points[side] += VALUE[judged.contract, card]
        if trick == rules.hand_size - 1 and deal.claim_last_trick:
            points[side] += LAST_TRICK
    for side in range(rules.sides):
        if deal.claim_capot and tricks[side] == rules.hand_size:
            points[side] += rules.settlement_capot


@inlined
def same(rules: Rules, recorded: Any, computed: Any) -> bool:
    """Whether numbers by side are the same."""
    unlike = False
    for side in range(SEATS):
        unlike |= (recorded[side] != computed[side]) & (side < rules.sides)
    return not unlike


@inlined
def compare_declarations(
    table: Any, rules: Rules, deal: Any, judged: Any, entries: Any, n: int, found: Any, count: Any, index: int
) -> None:
    """Compare the recorded points of declarations, then of belote, with those that count.

    Both are right before and after a side without a trick loses its own.
    """
    wrong = deal.claim_declarations[0] != ABSENT and judged.has_declared
    wrong = wrong and not same(rules, deal.claim_declarations, judged.declared)
    wrong_belote = deal.claim_belote[0] != ABSENT and judged.has_belote
    wrong_belote = wrong_belote and not same(rules, deal.claim_belote, judged.belote)
    if wrong or wrong_belote:
        explain_declarations(table, rules, deal, judged, entries, n, wrong, wrong_belote, found, count, index)


@making_arrays
def explain_declarations(
    table: Any,
    rules: Rules,
    deal: Any,
    judged: Any,
    entries: Any,
    n: int,
    wrong: bool,
    wrong_belote: bool,
    found: Any,
    count: Any,
    index: int,
) -> None:
    """Report points of declarations, or of belote, that do not count, with the open point on which they rest."""
    if wrong:
        claimed = deal.claim_declarations
        if not same_without_tricks(rules, judged, claimed, True):
            at = find(found, count, index, DECLARATIONS, ABSENT, ABSENT, NOTHING, NO_CARDS)
            differs(found, at, rules.sides, claimed, judged.declared)
            other = np.zeros(SEATS, np.int64)
            for i in range(rules.alternatives_n):
                alternative = table[rules.alternatives_at + i]
                count_declared(alternative, judged, entries, n, other)
                if same(rules, claimed, other):
                    rests_on(found, at, alternative.alternative_key)
    if wrong_belote:
        claimed = deal.claim_belote
        if not same_without_tricks(rules, judged, claimed, False):
            at = find(found, count, index, BELOTES, ABSENT, ABSENT, NOTHING, NO_CARDS)
            differs(found, at, rules.sides, claimed, judged.belote)


@making_arrays
def same_without_tricks(rules: Rules, judged: Any, claimed: Any, declarations: bool) -> bool:
    """Whether claimed points of declarations, or of belote, are those left when a side without a trick lost its own."""
    if not judged.has_points:
        return False
    declared = np.zeros(SEATS, np.int64)
    belote = np.zeros(SEATS, np.int64)
    copy(judged.declared, declared)
    copy(judged.belote, belote)
    without_tricks(rules, judged.tricks, declared, belote)
    return same(rules, claimed, declared) if declarations else same(rules, claimed, belote)


@inlined
def compare_score(
    table: Any,
    rules: Rules,
    deal: Any,
    judged: Any,
    entries: Any,
    n: int,
    hanging_in: int,
    revoked: Any,
    settled: bool,
    ours: Any,
    theirs: Any,
    found: Any,
    count: Any,
    index: int,
) -> bool:
    """Compare the recorded score, and what the record lets hang, with the settlement.

    Right is what follows from the play, and what follows from the record's own points, declarations and belote:
    a mistake in those is reported there. A score that only another reading of an open point explains rests on it.
    `ours` is the account of the deal after what hung before it, if it was `settled`; `theirs` is room for the
    record's. The answer is whether the record lets a revoke cost points.
    """
    has_hanging = deal.claim_hanging[0] != ABSENT and deal.claim_hanging[1] != ABSENT
    if deal.claim_has_score == 0 and not has_hanging:
        return False
    waiting = max(hanging_in, 0)
    if hanging_in == ABSENT:
        hanging_in = deal.claim_hanging[0]
    if hanging_in == ABSENT:
        cannot(judged, CLAIMS_PART, DEALS_MISSING)
        return False
    entered = deal.claim_hanging[0] if has_hanging else hanging_in
    if not settled:
        cannot(judged, CLAIMS_PART, NO_SCORE)
        return False
    if waiting != hanging_in:
        reckon(rules, deal, judged, entries, n, hanging_in, OURS, ours)
    right = deal.claim_has_score == 0 or same(rules, deal.claim_score, ours.score)
    fits = not has_hanging or (entered == hanging_in and deal.claim_hanging[1] == ours.hanging)
    if right and fits and not penalties_entered(rules, deal, revoked):
        return False
    return explain_score(
        table, rules, deal, judged, entries, n, hanging_in, entered, revoked, ours, theirs, found, count, index
    )


@making_arrays
def explain_score(
    table: Any,
    rules: Rules,
    deal: Any,
    judged: Any,
    entries: Any,
    n: int,
    hanging_in: int,
    entered: int,
    revoked: Any,
    ours: Any,
    theirs: Any,
    found: Any,
    count: Any,
    index: int,
) -> bool:
    """Report a score, or what hangs, that is not ours, unless it follows from the record's own numbers.

    `entered` is what hung before the deal by the record. The answer is whether the record lets a revoke cost points.
    """
    has_hanging = deal.claim_hanging[0] != ABSENT and deal.claim_hanging[1] != ABSENT
    reckon(rules, deal, judged, entries, n, entered, THEIRS, theirs)
    if has_hanging:
        wrong = entered != hanging_in or (
            deal.claim_hanging[1] != ours.hanging
            and deal.claim_hanging[1] != theirs.hanging
            and deal.claim_has_score == 0
        )
        right_score = same(rules, deal.claim_score, ours.score) or same(rules, deal.claim_score, theirs.score)
        if deal.claim_has_score and right_score:
            wrong = wrong or (deal.claim_hanging[1] != ours.hanging and deal.claim_hanging[1] != theirs.hanging)
        if wrong:
            at = find(found, count, index, HANGING, ABSENT, ABSENT, NOTHING, NO_CARDS)
            fact = hanging_rests_on(hanging_in, deal.claim_hanging[1], ours) if entered == hanging_in else ABSENT
            if fact != ABSENT:
                rests_on(found, at, fact)
            computed = np.zeros(SEATS, np.int64)
            computed[0], computed[1] = hanging_in, ours.hanging
            differs(found, at, TWO, deal.claim_hanging, computed)
    if deal.claim_has_score == 0:
        return False
    as_played = same(rules, deal.claim_score, ours.score) or same(rules, deal.claim_score, theirs.score)
    if penalties_entered(rules, deal, revoked):
        if not as_played or penalties_founded(rules, deal, revoked):
            compare_penalised(rules, deal, judged, revoked, ours, found, count, index)
        return True
    if as_played:
        return False
    code_found = ROUNDING if rounded_otherwise(rules, judged, deal.claim_score, theirs) else SCORE
    at = find(found, count, index, code_found, ABSENT, ABSENT, NOTHING, NO_CARDS)
    differs(found, at, rules.sides, deal.claim_score, theirs.score)
    fact = score_rests_on(rules, judged, deal.claim_score, theirs.score, theirs, code_found == ROUNDING)
    if fact != ABSENT:
        rests_on(found, at, fact)
    for i in range(rules.alternatives_n):
        alternative = table[rules.alternatives_at + i]
        for by_claim in range(2):
            reckon(alternative, deal, judged, entries, n, entered, by_claim, theirs)
            if same(rules, deal.claim_score, theirs.score):
                rests_on(found, at, alternative.alternative_key)
    return False


@rule
def rounded_otherwise(rules: Rules, judged: Any, recorded: Any, account: Any) -> bool:
    """Whether two scores differ by no more than rounding can make.

    Down to nothing it goes only for a side that has points to write: not for one that went inside, or whose points
    hang. The account is the settled one.
    """
    taker = side_of(rules, judged.taker)
    computed = account.score
    if rules.settlement_rounding == EXACT:
        return False
    unit = 10 if rules.settlement_rounding == TENS else 1
    for side in range(rules.sides):
        writes = account.raw[side] > 0 and (side != taker or account.outcome == MADE)
        to_nothing = (recorded[side] == 0) != (computed[side] == 0)
        if abs(recorded[side] - computed[side]) > unit * judged.doubled or (to_nothing and not writes):
            return False
    return True


@rule
def penalties_entered(rules: Rules, deal: Any, revoked: Any) -> bool:
    """Whether the record lets a revoke cost its penalty: beside the score, or in it where one was found.

    Then `revoked` tells by side who pays; a revoke that nobody at the table saw costs nothing.
    """
    penalty = rules.match_revoke_penalty
    some = False
    if penalty != 0:
        for side in range(rules.sides):
            named = deal.claim_has_penalties and deal.claim_penalties[side] == penalty
            some = some or named or (revoked[side] == 1 and deal.claim_score[side] == -penalty)
    return some


@rule
def penalties_founded(rules: Rules, deal: Any, revoked: Any) -> bool:
    """Whether every side that the record lets pay for a revoke has revoked."""
    for side in range(rules.sides):
        if deal.claim_has_penalties and deal.claim_penalties[side] == rules.match_revoke_penalty and not revoked[side]:
            return False
    return True


@making_arrays
def compare_penalised(
    rules: Rules, deal: Any, judged: Any, revoked: Any, account: Any, found: Any, count: Any, index: int
) -> None:
    """Compare a score after a revoke: who revoked writes nothing but the penalty, the others their own (002:67)."""
    penalty = rules.match_revoke_penalty
    pays = np.zeros(SEATS, np.int64)
    for side in range(rules.sides):
        named = deal.claim_has_penalties and deal.claim_penalties[side] == penalty
        pays[side] = named or (revoked[side] == 1 and deal.claim_score[side] == -penalty)
    right = np.zeros(SEATS, np.int64)
    settle_revoke(rules, judged.contract, pays, account, right)
    wrong = False
    for side in range(rules.sides):
        beside = pays[side] and deal.claim_has_penalties and deal.claim_score[side] == 0
        wrong = wrong or (deal.claim_score[side] != right[side] and not beside)
    if wrong:
        at = find(found, count, index, SCORE, ABSENT, ABSENT, NOTHING, NO_CARDS)
        differs(found, at, rules.sides, deal.claim_score, right)
        rests_on(found, at, REVOKE_SCORE)


@making_arrays
def compare_penalties(rules: Rules, deal: Any, judged: Any, found: Any, count: Any, index: int, revoked: Any) -> None:
    """A recorded penalty must be one of the ruleset's, and one for a revoke wants a revoke (002:65-67).

    Mistakes in dealing leave no trace in a record: their penalty is believed.
    """
    right = np.zeros(SEATS, np.int64)
    wrong = False
    for side in range(rules.sides):
        penalty = deal.claim_penalties[side]
        right[side] = rules.match_revoke_penalty if revoked[side] else 0
        fits = penalty == 0 or (penalty == rules.match_misdeal_penalty and penalty != rules.match_revoke_penalty)
        fits = fits or (penalty == rules.match_revoke_penalty and revoked[side])
        wrong = wrong or not fits
    if wrong:
        at = find(found, count, index, PENALTY, ABSENT, ABSENT, NOTHING, NO_CARDS)
        differs(found, at, rules.sides, deal.claim_penalties, right)


@inlined
def nothing_claimed(deal: Any, judged: Any) -> None:
    """A record that claims nothing has nothing to compare."""
    if (
        deal.claim_contract == ABSENT
        and deal.claim_winners_n <= 0
        and deal.claim_points[0] == ABSENT
        and deal.claim_has_score == 0
        and deal.claim_has_totals == 0
        and deal.claim_declarations[0] == ABSENT
        and deal.claim_belote[0] == ABSENT
        and deal.claim_hanging[0] == ABSENT
        and deal.claim_match_winner == ABSENT
    ):
        cannot(judged, CLAIMS_PART, NOTHING_CLAIMED)
