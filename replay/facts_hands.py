"""Facts of hands: as held at the auction and whole, how strong for a contract, and what was declared from them."""

from typing import Any, Final

import numpy as np

from replay.cards import ACE, ALL_TRUMP, JACK, KING, NINE, NO_TRUMP, QUEEN, SUIT_CARDS, UNKNOWN, VALUE
from replay.declarations import CARRE, carre_cards, is_carre, strength, value_of
from replay.facts_columns import (
    BEFORE_SIZE,
    BELOTE_HELD,
    BELOTE_SAID,
    CONTRACT,
    COUPLES,
    DEALT_SIZE,
    KINDS,
    KNOWN,
    NONE,
    STRENGTH,
    TAKER,
    TRUMP_POINTS_AT,
    TRUMPS,
    TRUMPS_WHOLE,
    Facts,
    known,
)
from replay.findings import ABSENT
from replay.frame import HAND
from replay.hands import highest, size_of
from replay.jit import inlined, rule
from replay.seats import side_of

TRUMP_POINTS: Final = np.array(
    [sum(int(VALUE[ALL_TRUMP, rank]) for rank in range(8) if suit >> rank & 1) for suit in range(256)], np.int64
)
"""By the trumps of a hand as bits: what they are worth."""
QUEENS: Final = 0x01010101 << QUEEN
"""The four queens, each next to the king of its suit."""


def _runs(suit: int) -> int:
    lengths = [len(run) for run in f"{suit:b}".split("0")]
    return sum({1 << min(length, 5) - 3 for length in lengths if length >= 3})


RUNS: Final = np.array([_runs(suit) for suit in range(256)], np.int64)
"""By the cards of one suit as bits: bit k for each kind of sequence k among them."""


@inlined
def note_cards(rules: Any, deal: Any, row: Any, before: Any, whole: Any, numbers: Any) -> None:
    """Note each hand as a set: as held at the auction, and whole, as recorded or else as played."""
    players, size = rules.deal_players, rules.hand_size
    before[:] = ABSENT
    whole[:] = 0
    dealt_whole = rules.before_auction == size
    least = most = ABSENT
    barred = True
    smallest = 1 << 10
    for seat in range(players):
        barred = barred and deal.before[seat] != ABSENT
        smallest = min(smallest, deal.hand_sizes[seat])
    by_size = deal.has_hands != 0 and not barred and dealt_whole and smallest == size
    # All hands are recorded and whole, and were played as they are.
    ordinary = row.in_turn == 1 and deal.exchange_seat == ABSENT
    seen = all_known = 0
    fits = deal.plays_n >= 0 and row.plays_n - (row.gap != ABSENT) == deal.plays_n
    for seat in range(players):
        bar = deal.before[seat] if barred else deal.hand_sizes[seat] if by_size else ABSENT
        if bar != ABSENT:
            least = bar if least == ABSENT else min(least, bar)
            most = max(most, bar)
        if seat == row.taker:
            numbers[BEFORE_SIZE] = known(bar)
        if not deal.has_hands:
            continue
        hand = at_auction = 0
        if ordinary:
            hand = at_auction = row.hands[seat]
            if bar < size:
                at_auction = first_cards(deal, seat, bar)
        else:
            hand = first_cards(deal, seat, min(deal.hand_sizes[seat], HAND))
            if bar <= min(deal.hand_sizes[seat], HAND):
                at_auction = first_cards(deal, seat, bar)
        if deal.hand_sizes[seat] == size and size_of(hand) == size and hand & seen == 0:
            whole[seat] = hand
            all_known |= 1 << seat
        seen |= hand
        if (deal.dealt_order or dealt_whole) and bar > 0 and size_of(at_auction) == bar:
            before[seat] = at_auction
    if fits and all_known != (1 << players) - 1:
        for seat in range(players):
            if (all_known >> seat) & 1:
                continue
            hand = 0
            place = 0
            for at in range(row.plays_n):
                if at == row.gap:
                    continue
                if row.seats[at] == seat and deal.plays[place] < UNKNOWN:
                    hand |= 1 << int(deal.plays[place])
                place += 1
            if size_of(hand) == size:
                whole[seat] = hand
                all_known |= 1 << seat
    numbers[KNOWN] = all_known
    numbers[DEALT_SIZE] = least if least == most and least != ABSENT else NONE
    couples = 0
    for seat in range(players):
        couples |= (1 << seat) * (whole[seat] & (whole[seat] >> 1) & QUEENS != 0)
    numbers[COUPLES] = couples


@inlined
def first_cards(deal: Any, seat: int, n: int) -> int:
    """The first n cards of a recorded hand as a set."""
    cards = 0
    for at in range(n):
        card = int(deal.hands[seat, at])
        if card < UNKNOWN:
            cards |= 1 << card
    return cards


@rule
def has_couple(hand: int, suit: int) -> bool:
    """Whether a hand has king and queen of a suit."""
    return (hand >> (8 * suit + KING)) & 1 == 1 and (hand >> (8 * suit + QUEEN)) & 1 == 1


