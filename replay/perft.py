"""Counted trees: every line of play from a position to a depth, as chess engines count theirs, against a file.

One wrong rule changes a number. Beside the lines, a count sums the card points of each side over them and says how
many ended with one side having every trick: a wrong winner or value shows there, even where every card was legal.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from replay.cards import CARD_NAMES, CONTRACTS, LAST_TRICK, VALUE, Card, Cards, Seat, cards, mask, members
from replay.compiled import Rules
from replay.frame import PLAYS, SEATS
from replay.hands import lowest, size_of
from replay.jit import making_arrays
from replay.law import legal, winning
from replay.rulesets import Ruleset
from replay.seats import side_of


class PerftError(Exception):
    """A file of counted trees that cannot be read; the text names the line."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a tree comes to at one depth."""

    depth: int
    """Cards played from the position."""
    leaves: int
    """Lines of play of that many cards."""
    points: tuple[int, ...]
    """By side: card points of its tricks, with the last trick's ten, summed over the lines."""
    sweeps: int
    """Lines that end the hands with one side having every trick."""

    def __str__(self) -> str:
        points = " ".join(map(str, self.points))
        return f"perft {self.depth} {self.leaves} points {points} sweeps {self.sweeps}"


@dataclass(frozen=True, slots=True)
class Position:
    """Hands of equal size before a lead, with what they come to."""

    name: str
    hands: tuple[Cards, ...]
    contract: int
    leader: Seat
    counts: tuple[Count, ...] = ()
    remarks: tuple[str, ...] = ()
    """Comments of the file that stand before it."""

    @property
    def most(self) -> int:
        """Cards in all hands: the largest depth."""
        return sum(map(int.bit_count, self.hands))


@dataclass(slots=True)
class _Open:
    """A position while its lines are read."""

    line: int
    fields: dict[str, str] = field(default_factory=dict)
    counts: list[tuple[int, str]] = field(default_factory=list)


def read(text: str) -> tuple[str, list[Position]]:
    """The ruleset that a file names, and its positions; raises PerftError with the line where it cannot be read."""
    ruleset = ""
    done: list[Position] = []
    remarks: list[str] = []
    current: _Open | None = None
    waiting: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if word.startswith("#"):
            remarks.append(line.strip("# "))
        elif word == "ruleset":
            ruleset = rest
            remarks = []
        elif word == "id":
            if current is not None:
                done.append(_position(current, waiting))
            current, waiting, remarks = _Open(number, {"id": rest}), tuple(remarks), []
        elif word in ("hands", "contract", "leader", "perft"):
            if current is None:
                raise PerftError(f"line {number}: {word} stands before the first id")
            if word == "perft":
                current.counts.append((number, rest))
            else:
                current.fields[word] = rest
        elif word:
            known = "ruleset, id, hands, contract, leader, perft"
            raise PerftError(f"line {number}: unknown word {word!r}; known are {known}")
    if not ruleset:
        raise PerftError("no line names the ruleset: ruleset NAME")
    if current is not None:
        done.append(_position(current, waiting))
    if not done:
        raise PerftError("no position: each begins with id NAME")
    return ruleset, done


def _position(given: _Open, remarks: tuple[str, ...]) -> Position:
    where = f"line {given.line}: position {given.fields['id']}"
    missing = [word for word in ("hands", "contract", "leader") if word not in given.fields]
    if missing:
        raise PerftError(f"{where} has no {' and no '.join(missing)}")
    try:
        dealt = [cards(hand) for hand in given.fields["hands"].split("|")]
    except KeyError as error:
        raise PerftError(f"{where}: {error.args[0]!r} is no card; a card is its rank and suit, TH") from error
    if len({len(hand) for hand in dealt}) > 1 or len({card for hand in dealt for card in hand}) < sum(map(len, dealt)):
        raise PerftError(f"{where}: hands of one size, each card once, are expected")
    if given.fields["contract"] not in CONTRACTS:
        raise PerftError(f"{where}: a contract is one of {' '.join(CONTRACTS)}")
    if not given.fields["leader"].isdecimal() or int(given.fields["leader"]) >= len(dealt):
        raise PerftError(f"{where}: the leader is a seat from 0 to {len(dealt) - 1}")
    position = Position(
        given.fields["id"],
        tuple(map(mask, dealt)),
        CONTRACTS.index(given.fields["contract"]),
        int(given.fields["leader"]),
        tuple(_count(number, text) for number, text in given.counts),
        remarks,
    )
    for each in position.counts:
        if not 1 <= each.depth <= position.most:
            raise PerftError(f"{where}: the hands have {position.most} cards, not {each.depth}")
    return position


