"""Exact chances of a dealt hand: every hand of the pack counted, none left to chance."""

import functools
import math
from collections import defaultdict
from typing import Final

from replay.cards import EIGHT, PACK_24, PACK_32

_TIERCE, _QUARTE, _QUINTE, _COUPLE = 1, 2, 4, 8
_BITS: Final = (_TIERCE, _QUARTE, _QUINTE)
KIND_BITS: Final = {"tierce": _TIERCE, "quarte": _QUARTE, "quinte": _QUINTE, "couple": _COUPLE}
"""The bit of each kind that is held in one suit."""
_KING_QUEEN: Final = 0b0110_0000


def runs(suit: int) -> int:
    """The KIND_BITS of what is held in a suit: its longest unbroken runs, and whether king and queen are there."""
    found = _COUPLE if suit & _KING_QUEEN == _KING_QUEEN else 0
    length = 0
    for rank in range(9):
        if rank < 8 and suit >> rank & 1:
            length += 1
            continue
        if length >= 3:
            found |= _BITS[min(length, 5) - 3]
        length = 0
    return found


@functools.cache
def counts(pack: int, size: int) -> dict[str, int]:
    """Of all hands of `size` from the pack of 32 or 24 cards, how many hold what: by kind, `couple`, and `all`.

    Suit after suit, hands are kept apart by their cards so far, the kinds of their runs, and the ranks that all suits
    so far have: what is left of these after four suits are the carrés. Every hand is counted exactly once.
    """
    suit_pack = (PACK_32 if pack == 32 else PACK_24) & 0xFF
    subsets = [(suit, suit.bit_count(), runs(suit)) for suit in range(256) if suit & ~suit_pack == 0]
    ranks_that_count = 0xFF << (EIGHT + 1) & 0xFF
    hands: dict[tuple[int, int, int], int] = {(0, 0, ranks_that_count): 1}
    for _ in range(4):
        longer: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        for (cards, kinds, ranks), ways in hands.items():
            for suit, more, held in subsets:
                if cards + more <= size:
                    longer[cards + more, kinds | held, ranks & suit] += ways
        hands = longer
    whole = {state: ways for state, ways in hands.items() if state[0] == size}
    out = {"all": sum(whole.values())}
    for name, bit in KIND_BITS.items():
        out[name] = sum(ways for (_, kinds, _), ways in whole.items() if kinds & bit)
    out["carré"] = sum(ways for (_, _, ranks), ways in whole.items() if ranks)
    return out


def chance(pack: int, size: int, kind: str) -> float:
    """The chance that a hand of so many cards from a pack holds at least one declaration of a kind."""
    counted = counts(pack, size)
    return counted[kind] / counted["all"]


def of_marked(pack: int, marked: int, size: int) -> list[float]:
    """The chances that a hand of `size` holds 0, 1, 2… of `marked` cards of the pack."""
    return [
        math.comb(marked, held) * math.comb(pack - marked, size - held) / math.comb(pack, size)
        for held in range(min(marked, size) + 1)
    ]
