"""Faults of the play: cards exchanged between tricks, played in the wrong order, from the wrong hand, or not at all."""

from collections.abc import Callable
from functools import partial
from random import Random

from ingest.faults.label import LEGAL, Placed, label
from ingest.faults.plain import CARDS, Board, Knobs, Match, board, in_turn, revokes

_SWAPS = 24
"""Exchanges of two cards that are tried on a deal."""


def _written(played: Board, plays: list[str], seats: list[int] | None = None) -> None:
    """Put an order of plays into the record, each with its seat where the seats are given."""
    if seats is None:
        played.record["plays"] = " ".join(plays)
    else:
        played.record["plays"] = [{"card": card, "seat": seat} for card, seat in zip(plays, seats, strict=True)]


def _spoken(played: Board) -> set[str]:
    """Kings and queens with which belote was said, or might have been: to move them says something else."""
    return {card for card in played.plays if card[0] in "KQ" and (played.contract in (card[1], "AT"))}


def _swaps(played: Board, chance: Random) -> list[tuple[int, int]]:
    """Pairs of plays of one seat, in an order of chance."""
    pairs = []
    for seat in range(played.players):
        own = played.own(seat)
        pairs += [(first, second) for i, first in enumerate(own) for second in own[i + 1 :]]
    chance.shuffle(pairs)
    return pairs


def _swapped(played: Board, first: int, second: int) -> list[str]:
    plays = list(played.plays)
    plays[first], plays[second] = plays[second], plays[first]
    return plays


def broken_where(
    codes: tuple[str, ...], fits: Callable[[Board, int], bool], match: Match, at: int, knobs: Knobs, chance: Random
) -> Placed | None:
    """A card that breaks a duty at a place that fits, and nothing else: exchanged with another of the same seat where
    no trick and no sum changes by it, or the deal is broken off after that trick."""
    played = board(match[at], knobs)
    if played is None:
        return None
    kept = _spoken(played)
    for first, second in _swaps(played, chance)[:_SWAPS]:
        if played.plays[first] in kept or played.plays[second] in kept or first % played.players == 0:
            continue
        plays = _swapped(played, first, second)
        if not fits(played, first) or not played.same_claims(plays):
            continue
        found = list(revokes(played, plays, played.seats))
        if len(found) == 1 and found[0][0] == first and found[0][1] in codes:
            _written(played, plays)
            return Placed(at, label(found[0][1], first, played.seats[first]))
    later = [record for record in match[at + 1 :] if "plays" in record]
    if later and ("labels" in later[0] or "ended" in later[0]):
        # What that one says may be judged only by what this one left.
        return None
    return _broken_off(codes, fits, played, at, chance)


def _broken_off(
    codes: tuple[str, ...], fits: Callable[[Board, int], bool], played: Board, at: int, chance: Random
) -> Placed | None:
    """The same where the deal ends with the trick of that card, so that it says no more of what came of it."""
    said = {each["play"] for each in played.record.get("belote", ())}
    places = [place for place in range(len(played.plays)) if place % played.players and place not in said]
    chance.shuffle(places)
    for place in places:
        if not fits(played, place):
            continue
        seat, end = played.seats[place], played.trick(place).stop
        left = [card for card in played.hands[seat] if card not in played.plays[:place]]
        for card in chance.sample(left, len(left)):
            plays = [*played.plays[:place], card, *played.plays[place + 1 : end]]
            if played.fault(plays, place) not in codes:
                continue
            if all(not played.fault(plays, later) for later in range(place + 1, end)):
                code = played.fault(plays, place)
                played.cut(end)
                played.record["plays"] = " ".join(plays)
                played.record["claims"]["winners"].pop()
                played.record["ended"] = "abandoned"
                return Placed(at, label(code, place, seat))
    return None


