"""The catalogue of violations: what each code means, how grave it is, and on which knob or fact it rests."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from replay.cards import CARD_NAMES, names
from replay.clauses import KEYS
from replay.jit import constant
from replay.judgement import PARTS, Finding
from replay.record import call_name


@dataclass(frozen=True, slots=True)
class Violation:
    """One way to break the rules."""

    severity: str
    """error, warning or note."""
    title: str
    sentence: str
    """With {card} {allowed} {recorded} {computed} {seat} where the finding has them."""
    rule: str
    """The knob or fact whose clause it cites."""


_ERROR, _WARNING, _NOTE = "error", "warning", "note"

CATALOGUE: Final[dict[str, Violation]] = {
    # deal
    "deal.card-missing": Violation(_ERROR, "Card missing", "A card is missing from the hand of {seat}.", "hand"),
    "deal.card-twice": Violation(_ERROR, "Card twice", "{card} is there twice.", "pack"),
    "deal.not-in-pack": Violation(
        _ERROR, "Card not in the pack", "{card} is not in the pack of this game.", "deal.pack"
    ),
    "deal.hand-size": Violation(
        _ERROR, "Wrong hand size", "{seat} was dealt {recorded} cards instead of {computed}.", "hand"
    ),
    "deal.wrong-dealer": Violation(
        _ERROR, "Wrong dealer", "{recorded} dealt, it was the turn of {computed}.", "deal.next_dealer"
    ),
    "deal.wrong-packets": Violation(
        _ERROR,
        "Wrong packets",
        "{seat} held {recorded} cards before the auction instead of {computed}.",
        "deal.packets",
    ),
    "deal.wrong-turned": Violation(
        _ERROR,
        "Turned card in the wrong hand",
        "The turned card {card} went to {recorded} instead of {computed}.",
        "hand",
    ),
    "deal.thrown-in": Violation(
        _ERROR,
        "Thrown in, yet played",
        "Everybody passed, yet the record goes on as if somebody had not.",
        "auction_end",
    ),
    # call
    "call.out-of-turn": Violation(_ERROR, "Call out of turn", "{seat} called, it was the turn of {computed}.", "turn"),
    "call.too-low": Violation(
        _ERROR, "Bid too low", "{seat} bid {recorded}, which is not above {computed}.", "auction.style"
    ),
    "call.not-allowed": Violation(
        _ERROR, "Call not allowed", "{seat} called {recorded}, which this auction does not allow then.", "auction.style"
    ),
    "call.own-side": Violation(
        _ERROR, "Doubled for the wrong side", "{seat} called {recorded}, which was for the other side to say.", "double"
    ),
    "call.after-end": Violation(
        _ERROR, "Call after the end", "{seat} called {recorded} when the auction was over.", "auction_end"
    ),
    "call.forced": Violation(
        _ERROR,
        "Dealer must name",
        "{seat} passed, but the dealer must name a suit when all others have passed.",
        "auction.style",
    ),
    "call.unfinished": Violation(_ERROR, "Auction unfinished", "The auction stops before its end.", "auction_end"),
    # exchange
    "exchange.not-allowed": Violation(
        _ERROR, "Exchange not allowed", "{seat} exchanged the seven, which is not allowed here.", "deal.seven_exchange"
    ),
    "exchange.no-seven": Violation(_ERROR, "No seven to exchange", "{seat} does not hold the seven.", "held"),
    "exchange.too-late": Violation(
        _ERROR, "Exchange too late", "{seat} exchanged the seven too late.", "deal.seven_exchange"
    ),
    # play
    "play.out-of-turn": Violation(
        _ERROR, "Card out of turn", "{seat} played {card}, it was the turn of {computed}.", "turn"
    ),
    "play.not-held": Violation(_ERROR, "Card not held", "{seat} played {card}, which he does not hold.", "held"),
    "play.must-follow": Violation(
        _ERROR, "Revoke", "{seat} played {card} instead of following suit: {allowed}.", "follow"
    ),
    "play.must-ruff": Violation(
        _ERROR, "Did not ruff", "{seat} played {card} instead of ruffing: {allowed}.", "play.ruff"
    ),
    "play.must-overruff": Violation(
        _ERROR, "Did not overruff", "{seat} played {card} instead of overruffing: {allowed}.", "play.overruff"
    ),
    "play.must-underruff": Violation(
        _ERROR, "Did not underruff", "{seat} played {card} instead of a lower trump: {allowed}.", "play.underruff"
    ),
    "play.must-head": Violation(
        _ERROR, "Did not head", "{seat} played {card} instead of heading: {allowed}.", "play.head_trump"
    ),
    "play.wrong-leader": Violation(_ERROR, "Wrong leader", "{seat} led {card}, the lead was with {computed}.", "lead"),
    "play.missing": Violation(_ERROR, "Play missing", "A play is missing here.", "hand"),
    # declaration
    "declaration.not-held": Violation(
        _ERROR, "Declaration not held", "{seat} announced {recorded}, which he does not hold.", "held"
    ),
    "declaration.late": Violation(
        _ERROR, "Declaration too late", "{seat} announced {recorded} too late.", "declarations.time"
    ),
    "declaration.outranked": Violation(
        _WARNING,
        "Declaration above the first",
        "{seat} announced {recorded}, which is above his first declaration.",
        "declarations.time",
    ),
    "declaration.wrong-value": Violation(
        _ERROR, "No such declaration", "{seat} announced {recorded}, which is worth nothing here.", "declaration_values"
    ),
    "declaration.shared-card": Violation(
        _ERROR,
        "Card in two declarations",
        "{seat} announced {recorded} with a card that serves another declaration.",
        "declarations.cards",
    ),
    "declaration.not-declared": Violation(
        _NOTE, "Declaration not announced", "{seat} holds {recorded} and did not announce it.", "declarations.time"
    ),
    # belote
    "belote.not-held": Violation(
        _ERROR, "Belote not held", "{seat} said belote without king and queen of trumps.", "belote"
    ),
    "belote.late": Violation(
        _ERROR,
        "Belote at the wrong card",
        "{seat} said belote with a card with which it cannot be said.",
        "declarations.belote_card",
    ),
    "belote.lost-by-discard": Violation(
        _ERROR,
        "Belote lost by a discard",
        "{seat} said belote after one of the two was thrown on another suit.",
        "declarations.belote_discard",
    ),
    # claim
    "claim.winner": Violation(
        _ERROR, "Wrong trick winner", "The record gives the trick to {recorded}, it goes to {computed}.", "winner"
    ),
    "claim.points": Violation(_ERROR, "Wrong points", "The record counts {recorded}, it is {computed}.", "card_points"),
    "claim.sum": Violation(
        _ERROR,
        "Points do not add up",
        "The record counts {recorded}, all cards of the deal have {computed}.",
        "card_points",
    ),
    "claim.contract": Violation(
        _ERROR, "Wrong contract", "The record says {recorded}, the auction ended in {computed}.", "auction_end"
    ),
    "claim.declarations": Violation(
        _ERROR,
        "Wrong declarations",
        "The record counts {recorded} for declarations, it is {computed}.",
        "declarations.contest",
    ),
    "claim.belote": Violation(
        _ERROR, "Wrong belote", "The record counts {recorded} for belote, it is {computed}.", "belote"
    ),
    "claim.rounding": Violation(
        _ERROR,
        "Wrong rounding",
        "The record writes {recorded}, rightly rounded it is {computed}.",
        "settlement.rounding",
    ),
    "claim.hanging": Violation(
        _ERROR, "Wrong hanging points", "The record lets {recorded} hang before and after, it is {computed}.", "hanging"
    ),
    "claim.score": Violation(_ERROR, "Wrong score", "The record writes {recorded}, it is {computed}.", "success"),
    "claim.total": Violation(_ERROR, "Wrong total", "The record adds up to {recorded}, it is {computed}.", "match_end"),
    "claim.penalty": Violation(
        _ERROR, "Wrong penalty", "The record writes penalties of {recorded}, it is {computed}.", "match.revoke_penalty"
    ),
    "claim.target": Violation(
        _ERROR, "False claim of the match", "{seat} stopped the play, his side has {computed}.", "match.claim"
    ),
    # match
    "match.ended-early": Violation(
        _ERROR, "Match ended early", "The record ends the match, which was not over.", "match_end"
    ),
    "match.went-on": Violation(_ERROR, "Match went on", "The match was over before this deal.", "match_end"),
    "match.wrong-winner": Violation(
        _ERROR, "Wrong winner of the match", "The record lets {recorded} win, it is {computed}.", "match.both_reach"
    ),
}

CODES: Final = tuple(CATALOGUE)
DECLARED: Final = {1: "a carré", 3: "a tierce", 4: "a quarte", 5: "a quinte"}
"""Kinds of declarations in words."""
RULE_OF: Final = np.array([KEYS.index(each.rule) for each in CATALOGUE.values()], np.int64)
"""By code: the number of its rule in KEYS."""
PART_OF: Final = np.array(
    [
        PARTS.index({"call": "auction", "declaration": "declarations", "claim": "claims"}.get(p, p))
        for p in (each.partition(".")[0] for each in CATALOGUE)
    ],
    np.int64,
)
"""By code: the part of the deal that it concerns."""


def number(code: str) -> int:
    """The integer that stands for a code in compiled rules."""
    return constant(CODES.index(code))


def key_number(key: str) -> int:
    """The integer that stands for a knob or fact in compiled rules."""
    return constant(KEYS.index(key))


def sentence(finding: Finding, ruleset: object = None) -> str:
    """What happened, in one sentence of our own, with seats as numbers from 1."""
    entry = CATALOGUE[finding.code]
    return entry.sentence.format(
        seat="someone" if finding.seat is None else seat_name(finding.seat),
        card="the card" if finding.card is None else card_text(finding.card),
        allowed=names(finding.allowed) or "nothing else",
        recorded=finding.recorded or "something else",
        computed=finding.computed or "something else",
    )


def seat_name(seat: int) -> str:
    """A seat as people are shown it, counted from 1."""
    return f"seat {seat + 1}"


def card_text(card: int) -> str:
    """A card by name, or what stands for one not seen."""
    return CARD_NAMES[card] if card < len(CARD_NAMES) else "an unknown card"


def call_text(call: int) -> str:
    """A call in words."""
    return call_name(call)
