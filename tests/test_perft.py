"""Counted trees: every ruleset has its file, both statements of the rules agree with it, and nothing else matters."""

import random
import subprocess
import sys
from itertools import pairwise
from math import comb
from pathlib import Path

import pytest
from hypothesis import given

from replay import perft, rulesets
from replay.cards import ALL_TRUMP, CARD_NAMES, CONTRACTS, NO_TRUMP, members
from replay.perft import Count, PerftError, Position
from replay.rulesets import Ruleset, load
from tests.exhaustive import HANDS, RUN, WITH_BELOTE, WITH_CARRE, counts
from tests.knobs import TABLES, examples
from tests.make_perft import FOLDER, MILLION
from tests.oracle_perft import tree

QUICK = 50_000
"""Lines of the largest counts that are counted here; `make prove` counts all."""


def ending(ruleset: Ruleset, chance: random.Random, cards: int) -> Position:
    """A position of some cards a hand, under any contract."""
    deck = chance.sample(members(int(ruleset.rules.pack_cards)), cards * ruleset.players)
    hands = tuple(sum(1 << card for card in deck[at :: ruleset.players]) for at in range(ruleset.players))
    return Position("ending", hands, chance.randrange(6), chance.randrange(ruleset.players))


@pytest.mark.parametrize("name", rulesets.names())
def test_no_ruleset_is_without_its_file(name: str) -> None:
    of, positions = perft.read((FOLDER / f"{name}.perft").read_text(encoding="utf-8"))
    assert of == name
    assert len(positions) == len({each.name for each in positions}) > 5
    assert sum(each.leaves for position in positions for each in position.counts) > MILLION


@pytest.mark.parametrize("name", rulesets.names())
def test_the_rules_come_to_what_the_file_says(name: str) -> None:
    _, positions = perft.read((FOLDER / f"{name}.perft").read_text(encoding="utf-8"))
    compared = list(perft.compare(load(name), positions, QUICK))
    assert [each for each in compared if not each.agrees] == []
    assert len(compared) > 10


@given(TABLES)
@examples(40)
def test_both_statements_of_the_rules_count_the_same(table: tuple[Ruleset, random.Random]) -> None:
    ruleset, chance = table
    cards = chance.choice([1, 2, 3, 3])
    position = ending(ruleset, chance, cards)
    depth = chance.randint(1, position.most)
    names = [[CARD_NAMES[card] for card in members(hand)] for hand in position.hands]
    turned = [*names[position.leader :], *names[: position.leader]]
    lines, points, sweeps = tree(dict(ruleset.values), CONTRACTS[position.contract], turned, 0, depth)
    found = perft.count(ruleset, position, depth)
    sides = len(points)
    assert found.leaves == lines and found.sweeps == sweeps
    assert [found.points[(side + position.leader) % sides] for side in range(sides)] == list(points)


@given(TABLES)
@examples(40)
def test_suits_and_seats_are_alike(table: tuple[Ruleset, random.Random]) -> None:
    ruleset, chance = table
    position = ending(ruleset, chance, 3)
    depth = chance.randint(1, position.most)
    suits = chance.sample(range(4), 4)
    turn = chance.randrange(ruleset.players)

    def moved(hand: int) -> int:
        return sum(1 << (8 * suits[card >> 3] + (card & 7)) for card in members(hand))

    hands = tuple(moved(position.hands[(seat - turn) % ruleset.players]) for seat in range(ruleset.players))
    contract = position.contract if position.contract in (NO_TRUMP, ALL_TRUMP) else suits[position.contract]
    other = Position("moved", hands, contract, (position.leader + turn) % ruleset.players)
    here, there = perft.count(ruleset, position, depth), perft.count(ruleset, other, depth)
    assert (here.leaves, here.sweeps) == (there.leaves, there.sweeps)
    assert here.points == tuple(there.points[(side + turn) % ruleset.sides] for side in range(ruleset.sides))


def test_a_suit_each_can_be_counted_by_hand() -> None:
    _, (position, *_) = perft.read((FOLDER / "fr4-001.perft").read_text(encoding="utf-8"))
    assert [each.leaves for each in position.counts] == [8, 64, 512, 4096, 9_834_496]
    # Seat 3 holds the trumps: two tricks, a quarter of 152 points.
    assert position.counts[-1].points == (0, 38 * 9_834_496)


