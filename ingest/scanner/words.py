"""Words, numbers and texts as they stand in a line."""

from typing import Any, Final

import numpy as np

from replay.jit import constant, rule

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

QUOTE, COMMA, OPEN, CLOSE, BAR, BLANK, BRACE, END = (constant(ord(each)) for each in '",[]| {}')
_ONE: Final = np.uint64(1)


@rule
def word(data: Any, at: int, which: int) -> Any:
    """Where a word ends that stands here, -1 where it does not."""
    here, letter, end = np.uint64(at), np.uint64(_STARTS[which]), np.uint64(_STARTS[which + 1])
    while letter < end:
        if data[here] != _LETTERS[letter]:
            return -1
        here += _ONE
        letter += _ONE
    return np.int64(here)


@rule
def key(data: Any, at: int, which: int) -> int:
    """Where the value of a further key begins, -1 where another stands here."""
    return word(data, at + 1, which) if data[at] == COMMA else -1


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
    if data[at] != QUOTE:
        return -1, escaped, foreign
    at += 1
    while data[at] != QUOTE:
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
        if data[at] == QUOTE:
            at, _, here = text_end(data, at)
            foreign |= here
            if at < 0:
                return -1, foreign
        else:
            if data[at] == BRACE or data[at] == OPEN:
                depth += 1
            elif data[at] == END or data[at] == CLOSE:
                depth -= 1
            elif data[at] < 32 or depth == 0:
                return -1, foreign
            at += 1
        if depth == 0:
            return at, foreign


@rule
def numbers_at(data: Any, at: int, out: Any, row: int, first: int, edge: int, most: int) -> tuple[int, int]:
    """Where a list of numbers ends, -1 where it is none of 1 to `most` from -edge to edge - 1; how many there are."""
    count = 0
    if data[at] != OPEN:
        return -1, 0
    while True:
        value, at = whole(data, at + 1)
        if at < 0 or count == most or not -edge <= value < edge:
            return -1, 0
        out[row, first + count] = value
        count += 1
        if data[at] == CLOSE:
            return at + 1, count
        if data[at] != COMMA:
            return -1, 0
