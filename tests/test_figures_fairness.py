"""The test of declarations held: exact chances of the hands of a deal, fair deals not accused, unfair ones found."""

import math
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from dashboard.figures import fairness
from dashboard.figures.exact import counts
from dashboard.figures.interval import Z
from dashboard.figures.significance import two_sided_sum
from dashboard.figures.together import holding

KINDS = ("tierce", "quarte", "quinte", "carré", "couple")
DEALT = ((32, 8, 4), (32, 9, 3), (24, 8, 3))
"""Pack, cards of a hand, and hands, as they are dealt somewhere."""
NOWHERE = duckdb.connect()
Hands = "np.ndarray[Any, np.dtype[np.int64]]"


def kinds_of_suits() -> Hands:
    """For each set of ranks in a suit whether it holds a tierce, a quarte, a quinte, a couple."""
    table = np.zeros((256, 4), np.int64)
    for suit in range(256):
        runs = [len(run) for run in format(suit, "08b").split("0")]
        table[suit] = 3 in runs, 4 in runs, max(runs) >= 5, suit & 0b01100000 == 0b01100000
    return table


SUITS = kinds_of_suits()


def fair(chance: np.random.Generator, deals: int, pack: int) -> Hands:
    """Packs shuffled well."""
    return np.argsort(chance.random((deals, pack)), axis=1)


