"""Claims as they stand in a line."""

from typing import Any

from ingest.scanner import layout as to
from ingest.scanner import words
from ingest.scanner.layout import ABSENT
from ingest.scanner.values import call_at
from ingest.scanner.words import BRACE, CLOSE, COMMA, END, OPEN, digit, key, numbers_at, seat_at, word
from replay.jit import rule


@rule
def winners_at(data: Any, at: int, line: int, small: Any, counts: Any, bytes_: Any, ends: Any) -> int:
    """Take the list of the tricks' winners that stands here; 255 for one that is not said."""
    count = 0
    if data[at] != OPEN:
        return -1
    at += 1
    while data[at] != CLOSE or count > 0:
        seat, end = seat_at(data, at), at + 1
        if seat < 0:
            seat, end = 255, word(data, at, words.NULL)
        else:
            small[line, to.HIGHEST] = max(small[line, to.HIGHEST], seat)
        if end < 0 or count == 9:
            return -1
        bytes_[to.WINNERS, ends[to.WINNERS] + count] = seat
        count += 1
        at = end
        if data[at] == CLOSE:
            break
        if data[at] != COMMA:
            return -1
        at += 1
    counts[line, to.WINNERS] = count
    return at + 1


@rule
def by_side_at(data: Any, at: int, line: int, small: Any, counts: Any, numbers: Any, ends: Any, which: int) -> int:
    """Take a list of numbers by side; those of one record are all of one length."""
    edge, most = 1 << 31 if which == to.TOTALS else 1 << 15, 2 if which == to.HANGING else 4
    at, count = numbers_at(data, at, numbers, which - to.NUMBERS, ends[which], edge, most)
    if count < 2:
        return -1
    if which != to.HANGING:
        if small[line, to.SIDES] != ABSENT and small[line, to.SIDES] != count:
            return -1
        small[line, to.SIDES] = count
    counts[line, which] = count
    return at


@rule
def claims_at(data: Any, at: int, line: int, small: Any, counts: Any, bytes_: Any, numbers: Any, ends: Any) -> int:
    """Take the claims that stand here."""
    if data[at] != BRACE:
        return -1
    at += 1
    small[line, to.CLAIMED] = 1
    if data[at] == END:
        small[line, to.CLAIMED] = to.EMPTY
        # Nothing is claimed: that is written only where there is nothing else.
        return at + 1 if max(counts[line, to.HANDS], counts[line, to.CALLS], counts[line, to.PLAYS]) == ABSENT else -1
    first = True
    for which in range(words.CONTRACT, words.PENALTIES + 1):
        end = word(data, at, which) if first else key(data, at, which)
        if end < 0:
            continue
        first = False
        if which == words.CONTRACT:
            small[line, to.CONTRACT], at = call_at(data, end)
            if small[line, to.CONTRACT] < 8:
                return -1
        elif which == words.TAKER or which == words.MATCH_WINNER:
            seat, at = seat_at(data, end), end + 1
            if seat < 0:
                return -1
            if which == words.TAKER:
                small[line, to.TAKER] = seat
                small[line, to.HIGHEST] = max(small[line, to.HIGHEST], seat)
            elif seat >= max(2, small[line, to.SIDES]):
                return -1
            else:
                small[line, to.MATCH_WINNER] = seat
        elif which == words.DOUBLED:
            value, at = digit(data, end), end + 1
            if value != 1 and value != 2 and value != 4:
                return -1
            small[line, to.DOUBLED] = value
        elif which == words.WINNERS:
            at = winners_at(data, end, line, small, counts, bytes_, ends)
        elif which == words.INCLUDED:
            at = -1
            for each in range(4):
                after = word(data, end, words.FIRST_INCLUDED + each)
                if after >= 0:
                    small[line, to.INCLUDED], at = each + 1, after
        else:
            place = to.POINTS + which - words.POINTS
            place -= (1 if which > words.INCLUDED else 0) + (1 if which > words.MATCH_WINNER else 0)
            at = by_side_at(data, end, line, small, counts, numbers, ends, place)
        if at < 0:
            return -1
    return at + 1 if data[at] == END and not first else -1
