"""Deals of four played side by side are what each is when played by itself, under any table's rules."""

from typing import Any

import numpy as np
from hypothesis import given

from replay.abreast import ABREAST
from replay.cards import NOTHING
from replay.compiled import stack
from replay.frame import PLAYS
from replay.jit import plain, rule
from replay.quick import play_through
from replay.rulesets import Ruleset
from tests.bench.kernel import play_all, random_plays, records
from tests.knobs import SEEDS, any_table, examples

DEALS = 40
"""Two blocks and a half of them."""
SET_BY_PLAY = (
    "seats", "plays_n", "gap", "in_turn", "winners", "winners_n", "has_points", "points", "tricks", "capot",
)  # fmt: skip


@rule
def play_each(table: Any, deals: Any, judged: Any, plays: Any, in_order: Any) -> None:
    """Play deals one after another."""
    for d in range(len(deals)):
        in_order[d] = play_through(table[deals[d].rules], deals[d], judged[d], plays)


def tables_for_four(seed: int) -> list[Ruleset]:
    """Some tables of four with whole hands of eight."""
    out: list[Ruleset] = []
    while len(out) < 3:
        ruleset, _ = any_table(seed)
        if (ruleset.rules.deal_players, ruleset.rules.hand_size) == (4, 8):
            out.append(ruleset)
        seed += 1
    return out


@examples(60)
@given(SEEDS)
def test_deals_side_by_side_are_played_as_each_by_itself(seed: int) -> None:
    rulesets = tables_for_four(seed)
    chance = np.random.default_rng(seed)
    table = plain(stack([each.rules for each in rulesets], [[]] * len(rulesets)))
    hands, plays = np.zeros((DEALS, 4), np.uint32), np.zeros((DEALS, 32), np.uint8)
    leaders, contracts = np.zeros(DEALS, np.uint8), np.zeros(DEALS, np.uint8)
    which = chance.integers(len(rulesets), size=DEALS)
    for place, each in enumerate(rulesets):
        chosen = which == place
        own = [part[chosen] for part in (hands, plays, leaders, contracts)]
        random_plays(each.rules, seed + place, *own, 20)
        for part, filled in zip((hands, plays, leaders, contracts), own, strict=True):
            part[chosen] = filled
    deals, judged = records(hands, plays, leaders, contracts)
    deals.rules = which
    for at in chance.integers(DEALS, size=DEALS // 4):
        deals.play_seats[at, chance.integers(32)] = chance.choice([0, 1, 2, 3, NOTHING])
    deals.plays[chance.integers(DEALS), chance.integers(32)] = chance.choice([254, 255])
    alone = judged.copy()
    orders: Any = np.zeros((2, DEALS), np.uint8)
    play_all(table, plain(deals), plain(judged), np.zeros(1, ABREAST).view(np.recarray)[0], orders[0])
    play_each(table, plain(deals), plain(alone), np.full(PLAYS + 1, NOTHING, np.int64), orders[1])
    told = (deals.plays >= 32).any(axis=1) | (deals.play_seats != NOTHING).any(axis=1)
    assert np.array_equal(orders[0] == 32, orders[1] == 32)
    assert np.array_equal(orders[0][~told], orders[1][~told])
    whole = orders[0] == 32
    assert whole.any() and not whole.all()
    for name in SET_BY_PLAY:
        assert np.array_equal(judged[name][whole], alone[name][whole]), name
