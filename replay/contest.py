"""The contest of declarations: which of those announced at the table count."""

from typing import Any, Final

import numpy as np

from replay.cards import QUEEN
from replay.compiled import Rules
from replay.declarations import CARRE, SHARED, SHORTEST, strength, value_of
from replay.findings import ABSENT
from replay.jit import constant, rule
from replay.knobs import code

CONTEST_NONE = code("declarations.contest", "none")
JOINT = code("declarations.contest", "joint")
SEPARATE = code("declarations.contest", "separate")
TIE_TRUMP_FIRST = code("declarations.tie", "trump_first")
TIE_VOID = code("declarations.tie", "void")

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
    for i in range(n):
        each = entries[i]
        power = strength(each.kind, each.top)
        if each.alive == 0 or power < low or power > high:
            continue
        if best == ABSENT:
            best = i
            continue
        rival = entries[best]
        against = strength(rival.kind, rival.top)
        if power > against:
            best = i
            tied = False
        elif power == against and each.side != rival.side:
            if rules.declarations_tie == TIE_VOID:
                tied = True
            elif rules.declarations_tie == TIE_TRUMP_FIRST and each.trump != rival.trump:
                best = i if each.trump else best
            elif each.order < rival.order:
                best = i
    if best == ABSENT:
        return ABSENT
    return TIED if tied else int(entries[best].side)


@rule
def fall(entries: Any, n: int, side: int, low: int, high: int) -> None:
    """Let declarations between two strengths fall, all but those of a side."""
    for i in range(n):
        power = strength(entries[i].kind, entries[i].top)
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
    carre = strength(CARRE, QUEEN)
    if rules.declarations_contest == CONTEST_NONE:
        fall(entries, n, TIED, LOWEST, HIGHEST)
    elif rules.declarations_contest == JOINT:
        fall(entries, n, best_side(rules, entries, n, LOWEST, HIGHEST), LOWEST, HIGHEST)
    elif rules.declarations_contest == SEPARATE:
        fall(entries, n, best_side(rules, entries, n, LOWEST, carre - 1), LOWEST, carre - 1)
        fall(entries, n, best_side(rules, entries, n, carre, HIGHEST), carre, HIGHEST)
    else:
        side = best_side(rules, entries, n, carre, HIGHEST)
        if side >= 0:
            fall(entries, n, side, carre, HIGHEST)
            fall(entries, n, side, LOWEST, 16 * 5 - 1)
        for length in (5, 4, 3):
            low = 16 * length
            side = best_side(rules, entries, n, low, low + 15)
            if side != ABSENT:
                fall(entries, n, side, low, low + 15)
            if side >= 0:
                fall(entries, n, side, LOWEST, low - 1)
    for i in range(n):
        if entries[i].alive:
            points[entries[i].side] += entries[i].value
