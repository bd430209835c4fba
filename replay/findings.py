"""How compiled rules report: findings into a buffer, reasons why a part cannot be judged."""

from typing import Any, Final

import numpy as np

from replay.frame import ABSENT
from replay.jit import constant, inlined, rule
from replay.judgement import PARTS
from replay.violations import CATALOGUE, PART_OF, RULE_OF

REASONS: Final = (
    "",
    "not built yet",
    "the ruleset does not state it",
    "no plays recorded",
    "the contract is not known",
    "the leader is not known",
    "an unknown card was played",
    "hands are incomplete",
    "the last tricks are missing",
    "no hands recorded",
    "nothing claimed",
    "no calls recorded",
    "the dealer is not known",
    "announcements are not recorded",
    "earlier deals of the match are missing",
    "no exchange in this game",
    "the record does not say when it was announced",
    "the deal was not played out",
    "the score cannot be computed",
    "a play is missing",
    "an unrecorded thrown-in deal may have come before",
)
"""Why a part of a deal is not auditable, by the number that compiled rules use."""
(
    _,
    NOT_BUILT,
    NOT_STATED,
    NO_PLAYS,
    NO_CONTRACT,
    NO_LEADER,
    UNKNOWN_CARD,
    HANDS_INCOMPLETE,
    TRICKS_MISSING,
    NO_HANDS,
    NOTHING_CLAIMED,
    NO_CALLS,
    NO_DEALER,
    NO_ANNOUNCEMENTS,
    DEALS_MISSING,
    NO_EXCHANGE,
    NO_TIME,
    NOT_PLAYED_OUT,
    NO_SCORE,
    PLAY_MISSING,
    MAYBE_THROWN_IN,
) = map(constant, range(len(REASONS)))

IS_NOTE: Final = np.array([each.severity == "note" for each in CATALOGUE.values()])
"""By code: whether it is a remark that leaves the part legal."""
NO_CARDS: Final = constant(0)
"""No legal cards to name."""
LEGAL, VIOLATION, UNSETTLED, NOT_AUDITABLE = range(4)
DEAL_PART, AUCTION_PART, EXCHANGE_PART, PLAY_PART, DECLARATIONS_PART, BELOTE_PART, CLAIMS_PART, MATCH_PART = map(
    constant, range(len(PARTS))
)


@rule
def find(found: Any, count: Any, deal: int, code: int, seat: int, position: int, card: int, allowed: int) -> int:
    """Report a broken rule; the answer is its index in the buffer.

    `count` goes on counting when the buffer is full, so that the caller knows how large it must be.
    """
    at = int(count[0])
    count[0] = at + 1
    if at < len(found):
        each = found[at]
        each.deal = deal
        each.code = code
        each.rule = RULE_OF[code]
        each.seat = seat
        each.position = position
        each.card = card
        each.allowed = allowed
        each.values_n = 0
    return at


@rule
def rests_on(found: Any, at: int, key: int) -> None:
    """Let a finding cite another knob or fact than its code's own."""
    if at < len(found):
        found[at].rule = key


@rule
def differs(found: Any, at: int, n: int, recorded: Any, computed: Any) -> None:
    """Give a finding the n numbers that the record has, and those that follow from the rules."""
    if at < len(found):
        each = found[at]
        each.values_n = n
        for i in range(n):
            each.recorded[i] = recorded[i]
            each.computed[i] = computed[i]


@rule
def differ(found: Any, at: int, recorded: int, computed: int) -> None:
    """Give a finding the number that the record has, and the one that follows from the rules."""
    if at < len(found):
        each = found[at]
        each.values_n = 1
        each.recorded[0] = recorded
        each.computed[0] = computed


@rule
def cannot(judged: Any, part: int, reason: int) -> None:
    """Say why a part cannot be judged; the first reason stays."""
    if judged.reasons[part] == 0:
        judged.reasons[part] = reason


@inlined
def close(rules: Any, judged: Any, found: Any, first: int, last: int) -> None:
    """Turn the findings of one deal, those from first to last, into a verdict for each part."""
    for part in range(len(PARTS)):
        judged.verdicts[part] = NOT_AUDITABLE if judged.reasons[part] != 0 else LEGAL
    for at in range(first, min(last, len(found))):
        code = found[at].code
        if code == ABSENT or IS_NOTE[code]:
            continue
        part = PART_OF[code]
        if rules.unsettled[found[at].rule] == 0:
            judged.verdicts[part] = VIOLATION
        elif judged.verdicts[part] != VIOLATION:
            judged.verdicts[part] = UNSETTLED


__all__ = ["ABSENT", "cannot", "close", "differ", "differs", "find", "rests_on"]
