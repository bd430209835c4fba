"""Characters: players of differing skill and temper, as a table of integers."""

from dataclasses import astuple, dataclass, fields
from typing import Any, Final

import numpy as np


@dataclass(frozen=True, slots=True)
class Character:
    """How a player bids, plays and announces."""

    reserve: int
    """What a hand must be worth above the usual before he bids; negative for the bold."""
    mood: int
    """By how much that changes from deal to deal, either way."""
    counts: int
    """1 for one who remembers the cards that are gone."""
    slips: int
    """Of a thousand cards, how many he plays without a thought: legal ones, but any."""
    forgets: int
    """Of a thousand declarations and belotes, how many he does not announce."""
    doubles: int
    """Of a thousand hands good enough against the other side's bid, with how many he doubles."""


CHARACTERS: Final[dict[str, Character]] = {
    "expert": Character(reserve=0, mood=3, counts=1, slips=0, forgets=0, doubles=850),
    "steady": Character(reserve=2, mood=6, counts=1, slips=15, forgets=10, doubles=500),
    "cautious": Character(reserve=9, mood=5, counts=1, slips=10, forgets=5, doubles=200),
    "bold": Character(reserve=-10, mood=10, counts=0, slips=30, forgets=30, doubles=950),
    "careless": Character(reserve=-2, mood=18, counts=0, slips=220, forgets=150, doubles=500),
}
"""By name, which their players' names begin with."""
EACH: Final = 4
"""Players of a character."""
NAMES: Final = tuple(f"{name}-{number + 1}" for name in CHARACTERS for number in range(EACH))
"""Everybody who plays, by number."""

CHARACTER: Final = np.dtype([(each.name, np.int64) for each in fields(Character)])


def temper() -> Any:
    """The characters as compiled players read them: one row a player, in the order of NAMES."""
    rows = [astuple(each) for each in CHARACTERS.values() for _ in range(EACH)]
    return np.array(rows, CHARACTER).view(np.recarray)
