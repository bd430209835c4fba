"""Exact chances against every hand and closed forms; intervals and tests against their definitions."""

import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from dashboard.figures.document import page
from dashboard.figures.exact import chance, counts, of_marked
from dashboard.figures.interval import Z, with_interval
from dashboard.figures.people import shrunken
from dashboard.figures.significance import chi_square_tail, goodness, holm


def every_hand_of_twenty_four() -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """All 735 471 hands of eight, as sets of cards of six ranks and four suits."""
    every = np.arange(1 << 24, dtype=np.int64)
    bits = np.zeros(1 << 24, np.int8)
    for card in range(24):
        bits += (every >> card & 1).astype(np.int8)
    return every[bits == 8]


def test_every_hand_of_eight_from_twenty_four_cards() -> None:
    hands = every_hand_of_twenty_four()
    found = counts(24, 8)
    assert len(hands) == found["all"] == math.comb(24, 8)
    suits = [hands >> 6 * suit & 63 for suit in range(4)]
    longest: dict[str, list[int]] = {"tierce": [], "quarte": [], "quinte": []}
    for suit in range(64):
        runs = [len(run) for run in format(suit, "06b").split("0")]
        longest["tierce"].append(3 in runs)
        longest["quarte"].append(4 in runs)
        longest["quinte"].append(max(runs) >= 5)
    for kind, has in longest.items():
        table = np.array(has)
        assert found[kind] == int(np.any([table[suit] for suit in suits], axis=0).sum())
    # Nine to ace all make carrés; king and queen are the fourth and fifth of six ranks.
    assert found["carré"] == int((suits[0] & suits[1] & suits[2] & suits[3] != 0).sum())
    assert found["couple"] == int(np.any([suit & 0b011000 == 0b011000 for suit in suits], axis=0).sum())


@pytest.mark.parametrize(("pack", "size", "hands"), [(32, 8, 10_518_300), (32, 9, 28_048_800), (24, 8, 735_471)])
def test_all_hands_are_counted(pack: int, size: int, hands: int) -> None:
    assert counts(pack, size)["all"] == hands == math.comb(pack, size)


@pytest.mark.parametrize(("pack", "size"), [(32, 8), (32, 9), (24, 8), (32, 5)])
def test_closed_forms_of_carres_and_couples(pack: int, size: int) -> None:
    """One of six ranks held fourfold less both of two; one of four couples by inclusion and exclusion."""
    carres = 6 * math.comb(pack - 4, size - 4) - 15 * (math.comb(pack - 8, size - 8) if size >= 8 else 0)
    assert counts(pack, size)["carré"] == carres
    couples = sum(
        (-1) ** (n + 1) * math.comb(4, n) * math.comb(pack - 2 * n, size - 2 * n) for n in range(1, 5) if 2 * n <= size
    )
    assert counts(pack, size)["couple"] == couples


def test_closed_form_of_quintes() -> None:
    """Five or more in unbroken order in one suit of eight ranks: at most one suit of an eight-card hand has them."""
    ways = 0
    for suit in range(256):
        if max(len(run) for run in format(suit, "08b").split("0")) >= 5:
            ways += math.comb(24, 8 - suit.bit_count()) if suit.bit_count() <= 8 else 0
    assert counts(32, 8)["quinte"] == 4 * ways
    assert chance(32, 8, "quinte") == 4 * ways / math.comb(32, 8)


@pytest.mark.parametrize(("pack", "marked", "size"), [(32, 8, 8), (32, 4, 5), (24, 6, 8)])
def test_chances_of_marked_cards_add_up(pack: int, marked: int, size: int) -> None:
    chances = of_marked(pack, marked, size)
    assert math.fsum(chances) == pytest.approx(1, abs=1e-12)
    assert math.fsum(n * p for n, p in enumerate(chances)) == pytest.approx(size * marked / pack, abs=1e-12)


def test_the_tail_of_chi_square_is_its_integral() -> None:
    """Against the density, added up in small steps, and against the closed forms of one and two degrees."""
    for freedom in range(1, 12):
        for value in (0.4, 2.0, 9.5, 25.0):
            steps = np.linspace(value, value + 200, 400_001)
            density = steps ** (freedom / 2 - 1) * np.exp(-steps / 2) / (2 ** (freedom / 2) * math.gamma(freedom / 2))
            assert chi_square_tail(value, freedom) == pytest.approx(float(np.trapezoid(density, steps)), rel=1e-4)
    assert chi_square_tail(3.3, 2) == pytest.approx(math.exp(-1.65))
    assert chi_square_tail(3.3, 1) == pytest.approx(math.erfc(math.sqrt(3.3 / 2)))


def test_small_classes_are_put_together() -> None:
    value, freedom = goodness([40, 40, 18, 2], [0.4, 0.4, 0.18, 0.02])
    assert (value, freedom) == (0.0, 2)
    assert goodness([3], [1.0]) == (0.0, 0)


def test_holm_corrects_the_smallest_most() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_the_interval_is_wilsons() -> None:
    """Its ends are the rates from which what was counted lies just Z standard errors away."""
    numbers = [(n, k) for n in (1, 2, 7, 100, 12345) for k in {0, 1, n // 3, n - 1, n}]
    frame = with_interval(pl.DataFrame(numbers, schema=["count", "successes"], orient="row"))
    for row in frame.to_dicts():
        n, rate = row["count"], row["successes"] / row["count"]
        assert 0 <= row["low"] <= rate <= row["high"] <= 1
        for end in (row["low"], row["high"]):
            if 0 < end < 1:
                assert abs(rate - end) == pytest.approx(Z * math.sqrt(end * (1 - end) / n), rel=1e-6, abs=1e-9)
    assert with_interval(pl.DataFrame({"count": [0], "successes": [0]})).row(0)[2:] == (None, None)


def test_three_contracts_do_not_make_a_champion() -> None:
    frame = shrunken(pl.DataFrame({"player": [1, 2, 3], "taken": [3, 1000, 1000], "made": [3, 600, 500]}))
    ranked = frame.sort("shrunken", descending=True)["player"].to_list()
    assert ranked[0] == 2
    assert frame["shrunken_high"][0] - frame["shrunken_low"][0] > frame["shrunken_high"][1] - frame["shrunken_low"][1]


def test_the_reference_page_is_what_the_definitions_say(checkout: Path) -> None:
    assert (checkout / "docs" / "figures.md").read_text(encoding="utf-8") == page()
