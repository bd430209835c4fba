"""The columns of what figures count of a deal."""

from typing import Any, Final, NamedTuple

import numpy as np

from replay.findings import ABSENT
from replay.frame import HELD, SEATS
from replay.jit import rule

NONE: Final = -(1 << 15)
"""Stands for a number that is not known: scores may be negative."""
KINDS: Final = 4
"""Tierce, quarte, quinte or longer, carré."""
CONTRACTS: Final = 6


class Facts(NamedTuple):
    """Facts of deals column by column, NONE or a mask for what is not known; lists with their offsets beside them."""

    numbers: Any
    """By deal the numbers named in NUMBERS."""
    speaks: Any
    settled: Any
    complete: Any
    holders: Any
    speakers: Any
    before: Any
    """By seat the set of cards held at the auction, -1 where not known."""
    whole: Any
    missed: Any
    """Held and not announced: seat, kind, worth, whether it would count."""
    missed_at: Any
    passes: Any
    """Passes before the first bid: seat, stage, cards held; -1 where not known."""
    passes_at: Any
    classes: Any
    """For each pass the class of the hand in each contract that could be bid."""
    classes_at: Any
    faults: Any
    faults_at: Any


NUMBERS: Final = (
    "table_size", "sides", "dealer", "taker", "doubler", "contract", "level", "doubled", "outcome", "attack", "capot",
    "made", "auction_round", "place", "stage", "before_size", "strength", "trumps", "trump_points", "trumps_whole",
    "flags", "attack_points", "defence_points", "attack_score", "defence_score", "points0", "points1", "hand_size",
    "pack", "known", "couples", "belote_held", "belote_said", "counting", "belote_counting", "dealt_size", "broken",
    "winner",
)  # fmt: skip
(
    TABLE_SIZE, SIDES, DEALER, TAKER, DOUBLER, CONTRACT, LEVEL, DOUBLED, OUTCOME, ATTACK, CAPOT, MADE_AT, AUCTION_ROUND,
    PLACE, STAGE, BEFORE_SIZE, STRENGTH, TRUMPS, TRUMP_POINTS_AT, TRUMPS_WHOLE, FLAGS, ATTACK_POINTS, DEFENCE_POINTS,
    ATTACK_SCORE, DEFENCE_SCORE, POINTS0, POINTS1, HAND_SIZE, PACK, KNOWN, COUPLES, BELOTE_HELD, BELOTE_SAID, COUNTING,
    BELOTE_COUNTING, DEALT_SIZE, BROKEN, WINNER,
) = range(len(NUMBERS))  # fmt: skip


def room_for_facts(n: int, calls: int, findings: int) -> Facts:
    """Room for the facts of n deals with so many calls and findings together."""

    def offsets(size: int) -> Any:
        return np.zeros(size + 1, np.int32)

    return Facts(
        numbers=np.empty((len(NUMBERS), n), np.int16),
        speaks=np.empty(n, np.bool_),
        settled=np.empty(n, np.bool_),
        complete=np.empty(n, np.bool_),
        holders=np.empty((n, KINDS), np.uint8),
        speakers=np.empty((n, KINDS), np.uint8),
        before=np.empty((n, SEATS), np.int64),
        whole=np.empty((n, SEATS), np.int64),
        missed=np.empty((n * HELD, 4), np.int16),
        missed_at=offsets(n),
        passes=np.empty((calls, 3), np.int16),
        passes_at=offsets(n),
        classes=np.empty(calls * CONTRACTS, np.uint16),
        classes_at=offsets(calls),
        faults=np.empty(findings, np.int16),
        faults_at=offsets(n),
    )


def room_for_more(facts: Facts, n: int, findings: int) -> Facts:
    """The same room, enlarged where so many findings more would not fit after those of n deals."""
    wanted = int(facts.faults_at[n]) + findings
    if wanted <= len(facts.faults):
        return facts
    return facts._replace(faults=np.resize(facts.faults, 2 * wanted))


@rule
def known(value: int) -> int:
    """A number, NONE where it is absent."""
    return NONE if value == ABSENT else value