def _count(number: int, text: str) -> Count:
    found = re.fullmatch(r"(\d+) +(\d+) +points +(\d+(?: +\d+)*) +sweeps +(\d+)", text)
    if found is None:
        raise PerftError(f"line {number}: expected perft DEPTH LINES points SIDE SIDE… sweeps LINES, not {text!r}")
    return Count(int(found[1]), int(found[2]), tuple(map(int, found[3].split())), int(found[4]))


def write(ruleset: str, positions: Iterable[Position]) -> Iterator[str]:
    """The lines of a file."""
    yield f"ruleset {ruleset}"
    for each in positions:
        yield ""
        yield from (f"# {remark}" for remark in each.remarks)
        yield f"id {each.name}"
        yield "hands " + " | ".join(" ".join(CARD_NAMES[card] for card in members(hand)) for hand in each.hands)
        yield f"contract {CONTRACTS[each.contract]}"
        yield f"leader {each.leader}"
        yield from map(str, each.counts)


def count(ruleset: Ruleset, position: Position, depth: int, first: Card | None = None) -> Count:
    """Count the lines of play of so many cards, all of them or those that begin with one card."""
    hands = np.zeros(SEATS, np.int64)
    hands[: len(position.hands)] = position.hands
    out = np.zeros(2 + SEATS, np.int64)
    only = (1 << 32) - 1 if first is None else 1 << first
    count_lines(ruleset.rules, position.contract, hands, position.leader, depth, only, out)
    return Count(depth, int(out[0]), tuple(int(each) for each in out[2 : 2 + ruleset.sides]), int(out[1]))


def divide(ruleset: Ruleset, position: Position, depth: int) -> list[tuple[str, Count]]:
    """The same apart by first card: two programs that differ can be led to the card on which they do."""
    lead = members(position.hands[position.leader])
    return [(CARD_NAMES[card], count(ruleset, position, depth, card)) for card in lead]


@dataclass(frozen=True, slots=True)
class Compared:
    """A count of a file and what the rules come to; equal where all is well."""

    position: Position
    expected: Count
    found: Count

    @property
    def agrees(self) -> bool:
        """Whether the file and the rules say the same."""
        return self.expected == self.found


def compare(ruleset: Ruleset, positions: Sequence[Position], most: int | None = None) -> Iterator[Compared]:
    """Each count of the file beside what the rules come to; counts of more than `most` lines are left out."""
    for position in positions:
        for expected in position.counts:
            if most is None or expected.leaves <= most:
                yield Compared(position, expected, count(ruleset, position, expected.depth))


@making_arrays
def count_lines(rules: Rules, contract: int, hands: Any, leader: int, depth: int, only: int, out: Any) -> None:
    """Walk every legal line of `depth` cards from equal hands before a lead that begins with a card of `only`.

    `out` takes lines, sweeps, and card points by side; what each play may be is the law of the trick's to say.
    """
    players = rules.deal_players
    size = size_of(hands[leader])
    left = hands.copy()
    seats = np.zeros(PLAYS + 1, np.int64)
    played = np.zeros(PLAYS + 1, np.int64)
    options = np.zeros(PLAYS + 1, np.int64)
    points = np.zeros((PLAYS + 1, SEATS), np.int64)
    tricks = np.zeros((PLAYS + 1, SEATS), np.int64)
    seats[0] = leader
    options[0] = left[leader] & only
    at = 0
    while at >= 0:
        if options[at] == 0:
            at -= 1
            if at >= 0:
                left[seats[at]] |= 1 << played[at]
            continue
        card = lowest(options[at])
        options[at] &= options[at] - 1
        seat = seats[at]
        played[at] = card
        following = at + 1
        for side in range(SEATS):
            points[following, side] = points[at, side]
            tricks[following, side] = tricks[at, side]
        seats[following] = (seat + 1) % players
        if following % players == 0:
            begun = following - players
            winner = seats[begun + winning(contract, played[begun:following], players)]
            seats[following] = winner
            side = side_of(rules, winner)
            tricks[following, side] += 1
            for each in range(begun, following):
                points[following, side] += VALUE[contract, played[each]]
            if following == players * size:
                points[following, side] += LAST_TRICK
        if following == depth:
            out[0] += 1
            for side in range(SEATS):
                out[2 + side] += points[following, side]
                out[1] += following == players * size and tricks[following, side] == size
            continue
        left[seat] &= ~(1 << card)
        begun = following - following % players
        turn = seats[following]
        options[following] = legal(rules, contract, left[turn], played[begun:following], following - begun)
        at = following
