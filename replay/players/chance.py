"""Chance in integers: the same numbers for a seed whether compiled or interpreted, on any machine."""

from typing import Any, Final

from replay.jit import rule

WORDS: Final = 4
"""Numbers that hold the state of one stream."""
_MASK = 0xFFFFFFFF
_WARM_UP = 64


@rule
def seed_chance(state: Any, seed: int, stream: int) -> None:
    """Begin a stream; streams of one seed do not depend on each other (xorshift, 128 bits in four words)."""
    state[0] = (seed & _MASK) ^ 0x6C078965
    state[1] = ((seed >> 32) & _MASK) ^ 0x9908B0DF
    state[2] = (stream & _MASK) ^ 0x9D2C5680
    state[3] = ((stream >> 32) & _MASK) ^ 0xEFC60000
    for _ in range(_WARM_UP):
        step(state)


@rule
def step(state: Any) -> int:
    """The next number of a stream, 32 bits."""
    old = int(state[0])
    new = int(state[3])
    old ^= (old << 11) & _MASK
    old ^= old >> 8
    new ^= new >> 19
    new ^= old
    state[0] = state[1]
    state[1] = state[2]
    state[2] = state[3]
    state[3] = new
    return new


@rule
def below(state: Any, n: int) -> int:
    """A number from 0 to n - 1, each as likely as the others but for one in millions."""
    return (step(state) * n) >> 32


@rule
def happens(state: Any, per_mille: int) -> bool:
    """Whether something comes to pass that does so many times in a thousand."""
    return below(state, 1000) < per_mille
