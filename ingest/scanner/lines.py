"""Whole lines."""

from typing import Any

from ingest.scanner import layout as to
from ingest.scanner.claims import claims_at
from ingest.scanner.layout import ABSENT
from ingest.scanner.lists import bots_at, calls_at, events_at, hands_at
from ingest.scanner.values import RANK, SUIT, cards_at, instant_at
from ingest.scanner.words import (
    BRACE,
    E_SEAT,
    END,
    F_MATCH,
    QUOTE,
    W_ENDED,
    W_FALSE,
    W_RECORD,
    W_TRUE,
    key,
    piece_end,
    seat_at,
    text_end,
    whole,
    word,
)
from replay.jit import rule


@rule
def exchange_at(data: Any, at: int, line: int, small: Any) -> int:
    """Take the exchange that stands here."""
    at = word(data, at + 1, E_SEAT) if data[at] == BRACE else -1
    if at < 0 or seat_at(data, at) < 0:
        return -1
    small[line, to.EXCHANGE_SEAT] = seat_at(data, at)
    small[line, to.HIGHEST] = max(small[line, to.HIGHEST], small[line, to.EXCHANGE_SEAT])
    at = key(data, at + 1, E_SEAT + 1)
    if at < 0:
        return -1
    small[line, to.EXCHANGE_PLAY], at = whole(data, at)
    return at + 1 if at >= 0 and data[at] == END and -1 <= small[line, to.EXCHANGE_PLAY] < 36 else -1


@rule
def line_at(
    data: Any,
    at: int,
    line: int,
    small: Any,
    counts: Any,
    bytes_: Any,
    numbers: Any,
    calls: Any,
    events: Any,
    ends: Any,
) -> int:
    """Take a record; where it ends, -1 where it is not as we write it or does not name match, number and rules."""
    at = word(data, at, W_RECORD)
    for which in range(23):
        end = word(data, at, F_MATCH + which)
        if end < 0:
            if which <= 2:
                return -1
            continue
        escaped = foreign = False
        if which == 0 or which == 2:
            at, escaped, foreign = text_end(data, end)
            if at < 0 or escaped or not 3 <= at - end <= 202 or (foreign and which == 2):
                return -1
            piece = to.MATCH if which == 0 else to.RULES
            small[line, piece], small[line, piece + to.PIECE] = end + 1, at - 1
        elif which == 1:
            small[line, to.NUMBER], at = whole(data, end)
            if not 0 < small[line, to.NUMBER] < 1 << 32:
                return -1
        elif which == 3 or which == 4 or which >= 20:
            at, foreign = piece_end(data, end)
            piece = to.OVERRIDES + which - 3 if which < 20 else to.LABELS + which - 20
            small[line, piece], small[line, piece + to.PIECE] = end, at
        elif which == 5 or which == 17:
            seat, at = seat_at(data, end), end + 1
            if seat < 0 or (which == 17 and small[line, to.ENDED] == 0):
                return -1
            small[line, to.DEALER if which == 5 else to.ENDED_BY] = seat
            small[line, to.HIGHEST] = max(small[line, to.HIGHEST], seat)
        elif which == 6:
            small[line, to.INSTANT], at = instant_at(data, end)
            if at < 0:
                at, escaped, foreign = text_end(data, end)
                small[line, to.TIME], small[line, to.TIME + to.PIECE] = end, at
        elif which == 7:
            rank, suit = RANK[data[end + 1]], SUIT[data[end + 2]]
            if data[end] != QUOTE or rank < 0 or suit < 0 or data[end + 3] != QUOTE:
                return -1
            small[line, to.TURNED], at = 8 * suit + rank, end + 4
        elif which == 8:
            at = hands_at(data, end, line, small, counts, bytes_, ends)
        elif which == 9:
            small[line, to.MIXED], at = 1, word(data, end, W_FALSE)
        elif which == 10:
            at = calls_at(data, end, line, counts, calls, ends)
        elif which == 11:
            at = exchange_at(data, end, line, small)
        elif which == 12 or which == 13:
            list_ = to.DECLARED if which == 12 else to.BELOTES
            at = events_at(data, end, line, small, counts, events[list_ - to.DECLARED], bytes_, ends, list_)
        elif which == 14:
            at, counts[line, to.PLAYS], bar = cards_at(data, end, bytes_[to.PLAYS], ends[to.PLAYS])
            if bar >= 0:
                return -1
        elif which == 15:
            at = claims_at(data, end, line, small, counts, bytes_, numbers, ends)
        elif which == 16:
            at = -1
            for each in range(2):
                after = word(data, end, W_ENDED + each)
                if after >= 0:
                    small[line, to.ENDED], at = each + 1, after
        elif which == 18:
            small[line, to.SIMULATED], at = 1, word(data, end, W_TRUE)
        else:
            at = bots_at(data, end, line, small, counts, numbers, bytes_, ends)
        if at < 0:
            return -1
        if foreign:
            small[line, to.FOREIGN] = 1
    said = (
        max(counts[line, to.HANDS], counts[line, to.CALLS], counts[line, to.PLAYS]) != ABSENT
        or small[line, to.CLAIMED] != 0
    )
    return at + 1 if data[at] == END and said else -1


@rule
def scan(
    data: Any, starts: Any, small: Any, counts: Any, bytes_: Any, numbers: Any, calls: Any, events: Any, ends: Any
) -> None:
    """Take every line that is written as we write it.

    `data` is lines that end with a line feed, and 64 zeros; `starts` where each begins. What is said of a line goes
    into its row of `small`; of lists, the length into `counts` and the values behind those of
    the lines before, up to `ends`.
    """
    for line in range(len(starts)):
        small[line] = ABSENT
        small[line, to.TAKEN] = 0
        small[line, to.MIXED] = small[line, to.INCLUDED] = small[line, to.ENDED] = small[line, to.SIMULATED] = 0
        small[line, to.CLAIMED] = small[line, to.FOREIGN] = 0
        small[line, to.HIGHEST] = -1
        counts[line] = ABSENT
        at = line_at(data, starts[line], line, small, counts, bytes_, numbers, calls, events, ends)
        if at < 0 or (data[at] != 10 and (data[at] != 13 or data[at + 1] != 10)):
            counts[line] = ABSENT
            continue
        small[line, to.TAKEN] = 1
        for each in range(to.LISTS):
            ends[each] += max(0, counts[line, each])
