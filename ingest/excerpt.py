"""A line of a record file shown to a person: the place of a fault in it, and a harmless piece around that."""

import json
import unicodedata
from collections.abc import Sequence
from typing import Final

EXCERPT: Final = 120
"""Characters of a line that are kept with a reject."""
_DECODER: Final = json.JSONDecoder()
_SPACE: Final = " \t\r\n"


def printable(text: str) -> str:
    """A text with what could move a terminal's cursor or turn its writing round spelled out: `\\x1b`."""
    return "".join(each if each == " " or not _unsafe(each) else _spelled(each) for each in text)


def _unsafe(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _spelled(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def excerpt(line: str, column: int | None = None) -> str:
    """At most 120 characters of a line around a column, cut ends shown by an ellipsis."""
    start = 0
    if column is not None and len(line) > EXCERPT:
        start = max(0, min(column - 1 - EXCERPT // 3, len(line) - EXCERPT))
    piece = line[start : start + EXCERPT]
    return ("…" if start else "") + printable(piece) + ("…" if start + EXCERPT < len(line) else "")


def column(line: str, path: Sequence[str | int], offset: int | None = None) -> int | None:
    """Where the value at a path begins in a line of JSON, from 1; None where the line has no such place.

    `offset` counts characters inside the value, if that is a text, from 0.
    """
    at = 0
    try:
        for step in path:
            at = _member(line, _skip(line, at), step)
    except (ValueError, IndexError, RecursionError):
        return None
    return at + 1 if offset is None or line[at] != '"' else at + 2 + offset


def _skip(line: str, at: int) -> int:
    while line[at] in _SPACE:
        at += 1
    return at


def _member(line: str, at: int, step: str | int) -> int:
    """Where the value named by one step begins."""
    named = isinstance(step, str)
    if line[at] != ("{" if named else "["):
        raise ValueError
    count = 0
    while True:
        at = _skip(line, at + 1)
        key: str | int = count
        if named:
            key, at = _DECODER.raw_decode(line, at)
            at = _skip(line, _skip(line, at) + 1)
        if key == step:
            return at
        _, at = _DECODER.raw_decode(line, at)
        at = _skip(line, at)
        if line[at] != ",":
            raise ValueError
        count += 1
