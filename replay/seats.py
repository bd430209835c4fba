"""Seats and sides: who plays with whom; and numbers by seat or side, copied."""

from typing import Any

from replay.compiled import Rules
from replay.jit import inlined, rule


@rule
def side_of(rules: Rules, seat: int) -> int:
    """The side of a seat: pairs with four players, else each his own."""
    return seat & 1 if rules.pairs else seat


@inlined
def copy(numbers: Any, into: Any) -> None:
    """Copy numbers into as many places. (A slice would be copied twice, for fear that the two are the same.)"""
    for at in range(len(into)):
        into[at] = numbers[at]
