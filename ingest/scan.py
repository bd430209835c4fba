"""Lines of canonical JSON scanned by a compiled function: exactly what we write ourselves is taken apart, and no more.

It is no reader of JSON: whatever differs by one byte from how `ingest.canonical` writes a record is left to the
careful reader. All functions are in this one file, so that numba's cache sees every change.
"""

from typing import Any, Final

import numpy as np

from replay.cards import RANKS, SUITS, UNKNOWN
from replay.jit import constant, rule
from replay.record import CAPOT_BID

ABSENT: Final = constant(-32768)
"""Stands for a number that the record does not have."""

# Columns of `small`, one number of a line each.
(
    TAKEN, NUMBER, DEALER, TURNED, MIXED, EXCHANGE_SEAT, EXCHANGE_PLAY, CONTRACT, TAKER, DOUBLED, INCLUDED,
    MATCH_WINNER, ENDED, ENDED_BY, SIMULATED, INSTANT, CLAIMED, HIGHEST, SIDES, FOREIGN,
    MATCH, RULES, OVERRIDES, PLAYERS, TIME, LABELS, NOTES, EXTRA,
) = (constant(each) for each in range(28))  # fmt: skip
WIDTH: Final = 28 + 8
"""`MATCH` and what follows it are where a piece begins; eight columns further on stands where it ends."""
PIECE: Final = constant(8)

EMPTY: Final = constant(2)
"""Claims that claim nothing."""

# Rows of `bytes_`, and of `counts` (by line, ABSENT where there is no list).
HANDS, HAND_SIZES, BEFORE, PLAYS, WINNERS, BOTS, CALLS, DECLARED, BELOTES = (constant(each) for each in range(9))
POINTS, DECLARATIONS, BELOTE, HANGING, SCORE, TOTALS, PENALTIES = (constant(each) for each in range(9, 16))
LISTS: Final = 16
NUMBERS: Final = constant(9)
"""The first list that is a row of `numbers`."""

_FIELDS: Final = (
    "match", "deal", "rules", "overrides", "players", "dealer", "time", "turned", "hands", "dealt_order", "calls",
    "exchange", "declarations", "belote", "plays", "claims", "ended", "ended_by", "simulated", "bots", "labels",
    "notes", "extra",
)  # fmt: skip
_CLAIMS: Final = (
    "contract", "taker", "doubled", "winners", "points", "points_include", "declarations", "belote", "hanging", "score",
    "totals", "match_winner", "penalties",
)  # fmt: skip
_INSIDE: Final = ("seat", "play", "cards", "kind", "top", "shown", "suit")
_WORDS: Final = (
    '{"rebelote":1', ',"claims":{}', "pass", "take", "double", "redouble", "capot", "null", '["last_trick"]',
    '["capot"]', '["last_trick","capot"]', '["capot","last_trick"]', '"tierce"', '"quarte"', '"quinte"', '"carre"',
    '"claimed"', '"abandoned"', "false", "true",
)  # fmt: skip
_TEXTS: Final = [
    *(f',"{each}":' for each in _FIELDS),
    *(f'"{each}":' for each in (*_CLAIMS, *_INSIDE)),
    *_WORDS,
]
_LETTERS: Final = np.frombuffer("".join(_TEXTS).encode(), np.uint8)
_STARTS: Final = np.cumsum([0, *map(len, _TEXTS)])


def _place(text: str) -> Any:
    return constant(_TEXTS.index(text))


F_MATCH = _place(',"match":')
F_HANDS = _place(',"hands":')
C_CONTRACT = _place('"contract":')
E_SEAT = _place('"seat":')
W_RECORD = _place('{"rebelote":1')
W_PASS = _place("pass")
W_CAPOT = _place("capot")
W_NULL = _place("null")
W_INCLUDED = _place('["last_trick"]')
W_KIND = _place('"tierce"')
W_ENDED = _place('"claimed"')
W_FALSE = _place("false")
W_TRUE = _place("true")

_RANK: Final = np.full(256, -1, np.int64)
_SUIT: Final = np.full(256, -1, np.int64)
for _at, _letter in enumerate(RANKS):
    _RANK[ord(_letter)] = _at
