"""Against other programs: their deals come out here as there, card by card and point by point, under any seed.

REBELOTE_SEED makes fresh deals; `python -m tests.programs --deals 20000 --seed 7` and `make prove` compare more.
"""

import pytest

from replay.rulesets import load
from replay.table import best_declarations, legal_cards, trick_winner
from tests.programs import PROGRAMS, SEED, belote_cli, colver, compare, report

DEALS = {"belote-cli": 250, "colver": 500}
MODULES = {"belote-cli": "belote", "colver": "colver"}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_and_the_rules_say_the_same_of_every_deal(program: str) -> None:
    pytest.importorskip(MODULES[program])
    done = compare(program, DEALS[program], SEED, touch=False)
    print(*report(done), sep="\n")
    assert done.differences == []
    assert done.deals >= DEALS[program] and done.plays > 20 * DEALS[program]
    assert all(done.kinds[kind] for kind in ("made", "inside", "doubled", "redoubled", "thrown_in", *"CDHS"))


@pytest.mark.parametrize("program", PROGRAMS)
def test_another_table_is_not_taken_for_the_programs(program: str) -> None:
    """The comparison can fail: a setting of the system that the table extends is noticed."""
    pytest.importorskip(MODULES[program])
    done = compare(program, 120, SEED)
    assert done.touched["settlement.doubling"] > 0


@pytest.mark.parametrize(("deals", "module"), [(belote_cli, "belote"), (colver, "colver")])
def test_a_seed_makes_the_same_deals_again_and_another_one_others(deals, module):
    pytest.importorskip(module)
    first, again, other = (next(deals(seed)).deal for seed in (5, 5, 6))
    assert first == again and first.hands != other.hands


# Defects of other engines: what they would pass and is flagged here, or the reverse


def legal(system: str, trump: str, trick: str, hand: str) -> set[str]:
    return set(legal_cards(load(system), trump, trick.split(), hand.split()))


def test_belote_game_engine_counts_a_plain_lead_among_the_trumps() -> None:
    """It looks for the highest trump from the card led on: a ten led is above a ruff with the seven, so all may go."""
    for system in ("bg4-003", "fr4-001", "bg4-004"):
        assert legal(system, "S", "TH 7S", "9D 9S AC AD JS KD") == {"9S", "JS"}


def test_libcoinche_lets_a_discard_take_the_trick() -> None:
    """It compares ranks without suits: the higher discard wins there, and the deal goes on from the wrong seat."""
    assert trick_winner(load("coinche-004"), "S", ["KH", "AD", "7H", "8H"])[0] == 0
    assert trick_winner(load("coinche-004"), "S", ["9H", "TD", "JH", "AC"])[0] == 2


def test_libcoinche_binds_who_is_free() -> None:
    """One whose partner has ruffed must go above him there."""
    assert legal("coinche-004", "S", "AH 9S KH", "JS 7S 8D") == {"JS", "7S", "8D"}
    assert legal("bga-coinche", "S", "AH 9S KH", "JS 7S 8D") == {"JS", "8D"}


def test_gym_coinche_gives_a_ruffed_trick_back_to_the_suit_led() -> None:
    """A higher card of the suit led takes a ruff there."""
    assert trick_winner(load("coinche-004"), "S", ["7H", "8S", "AH", "9H"])[0] == 1


def test_coincoinche_lets_cards_without_points_tie() -> None:
    """It compares points: seven, eight and nine are alike, the first wins, and a trump seven heads an eight."""
    assert trick_winner(load("coinche-004"), "S", ["7H", "8H", "9H", "7D"])[0] == 2
    assert trick_winner(load("coinche-004"), "S", ["7S", "8S", "TH", "AD"])[0] == 1
    assert legal("coinche-004", "S", "8S", "7S JS AH") == {"JS"}
    assert legal("coinche-004", "S", "7S", "8S AH") == {"8S"}
    assert legal("coinche-004", "S", "AH 8S", "7S JS 9C") == {"JS"}


def test_coinche_rl_lets_no_plain_card_beat_another() -> None:
    """The seven of hearts led beats the ace there."""
    assert trick_winner(load("coinche-004"), "S", ["7H", "AH", "KH", "8H"])[0] == 1


def test_engines_that_forget_declarations_are_not_followed() -> None:
    """One engine dropped all but the last declaration of a hand."""
    assert best_declarations(load("ffb-coinche"), ["7H", "8H", "9H", "JS", "QS", "KS", "AS", "TD"]) == 70
