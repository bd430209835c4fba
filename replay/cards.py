"""Cards, suits, ranks and contracts as integers with names, and the tables of their strength and value."""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from replay.jit import constant

Card: TypeAlias = int
"""A card: 8 · suit + rank, 0 to 31."""
Cards: TypeAlias = int
"""A set of cards: bit c stands for card c."""
Seat: TypeAlias = int
"""A seat in playing order, from 0."""

SUITS: Final = "CDHS"
RANKS: Final = "789TJQKA"
CONTRACTS: Final = ("C", "D", "H", "S", "NT", "AT")
NO_TRUMP: Final = 4
ALL_TRUMP: Final = 5
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)

CARD_NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_BY_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}
PACK_32: Final[Cards] = 0xFFFFFFFF
PACK_24: Final[Cards] = 0xFCFCFCFC
"""The pack from the nine up (003:15)."""

UNKNOWN: Final = 254
"""A card that the record does not name (`?`)."""
NOTHING: Final = constant(255)
"""No card, no seat: the padding of fixed-size arrays."""

TRUMP_ORDER: Final = "78QKTA9J"
PLAIN_ORDER: Final = "789JQKTA"
TRUMP_VALUE: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_VALUE: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
LAST_TRICK: Final = 10
"""Points of the last trick in every system (000:24, 001:25, 002:53, 003:66, 004:20)."""
BELOTE: Final = 20
"""Points of the king and queen of trumps in one hand (000:40, 001:23, 002:49, 003:61, 004:13)."""


def card(name: str) -> Card:
    """The card with this name, `TS` for the ten of spades; raises KeyError for no card's name."""
    return CARD_BY_NAME[name]


def cards(names: str) -> list[Card]:
    """The cards named in a text, separated by spaces: `"TH JH"`."""
    return [CARD_BY_NAME[name] for name in names.split()]


def mask(held: "list[Card] | tuple[Card, ...]") -> Cards:
    """The set of the given cards; unknown cards are left out."""
    out = 0
    for each in held:
        if each < UNKNOWN:
            out |= 1 << each
    return out


def members(held: Cards) -> list[Card]:
    """The cards of a set, in the order of their numbers."""
    return [each for each in range(32) if held >> each & 1]


def names(held: Cards) -> str:
    """The cards of a set by name, separated by spaces."""
    return " ".join(CARD_NAMES[each] for each in members(held))


def is_trump_suit(contract: int, suit: int) -> bool:
    """Whether a suit ranks and counts as trumps in a contract: its own, and in all trumps each."""
    return contract in (suit, ALL_TRUMP)


def _tables() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    value = np.zeros((6, 32), np.int64)
    strength = np.zeros((6, 32), np.int64)
    for contract in range(6):
        for each in range(32):
            suit, rank = divmod(each, 8)
            trump = is_trump_suit(contract, suit)
            order, worth = (TRUMP_ORDER, TRUMP_VALUE) if trump else (PLAIN_ORDER, PLAIN_VALUE)
            strength[contract, each] = order.index(RANKS[rank])
            value[contract, each] = worth[RANKS[rank]]
    beaten_by = np.zeros((6, 32), np.int64)
    for contract in range(6):
        for low in range(32):
            for high in range(32):
                if low // 8 == high // 8:
                    beats = strength[contract, high] > strength[contract, low]
                else:
                    beats = contract == high // 8
                if beats:
                    beaten_by[contract, low] |= 1 << high
    return strength, value, beaten_by


STRENGTH, VALUE, BEATEN_BY = _tables()
"""By contract and card: the rank inside its suit, the points, and the cards that beat it in a trick
(higher ones of its suit, and every trump if it is plain)."""

SUIT_CARDS: Final = np.array([0xFF << 8 * suit for suit in range(4)], np.int64)
"""By suit: its eight cards."""
TRUMPS: Final = np.array([0xFF, 0xFF00, 0xFF0000, 0xFF000000, 0, 0], np.int64)
"""By contract: the cards that may ruff a plain suit; none in no trump and all trumps."""
HEADED: Final = np.array([0xFF, 0xFF00, 0xFF0000, 0xFF000000, 0, PACK_32], np.int64)
"""By contract: the cards of suits in which one must head: trumps, and in all trumps every suit."""