for _at, _letter in enumerate(SUITS):
    _SUIT[ord(_letter)] = _at
_CAPOT: Final = constant(CAPOT_BID)
_UNKNOWN: Final = constant(UNKNOWN)
_U1, _U2, _U3, _U4, _U5, _U6, _U7 = (np.uint64(each) for each in range(1, 8))
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
_BETWEEN: Final = np.frombuffer(b"--T::", np.uint8)
_DAYS: Final = np.array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
_QUOTE, _COMMA, _OPEN, _CLOSE, _BAR, _BLANK = (constant(ord(each)) for each in '",[]| ')


@rule
def word(data: Any, at: int, which: int) -> Any:
    """Where a word ends that stands here, -1 where it does not."""
    here, letter, end = np.uint64(at), np.uint64(_STARTS[which]), np.uint64(_STARTS[which + 1])
    while letter < end:
        if data[here] != _LETTERS[letter]:
            return -1
        here += _U1
        letter += _U1
    return np.int64(here)


@rule
def key(data: Any, at: int, which: int) -> int:
    """Where the value of a further key begins, -1 where another stands here."""
    return word(data, at + 1, which) if data[at] == _COMMA else -1


@rule
def digit(data: Any, at: int) -> Any:
    """The digit that stands here, -1 where none does."""
    return np.int64(data[at]) - 48 if 48 <= data[at] <= 57 else -1


@rule
def whole(data: Any, at: int) -> tuple[int, int]:
    """A whole number as we write it, and where it ends; -1 where there is none."""
    negative = data[at] == 45
    first = at + 1 if negative else at
    end, value, each = first, 0, digit(data, first)
    while each >= 0 and end - first < 11:
        value = 10 * value + each
        end += 1
        each = digit(data, end)
    if end == first or (data[first] == 48 and (end - first > 1 or negative)):
        return 0, -1
    return -value if negative else value, end


@rule
def seat_at(data: Any, at: int) -> int:
    """The seat that stands here, -1 where none does."""
    seat = digit(data, at)
    return seat if seat < 4 else -1


@rule
def text_end(data: Any, at: int) -> tuple[int, bool, bool]:
    """Where a text ends that begins here, -1 where none does; whether it has escapes, and other letters than ASCII."""
    escaped = foreign = False
    if data[at] != _QUOTE:
        return -1, escaped, foreign
    at += 1
    while data[at] != _QUOTE:
        if data[at] < 32:
            return -1, escaped, foreign
        if data[at] == 92:
            escaped = True
            at += 1
            if data[at] < 32:
                return -1, escaped, foreign
        foreign |= data[at] > 127
        at += 1
    return at + 1, escaped, foreign


@rule
def piece_end(data: Any, at: int) -> tuple[int, bool]:
    """Where an object or list ends that begins here, -1 where none does; whether it has other letters than ASCII."""
    depth, foreign = 0, False
    while True:
        if data[at] == _QUOTE:
            at, _, here = text_end(data, at)
            foreign |= here
            if at < 0:
                return -1, foreign
        else:
            if data[at] == 123 or data[at] == _OPEN:
                depth += 1
            elif data[at] == 125 or data[at] == _CLOSE:
                depth -= 1
            elif data[at] < 32 or depth == 0:
                return -1, foreign
            at += 1
        if depth == 0:
            return at, foreign


@rule
def cards_at(data: Any, at: int, out: Any, first: int) -> tuple[int, int, int]:
    """Where a text of cards ends, -1 where it is none; how many there are, and how many before its bar, -1 for none."""
    count, bar = 0, -1
    if data[at] != _QUOTE:
        return -1, 0, -1
    at += 1
    if data[at] == _QUOTE:
        return at + 1, 0, -1
    while True:
        if data[at] == _BAR:
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
            rank, suit = _RANK[data[at]], _SUIT[data[at + 1]]
            if rank < 0 or suit < 0:
                return -1, 0, -1
            out[first + count] = 8 * suit + rank
            count += 1
            at += 2
        if data[at] == _QUOTE:
            return at + 1, count, bar
        if data[at] != _BLANK:
            return -1, 0, -1
        at += 1


