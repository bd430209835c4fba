"""The play of a deal: who played each card, which tricks were won, and which cards broke a duty."""

from typing import Any

import numpy as np

from replay.cards import HEADED, LAST_TRICK, NOTHING, UNKNOWN, VALUE
from replay.compiled import Rules
from replay.findings import (
    ABSENT,
    HANDS_INCOMPLETE,
    NO_CARDS,
    NO_LEADER,
    NO_PLAYS,
    PLAY_MISSING,
    PLAY_PART,
    TRICKS_MISSING,
    UNKNOWN_CARD,
    cannot,
    differ,
    find,
    rests_on,
)
from replay.frame import PLAYS, SEATS
from replay.hands import CARD_TWICE, NOT_IN_PACK, owner, size_of
from replay.jit import making_arrays, rule
from replay.law import MUST_FOLLOW, MUST_HEAD, MUST_OVERRUFF, MUST_RUFF, MUST_UNDERRUFF, broken_duty, legal_for, winning
from replay.seats import copy, side_of
from replay.violations import key_number, number

OUT_OF_TURN = number("play.out-of-turn")
WRONG_LEADER = number("play.wrong-leader")
NOT_HELD = number("play.not-held")
MISSING = number("play.missing")
CODE_OF_DUTY = np.zeros(6, np.int64)
CODE_OF_DUTY[MUST_FOLLOW] = number("play.must-follow")
CODE_OF_DUTY[MUST_HEAD] = number("play.must-head")
CODE_OF_DUTY[MUST_RUFF] = number("play.must-ruff")
CODE_OF_DUTY[MUST_OVERRUFF] = number("play.must-overruff")
CODE_OF_DUTY[MUST_UNDERRUFF] = number("play.must-underruff")
RUFF_FACT = key_number("ruff")
RUFF = key_number("play.ruff")
HEAD_PLAIN = key_number("play.head_plain")


@rule
def read_play(rules: Rules, deal: Any, judged: Any, plays: Any, found: Any, count: Any, index: int) -> None:
    """Find who played each card and who won each trick, and judge every card against the hand it came from.

    First the seats: the recorded ones, else those that follow from the leader and the winners. Then the hands:
    the recorded ones, else what each seat turned out to play. `judged.contract` and `judged.leader` are set;
    `plays` takes the cards, with one that the record lacks where it can only be that one.
    """
    plays[:] = NOTHING
    if deal.plays_n <= 0:
        cannot(judged, PLAY_PART, NO_PLAYS)
        return
    players = rules.deal_players
    whole = players * rules.hand_size
    n = min(deal.plays_n, min(PLAYS, whole))
    for at in range(n):
        plays[at] = int(deal.plays[at])
    gap = missing_play(rules, deal, judged, plays, n)
    judged.gap = gap
    if gap >= 0:
        find(found, count, index, MISSING, judged.seats[gap], gap, plays[gap], NO_CARDS)
        n += 1
    find_seats(rules, deal, judged, plays, n, gap, found, count, index)
    complete = n == whole
    if deal.plays_n > whole and judged.winners_n == rules.hand_size:
        # No hand has a card left; what follows is not looked at.
        extra = int(deal.plays[whole])
        seat = judged.winners[rules.hand_size - 1]
        find(found, count, index, NOT_HELD, seat, whole, extra if extra < UNKNOWN else NOTHING, NO_CARDS)
    if judged.plays_n == n and not complete and deal.ended == 0:
        if n % players != 0:
            find(found, count, index, MISSING, ABSENT, n, NOTHING, NO_CARDS)
            cannot(judged, PLAY_PART, PLAY_MISSING)
        else:
            cannot(judged, PLAY_PART, TRICKS_MISSING)
    for at in range(judged.plays_n):
        # What a seat plays, it held: this completes hands that the record leaves open.
        seat = judged.seats[at]
        if plays[at] < UNKNOWN and judged.hands_known[seat] == 0 and owner(rules, judged.hands, plays[at]) == ABSENT:
            judged.hands[seat] |= 1 << plays[at]
    for seat in range(players):
        if size_of(judged.hands[seat]) == rules.hand_size:
            judged.hands_known[seat] = 1
        elif judged.plays_n > 0:
            cannot(judged, PLAY_PART, HANDS_INCOMPLETE)
    judge_plays(rules, judged, plays, gap, found, count, index)
    count_tricks(rules, judged, plays, complete)


@rule
def shown_at(position: int, gap: int) -> int:
    """The record's index of a play, when one card was missing from its stream at `gap`."""
    return position if gap < 0 or position <= gap else position - 1


