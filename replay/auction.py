"""The auction: which calls are allowed, what they lead to, and what recorded calls broke."""

from typing import Any, Final

import numpy as np

from replay.cards import ALL_TRUMP, NO_TRUMP, NOTHING
from replay.compiled import Rules
from replay.findings import ABSENT, AUCTION_PART, NO_CALLS, NO_CARDS, NO_DEALER, cannot, differ, find, rests_on
from replay.jit import constant, inlined, rule
from replay.knobs import code
from replay.record import CAPOT_BID, DOUBLE, PASS, REDOUBLE, TAKE
from replay.seats import side_of
from replay.violations import key_number, number

STYLE_TAKE = code("auction.style", "take")
STYLE_NAME = code("auction.style", "name")
STYLE_LADDER = code("auction.style", "ladder")
STYLE_POINTS = code("auction.style", "points")
OTHER_SUIT = code("auction.second_round", "other")
ALL_CONTRACTS = code("auction.contracts", "all")
ANYTIME = code("auction.doubling", "anytime")
NOTED = code("auction.doubling", "noted")
BID_STEP = 10
"""A bid of points is a whole ten but for the lowest (open point A-30)."""

OUT_OF_TURN = number("call.out-of-turn")
TOO_LOW = number("call.too-low")
NOT_ALLOWED = number("call.not-allowed")
OWN_SIDE = number("call.own-side")
AFTER_END = number("call.after-end")
FORCED = number("call.forced")
UNFINISHED = number("call.unfinished")
BID_STEPS = key_number("bid_steps")
SECOND_ROUND = key_number("auction.second_round")
REDOUBLING = key_number("redouble")

AS_CALLED, NOT_CALLED, IN_TURN, CALLED_LATE, TURNED_UNKNOWN, AS_CLAIMED = map(constant, range(6))
"""How a record with a fault in its auction may be read: every call counts that the auction was open for; no call counts
that was not allowed; each call was made by the seat whose turn it was; calls after the end count too; the turned card
is not the recorded one; the contract is the one that the record claims."""
READINGS: Final = 6

AUCTION: Final = np.dtype(
    [
        ("turn", np.int64),  # whose turn it is; ABSENT where the dealer is not known
        ("calls", np.int64),
        ("passes", np.int64),  # passes in a row
        ("contract", np.int64),
        ("level", np.int64),
        ("taker", np.int64),
        ("doubled", np.int64),
        ("over", np.int64),  # 1 when no call may follow
        ("complete", np.int64),  # 1 when it may stop here
        ("thrown_in", np.int64),
        ("turned_suit", np.int64),
        ("faulty", np.int64),  # 1 when a call was not allowed
    ]
)
"""Where an auction stands."""


@rule
def open_auction(state: Any, eldest: int, turned: int) -> None:
    """Begin an auction with the seat after the dealer; `turned` is a card, or ABSENT."""
    state.turn = eldest
    state.calls = 0
    state.passes = 0
    state.contract = ABSENT
    state.level = ABSENT
    state.taker = ABSENT
    state.doubled = 1
    state.over = 0
    state.complete = 0
    state.thrown_in = 0
    state.turned_suit = turned >> 3 if 0 <= turned < 32 else ABSENT
    state.faulty = 0


@rule
def call_fault(rules: Rules, state: Any, seat: int, call: int) -> int:
    """What is wrong with a call by a seat whose turn it is: a violation's number, or 0."""
    if state.over:
        return AFTER_END
    style = rules.auction_style
    if call == PASS:
        last = style == STYLE_NAME and state.calls == rules.deal_players - 1
        return FORCED if last else 0
    if call == DOUBLE or call == REDOUBLE:
        return double_fault(rules, state, seat, call)
    if style == STYLE_TAKE:
        return take_fault(rules, state, call)
    contract, value = call & 7, call >> 3
    if call == TAKE or contract > ALL_TRUMP:
        return NOT_ALLOWED
    if style == STYLE_LADDER:
        if value != 1:
            return NOT_ALLOWED
        return TOO_LOW if contract <= state.contract else 0
    if not is_named(rules, contract) or (style == STYLE_NAME) != (value == 1):
        return NOT_ALLOWED
    if style == STYLE_POINTS:
        if state.doubled > 1:
            return NOT_ALLOWED
        if value != CAPOT_BID and not is_bid(rules, value):
            return NOT_ALLOWED
        if rules.auction_raise_oneself and seat == state.taker and contract == state.contract:
            return NOT_ALLOWED
        return TOO_LOW if value <= state.level else 0
    return 0


@rule
def is_named(rules: Rules, contract: int) -> bool:
    """Whether a contract may be named where the auction is not a rising one."""
    return contract < NO_TRUMP or (contract <= ALL_TRUMP and rules.auction_contracts == ALL_CONTRACTS)


@rule
def is_bid(rules: Rules, value: int) -> bool:
    """Whether points may be bid: the lowest or whole tens above it, up to the highest."""
    if value < rules.auction_lowest_bid or (rules.auction_highest_bid > 0 and value > rules.auction_highest_bid):
        return False
    return bool(value % BID_STEP == 0 or value == rules.auction_lowest_bid)


@rule
def take_fault(rules: Rules, state: Any, call: int) -> int:
    """First round: take the turned suit, by the word or by its name; then name a suit, any or another (000:20).

    Of a turned card that is not known, any suit may be the name.
    """
    contract, value = call & 7, call >> 3
    if state.calls < rules.deal_players:
        turned = state.turned_suit == ABSENT and contract < NO_TRUMP
        named = value == 1 and (turned or contract == state.turned_suit)
        return 0 if call == TAKE or named else NOT_ALLOWED
    if call == TAKE or value != 1 or not is_named(rules, contract):
        return NOT_ALLOWED
    if rules.auction_second_round == OTHER_SUIT and contract == state.turned_suit:
        return NOT_ALLOWED
    return 0


