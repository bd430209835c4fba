"""Announced declarations: each judged against hand, time and kind, and those in order entered into the contest."""

from typing import Any

from replay.cards import ALL_TRUMP, EIGHT, NO_TRUMP, NOTHING
from replay.compiled import Rules
from replay.contest import CONTEST_NONE, enter
from replay.dealing import first_play, second_play
from replay.declarations import (
    CARRE,
    SHARED,
    SHORTEST,
    best_of_hand,
    carre_cards,
    is_carre,
    run_cards,
    run_length,
    strength,
)
from replay.findings import (
    ABSENT,
    DECLARATIONS_PART,
    HANDS_INCOMPLETE,
    NO_ANNOUNCEMENTS,
    NO_CARDS,
    NO_TIME,
    cannot,
    find,
)
from replay.frame import SEATS
from replay.hands import highest, size_of
from replay.jit import NONE_YET, inlined, rule
from replay.knobs import code
from replay.play import place_with_gap
from replay.seats import side_of
from replay.violations import number

BY_TAKER = code("declarations.order", "taker")
BEFORE_LEAD = code("declarations.time", "before_lead")
TWO_STEPS = code("declarations.time", "two_steps")
NOT_HELD = number("declaration.not-held")
LATE = number("declaration.late")
OUTRANKED = number("declaration.outranked")
WRONG_VALUE = number("declaration.wrong-value")
SHARED_CARD = number("declaration.shared-card")
NOT_DECLARED = number("declaration.not-declared")


@rule
def counts_nothing(rules: Rules, contract: int) -> bool:
    """Whether no declaration is worth anything: a ruleset without them, and no trump (003:25, 004:9)."""
    return rules.declarations_contest == CONTEST_NONE or (contract == NO_TRUMP and not rules.declarations_no_trump)


@rule
def shape_of(cards: int) -> tuple[int, int]:
    """Kind and top rank of a declaration given by its cards; kind 0 where they are none."""
    top, size = highest(cards), size_of(cards)
    rank, suit = top & 7, top >> 3
    if cards == carre_cards(rank):
        return CARRE, rank
    if SHORTEST <= size <= rank + 1 and cards == run_cards(suit, rank, size):
        return size, rank
    return 0, 0


@rule
def cards_of_kind(rules: Rules, hand: int, used: int, kind: int, top: int) -> int:
    """The cards in a hand of a declaration announced by kind and top only; 0 where it holds none.

    A quinte may be the top five of a longer run. Cards that serve another declaration are passed over first.
    """
    for clean in range(2):
        for choice in range(8):
            rank = top if top != ABSENT else 7 - choice
            if kind == CARRE:
                four = carre_cards(rank)
                if is_carre(rules, rank) and hand & four == four and (clean == 1 or used & four == 0):
                    return four
            else:
                for suit in range(4):
                    if run_length(hand, suit, rank) >= kind:
                        run = run_cards(suit, rank, kind)
                        if clean == 1 or used & run == 0:
                            return run
    return 0


@rule
def suit_of(cards: int) -> int:
    """The suit of a sequence."""
    return (highest(cards) >> 3) & 3


