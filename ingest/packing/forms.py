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
    "claims.winners": Form(3, TRICKS), "claims.points": _POINTS, "claims.points_include": Form(2, 2),
    "claims.declarations": _POINTS, "claims.belote": _POINTS, "claims.hanging": _POINTS,
    "claims.score": _WRITTEN, "claims.totals": _WRITTEN, "claims.penalties": _WRITTEN,
}  # fmt: skip
"""One more than each element, the first lowest: where 0 stands, the list ends.

The elements of winners are one more than their seats, 0 for nobody; those of what points include places in `INCLUDED`.
"""
INCLUDED: Final = ("last_trick", "capot")

CARDS: Final[Mapping[str, tuple[str, int]]] = {"hands": ("hand_sizes", _SEATED.bits * SEATS), "plays": ("plays_n", 6)}
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
    odd = row.pop("odd")
    claims = row["claims"]
    found: dict[str, Any] = {}
    for name, form in FORMS.items():
        kind = name.removeprefix("claims.")
        number = row[name] if kind == name else None if claims is None else claims[kind]
        found[name] = None if number is None else _elements(number & (1 << form.bits * form.most) - 1, form.bits)
    for name, (told, above) in CARDS.items():
        number, first = row[told], row[f"{name}_0"]
        words = [row.pop(f"{name}_{at}") for at in range(NUMBERS)]
        n = (number or 0) & 63 if name == "plays" else sum(found["hand_sizes"] or ())
        found[name] = None if first is None else [_card(words, (number or 0) >> above, at) for at in range(n)]
    del row["plays_n"]
    if odd is not None:
        found.update(odd_lists(odd))
    if (winners := found["claims.winners"]) is not None:
        found["claims.winners"] = [None if each == 0 else each - 1 for each in winners]
    if (included := found["claims.points_include"]) is not None:
        found["claims.points_include"] = [INCLUDED[each] for each in included]
    if claims is not None:
        row["claims"] = {**claims, **{kind: found[f"claims.{kind}"] for kind in claims if f"claims.{kind}" in found}}
    return {**row, **{name: each for name, each in found.items() if not name.startswith("claims.")}}


def _elements(number: int, bits: int) -> list[int]:
    found = []
    while number:
        found.append((number & (1 << bits) - 1) - 1)
        number >>= bits
    return found


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
