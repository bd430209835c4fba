"""The account of one deal: from points, declarations and belote to the score, by our numbers or by the record's."""

from typing import Any

from replay.compiled import Rules
from replay.contest import hold_contest
from replay.findings import ABSENT
from replay.frame import SEATS
from replay.jit import constant, inlined, rule
from replay.seats import side_of
from replay.settlement import is_scaled, settle

OURS, THEIRS = constant(0), constant(1)
"""Whether a deal is settled from what was computed, or first from the record's own numbers."""


@inlined
def card_points(rules: Rules, deal: Any, judged: Any, by_claim: int, cards: Any, tricks: Any) -> bool:
    """Put card points with the last trick, and tricks, by side into `cards` and `tricks`; whether they are known.

    Ours where the whole play is known, else the record's own; `by_claim` takes those first. A side that claims no
    points may still have a trick (of sevens and eights), so that only a claimed capot tells.
    """
    claimed = deal.claim_points[0] != ABSENT and deal.claim_last_trick
    if judged.has_points and not (by_claim and claimed):
        for side in range(rules.sides):
            cards[side] = judged.points[side]
            tricks[side] = judged.tricks[side]
        return True
    if not claimed:
        return False
    for side in range(rules.sides):
        cards[side] = deal.claim_points[side]
        tricks[side] = judged.tricks[side] if judged.has_points else 1
    if judged.has_points == 0:
        return claimed_tricks(rules, deal, cards, tricks)
    if deal.claim_capot and judged.capot != ABSENT:
        cards[judged.capot] -= rules.settlement_capot
    return True


@rule
def claimed_tricks(rules: Rules, deal: Any, cards: Any, tricks: Any) -> bool:
    """Tell from claimed points alone who has no trick; whether they tell."""
    without = 0
    for side in range(rules.sides):
        without += cards[side] == 0
    if without == 0:
        return True
    if without < rules.sides - 1 or deal.claim_capot == 0:
        return False
    for side in range(rules.sides):
        if cards[side] == 0:
            tricks[side] = 0
        else:
            tricks[side] = rules.hand_size
            cards[side] -= rules.settlement_capot
    return True


@inlined
def count_declared(rules: Rules, judged: Any, entries: Any, n: int, declared: Any) -> None:
    """Count the announced declarations that a ruleset lets count, by side."""
    declared[:] = 0
    hold_contest(rules, entries, n, declared)


@rule
def reckon(
    rules: Rules, deal: Any, judged: Any, entries: Any, n: int, hanging_in: int, by_claim: int, account: Any
) -> bool:
    """Settle a deal under a ruleset into an account; whether it can be.

    By claim: from the record's own points, declarations and belote where it has them.
    """
    if judged.contract == ABSENT or judged.taker == ABSENT:
        return False
    for side in range(SEATS):
        account.cards[side] = 0
        account.tricks[side] = 0
        account.declared[side] = 0
        account.belote[side] = 0
    if not card_points(rules, deal, judged, by_claim, account.cards, account.tricks):
        return False
    if deal.claim_declarations[0] != ABSENT and (by_claim or judged.has_declared == 0):
        for side in range(rules.sides):
            account.declared[side] = deal.claim_declarations[side]
    elif judged.has_declared:
        count_declared(rules, judged, entries, n, account.declared)
    else:
        return False
    if deal.claim_belote[0] != ABSENT and (by_claim or judged.has_belote == 0):
        for side in range(rules.sides):
            account.belote[side] = deal.claim_belote[side]
    elif judged.has_belote:
        for side in range(rules.sides):
            account.belote[side] = judged.belote[side]
    else:
        return False
    account.last = ABSENT
    if judged.winners_n == rules.hand_size:
        account.last = side_of(rules, int(judged.winners[rules.hand_size - 1]))
    if account.last == ABSENT and is_scaled(rules, judged.contract):
        return False
    taker = side_of(rules, judged.taker)
    settle(rules, judged.contract, taker, judged.level, judged.doubled, hanging_in, account)
    return True
