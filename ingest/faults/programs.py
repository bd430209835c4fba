"""Faults of public programs: what five engines do wrong, done to a record as if they had played or counted it."""

from collections.abc import Callable
from random import Random

from ingest.faults.claimed import carried
from ingest.faults.label import LEGAL, Placed, label
from ingest.faults.plain import Board, Knobs, Match, beats, board, level_of, revokes, trump, value
from ingest.faults.played import broken_where

Holder = Callable[[str, list[str]], int]
"""Which card of a trick a program takes for the winner, by contract and cards."""


def _by_strength_alone(contract: str, trick: list[str]) -> int:
    """Ranks are compared whatever the suit: a higher discard takes the trick."""
    return max(range(len(trick)), key=lambda at: (trump(contract, trick[at]), _rank(contract, trick[at]), -at))


def _ruff_taken_back(contract: str, trick: list[str]) -> int:
    """A card of the suit led with a higher plain rank takes a ruffed trick back."""
    best = 0
    for at in range(1, len(trick)):
        back = trick[at][1] == trick[0][1] and _plain_rank(trick[at]) > _plain_rank(trick[best])
        if beats(contract, trick[at], trick[best]) or back:
            best = at
    return best


def _by_points(contract: str, trick: list[str]) -> int:
    """Cards are compared by what they count: sevens, eights and nines are equal, and the first of equals wins."""
    best = 0
    for at in range(1, len(trick)):
        card, other = trick[at], trick[best]
        if card[1] == other[1]:
            better = value(contract, card) > value(contract, other)
        else:
            better = trump(contract, card) and not trump(contract, other)
        best = at if better else best
    return best


def _plain_upside_down(contract: str, trick: list[str]) -> int:
    """No plain card ever beats another: the one led wins, but for trumps."""
    best = 0
    for at in range(1, len(trick)):
        if trump(contract, trick[at]) and beats(contract, trick[at], trick[best]):
            best = at
    return best


def _plain_rank(card: str) -> int:
    return "789JQKTA".index(card[0])


def _rank(contract: str, card: str) -> int:
    return "78QKTA9J".index(card[0]) if trump(contract, card) else _plain_rank(card)


