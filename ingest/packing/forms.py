"""How the lists of a deal are packed: which numbers stand for them in a row of `record`."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from replay.cards import UNKNOWN
from replay.frame import PLAYS, SEATS, TRICKS


class Form(NamedTuple):
    """Of a list in one number: the bits of an element, and how many elements there are at most."""

    bits: int
    most: int


_SEATED: Final = Form(4, SEATS)
_POINTS: Final = Form(10, SEATS)
_WRITTEN: Final = Form(12, SEATS)
FORMS: Final[Mapping[str, Form]] = {
    "hand_sizes": _SEATED, "before_auction": _SEATED,
    "claims.winners": Form(2, TRICKS), "claims.points": _POINTS, "claims.points_include": Form(1, 2),
    "claims.declarations": _POINTS, "claims.belote": _POINTS, "claims.hanging": _POINTS,
    "claims.score": _WRITTEN, "claims.totals": _WRITTEN, "claims.penalties": _WRITTEN,
}  # fmt: skip
"""The elements, the first lowest, and above them a 1; above all there is room for, a bit for each element that is -1.

Nobody among winners is -1. What points include are places in `INCLUDED`. Of sizes all but the first are the bits in
which they differ from it: seats have as many cards as each other.
"""
SEATED: Final = ("hand_sizes", "before_auction")
INCLUDED: Final = ("last_trick", "capot")

CARDS: Final[Mapping[str, tuple[str, int]]] = {
    "hands": ("hand_sizes", _SEATED.bits * SEATS + 1 + SEATS),
    "plays": ("plays_n", 6),
}
"""Lists of cards, in several numbers; the column that says how many there are, which has from a bit on one for every
card that is unknown."""
CARD_BITS: Final = 5
IN_NUMBER: Final = 11
"""Cards of a number: DuckDB stores one of more than 56 bits in eight bytes."""
NUMBERS: Final = 4
"""So that there is room for all `PLAYS`."""
assert NUMBERS * IN_NUMBER >= PLAYS

COLUMNS: Final = (*(f"{name}_{at}" for name in CARDS for at in range(NUMBERS)), "plays_n", "odd")
"""Columns that `record` has in place of lists of cards."""
KINDS: Final = (*CARDS, *FORMS)
"""What is packed, in the order of `odd`.

A list that does not fit, for its length or an element, is whole in `odd`, which begins with the length of each kind of
list, -1 for none.
"""


def lists_of(row: dict[str, Any]) -> dict[str, Any]:
    """A row of `record` as one of `deal`, by column."""
    claims = row["claims"] or {}
    found: dict[str, Any] = {}
    for name, form in FORMS.items():
        number = claims.get(name.removeprefix("claims.")) if name.startswith("claims.") else row[name]
        if number is not None and name == "hand_sizes":
            number &= (1 << CARDS["hands"][1]) - 1
        found[name] = None if number is None else _elements(number, form)
    for name in SEATED:
        found[name] = _seated(found[name])
    for name, (told, above) in CARDS.items():
        number = row[told] or 0
        words = [row[f"{name}_{at}"] for at in range(NUMBERS)]
        n = number & 63 if name == "plays" else sum(found["hand_sizes"] or ())
        found[name] = None if words[0] is None else [_card(words, number >> above, at) for at in range(n)]
    odd = {} if row["odd"] is None else odd_lists(row["odd"])
    found |= {name: _seated(each) if name in SEATED else each for name, each in odd.items()}
    if (winners := found["claims.winners"]) is not None:
        found["claims.winners"] = [None if each < 0 else each for each in winners]
    if (included := found["claims.points_include"]) is not None:
        found["claims.points_include"] = [INCLUDED[each] for each in included]
    out = {name: each for name, each in row.items() if name not in COLUMNS}
    out |= {name: each for name, each in found.items() if not name.startswith("claims.")}
    said = {name.removeprefix("claims."): each for name, each in found.items() if name.startswith("claims.")}
    out["claims"] = None if row["claims"] is None else claims | said
    return out


def _elements(number: int, form: Form) -> list[int]:
    top = form.bits * form.most + 1
    missing, number = number >> top, number & (1 << top) - 1
    found: list[int] = []
    while number > 1:
        found.append(-1 if missing >> len(found) & 1 else number & (1 << form.bits) - 1)
        number >>= form.bits
    return found


def _seated(sizes: list[int] | None) -> list[int] | None:
    return sizes and [size ^ sizes[0] if at else size for at, size in enumerate(sizes)]


def _card(words: list[int], unknown: int, at: int) -> int:
    if unknown >> at & 1:
        return UNKNOWN
    return words[at // IN_NUMBER] >> CARD_BITS * (at % IN_NUMBER) & (1 << CARD_BITS) - 1


def odd_lists(odd: list[int]) -> dict[str, list[int]]:
    """The lists that did not fit, by name."""
    found, at = {}, len(KINDS)
    for name, length in zip(KINDS, odd, strict=False):
        if length >= 0:
            found[name] = odd[at : at + length]
            at += length
    return found
