"""Settlement: what each side writes for a deal, and what hangs, from its points and the contract."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from replay.cards import NO_TRUMP
from replay.compiled import Rules
from replay.findings import ABSENT
from replay.frame import SEATS
from replay.jit import rule
from replay.judgement import Outcome
from replay.knobs import code
from replay.record import CAPOT_BID

MADE, INSIDE, HANGING = int(Outcome.MADE), int(Outcome.INSIDE), int(Outcome.HANGING)
STYLE_LADDER = code("auction.style", "ladder")
STYLE_POINTS = code("auction.style", "points")
ACCOUNT: Final = np.dtype(
    [
        ("cards", np.int64, (SEATS,)),  # by side, with the last trick; so below
        ("tricks", np.int64, (SEATS,)),
        ("declared", np.int64, (SEATS,)),
        ("belote", np.int64, (SEATS,)),
        ("bonus", np.int64, (SEATS,)),  # of a capot
        ("raw", np.int64, (SEATS,)),  # all points, before they are rounded and multiplied
        ("score", np.int64, (SEATS,)),
        ("outcome", np.int64),
        ("hanging", np.int64),  # points that hang afterwards
    ]
)
"""What a deal is settled from, and what comes of it: points that are not counted are taken away on the way."""
VOID = code("settlement.trickless_belote", "void")
TRANSFER = code("settlement.trickless_belote", "transfer")
VOID_DECLARATIONS = code("settlement.trickless_declarations", "void")
CAPOT_RAW = code("settlement.capot_when", "raw")
CAPOT_DOUBLES = code("settlement.no_trump_doubles", "cards_and_capot")
TOP = code("settlement.inside", "top")
HANG = code("settlement.equal", "hang")
EXACT = code("settlement.rounding", "exact")
TENS = code("settlement.rounding", "tens")
LARGER_UP = code("settlement.suit_larger", "up")

CAPOT_BID_POINTS = 250
"""What a capot bid counts as a bid: with the 250 for every trick it is worth 500 (004:54)."""
LEAST_CARD_POINTS = 82
"""Card points, last trick included, without which no contract of a points auction is made (004:54)."""


@rule
def without_tricks(rules: Rules, tricks: Any, declared: Any, belote: Any) -> None:
    """Apply to declarations and belote what the ruleset says of a side without a trick (000:67, 002:45, 004:44)."""
    for side in range(rules.sides):
        if tricks[side] == 0:
            if rules.settlement_trickless_declarations == VOID_DECLARATIONS:
                declared[side] = 0
            if rules.settlement_trickless_belote == VOID:
                belote[side] = 0
            elif rules.settlement_trickless_belote == TRANSFER:
                share_out(rules, tricks, belote[side], belote)
                belote[side] = 0


@rule
def share_out(rules: Rules, tricks: Any, points: int, shares: Any) -> None:
    """Give points in equal whole shares to the sides that have a trick, where another has none (000:67-68, 002:59)."""
    takers = 0
    for side in range(rules.sides):
        takers += tricks[side] > 0
    if 0 < takers < rules.sides:
        for side in range(rules.sides):
            if tricks[side] > 0:
                shares[side] += points // takers


@rule
def settle(rules: Rules, contract: int, taker: int, level: int, doubled: int, hanging_in: int, account: Any) -> None:
    """Write each side's score, the outcome, what hangs afterwards and the raw points into the account.

    `taker` is a side; `level` the points of the bid, or CAPOT_BID. The account has what was counted before sides
    without a trick lose theirs.
    """
    raw, score, bonus = account.raw, account.score, account.bonus
    without_tricks(rules, account.tricks, account.declared, account.belote)
    bonus[:] = 0
    share_out(rules, account.tricks, rules.settlement_capot, bonus)
    if rules.auction_style == STYLE_POINTS:
        settle_bid(rules, contract, taker, level, doubled, account)
        enter_capot(rules, contract, bonus, score)
        account.hanging = hanging_in
        return
    twice = 2 if contract == NO_TRUMP and rules.auction_style == STYLE_LADDER else 1
    times_bonus = twice if rules.settlement_no_trump_doubles == CAPOT_DOUBLES else 1
    for side in range(SEATS):
        bonus[side] *= times_bonus
        raw[side] = 0
        score[side] = 0
        if side < rules.sides:
            raw[side] = account.cards[side] * twice + account.declared[side] + account.belote[side]
            if rules.settlement_capot_when == CAPOT_RAW:
                raw[side] += bonus[side]
    account.outcome = outcome(rules, taker, raw)
    account.hanging = hanging_in
    times = doubled if rules.auction_style == STYLE_LADDER else 1
    if account.outcome == HANGING:
        account.hanging += hang(rules, contract, taker, times, raw, score)
    else:
        if account.outcome == MADE:
            write_made(rules, contract, taker, times, raw, score)
        else:
            write_inside(rules, contract, taker, times, raw, account.belote[taker], score)
        winner = taker if account.outcome == MADE else highest(rules, taker, raw)
        if winner != ABSENT:
            # Who wins the next decided deal collects what hung, undoubled (001:27, 002:57, 003:41, 004:29).
            score[winner] += hanging_in
            account.hanging = 0
    enter_capot(rules, contract, bonus, score)


def settled(
    rules: Rules,
    contract: int,
    taker: int,
    level: int,
    doubled: int,
    hanging_in: int,
    *,
    cards: Sequence[int],
    tricks: Sequence[int],
    declared: Sequence[int],
    belote: Sequence[int],
) -> Any:
    """The account of one deal, settled from its points by side."""
    account: Any = np.zeros(1, ACCOUNT).view(np.recarray)[0]
    for name, numbers in (("cards", cards), ("tricks", tricks), ("declared", declared), ("belote", belote)):
        account[name][: len(numbers)] = numbers
    settle(rules, contract, taker, level, doubled, hanging_in, account)
    return account


@rule
def enter_capot(rules: Rules, contract: int, bonus: Any, score: Any) -> None:
    """Add the points of a capot where they are an entry of their own, which no double multiplies (000:67, 002:59)."""
    if rules.settlement_capot_when != CAPOT_RAW:
        for side in range(rules.sides):
            score[side] += rounded(rules, contract, bonus[side])


@rule
def settle_revoke(rules: Rules, contract: int, revoked: Any, account: Any, score: Any) -> None:
    """What is written after a revoke that costs points: the penalty instead of all one's own; the others their own.

    The account is that of the ordinary settlement; points that hang wait (002:67, open point A-43).
    """
    account.bonus[:] = 0
    share_out(rules, account.tricks, rules.settlement_capot, account.bonus)
    for side in range(rules.sides):
        score[side] = rounded(rules, contract, account.raw[side])
    enter_capot(rules, contract, account.bonus, score)
    for side in range(rules.sides):
        if revoked[side]:
            score[side] = -rules.match_revoke_penalty


@rule
def outcome(rules: Rules, taker: int, raw: Any) -> int:
    """Made with more than every opponent, inside with less than one; equal to the best hangs or fails (001:25)."""
    best = 0
    for side in range(rules.sides):
        if side != taker:
            best = max(best, raw[side])
    if raw[taker] > best:
        return MADE
    return HANGING if raw[taker] == best and rules.settlement_equal == HANG else INSIDE


@rule
def highest(rules: Rules, taker: int, raw: Any) -> int:
    """The opponent with most points, or ABSENT where several have them."""
    best = ABSENT
    for side in range(rules.sides):
        if side != taker and (best == ABSENT or raw[side] > raw[best]):
            best = side
    for side in range(rules.sides):
        if side != best and side != taker and raw[side] == raw[best]:
            return ABSENT
    return best


@rule
def total(numbers: Any) -> int:
    """The numbers of all sides together."""
    out = 0
    for side in range(SEATS):
        out += numbers[side]
    return out


@rule
def write_made(rules: Rules, contract: int, taker: int, times: int, raw: Any, score: Any) -> None:
    """Each side writes its own; of a doubled deal the winner writes all (003:34, 004:30)."""
    if times == 1:
        score[:] = raw
        round_sums(rules, contract, score)
        return
    score[taker] = rounded(rules, contract, total(raw)) * times


@rule
def write_inside(rules: Rules, contract: int, taker: int, times: int, raw: Any, belote: int, score: Any) -> None:
    """The defence writes the deal, by the ruleset's way of sharing; the attack at most its belote (000:65, 001:25)."""
    kept = belote if rules.settlement_belote_kept else 0
    lost = raw[taker] - kept
    if rules.settlement_inside != TOP:
        for side in range(rules.sides):
            # An odd point of a split is not written: all values are whole (000:65).
            score[side] = raw[side] + lost // (rules.sides - 1)
    else:
        top = 0
        for side in range(rules.sides):
            if side != taker:
                top = max(top, raw[side])
        tops = 0
        for side in range(rules.sides):
            tops += side != taker and raw[side] == top
        for side in range(rules.sides):
            score[side] = raw[side] + (lost // tops if raw[side] == top else 0)
    score[taker] = 0
    round_written(rules, contract, taker, score)
    for side in range(rules.sides):
        score[side] *= times
    score[taker] = rounded(rules, contract, kept)


@rule
def hang(rules: Rules, contract: int, taker: int, times: int, raw: Any, score: Any) -> int:
    """The opponents write their own, the attack's points hang; of a doubled deal all hangs (003:41, 004:29-30).

    On the digit that one of two sums rounds up, what hangs goes up and what is written down.
    """
    if times > 1:
        return rounded(rules, contract, total(raw)) * times
    for side in range(rules.sides):
        score[side] = 0 if side == taker else raw[side]
    round_written(rules, contract, taker, score)
    boundary, _ = boundary_of(rules, contract)
    if boundary == 0 or raw[taker] % 10 != boundary:
        return rounded(rules, contract, raw[taker])
    for side in range(rules.sides):
        if side != taker and raw[side] == raw[taker]:
            score[side] = raw[side] // 10
    return int(raw[taker] // 10 + 1)


@rule
def round_written(rules: Rules, contract: int, taker: int, score: Any) -> None:
    """Round what the opponents write while the attack writes nothing: two sums together, one alone by its digit."""
    if rules.sides > 2:
        round_sums(rules, contract, score)
    else:
        score[1 - taker] = rounded(rules, contract, score[1 - taker])


@rule
def boundary_of(rules: Rules, contract: int) -> tuple[int, int]:
    """The last digit on which sums go different ways in a contract, 0 for none, and what the larger does there."""
    if rules.settlement_rounding == EXACT or rules.settlement_rounding == TENS or contract == NO_TRUMP:
        return 0, 0
    if contract > NO_TRUMP:
        return rules.settlement_all_trump_boundary, rules.settlement_all_trump_larger
    return rules.settlement_suit_boundary, rules.settlement_suit_larger


@rule
def rounded(rules: Rules, contract: int, points: int) -> int:
    """One sum as it is written: every point, the nearest ten with five up, or tenths by the contract's digit."""
    if rules.settlement_rounding == EXACT:
        return points
    if rules.settlement_rounding == TENS:
        return (points + 5) // 10 * 10
    up_from = rules.settlement_suit_up_from
    if contract == NO_TRUMP:
        up_from = rules.settlement_no_trump_up_from
    elif contract > NO_TRUMP:
        up_from = rules.settlement_all_trump_up_from
    return int(points // 10 + (points % 10 >= up_from))


@rule
def round_sums(rules: Rules, contract: int, sums: Any) -> None:
    """Round the sums of one deal: of those that end in the boundary digit the highest goes the way of the larger,
    the others the other way (003:46, 003:49, 004:31)."""
    boundary, larger = boundary_of(rules, contract)
    most = -1
    for side in range(rules.sides):
        if sums[side] % 10 == boundary:
            most = max(most, sums[side])
    for side in range(rules.sides):
        if boundary != 0 and sums[side] % 10 == boundary:
            up = (sums[side] == most) == (larger == LARGER_UP)
            sums[side] = sums[side] // 10 + up
        else:
            sums[side] = rounded(rules, contract, sums[side])


@rule
def settle_bid(rules: Rules, contract: int, taker: int, level: int, doubled: int, account: Any) -> None:
    """Settle a points auction: the bid must be reached and is written with the points (004:52, 004:54).

    Made: own points and bid, the defence its own. Failed: the defence writes a whole deal, the bid and all
    declarations. Doubled: one such sum, multiplied, for the winner. The defence keeps its belote when it loses, the
    attack where the ruleset says so.
    """
    bid = CAPOT_BID_POINTS if level == CAPOT_BID else level
    raw, score, belote, tricks = account.raw, account.score, account.belote, account.tricks
    for side in range(SEATS):
        raw[side] = account.cards[side] + account.declared[side] + belote[side]
        if rules.settlement_capot_when == CAPOT_RAW:
            raw[side] += account.bonus[side]
        score[side] = 0
    if level == CAPOT_BID:
        made = tricks[taker] == rules.hand_size
    else:
        made = account.cards[taker] >= LEAST_CARD_POINTS and raw[taker] >= bid
    account.outcome = MADE if made else INSIDE
    swept = level == CAPOT_BID
    for side in range(rules.sides):
        swept = swept or ((side == taker) == made and tricks[side] == rules.hand_size)
    whole = total(account.cards) + bid + total(account.declared)
    if swept and rules.settlement_capot_when == CAPOT_RAW:
        whole += rules.settlement_capot
    if not made and not rules.settlement_belote_kept:
        whole += belote[taker]
        belote[taker] = 0
    for side in range(rules.sides):
        if made and doubled == 1:
            score[side] = rounded(rules, contract, raw[side] + (bid if side == taker else 0))
        elif (side == taker) == made:
            share = whole if made else whole // (rules.sides - 1)
            score[side] = rounded(rules, contract, share + belote[side]) * doubled
        else:
            score[side] = rounded(rules, contract, belote[side])
