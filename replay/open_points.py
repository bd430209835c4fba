"""Open points of a settlement: on what a recorded score rests that differs from the computed one."""

from typing import Any

from replay.cards import BELOTE
from replay.compiled import Rules
from replay.findings import ABSENT
from replay.jit import rule
from replay.judgement import Outcome
from replay.knobs import code
from replay.seats import side_of
from replay.settlement import STYLE_POINTS, TENS, boundary_of
from replay.violations import key_number

HANGING, INSIDE = int(Outcome.HANGING), int(Outcome.INSIDE)
HANG = code("settlement.equal", "hang")
REDOUBLED = 4

DOUBLED_TIE = key_number("doubled_tie")
DOUBLED_SCORE = key_number("doubled_score")
DOUBLED_ROUNDING = key_number("doubled_rounding")
EQUAL_ON_BOUNDARY = key_number("equal_on_boundary")
ROUNDING_FIVE = key_number("rounding_five")
ROUNDING_THREE = key_number("rounding_three")
HANGING_BELOTE = key_number("hanging_belote")
HANGING_AGAIN = key_number("hanging_again")
HANGING_KEPT = key_number("hanging_kept")
AGAINST_EACH = key_number("against_each")
SHARED_POINTS = key_number("shared_points")


@rule
def score_rests_on(rules: Rules, judged: Any, recorded: Any, computed: Any, account: Any, rounding: bool) -> int:
    """The fact that decides between a recorded and a computed score, or ABSENT for none but the rule itself.

    `account` is the settled one; `rounding` says that the scores differ by no
    more than rounding can make.
    """
    taker = side_of(rules, judged.taker)
    if rules.auction_style == STYLE_POINTS:
        if judged.doubled > 1:
            return DOUBLED_SCORE
        return ROUNDING_FIVE if rounding and ends_in(rules, account, 5) else ABSENT
    if account.outcome == HANGING and judged.doubled > 1:
        return DOUBLED_TIE
    if rounding and rules.settlement_rounding != TENS:
        boundary, _ = boundary_of(rules, judged.contract)
        if judged.doubled == REDOUBLED:
            return DOUBLED_ROUNDING
        if boundary != 0 and account.outcome == HANGING and account.raw[taker] % 10 == boundary:
            return EQUAL_ON_BOUNDARY
        if boundary != 0 and rules.sides > 2 and ends_in(rules, account, boundary):
            return ROUNDING_THREE
    if account.outcome == HANGING and recorded[taker] == BELOTE:
        return HANGING_BELOTE
    if rules.sides > 2 and account.outcome == INSIDE:
        equal = False
        near = recorded[taker] == computed[taker]
        for side in range(rules.sides):
            equal = equal or (side != taker and account.raw[side] == account.raw[taker])
            near = near and abs(recorded[side] - computed[side]) <= 1
        if near:
            return SHARED_POINTS
        if equal and rules.settlement_equal == HANG:
            return AGAINST_EACH
    return DOUBLED_SCORE if judged.doubled > 1 else ABSENT


@rule
def ends_in(rules: Rules, account: Any, digit: int) -> bool:
    """Whether the raw points of a side end in a digit."""
    for side in range(rules.sides):
        if account.raw[side] % 10 == digit:
            return True
    return False


@rule
def hanging_rests_on(hanging_in: int, recorded: int, account: Any) -> int:
    """The fact that decides what hangs after a deal before which points hung, or ABSENT."""
    if hanging_in <= 0:
        return ABSENT
    if account.outcome == HANGING and recorded == account.hanging - hanging_in:
        return HANGING_AGAIN
    return HANGING_KEPT if account.outcome != HANGING and account.hanging == hanging_in else ABSENT