def test_the_parts_of_a_count_add_up() -> None:
    ruleset = load("bg4-004")
    position = ending(ruleset, random.Random(4), 4)
    whole, parts = perft.count(ruleset, position, 16), [each for _, each in perft.divide(ruleset, position, 16)]
    assert sum(each.leaves for each in parts) == whole.leaves
    assert tuple(map(sum, zip(*(each.points for each in parts), strict=True))) == whole.points
    assert sum(each.sweeps for each in parts) == whole.sweeps


def test_a_file_is_written_as_it_is_read() -> None:
    text = (FOLDER / "ua3-000.perft").read_text(encoding="utf-8")
    assert "\n".join(perft.write(*perft.read(text))) + "\n" == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no line names the ruleset"),
        ("ruleset fr4-001", "no position"),
        ("ruleset fr4-001\ncontract H", "line 2: contract stands before the first id"),
        ("ruleset fr4-001\nid a\nhands AS|KS|QS|JS\ncontract H", "line 2: position a has no leader"),
        ("ruleset fr4-001\nid a\nhands AS|KS|QS|1S\ncontract H\nleader 0", "'1S' is no card"),
        ("ruleset fr4-001\nid a\nhands AS|KS|QS|AS\ncontract H\nleader 0", "each card once"),
        ("ruleset fr4-001\nid a\nhands AS|KS|QS|JS\ncontract X\nleader 0", "a contract is one of C D H S NT AT"),
        ("ruleset fr4-001\nid a\nhands AS|KS|QS|JS\ncontract H\nleader 4", "a seat from 0 to 3"),
        ("ruleset fr4-001\nid a\nhands AS|KS|QS|JS\ncontract H\nleader 0\nperft 4 x", "line 6: expected perft DEPTH"),
        ("ruleset a\nid a\nhands AS|KS|QS|JS\ncontract H\nleader 0\nperft 5 1 points 0 0 sweeps 0", "4 cards, not 5"),
        ("ruleset fr4-001\ndepth 4", "unknown word 'depth'"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(text: str, said: str) -> None:
    with pytest.raises(PerftError, match=said.replace("…", ".")):
        perft.read(text)


def test_the_command_divides_a_count_that_differs(checkout: Path, tmp_path: Path) -> None:
    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "rebelote", "rules", "perft", *arguments]
        return subprocess.run(words, cwd=checkout, capture_output=True, text=True, check=False)

    file = FOLDER / "fr4-001.perft"
    well = command(str(file), "--most", "5000")
    assert (well.returncode, "0 differ" in well.stderr) == (0, True)
    (tmp_path / "free.toml").write_text('extends = "fr4-001"\n[play]\nunderruff = false\n', encoding="utf-8")
    wrong = command(str(file), "--most", "5000", "--rules", str(tmp_path / "free.toml"))
    assert wrong.returncode == 1
    assert (
        "below-the-jack: perft 3 8 points 0 0 sweeps 0, the file says perft 3 4 points 0 0 sweeps 0\n  KC  "
        in wrong.stdout
    )
    assert command(str(tmp_path / "none")).returncode == 2


def test_every_hand_of_eight_has_the_declarations_that_combinatorics_say() -> None:
    found = counts()
    assert found[HANDS] == comb(32, 8) == 10_518_300
    assert found[WITH_CARRE] == 6 * comb(28, 4) - comb(6, 2) == 122_835
    assert found[WITH_BELOTE] == 4 * comb(30, 6) - 6 * comb(28, 4) + 4 * comb(26, 2) - 1 == 2_253_549
    assert found[RUN:] == hands_by_longest_run()


def hands_by_longest_run() -> list[int]:
    """None, tierce, quarte, longer: by the subsets of one suit, put together four times as polynomials."""
    at_most = []
    for limit in (2, 3, 4, 8):
        suit = [0] * 9
        for cards in range(256):
            if max(map(len, f"{cards:08b}".split("0"))) <= limit:
                suit[cards.bit_count()] += 1
        pack = [1] + [0] * 8
        for _ in range(4):
            pack = [sum(pack[n - k] * suit[k] for k in range(n + 1)) for n in range(9)]
        at_most.append(pack[8])
    return [at_most[0], *(b - a for a, b in pairwise(at_most))]


def test_a_count_is_written_in_words() -> None:
    assert str(Count(4, 8, (3, 4), 1)) == "perft 4 8 points 3 4 sweeps 1"
