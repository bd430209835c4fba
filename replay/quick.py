"""The play of an ordinary deal at full speed: whole hands, every card in turn and legal. All else is left to `play`."""

from typing import Any

from replay.cards import BEATEN_BY, LAST_TRICK, NOTHING, UNKNOWN, VALUE
from replay.compiled import Rules
from replay.findings import ABSENT
from replay.jit import rule
from replay.law import legal_after


@rule
def play_through(rules: Rules, deal: Any, judged: Any, plays: Any, hands: Any) -> bool:
    """Set seats, winners, tricks and points as `read_play` would; False, with nothing to rely on, for an odd deal.

    `judged` has contract, leader and hands; `plays` takes the cards, `hands` is room for one set a seat.
    """
    players, size = rules.deal_players, rules.hand_size
    contract = judged.contract
    if deal.plays_n != players * size or judged.leader == ABSENT:
        return False
    for seat in range(players):
        if judged.hands_known[seat] == 0:
            return False
        hands[seat] = judged.hands[seat]
    for side in range(rules.sides):
        judged.points[side] = 0
        judged.tricks[side] = 0
    leader = judged.leader
    at = 0
    for trick in range(size):
        seat = leader
        led = 0
        best = 0
        points = 0
        for i in range(players):
            card = int(deal.plays[at])
            if card >= UNKNOWN or (deal.play_seats[at] != NOTHING and deal.play_seats[at] != seat):
                return False
            hand = hands[seat]
            if i == 0:
                allowed = hand
                led = card
                best = card
            else:
                partner = rules.pairs == 1 and leader ^ seat == 2
                allowed = legal_after(rules, contract, hand, led, best, partner, i == players - 1)
            if (allowed >> card) & 1 == 0:
                return False
            if i > 0 and (BEATEN_BY[contract, best] >> card) & 1:
                best = card
                leader = seat
            hands[seat] = hand ^ (1 << card)
            points += VALUE[contract, card]
            judged.seats[at] = seat
            plays[at] = card
            at += 1
            seat = seat + 1 if seat + 1 < players else 0
        side = leader & 1 if rules.pairs else leader
        judged.winners[trick] = leader
        judged.tricks[side] += 1
        judged.points[side] += points + (LAST_TRICK if trick == size - 1 else 0)
    judged.plays_n = at
    judged.winners_n = size
    judged.has_points = 1
    judged.gap = ABSENT
    judged.capot = ABSENT
    for side in range(rules.sides):
        if judged.tricks[side] == size:
            judged.capot = side
    for i in range(at, len(plays)):
        plays[i] = NOTHING
    return True
