"""What stands beside the rows of a chart: recorded names as harmless text, cut where there is no room for more."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from dashboard.speaking import tr
from dashboard.wording import in_chart, one_line

Label = str | tuple[str, str]
"""A text as recorded, or the names of a pair: where they are cut, something of both is left."""

ROOM: Final = 150
"""Pixels that the labels of a chart may take: the chart itself has the rest, on a telephone little."""

_WIDTHS: Final = {
    **dict.fromkeys(" \u00a0\u202f", 3), **dict.fromkeys("ijl.,:;'|!", 4), **dict.fromkeys("tfrI-()/", 5),
    **dict.fromkeys("mwMW%@", 11),
}  # fmt: skip
"""Pixels of characters that are not as wide as most, at 13 pixels."""


def width(text: str) -> int:
    """Pixels that a plain text takes at the most.

    Plotly would measure each, and draw the chart anew for what it finds.
    """
    return sum(map(_wide, text))


def _wide(character: str) -> int:
    broad = unicodedata.east_asian_width(character) in "WF" or unicodedata.category(character) == "So"
    return _WIDTHS.get(character, 13 if broad else 9 if character.isupper() else 7)


def fitted(labels: Sequence[Label]) -> list[str]:
    """Labels as plain text for their place beside the rows: cut where they are wider than that."""
    return [_cut(each, ROOM) if isinstance(each, str) else _pair(*map(one_line, each)) for each in labels]


def in_full(labels: Sequence[Label]) -> list[str]:
    """Labels for what is said under the mouse: all of them, as harmless text."""
    return [in_chart(each if isinstance(each, str) else _both(*each)) for each in labels]


def _pair(one: str, other: str) -> str:
    if width(said := _both(one, other)) <= ROOM:
        return said
    room = ROOM - width(_both("", ""))
    # A short name leaves its room to the other.
    one = _cut(one, max(room // 2, room - width(other)))
    return _both(one, _cut(other, room - width(one)))


def _both(one: str, other: str) -> str:
    return tr("{one} and {other}").format(one=one, other=other)


def _cut(text: str, room: int) -> str:
    text = one_line(text, 400)
    if width(text) <= room:
        return text
    left = room - width("…")
    end = next((end for end in range(len(text)) if width(text[: end + 1]) > left), len(text))
    return text[:end].rstrip() + "…"


def widest(texts: Sequence[str]) -> int:
    """Pixels that the widest of some plain texts takes."""
    return max(map(width, texts), default=0)
