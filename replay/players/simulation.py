"""Simulation: matches of a ruleset for a seed, in frames of bounded size."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from replay.cards import NOTHING
from replay.frame import ABSENT, ANNOUNCED, CALL, DEAL, SAID, Frame
from replay.players.characters import temper
from replay.players.matches import SEATED, TABLE, play_matches, scratch, sit_down
from replay.rulesets import Ruleset

DEALS: Final = 1024
"""Deals of a frame at most."""
_UNKNOWN: Final = (
    "before", "plays_n", "exchange_seat", "exchange_play", "calls_n", "declarations_n", "belotes_n", "claim_contract",
    "claim_taker", "claim_doubled", "claim_winners_n", "claim_winners", "claim_points", "claim_declarations",
    "claim_belote", "claim_hanging", "claim_score", "claim_totals", "claim_match_winner", "claim_penalties", "ended_by",
    "turned", "dealer",
)  # fmt: skip


class Simulated(NamedTuple):
    """Deals that simulated players played, with the match and the players of each."""

    frame: Frame
    seated: Any
    """Rows of SEATED, one a deal."""


def simulate(ruleset: Ruleset, seed: int, first: int, last: int) -> Iterator[Simulated]:
    """The deals of matches number `first` to `last` (from 1) of a seed, in order, in frames of bounded size.

    A match is the same in whatever company it is asked for. Frames own their rows until the next one is made.
    """
    rules, players, room = ruleset.rules, temper(), scratch()
    table: Any = np.zeros(1, TABLE).view(np.recarray)
    sit_down(rules, len(players), seed, first, table[0])
    deals: Any = np.zeros(DEALS, DEAL).view(np.recarray)
    blank = _blank()
    calls: Any = np.zeros(16 * DEALS, CALL).view(np.recarray)
    declarations: Any = np.zeros(8 * DEALS, ANNOUNCED).view(np.recarray)
    belotes: Any = np.zeros(4 * DEALS, SAID).view(np.recarray)
    seated: Any = np.zeros(DEALS, SEATED).view(np.recarray)
    while not (table[0].over and table[0].match == last):
        deals[:] = blank
        counts = np.zeros(4, np.int64)
        play_matches(rules, players, seed, last, table[0], room, deals, calls, declarations, belotes, seated, counts)
        n, n_calls, n_declarations, n_belotes = map(int, counts)
        frame = Frame(deals[:n], calls[:n_calls], declarations[:n_declarations], belotes[:n_belotes])
        yield Simulated(frame, seated[:n])


def _blank() -> Any:
    """A deal that says nothing."""
    deal: Any = np.zeros(1, DEAL).view(np.recarray)
    for name in _UNKNOWN:
        deal[name] = ABSENT
    for name in ("hands", "plays", "play_seats"):
        deal[name] = NOTHING
    return deal[0]
