"""Declarations: the sequences and carrés that a hand holds."""

from typing import Any, Final

import numpy as np

from replay.cards import ACE, EIGHT, JACK, KING, NINE, QUEEN, SEVEN, TEN
from replay.compiled import Rules
from replay.frame import HELD
from replay.jit import constant, inlined, rule
from replay.knobs import KNOB, code

SHARED = code("declarations.cards", "shared")
CARRE: Final = constant(1)
"""The kind of a carré; a sequence's kind is its length."""
_NATURAL = [SEVEN, EIGHT, TEN, QUEEN, KING, ACE, NINE, JACK]
_ORDERS = {"table": [SEVEN, EIGHT, QUEEN, KING, TEN, ACE, NINE, JACK], "natural": _NATURAL, "all": _NATURAL}
_HUNDREDS = [-1, -1, 1, 0, 2, 0, 0, 0]
CARRE_RANK = np.array(
    [
        [_ORDERS[value].index(rank) if value in _ORDERS else _HUNDREDS[rank] for rank in range(8)]
        for value in KNOB["declarations.carres"].choices or ()
    ],
    np.int64,
)
"""By the knob's value, carrés from the lowest: Q K T A 9 J (000:31-36, 002:27, 004:46), T Q K A 9 J, or all as one."""
CARRE_LOWEST: Final = constant(1000)
"""The strength above which all carrés are."""
ALL_CARRES = code("declarations.carres", "all")
CARRE_VALUE = np.array([0, 0, 150, 100, 200, 100, 100, 100], np.int64)
"""By rank (000:31-36, 002:27, 003:65, 004:22)."""
RUN_VALUE = np.array([0, 0, 0, 20, 50, 100], np.int64)
"""By length; longer ones are quintes (000:37-39, 002:31-35, 003:62-64, 004:22)."""
SHORTEST: Final = constant(3)
"""Cards of the shortest sequence, a tierce (000:38, 002:35, 003:62, 004:22)."""


@rule
def value_of(kind: int, top: int) -> int:
    """What a declaration is worth, 0 for none; `top` is the rank of its top card, or of the carré."""
    if kind == CARRE:
        return int(CARRE_VALUE[top])
    return int(RUN_VALUE[min(kind, 5)]) if kind >= 0 else 0


@rule
def strength(rules: Rules, kind: int, top: int) -> int:
    """The order of declarations: every carré above every sequence, then length, then top card (000:41-44)."""
    if kind == CARRE:
        return CARRE_LOWEST + int(CARRE_RANK[rules.declarations_carres, top])
    return 16 * (kind if rules.declarations_longer else min(kind, 5)) + top


@rule
def is_carre(rules: Rules, rank: int) -> bool:
    """Whether four of a rank are a declaration: never sevens and eights, but where they count for nothing."""
    return rank > EIGHT or rules.declarations_carres == ALL_CARRES


@rule
def carre_cards(rank: int) -> int:
    """The four cards of a rank."""
    return 0x01010101 << rank


@rule
def run_length(hand: int, suit: int, top: int) -> int:
    """How many cards of a suit a hand holds in unbroken order down from a top rank (A K Q J T 9 8 7, 002:37)."""
    length = 0
    while top - length >= 0 and (hand >> (8 * suit + top - length)) & 1:
        length += 1
    return length


@rule
def run_cards(suit: int, top: int, length: int) -> int:
    """The cards of a sequence with its top rank and length."""
    return ((1 << length) - 1) << (8 * suit + top - length + 1)


def _runs(suit: int) -> int:
    out = at = 0
    top = 7
    while top >= 0:
        length = 0
        while top - length >= 0 and suit >> (top - length) & 1:
            length += 1
        if length >= SHORTEST:
            out |= (length | top << 4) << at
            at += 8
        top -= max(length, 1)
    return out


RUNS: Final = np.array([_runs(suit) for suit in range(256)], np.int64)
"""By the cards of one suit as bits: its longest runs of three or more from the top, each eight bits, the length and
sixteen times the rank of the top card."""


@inlined
def note_held(judged: Any, seat: int, hand: int) -> None:
    """Add the declarations of one whole hand to `judged.held…`: every longest run of three or more, every carré.

    Four sevens or eights are none (000:29-36, 002:27, 003:65).
    """
    if hand & (hand >> 8) & (hand >> 16) & (hand >> 24) & 0xFC:
        for rank in range(EIGHT + 1, 8):
            four = carre_cards(rank)
            if hand & four == four:
                add_held(judged, seat, CARRE, four)
    if hand & (hand >> 1) & (hand >> 2) & 0x3F3F3F3F == 0:
        return  # no three cards of a suit follow each other
    for suit in range(4):
        runs = RUNS[(hand >> 8 * suit) & 0xFF]
        while runs != 0:
            length, top = runs & 15, (runs >> 4) & 15
            add_held(judged, seat, length, run_cards(suit, top, length))
            runs >>= 8


@rule
def add_held(judged: Any, seat: int, kind: int, cards: int) -> None:
    """Note one more declaration that a hand holds, as far as there is room."""
    at = judged.held_n
    if at < HELD:
        judged.held_seat[at] = seat
        judged.held_kind[at] = kind
        judged.held_cards[at] = cards
        judged.held_n = at + 1


@rule
def best_of_hand(rules: Rules, hand: int) -> int:
    """The most that the declarations of one hand can be worth together (004:11, 002:39).

    Where a card serves only one of them, every choice of carrés is tried, and the sequences of the other cards;
    eight cards of a suit are then a quinte and a tierce.
    """
    if rules.declarations_cards == SHARED:
        total = runs_value(hand, True)
        for rank in range(8):
            if hand & carre_cards(rank) == carre_cards(rank):
                total += value_of(CARRE, rank)
        return total
    best = 0
    for choice in range(1 << 6):
        rest = hand
        total = 0
        for i in range(6):
            four = carre_cards(EIGHT + 1 + i)
            if (choice >> i) & 1:
                total = total + value_of(CARRE, EIGHT + 1 + i) if rest & four == four else -10000
                rest &= ~four
        best = max(best, total + runs_value(rest, False))
    return best


@rule
def runs_value(hand: int, shared: bool) -> int:
    """The worth of the longest runs of a hand; eight cards are 100, and 20 more where cards are not shared."""
    total = 0
    for suit in range(4):
        top = 7
        while top >= SHORTEST - 1:
            length = run_length(hand, suit, top)
            if length >= SHORTEST:
                total += value_of(length, top)
                if length == 8 and not shared:
                    total += value_of(SHORTEST, SHORTEST - 1)
            top -= max(length, 1)
    return total
