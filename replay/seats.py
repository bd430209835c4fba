"""Seats and sides: who plays with whom."""

from replay.compiled import Rules
from replay.jit import rule


@rule
def side_of(rules: Rules, seat: int) -> int:
    """The side of a seat: pairs with four players, else each his own."""
    return seat & 1 if rules.pairs else seat
