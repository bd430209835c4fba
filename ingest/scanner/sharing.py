"""What lines share: a digest of a piece, and the different pieces numbered."""

from typing import Any, Final

import numpy as np

from replay.jit import rule

_U1, _U2, _U3, _U4, _U5, _U6, _U7 = (np.uint64(each) for each in range(1, 8))
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)


@rule
def digest(data: Any, first: int, end: int) -> Any:
    """A number of 32 bits for a record in the one way that it is written."""
    mixed = np.uint64(end - first)
    at = first
    while at + 8 <= end:
        # Written out, and with indices that cannot be negative, it becomes one load.
        u = np.uint64(at)
        eight = (
            (np.uint64(data[u]))
            | (np.uint64(data[u + _U1]) << np.uint64(8))
            | (np.uint64(data[u + _U2]) << np.uint64(16))
            | (np.uint64(data[u + _U3]) << np.uint64(24))
            | (np.uint64(data[u + _U4]) << np.uint64(32))
            | (np.uint64(data[u + _U5]) << np.uint64(40))
            | (np.uint64(data[u + _U6]) << np.uint64(48))
            | (np.uint64(data[u + _U7]) << np.uint64(56))
        )
        mixed = (mixed ^ eight) * _ODD
        mixed ^= mixed >> np.uint64(29)
        at += 8
    rest = np.uint64(0)
    for i in range(end - at):
        rest |= np.uint64(data[at + i]) << np.uint64(8 * i)
    mixed = (mixed ^ rest) * _ODD
    mixed = (mixed ^ (mixed >> np.uint64(32))) * _ODD
    return np.int64(mixed >> np.uint64(32))


@rule
def same_piece(data: Any, firsts: Any, ends: Any, one: int, other: int) -> bool:
    """Whether the pieces of two lines are the same."""
    length = ends[one] - firsts[one]
    if ends[other] - firsts[other] != length:
        return False
    here, there = np.uint64(firsts[one]), np.uint64(firsts[other])
    end = np.uint64(ends[one])
    while here < end:
        if data[here] != data[there]:
            return False
        here += _U1
        there += _U1
    return True


@rule
def number_pieces(data: Any, firsts: Any, ends: Any, out: Any, kept: Any, table: Any) -> int:
    """Number the different pieces in order of appearance, -1 for a line without one; `kept` gets a line of each.

    Answers how many there are. `kept` is as long as there are lines; `table` is a power of two that is larger, all -1.
    """
    found, before = 0, -1
    for line in range(len(firsts)):
        out[line] = -1
        if firsts[line] < 0:
            continue
        # The deals of a match stand together.
        if before >= 0 and same_piece(data, firsts, ends, line, before):
            out[line] = out[before]
            continue
        before = line
        slot = digest(data, firsts[line], ends[line]) & (len(table) - 1)
        while table[slot] >= 0 and not same_piece(data, firsts, ends, line, kept[table[slot]]):
            slot = (slot + 1) & (len(table) - 1)
        if table[slot] < 0:
            table[slot] = found
            kept[found] = line
            found += 1
        out[line] = table[slot]
    return found
