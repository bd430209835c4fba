"""Valuing: what a player thinks his hand is worth in a contract, in points he hopes to take."""

from typing import Any

import numpy as np

from replay.cards import ACE, ALL_TRUMP, JACK, KING, NINE, NO_TRUMP, PACK_24, QUEEN, SUIT_CARDS, TEN
from replay.compiled import Rules
from replay.declarations import best_of_hand
from replay.findings import ABSENT
from replay.hands import size_of
from replay.jit import rule
from replay.knobs import code

NO_DECLARATIONS = code("declarations.contest", "none")
IN_TRUMPS = np.array([5, 5, 20, 11, 29, 7, 8, 13], np.int64)
"""What a trump is worth, by rank from the seven: more than its points, for the tricks that it wins."""
IN_PLAIN = np.array([0, 0, 0, 3, 0, 0, 1, 14], np.int64)
"""What a plain card is worth while trumps are out."""
IN_NO_TRUMP = np.array([0, 0, 1, 10, 3, 4, 6, 19], np.int64)
IN_ALL_TRUMP = np.array([0, 0, 12, 3, 27, 1, 2, 6], np.int64)
VOID, SHORT = 7, 3
"""What it is worth to ruff a suit soon, with no card of it or one."""
OF_PARTNER = 3
"""By how much a declaration's worth is divided: it may be beaten."""


@rule
def worth(rules: Rules, hand: int, contract: int) -> int:
    """What a hand is worth in a contract to who would be its taker."""
    if contract == NO_TRUMP:
        return of_ranks(hand, IN_NO_TRUMP) + long_suits(hand)
    if contract == ALL_TRUMP:
        return of_ranks(hand, IN_ALL_TRUMP) + held_belotes(hand)
    trumps = hand & SUIT_CARDS[contract]
    total = of_ranks(trumps, IN_TRUMPS) + of_ranks(hand & ~SUIT_CARDS[contract], IN_PLAIN)
    if size_of(trumps) >= 2:
        for suit in range(4):
            if suit != contract:
                n = size_of(hand & SUIT_CARDS[suit])
                total += VOID if n == 0 else (SHORT if n == 1 else 0)
    pair = (1 << QUEEN | 1 << KING) << 8 * contract
    if trumps & pair == pair:
        total += 12
    return total


@rule
def of_ranks(cards: int, by_rank: Any) -> int:
    """The sum over cards of a worth by rank."""
    total = 0
    for card in range(32):
        if (cards >> card) & 1:
            total += by_rank[card & 7]
    return total


@rule
def long_suits(hand: int) -> int:
    """What is added in no trump for long suits headed by the ace."""
    total = 0
    for suit in range(4):
        if (hand >> (8 * suit + ACE)) & 1:
            total += 4 * max(size_of(hand & SUIT_CARDS[suit]) - 2, 0)
            if (hand >> (8 * suit + TEN)) & 1:
                total += 8
    return total


@rule
def held_belotes(hand: int) -> int:
    """What is added in all trumps for belotes, and for nines that a jack guards."""
    total = 0
    for suit in range(4):
        pair = (1 << QUEEN | 1 << KING) << 8 * suit
        if hand & pair == pair:
            total += 12
        if (hand >> (8 * suit + JACK)) & 1 and (hand >> (8 * suit + NINE)) & 1:
            total += 8
    return total


@rule
def declared_worth(rules: Rules, hand: int, contract: int) -> int:
    """What a hand's declarations add to its worth."""
    if rules.declarations_contest == NO_DECLARATIONS or contract == NO_TRUMP:
        return 0
    return best_of_hand(rules, hand) // OF_PARTNER


@rule
def expected(rules: Rules) -> int:
    """What a hand must be worth to be bid on: less the fewer of its cards are seen, more without a partner."""
    need = 8 * rules.before_auction + 6
    if rules.pairs == 0:
        need += 2
    if rules.pack_cards == PACK_24:
        need += 8
    return need


@rule
def best_suit(rules: Rules, hand: int, without: int) -> tuple[int, int]:
    """The suit in which a hand is worth most, but one, and its worth there."""
    best, most = ABSENT, -1
    for suit in range(4):
        value = worth(rules, hand, suit) + declared_worth(rules, hand, suit)
        if suit != without and value > most:
            best, most = suit, value
    return best, most