def holders(packs: Hands, size: int, seats: int) -> dict[str, Hands]:
    """How many hands of each deal hold each kind, counted card by card."""
    ranks = packs.shape[1] // 4
    dealt = packs[:, : size * seats].reshape(len(packs), seats, size, 1)
    marks = np.where(dealt // ranks == np.arange(4), 1 << (dealt % ranks + 8 - ranks), 0)
    suits = marks.sum(axis=2)
    found = SUITS[suits].max(axis=2).sum(axis=1)
    carres = (np.bitwise_and.reduce(suits, axis=2) & 0b11111100 != 0).sum(axis=1)
    return {"carré": carres} | {kind: found[:, n] for n, kind in enumerate(("tierce", "quarte", "quinte", "couple"))}


def judged(
    monkeypatch: pytest.MonkeyPatch, held: dict[str, Hands], pack: int, size: int, seats: int
) -> dict[str, dict[str, Any]]:
    """What is said of deals of which so many hands hold each kind, all hands known, thrown-in deals kept."""
    rows = [
        {"pack": pack, "hand_size": size, "tested": True, "kind": number, "hands": seats, "deals": len(held[kind]),
         "held": int(held[kind].sum()), "squares": int((held[kind] ** 2).sum())}
        for number, kind in enumerate(KINDS)
    ]  # fmt: skip
    monkeypatch.setattr(fairness, "rows", lambda *_: pl.DataFrame(rows))
    return {row["kind"]: row for row in fairness.held(NOWHERE).to_dicts()}


@pytest.mark.parametrize(("pack", "size", "hands"), [*DEALT, (32, 8, 2), (32, 9, 2)])
def test_chances_of_the_hands_of_a_deal_are_those_of_a_hand_together(pack: int, size: int, hands: int) -> None:
    """On average they hold as often as one hand does; whether one hand is looked at or more."""
    counted = counts(pack, size)
    for kind in KINDS:
        chances = holding(pack, size, kind, hands)
        assert math.fsum(chances) == pytest.approx(1, abs=1e-12) and min(chances) >= 0
        expected = math.fsum(n * chance for n, chance in enumerate(chances))
        assert expected == pytest.approx(hands * counted[kind] / counted["all"], rel=1e-12)
        assert holding(pack, size, kind, 1)[1] == pytest.approx(counted[kind] / counted["all"], rel=1e-12)


def test_closed_form_of_carres_in_both_of_two_hands() -> None:
    """Two hands of eight of 32: each of one rank or of two, of the six that count."""
    every = math.comb(32, 8) * math.comb(24, 8)
    one_each = 6 * 5 * math.comb(24, 4) * math.comb(20, 4)
    two_and_one = 15 * 4 * math.comb(20, 4)  # the first hand has two, the second one of the others
    two_each = 15 * 6
    # Added over ranks, a hand with two counts twice: such are taken away as often as they are too many.
    both = one_each - 2 * two_and_one + two_each
    assert holding(32, 8, "carré", 2)[2] == pytest.approx(both / every, rel=1e-12)


@pytest.mark.parametrize(("pack", "size", "hands"), DEALT)
def test_chances_of_the_hands_of_a_deal_are_what_shuffling_gives(pack: int, size: int, hands: int) -> None:
    deals = 40_000
    for kind, found in holders(fair(np.random.default_rng(1), deals, pack), size, hands).items():
        seen = np.bincount(found, minlength=hands + 1)
        for count, chance in zip(seen, holding(pack, size, kind, hands), strict=True):
            assert abs(count - deals * chance) < 4.5 * math.sqrt(deals * chance) + 1, kind


def test_the_tail_of_a_sum_is_that_of_its_distribution_term_by_term() -> None:
    four, three = (holding(32, 8, "couple", hands) for hands in (4, 3))
    rare = holding(24, 8, "quinte", 3)
    for units in ({four: 1}, {four: 20, three: 5}, {rare: 150}, {four: 90, rare: 60}):
        whole = np.array([1.0])
        for chances, number in units.items():
            for _ in range(number):
                whole = np.convolve(whole, chances)
        expected = float(whole @ np.arange(len(whole)))
        for found in range(len(whole)):
            tail = whole[found:] if found >= expected else whole[: found + 1]
            if tail.sum() > 1e-250:
                assert two_sided_sum(found, units) == pytest.approx(min(1.0, 2 * tail.sum()), rel=1e-9)
    # Nobody held any in 71 deals of four hands: the chance of just that, twice.
    rare = holding(32, 8, "quinte", 4)
    assert two_sided_sum(0, {rare: 71}) == pytest.approx(2 * rare[0] ** 71)
    assert two_sided_sum(0, {}) == 1.0


@pytest.mark.parametrize("deals", [30, 100, 300])
@pytest.mark.parametrize(("pack", "size", "seats"), DEALT)
def test_fair_dealing_is_seldom_accused(
    monkeypatch: pytest.MonkeyPatch, deals: int, pack: int, size: int, seats: int
) -> None:
    """In at most one of twenty sets of deals any kind deviates after Holm, with the slack of so few sets."""
    chance, sets = np.random.default_rng(deals), 120
    alarms, outside = 0, 0
    for _ in range(sets):
        rows = judged(monkeypatch, holders(fair(chance, deals, pack), size, seats), pack, size, seats)
        alarms += min(row["p_holm"] for row in rows.values()) < 0.05
        outside += sum(not row["low"] <= row["chance"] <= row["high"] for row in rows.values())
    slack = 3 * math.sqrt(0.05 * 0.95 / sets)
    assert alarms / sets < 0.05 + slack
    assert outside / sets / len(KINDS) < 0.05 + slack


def test_a_pack_that_was_not_shuffled_well_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tenth deal comes from a pack in order, dealt three, three and two at a time."""
    packs = fair(np.random.default_rng(7), 100, 32)
    starts = [(3 * seat, 12 + 3 * seat, 24 + 2 * seat) for seat in range(4)]
    packs[::10] = [
        card for one, two, three in starts for card in (*range(one, one + 3), *range(two, two + 3), three, three + 1)
    ]
    rows = judged(monkeypatch, holders(packs, 8, 4), 32, 8, 4)
    assert rows["tierce"]["p_holm"] < 0.01 and rows["tierce"]["low"] > rows["tierce"]["chance"]


@pytest.mark.parametrize("holds", [0, 4])
def test_the_interval_of_all_or_nothing_is_no_point(monkeypatch: pytest.MonkeyPatch, holds: int) -> None:
    held = {kind: np.full(3, holds) for kind in KINDS}
    for row in judged(monkeypatch, held, 32, 8, 4).values():
        wide = Z**2 / (12 + Z**2)
        assert (row["low"], row["high"]) == pytest.approx((0, wide) if not holds else (1 - wide, 1))


def test_hands_of_a_deal_that_are_alike_count_as_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """All hands of every second deal hold it: what varies is 40 deals, and not 160 hands."""
    alike = {kind: np.tile([0, 4], 20) for kind in KINDS}
    apart = {kind: np.full(40, 2) for kind in KINDS}
    wide, narrow = (judged(monkeypatch, held, 32, 8, 4)["tierce"] for held in (alike, apart))
    assert wide["high"] - wide["low"] > 1.8 * (narrow["high"] - narrow["low"]) > 0
