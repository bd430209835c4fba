"""Valuing: what a player thinks his hand is worth in a contract, in points he hopes to take."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from replay.cards import ACE, ALL_TRUMP, JACK, KING, NINE, NO_TRUMP, PACK_24, QUEEN, TEN
from replay.compiled import Rules
from replay.declarations import SHARED, best_of_hand, runs_value
from replay.findings import ABSENT
from replay.hands import size_of
from replay.jit import rule
from replay.knobs import code

NO_DECLARATIONS = code("declarations.contest", "none")
_RANKS = np.arange(256)[:, None] >> np.arange(8) & 1


def _by_cards(worth: list[int]) -> NDArray[np.int64]:
    """From what each rank is worth, from the seven, to what each choice of a suit's cards is worth."""
    values: NDArray[np.int64] = (_RANKS * np.array(worth)).sum(axis=1).astype(np.int64)
    return values


IN_TRUMPS: Final = _by_cards([5, 5, 20, 11, 29, 7, 8, 13])
"""What a suit is worth as trumps: more than its points, for the tricks that it wins."""
IN_PLAIN: Final = _by_cards([0, 0, 0, 3, 0, 0, 1, 14])
"""What a plain suit is worth while trumps are out."""
IN_NO_TRUMP: Final = _by_cards([0, 0, 1, 10, 3, 4, 6, 19])
IN_ALL_TRUMP: Final = _by_cards([0, 0, 11, 2, 26, 1, 2, 5])
VOID, SHORT = 7, 3
"""What it is worth to ruff a suit soon, with no card of it or one."""
PAIR = 1 << QUEEN | 1 << KING
GUARDED = 1 << JACK | 1 << NINE
DOUBTED = 3
"""By how much a declaration's worth is divided: it may be beaten."""


@rule
def worth(hand: int, contract: int) -> int:
    """What a hand is worth in a contract to who would be its taker."""
    total = 0
    for suit in range(4):
        cards = (hand >> 8 * suit) & 0xFF
        if contract == NO_TRUMP:
            total += IN_NO_TRUMP[cards] + long_suit(cards)
        elif contract == ALL_TRUMP:
            total += IN_ALL_TRUMP[cards] + held_pairs(cards)
        elif contract == suit:
            total += IN_TRUMPS[cards] + (12 if cards & PAIR == PAIR else 0)
        else:
            total += IN_PLAIN[cards]
            if cards & (cards - 1) == 0:
                total += VOID if cards == 0 else SHORT
    return total


@rule
def long_suit(cards: int) -> int:
    """What is added in no trump for a long suit headed by the ace."""
    if (cards >> ACE) & 1 == 0:
        return 0
    return 4 * max(size_of(cards) - 2, 0) + (8 if (cards >> TEN) & 1 else 0)


@rule
def held_pairs(cards: int) -> int:
    """What is added in all trumps for a belote, and for a nine that the jack guards."""
    total = 12 if cards & PAIR == PAIR else 0
    return total + (8 if cards & GUARDED == GUARDED else 0)


@rule
def declared_worth(rules: Rules, hand: int) -> int:
    """What a hand's declarations add to its worth."""
    if rules.declarations_contest == NO_DECLARATIONS:
        return 0
    four = hand & (hand >> 8) & (hand >> 16) & (hand >> 24) & 0xFC
    return (best_of_hand(rules, hand) if four else runs_value(hand, rules.declarations_cards == SHARED)) // DOUBTED


@rule
def expected(rules: Rules) -> int:
    """What a hand must be worth to be bid on: less the fewer of its cards are seen, and otherwise without a partner."""
    need = 8 * int(rules.before_auction) + (14 if rules.pairs else 8)
    if rules.pack_cards == PACK_24:
        need += 8
    return need


@rule
def best_suit(rules: Rules, hand: int, without: int) -> tuple[int, int]:
    """The suit in which a hand is worth most, but one, and its worth there with its declarations."""
    best, most = ABSENT, -1
    for suit in range(4):
        value = worth(hand, suit)
        if suit != without and value > most:
            best, most = suit, value
    return best, most + declared_worth(rules, hand)
