"""A whole deal played card by card by the rules said a second time: who played what, could have played, and took."""

from typing import Any

from tests.oracle_auction import hand_size, opening_leader
from tests.oracle_declarations import belote_allowed, belote_suits
from tests.oracle_play import legal, points, side_of, suit, winner
from tests.oracle_rules import Knobs


def play_out(
    knobs: Knobs, contract: str, eldest: int, taker: int, plays: list[str], hands: list[list[str]] | None = None
) -> dict[str, Any]:
    """Plays the cards in order; an unlawful one does not stop the deal. Without hands the cards must be all of them.

    "seats" and "allowed" (the lawful cards) by play, "held" (the hand before it) by play, "tricks" as lists of cards
    with "winners" by trick, and by side "card_points" without the last trick, "trick_counts"; "last_trick_side" is None
    where the last trick is not there.
    """
    players = knobs["deal.players"]
    turn = opening_leader(knobs, eldest, taker)
    seats: list[int] = []
    tricks: list[list[str]] = []
    winners: list[int] = []
    for start in range(0, len(plays), players):
        trick = plays[start : start + players]
        order = [(turn + i) % players for i in range(len(trick))]
        seats += order
        tricks.append(trick)
        if len(trick) == players:
            turn = order[winner(contract, trick)]
            winners.append(turn)

    left = [list(hand) for hand in hands or []]
    if hands is None:
        assert len(plays) == players * hand_size(knobs)
        left = [[card for card, player in zip(plays, seats, strict=True) if player == seat] for seat in range(players)]
    held: list[list[str]] = []
    allowed: list[set[str]] = []
    for place, (card, seat) in enumerate(zip(plays, seats, strict=True)):
        trick = plays[place - place % players : place]
        held.append(list(left[seat]))
        allowed.append(legal(knobs, contract, trick, left[seat]))
        left[seat] = [other for other in left[seat] if other != card]

    sides = 2 if players == 4 else players
    card_points, trick_counts = [0] * sides, [0] * sides
    for trick, seat in zip(tricks, winners, strict=False):
        card_points[side_of(knobs, seat)] += points(contract, trick)
        trick_counts[side_of(knobs, seat)] += 1
    whole = len(winners) == hand_size(knobs)
    return {
        "seats": seats,
        "held": held,
        "allowed": allowed,
        "tricks": tricks,
        "winners": winners,
        "card_points": card_points,
        "trick_counts": trick_counts,
        "last_trick_side": side_of(knobs, winners[-1]) if whole else None,
    }


def belote_moments(knobs: Knobs, contract: str, played: dict[str, Any]) -> list[tuple[int, int, str]]:
    """Every (play, seat, suit) at which belote may be announced in a deal that `play_out` played."""
    players = knobs["deal.players"]
    plays = [card for trick in played["tricks"] for card in trick]
    moments = []
    for place, (card, seat) in enumerate(zip(plays, played["seats"], strict=True)):
        trick = plays[place - place % players : place]
        thrown = [
            (plays[earlier], suit(plays[earlier - earlier % players]))
            for earlier in range(place)
            if played["seats"][earlier] == seat
        ]
        for of_suit in belote_suits(knobs, contract):
            if belote_allowed(knobs, contract, of_suit, played["held"][place], card, trick, thrown):
                moments.append((place, seat, of_suit))
    return moments


def belote_at_most(knobs: Knobs, contract: str, played: dict[str, Any]) -> list[int]:
    """The belote of each side where everyone says it in time; what is assumed of a record that tells nothing of it."""
    sides = 2 if knobs["deal.players"] == 4 else knobs["deal.players"]
    belotes = {(seat, of_suit) for _, seat, of_suit in belote_moments(knobs, contract, played)}
    return [20 * sum(side_of(knobs, seat) == side for seat, _ in belotes) for side in range(sides)]
