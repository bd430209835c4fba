"""The contest of declarations: which of those announced at the table count."""

from typing import Any, Final

import numpy as np

from replay.compiled import Rules
from replay.declarations import CARRE_LOWEST, SHARED, SHORTEST, strength, value_of
from replay.findings import ABSENT
from replay.jit import constant, rule
from replay.knobs import code

CONTEST_NONE = code("declarations.contest", "none")
JOINT = code("declarations.contest", "joint")
SEPARATE = code("declarations.contest", "separate")
TIE_FIRST = code("declarations.tie", "first")
TIE_VOID = code("declarations.tie", "void")
TIE_TRUMP_VOID = code("declarations.tie", "trump_void")

ENTERED: Final = np.dtype(
    [
        ("seat", np.int64),
        ("side", np.int64),
        ("order", np.int64),  # when it was announced, from the opening leader
        ("kind", np.int64),  # CARRE, or 3, 4, 5 cards
        ("top", np.int64),  # rank of the top card, or of the carré
        ("trump", np.int64),
        ("value", np.int64),
        ("alive", np.int64),
    ]
)
"""A declaration that stands in the contest."""
ENTRIES: Final = 24
"""Most declarations in one contest."""
TIED: Final = constant(-2)
LOWEST, HIGHEST = constant(0), constant(1 << 20)
"""Bounds below and above every strength."""
BELOW_HUNDREDS: Final = constant(16 * 5 - 1)
"""The strength of the best quarte."""


@rule
def enter(
    rules: Rules, entries: Any, n: int, seat: int, side: int, order: int, kind: int, top: int, trump: bool
) -> int:
    """Put one more declaration into a contest of n; the answer is the new n.

    Where cards are not shared, eight of a suit are a quinte and a tierce (004:11).
    """
    parts = 2 if kind == 8 and rules.declarations_cards != SHARED else 1
    for part in range(parts):
        if n < len(entries):
            each = entries[n]
            each.seat = seat
            each.side = side
            each.order = order
            each.kind = kind if part == 0 else SHORTEST
            each.top = top if part == 0 else SHORTEST - 1
            each.trump = trump
            each.value = value_of(each.kind, each.top)
            n += 1
    return n


@rule
def best_side(rules: Rules, entries: Any, n: int, low: int, high: int) -> int:
    """The side of the best declaration whose strength lies between two bounds; ABSENT for none, TIED for a tie."""
    best = ABSENT
    tied = False
    trumps_part = rules.declarations_tie != TIE_VOID and rules.declarations_tie != TIE_FIRST
    for i in range(n):
        each = entries[i]
        power = strength(rules, each.kind, each.top)
        if each.alive == 0 or power < low or power > high:
            continue
        if best == ABSENT:
            best = i
            continue
        rival = entries[best]
        against = strength(rules, rival.kind, rival.top)
        if power > against:
            best = i
            tied = False
        elif power == against and trumps_part and each.trump != rival.trump:
            best = i if each.trump else best
            tied = False
        elif power == against and each.side != rival.side:
            if rules.declarations_tie == TIE_VOID or rules.declarations_tie == TIE_TRUMP_VOID:
                tied = True
            elif each.order < rival.order:
                best = i
    if best == ABSENT:
        return ABSENT
    return TIED if tied else int(entries[best].side)


@rule
def fall(rules: Rules, entries: Any, n: int, side: int, low: int, high: int) -> None:
    """Let declarations between two strengths fall, all but those of a side."""
    for i in range(n):
        power = strength(rules, entries[i].kind, entries[i].top)
        if entries[i].side != side and low <= power <= high:
            entries[i].alive = 0


@rule
def hold_contest(rules: Rules, entries: Any, n: int, points: Any) -> None:
    """Decide which of n declarations count, leave those `alive`, and add their values to `points` by side.

    Joint: all those of the side with the best. Separate: sequences and carrés each so. Ranked: from the strongest
    kind down, the side with the best of a kind counts its own and destroys the others' lower ones, save that a
    carré leaves a hundred standing; equal best fall and destroy nothing (003:62-65).
    """
    for i in range(n):
        entries[i].alive = 1
    carre = CARRE_LOWEST
    if rules.declarations_contest == CONTEST_NONE:
        fall(rules, entries, n, TIED, LOWEST, HIGHEST)
    elif rules.declarations_contest == JOINT:
        fall(rules, entries, n, best_side(rules, entries, n, LOWEST, HIGHEST), LOWEST, HIGHEST)
    elif rules.declarations_contest == SEPARATE:
        fall(rules, entries, n, best_side(rules, entries, n, LOWEST, carre - 1), LOWEST, carre - 1)
        fall(rules, entries, n, best_side(rules, entries, n, carre, HIGHEST), carre, HIGHEST)
    else:
        side = best_side(rules, entries, n, carre, HIGHEST)
        if side >= 0:
            fall(rules, entries, n, side, carre, HIGHEST)
            fall(rules, entries, n, side, LOWEST, BELOW_HUNDREDS)
        for length in (5, 4, 3):
            low = 16 * length
            high = low + 15 if length < 5 else carre - 1
            side = best_side(rules, entries, n, low, high)
            if side != ABSENT:
                fall(rules, entries, n, side, low, high)
            if side >= 0:
                fall(rules, entries, n, side, LOWEST, low - 1)
    for i in range(n):
        if entries[i].alive:
            points[entries[i].side] += entries[i].value
