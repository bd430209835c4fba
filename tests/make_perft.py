"""Writes tests/cases/perft: for each ruleset a file of positions, counted by the rules said a second time."""

import dataclasses
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from replay.cards import CONTRACTS, card, mask
from replay.perft import Count, Position, count, write
from replay.rulesets import Ruleset, load, names
from tests.oracle_auction import hand_size
from tests.oracle_perft import tree
from tests.oracle_play import pack

FOLDER = Path(__file__).parent / "cases" / "perft"
MILLION = 1_000_000
Hands = list[list[str]]


def position(ruleset: Ruleset, name: str, hands: Hands, contract: str, depths: list[int], *remarks: str) -> Position:
    """A position with what the second statement of the rules comes to at each depth; seat 0 leads."""
    counts = []
    for depth in depths:
        lines, points, sweeps = tree(dict(ruleset.values), contract, hands, 0, depth)
        counts.append(Count(depth, lines, points, sweeps))
    held = tuple(mask([card(each) for each in hand]) for hand in hands)
    return Position(name, held, CONTRACTS.index(contract), 0, tuple(counts), remarks)


def contracts(ruleset: Ruleset) -> list[str]:
    """One suit, and no trump and all trumps where they are played."""
    every = ruleset.values["auction.style"] == "ladder" or ruleset.values.get("auction.contracts") == "all"
    return ["H", "NT", "AT"] if every else ["H"]


def anchors(ruleset: Ruleset) -> Iterator[Position]:
    """Positions that can be counted by hand, with how."""
    players = ruleset.players
    ranks = "9TJQKA" if ruleset.values["deal.pack"] == "24" else "789TJQKA"
    n = len(ranks)
    suits = "SDCH"[:players]
    first = position(
        ruleset,
        "a-suit-each",
        [[rank + suit for rank in ranks] for suit in suits],
        "H",
        [*range(1, players + 1)],
        f"Each holds one whole suit, so nobody can follow, and every card of a hand may be played: {n} ways a card in",
        f"the first trick, {n - 1} in the second: {n}^{players} = {n**players} and ({n} x {n - 1})^{players} lines.",
        "Whoever holds hearts ruffs every trick, without them the leader takes it. Each card lies in one trick of",
        f"{n}, so that two tricks hold two in {n} of all points on an average of the lines.",
    )
    # The two tricks are counted by this reasoning alone, which a reader can follow.
    lines = (n * (n - 1)) ** players
    sums = [0] * ruleset.sides
    sums[1 if players == 4 else 0] = lines * 2 * (30 * players + (32 if players == 4 else 0)) // n
    yield dataclasses.replace(first, counts=(*first.counts, Count(2 * players, lines, tuple(sums), 0)))
    yield position(
        ruleset,
        "one-card-each",
        [["AS"], ["KS"], ["9H"], ["TS"]][:players],
        "H",
        [players],
        {
            2: "One line: the ace takes the king, 11 + 4, and ten for the last trick.",
            3: "One line: the nine of trumps takes ace and king, 14 + 11 + 4, and ten for the last trick.",
            4: "One line: the nine of trumps takes ace, king and ten, 14 + 11 + 4 + 10, and ten for the last trick.",
        }[players],
    )
    heads = ruleset.values.get("play.head_plain", "never") != "never"
    lead, between, follow = ["QC", "KC"], ["9D", "QD"], ["TC", "JC"]
    yield position(
        ruleset,
        "head-or-not",
        {2: [lead, follow], 3: [lead, between, follow], 4: [lead, between, ["9H", "9S"], follow]}[players],
        "H",
        [*range(1, players + 1)],
        "Two leads of clubs"
        + {2: "", 3: ", two discards", 4: ", two discards, a ruff with the only trump"}[players]
        + ".",
        "The last follows with ten or jack: "
        + ("he must head the lead with the ten, one way." if heads and players < 4 else "")
        + ("two ways, for plain suits need not be headed." if not heads else "")
        + ("over the ruff " if heads and players == 4 else "")
        + ("two ways, for it cannot be headed." if heads and players == 4 and not always(ruleset) else "")
        + ("the suit must be headed all the same, one way." if heads and players == 4 and always(ruleset) else ""),
    )
    if players < 3:
        return
    forced = ruleset.values["play.ruff"] in ("always", "unless_partner_last") or players == 3
    yield position(
        ruleset,
        "partner-holds",
        [["AC", "KC"], ["QC", "JC"], ["9H", "JD"], ["TC", "9C"]][:players],
        "H",
        [1, 2, 3],
        "Two leads, two cards that follow, and then seat 2, who has no club: "
        + (
            "he must ruff, whoever holds the trick: 2, 4, 4."
            if forced
            else "his partner holds the trick and he is free: 2, 4, 8."
        ),
    )
    yield position(
        ruleset,
        "below-the-jack",
        [["AC", "KC"], ["JH", "AH"], ["QH", "9D"], ["TC", "9C"]][:players],
        "H",
        [1, 2, 3],
        "Two leads, two ruffs, and seat 2 cannot beat them: "
        + (
            "he must go under, 2, 4, 4."
            if ruleset.values["play.underruff"]
            else "he may throw the other card, 2, 4, 8."
        ),
    )


def always(ruleset: Ruleset) -> bool:
    """Whether a plain suit must be headed even in a trick that is ruffed."""
    return ruleset.values["play.head_plain"] == "always"


def endings(ruleset: Ruleset, chance: random.Random) -> Iterator[Position]:
    """Hands of some cards each, counted to their end."""
    for contract in contracts(ruleset):
        for cards in (2, 3, 4, 4, 5):
            deck = chance.sample(pack(dict(ruleset.values)), cards * ruleset.players)
            hands = [sorted(deck[at :: ruleset.players]) for at in range(ruleset.players)]
            yield position(
                ruleset, f"{contract}-{cards}-{''.join(hands[0])}", hands, contract, [cards * ruleset.players]
            )


def whole(ruleset: Ruleset, chance: random.Random) -> Iterator[Position]:
    """A whole deal to the first depth of more than a million lines."""
    size = hand_size(dict(ruleset.values))
    for contract in contracts(ruleset):
        deck = chance.sample(pack(dict(ruleset.values)), size * ruleset.players)
        hands = [sorted(deck[at :: ruleset.players]) for at in range(ruleset.players)]
        held = tuple(mask([card(each) for each in hand]) for hand in hands)
        asked = Position("", held, CONTRACTS.index(contract), 0)
        # The rules themselves only say how deep to go; what it comes to is counted by their second statement.
        depth, enough = 8, MILLION if contract == "H" else MILLION // 20
        while depth < asked.most and count(ruleset, asked, depth).leaves < enough:
            depth += 1
        yield position(ruleset, f"{contract}-whole", hands, contract, [4, 8, depth])


def main(arguments: list[str]) -> None:
    """Write the files of the named rulesets, or of all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in arguments or names():
        ruleset = load(name)
        chance = random.Random(name)
        counted: list[Any] = [*anchors(ruleset), *endings(ruleset, chance), *whole(ruleset, chance)]
        (FOLDER / f"{name}.perft").write_text("\n".join(write(name, counted)) + "\n", encoding="utf-8")
        print(name, max(each.leaves for position in counted for each in position.counts), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
