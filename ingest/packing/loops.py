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
        start, end = offsets[row], offsets[row + 1]
        good = valid[row] and end - start <= most
        number = 0
        if good:
            for at in range(end - start):
                element = int(values[start + at]) + 1
                good = good and 0 < element and element >> bits == 0
                number |= element << bits * at
        packed[row] = number if good else 0
        fits[row] = good


@rule
def pack_cards(lists: Lists, lengths: Any, words: Any, unknown: Any, fits: Any) -> None:
    """Lists of cards as some numbers each, and a bit for every unknown card; rows of another length do not fit."""
    valid, offsets, values = lists.valid, lists.offsets, lists.values
    for row in range(len(fits)):
        start = offsets[row]
        n = int(offsets[row + 1] - start)
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
def count_numbers(packed: Any, bits: int, most: int, lengths: Any, sums: Any) -> None:
    """How many elements packed lists have, and their sums."""
    mask = (1 << bits) - 1
    for row in range(len(packed)):
        number, at, total = packed[row], 0, 0
        while at < most and number & mask:
            total += (number & mask) - 1
            number >>= bits
            at += 1
        lengths[row] = at
        sums[row] = total


@rule
def unpack_numbers(packed: Any, bits: int, most: int, offsets: Any, values: Any) -> None:
    """The elements of packed lists, where they are to stand."""
    mask = (1 << bits) - 1
    for row in range(len(packed)):
        number, at = packed[row], 0
        while at < most and number & mask:
            values[offsets[row] + at] = (number & mask) - 1
            number >>= bits
            at += 1


@rule
def unpack_cards(words: Any, unknown: Any, offsets: Any, values: Any) -> None:
    """The cards of packed lists, where they are to stand."""
    for row in range(len(unknown)):
        start = offsets[row]
        n = int(offsets[row + 1] - start)
        for which in range(len(words)):
            word = words[which][row]
            for at in range(IN_NUMBER * which, min(n, IN_NUMBER * (which + 1))):
                values[start + at] = word & _CARD
                word >>= CARD_BITS
        if unknown[row] != 0:
            for at in range(n):
                if unknown[row] >> at & 1:
                    values[start + at] = UNKNOWN
