"""Which deals tell a setting's values apart: simulated matches judged at a table where that one setting is another."""

import functools
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from replay.alternatives import alternatives
from replay.compiled import stack
from replay.consistency import contradictions, without_effect
from replay.findings import ABSENT
from replay.judge import judge_frame
from replay.knobs import KNOB, Value
from replay.players.simulation import simulate
from replay.rulesets import Ruleset, load, names

MATCHES = 12
NUMBERS = {
    "deal.players": (2, 3, 4),
    "auction.lowest_bid": (80, 82, 90),
    "auction.highest_bid": (0, 90),
    "settlement.capot": (88, 90, 100),
    "settlement.redouble": (3, 4),
    "match.target": (151, 501, 1000),
    "match.misdeal_penalty": (0, 50),
    "match.revoke_penalty": (0, 100),
}
"""Numbers of which one beside the other is tried; of a digit each."""


def values_of(name: str) -> list[Value]:
    """The values of a setting, in an order in which neighbours can be compared."""
    knob = KNOB[name]
    if name == "deal.packets":
        return ["3+2|3", "3+3|2", "3+2+3|"]
    if knob.several:
        return [(), ("capot",), ("capot", "hanging"), ("hanging",)]
    if knob.choices is not None:
        return list(knob.choices)
    if knob.numbers is None:
        return [False, True]
    return list(NUMBERS.get(name, range(knob.numbers[0], knob.numbers[1] + 1)))


def neighbours(name: str) -> list[tuple[Value, Value]]:
    """Each value with the next one."""
    return list(pairwise(values_of(name)))


@functools.cache
def played(system: str, name: str, value: Value) -> tuple[Ruleset, tuple[object, ...]] | None:
    """Matches of a system with one setting at a value; None where it cannot be, or changes nothing there."""
    ruleset = load(system)
    merged = {**ruleset.values, name: value}
    if contradictions(merged) or without_effect(merged, [name]) or ruleset.not_stated:
        return None
    ruleset = ruleset.with_overrides({name: value})
    frames = []
    for each in simulate(ruleset, 1, 1, MATCHES):
        frames.append(type(each.frame)(*(np.array(part).view(np.recarray) for part in each.frame)))
    return ruleset, tuple(frames)


def findings(ruleset: Ruleset, frames: tuple[object, ...]) -> int:
    """How much is found in deals under a ruleset."""
    table = stack([ruleset.rules], [alternatives(ruleset)])
    return sum(int((judge_frame(each, table)[1].code != ABSENT).sum()) for each in frames)  # type: ignore[arg-type]


def told_apart(name: str, one: Value, other: Value) -> Iterator[tuple[str, int]]:
    """Systems whose deals under one of two values are found wrong under the other, with how much is found."""
    for system in names():
        for here, there in ((one, other), (other, one)):
            match = played(system, name, here)
            if match is None or contradictions({**match[0].values, name: there}):
                continue
            found = findings(match[0].with_overrides({name: there}), match[1])
            if found:
                yield system, found
