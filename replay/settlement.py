"""Settlement: what each side writes for a deal, and what hangs, from its points and the contract."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from replay.cards import ALL_TRUMP, LAST_TRICK, NO_TRUMP
from replay.compiled import Rules
from replay.findings import ABSENT
from replay.frame import SEATS
from replay.jit import rule
from replay.judgement import Outcome
from replay.knobs import code
from replay.record import CAPOT_BID
from replay.seats import copy

MADE, INSIDE, HANGING = int(Outcome.MADE), int(Outcome.INSIDE), int(Outcome.HANGING)
STYLE_LADDER = code("auction.style", "ladder")
STYLE_POINTS = code("auction.style", "points")
ACCOUNT: Final = np.dtype(
    [
        ("cards", np.int64, (SEATS,)),  # by side, with the last trick; so below
        ("tricks", np.int64, (SEATS,)),
        ("counted", np.int64, (SEATS,)),  # tricks as they tell a capot
        ("declared", np.int64, (SEATS,)),
        ("belote", np.int64, (SEATS,)),
        ("kept", np.int64, (SEATS,)),  # the belote that a side writes in the end
        ("bonus", np.int64, (SEATS,)),  # of a capot
        ("raw", np.int64, (SEATS,)),  # all points, before they are rounded and multiplied
        ("score", np.int64, (SEATS,)),
        ("last", np.int64),  # the side that took the last trick
        ("outcome", np.int64),
        ("hanging", np.int64),  # points that hang afterwards
    ]
)
"""What a deal is settled from, and what comes of it: points that are not counted are taken away on the way."""
PACK_POINTS = 152
"""The card points of a pack in a suit contract."""
OTHER_PACK_POINTS = (120, 248)
"""In no trump and in all trumps."""
NOTED = code("auction.doubling", "noted")
OWN = code("settlement.doubling", "own")
BID = code("settlement.doubling", "bid")
KEEP_DOUBLED = code("settlement.doubled_belote", "keep")
TRANSFER_DOUBLED = code("settlement.doubled_belote", "transfer")
NEEDS_HALF = code("settlement.bid_needs", "half")
NEEDS_MORE = code("settlement.bid_needs", "more")
BY_POINTS = code("settlement.capot_by", "points")
EQUAL_MADE = code("settlement.equal", "made")
TRANSFER_DECLARATIONS = code("settlement.trickless_declarations", "transfer")
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
            if rules.settlement_trickless_declarations == TRANSFER_DECLARATIONS:
                share_out(rules, tricks, declared[side], declared)
            if rules.settlement_trickless_declarations >= VOID_DECLARATIONS:
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
def is_scaled(rules: Rules, contract: int) -> bool:
    """Whether the card points of a contract are brought to those of a suit contract."""
    return bool(rules.settlement_scaled and contract >= NO_TRUMP and rules.auction_style != STYLE_LADDER)


@rule
def scale(rules: Rules, contract: int, cards: Any, last: int) -> None:
    """Bring card points to 152 each for itself, the nearest whole; the last trick's ten stay ten."""
    whole = OTHER_PACK_POINTS[1] if contract == ALL_TRUMP else OTHER_PACK_POINTS[0]
    for side in range(rules.sides):
        ten = LAST_TRICK if side == last else 0
        cards[side] = (2 * (cards[side] - ten) * PACK_POINTS + whole) // (2 * whole) + ten


@rule
def count_tricks(rules: Rules, account: Any) -> None:
    """Count tricks as they tell a capot: where points tell it, a side without any counts as one without a trick."""
    cards, counted = account.cards, account.counted
    for side in range(SEATS):
        counted[side] = account.tricks[side]
    if rules.settlement_capot_by == BY_POINTS:
        scoring = 0
        for side in range(rules.sides):
            scoring += cards[side] > 0
        for side in range(rules.sides):
            if cards[side] == 0:
                counted[side] = 0
            elif scoring == 1:
                counted[side] = rules.hand_size


@rule
def times_of(rules: Rules, doubled: int) -> int:
    """How many times a deal counts, doubled 1, 2 or 4."""
    if doubled == 1:
        return 1
    return int(rules.settlement_redouble if doubled > 2 else doubled)