@rule
def double_fault(rules: Rules, state: Any, seat: int, call: int) -> int:
    """Double the other side's bid while nobody has, redouble one's own side's doubled bid (003:17, 004:8, 004:52)."""
    if (rules.auction_style != STYLE_LADDER and rules.auction_style != STYLE_POINTS) or rules.auction_doubling == NOTED:
        return NOT_ALLOWED
    if state.contract == ABSENT or state.doubled != (1 if call == DOUBLE else 2):
        return NOT_ALLOWED
    own = side_of(rules, seat) == side_of(rules, state.taker)
    return OWN_SIDE if own == (call == DOUBLE) else 0


@inlined
def make_call(rules: Rules, state: Any, seat: int, call: int) -> None:
    """Go on after a call. One that broke a rule counts too, where it can mean anything: it was what they played."""
    players = rules.deal_players
    style = rules.auction_style
    state.calls += 1
    state.turn = (seat + 1) % players if seat != ABSENT else ABSENT
    if call == PASS:
        state.passes += 1
    elif call == DOUBLE or call == REDOUBLE:
        if state.contract != ABSENT:
            state.doubled = 2 if call == DOUBLE else 4
            state.passes = 0
    else:
        state.contract = state.turned_suit if call == TAKE else call & 7
        state.level = 1 if call == TAKE else call >> 3
        state.taker = seat
        state.doubled = 1
        state.passes = 0
    bidding = style == STYLE_LADDER or style == STYLE_POINTS
    if state.level == ABSENT:
        rounds = 2 if style == STYLE_TAKE else 1
        state.thrown_in = state.passes == players * rounds and style != STYLE_NAME
        state.over = state.passes == players * rounds
    elif bidding:
        closed = style == STYLE_POINTS and state.doubled == 4
        enough = players if rules.auction_raise_oneself and style == STYLE_POINTS else players - 1
        state.over = state.passes == enough or closed
    else:
        state.over = 1
    # A double closes an auction of points: only a redouble may follow (open point A-30).
    state.complete = state.over or (style == STYLE_POINTS and state.doubled > 1)


@inlined
def read_auction(
    rules: Rules, deal: Any, calls: Any, state: Any, reading: int, judged: Any, found: Any, count: Any, index: int
) -> None:
    """Follow the recorded calls, report what they broke, and leave in `state` what they led to in a reading."""
    players = rules.deal_players
    eldest = (deal.dealer + 1) % players if deal.dealer != ABSENT else ABSENT
    open_auction(state, eldest, ABSENT if reading == TURNED_UNKNOWN else deal.turned)
    if deal.calls_n < 0:
        cannot(judged, AUCTION_PART, NO_CALLS)
        return
    for at in range(deal.calls_n):
        each = calls[deal.calls_at + at]
        seat = int(each.seat) if each.seat != ABSENT else int(state.turn)
        call = int(each.call)
        if seat == ABSENT:
            cannot(judged, AUCTION_PART, NO_DEALER)
        fault = call_fault(rules, state, seat, call) if seat != ABSENT else 0
        in_turn = state.turn == ABSENT or seat == state.turn
        if not in_turn and (call == DOUBLE or call == REDOUBLE) and rules.auction_doubling == ANYTIME:
            in_turn = True
        if fault != AFTER_END and not in_turn:
            where = find(found, count, index, OUT_OF_TURN, seat, at, NOTHING, NO_CARDS)
            differ(found, where, ABSENT, state.turn)
            if reading == IN_TURN:
                seat = int(state.turn)
                fault = call_fault(rules, state, seat, call)
        if fault == AFTER_END and state.faulty and call == PASS:
            # What follows a call that was not allowed may be right at a table that did not take it.
            continue
        if fault != 0:
            state.faulty = 1
            where = find(found, count, index, fault, seat, at, NOTHING, NO_CARDS)
            differ(found, where, call, current_bid(state))
            if (fault == NOT_ALLOWED or fault == TOO_LOW) and rules.auction_style == STYLE_POINTS and call >= 8:
                rests_on(found, where, BID_STEPS)
            elif fault == NOT_ALLOWED and rules.auction_style == STYLE_TAKE and names_turned(rules, state, call):
                rests_on(found, where, SECOND_ROUND)
            elif fault == OWN_SIDE and call == REDOUBLE:
                rests_on(found, where, REDOUBLING)
            if fault == AFTER_END and reading != CALLED_LATE:
                continue
        if reading == NOT_CALLED and (not in_turn or (fault != 0 and fault != FORCED)):
            ignore_call(rules, state, seat, deal, calls, at)
            continue
        make_call(rules, state, seat, call)
    if not state.complete and not state.faulty and deal.ended == 0:
        find(found, count, index, UNFINISHED, ABSENT, deal.calls_n, NOTHING, NO_CARDS)


@rule
def ignore_call(rules: Rules, state: Any, seat: int, deal: Any, calls: Any, at: int) -> None:
    """Go on after a call that nobody took: the seat whose turn it is calls again, or has passed where another does."""
    following = int(calls[deal.calls_at + at + 1].seat) if at + 1 < deal.calls_n else ABSENT
    if following == ABSENT or (following != seat and following != state.turn):
        make_call(rules, state, seat, PASS)


@rule
def names_turned(rules: Rules, state: Any, call: int) -> bool:
    """Whether a call of the second round names the turned suit."""
    return bool(state.calls >= rules.deal_players and call == 8 + state.turned_suit)


@rule
def current_bid(state: Any) -> int:
    """The call that stands, as a number, or ABSENT."""
    return state.level * 8 + state.contract if state.level > 0 and state.contract >= 0 else ABSENT
