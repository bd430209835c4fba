"""Lists packed into numbers and taken out again, row by row: the compiled loops."""

from typing import Any

from ingest.packing.forms import CARD_BITS, IN_NUMBER
from replay.cards import UNKNOWN
from replay.columns import Lists
from replay.frame import PLAYS
from replay.jit import rule

_CARD = (1 << CARD_BITS) - 1


@rule
def pack_numbers(lists: Lists, bits: int, most: int, packed: Any, fits: Any) -> None:
    """Lists of small numbers as a number each; `fits` says of which rows."""
    valid, offsets, values = lists.valid, lists.offsets, lists.values
    for row in range(len(packed)):
        start, n = offsets[row], int(offsets[row + 1] - offsets[row])
        good = valid[row] and n <= most
        number = 0
        if good:
            number = 1 << bits * n
            for at in range(n):
                element = int(values[start + at])
                good = good and element >= -1 and element >> bits <= 0
                number |= 1 << bits * most + 1 + at if element == -1 else element << bits * at
        packed[row] = number if good else 0
        fits[row] = good


@rule
def pack_cards(lists: Lists, lengths: Any, words: Any, unknown: Any, fits: Any) -> None:
    """Lists of cards as some numbers each, and a bit for every unknown card; rows of another length do not fit."""
    valid, offsets, values = lists.valid, lists.offsets, lists.values
    for row in range(len(fits)):
        start, n = offsets[row], int(offsets[row + 1] - offsets[row])
        good = valid[row] and n == lengths[row] and n <= PLAYS
        unseen = 0
        for which in range(len(words)):
            word = 0
            if good:
                for at in range(IN_NUMBER * which, min(n, IN_NUMBER * (which + 1))):
                    card = int(values[start + at])
                    if card == UNKNOWN:
                        unseen |= 1 << at
                    else:
                        good = good and card <= _CARD
                        word |= card << CARD_BITS * (at - IN_NUMBER * which)
            words[which, row] = word
        unknown[row] = unseen if good else 0
        fits[row] = good


@rule
def count_numbers(packed: Any, bits: int, most: int, lengths: Any) -> None:
    """How many elements packed lists have."""
    whole = (1 << bits * most + 1) - 1
    for row in range(len(packed)):
        number, n = packed[row] & whole, 0
        while number > 1:
            number >>= bits
            n += 1
        lengths[row] = n


@rule
def unpack_numbers(packed: Any, bits: int, most: int, offsets: Any, values: Any) -> None:
    """The elements of packed lists, where they are to stand."""
    whole, mask = (1 << bits * most + 1) - 1, (1 << bits) - 1
    for row in range(len(packed)):
        number, missing, at = packed[row] & whole, packed[row] >> bits * most + 1, offsets[row]
        while number > 1:
            values[at] = -1 if missing & 1 else number & mask
            number >>= bits
            missing >>= 1
            at += 1


@rule
def unpack_cards(words: Any, unknown: Any, offsets: Any, values: Any) -> None:
    """The cards of packed lists, where they are to stand."""
    for row in range(len(unknown)):
        start, n = offsets[row], int(offsets[row + 1] - offsets[row])
        for which in range(len(words)):
            word = words[which][row]
            for at in range(IN_NUMBER * which, min(n, IN_NUMBER * (which + 1))):
                values[start + at] = word & _CARD
                word >>= CARD_BITS
        if unknown[row] != 0:
            for at in range(n):
                if unknown[row] >> at & 1:
                    values[start + at] = UNKNOWN


@rule
def set_apart(offsets: Any, sizes: Any) -> None:
    """Sizes by seat, each but the first as the bits in which it differs from that; and back again."""
    for row in range(len(offsets) - 1):
        for at in range(offsets[row] + 1, offsets[row + 1]):
            sizes[at] ^= sizes[offsets[row]]


@rule
def add_up(lists: Lists, sums: Any) -> None:
    """The sum of each list."""
    offsets, values = lists.offsets, lists.values
    for row in range(len(sums)):
        total = 0
        for at in range(offsets[row], offsets[row + 1]):
            total += int(values[at])
        sums[row] = total
