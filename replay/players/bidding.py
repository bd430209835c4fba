"""Bidding: what a player calls, from his own cards, the turned one, and the calls so far."""

from typing import Any

from replay.auction import (
    ALL_CONTRACTS,
    BID_STEP,
    OTHER_SUIT,
    STYLE_LADDER,
    STYLE_NAME,
    STYLE_POINTS,
    STYLE_TAKE,
    call_fault,
)
from replay.cards import ALL_TRUMP, NO_TRUMP
from replay.compiled import Rules
from replay.findings import ABSENT
from replay.jit import rule
from replay.players.chance import below, happens
from replay.players.valuing import best_suit, declared_worth, expected, worth
from replay.record import CAPOT_BID, DOUBLE, PASS, REDOUBLE, TAKE
from replay.seats import side_of

ALL_TRUMP_DANGER = 8
"""How much more a hand must be worth in all trumps, where every jack of the others takes a trick."""
HALF_THE_PACK = 22
"""What an average hand of eight adds to a contract of the side's own."""


@rule
def choose_call(rules: Rules, temper: Any, chance: Any, state: Any, hand: int, turned: int) -> int:
    """The call of the seat whose turn it is, holding these cards; `turned` is a card or ABSENT.

    A pass where the rules do not allow what he would like to call.
    """
    style = rules.auction_style
    call = PASS
    if style == STYLE_TAKE:
        call = take_or_pass(rules, temper, chance, state, hand, turned)
    elif style == STYLE_NAME:
        call = name_or_pass(rules, temper, chance, state, hand)
    elif style == STYLE_LADDER:
        call = climb(rules, temper, chance, state, hand)
    elif style == STYLE_POINTS:
        call = bid_points(rules, temper, chance, state, hand)
    return PASS if call_fault(rules, state, state.turn, call) != 0 else call


@rule
def need(rules: Rules, temper: Any, chance: Any) -> int:
    """What this player wants of a hand today."""
    return int(expected(rules) + temper.reserve + below(chance, 2 * temper.mood + 1) - temper.mood)


@rule
def take_or_pass(rules: Rules, temper: Any, chance: Any, state: Any, hand: int, turned: int) -> int:
    """Take the turned suit on a good hand, with the turned card if he gets it; in the second round the best other."""
    wanted = need(rules, temper, chance)
    if state.calls < rules.deal_players:
        if turned == ABSENT:
            return PASS
        if rules.turned_to_taker:
            hand |= 1 << turned
        suit = turned >> 3
        value = worth(hand, suit) + declared_worth(rules, hand)
        return TAKE if value >= wanted + (7 if rules.turned_to_taker else 0) else PASS
    without = ABSENT
    if rules.auction_second_round == OTHER_SUIT and turned != ABSENT:
        without = turned >> 3
    suit, value = best_named(rules, hand, without)
    return 8 + suit if value >= wanted - 2 else PASS


@rule
def best_named(rules: Rules, hand: int, without: int) -> tuple[int, int]:
    """The best contract that may be named, with its worth: a suit, and no trump or all trumps where they are played."""
    best, most = best_suit(rules, hand, without)
    if rules.auction_contracts == ALL_CONTRACTS:
        for contract in range(NO_TRUMP, ALL_TRUMP + 1):
            value = worth(hand, contract) - (ALL_TRUMP_DANGER if contract == ALL_TRUMP else 0)
            if value > most:
                best, most = contract, value
    return best, most


@rule
def name_or_pass(rules: Rules, temper: Any, chance: Any, state: Any, hand: int) -> int:
    """Name the best suit on a good hand, and as the last one on any."""
    suit, value = best_named(rules, hand, ABSENT)
    forced = state.calls == rules.deal_players - 1
    return 8 + suit if forced or value >= need(rules, temper, chance) else PASS


@rule
def climb(rules: Rules, temper: Any, chance: Any, state: Any, hand: int) -> int:
    """Bid the contract worth most, over a partner only for much more; double what one holds well oneself."""
    wanted = need(rules, temper, chance)
    own = state.taker != ABSENT and side_of(rules, state.taker) == side_of(rules, state.turn)
    held = worth(hand, state.contract) if state.taker != ABSENT else 0
    if own and state.doubled == 2 and held >= wanted + 22 and happens(chance, temper.doubles // 2):
        return REDOUBLE
    if not own and state.doubled == 1 and held >= wanted + 4 and happens(chance, temper.doubles):
        return DOUBLE
    declared = declared_worth(rules, hand)
    best, most = ABSENT, wanted
    for contract in range(ALL_TRUMP + 1):
        if contract <= state.contract:
            continue
        value = worth(hand, contract) + (0 if contract == NO_TRUMP else declared)
        if contract == ALL_TRUMP:
            value -= ALL_TRUMP_DANGER
        if own:
            value -= 12 + held // 2
        if value >= most:
            best, most = contract, value
    return PASS if best == ABSENT else 8 + best


@rule
def bid_points(rules: Rules, temper: Any, chance: Any, state: Any, hand: int) -> int:
    """Bid as many tens as the hand promises with an average partner's, raise a partner, double a bid too high."""
    promise = HALF_THE_PACK - temper.reserve - below(chance, 2 * temper.mood + 1) + temper.mood
    own = state.taker != ABSENT and side_of(rules, state.taker) == side_of(rules, state.turn)
    if state.taker != ABSENT and own and state.doubled == 2:
        strong = worth(hand, state.contract) >= state.level
        return REDOUBLE if strong and happens(chance, temper.doubles // 2) else PASS
    if state.taker != ABSENT and not own and state.doubled == 1 and state.level != CAPOT_BID:
        against = defence(hand, state.contract)
        if against + state.level >= 178 + temper.reserve // 2 and happens(chance, temper.doubles):
            return DOUBLE
    if own:
        if state.level == CAPOT_BID:
            return PASS
        help_ = worth(hand, state.contract)
        raised = state.level // BID_STEP * BID_STEP + (10 if help_ >= 40 else 0) + (10 if help_ >= 55 else 0)
        if raised > state.level and raised <= 150 and state.calls < 3 * rules.deal_players:
            return int(8 * raised + state.contract)
        return PASS
    suit, value = best_named(rules, hand, ABSENT)
    if worth(hand, suit) >= 118:
        return 8 * CAPOT_BID + suit
    level = (value + promise) // BID_STEP * BID_STEP
    if level < rules.auction_lowest_bid or level <= state.level:
        return PASS
    # One opens low and leaves room, and goes higher when others do.
    low = rules.auction_lowest_bid if state.level == ABSENT else (state.level // BID_STEP + 1) * BID_STEP
    return int(8 * min(level, max(low, level - 20)) + suit)


@rule
def defence(hand: int, contract: int) -> int:
    """What a hand promises against a contract."""
    if contract >= NO_TRUMP:
        return worth(hand, contract)
    return worth(hand, contract) + 10


__all__ = ["choose_call"]