@rule
def call_at(data: Any, at: int) -> tuple[int, int]:
    """The call whose text stands here, and where it ends; -1 where there is none."""
    if data[at] != _QUOTE:
        return 0, -1
    at += 1
    for each in range(4):
        end = word(data, at, W_PASS + each)
        if end >= 0 and data[end] == _QUOTE:
            return each, end + 1
    value, end = 1, word(data, at, W_CAPOT)
    if end >= 0:
        value, at = _CAPOT, end
    elif digit(data, at) >= 0:
        value, at = whole(data, at)
        if at < 0 or not 2 <= value < _CAPOT:
            return 0, -1
    contract = _SUIT[data[at]]
    at += 1
    if contract < 0:
        contract = 4 if data[at - 1] == 78 else 5 if data[at - 1] == 65 else -1
        if contract < 0 or data[at] != 84:
            return 0, -1
        at += 1
    return 8 * value + contract, at + 1 if data[at] == _QUOTE else -1


@rule
def instant_at(data: Any, at: int) -> tuple[Any, int]:
    """An instant of universal time in microseconds since 1970, and where it ends; -1 where none is written so."""
    if data[at] != _QUOTE:
        return 0, -1
    parts, end = np.zeros(6, np.int64), at + 1
    for part in range(6):
        for _ in range(4 if part == 0 else 2):
            each = digit(data, end)
            if each < 0:
                return 0, -1
            parts[part] = 10 * parts[part] + each
            end += 1
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
        or data[end + 1] != _QUOTE
        or not 1 <= day <= _DAYS[month - 1] + (1 if leap and month == 2 else 0)
    ):
        return 0, -1
    # Days since 1 March of the year 0, by which the leap day comes last.
    shifted = year - 1 if month <= 2 else year
    in_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = 365 * shifted + shifted // 4 - shifted // 100 + shifted // 400 + in_year - 719468
    return ((24 * days + hour) * 3600 + 60 * minute + second) * 1_000_000 + micro, end + 2


@rule
def numbers_at(data: Any, at: int, out: Any, row: int, first: int, edge: int, most: int) -> tuple[int, int]:
    """Where a list of numbers ends, -1 where it is none of 1 to `most` from -edge to edge - 1; how many there are."""
    count = 0
    if data[at] != _OPEN:
        return -1, 0
    while True:
        value, at = whole(data, at + 1)
        if at < 0 or count == most or not -edge <= value < edge:
            return -1, 0
        out[row, first + count] = value
        count += 1
        if data[at] == _CLOSE:
            return at + 1, count
        if data[at] != _COMMA:
            return -1, 0


@rule
def hands_at(data: Any, at: int, line: int, small: Any, counts: Any, bytes_: Any, ends: Any) -> int:
    """Take the list of hands that stands here; where it ends, -1 where it is not as we write it."""
    total, hands, barred = 0, 0, 0
    if data[at] != _OPEN:
        return -1
    at += 1
    while data[at] != _CLOSE or hands == 0:
        if data[at] == _CLOSE and hands == 0:
            break
        if hands == 4:
            return -1
        at, count, bar = cards_at(data, at, bytes_[HANDS], ends[HANDS] + total)
        if at < 0 or count > 12:
            return -1
        bytes_[HAND_SIZES, ends[HAND_SIZES] + hands] = count
        if bar >= 0:
            bytes_[BEFORE, ends[BEFORE] + hands] = bar
            barred += 1
        total += count
        hands += 1
        if data[at] == _COMMA and data[at + 1] == _QUOTE:
            at += 1
        elif data[at] != _CLOSE:
            return -1
    if barred != 0 and barred != hands:
        return -1
    counts[line, HANDS], counts[line, HAND_SIZES] = total, hands
    if barred > 0:
        counts[line, BEFORE] = hands
    small[line, HIGHEST] = max(small[line, HIGHEST], hands - 1)
    return at + 1