@inlined
def read_announcements(
    rules: Rules, deal: Any, judged: Any, work: Any, events: Any, entries: Any, found: Any, count: Any, index: int
) -> int:
    """Judge every announced declaration, and enter those that stand into the contest; the answer is how many.

    The hands are those after an exchange of the seven; what was said before it may come from the hand as dealt. A hand
    not wholly known cannot disprove what is announced from it.
    """
    n = NONE_YET
    hands = judged.hands
    if deal.declarations_n < 0:
        if not counts_nothing(rules, judged.contract):
            cannot(judged, DECLARATIONS_PART, NO_ANNOUNCEMENTS)
        return 0
    dealt, used, runs_used, announced = work.dealt, work.used, work.runs_used, work.announced
    strongest, strongest_trump = work.strongest, work.strongest_trump
    for seat in range(SEATS):
        used[seat] = runs_used[seat] = announced[seat] = strongest_trump[seat] = 0
        strongest[seat] = ABSENT
    for at in range(deal.declarations_n):
        event = events[deal.declarations_at + at]
        seat = int(event.seat)
        cards = int(event.cards)
        hand = hands[seat]
        if seat == deal.exchange_seat and event.play <= deal.exchange_play and says_of(rules, dealt[seat], event):
            hand = dealt[seat]
        kind, top = shape_of(cards) if cards != 0 else (int(event.kind), int(event.top))
        fault = 0
        if (
            counts_nothing(rules, judged.contract)
            or kind <= 0
            or (kind == CARRE and top >= 0 and not is_carre(rules, top))
        ):
            fault = WRONG_VALUE
        elif cards == 0:
            cards = cards_of_kind(rules, hand, used[seat], kind, top)
            if cards != 0:
                kind, top = shape_of(cards)
            elif judged.hands_known[seat]:
                fault = NOT_HELD
            else:
                cannot(judged, DECLARATIONS_PART, HANDS_INCOMPLETE)
                continue
        elif cards & ~hand != 0:
            if judged.hands_known[seat] or held_elsewhere(rules, hands, seat, cards):
                fault = NOT_HELD
            else:
                cannot(judged, DECLARATIONS_PART, HANDS_INCOMPLETE)
        trump = kind != CARRE and (judged.contract == ALL_TRUMP or judged.contract == suit_of(cards))
        if fault == 0:
            fault = time_fault(rules, judged, seat, place_with_gap(judged, int(event.play)), announced[seat] > 0)
        if fault == 0:
            clash = used[seat] & cards if rules.declarations_cards != SHARED else runs_used[seat] & cards
            if clash != 0 and (rules.declarations_cards != SHARED or kind != CARRE):
                fault = SHARED_CARD
        if fault == 0 and rules.declarations_time == TWO_STEPS and strongest[seat] != ABSENT:
            # Those after the first must be junior to it (000:50).
            power = strength(rules, kind, top)
            higher = power == strongest[seat] and trump and strongest_trump[seat] == 0
            if power > strongest[seat] or higher:
                fault = OUTRANKED
        if fault != 0:
            where = find(found, count, index, fault, seat, int(event.play), NOTHING, NO_CARDS)
            describe(found, where, cards, kind, top)
            continue
        if announced[seat] == 0:
            strongest[seat] = strength(rules, kind, top)
            strongest_trump[seat] = trump
        announced[seat] += 1
        used[seat] |= cards
        if kind != CARRE:
            runs_used[seat] |= cards
        opener = judged.taker if rules.declarations_order == BY_TAKER else judged.leader
        order = (seat - opener) % rules.deal_players if opener != ABSENT else at
        if rules.declarations_time == TWO_STEPS and place_with_gap(judged, int(event.play)) > first_play(judged, seat):
            # What comes with a second card comes after all that came with first ones.
            order += rules.deal_players
        n = enter(rules, entries, n, seat, side_of(rules, seat), order, kind, top, trump)
    note_undeclared(rules, judged, hands, announced, found, count, index)
    return n


@rule
def says_of(rules: Rules, hand: int, event: Any) -> bool:
    """Whether an announcement can be of a hand: by its cards, or by kind and top."""
    if event.cards != 0:
        return bool(event.cards & ~hand == 0)
    return cards_of_kind(rules, hand, NO_CARDS, int(event.kind), int(event.top)) != 0


@rule
def describe(found: Any, at: int, cards: int, kind: int, top: int) -> None:
    """Let a finding say which declaration it means."""
    if at < len(found):
        found[at].values_n = 3
        found[at].recorded[0], found[at].recorded[1], found[at].recorded[2] = cards, kind, top
        found[at].computed[:] = ABSENT


@rule
def held_elsewhere(rules: Rules, hands: Any, seat: int, cards: int) -> bool:
    """Whether another hand is known to hold one of the cards."""
    for other in range(rules.deal_players):
        if other != seat and hands[other] & cards != 0:
            return True
    return False


@rule
def time_fault(rules: Rules, judged: Any, seat: int, play: int, again: bool) -> int:
    """Whether a declaration comes too late: before the opening lead, or with one's first card; under two steps
    lower ones may follow with the second (000:26, 000:50, 002:25, 004:23)."""
    if judged.plays_n == 0:
        cannot(judged, DECLARATIONS_PART, NO_TIME)
        return 0
    latest = first_play(judged, seat)
    if rules.declarations_time == BEFORE_LEAD:
        latest = 0
    elif rules.declarations_time == TWO_STEPS and again:
        latest = second_play(judged, seat)
    return LATE if play > latest else 0


@rule
def note_undeclared(rules: Rules, judged: Any, hands: Any, announced: Any, found: Any, count: Any, index: int) -> None:
    """Remark that a taker who must announce his best declaration announced none (002:25, open point A-45)."""
    seat = judged.taker
    if rules.declarations_time != BEFORE_LEAD or seat == ABSENT or counts_nothing(rules, judged.contract):
        return
    if announced[seat] == 0 and judged.hands_known[seat] and best_of_hand(rules, hands[seat]) > 0:
        where = find(found, count, index, NOT_DECLARED, seat, 0, NOTHING, NO_CARDS)
        for rank in range(EIGHT + 1, 8):
            if hands[seat] & carre_cards(rank) == carre_cards(rank):
                describe(found, where, carre_cards(rank), CARRE, rank)
                return
        for length in range(8, SHORTEST - 1, -1):
            cards = cards_of_kind(rules, hands[seat], NO_CARDS, length, ABSENT)
            if cards != 0:
                describe(found, where, cards, length, ABSENT)
                return
