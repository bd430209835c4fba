"""The play of ordinary deals of four with whole hands, sixteen at a time: the same steps for all, without a branch.

A deal whose every card is in turn and legal gets its seats, winners, tricks and points here, as `play` would set them;
any other is left to `play`. Written so that a compiler works on all lanes with one instruction: what a lane needs is
read first, chosen by masks and by sums that are the same for every card, and written last.
"""

from typing import Any, Final

import numpy as np

from replay.cards import (
    ALL_TRUMP,
    HEADED,
    LAST_TRICK,
    NO_TRUMP,
    NOTHING,
    PACK_32,
    STRENGTH,
    TRUMPS,
    VALUE,
    Card,
    is_trump_suit,
)
from replay.compiled import Rules
from replay.findings import ABSENT
from replay.jit import inlined, rule
from replay.law import (
    HEAD_NEVER,
    HEAD_UNLESS_PARTNER,
    PLAIN_NEVER,
    PLAIN_UNLESS_RUFFED,
    RUFF_ALWAYS,
    RUFF_UNLESS_PARTNER,
)

LANES: Final = 16
PLAYERS, SIZE, PLAYED = 4, 8, 32
"""Seats, tricks and cards of a deal that is played here."""
_U = np.uint32
_0, _1, _2, _3, _SUIT, _SUITS, _ALL = map(_U, (0, 1, 2, 3, 0xFF, 24, PACK_32))

_BY_LANE: Final = (
    "trumps", "headed",  # sets of cards of the contract
    "odd_seats", "high_seats",  # the cards that seats 1 and 3 were dealt, and seats 2 and 3
    "left",  # cards not yet played
    "leader", "best_seat", "led", "over_best", "over_led",  # of a trick; what beats the best card, and the highest led
    "heading", "ruffed", "head_spared", "head_else",  # whether the suit led is headed; whether one must head
    "taken", "won",  # the cards of the trick, and those that the first side has won
    "wrong",  # how many plays were in order before the first that was not, and one; 0 where all are
    # By ruleset, each no card or all: heading where the partner is best or the trick is ruffed, and else; ruffing.
    "trumps_spared", "trumps_else", "plain_spared", "plain_else",
    "excused_early", "excused_last", "any_higher", "underruff", "over_partner",
)  # fmt: skip
ABREAST: Final = np.dtype(
    [
        ("deal", np.int64, (LANES,)),
        ("rules", np.int64, (LANES,)),  # of which ruleset the lane has the duties
        ("cards", _U, (PLAYED, LANES)),
        ("winners", _U, (SIZE, LANES)),
        *((name, _U, (LANES,)) for name in _BY_LANE),
    ]
)
"""Room for as many deals side by side. Cards are numbered by strength inside their suit, so that those that beat one
are the bits above it."""


def _ranked(contract: int, ranks: int) -> int:
    return sum(1 << int(STRENGTH[contract, rank]) for rank in range(8) if ranks >> rank & 1)


def _worth(contract: int, ranks: int) -> int:
    return sum(int(VALUE[contract, rank]) for rank in range(8) if ranks >> int(STRENGTH[contract, rank]) & 1)


_KINDS: Final = (NO_TRUMP, ALL_TRUMP)
RANKED: Final = np.array([[_ranked(kind, ranks) for ranks in range(256)] for kind in _KINDS], np.int64)
"""By kind of suit, plain or trump, and the eight bits of its cards: the same cards by strength."""
WORTH: Final = np.array([[_worth(kind, ranks) for ranks in range(256)] for kind in _KINDS], np.int64)
"""By kind of suit and its cards by strength: their points."""
KIND: Final = np.array([[int(is_trump_suit(contract, suit)) for suit in range(4)] for contract in range(6)], np.int64)
"""By contract and suit: its kind."""


def _by_strength(contract: int, card: Card) -> int:
    return card & ~7 | int(STRENGTH[contract, card])


NUMBERED: Final = np.array([[_by_strength(contract, card) for card in range(32)] for contract in range(6)], np.uint32)
"""By contract and card: its number by strength."""
WHOLE: Final = VALUE.sum(axis=1)
"""By contract: the points of the pack."""


@inlined
def fits(rules: Rules, deal: Any) -> bool:
    """Whether a deal may be played here, as far as its record tells: four hands and every card of the pack."""
    game = rules.deal_players == PLAYERS and rules.hand_size == SIZE and rules.pack_cards == PACK_32
    return bool(game and deal.plays_n == PLAYED and deal.has_hands != 0 and deal.exchange_seat == ABSENT)


