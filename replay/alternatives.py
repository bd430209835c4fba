"""Other readings: for each open point of a ruleset, the same table with that one knob decided otherwise."""

from typing import Final

from replay.compiled import Rules, compile_rules
from replay.knobs import KNOB, Knob, Value
from replay.rulesets import Ruleset, contradictions

_GROUPS: Final = ("declarations", "settlement")
"""The knobs on which a recorded score or count of declarations can rest."""


def alternatives(ruleset: Ruleset) -> list[tuple[str, Rules]]:
    """The compiled rulesets that read one open point differently, each with the knob's name."""
    if ruleset.digest not in _FOUND:
        _FOUND[ruleset.digest] = _alternatives(ruleset)
    return _FOUND[ruleset.digest]


_FOUND: Final[dict[str, list[tuple[str, Rules]]]] = {}


def _alternatives(ruleset: Ruleset) -> list[tuple[str, Rules]]:
    out = []
    for name in ruleset.unsettled:
        knob = KNOB.get(name)
        if knob is None or knob.group not in _GROUPS:
            continue
        for value in _others(knob, ruleset.values[name]):
            values = {**ruleset.values, name: value}
            if not any(not problem.warning for problem in contradictions(values)):
                out.append((name, compile_rules(values, ruleset.not_stated, ruleset.unsettled)))
    return out


def _others(knob: Knob, value: Value) -> list[Value]:
    if knob.choices is not None:
        return [each for each in knob.choices if each != value]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1]
    return []