@rule
def class_of(hand: int, contract: int) -> int:
    """A hand seen by who would take: of a suit its trumps, its jack and nine, and aces beside it; of no trump its
    aces; of all trumps its jacks and nines."""
    aces = size_of(hand & carre_cards(ACE))
    if contract == NO_TRUMP:
        return 225 + aces
    if contract == ALL_TRUMP:
        return 450 + 25 * size_of(hand & carre_cards(NINE)) + 5 * size_of(hand & carre_cards(JACK))
    trumps = (hand >> (8 * contract)) & 0xFF
    leaders = 2 * ((trumps >> JACK) & 1) + ((trumps >> NINE) & 1)
    return 5 * (5 * size_of(trumps) + leaders) + aces - ((trumps >> ACE) & 1)


@inlined
def note_taker(rules: Any, before: Any, whole: Any, numbers: Any) -> None:
    """Note how strong the taker's hand was for his contract."""
    taker, contract = numbers[TAKER], numbers[CONTRACT]
    if taker == NONE or contract == NONE:
        return
    if before[taker] != ABSENT:
        numbers[STRENGTH] = class_of(before[taker], contract)
        if contract < NO_TRUMP:
            trumps = before[taker] & SUIT_CARDS[contract]
            numbers[TRUMPS] = size_of(trumps)
            numbers[TRUMP_POINTS_AT] = TRUMP_POINTS[trumps >> 8 * contract]
    if contract < NO_TRUMP and (numbers[KNOWN] >> taker) & 1:
        numbers[TRUMPS_WHOLE] = size_of(whole[taker] & SUIT_CARDS[contract])


@rule
def kind_of(kind: int) -> int:
    """Which of the KINDS a declaration is."""
    return 3 if kind == CARRE else min(kind, 5) - 3


@rule
def shape_said(event: Any) -> tuple[int, int]:
    """Kind and top rank of an announced declaration as its cards or its words say; a top not told is an ace."""
    cards = int(event.cards)
    if cards == 0:
        kind = int(event.kind)
        return CARRE if kind == ABSENT else kind, 7 if event.top == ABSENT else int(event.top)
    size = size_of(cards)
    carre = size == 4 and size_of(cards & 0xFF) == 1 and size_of((cards >> 8) & 0xFF) == 1
    return CARRE if carre else size, highest(cards) & 7


@rule
def power(rules: Any, kind: int, top: int) -> int:
    """The order of declarations, one that is none above every carré."""
    return 1009 if kind == CARRE and not is_carre(rules, top) else strength(rules, kind, top)


@rule
def kinds_of(hand: int) -> int:
    """The declarations of a hand: bit k for each kind k that it holds."""
    kinds = RUNS[hand & 0xFF] | RUNS[(hand >> 8) & 0xFF] | RUNS[(hand >> 16) & 0xFF] | RUNS[(hand >> 24) & 0xFF]
    fours = hand & (hand >> 8) & (hand >> 16) & (hand >> 24) & 0xFC
    return int(kinds | 8 if fours != 0 else kinds)


@inlined
def note_declarations(rules: Any, deal: Any, events: Any, row: Any, out: Facts, place: int) -> None:
    """Note who held and who announced each kind, and what was held and not announced."""
    holders, speakers = out.holders[place], out.speakers[place]
    holders[:] = 0
    speakers[:] = 0
    for seat in range(rules.deal_players):
        kinds = kinds_of(out.whole[place, seat])
        if kinds != 0:
            for kind in range(KINDS):
                holders[kind] |= ((kinds >> kind) & 1) << seat
    for at in range(max(deal.declarations_n, 0)):
        event = events[deal.declarations_at + at]
        kind = kind_of(shape_said(event)[0])
        if kind >= 0:
            speakers[kind] |= 1 << int(event.seat)
    n = out.missed_at[place]
    if out.speaks[place]:
        for at in range(row.held_n):
            seat, held = int(row.held_seat[at]), int(row.held_kind[at])
            kind = kind_of(held)
            if (speakers[kind] >> seat) & 1:
                continue
            side = side_of(rules, seat)
            top = highest(row.held_cards[at]) & 7
            rival = 0
            for other in range(max(deal.declarations_n, 0)):
                event = events[deal.declarations_at + other]
                if side_of(rules, int(event.seat)) != side:
                    said, said_top = shape_said(event)
                    rival = max(rival, power(rules, said, said_top))
            out.missed[n, 0] = seat
            out.missed[n, 1] = kind
            out.missed[n, 2] = value_of(held, top)
            counted = row.has_declared != 0 and row.declared[side] > 0
            out.missed[n, 3] = counted or power(rules, held, top) > rival
            n += 1
    out.missed_at[place + 1] = n


@inlined
def note_belotes(rules: Any, deal: Any, events: Any, row: Any, whole: Any, numbers: Any) -> None:
    """Note who held king and queen of the trump suit, and who said so."""
    contract = row.contract
    if contract == ABSENT or contract >= NO_TRUMP:
        return
    held = 0
    for seat in range(rules.deal_players):
        held |= (1 << seat) * has_couple(whole[seat], contract)
    numbers[BELOTE_HELD] = held
    if deal.belotes_n >= 0:
        said = 0
        for at in range(deal.belotes_n):
            said |= 1 << int(events[deal.belotes_at + at].seat)
        numbers[BELOTE_SAID] = said
