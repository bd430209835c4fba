"""Telling: which declarations and belotes a player announces, and with which card."""

from typing import Any, Final

import numpy as np

from replay.announcing import BEFORE_LEAD, TWO_STEPS, counts_nothing, suit_of
from replay.belote import EITHER, LOST, is_belote_suit, pair_of
from replay.cards import ALL_TRUMP, BELOTE, EIGHT, KING, QUEEN
from replay.compiled import Rules
from replay.contest import enter, hold_contest
from replay.declarations import (
    CARRE,
    SHARED,
    SHORTEST,
    carre_cards,
    run_cards,
    run_length,
    runs_value,
    strength,
    value_of,
)
from replay.findings import ABSENT
from replay.frame import SEATS
from replay.jit import NONE_YET, rule
from replay.players.chance import happens
from replay.seats import side_of

MOST: Final = 8
"""Most declarations of one hand."""

TOLD: Final = np.dtype(
    [
        ("held_n", np.int64, (SEATS,)),  # declarations that a seat wants to announce, the best first
        ("cards", np.int64, (SEATS, MOST)),
        ("kind", np.int64, (SEATS, MOST)),
        ("top", np.int64, (SEATS, MOST)),
        ("said_n", np.int64, (SEATS,)),
        ("best", np.int64),  # the strongest announced so far, and whose
        ("best_side", np.int64),
        ("belote_suits", np.int64, (SEATS,)),  # suits whose belote a seat wants to say, as a set
        ("belote_said", np.int64, (SEATS,)),
        ("belote", np.int64, (SEATS,)),  # points by side
    ]
)
"""What the players of one deal hold to announce, and have announced."""


@rule
def think(rules: Rules, temper: Any, chance: Any, contract: int, taker: int, seats: Any, hands: Any, told: Any) -> None:
    """Let every seat look for its declarations and belotes, and forget some of them.

    Where the taker must announce his best one he does not forget it (002:25).
    """
    told.best = ABSENT
    told.best_side = ABSENT
    for seat in range(rules.deal_players):
        own = temper[seats[seat]]
        told.held_n[seat] = 0
        told.said_n[seat] = 0
        told.belote_suits[seat] = 0
        told.belote_said[seat] = 0
        told.belote[seat] = 0
        if not counts_nothing(rules, contract):
            find_declarations(rules, contract, hands[seat], told, seat)
            must = rules.declarations_time == BEFORE_LEAD and seat == taker
            kept = 0
            for at in range(told.held_n[seat]):
                if (must and at == 0) or not happens(chance, own.forgets):
                    told.cards[seat, kept] = told.cards[seat, at]
                    told.kind[seat, kept] = told.kind[seat, at]
                    told.top[seat, kept] = told.top[seat, at]
                    kept += 1
            told.held_n[seat] = kept
        for suit in range(4):
            pair = pair_of(suit)
            if (
                is_belote_suit(rules, contract, suit)
                and hands[seat] & pair == pair
                and not happens(chance, own.forgets)
            ):
                told.belote_suits[seat] |= 1 << suit


@rule
def find_declarations(rules: Rules, contract: int, hand: int, told: Any, seat: int) -> None:
    """List the declarations of a hand, the best first; where cards are not shared, the choice worth most (004:11)."""
    shared = rules.declarations_cards == SHARED
    best, most = 0, -1
    fours = hand & (hand >> 8) & (hand >> 16) & (hand >> 24) & 0xFC
    for choice in range(1 << 6 if fours else 1):
        rest, total = hand, 0
        for i in range(6):
            if (choice >> i) & 1:
                four = carre_cards(EIGHT + 1 + i)
                total = total + value_of(CARRE, EIGHT + 1 + i) if rest & four == four else -10000
                if not shared:
                    rest &= ~four
        if total >= 0:
            total += runs_value(rest, shared)
        if total > most:
            best, most = choice, total
    rest = hand
    for i in range(6):
        if (best >> i) & 1:
            four = carre_cards(EIGHT + 1 + i)
            list_declaration(rules, told, seat, four, CARRE, EIGHT + 1 + i, False)
            if not shared:
                rest &= ~four
    for suit in range(4):
        top = 7
        while top >= SHORTEST - 1:
            length = run_length(rest, suit, top)
            if length >= SHORTEST:
                trump = contract in (ALL_TRUMP, suit)
                list_declaration(rules, told, seat, run_cards(suit, top, length), length, top, trump)
            top -= max(length, 1)


@rule
def list_declaration(rules: Rules, told: Any, seat: int, cards: int, kind: int, top: int, trump: bool) -> None:
    """Put a declaration into a seat's list at its place by strength, of equals the one in trumps first."""
    at = told.held_n[seat]
    if at >= MOST:
        return
    power = strength(rules, kind, top) + trump
    while at > 0 and strength(rules, told.kind[seat, at - 1], told.top[seat, at - 1]) < power:
        told.cards[seat, at] = told.cards[seat, at - 1]
        told.kind[seat, at] = told.kind[seat, at - 1]
        told.top[seat, at] = told.top[seat, at - 1]
        at -= 1
    told.cards[seat, at] = cards
    told.kind[seat, at] = kind
    told.top[seat, at] = top
    told.held_n[seat] += 1


