"""Belote: king and queen of trumps in one hand, when they may be announced, and what they count."""

from typing import Any

from replay.cards import ALL_TRUMP, BELOTE, KING, NO_TRUMP, NOTHING, QUEEN
from replay.compiled import Rules
from replay.dealing import first_play
from replay.findings import ABSENT, BELOTE_PART, HANDS_INCOMPLETE, NO_CARDS, NO_TIME, cannot, find
from replay.frame import PLAYS
from replay.jit import inlined, rule
from replay.knobs import code
from replay.play import place_with_gap
from replay.seats import side_of
from replay.violations import number

FIRST = code("declarations.belote_card", "first")
EITHER = code("declarations.belote_card", "either")
ANYTIME = code("declarations.belote_card", "anytime")
LOST = code("declarations.belote_discard", "lost")
NOT_HELD = number("belote.not-held")
LATE = number("belote.late")
LOST_BY_DISCARD = number("belote.lost-by-discard")
FAR = 1 << 20
"""A place past every play: a card that the record does not see played."""


@rule
def is_belote_suit(rules: Rules, contract: int, suit: int) -> bool:
    """Whether king and queen of a suit are a belote: the trump suit's, and every suit's in all trumps (004:13)."""
    if contract == ALL_TRUMP:
        return bool(rules.declarations_all_trump_belote)
    return contract != NO_TRUMP and contract == suit


@rule
def pair_of(suit: int) -> int:
    """King and queen of a suit, as a set."""
    return (1 << (8 * suit + KING)) | (1 << (8 * suit + QUEEN))


@rule
def place_of(judged: Any, plays: Any, seat: int, card: int) -> int:
    """The index of the play with which a seat played a card, or FAR."""
    place = FAR
    for at in range(PLAYS):
        # The first of them: looking on takes less than stopping.
        here = plays[at] == card and judged.seats[at] == seat and at < judged.plays_n
        place = min(place, at if here else FAR)
    return place


@rule
def thrown(rules: Rules, plays: Any, at: int) -> bool:
    """Whether a trump was thrown on another suit, which only all trumps allows; a ruff is no throw."""
    if at >= FAR:
        return False
    led = plays[at - at % rules.deal_players]
    return bool(led < 32 and led >> 3 != plays[at] >> 3)


@rule
def announcing_fault(rules: Rules, contract: int, plays: Any, first: int, second: int, play: int) -> int:
    """Whether belote may be said with a play, when king and queen were played at `first` and `second`; 0 if so.

    With the first of the two, with either, or with any card while one is in hand; in all trumps never with one
    thrown on another suit, and, where the ruleset says so, not after one was (000:50, 001:23, 003:59, 004:13).
    """
    if contract == ALL_TRUMP and rules.declarations_belote_discard == LOST:
        if (thrown(rules, plays, first) and play >= first) or (thrown(rules, plays, second) and play >= second):
            return LOST_BY_DISCARD
    if rules.declarations_belote_card == FIRST or rules.declarations_belote_card == EITHER:
        sayable = play == first
        if rules.declarations_belote_card == EITHER or (contract == ALL_TRUMP and thrown(rules, plays, first)):
            sayable = sayable or play == second
        if not sayable or (contract == ALL_TRUMP and thrown(rules, plays, play)):
            return LATE
        return 0
    return LATE if play > second else 0


@inlined
def read_belotes(
    rules: Rules, deal: Any, judged: Any, hands: Any, plays: Any, events: Any, found: Any, count: Any, index: int
) -> None:
    """Judge every belote and rebelote said, and count twenty a pair into `judged.belote`.

    A record that has no announcements at all is taken to have announced at the first card that allowed it
    (open point A-23).
    """
    players = rules.deal_players
    if judged.contract == ABSENT:
        return
    if deal.belotes_n < 0 and deal.declarations_n < 0:
        assume_belotes(rules, judged, hands, plays)
        return
    counted, again = 0, 0
    for at in range(max(deal.belotes_n, 0)):
        event = events[deal.belotes_at + at]
        seat, suit, play = int(event.seat), int(event.suit), int(event.play)
        pair = pair_of(suit)
        mark = 1 << (suit * players + seat)
        if said_before(events, deal.belotes_at, at):
            continue
        if not is_belote_suit(rules, judged.contract, suit):
            find(found, count, index, NOT_HELD, seat, play, NOTHING, NO_CARDS)
            continue
        if hands[seat] & pair != pair:
            if judged.hands_known[seat] or held_by_another(rules, hands, seat, pair):
                find(found, count, index, NOT_HELD, seat, play, NOTHING, NO_CARDS)
                continue
            cannot(judged, BELOTE_PART, HANDS_INCOMPLETE)
        if judged.plays_n == 0:
            cannot(judged, BELOTE_PART, NO_TIME)
            continue
        king = place_of(judged, plays, seat, 8 * suit + KING)
        queen = place_of(judged, plays, seat, 8 * suit + QUEEN)
        first, second = min(king, queen), max(king, queen)
        place = place_with_gap(judged, play)
        if counted & mark:
            # The second word, rebelote, goes with the second card.
            fault = LATE if place != second and rules.declarations_belote_card <= EITHER else 0
        else:
            fault = announcing_fault(rules, judged.contract, plays, first, second, place)
        if fault != 0:
            find(found, count, index, fault, seat, play, NOTHING, NO_CARDS)
        elif counted & mark == 0:
            counted |= mark
            judged.belote[side_of(rules, seat)] += BELOTE
        else:
            again |= mark
    if rules.declarations_rebelote:
        for at in range(4 * players):
            if ((counted & ~again) >> at) & 1:
                judged.belote[side_of(rules, at % players)] -= BELOTE
    judged.has_belote = judged.reasons[BELOTE_PART] == 0


@rule
def said_before(events: Any, first: int, at: int) -> bool:
    """Whether a record has the same word twice with the same card: it was said once."""
    this = events[first + at]
    for earlier in range(first, first + at):
        other = events[earlier]
        if other.seat == this.seat and other.suit == this.suit and other.play == this.play:
            return True
    return False


@rule
def held_by_another(rules: Rules, hands: Any, seat: int, pair: int) -> bool:
    """Whether another hand is known to hold one of the pair."""
    for other in range(rules.deal_players):
        if other != seat and hands[other] & pair != 0:
            return True
    return False


@rule
def assume_belotes(rules: Rules, judged: Any, hands: Any, plays: Any) -> None:
    """Count every belote that could have been announced."""
    for suit in range(4):
        if not is_belote_suit(rules, judged.contract, suit):
            continue
        pair = pair_of(suit)
        for seat in range(rules.deal_players):
            if hands[seat] & pair != pair:
                if judged.hands_known[seat] == 0 and not held_by_another(rules, hands, seat, pair):
                    cannot(judged, BELOTE_PART, HANDS_INCOMPLETE)
                continue
            king = place_of(judged, plays, seat, 8 * suit + KING)
            queen = place_of(judged, plays, seat, 8 * suit + QUEEN)
            first, second = min(king, queen), max(king, queen)
            sayable = announcing_fault(rules, judged.contract, plays, first, second, first) == 0
            sayable = sayable or announcing_fault(rules, judged.contract, plays, first, second, second) == 0
            if rules.declarations_belote_card == ANYTIME:
                start = first_play(judged, seat)
                sayable = sayable or announcing_fault(rules, judged.contract, plays, first, second, start) == 0
            if sayable and first < FAR:
                judged.belote[side_of(rules, seat)] += BELOTE
    judged.has_belote = judged.reasons[BELOTE_PART] == 0
