"""The compiled ruleset: one fixed-shape record of integers that every rule takes as an argument."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from replay.clauses import KEYS
from replay.judgement import STATED
from replay.knobs import KNOBS, Value, field

Rules: TypeAlias = Any
"""One record of RULES."""

RULES: Final = np.dtype(
    [(field(knob.name), np.int64) for knob in KNOBS if knob.pattern is None]
    + [
        ("sides", np.int64),
        ("pairs", np.int64),  # 1 if two pairs play
        ("hand_size", np.int64),
        ("before_auction", np.int64),  # cards in hand at the auction
        ("turned", np.int64),  # 1 if a card is turned
        ("turned_to_taker", np.int64),  # 1 if the taker gets it: then the deal uses up the pack
        ("pack_cards", np.int64),  # the set of cards in play
        ("packets", np.int64, (8,)),  # cards dealt at a time, before and after the bar
        ("packets_before", np.int64),  # how many packets come before the bar
        ("not_stated", np.int64),  # set of parts of which the ruleset says nothing
        ("alternatives_at", np.int64),  # in a stack: rulesets that read one open point differently
        ("alternatives_n", np.int64),
        ("alternative_key", np.int64),  # for such a one: the knob that differs
        ("unsettled", np.int64, (len(KEYS),)),  # by knob or fact: 1 if it is a default for the source's silence
    ]
)


def _packets(values: Mapping[str, Value]) -> tuple[list[int], list[int]]:
    before, _, after = str(values["deal.packets"]).partition("|")
    return [int(each) for each in before.split("+")], [int(each) for each in after.split("+") if each]


def sides(values: Mapping[str, Value]) -> int:
    """Two pairs with four players, else each for himself."""
    return 2 if values["deal.players"] == 4 else int(values["deal.players"])  # type: ignore[arg-type]


def hand_size(values: Mapping[str, Value]) -> int:
    """Cards in a full hand."""
    before, after = _packets(values)
    return sum(before) + sum(after)


def compile_rules(
    values: Mapping[str, Value], not_stated: Collection[str] = (), unsettled: Collection[str] = ()
) -> Rules:
    """The record for a full set of knob values; `unsettled` names the knobs and facts that are open points."""
    rules: Any = np.zeros(1, RULES).view(np.recarray)[0]
    for knob in KNOBS:
        if knob.pattern is None:
            setattr(
                rules,
                field(knob.name),
                int(str(values[knob.name])) if knob.name == "deal.pack" else knob.code(values[knob.name]),
            )
    before, after = _packets(values)
    rules.sides = sides(values)
    rules.pairs = values["deal.players"] == 4
    rules.hand_size = sum(before) + sum(after)
    rules.before_auction = sum(before)
    rules.turned = values["auction.style"] == "take"
    rules.turned_to_taker = rules.turned and rules.hand_size * rules.deal_players == rules.deal_pack
    rules.pack_cards = 0xFFFFFFFF if rules.deal_pack == 32 else 0xFCFCFCFC
    rules.packets[: len(before) + len(after)] = before + after
    rules.packets_before = len(before)
    rules.unsettled[:] = [key in unsettled for key in KEYS]
    rules.not_stated = sum(1 << STATED.index(part) for part in not_stated)
    return rules


def stack(rules: Sequence[Rules], alternatives: Sequence[Sequence[tuple[str, Rules]]]) -> Any:
    """Several compiled rulesets as one array, for deals that name theirs by index.

    `alternatives` gives for each of them rulesets that differ in one knob, with the knob's name; they follow.
    """
    table: Any = np.zeros(len(rules) + sum(map(len, alternatives)), RULES).view(np.recarray)
    free = len(rules)
    for index, (each, others) in enumerate(zip(rules, alternatives, strict=True)):
        table[index] = each
        table[index].alternatives_at = free
        table[index].alternatives_n = len(others)
        for key, other in others:
            table[free] = other
            table[free].alternative_key = KEYS.index(key)
            free += 1
    return table