@rule
def calls_at(data: Any, at: int, line: int, counts: Any, calls: Any, ends: Any) -> int:
    """Take the list of calls that stands here, if none of them has a seat or time."""
    count = 0
    if data[at] != _OPEN:
        return -1
    at += 1
    while data[at] != _CLOSE or count > 0:
        call, at = call_at(data, at)
        if at < 0 or count == 200:
            return -1
        calls[ends[CALLS] + count] = call
        count += 1
        if data[at] == _CLOSE:
            break
        if data[at] != _COMMA:
            return -1
        at += 1
    counts[line, CALLS] = count
    return at + 1


@rule
def events_at(data: Any, at: int, line: int, small: Any, counts: Any, events: Any, ends: Any, which: int) -> int:
    """Take the list of declarations or of belotes that stands here: seat, play, cards or suit, kind, top, shown."""
    count, most = 0, 32 if which == DECLARED else 16
    held = np.zeros(40, np.uint8)
    if data[at] != _OPEN:
        return -1
    at += 1
    while data[at] != _CLOSE or count > 0:
        if data[at] != 123 or count == most:
            return -1
        row = ends[which] + count
        at = word(data, at + 1, E_SEAT)
        if at < 0 or seat_at(data, at) < 0:
            return -1
        events[row, 0] = seat_at(data, at)
        small[line, HIGHEST] = max(small[line, HIGHEST], events[row, 0])
        for i in range(2, 6):
            events[row, i] = ABSENT
        at += 1
        if which == BELOTES:
            at = key(data, at, E_SEAT + 6)
            if at < 0 or data[at] != _QUOTE or _SUIT[data[at + 1]] < 0 or data[at + 2] != _QUOTE:
                return -1
            events[row, 2] = _SUIT[data[at + 1]]
            at += 3
        at = key(data, at, E_SEAT + 1)
        if at < 0:
            return -1
        events[row, 1], at = whole(data, at)
        if at < 0 or not 0 <= events[row, 1] < 36:
            return -1
        if which == DECLARED:
            at = announced_at(data, at, row, events, held)
        if at < 0 or data[at] != 125:
            return -1
        count += 1
        at += 1
        if data[at] == _CLOSE:
            break
        if data[at] != _COMMA:
            return -1
        at += 1
    counts[line, which] = count
    return at + 1


@rule
def announced_at(data: Any, at: int, row: int, events: Any, held: Any) -> int:
    """Take the cards of a declaration, its kind and top, and when it was shown."""
    events[row, 2] = 0
    end = key(data, at, E_SEAT + 2)
    if end >= 0:
        at, count, bar = cards_at(data, end, held, 0)
        if at < 0 or count == 0 or bar >= 0:
            return -1
        for i in range(count):
            if held[i] > 31 or (i > 0 and held[i] <= held[i - 1]):
                return -1
            events[row, 2] |= 1 << np.int64(held[i])
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
        if data[end] != _QUOTE or _RANK[data[end + 1]] < 0 or data[end + 2] != _QUOTE:
            return -1
        events[row, 4], at = _RANK[data[end + 1]], end + 3
    end = key(data, at, E_SEAT + 5)
    if end >= 0:
        events[row, 5], at = whole(data, end)
        if at < 0 or not 0 <= events[row, 5] < 36:
            return -1
    return at


@rule
def winners_at(data: Any, at: int, line: int, small: Any, counts: Any, bytes_: Any, ends: Any) -> int:
    """Take the list of the tricks' winners that stands here; 255 for one that is not said."""
    count = 0
    if data[at] != _OPEN:
        return -1
    at += 1
    while data[at] != _CLOSE or count > 0:
        seat, end = seat_at(data, at), at + 1
        if seat < 0:
            seat, end = 255, word(data, at, W_NULL)
        else:
            small[line, HIGHEST] = max(small[line, HIGHEST], seat)
        if end < 0 or count == 9:
            return -1
        bytes_[WINNERS, ends[WINNERS] + count] = seat
        count += 1
        at = end
        if data[at] == _CLOSE:
            break
        if data[at] != _COMMA:
            return -1
        at += 1
    counts[line, WINNERS] = count
    return at + 1


