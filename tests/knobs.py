"""Random tables: a shipped ruleset with any of its knobs turned, as far as they do not contradict each other."""

import os
import random
from collections.abc import Mapping
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from replay.knobs import KNOB, KNOBS, Value
from replay.rulesets import Ruleset, contradictions, load
from tests.oracle import SYSTEMS

EXAMPLES = int(os.environ.get("REBELOTE_EXAMPLES", "0"))
"""How many examples each property is tried on; 0 for as many as it asks for."""

PACKETS = ("3+2|3", "3+3|3", "3+2+3|", "3+3|2", "2+3|3", "4|4", "3+2|2+1", "3+3|1+1+1", "3+2|1")
NUMBERS: Mapping[str, tuple[int, ...]] = {
    "settlement.capot": (0, 1, 50, 88, 90, 100, 105),
    "auction.lowest_bid": (80, 82, 90),
    "auction.highest_bid": (0, 160, 180),
    "settlement.redouble": (3, 4),
    "match.target": (90, 151, 501, 1000),
    "match.misdeal_penalty": (0, 50),
    "match.revoke_penalty": (0, 100),
}
"""Numbers worth trying; of the others every one is."""
FIXED = ("deal.players", "deal.pack", "settlement.inside", "deal.direction")
"""Knobs that no other setting of the same shipped ruleset goes with, and the one that names left and right."""


def examples(count: int) -> settings:
    """As many examples of a property as were asked for, else so many."""
    return settings(max_examples=EXAMPLES or count)


def choices(name: str) -> list[Value]:
    """The values of a knob worth trying."""
    knob = KNOB[name]
    if name == "deal.packets":
        return list(PACKETS)
    if name in NUMBERS:
        return list(NUMBERS[name])
    if knob.several:
        return [(), ("capot",), ("hanging",), ("capot", "hanging")]
    if knob.choices is not None:
        return list(knob.choices)
    if knob.numbers is not None:
        return list(range(knob.numbers[0], knob.numbers[1] + 1))
    return [False, True]


def turned(ruleset: Ruleset, chance: random.Random, share: float = 0.5) -> Ruleset:
    """A ruleset with about this share of its knobs set by chance."""
    values = dict(ruleset.values)
    overrides: dict[str, Any] = {}
    for knob in chance.sample(KNOBS, len(KNOBS)):
        if knob.name in FIXED or chance.random() > share:
            continue
        value = chance.choice(choices(knob.name))
        if not any(not problem.warning for problem in contradictions({**values, knob.name: value})):
            values[knob.name] = overrides[knob.name] = value
    if values["deal.players"] == 3 and chance.random() < share:
        overrides["settlement.inside"] = chance.choice(["split", "top"])
    return ruleset.with_overrides(overrides)


def any_table(seed: int) -> tuple[Ruleset, random.Random]:
    """A table, shipped as it is or turned, and the chance for what happens at it."""
    chance = random.Random(seed)
    ruleset = load(chance.choice(SYSTEMS))
    if chance.random() < 0.6:
        ruleset = turned(ruleset, chance, chance.choice([0.1, 0.5]))
    return ruleset, chance


SEEDS = st.integers(0, 2**32 - 1)
TABLES = SEEDS.map(any_table)
"""Tables with the chance for what happens at them, the same for the same seed."""
