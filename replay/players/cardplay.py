"""Card play: which legal card a player chooses, from his hand and the cards that everybody has seen."""

from typing import Any

import numpy as np

from replay.cards import BEATEN_BY, STRENGTH, SUIT_CARDS, TRUMPS, VALUE
from replay.compiled import Rules
from replay.findings import ABSENT
from replay.hands import size_of
from replay.jit import constant, rule
from replay.law import legal_for, winning
from replay.players.chance import below, happens

PLACE = np.zeros(37, np.int64)
"""The number of a card, by the remainder of its bit: 37 tells all 32 apart."""
for _card in range(32):
    PLACE[(1 << _card) % 37] = _card
LOW, HIGH = constant(0), constant(1)
"""Which end of a set of cards is wanted: the card one would rather lose, or the one worth most."""
KEPT = 24
"""What it costs to throw a trump or a card that would win its suit, beside its points."""


@rule
def choose_card(
    rules: Rules,
    temper: Any,
    chance: Any,
    contract: int,
    hand: int,
    trick: Any,
    n: int,
    gone: int,
    partner: bool,
    attack: bool,
) -> int:
    """The card that a player plays as card n of a trick.

    `gone` are the cards of earlier tricks; `partner` says whether his partner holds the trick, `attack` whether his
    side has the contract.
    """
    last = n == rules.deal_players - 1
    allowed = legal_for(rules, contract, hand, trick, n, partner, last)
    if allowed & (allowed - 1) == 0:
        return pick(contract, allowed, LOW, 0)
    if happens(chance, temper.slips):
        return nth(allowed, below(chance, size_of(allowed)))
    seen = hand
    for i in range(n):
        seen |= 1 << trick[i]
    if temper.counts:
        seen |= gone
    unseen = rules.pack_cards & ~seen
    if n == 0:
        return lead(contract, hand, unseen, attack)
    best = trick[winning(contract, trick, n)]
    masters = high_cards(contract, allowed, unseen)
    if partner:
        if last or is_high(contract, best, unseen):
            return give(contract, allowed, masters)
        return pick(contract, allowed, LOW, masters)
    beating = allowed & BEATEN_BY[contract, best]
    if beating == 0:
        return pick(contract, allowed, LOW, masters)
    ruffs = beating & TRUMPS[contract]
    plain = beating & ~ruffs
    if last:
        return pick(contract, plain, HIGH, 0) if plain != 0 else pick(contract, ruffs, LOW, 0)
    if plain & masters != 0:
        return pick(contract, plain & masters, HIGH, 0)
    if ruffs != 0:
        return pick(contract, ruffs, LOW, 0)
    rich = 0
    for i in range(n):
        rich += VALUE[contract, trick[i]]
    return pick(contract, beating, LOW, 0) if rich >= 10 else pick(contract, allowed, LOW, masters)


@rule
def lead(contract: int, hand: int, unseen: int, attack: bool) -> int:
    """Draw trumps with the high ones when attacking, cash masters, else lead a low card of a long suit."""
    trumps = hand & TRUMPS[contract]
    others_trumps = unseen & TRUMPS[contract]
    high = high_cards(contract, hand, unseen)
    if attack and trumps != 0 and others_trumps != 0:
        if trumps & high != 0:
            return pick(contract, trumps & high, HIGH, 0)
        if size_of(trumps) >= 4:
            return pick(contract, trumps, LOW, 0)
    plain = hand & ~trumps
    if plain & high != 0:
        # The more cards of its suit the others have, the less likely it is ruffed.
        best, most = ABSENT, -1
        for suit in range(4):
            cards = plain & high & SUIT_CARDS[suit]
            if cards != 0:
                open_ = size_of(unseen & SUIT_CARDS[suit])
                if open_ > most:
                    best, most = pick(contract, cards, HIGH, 0), open_
        if others_trumps == 0 or most >= 3:
            return best
    if plain == 0:
        return pick(contract, hand, LOW, hand & high)
    best, most = ABSENT, -100
    for suit in range(4):
        cards = plain & SUIT_CARDS[suit]
        if cards != 0:
            low = pick(contract, cards, LOW, 0)
            like = 3 * size_of(cards) - 2 * VALUE[contract, low]
            if like > most:
                best, most = low, like
    return best


@rule
def give(contract: int, allowed: int, masters: int) -> int:
    """A card for a trick that the partner has: the most points, but no trump and no master if it can be helped."""
    spare = allowed & ~masters & ~TRUMPS[contract]
    if spare != 0:
        return pick(contract, spare, HIGH, 0)
    plain = allowed & ~TRUMPS[contract]
    return pick(contract, plain if plain != 0 else allowed, HIGH if plain != 0 else LOW, 0)


@rule
def is_high(contract: int, card: int, unseen: int) -> bool:
    """Whether no card that is still to be seen beats this one in its suit."""
    return bool(BEATEN_BY[contract, card] & SUIT_CARDS[card >> 3] & unseen == 0)


@rule
def high_cards(contract: int, cards: int, unseen: int) -> int:
    """Those of some cards that nothing unseen beats in their suits."""
    high = 0
    while cards != 0:
        bit = cards & -cards
        if is_high(contract, PLACE[bit % 37], unseen):
            high |= bit
        cards ^= bit
    return high


@rule
def pick(contract: int, cards: int, end: int, kept: int) -> int:
    """The card of a set with most or fewest points, the weaker of equals; `kept` and trumps go last of the low."""
    best, most = ABSENT, -1000
    while cards != 0:
        bit = cards & -cards
        cards ^= bit
        card = PLACE[bit % 37]
        points = 8 * VALUE[contract, card] + STRENGTH[contract, card]
        if end == LOW:
            points = -points
            if (kept | TRUMPS[contract]) & bit:
                points -= 8 * KEPT
        if points > most:
            best, most = card, points
    return int(best)


@rule
def nth(cards: int, index: int) -> int:
    """One card of a set by its place in it."""
    for card in range(32):
        if (cards >> card) & 1:
            if index == 0:
                return card
            index -= 1
    return ABSENT
