"""A setting is said to be without effect exactly where no deal comes out differently, by the second statement."""

import functools
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from replay.consistency import contradictions, without_effect
from replay.knobs import KNOB, KNOBS, Value
from replay.rulesets import load
from tests import oracle
from tests.oracle_rules import SYSTEMS

Knobs = dict[str, Any]
NUMBERS = {"settlement.capot": (0, 88, 100)}
"""Values to try of a number, beside 3, 5 and 6 for a digit."""


def values_of(name: str) -> list[Value]:
    knob = KNOB[name]
    if knob.choices is not None:
        return list(knob.choices)
    return list(NUMBERS.get(name, (3, 5, 6))) if knob.numbers else [False, True]


def contracts(knobs: Knobs) -> list[str]:
    every = knobs["auction.style"] == "ladder" or knobs["auction.contracts"] == "all"
    return [*"CDHS", "NT", "AT"] if every else list("CDHS")


def legal_cards(knobs: Knobs, dice: random.Random) -> object:
    """What may be played from a hand of few suits to a trick."""
    cards = dice.sample(oracle.pack(knobs), 12)
    size = dice.randrange(1, knobs["deal.players"])
    contract = dice.choice(contracts(knobs))
    return oracle.legal(knobs, contract, cards[:size], cards[size : size + 3])


def scores(knobs: Knobs, dice: random.Random) -> object:
    """What is written for a deal, which is often level, and often has a side without a trick."""
    contract, sides = dice.choice(contracts(knobs)), 2 if knobs["deal.players"] == 4 else knobs["deal.players"]
    whole = {"NT": 130, "AT": 258}.get(contract, 162)
    own = dice.choice([whole // 2, whole // 3, dice.randrange(11, whole - 10), dice.randrange(11, whole - 10)])
    rest = whole - own
    cards = [own, rest] if sides == 2 else [own, *dice.choice([(rest // 2, rest - rest // 2), (own, rest - own)])]
    if min(cards) < 10:
        cards = [own, rest] if sides == 2 else [own, rest // 2, rest - rest // 2]
    if dice.random() < 0.1:
        # Its tricks are worth nothing.
        cards = [whole, *[0] * (sides - 1)]
    cards[0] -= 10
    tricks = dice.choice([[4] * sides, [0, *[8] * (sides - 1)], [8, *[0] * (sides - 1)]])
    none = contract == "NT" or knobs["declarations.contest"] == "none"
    declarations = [0 if none else dice.choice([0, 0, 20, 50]) for _ in range(sides)]
    belote = [0] * sides
    belote[dice.randrange(sides)] = dice.choice([0, 20])
    doubles = knobs["auction.style"] in ("ladder", "points") or knobs["auction.doubling"] == "noted"
    return oracle.settle(
        knobs,
        contract,
        0,
        cards,
        0,
        tricks,
        declarations,
        belote if contract != "NT" else [0] * sides,
        dice.choice([1, 1, 2, 4]) if doubles else 1,
        dice.choice([80, 100, (own + 20) // 10 * 10, "capot"]) if knobs["auction.style"] == "points" else None,
    )


def declared(knobs: Knobs, dice: random.Random) -> object:
    """Whose declarations count, all hands of a deal announcing everything."""
    size, players = oracle.hand_size(knobs), knobs["deal.players"]
    deck = oracle.pack(knobs)
    # Mostly in order, so that there are declarations; now and then with equal ones.
    deck = sorted(deck, key=dice.choice([lambda c: c[1], lambda c: c[0], lambda c: "789TJQKA".index(c[0]) // 4]))
    cut = dice.randrange(len(deck))
    deck = deck[cut:] + deck[:cut]
    for _ in range(dice.randrange(4)):
        i, j = dice.sample(range(len(deck)), 2)
        deck[i], deck[j] = deck[j], deck[i]
    announced = []
    for seat in range(players):
        for each in oracle.hand_declarations(knobs, deck[seat * size : (seat + 1) * size]):
            announced.append({**each, "side": seat % 2 if players == 4 else seat, "order": len(announced)})
    if knobs["declarations.contest"] == "none":
        return []
    return oracle.contest(knobs, dice.choice("CDHS"), announced)


LOOKED_AT: dict[str, tuple[Callable[[Knobs, random.Random], object], int]] = {
    "play.ruff": (legal_cards, 800),
    "play.overruff": (legal_cards, 800),
    "play.underruff": (legal_cards, 800),
    "play.head_trump": (legal_cards, 800),
    "declarations.cards": (declared, 150),
    **{knob.name: (scores, 1000) for knob in KNOBS if knob.group == "settlement"},
}


@functools.cache
def outcomes(system: str, name: str, value: Value, look: Callable[..., object], times: int) -> list[object]:
    dice = random.Random(1)
    knobs = {**load(system).values, name: value}
    return [look(knobs, random.Random(dice.random())) for _ in range(times)]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_setting_changes_something_unless_it_is_said_not_to(system: str, name: str) -> None:
    values = load(system).values
    possible = [value for value in values_of(name) if not contradictions({**values, name: value})]
    inert = {value for value in possible if without_effect({**values, name: value}, [name])}
    games = {value: outcomes(system, name, value, *LOOKED_AT[name]) for value in possible}
    # A value without effect means the same as the others without, and as the one that says how it is.
    effective = [value for value in possible if value not in inert]
    plain = "always" if "always" in effective else effective[0] if len(effective) == 1 else None
    same = inert | ({plain} if inert and plain is not None else set())
    assert [value for value in same if games[value] != games[min(same, key=possible.index)]] == []
    if KNOB[name].numbers is not None and not inert:
        # Two digits may come to the same: doubled points are even.
        assert any(games[value] != games[possible[0]] for value in possible)
    else:
        pairs = [pair for pair in itertools.combinations(possible, 2) if not set(pair) <= same]
        assert [pair for pair in pairs if games[pair[0]] == games[pair[1]]] == []