def _winners(judge: Holder, match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Every trick given to the seat that a program takes for its winner, and the points counted so."""
    played = board(match[at], knobs)
    if played is None:
        return None
    claims = match[at]["claims"]
    winners, points, wrong = [], [0] * len(claims["points"]), []
    for first in range(0, len(played.plays), played.players):
        trick = played.plays[first : first + played.players]
        winner = played.seats[first + judge(played.contract, trick)]
        winners.append(winner)
        points[played.side(winner)] += sum(value(played.contract, card) for card in trick)
        if winner != claims["winners"][first // played.players]:
            wrong.append(first + played.players - 1)
    points[played.side(winners[-1])] += 10
    if not wrong:
        return None
    claims["winners"], claims["points"] = winners, points
    return Placed(at, label("claim.winner", wrong[0], None, tuple(("claim.winner", place) for place in wrong[1:])))


def strength_without_suit(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """libcoinche: a higher discard wins the trick."""
    return _winners(_by_strength_alone, match, at, knobs, chance)


def ruff_taken_back(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """gym-coinche: a card of the suit led takes a ruffed trick back."""
    return _winners(_ruff_taken_back, match, at, knobs, chance)


def equal_points(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """coincoinche: cards that count the same are equal, and the first of them wins."""
    return _winners(_by_points, match, at, knobs, chance)


def plain_never_beats(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """coinche-rl: no plain card ever beats another."""
    return _winners(_plain_upside_down, match, at, knobs, chance)


def led_card_is_biggest(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """BelotGameEngine: the biggest trump is sought from the card led, a plain one too: low trumps and discards pass."""

    def passes(played: Board, place: int) -> bool:
        trick = [played.plays[each] for each in played.trick(place) if each < place]
        # In its own order the plain card led is above the ruff, which then need not be beaten.
        return bool(trick) and not trump(played.contract, trick[0]) and _plain_rank(trick[0]) >= 4

    return broken_where(("play.must-overruff", "play.must-ruff"), passes, match, at, knobs, chance)


def equal_points_cover(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """coincoinche: a trump that counts as much as the one to be beaten will do, a seven over an eight."""

    def passes(played: Board, place: int) -> bool:
        trick = [played.plays[each] for each in played.trick(place) if each < place]
        trumps = [card for card in trick if trump(played.contract, card)]
        return bool(trumps) and max(value(played.contract, card) for card in trumps) == 0

    return broken_where(("play.must-overruff", "play.must-head"), passes, match, at, knobs, chance)


def belote_uncounted(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """BelotGameEngine: a belote after the first trick is never counted."""
    played = board(match[at], knobs)
    if played is None:
        return None
    said: set[tuple[int, str]] = set()
    counted = [0] * len(match[at]["claims"]["belote"])
    for each in match[at]["belote"]:
        if (each["seat"], each["suit"]) not in said and each["play"] < played.players:
            counted[played.side(each["seat"])] += 20
        said.add((each["seat"], each["suit"]))
    takers = {played.side(each) for each in match[at]["claims"]["winners"]}
    if counted == match[at]["claims"]["belote"] or len(takers) < len(counted):
        return None
    match[at]["claims"]["belote"] = counted
    return Placed(at, label("claim.belote"))


def belote_not_offered(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """BelotGameEngine: belote is not offered where king or queen is the only legal card; it is said to no one."""
    played = board(match[at], knobs)
    if played is None or any(match[at]["claims"]["belote"]):
        return None
    for suit in "CDHS":
        for hand in played.hands:
            if played.contract in (suit, "AT") and {"K" + suit, "Q" + suit} <= set(hand):
                return Placed(at, label(LEGAL))
    return None


def value_alone(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """libcoinche: who makes a contract writes its value alone, doubled or not; who fails gives 160."""
    played = board(match[at], knobs)
    if played is None or knobs["auction.style"] != "points":
        return None
    claims = match[at]["claims"]
    level = level_of(claims["contract"])
    bid = 250 if level == "capot" else int(level)
    taker = played.side(claims["taker"])
    made = claims["score"][taker] > max(claims["score"][:taker] + claims["score"][taker + 1 :])
    scores = [0] * len(claims["score"])
    scores[taker if made else 1 - taker] = bid if made else 160
    near = all(
        abs(new - old) <= 10 * claims["doubled"] and (new == 0) == (old == 0)
        for new, old in zip(scores, claims["score"], strict=True)
    )
    changes = [new - old for new, old in zip(scores, claims["score"], strict=True)]
    if near or not any(changes):
        return None
    claims["score"] = scores
    return Placed(at, label("claim.score")) if carried(match, at, knobs, changes) else None


def card_kept(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """libcoinche: a card that was played stays in the hand, and is played again."""
    played = board(match[at], knobs)
    if played is None:
        return None
    places = [place for place in range(played.players, len(played.plays)) if played.plays[place][0] not in "KQ"]
    for place in chance.sample(places, len(places)):
        before = [each for each in played.own(played.seats[place]) if each < place]
        plays = list(played.plays)
        plays[place] = played.plays[chance.choice(before)]
        if not played.same_claims(plays) or plays[place][0] in "KQ":
            continue
        if not list(revokes(played, plays, played.seats)):
            match[at]["plays"] = [{"card": card, "seat": seat} for card, seat in zip(plays, played.seats, strict=True)]
            return Placed(at, label("deal.card-twice", place, played.seats[place]))
    return None


def last_trick_lost(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """libcoinche: the play ends a trick early; nothing in what is left of it is illegal."""
    played = board(match[at], knobs)
    if played is None or len({played.side(each) for each in match[at]["claims"]["winners"]}) < len(
        match[at]["claims"]["points"]
    ):
        return None
    if any(each["play"] >= len(played.plays) - played.players for each in match[at].get("belote", ())):
        return None
    if 0 in match[at]["claims"]["points"]:
        return None
    match[at]["plays"] = " ".join(played.plays[: -played.players])
    return Placed(at, label(LEGAL))
