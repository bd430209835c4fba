"""Declarations: the sequences and carrés that a hand holds."""

from typing import Any, Final

from replay.cards import EIGHT
from replay.frame import HELD
from replay.jit import rule

CARRE: Final = 1
"""The kind of a carré; a sequence's kind is its length."""
SHORTEST: Final = 3
"""Cards of the shortest sequence, a tierce (000:38, 002:35, 003:62, 004:22)."""


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


@rule
def note_held(judged: Any, seat: int, hand: int) -> None:
    """Add the declarations of one whole hand to `judged.held…`: every longest run of three or more, every carré.

    Four sevens or eights are none (000:29-36, 002:27, 003:65).
    """
    for rank in range(EIGHT + 1, 8):
        four = carre_cards(rank)
        if hand & four == four:
            add_held(judged, seat, CARRE, four)
    for suit in range(4):
        top = 7
        while top >= SHORTEST - 1:
            length = run_length(hand, suit, top)
            if length >= SHORTEST:
                add_held(judged, seat, length, run_cards(suit, top, length))
            top -= max(length, 1)


@rule
def add_held(judged: Any, seat: int, kind: int, cards: int) -> None:
    at = judged.held_n
    if at < HELD:
        judged.held_seat[at] = seat
        judged.held_kind[at] = kind
        judged.held_cards[at] = cards
        judged.held_n = at + 1
