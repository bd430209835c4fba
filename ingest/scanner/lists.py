"""Hands, calls, declarations and the words of belote as they stand in a line."""

from typing import Any

import numpy as np

from ingest.scanner import layout as to
from ingest.scanner.layout import ABSENT
from ingest.scanner.values import RANK, SUIT, call_at, cards_at
from ingest.scanner.words import (
    BRACE,
    CLOSE,
    COMMA,
    E_SEAT,
    END,
    OPEN,
    QUOTE,
    W_KIND,
    key,
    numbers_at,
    seat_at,
    whole,
    word,
)
from replay.jit import rule


@rule
def hands_at(data: Any, at: int, line: int, small: Any, counts: Any, bytes_: Any, ends: Any) -> int:
    """Take the list of hands that stands here; where it ends, -1 where it is not as we write it."""
    total, hands, barred = 0, 0, 0
    if data[at] != OPEN:
        return -1
    at += 1
    while data[at] != CLOSE or hands == 0:
        if data[at] == CLOSE and hands == 0:
            break
        if hands == 4:
            return -1
        at, count, bar = cards_at(data, at, bytes_[to.HANDS], ends[to.HANDS] + total)
        if at < 0 or count > 12:
            return -1
        bytes_[to.HAND_SIZES, ends[to.HAND_SIZES] + hands] = count
        if bar >= 0:
            bytes_[to.BEFORE, ends[to.BEFORE] + hands] = bar
            barred += 1
        total += count
        hands += 1
        if data[at] == COMMA and data[at + 1] == QUOTE:
            at += 1
        elif data[at] != CLOSE:
            return -1
    if barred != 0 and barred != hands:
        return -1
    counts[line, to.HANDS], counts[line, to.HAND_SIZES] = total, hands
    if barred > 0:
        counts[line, to.BEFORE] = hands
    small[line, to.HIGHEST] = max(small[line, to.HIGHEST], hands - 1)
    return at + 1


@rule
def calls_at(data: Any, at: int, line: int, counts: Any, calls: Any, ends: Any) -> int:
    """Take the list of calls that stands here, if none of them has a seat or time."""
    count = 0
    if data[at] != OPEN:
        return -1
    at += 1
    while data[at] != CLOSE or count > 0:
        call, at = call_at(data, at)
        if at < 0 or count == 200:
            return -1
        calls[ends[to.CALLS] + count] = call
        count += 1
        if data[at] == CLOSE:
            break
        if data[at] != COMMA:
            return -1
        at += 1
    counts[line, to.CALLS] = count
    return at + 1


@rule
def events_at(
    data: Any, at: int, line: int, small: Any, counts: Any, events: Any, bytes_: Any, ends: Any, which: int
) -> int:
    """Take the list of declarations or of belotes that stands here: seat, play, cards or suit, kind, top, shown."""
    count, most = 0, 32 if which == to.DECLARED else 16
    if data[at] != OPEN:
        return -1
    at += 1
    while data[at] != CLOSE or count > 0:
        if data[at] != BRACE or count == most:
            return -1
        row = ends[which] + count
        at = word(data, at + 1, E_SEAT)
        if at < 0 or seat_at(data, at) < 0:
            return -1
        events[row, 0] = seat_at(data, at)
        small[line, to.HIGHEST] = max(small[line, to.HIGHEST], events[row, 0])
        for i in range(2, 6):
            events[row, i] = ABSENT
        at += 1
        if which == to.BELOTES:
            at = key(data, at, E_SEAT + 6)
            if at < 0 or data[at] != QUOTE or SUIT[data[at + 1]] < 0 or data[at + 2] != QUOTE:
                return -1
            events[row, 2] = SUIT[data[at + 1]]
            at += 3
        at = key(data, at, E_SEAT + 1)
        if at < 0:
            return -1
        events[row, 1], at = whole(data, at)
        if at < 0 or not 0 <= events[row, 1] < 36:
            return -1
        if which == to.DECLARED:
            at = announced_at(data, at, row, events, bytes_, ends)
        if at < 0 or data[at] != END:
            return -1
        count += 1
        at += 1
        if data[at] == CLOSE:
            break
        if data[at] != COMMA:
            return -1
        at += 1
    counts[line, which] = count
    return at + 1


@rule
def announced_at(data: Any, at: int, row: int, events: Any, bytes_: Any, ends: Any) -> int:
    """Take the cards of a declaration, its kind and top, and when it was shown; the cards go where plays will."""
    events[row, 2] = 0
    end = key(data, at, E_SEAT + 2)
    if end >= 0:
        first = ends[to.PLAYS]
        at, count, bar = cards_at(data, end, bytes_[to.PLAYS], first)
        if at < 0 or count == 0 or bar >= 0:
            return -1
        for i in range(first, first + count):
            card = np.int64(bytes_[to.PLAYS, i])
            if card > 31 or (i > first and card <= bytes_[to.PLAYS, i - 1]):
                return -1
            events[row, 2] |= 1 << card
    end = key(data, at, E_SEAT + 3)
    if end >= 0:
        at = -1
        for each in range(4):
            after = word(data, end, W_KIND + each)
            if after >= 0:
                events[row, 3], at = each, after
        if at < 0:
            return -1
    elif events[row, 2] == 0:
        return -1
    end = key(data, at, E_SEAT + 4)
    if end >= 0:
        if data[end] != QUOTE or RANK[data[end + 1]] < 0 or data[end + 2] != QUOTE:
            return -1
        events[row, 4], at = RANK[data[end + 1]], end + 3
    end = key(data, at, E_SEAT + 5)
    if end >= 0:
        events[row, 5], at = whole(data, end)
        if at < 0 or not 0 <= events[row, 5] < 36:
            return -1
    return at


@rule
def bots_at(data: Any, at: int, line: int, small: Any, counts: Any, numbers: Any, bytes_: Any, ends: Any) -> int:
    """Take the seats that programs play; they go through the end of a list of numbers that comes before."""
    at, count = numbers_at(data, at, numbers, 0, ends[to.POINTS] + 4, 4, 4)
    for i in range(count):
        seat = numbers[0, ends[to.POINTS] + 4 + i]
        if seat < 0:
            return -1
        bytes_[to.BOTS, ends[to.BOTS] + i] = seat
        small[line, to.HIGHEST] = max(small[line, to.HIGHEST], seat)
    counts[line, to.BOTS] = count
    return at