@rule
def by_side_at(data: Any, at: int, line: int, small: Any, counts: Any, numbers: Any, ends: Any, which: int) -> int:
    """Take a list of numbers by side; those of one record are all of one length."""
    edge, most = 1 << 31 if which == TOTALS else 1 << 15, 2 if which == HANGING else 4
    at, count = numbers_at(data, at, numbers, which - NUMBERS, ends[which], edge, most)
    if count < 2:
        return -1
    if which != HANGING:
        if small[line, SIDES] != ABSENT and small[line, SIDES] != count:
            return -1
        small[line, SIDES] = count
    counts[line, which] = count
    return at


@rule
def claims_at(data: Any, at: int, line: int, small: Any, counts: Any, bytes_: Any, numbers: Any, ends: Any) -> int:
    """Take the claims that stand here."""
    if data[at] != 123:
        return -1
    at += 1
    small[line, CLAIMED] = 1
    if data[at] == 125:
        small[line, CLAIMED] = EMPTY
        # Nothing is claimed: that is written only where there is nothing else.
        return at + 1 if max(counts[line, HANDS], counts[line, CALLS], counts[line, PLAYS]) == ABSENT else -1
    first = True
    for which in range(13):
        end = word(data, at, C_CONTRACT + which) if first else key(data, at, C_CONTRACT + which)
        if end < 0:
            continue
        first = False
        if which == 0:
            small[line, CONTRACT], at = call_at(data, end)
            if small[line, CONTRACT] < 8:
                return -1
        elif which == 1 or which == 11:
            seat, at = seat_at(data, end), end + 1
            if seat < 0:
                return -1
            if which == 1:
                small[line, TAKER] = seat
                small[line, HIGHEST] = max(small[line, HIGHEST], seat)
            elif seat >= max(2, small[line, SIDES]):
                return -1
            else:
                small[line, MATCH_WINNER] = seat
        elif which == 2:
            value, at = digit(data, end), end + 1
            if value != 1 and value != 2 and value != 4:
                return -1
            small[line, DOUBLED] = value
        elif which == 3:
            at = winners_at(data, end, line, small, counts, bytes_, ends)
        elif which == 5:
            at = -1
            for each in range(4):
                after = word(data, end, W_INCLUDED + each)
                if after >= 0:
                    small[line, INCLUDED], at = each + 1, after
        else:
            place = POINTS + which - 4 - (1 if which > 5 else 0) - (1 if which > 11 else 0)
            at = by_side_at(data, end, line, small, counts, numbers, ends, place)
        if at < 0:
            return -1
    return at + 1 if data[at] == 125 and not first else -1


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
            piece = MATCH if which == 0 else RULES
            small[line, piece], small[line, piece + PIECE] = end + 1, at - 1
        elif which == 1:
            small[line, NUMBER], at = whole(data, end)
            if not 0 < small[line, NUMBER] < 1 << 32:
                return -1
        elif which == 3 or which == 4 or which >= 20:
            at, foreign = piece_end(data, end)
            piece = OVERRIDES + which - 3 if which < 20 else LABELS + which - 20
            small[line, piece], small[line, piece + PIECE] = end, at
        elif which == 5 or which == 17:
            seat, at = seat_at(data, end), end + 1
            if seat < 0 or (which == 17 and small[line, ENDED] == 0):
                return -1
            small[line, DEALER if which == 5 else ENDED_BY] = seat
            small[line, HIGHEST] = max(small[line, HIGHEST], seat)
        elif which == 6:
            small[line, INSTANT], at = instant_at(data, end)
            if at < 0:
                at, escaped, foreign = text_end(data, end)
                small[line, TIME], small[line, TIME + PIECE] = end, at
        elif which == 7:
            rank, suit = _RANK[data[end + 1]], _SUIT[data[end + 2]]
            if data[end] != _QUOTE or rank < 0 or suit < 0 or data[end + 3] != _QUOTE:
                return -1
            small[line, TURNED], at = 8 * suit + rank, end + 4
        elif which == 8:
            at = hands_at(data, end, line, small, counts, bytes_, ends)
        elif which == 9:
            small[line, MIXED], at = 1, word(data, end, W_FALSE)
        elif which == 10:
            at = calls_at(data, end, line, counts, calls, ends)
        elif which == 11:
            at = exchange_at(data, end, line, small)
        elif which == 12 or which == 13:
            list_ = DECLARED if which == 12 else BELOTES
            at = events_at(data, end, line, small, counts, events[list_ - DECLARED], ends, list_)
        elif which == 14:
            at, counts[line, PLAYS], bar = cards_at(data, end, bytes_[PLAYS], ends[PLAYS])
            if bar >= 0:
                return -1
        elif which == 15:
            at = claims_at(data, end, line, small, counts, bytes_, numbers, ends)
        elif which == 16:
            at = -1
            for each in range(2):
                after = word(data, end, W_ENDED + each)
                if after >= 0:
                    small[line, ENDED], at = each + 1, after
        elif which == 18:
            small[line, SIMULATED], at = 1, word(data, end, W_TRUE)
        else:
            at = bots_at(data, end, line, small, counts, numbers, bytes_, ends)
        if at < 0:
            return -1
        if foreign:
            small[line, FOREIGN] = 1
    said = max(counts[line, HANDS], counts[line, CALLS], counts[line, PLAYS]) != ABSENT or small[line, CLAIMED] != 0
    return at + 1 if data[at] == 125 and said else -1


