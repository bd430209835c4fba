"""Rule by rule: the engine's answers by name are those of the second telling, under any table's rules."""

import dataclasses
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay import table
from replay.match import next_dealer
from replay.rulesets import Ruleset, load, names
from tests import oracle
from tests.knobs import SEEDS, any_table, examples, turned

CONTRACTS = ["C", "D", "H", "S", "NT", "AT"]


@pytest.mark.parametrize("name", names())
@examples(100)
@given(SEEDS)
def test_cards_winner_and_points_of_a_trick(name, seed):
    chance = random.Random(seed)
    ruleset = load(name)
    if chance.random() < 0.6:
        ruleset = turned(dataclasses.replace(ruleset, not_stated=()), chance)
    knobs = dict(ruleset.values)
    pack = oracle.pack(knobs)
    for contract in CONTRACTS:
        if chance.random() < 0.5:
            # Few suits make heads, ruffs and underruffs.
            pack = [each for each in pack if each[1] in "CD" + contract[0]]
        cards = chance.sample(pack, chance.randrange(1, len(pack)))
        n = chance.randrange(0, min(knobs["deal.players"], len(cards)))
        trick, hand = cards[:n], cards[n : n + 9]
        assert set(table.legal_cards(ruleset, contract, trick, hand)) == oracle.legal(knobs, contract, trick, hand)
        if trick:
            won = oracle.winner(contract, trick), oracle.points(contract, trick)
            assert table.trick_winner(ruleset, contract, trick) == won


@examples(400)
@given(SEEDS)
def test_the_best_that_a_hand_can_announce(seed):
    ruleset, chance = any_table(seed)
    ruleset = ruleset.with_overrides({"declarations.contest": "joint"})
    knobs = dict(ruleset.values)
    pack = oracle.pack(knobs)
    if chance.random() < 0.8:
        many = chance.choice(["JQK", "9TJ", "A"])
        pack = sorted(pack, key=lambda each: (each[0] in many or each[1] == "H", chance.random()))[-14:]
    hand = chance.sample(pack, chance.randrange(3, 10))
    best = oracle.declarations_total(oracle.hand_declarations(knobs, hand))
    assert table.best_declarations(ruleset, hand) == best


def announced(chance: random.Random, sides: int) -> list[dict[str, Any]]:
    """Declarations as they may stand beside each other, much alike, so that there are ties."""
    found: list[dict[str, Any]] = []
    for order in range(chance.randrange(0, 7)):
        one: dict[str, Any] = {"kind": "carre", "rank": chance.choice("9TJQKA")}
        if chance.random() < 0.75:
            length = chance.choice([3, 3, 3, 4, 4, 5, 5, 6])
            if chance.random() < 0.1:
                length = chance.choice([7, 8])
            top = chance.choice(oracle_ranks(length)[-3:])
            one = {"kind": "sequence", "length": length, "top": top, "suit": chance.choice("CDHS")}
        side = chance.randrange(sides)
        if all(other["side"] == side or not oracle.cards_of(one) & oracle.cards_of(other) for other in found):
            found.append({**one, "side": side, "order": order})
    return found


def oracle_ranks(length: int) -> str:
    """The ranks that can head a sequence of so many cards."""
    return "789TJQKA"[length - 1 :]


@examples(600)
@given(SEEDS)
def test_the_contest_of_declarations(seed):
    ruleset, chance = any_table(seed)
    rivals = announced(chance, ruleset.sides)
    for contract in CONTRACTS:
        assert table.contest(ruleset, contract, rivals) == oracle.contest(dict(ruleset.values), contract, rivals)


