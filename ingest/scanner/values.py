"""Cards, calls and instants as they stand in a line."""

from typing import Any, Final

import numpy as np

from ingest.scanner.words import BAR, BLANK, QUOTE, W_CAPOT, W_PASS, digit, whole, word
from replay.cards import RANKS, SUITS, UNKNOWN
from replay.jit import constant, rule
from replay.record import CAPOT_BID

RANK: Final = np.full(256, -1, np.int64)
SUIT: Final = np.full(256, -1, np.int64)
for _at, _letter in enumerate(RANKS):
    RANK[ord(_letter)] = _at
for _at, _letter in enumerate(SUITS):
    SUIT[ord(_letter)] = _at
_CAPOT: Final = constant(CAPOT_BID)
_UNKNOWN: Final = constant(UNKNOWN)
_BETWEEN: Final = np.frombuffer(b"--T::", np.uint8)
_DAYS: Final = np.array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])


@rule
def cards_at(data: Any, at: int, out: Any, first: int) -> tuple[int, int, int]:
    """Where a text of cards ends, -1 where it is none; how many there are, and how many before its bar, -1 for none."""
    count, bar = 0, -1
    if data[at] != QUOTE:
        return -1, 0, -1
    at += 1
    if data[at] == QUOTE:
        return at + 1, 0, -1
    while True:
        if data[at] == BAR:
            if bar >= 0:
                return -1, 0, -1
            bar = count
            at += 1
        elif count == 36:
            return -1, 0, -1
        elif data[at] == 63:
            out[first + count] = _UNKNOWN
            count += 1
            at += 1
        else:
            rank, suit = RANK[data[at]], SUIT[data[at + 1]]
            if rank < 0 or suit < 0:
                return -1, 0, -1
            out[first + count] = 8 * suit + rank
            count += 1
            at += 2
        if data[at] == QUOTE:
            return at + 1, count, bar
        if data[at] != BLANK:
            return -1, 0, -1
        at += 1


@rule
def call_at(data: Any, at: int) -> tuple[int, int]:
    """The call whose text stands here, and where it ends; -1 where there is none."""
    if data[at] != QUOTE:
        return 0, -1
    at += 1
    for each in range(4):
        end = word(data, at, W_PASS + each)
        if end >= 0 and data[end] == QUOTE:
            return each, end + 1
    value, end = 1, word(data, at, W_CAPOT)
    if end >= 0:
        value, at = _CAPOT, end
    elif digit(data, at) >= 0:
        value, at = whole(data, at)
        if at < 0 or not 2 <= value < _CAPOT:
            return 0, -1
    contract = SUIT[data[at]]
    at += 1
    if contract < 0:
        contract = 4 if data[at - 1] == 78 else 5 if data[at - 1] == 65 else -1
        if contract < 0 or data[at] != 84:
            return 0, -1
        at += 1
    return 8 * value + contract, at + 1 if data[at] == QUOTE else -1


@rule
def instant_at(data: Any, at: int) -> tuple[Any, int]:
    """An instant of universal time in microseconds since 1970, and where it ends; -1 where none is written so."""
    if data[at] != QUOTE:
        return 0, -1
    end, parts = at + 1, (0, 0, 0, 0, 0, 0)
    for part in range(6):
        value = 0
        for _ in range(4 if part == 0 else 2):
            each = digit(data, end)
            if each < 0:
                return 0, -1
            value = 10 * value + each
            end += 1
        parts = (parts[1], parts[2], parts[3], parts[4], parts[5], value)
        if part < 5:
            if data[end] != _BETWEEN[part]:
                return 0, -1
            end += 1
    year, month, day, hour, minute, second = parts
    micro = 0
    if data[end] == 46:
        for i in range(1, 7):
            each = digit(data, end + i)
            if each < 0:
                return 0, -1
            micro = 10 * micro + each
        if micro == 0:
            return 0, -1
        end += 7
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if year < 1 or not 1 <= month <= 12 or hour > 23 or minute > 59 or second > 59:
        return 0, -1
    if (
        data[end] != 90
        or data[end + 1] != QUOTE
        or not 1 <= day <= _DAYS[month - 1] + (1 if leap and month == 2 else 0)
    ):
        return 0, -1
    # Days since 1 March of the year 0, by which the leap day comes last.
    shifted = year - 1 if month <= 2 else year
    in_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = 365 * shifted + shifted // 4 - shifted // 100 + shifted // 400 + in_year - 719468
    return ((24 * days + hour) * 3600 + 60 * minute + second) * 1_000_000 + micro, end + 2