@rule
def exchange_at(data: Any, at: int, line: int, small: Any) -> int:
    """Take the exchange that stands here."""
    at = word(data, at + 1, E_SEAT) if data[at] == 123 else -1
    if at < 0 or seat_at(data, at) < 0:
        return -1
    small[line, EXCHANGE_SEAT] = seat_at(data, at)
    small[line, HIGHEST] = max(small[line, HIGHEST], small[line, EXCHANGE_SEAT])
    at = key(data, at + 1, E_SEAT + 1)
    if at < 0:
        return -1
    small[line, EXCHANGE_PLAY], at = whole(data, at)
    return at + 1 if at >= 0 and data[at] == 125 and -1 <= small[line, EXCHANGE_PLAY] < 36 else -1


@rule
def bots_at(data: Any, at: int, line: int, small: Any, counts: Any, numbers: Any, bytes_: Any, ends: Any) -> int:
    """Take the seats that programs play; they go through the end of a list of numbers that comes before."""
    at, count = numbers_at(data, at, numbers, 0, ends[POINTS] + 4, 4, 4)
    for i in range(count):
        seat = numbers[0, ends[POINTS] + 4 + i]
        if seat < 0:
            return -1
        bytes_[BOTS, ends[BOTS] + i] = seat
        small[line, HIGHEST] = max(small[line, HIGHEST], seat)
    counts[line, BOTS] = count
    return at


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
        small[line, TAKEN] = 0
        small[line, MIXED] = small[line, INCLUDED] = small[line, ENDED] = small[line, SIMULATED] = 0
        small[line, CLAIMED] = small[line, FOREIGN] = 0
        small[line, HIGHEST] = -1
        counts[line] = ABSENT
        at = line_at(data, starts[line], line, small, counts, bytes_, numbers, calls, events, ends)
        if at < 0 or (data[at] != 10 and (data[at] != 13 or data[at + 1] != 10)):
            counts[line] = ABSENT
            continue
        small[line, TAKEN] = 1
        for each in range(LISTS):
            ends[each] += max(0, counts[line, each])


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
def number_pieces(data: Any, firsts: Any, ends: Any, out: Any, kept: Any) -> int:
    """Number the different pieces in order of appearance, -1 for a line without one; `kept` gets a line of each.

    Answers how many there are. `kept` is as long as there are lines.
    """
    size = 16
    while size < 2 * len(firsts):
        size *= 2
    table = np.full(size, -1, np.int64)
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
        slot = digest(data, firsts[line], ends[line]) & (size - 1)
        while table[slot] >= 0 and not same_piece(data, firsts, ends, line, kept[table[slot]]):
            slot = (slot + 1) & (size - 1)
        if table[slot] < 0:
            table[slot] = found
            kept[found] = line
            found += 1
        out[line] = table[slot]
    return found
