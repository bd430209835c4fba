"""How many hands of one deal hold a kind of declaration: exact chances, for these hands depend on each other."""

import functools
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from dashboard.figures.exact import KIND_BITS, runs
from replay.cards import EIGHT, PACK_24, PACK_32

Shares = int
"""How many cards each of some hands has so far, six bits a hand, the first lowest."""
_BITS = 6


@functools.cache
def holding(pack: int, size: int, kind: str, hands: int) -> tuple[float, ...]:
    """The chances that 0, 1, 2… of so many hands of one deal, of `size` cards each, hold the kind at least once.

    `kind` is one of declarations, or `couple`. From the chances that none of some hands holds it.
    """
    none = [_none_holds(pack, size, kind, some) for some in range(hands + 1)]
    without = [
        sum(
            (-1) ** (some - exactly) * math.comb(some, exactly) * math.comb(hands, some) * none[some]
            for some in range(exactly, hands + 1)
        )
        for exactly in range(hands + 1)
    ]
    return tuple(map(float, reversed(without)))


@functools.cache
def _none_holds(pack: int, size: int, kind: str, hands: int) -> Fraction:
    """The chance that none of so many hands of one deal holds the kind."""
    cards = (PACK_32 if pack == 32 else PACK_24) & 0xFF
    all_dealt = pack == size * hands
    if kind == "carré":
        # Rank by rank: nobody has all four, if they count.
        sets = [frozenset(range(16 if rank <= EIGHT else 15)) for rank in range(8) if cards >> rank & 1]
        parts = [_dealt(0b1111, hands, allowed, all_dealt) for allowed in sets]
    else:
        # Suit by suit: nobody has one in it.
        allowed = frozenset(suit for suit in range(256) if not runs(suit) & KIND_BITS[kind])
        parts = [_dealt(cards, hands, allowed, all_dealt)] * 4
    half = len(parts) // 2
    first = _joined(parts[:half], hands, size)
    second = first if parts[:half] == parts[half:] else _joined(parts[half:], hands, size)
    all_have = sum(size << _BITS * hand for hand in range(hands))
    ways = sum(number * second.get(all_have - shares, 0) for shares, number in first.items())
    return Fraction(ways, math.prod(math.comb(pack - size * before, size) for before in range(hands)))


def _dealt(cards: int, hands: int, allowed: frozenset[int], all_dealt: bool) -> Mapping[Shares, int]:
    """The ways to give each hand an allowed set of these cards, and nobody the rest, by how many each gets."""
    ways: Mapping[tuple[int, Shares], int] = {(cards, 0): 1}
    within = {
        left: [(each, each.bit_count()) for each in allowed if each & ~left == 0]
        for left in range(cards + 1)
        if left & ~cards == 0
    }
    for hand in range(hands):
        more: defaultdict[tuple[int, Shares], int] = defaultdict(int)
        for (left, shares), number in ways.items():
            # Where all cards are dealt, the last hand takes what is left.
            last = all_dealt and hand == hands - 1
            for given, count in within[left]:
                if not last or given == left:
                    more[left & ~given, shares + (count << _BITS * hand)] += number
        ways = more
    found: defaultdict[Shares, int] = defaultdict(int)
    for (_, shares), number in ways.items():
        found[shares] += number
    return found


def _joined(parts: Iterable[Mapping[Shares, int]], hands: int, size: int) -> Mapping[Shares, int]:
    """The ways of all parts together, by how many cards each hand gets: none more than its size."""
    # With this added, a hand that has more than its size shows it in its highest bit.
    top = sum(1 << _BITS * hand + _BITS - 1 for hand in range(hands))
    room = top - sum(size + 1 << _BITS * hand for hand in range(hands))
    ways: Mapping[Shares, int] = {0: 1}
    for part in parts:
        more: defaultdict[Shares, int] = defaultdict(int)
        for shares, number in ways.items():
            for others, times in part.items():
                both = shares + others
                if not both + room & top:
                    more[both] += number * times
        ways = more
    return ways