def any_settlement(ruleset: Ruleset, chance: random.Random) -> dict[str, Any]:
    """Points of a deal as they may come out, near the ties and boundary digits."""
    knobs, sides, hand = dict(ruleset.values), ruleset.sides, ruleset.hand_size
    style = knobs["auction.style"]
    every = style == "ladder" or knobs["auction.contracts"] == "all"
    contract = chance.choice(CONTRACTS if every else CONTRACTS[:4])
    whole = {"NT": 120, "AT": 248}.get(contract, 152)
    tricks = [0] * sides
    for _ in range(hand):
        tricks[chance.choice(range(sides)) if chance.random() < 0.7 else 0] += 1
    if chance.random() < 0.3:
        tricks = [0] * sides
        tricks[chance.randrange(sides)] = hand
    takers = [side for side in range(sides) if tricks[side]]
    cuts = sorted(chance.randrange(whole + 1) for _ in takers[1:])
    points = [0] * sides
    if chance.random() < 0.1:
        # Who has a trick may still have no points.
        cuts = [whole for _ in cuts]
    for side, low, high in zip(takers, [0, *cuts], [*cuts, whole], strict=True):
        points[side] = high - low
    last = chance.choice(takers)
    declarations = [0] * sides
    counts = contract != "NT" or knobs["declarations.no_trump"]
    if knobs["declarations.contest"] != "none" and counts and chance.random() < 0.5:
        declarations[chance.randrange(sides)] = chance.choice([20, 40, 50, 100, 170, 200])
    belote = [0] * sides
    if contract != "NT" and chance.random() < 0.5:
        belote[chance.randrange(sides)] = 20
    taker = chance.randrange(sides)
    doubles = style in ("ladder", "points") or knobs["auction.doubling"] == "noted"
    if chance.random() < 0.4 and len(takers) > 1 and taker in takers:
        level(points, taker, chance.choice([other for other in takers if other != taker]), last, declarations, belote)
    return {
        "contract": contract,
        "taker_side": taker,
        "card_points": points,
        "last_trick_side": last,
        "tricks": tricks,
        "declarations": declarations,
        "belote": belote,
        "multiplier": chance.choice([1, 1, 2, 4]) if doubles else 1,
        "bid": chance.choice([80, 82, 90, 100, 130, 160, 200, "capot"]) if style == "points" else None,
        # Where points are bid nothing ever hangs.
        "hanging_in": 0 if style == "points" else chance.choice([0, 0, 8, 81]),
    }


def level(points: list[int], one: int, other: int, last: int, *more: list[int]) -> None:
    """Move card points between two sides so that they have the same, where that can be."""
    extra = [sum(each[side] for each in more) + 10 * (side == last) for side in range(len(points))]
    both = points[one] + points[other]
    share = both + extra[one] + extra[other]
    if share % 2 == 0 and 0 <= (own := share // 2 - extra[one]) <= both:
        points[one], points[other] = own, both - own


@examples(800)
@given(SEEDS)
def test_the_settlement_of_a_deal(seed):
    ruleset, chance = any_table(seed)
    for _ in range(5):
        deal = any_settlement(ruleset, chance)
        assert table.deal_score(ruleset, **deal) == oracle.settle(dict(ruleset.values), **deal), deal


@examples(400)
@given(SEEDS, st.booleans(), st.booleans())
def test_the_end_of_a_match(seed, points_hang, all_tricks):
    ruleset, chance = any_table(seed)
    knobs = dict(ruleset.values)
    target = knobs["match.target"]
    near = [target - 1, target, target, target + 7, chance.randrange(2 * target)]
    totals = [chance.choice(near) for _ in range(ruleset.sides)]
    sides = [None, *range(ruleset.sides)]
    asked = totals, chance.choice(sides), points_hang, all_tricks, chance.choice(sides)
    assert table.match_end(ruleset, *asked) == oracle.match_end(knobs, *asked)


@examples(200)
@given(SEEDS)
def test_who_deals_next(seed):
    ruleset, chance = any_table(seed)
    players = ruleset.players
    dealer, taker = chance.randrange(players), chance.choice([None, *range(players)])
    recorded = [chance.choice([0, 50, 50, 100]) for _ in range(ruleset.sides)]
    score = np.array([*recorded, 0, 0, 0, 0][:4], np.int64)
    found = next_dealer(ruleset.rules, dealer, -1 if taker is None else taker, score)
    assert found == oracle.next_dealer(dict(ruleset.values), dealer, taker, recorded)