@inlined
def line_up(rules: Rules, deal: Any, row: Any, index: int, abreast: Any, lane: int) -> bool:
    """Put a deal that fits into a lane, if its hands, contract and leader are known; whether it is there now."""
    contract = row.contract
    if contract == ABSENT or row.leader == ABSENT:
        return False
    for seat in range(PLAYERS):
        if row.hands_known[seat] == 0:
            return False
    if abreast.rules[lane] != deal.rules:
        set_duties(rules, abreast, lane)
        abreast.rules[lane] = deal.rules
    numbered = NUMBERED[contract]
    last = 0
    for at in range(PLAYED):
        card = int(deal.plays[at])
        last = max(last, card)
        abreast.cards[at, lane] = numbered[card & 31]
    odd, high = row.hands[1] | row.hands[3], row.hands[2] | row.hands[3]
    odd_seats = high_seats = 0
    for suit in range(4):
        ranked = RANKED[KIND[contract, suit]]
        odd_seats |= ranked[(odd >> 8 * suit) & 0xFF] << 8 * suit
        high_seats |= ranked[(high >> 8 * suit) & 0xFF] << 8 * suit
    abreast.odd_seats[lane] = odd_seats
    abreast.high_seats[lane] = high_seats
    abreast.trumps[lane] = TRUMPS[contract]
    abreast.headed[lane] = HEADED[contract]
    abreast.leader[lane] = row.leader
    abreast.deal[lane] = index
    return last < PLAYED


@inlined
def every(is_so: bool) -> Any:
    """All cards, or none: a mask."""
    return _ALL if is_so else _0


@rule
def set_duties(rules: Rules, abreast: Any, lane: int) -> None:
    """Turn what a ruleset wants of a player into masks."""
    abreast.trumps_else[lane] = every(rules.play_head_trump != HEAD_NEVER)
    abreast.trumps_spared[lane] = every(
        rules.play_head_trump != HEAD_NEVER and rules.play_head_trump != HEAD_UNLESS_PARTNER
    )
    abreast.plain_else[lane] = every(rules.play_head_plain != PLAIN_NEVER)
    abreast.plain_spared[lane] = every(
        rules.play_head_plain != PLAIN_NEVER and rules.play_head_plain != PLAIN_UNLESS_RUFFED
    )
    abreast.excused_early[lane] = every(rules.play_ruff == RUFF_UNLESS_PARTNER)
    abreast.excused_last[lane] = every(rules.play_ruff != RUFF_ALWAYS)
    abreast.any_higher[lane] = every(rules.play_overruff == 0)
    abreast.underruff[lane] = every(rules.play_underruff != 0)
    abreast.over_partner[lane] = every(rules.play_over_partner != 0)


@inlined
def hand_of(seat: Any, odd_seats: Any, high_seats: Any, left: Any) -> Any:
    """What a seat still has."""
    odd = odd_seats if seat & _1 else ~odd_seats
    high = high_seats if seat & _2 else ~high_seats
    return odd & high & left


@rule
def play_abreast(abreast: Any) -> None:
    """Play all lanes: of each the winners, the cards that the first side won, and the first play that is wrong.

    The duties are those of `law.legal_after`.
    """
    for lane in range(LANES):
        abreast.wrong[lane] = _0
        abreast.won[lane] = _0
        abreast.left[lane] = _ALL
    for trick in range(SIZE):
        lead_abreast(abreast, trick)
        for i in range(1, PLAYERS):
            follow_abreast(abreast, trick, i)
        for lane in range(LANES):
            winner, taken, won = abreast.best_seat[lane], abreast.taken[lane], abreast.won[lane]
            own = _0 if winner & _1 else _ALL
            abreast.leader[lane] = winner
            abreast.winners[trick, lane] = winner
            abreast.won[lane] = won | (taken & own)


@inlined
def lead_abreast(abreast: Any, trick: int) -> None:
    """The first card of a trick in every lane."""
    at = PLAYERS * trick
    for lane in range(LANES):
        card, seat, left, wrong = (
            abreast.cards[at, lane], abreast.leader[lane], abreast.left[lane], abreast.wrong[lane]
        )  # fmt: skip
        odd_seats, high_seats = abreast.odd_seats[lane], abreast.high_seats[lane]
        trumps, headed = abreast.trumps[lane], abreast.headed[lane]
        trumps_spared, trumps_else = abreast.trumps_spared[lane], abreast.trumps_else[lane]
        plain_spared, plain_else = abreast.plain_spared[lane], abreast.plain_else[lane]
        bit = _U(_1 << card)
        suit = _U(_SUIT << (card & _SUITS))
        hand = _U(hand_of(seat, odd_seats, high_seats, left))
        heading = _ALL if headed & bit else _0
        over_led = _U(suit & ~(bit | (bit - _1)))
        abreast.wrong[lane] = _U(at + 1) if ((hand & bit) == 0) & (wrong == 0) else wrong
        abreast.left[lane] = left & ~bit
        abreast.led[lane] = suit
        abreast.over_led[lane] = over_led
        abreast.over_best[lane] = over_led | (trumps & ~heading)
        abreast.best_seat[lane] = seat
        abreast.taken[lane] = bit
        abreast.ruffed[lane] = _0
        abreast.heading[lane] = heading
        abreast.head_spared[lane] = (trumps_spared & heading) | (plain_spared & ~heading)
        abreast.head_else[lane] = (trumps_else & heading) | (plain_else & ~heading)


