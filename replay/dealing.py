"""Dealing: the dealer's turn, the turned card, and the exchange of the seven."""

from typing import Any

from replay.cards import NOTHING, SEVEN
from replay.compiled import Rules
from replay.findings import ABSENT, EXCHANGE_PART, HANDS_INCOMPLETE, NO_CARDS, NO_CONTRACT, cannot, differ, find
from replay.hands import CARD_TWICE, owner
from replay.jit import inlined, rule
from replay.knobs import code
from replay.play import place_with_gap
from replay.violations import number

EXCHANGE_NONE = code("deal.seven_exchange", "none")
BEFORE_SECOND_DEAL = code("deal.seven_exchange", "before_second_deal")
NOT_ALLOWED = number("exchange.not-allowed")
WRONG_TURNED = number("deal.wrong-turned")
NO_SEVEN = number("exchange.no-seven")
TOO_LATE = number("exchange.too-late")


@inlined
def check_turned(rules: Rules, deal: Any, judged: Any, dealt: Any, found: Any, count: Any, index: int) -> None:
    """The turned card goes to the taker where he uses up the pack, else it stays in the stock (001:9, 002:75, 004:56).

    `dealt` are the hands as dealt, before any exchange.
    """
    if deal.turned < 0 or deal.turned >= 32 or rules.turned == 0 or judged.level == ABSENT:
        return
    holder = owner(rules, dealt, deal.turned)
    if holder == ABSENT:
        if rules.turned_to_taker and judged.taker != ABSENT and judged.hands_known[judged.taker]:
            at = find(found, count, index, WRONG_TURNED, judged.taker, ABSENT, deal.turned, NO_CARDS)
            differ(found, at, ABSENT, judged.taker)
    elif not rules.turned_to_taker:
        find(found, count, index, CARD_TWICE, holder, ABSENT, deal.turned, NO_CARDS)
    elif judged.taker != ABSENT and holder != judged.taker:
        at = find(found, count, index, WRONG_TURNED, holder, ABSENT, deal.turned, NO_CARDS)
        differ(found, at, holder, judged.taker)


@inlined
def exchange_seven(rules: Rules, deal: Any, judged: Any) -> None:
    """Change the hand of the seat that the record says exchanged: the seven out, the turned card in.

    Where that cannot have been, for want of the seven or because the turned card was dealt, all hands stay.
    """
    seat = deal.exchange_seat
    if seat == ABSENT or deal.turned < 0 or deal.turned >= 32 or judged.hands[seat] == 0:
        return
    seven = (int(deal.turned) & ~7) + SEVEN
    if judged.hands_known[seat] and (judged.hands[seat] >> seven) & 1 == 0:
        return
    if owner(rules, judged.hands, deal.turned) != ABSENT:
        return
    judged.hands[seat] = (judged.hands[seat] & ~(1 << seven)) | (1 << int(deal.turned))


@inlined
def judge_exchange(rules: Rules, deal: Any, judged: Any, held: int, found: Any, count: Any, index: int) -> None:
    """Judge the recorded exchange of the seven: allowed, held, in time (000:60, 002:21).

    `held` is the hand of the seat that exchanged, as dealt; `judged.seats` tells when it first played.
    """
    seat = deal.exchange_seat
    if seat == ABSENT:
        return
    if rules.deal_seven_exchange == EXCHANGE_NONE:
        find(found, count, index, NOT_ALLOWED, seat, ABSENT, NOTHING, NO_CARDS)
        return
    if deal.turned < 0 or deal.turned >= 32:
        cannot(judged, EXCHANGE_PART, HANDS_INCOMPLETE)
        return
    seven = (int(deal.turned) & ~7) + SEVEN
    before_second = rules.deal_seven_exchange == BEFORE_SECOND_DEAL
    if not before_second:
        if judged.contract == ABSENT:
            cannot(judged, EXCHANGE_PART, NO_CONTRACT)
        elif judged.contract != deal.turned >> 3:
            find(found, count, index, NOT_ALLOWED, seat, ABSENT, seven, NO_CARDS)
            return
    place = place_with_gap(judged, deal.exchange_play)
    if place > (ABSENT if before_second else first_play(judged, seat)):
        find(found, count, index, TOO_LATE, seat, ABSENT, seven, NO_CARDS)
        return
    if before_second and deal.has_hands and deal.dealt_order and deal.before[seat] != ABSENT:
        held = 0
        for at in range(min(deal.before[seat], deal.hand_sizes[seat])):
            if deal.hands[seat, at] < 32:
                held |= 1 << int(deal.hands[seat, at])
    elif deal.has_hands == 0:
        cannot(judged, EXCHANGE_PART, HANDS_INCOMPLETE)
        return
    if (held >> seven) & 1 == 0:
        find(found, count, index, NO_SEVEN, seat, ABSENT, seven, NO_CARDS)


@rule
def first_play(judged: Any, seat: int) -> int:
    """The index of a seat's first card, past the end where it has played none."""
    for at in range(judged.plays_n):
        if judged.seats[at] == seat:
            return at
    return 1 << 20


@rule
def second_play(judged: Any, seat: int) -> int:
    """The index of a seat's second card, past the end where it has not played two."""
    for at in range(first_play(judged, seat) + 1, judged.plays_n):
        if judged.seats[at] == seat:
            return at
    return 1 << 20