def _revoke(code: str, match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    return broken_where((code,), lambda played, place: True, match, at, knobs, chance)


def exchanged(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Two cards of a seat change places, and the deal stays legal."""
    played = board(match[at], knobs)
    if played is None:
        return None
    kept = _spoken(played)
    for first, second in _swaps(played, chance):
        if played.plays[first] in kept or played.plays[second] in kept:
            continue
        plays = _swapped(played, first, second)
        if played.same_claims(plays) and not list(revokes(played, plays, played.seats)):
            _written(played, plays)
            return Placed(at, label(LEGAL, first, played.seats[first]))
    return None


def out_of_turn(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Two who do not lead to a trick play in the wrong order."""
    played = board(match[at], knobs)
    if played is None or played.players < 3:
        return None
    places = [p for p in range(len(played.plays) - 1) if 0 < p % played.players < played.players - 1]
    for place in chance.sample(places, len(places)):
        plays, seats = _swapped(played, place, place + 1), list(played.seats)
        seats[place], seats[place + 1] = seats[place + 1], seats[place]
        if played.told(range(place, place + 2)) or list(revokes(played, plays, seats)):
            continue
        if played.same_claims(plays, seats):
            _written(played, plays, seats if chance.random() < 0.5 else None)
            return Placed(at, label("play.out-of-turn", place, seats[place]))
    return None


def wrong_leader(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A trick begins with another seat than the one that won the trick before."""
    played = board(match[at], knobs)
    if played is None:
        return None
    firsts = range(played.players, len(played.plays), played.players)
    for first in chance.sample(firsts, len(firsts)):
        trick = played.trick(first)
        turn = chance.randrange(1, played.players)
        order = [*trick[turn:], *trick[:turn]]
        plays, seats = list(played.plays), list(played.seats)
        for place, source in zip(trick, order, strict=True):
            plays[place], seats[place] = played.plays[source], played.seats[source]
        if played.told(trick) or list(revokes(played, plays, seats)):
            continue
        if played.same_claims(plays, seats):
            _written(played, plays, seats if chance.random() < 0.5 else None)
            return Placed(at, label("play.wrong-leader", first, seats[first]))
    return None


def not_held(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A seat plays a card that nobody was dealt; where all are dealt, two seats play each other's cards."""
    played = board(match[at], knobs)
    if played is None:
        return None
    kept = _spoken(played)
    stock = [card for card in CARDS if not any(card in hand for hand in played.hands)]
    stock = [
        card for card in stock if card not in (match[at].get("turned"), *_sevens(played)) and knobs["deal.pack"] == "32"
    ]
    places = range(len(played.plays))
    for first in chance.sample(places, len(places)):
        others = stock or [played.plays[p] for p in places if p > first and played.seats[p] != played.seats[first]]
        if not others or played.plays[first] in kept:
            continue
        card = chance.choice(others)
        plays = list(played.plays)
        follows: tuple[tuple[str, int | None], ...] = ()
        if card in kept or (not stock and first % played.players == 0):
            continue
        plays[first] = card
        if not stock:
            second = played.plays.index(card)
            plays[second] = played.plays[first]
            follows = (("play.not-held", second),)
        if played.same_claims(plays) and not list(revokes(played, plays, played.seats)):
            _written(played, plays, played.seats)
            return Placed(at, label("play.not-held", first, played.seats[first], follows))
    return None


def _sevens(played: Board) -> list[str]:
    """The seven that somebody gave away: he was dealt it."""
    return ["7" + played.record["turned"][1]] if "exchange" in played.record else []


def card_again(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A seat plays a card that was played before, or is played later, instead of one of his own."""
    played = board(match[at], knobs)
    if played is None:
        return None
    kept = _spoken(played)
    places = range(len(played.plays))
    for place in chance.sample(places, len(places)):
        card = chance.choice(played.plays)
        plays = list(played.plays)
        plays[place] = card
        if card == played.plays[place] or {card, played.plays[place]} & kept:
            continue
        if played.seats[played.plays.index(card)] == played.seats[place]:
            continue
        if played.same_claims(plays) and not list(revokes(played, plays, played.seats)):
            _written(played, plays, played.seats)
            return Placed(at, label("deal.card-twice", place, played.seats[place]))
    return None


def missing(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A card is missing from the plays; what was announced later moves up with them."""
    played = board(match[at], knobs)
    if played is None:
        return None
    place = chance.randrange(len(played.plays))
    near = {played.seats[each] for each in (place - 1, place + 1) if 0 <= each < len(played.plays)}
    if played.told(range(place, place + 1)) or played.seats[place] in near:
        # Who plays twice in a row may have left out either.
        return None
    plays = [*played.plays[:place], *played.plays[place + 1 :]]
    if any(in_turn(played, [*plays[:gap], played.plays[place], *plays[gap:]]) for gap in range(place)):
        return None
    record = match[at]
    events = [*record.get("declarations", ()), *record.get("belote", ())]
    for event in [*events, record["exchange"]] if "exchange" in record else events:
        event["play"] -= event["play"] > place
    _written(played, plays)
    return Placed(at, label("play.missing", place, played.seats[place]))


must_follow = partial(_revoke, "play.must-follow")
must_ruff = partial(_revoke, "play.must-ruff")
must_overruff = partial(_revoke, "play.must-overruff")
must_underruff = partial(_revoke, "play.must-underruff")
must_head = partial(_revoke, "play.must-head")
