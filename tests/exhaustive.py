"""Every hand of eight cards, and what declarations the rules see in it: counts to hold against closed forms."""

from typing import Any

import numpy as np

from replay.cards import KING, PACK_32, QUEEN
from replay.declarations import CARRE, note_held
from replay.frame import JUDGED
from replay.jit import making_arrays, rule

HANDS, WITH_CARRE, WITH_BELOTE = 0, 1, 2
RUN = 3
"""Where hands by their longest sequence begin: none, tierce, quarte, quinte or longer."""


@making_arrays
def count_hands(judged: Any, out: Any, first: int, beyond: int) -> None:
    """Count the hands whose lowest card is one of some: all hands, those with a carré, those with any belote, those by
    their longest sequence."""
    chosen = np.zeros(8, np.int64)
    for low in range(first, beyond):
        chosen[0] = low
        for at in range(1, 8):
            chosen[at] = low + at
        while chosen[7] < 32:
            hand = 0
            for at in range(8):
                hand |= 1 << chosen[at]
            count_hand(judged, out, hand)
            at = 7
            while at > 0 and chosen[at] == 24 + at:
                at -= 1
            if at == 0:
                break
            chosen[at] += 1
            for after in range(at + 1, 8):
                chosen[after] = chosen[after - 1] + 1


@rule
def count_hand(judged: Any, out: Any, hand: int) -> None:
    """Add one hand."""
    judged.held_n = 0
    note_held(judged, 0, hand)
    longest, carre = 0, 0
    for at in range(judged.held_n):
        if judged.held_kind[at] == CARRE:
            carre = 1
        else:
            longest = max(longest, min(judged.held_kind[at], 5))
    out[HANDS] += 1
    out[WITH_CARRE] += carre
    pairs = (hand >> KING) & (hand >> QUEEN) & 0x01010101
    out[WITH_BELOTE] += pairs != 0
    out[RUN + max(longest - 2, 0)] += 1


def counts(first: int = 0, beyond: int = 25) -> list[int]:
    """The counts of all hands whose lowest card is one of `first` to `beyond`, of the pack's thirty-two in order."""
    assert PACK_32 == (1 << 32) - 1
    judged: Any = np.zeros(1, JUDGED).view(np.recarray)
    out = np.zeros(RUN + 4, np.int64)
    count_hands(judged[0], out, first, beyond)
    return [int(each) for each in out]