@inlined
def follow_abreast(abreast: Any, trick: int, i: int) -> None:
    """Card i of a trick in every lane, not the first."""
    at = PLAYERS * trick + i
    for lane in range(LANES):
        card, leader, left, wrong = (
            abreast.cards[at, lane], abreast.leader[lane], abreast.left[lane], abreast.wrong[lane]
        )  # fmt: skip
        odd_seats, high_seats = abreast.odd_seats[lane], abreast.high_seats[lane]
        trumps, headed, led = abreast.trumps[lane], abreast.headed[lane], abreast.led[lane]
        over_best, over_led, best_seat = abreast.over_best[lane], abreast.over_led[lane], abreast.best_seat[lane]
        heading, ruffed, taken = abreast.heading[lane], abreast.ruffed[lane], abreast.taken[lane]
        head_spared, head_else = abreast.head_spared[lane], abreast.head_else[lane]
        early, last = abreast.excused_early[lane], abreast.excused_last[lane]
        any_higher, underruff, over_partner = (
            abreast.any_higher[lane], abreast.underruff[lane], abreast.over_partner[lane]
        )  # fmt: skip
        bit = _U(_1 << card)
        suit = _U(_SUIT << (card & _SUITS))
        seat = _U((leader + _U(i)) & _3)
        hand = _U(hand_of(seat, odd_seats, high_seats, left))
        partner = _ALL if (best_seat ^ seat) == _2 else _0
        # One who can follow heads the highest of the suit led, unless the ruleset spares him.
        follow = _U(hand & led)
        spared = _U((partner & heading) | (ruffed & ~heading))
        head = _U(follow & over_led & ((head_spared & spared) | (head_else & ~spared)))
        # One who cannot ruffs, higher than the best if he can, unless his partner excuses him.
        mine = _U(hand & trumps)
        higher = _U(mine & over_best)
        excused = _U(partner & (last if i == PLAYERS - 1 else early))
        over = _U((over_partner & ((hand & ~mine) | higher) & excused) | ((higher | (mine & any_higher)) & ~excused))
        under = _U(mine & underruff & ~excused)
        ruff = over if higher else under
        duty = head if follow else ruff
        rest = follow if follow else hand
        allowed = duty if duty else rest
        abreast.wrong[lane] = _U(at + 1) if ((allowed & bit) == 0) & (wrong == 0) else wrong
        abreast.left[lane] = left & ~bit
        abreast.taken[lane] = taken | bit
        above = _U(suit & ~(bit | (bit - _1)))
        over_it = above if headed & bit else _U(above | trumps)
        wins = (bit & over_best) != 0
        abreast.over_led[lane] = above if bit & over_led else over_led
        abreast.over_best[lane] = over_it if wins else over_best
        abreast.best_seat[lane] = seat if wins else best_seat
        abreast.ruffed[lane] = _ALL if wins & ((bit & led) == 0) else ruffed


@inlined
def read_lane(abreast: Any, lane: int, deal: Any, row: Any) -> int:
    """Set seats, winners, tricks and points of a deal from its lane; the answer is how many plays are in order.

    Fewer than all: nothing was set that can be relied on.
    """
    if abreast.wrong[lane] != 0:
        return int(abreast.wrong[lane]) - 1
    leader, tricks, strange = int(row.leader), 0, 0
    for trick in range(SIZE):
        for i in range(PLAYERS):
            at = PLAYERS * trick + i
            seat = (leader + i) & 3
            row.seats[at] = seat
            recorded = int(deal.play_seats[at])
            strange |= (recorded ^ seat) * (recorded != NOTHING)
        leader = int(abreast.winners[trick, lane])
        row.winners[trick] = leader
        tricks += leader & 1
    if strange != 0:
        return 0
    won, points = int(abreast.won[lane]), 0
    for suit in range(4):
        points += WORTH[KIND[row.contract, suit], (won >> 8 * suit) & 0xFF]
    last = leader & 1
    row.points[0] = points + LAST_TRICK * (1 - last)
    row.points[1] = WHOLE[row.contract] - points + LAST_TRICK * last
    row.tricks[0] = SIZE - tricks
    row.tricks[1] = tricks
    row.capot = 0 if tricks == 0 else 1 if tricks == SIZE else ABSENT
    row.plays_n = PLAYED
    row.winners_n = SIZE
    row.has_points = 1
    row.gap = ABSENT
    row.in_turn = 1
    return PLAYED