@rule
def settle(rules: Rules, contract: int, taker: int, level: int, doubled: int, hanging_in: int, account: Any) -> None:
    """Write each side's score, the outcome, what hangs afterwards and the raw points into the account.

    `taker` is a side; `level` the points of the bid, or CAPOT_BID. The account has what was counted before sides
    without a trick lose theirs.
    """
    raw, score, bonus, belote = account.raw, account.score, account.bonus, account.belote
    if is_scaled(rules, contract):
        scale(rules, contract, account.cards, account.last)
    without_tricks(rules, account.tricks, account.declared, belote)
    bonus[:] = 0
    count_tricks(rules, account)
    share_out(rules, account.counted, rules.settlement_capot, bonus)
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
            raw[side] = account.cards[side] * twice + account.declared[side]
            if rules.settlement_belote_decides:
                raw[side] += belote[side]
            if rules.settlement_capot_when == CAPOT_RAW:
                raw[side] += bonus[side]
    account.outcome = outcome(rules, taker, raw)
    account.hanging = hanging_in
    own = rules.settlement_doubling == OWN
    times = times_of(rules, doubled) if rules.auction_style == STYLE_LADDER or rules.auction_doubling == NOTED else 1
    if account.outcome == HANGING:
        times = 1 if own else times
        account.hanging += hang(rules, contract, taker, times, raw, score)
    else:
        if account.outcome == MADE:
            write_made(rules, contract, taker, times, raw, score)
        else:
            lost = belote[taker] if rules.settlement_belote_decides else 0
            write_inside(rules, contract, taker, times, raw, lost, score)
        winner = taker if account.outcome == MADE else highest(rules, taker, raw)
        if winner != ABSENT:
            # Who wins the next decided deal collects what hung, undoubled (001:27, 002:57, 003:41, 004:29).
            score[winner] += hanging_in * (times if own else 1)
            account.hanging = 0
    if not rules.settlement_belote_decides:
        for side in range(rules.sides):
            raw[side] += belote[side]
            won = own and account.outcome != HANGING and (side == taker) == (account.outcome == MADE)
            score[side] += rounded(rules, contract, belote[side]) * (times if won else 1)
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
    last: int,
) -> Any:
    """The account of one deal, settled from its points by side; `last` is the side that took the last trick."""
    account: Any = np.zeros(1, ACCOUNT).view(np.recarray)[0]
    account.last = last
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
    if raw[taker] > best or (raw[taker] == best and rules.settlement_equal == EQUAL_MADE):
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
    """Each side writes its own; of a doubled deal the winner writes all (003:34, 004:30), or his own so many times."""
    if times == 1 or rules.settlement_doubling == OWN:
        copy(raw, score)
        round_sums(rules, contract, score)
        score[taker] *= times
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
    declarations. Doubled: one such sum for the winner, of which the ruleset says what is multiplied. The defence keeps
    its belote when it loses, and the attack, where the ruleset says so.
    """
    bid = CAPOT_BID_POINTS if level == CAPOT_BID else level // 10 * 10
    times = times_of(rules, doubled)
    raw, score, belote, kept = account.raw, account.score, account.belote, account.kept
    for side in range(SEATS):
        raw[side] = account.cards[side] + account.declared[side] + belote[side]
        if rules.settlement_capot_when == CAPOT_RAW:
            raw[side] += account.bonus[side]
        score[side] = 0
        kept[side] = belote[side]
    made = is_made(rules, taker, level, account)
    account.outcome = MADE if made else INSIDE
    swept = level == CAPOT_BID
    for side in range(rules.sides):
        swept = swept or ((side == taker) == made and account.counted[side] == rules.hand_size)
    # Where each side's points were brought to whole ones by itself, together they are those of a suit contract.
    cards = PACK_POINTS + LAST_TRICK if is_scaled(rules, contract) else total(account.cards)
    whole = cards + total(account.declared)
    if swept and rules.settlement_capot_when == CAPOT_RAW and (made or rules.settlement_inside_capot):
        whole += rules.settlement_capot
    if not made and not rules.settlement_belote_kept and rules.settlement_belote_decides:
        whole += belote[taker]
        kept[taker] = 0
    if made and doubled > 1 and rules.settlement_doubled_belote != KEEP_DOUBLED and rules.settlement_belote_decides:
        for side in range(rules.sides):
            if side != taker:
                if rules.settlement_doubled_belote == TRANSFER_DOUBLED:
                    whole += belote[side]
                kept[side] = 0
    if made and rules.settlement_doubling == OWN:
        # What the others lost to him comes to his own points.
        given = total(belote) - total(kept) if rules.settlement_doubled_belote == TRANSFER_DOUBLED else 0
        whole = raw[taker] - belote[taker] + given
    for side in range(rules.sides):
        if made and doubled == 1:
            score[side] = rounded(rules, contract, raw[side] + (bid if side == taker else 0))
        elif (side == taker) == made:
            share = whole + bid * (times if rules.settlement_doubling == BID else 1)
            share = share if made else share // (rules.sides - 1)
            score[side] = rounded(rules, contract, share + kept[side])
            score[side] *= 1 if rules.settlement_doubling == BID else times
        else:
            score[side] = rounded(rules, contract, kept[side])


@rule
def is_made(rules: Rules, taker: int, level: int, account: Any) -> bool:
    """Whether a bid of points is made: capot with every trick, points with as many and with what else they need."""
    if level == CAPOT_BID:
        return bool(account.counted[taker] == rules.hand_size)
    if rules.settlement_bid_needs == NEEDS_HALF and account.cards[taker] < LEAST_CARD_POINTS:
        return False
    own = decisive(rules, account, taker)
    for side in range(rules.sides):
        if rules.settlement_bid_needs == NEEDS_MORE and side != taker and decisive(rules, account, side) >= own:
            return False
    return own >= level


@rule
def decisive(rules: Rules, account: Any, side: int) -> int:
    """The raw points of a side that decide about a bid: with its belote, or without."""
    return int(account.raw[side] - (0 if rules.settlement_belote_decides else account.belote[side]))
