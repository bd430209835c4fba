"""The catalogue of faults: every known way to break a record, what it is, and what follows from it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from ingest.faults import announced, called, claimed, dealt, played, programs
from ingest.faults.label import LEGAL, Placed
from ingest.faults.plain import Knobs, Match

Edit: TypeAlias = Callable[[Match, int, Knobs, Random], Placed | None]
"""Breaks a deal of a match, given its index, or answers None where that deal cannot be broken so. What it changed
before it gave up is thrown away."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to break a record."""

    name: str
    code: str
    """The violation that it is; LEGAL where the record stays right."""
    does: str
    edit: Edit
    whole_match: bool = False
    """Whether later deals are changed with it, so that a match has at most one such fault."""
    follows: str = ""
    """What comes with it unavoidably."""
    program: str = ""
    """The public program that does it, as it is described in the sources."""


_OWN: Final = (
    Fault("card-missing", "deal.card-missing", "a hand lacks a card that it plays", dealt.card_missing),
    Fault("hand-size", "deal.hand-size", "a hand lacks two cards that it plays", dealt.hand_size),
    Fault("card-twice-dealt", "deal.card-twice", "a hand has a card that is there already", dealt.card_twice),
    Fault("card-twice-played", "deal.card-twice", "a card is played that another play has too", played.card_again),
    Fault("not-in-pack", "deal.not-in-pack", "a hand has a card below the pack", dealt.not_in_pack),
    Fault("wrong-packets", "deal.wrong-packets", "a hand had a card more or less before the auction",
          dealt.wrong_packets),
    Fault("wrong-turned", "deal.wrong-turned", "the turned card is in another hand than the taker's",
          dealt.wrong_turned),
    Fault("wrong-dealer", "deal.wrong-dealer", "a thrown-in deal is left out, or the partner deals on",
          dealt.wrong_dealer,
          whole_match=True),
    Fault("call-out-of-turn", "call.out-of-turn", "a call is left out, and the next speaks too early",
          called.out_of_turn),
    Fault("too-low", "call.too-low", "a bid that is not above the last", called.too_low),
    Fault("call-not-allowed", "call.not-allowed", "a call that this auction does not know then", called.not_allowed),
    Fault("own-side", "call.own-side", "a double or redouble by the wrong side", called.own_side),
    Fault("after-end", "call.after-end", "a call after the end of the auction", called.after_end),
    Fault("thrown-in", "deal.thrown-in", "nothing but passes before a deal that was played", called.thrown_in),
    Fault("too-low-ignored", "call.too-low", "a bid that is not above the last, and that nobody took",
          called.too_low_ignored),
    Fault("not-allowed-ignored", "call.not-allowed", "a call that does not exist then, and that nobody took",
          called.not_allowed_ignored),
    Fault("own-side-ignored", "call.own-side", "a double or redouble by the wrong side that nobody took",
          called.own_side_ignored),
    Fault("wrong-caller", "call.out-of-turn", "the last bid written down for another seat", called.wrong_caller),
    Fault("forced", "call.forced", "the dealer passes when he must name", called.forced),
    Fault("unfinished", "call.unfinished", "the calls stop before the end of the auction", called.unfinished),
    Fault("exchange-not-allowed", "exchange.not-allowed", "a seven is exchanged where it may not",
          announced.exchange_not_allowed),
    Fault("no-seven", "exchange.no-seven", "a seven is exchanged by who does not hold it", announced.no_seven),
    Fault("too-late", "exchange.too-late", "a seven is exchanged too late", announced.too_late),
    Fault("card-out-of-turn", "play.out-of-turn", "two cards of a trick in the wrong order", played.out_of_turn),
    Fault("not-held", "play.not-held", "a card that the seat was not dealt", played.not_held,
          follows="where every card was dealt, its holder plays a card not held later on"),
    Fault("must-follow", "play.must-follow", "another suit with one of the suit led in hand", played.must_follow),
    Fault("must-ruff", "play.must-ruff", "no ruff where one must", played.must_ruff),
    Fault("must-overruff", "play.must-overruff", "no higher trump over a ruff", played.must_overruff),
    Fault("must-underruff", "play.must-underruff", "no lower trump under a ruff", played.must_underruff),
    Fault("must-head", "play.must-head", "a lower card where one must head", played.must_head),
    Fault("wrong-leader", "play.wrong-leader", "a trick led by who did not win the last", played.wrong_leader),
    Fault("missing", "play.missing", "a card is missing from the plays", played.missing),
    Fault("declaration-not-held", "declaration.not-held", "a declaration that is not held", announced.not_held),
    Fault("declaration-late", "declaration.late", "a declaration after its time", announced.late),
    Fault("outranked", "declaration.outranked", "a second declaration above the first", announced.outranked),
    Fault("wrong-value", "declaration.wrong-value", "a declaration that does not exist here", announced.wrong_value),
    Fault("shared-card", "declaration.shared-card", "a card in two declarations", announced.shared_card),
    Fault("not-declared", "declaration.not-declared", "the taker does not announce his best", announced.not_declared),
    Fault("belote-not-held", "belote.not-held", "belote without king and queen of trumps", announced.belote_not_held),
    Fault("belote-late", "belote.late", "belote or rebelote with the wrong card", announced.belote_late),
    Fault("lost-by-discard", "belote.lost-by-discard", "belote after one of the two was thrown",
          announced.lost_by_discard),
    Fault("contract", "claim.contract", "another contract, taker or doubling than was called", claimed.contract),
    Fault("winner", "claim.winner", "a trick given to another seat", claimed.winner),
    Fault("points", "claim.points", "card points counted wrong", claimed.points),
    Fault("impossible-sum", "claim.sum", "points without cards that are more than all cards have",
          claimed.impossible_sum),
    Fault("declarations", "claim.declarations", "declarations counted that do not count", claimed.declarations),
    Fault("belote", "claim.belote", "a belote counted that nobody said", claimed.belote),
    Fault("hanging", "claim.hanging", "other points hung before the deal", claimed.hanging),
    Fault("score", "claim.score", "a wrong score, carried on in all totals", claimed.score, whole_match=True),
    Fault("rounding", "claim.rounding", "a score rounded wrong, carried on in all totals",
          claimed.rounding, whole_match=True),
    Fault("total", "claim.total", "a wrong total, carried on to the end", claimed.total, whole_match=True),
    Fault("penalty", "claim.penalty", "a penalty that no rule knows", claimed.penalty),
    Fault("target", "claim.target", "the match claimed by who may not, or has not enough",
          claimed.target, whole_match=True),
    Fault("ended-early", "match.ended-early", "a winner named before the match is over", claimed.ended_early),
    Fault("went-on", "match.went-on", "a deal after the end of the match", claimed.went_on, whole_match=True),
    Fault("wrong-winner", "match.wrong-winner", "another winner than the side that has won", claimed.wrong_winner),
)  # fmt: skip
_PROGRAMS: Final = (
    Fault("biggest-trump",
          "play.must-overruff", "the led plain card counts as the biggest trump: no duty to go over it",
          programs.led_card_is_biggest, program="BelotGameEngine", follows="must-ruff where nobody had ruffed"),
    Fault("belote-uncounted", "claim.belote", "a belote after the first trick is not counted",
          programs.belote_uncounted,
          program="BelotGameEngine"),
    Fault("belote-not-offered", LEGAL, "a belote that is held is not said", programs.belote_not_offered,
          program="BelotGameEngine"),
    Fault("strength-without-suit", "claim.winner", "a higher discard wins the trick", programs.strength_without_suit,
          program="libcoinche", follows="one for every trick that it judges wrong"),
    Fault("card-kept", "deal.card-twice", "a played card stays in the hand and is played again", programs.card_kept,
          program="libcoinche"),
    Fault("last-trick-lost", LEGAL, "the play ends a trick early: not auditable, not illegal", programs.last_trick_lost,
          program="libcoinche"),
    Fault("value-alone", "claim.score", "the contract's value alone is written, or 160", programs.value_alone,
          whole_match=True, program="libcoinche"),
    Fault("ruff-taken-back", "claim.winner", "a card of the suit led takes a ruffed trick back",
          programs.ruff_taken_back,
          program="gym-coinche", follows="one for every trick that it judges wrong"),
    Fault("equal-points", "claim.winner", "cards that count the same are equal, the first wins", programs.equal_points,
          program="coincoinche", follows="one for every trick that it judges wrong"),
    Fault("equal-points-cover", "play.must-head", "a seven covers an eight of trumps", programs.equal_points_cover,
          program="coincoinche", follows="must-overruff where it was a ruff"),
    Fault("plain-never-beats", "claim.winner", "no plain card beats another", programs.plain_never_beats,
          program="coinche-rl", follows="one for every trick that it judges wrong"),
)  # fmt: skip
_LEGAL: Final = (
    Fault("exchanged-cards", LEGAL, "two cards change places, and both are legal", played.exchanged),
    Fault("rebelote-left-out", LEGAL, "the second word is not said, which nobody must", announced.rebelote_left_out),
)

CATALOGUE: Final[tuple[Fault, ...]] = (*_OWN, *_PROGRAMS, *_LEGAL)
"""Every fault, by the part of the deal that it breaks; then those of programs, then edits that break nothing."""