@rule
def say(rules: Rules, told: Any, declarations: Any, counts: Any, seat: int, play: int) -> None:
    """Announce the next declaration of a seat's list before a play."""
    at = told.said_n[seat]
    each = declarations[counts[2]]
    each.seat = seat
    each.play = play
    each.cards = told.cards[seat, at]
    each.kind = ABSENT
    each.top = ABSENT
    counts[2] += 1
    told.said_n[seat] += 1
    power = strength(rules, told.kind[seat, at], told.top[seat, at])
    if power > told.best:
        told.best = power
        told.best_side = side_of(rules, seat)


@rule
def tell_before_lead(rules: Rules, told: Any, declarations: Any, counts: Any, leader: int) -> None:
    """In turn the best of each, if nobody's was better; then those of the best side all others (002:25, 002:41)."""
    if rules.declarations_time != BEFORE_LEAD:
        return
    for turn in range(rules.deal_players):
        seat = (leader + turn) % rules.deal_players
        if told.held_n[seat] > 0 and strength(rules, told.kind[seat, 0], told.top[seat, 0]) >= told.best:
            say(rules, told, declarations, counts, seat, 0)
    for turn in range(rules.deal_players):
        seat = (leader + turn) % rules.deal_players
        while side_of(rules, seat) == told.best_side and told.said_n[seat] < told.held_n[seat]:
            say(rules, told, declarations, counts, seat, 0)


@rule
def tell_with_card(rules: Rules, told: Any, declarations: Any, counts: Any, seat: int, play: int, own: int) -> None:
    """Announce with one's first card; in two steps the best one then, and the others with the second card by whom
    nobody has beaten (000:26, 000:50, 004:23). `own` counts the seat's cards played before."""
    if rules.declarations_time == BEFORE_LEAD or own > 1:
        return
    if rules.declarations_time == TWO_STEPS:
        if own == 0 and told.held_n[seat] > 0:
            say(rules, told, declarations, counts, seat, play)
        unbeaten = told.said_n[seat] > 0 and told.best_side == side_of(rules, seat)
        while own == 1 and unbeaten and told.said_n[seat] < told.held_n[seat]:
            say(rules, told, declarations, counts, seat, play)
        return
    while own == 0 and told.said_n[seat] < told.held_n[seat]:
        say(rules, told, declarations, counts, seat, play)


@rule
def tell_belote(
    rules: Rules,
    contract: int,
    told: Any,
    belotes: Any,
    counts: Any,
    seat: int,
    play: int,
    card: int,
    hand: int,
    led: int,
) -> None:
    """Say belote with king or queen of trumps while holding the other, and rebelote with that one.

    In all trumps never with one thrown on another suit; after such a throw with the other card only where the
    ruleset lets it (003:59, 004:13). `hand` still holds the card.
    """
    suit = card >> 3
    rank = card & 7
    if (rank != QUEEN and rank != KING) or (told.belote_suits[seat] >> suit) & 1 == 0:
        return
    pair = pair_of(suit)
    both = hand & pair == pair
    thrown = contract == ALL_TRUMP and led != ABSENT and led >> 3 != suit
    if thrown:
        if both and (rules.declarations_belote_discard == LOST or rules.declarations_belote_card > EITHER):
            told.belote_suits[seat] &= ~(1 << suit)
        return
    said = (told.belote_said[seat] >> suit) & 1
    if said == 0:
        told.belote_said[seat] |= 1 << suit
        told.belote[side_of(rules, seat)] += BELOTE
    each = belotes[counts[3]]
    each.seat = seat
    each.suit = suit
    each.play = play
    counts[3] += 1


@rule
def count_told(
    rules: Rules,
    contract: int,
    opener: int,
    declarations: Any,
    first: int,
    last: int,
    told: Any,
    entries: Any,
    points: Any,
) -> None:
    """Hold the contest of what was announced, into `points` by side."""
    points[:] = 0
    n = NONE_YET
    for at in range(first, last):
        seat = int(declarations[at].seat)
        cards = int(declarations[at].cards)
        kind, top = NONE_YET, NONE_YET
        for place in range(told.held_n[seat]):
            if told.cards[seat, place] == cards:
                kind, top = told.kind[seat, place], told.top[seat, place]
        trump = kind != CARRE and (contract == ALL_TRUMP or contract == suit_of(cards))
        n = enter(rules, entries, n, seat, side_of(rules, seat), (seat - opener) % rules.deal_players, kind, top, trump)
    hold_contest(rules, entries, n, points)
