"""What the rules say of a recorded deal: a verdict for each part, the findings, and the facts computed."""

from enum import IntEnum
from typing import Final

import msgspec

from replay.cards import Card, Cards, Seat

PARTS: Final = ("deal", "auction", "exchange", "play", "declarations", "belote", "claims", "match")
"""The parts of a deal that have a verdict of their own."""
STATED: Final = (*PARTS, "settlement")
"""What a ruleset may leave unstated: a part, or how a deal is scored."""


class Verdict(IntEnum):
    """What can be said of one part of a deal."""

    LEGAL = 0
    VIOLATION = 1
    UNSETTLED = 2
    """A default was broken where the ruleset's source is silent."""
    NOT_AUDITABLE = 3
    """The record lacks what is needed, or the part is not judged; a reason says which."""


class Outcome(IntEnum):
    """How a contract ended."""

    UNKNOWN = 0
    MADE = 1
    INSIDE = 2
    HANGING = 3
    THROWN_IN = 4


class Finding(msgspec.Struct, frozen=True):
    """One broken rule at its place."""

    code: str
    """`part.rule`, an entry of the catalogue in `replay.violations`."""
    unsettled: bool = False
    seat: Seat | None = None
    position: int | None = None
    """0-based index in the record's plays (play, declaration, belote) or calls (call); None for the whole deal."""
    card: Card | None = None
    allowed: Cards = 0
    """The legal cards then."""
    recorded: str | None = None
    computed: str | None = None
    """For a claim: what the record says and what follows."""
    clause: str = ""
    """The place in a rule document on which it rests, or the open point (A-07) if unsettled."""


class Held(msgspec.Struct, frozen=True):
    """A declaration that a hand holds."""

    seat: Seat
    kind: int
    """3, 4, 5…8 for a run of so many cards, 1 for a carré."""
    cards: Cards


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """The verdicts on one deal under one ruleset, and what was computed for it. Lists are by side."""

    verdicts: tuple[Verdict, ...]
    """By part, in the order of PARTS."""
    reasons: tuple[str, ...]
    """By part: why it is not auditable, else empty."""
    findings: tuple[Finding, ...] = ()
    contract: int | None = None
    level: int | None = None
    """Points of the bid in a points auction, CAPOT_BID for capot."""
    taker: Seat | None = None
    doubled: int = 1
    """1, 2 or 4."""
    outcome: Outcome = Outcome.UNKNOWN
    leader: Seat | None = None
    seats: tuple[Seat, ...] = ()
    """By recorded play: who played it."""
    missing: tuple[int, Seat, Card] | None = None
    """A play that the record lacks and that can only be this one: before which recorded play, by whom, the card."""
    winners: tuple[Seat, ...] = ()
    """By complete trick."""
    points: tuple[int, ...] | None = None
    """Card points with the last trick."""
    tricks: tuple[int, ...] | None = None
    declared: tuple[int, ...] | None = None
    """Points of the declarations that count."""
    belote: tuple[int, ...] | None = None
    capot: int | None = None
    """The side that took every trick."""
    score: tuple[int, ...] | None = None
    hanging: int | None = None
    """Points that hang after the deal."""
    totals: tuple[int, ...] | None = None
    held: tuple[Held, ...] = ()
    """Declarations in the hands, as far as the record shows them."""
