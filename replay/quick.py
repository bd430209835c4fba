"""The play of an ordinary deal at full speed: whole hands, every card in turn and legal. All else is left to `play`."""

from typing import Any

from replay.cards import BEATEN_BY, LAST_TRICK, NOTHING, UNKNOWN, VALUE
from replay.compiled import Rules
from replay.findings import ABSENT
from replay.frame import PLAYS
from replay.jit import inlined
from replay.law import legal_after
from replay.seats import side_of


@inlined
def play_through(rules: Rules, deal: Any, judged: Any, plays: Any) -> int:
    """Set seats, winners, tricks and points as `read_play` would; the answer is how many plays are in order.

    Fewer than all: an odd deal, and nothing that was set can be relied on. `judged` has contract, leader and hands;
    `plays` takes the cards.
    """
    players, size, pairs = rules.deal_players, rules.hand_size, rules.pairs == 1
    contract = judged.contract
    beaten_by, value = BEATEN_BY[contract], VALUE[contract]
    if deal.plays_n != players * size or judged.leader == ABSENT:
        return 0
    for seat in range(players):
        if judged.hands_known[seat] == 0:
            return 0
    played = 0
    leader = judged.leader
    at = 0
    for trick in range(size):
        seat = leader
        high = best = points = 0
        for i in range(players):
            card = int(deal.plays[at])
            recorded = deal.play_seats[at]
            if card >= UNKNOWN or (recorded != NOTHING and recorded != seat):
                return at
            hand = judged.hands[seat] & ~played
            if i == 0:
                allowed = hand
                high = best = card
            else:
                allowed = legal_after(rules, contract, hand, high, best, pairs and leader ^ seat == 2, i == players - 1)
            if (allowed >> card) & 1 == 0:
                return at
            if card >> 3 == high >> 3 and (beaten_by[high] >> card) & 1:
                high = card
            if (beaten_by[best] >> card) & 1:
                best = card
                leader = seat
            played |= 1 << card
            points += value[card]
            at += 1
            seat = seat + 1 if seat + 1 < players else 0
        judged.winners[trick] = leader
        # Points by trick for now: whose they are comes below.
        plays[trick] = points
    count_through(rules, deal, judged, plays)
    return at


@inlined
def count_through(rules: Rules, deal: Any, judged: Any, plays: Any) -> None:
    """Add up the tricks of a deal that was played through, whose points stand in `plays` by trick."""
    players, size = rules.deal_players, rules.hand_size
    judged.points[:] = 0
    judged.tricks[:] = 0
    judged.capot = ABSENT
    for trick in range(size):
        side = side_of(rules, int(judged.winners[trick]))
        judged.tricks[side] += 1
        judged.points[side] += plays[trick] + (LAST_TRICK if trick == size - 1 else 0)
        if judged.tricks[side] == size:
            judged.capot = side
    seat = judged.leader
    at = 0
    for trick in range(size):
        for _ in range(players):
            judged.seats[at] = seat
            at += 1
            seat = seat + 1 if seat + 1 < players else 0
        seat = int(judged.winners[trick])
    copy_plays(deal, plays)
    judged.plays_n = players * size
    judged.winners_n = size
    judged.has_points = 1
    judged.gap = ABSENT
    judged.in_turn = 1


@inlined
def copy_plays(deal: Any, plays: Any) -> None:
    """Copy the cards of a deal of which no play is missing; after the last there is nothing."""
    for at in range(PLAYS):
        plays[at] = int(deal.plays[at])
    plays[PLAYS] = NOTHING