@rule
def place_with_gap(judged: Any, play: int) -> int:
    """Where a play of the record's stands once the one that it lacks is put in."""
    return play if judged.gap < 0 or play < judged.gap else play + 1


@making_arrays
def find_seats(
    rules: Rules, deal: Any, judged: Any, plays: Any, n: int, gap: int, found: Any, count: Any, index: int
) -> None:
    """Set the seat of every play and the winner of every trick, as far as they can be known."""
    players = rules.deal_players
    lead = judged.leader
    owners = np.zeros(SEATS, np.int64)
    for first in range(0, n, players):
        size = min(players, n - first)
        by_owner = read_owners(rules, judged, plays, first, size, owners)
        recorded_lead = int(deal.play_seats[shown_at(first, gap)])
        if lead == ABSENT:
            if recorded_lead != NOTHING:
                lead = recorded_lead
            elif by_owner:
                lead = owners[0]
            else:
                cannot(judged, PLAY_PART, NO_LEADER)
                return
            if first == 0:
                judged.leader = lead
        played = 0
        for i in range(size):
            at = first + i
            expected = lead
            while (played >> expected) & 1:
                expected = (expected + 1) % players
            seat = int(deal.play_seats[shown_at(at, gap)])
            if at == gap or seat == NOTHING:
                seat = owners[i] if by_owner else expected
            if seat != expected:
                explained = i == 0 and first > 0 and claimed_winner(deal, first // players - 1) == seat
                if not explained:
                    code = WRONG_LEADER if i == 0 else OUT_OF_TURN
                    where = find(found, count, index, code, seat, shown_at(at, gap), plays[at], NO_CARDS)
                    differ(found, where, ABSENT, expected)
                if i == 0:
                    lead = seat
            judged.seats[at] = seat
            judged.plays_n = at + 1
            played |= 1 << seat
        if size < players:
            return
        lead = trick_winner(rules, deal, judged, plays, first)
        if lead == ABSENT:
            cannot(judged, PLAY_PART, UNKNOWN_CARD)
        else:
            judged.winners[first // players] = lead
            if judged.winners_n == first // players:
                judged.winners_n = first // players + 1


@rule
def read_owners(rules: Rules, judged: Any, plays: Any, first: int, size: int, owners: Any) -> bool:
    """Whose cards a trick's are, by the recorded hands; whether they are of different seats, and all known."""
    taken = 0
    for i in range(size):
        card = plays[first + i]
        seat = owner(rules, judged.hands, card) if card < UNKNOWN else ABSENT
        if seat == ABSENT or (taken >> seat) & 1 or judged.hands_known[seat] == 0:
            return False
        taken |= 1 << seat
        owners[i] = seat
    return True


@rule
def claimed_winner(deal: Any, trick: int) -> int:
    """The winner that the record names for a trick, or ABSENT."""
    return deal.claim_winners[trick] if trick < deal.claim_winners_n else ABSENT


@rule
def trick_winner(rules: Rules, deal: Any, judged: Any, plays: Any, first: int) -> int:
    """The seat that wins the trick beginning with a play; the recorded one where a card is unknown."""
    players = rules.deal_players
    trick = plays[first : first + players]
    for i in range(players):
        if trick[i] >= UNKNOWN:
            return claimed_winner(deal, first // players)
    return int(judged.seats[first + winning(judged.contract, trick, players)])


@making_arrays
def missing_play(rules: Rules, deal: Any, judged: Any, plays: Any, n: int) -> int:
    """Where the one card that the stream of plays lacks belongs, and put it there; -1 where nothing is to be done.

    Only with whole hands and no recorded seats: the place is the first at which every card then comes from
    the hand whose turn it is.
    """
    players = rules.deal_players
    if n != players * rules.hand_size - 1 or judged.leader == ABSENT or deal.ended != 0:
        return -1
    rest = 0
    for seat in range(players):
        if judged.hands_known[seat] == 0:
            return -1
        rest |= judged.hands[seat]
    for at in range(n):
        if deal.play_seats[at] != NOTHING or plays[at] >= UNKNOWN:
            return -1
        rest &= ~(1 << plays[at])
    if size_of(rest) != 1:
        return -1
    card = 0
    while (rest >> card) & 1 == 0:
        card += 1
    trial = np.full(PLAYS + 1, NOTHING, np.int64)
    for gap in range(n + 1):
        for at in range(n):
            trial[at if at < gap else at + 1] = plays[at]
        trial[gap] = card
        if in_turn(rules, judged, trial, n + 1):
            copy(trial, plays)
            judged.seats[gap] = owner(rules, judged.hands, card)
            return gap
    return -1


@rule
def in_turn(rules: Rules, judged: Any, plays: Any, n: int) -> bool:
    """Whether every card comes from the hand of the seat whose turn it is."""
    players = rules.deal_players
    lead = judged.leader
    for first in range(0, n, players):
        for i in range(players):
            seat = (lead + i) % players
            if (judged.hands[seat] >> plays[first + i]) & 1 == 0:
                return False
        lead = (lead + winning(judged.contract, plays[first : first + players], players)) % players
    return True


@making_arrays
def judge_plays(rules: Rules, judged: Any, plays: Any, gap: int, found: Any, count: Any, index: int) -> None:
    """Judge each card against the hand it came from: held, not played before, and a legal card then.

    A hand of which some cards are not known can still prove a revoke: more cards never make a card legal.
    """
    players = rules.deal_players
    hands = np.zeros(SEATS, np.int64)
    for seat in range(players):
        hands[seat] = judged.hands[seat]
    seen = 0
    twice = 0
    for at in range(judged.plays_n):
        card = plays[at]
        seat = int(judged.seats[at])
        if card >= UNKNOWN:
            cannot(judged, PLAY_PART, UNKNOWN_CARD)
            continue
        bit = 1 << card
        where = shown_at(at, gap)
        if bit & rules.pack_cards == 0:
            find(found, count, index, NOT_IN_PACK, seat, where, card, NO_CARDS)
            continue
        first = at - at % players
        trick = plays[first:at]
        n = at - first
        if hands[seat] & bit == 0:
            if (seen | twice) & bit or comes_again(judged, plays, at):
                find(found, count, index, CARD_TWICE, seat, where, card, NO_CARDS)
                twice |= bit
            elif judged.hands_known[seat]:
                find(found, count, index, NOT_HELD, seat, where, card, NO_CARDS)
            seen |= bit
            continue
        seen |= bit
        if known(trick, n):
            best = winning(judged.contract, trick, n)
            partner = rules.pairs == 1 and n > 0 and (int(judged.seats[first + best]) + 2) % 4 == seat
            last = n == players - 1
            duty = broken_duty(rules, judged.contract, hands[seat], trick, n, partner, last, card)
            if duty != 0:
                allowed = legal_for(rules, judged.contract, hands[seat], trick, n, partner, last)
                code = find(found, count, index, CODE_OF_DUTY[duty], seat, where, card, allowed)
                if duty == MUST_HEAD and (HEADED[judged.contract] >> card) & 1 == 0:
                    rests_on(found, code, HEAD_PLAIN)
                if partner and duty >= MUST_RUFF:
                    # Whether one must ruff at all what one's partner holds comes before how high.
                    rests_on(found, code, RUFF)
                elif duty == MUST_RUFF:
                    rests_on(found, code, RUFF_FACT)
        hands[seat] &= ~bit


@rule
def known(trick: Any, n: int) -> bool:
    """Whether every card of a trick so far is known."""
    for i in range(n):
        if trick[i] >= UNKNOWN:
            return False
    return True


@rule
def comes_again(judged: Any, plays: Any, at: int) -> bool:
    """Whether the same card is played again later."""
    for later in range(at + 1, judged.plays_n):
        if plays[later] == plays[at]:
            return True
    return False


@rule
def count_tricks(rules: Rules, judged: Any, plays: Any, complete: bool) -> None:
    """Count tricks and card points by side; points only when the deal is known to its last card.

    The last trick is worth ten points (001:25, 004:20).
    """
    players = rules.deal_players
    judged.has_points = complete and judged.winners_n == rules.hand_size
    for side in range(rules.sides):
        judged.points[side] = 0
        judged.tricks[side] = 0
    for trick in range(judged.winners_n):
        side = side_of(rules, int(judged.winners[trick]))
        judged.tricks[side] += 1
        for i in range(players):
            card = plays[trick * players + i]
            if card < UNKNOWN:
                judged.points[side] += VALUE[judged.contract, card]
            else:
                judged.has_points = 0
        if trick == rules.hand_size - 1:
            judged.points[side] += LAST_TRICK
    judged.capot = ABSENT
    for side in range(rules.sides):
        if judged.winners_n == rules.hand_size and judged.tricks[side] == rules.hand_size:
            judged.capot = side
