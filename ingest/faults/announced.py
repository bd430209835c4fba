"""Faults of what is announced: declarations and belotes not held, late or false, and a seven exchanged wrongly."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ingest.faults.label import LEGAL, Placed, label
from ingest.faults.plain import CARDS, RANKS, SUITS, Board, Knobs, Match, board, declarations_in, power, unpacked

Event = dict[str, Any]


def _in_time(played: Board, seat: int) -> int:
    """A play before which a seat may announce."""
    return 0 if played.knobs["declarations.time"] == "before_lead" else played.own(seat)[0]


def _worthless(played: Board) -> bool:
    """Whether no declaration counts anything here."""
    return played.knobs["declarations.contest"] == "none" or played.contract == "NT"


def _announce(played: Board, event: Event) -> None:
    """Put a declaration into the record, after all others of the same time."""
    events = played.record.setdefault("declarations", [])
    events.append(event)
    events.sort(key=lambda each: each["play"])


def _told(played: Board, seat: int) -> list[Event]:
    return [each for each in played.record.get("declarations", ()) if each["seat"] == seat]


def _loses(played: Board, seat: int) -> bool:
    """Whether another side's declarations count instead of this seat's, whatever it announces less."""
    counted = played.record["claims"]["declarations"]
    own = played.side(seat)
    return played.knobs["declarations.contest"] == "joint" and not counted[own] and any(counted)


def _must_tell(played: Board, seat: int) -> bool:
    """Whether a seat would break another rule by announcing nothing in time."""
    return bool(played.knobs["declarations.time"] == "before_lead" and played.record["claims"]["taker"] == seat)


def _seats(played: Board, chance: Random) -> Iterator[int]:
    yield from chance.sample(range(played.players), played.players)


def not_held(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A declaration with a card that the seat does not hold."""
    played = board(match[at], knobs)
    if played is None or _worthless(played):
        return None
    seat = chance.randrange(played.players)
    held = {*played.hands[seat], *unpacked(match[at]["hands"][seat])[0]}
    suit, top = chance.choice(SUITS), chance.randint(3, 7)
    cards = [RANKS[each] + suit for each in range(top - chance.randint(2, 3), top + 1)]
    if chance.random() < 0.3:
        cards = [chance.choice("9TJQKA") + suit for suit in SUITS[:1]]
        cards = [cards[0][0] + suit for suit in SUITS]
    if all(card in held for card in cards):
        return None
    play = _in_time(played, seat)
    _announce(played, {"seat": seat, "play": play, "cards": _written(cards)})
    return Placed(at, label("declaration.not-held", play, seat))


def _written(cards: list[str]) -> str:
    return " ".join(sorted(cards, key=CARDS.index))


def late(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A declaration that is held, and announced when it is too late."""
    played = board(match[at], knobs)
    if played is None or _worthless(played):
        return None
    for seat in _seats(played, chance):
        own, told = played.own(seat), _told(played, seat)
        used = {card for each in told for card in each["cards"].split()}
        free = [each for each in declarations_in(played.hands[seat]) if not used & set(each)]
        after = 2 if knobs["declarations.time"] == "two_steps" and told else 1
        if free:
            play = own[chance.randrange(after, len(own))]
            _announce(played, {"seat": seat, "play": play, "cards": _written(chance.choice(free))})
        elif len(told) == 1 and _loses(played, seat) and not _must_tell(played, seat):
            play = told[0]["play"] = own[chance.randrange(1, len(own))]
            played.record["declarations"].sort(key=lambda each: each["play"])
        else:
            continue
        return Placed(at, label("declaration.late", play, seat))
    return None


def outranked(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Where lower declarations follow the first, one that is higher follows instead."""
    played = board(match[at], knobs)
    if played is None or knobs["declarations.time"] != "two_steps" or _worthless(played):
        return None
    for seat in _seats(played, chance):
        told = _told(played, seat)
        held = declarations_in(played.hands[seat])
        if len(told) == 1:
            first = told[0]["cards"].split()
            higher = [each for each in held if power(each) > power(first) and _apart(each, first)]
            if higher:
                play = played.own(seat)[1]
                _announce(played, {"seat": seat, "play": play, "cards": _written(chance.choice(higher))})
                return Placed(at, label("declaration.outranked", play, seat))
            lower = [each for each in held if power(each) < power(first) and _apart(each, first)]
            if lower and _loses(played, seat):
                play = played.own(seat)[1]
                cards = told[0]["cards"]
                told[0]["cards"] = _written(chance.choice(lower))
                _announce(played, {"seat": seat, "play": play, "cards": cards})
                return Placed(at, label("declaration.outranked", play, seat))
    return None


def _apart(cards: list[str], other: list[str]) -> bool:
    """Whether two declarations may stand side by side where a carré and a sequence may share a card."""
    return not set(cards) & set(other) or power(cards)[0] == 9 or power(other)[0] == 9


def wrong_value(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A declaration that does not exist: four sevens or eights, two cards, or any where none counts."""
    played = board(match[at], knobs)
    if played is None:
        return None
    seat = chance.randrange(played.players)
    play = _in_time(played, seat)
    event: Event = {"seat": seat, "play": play}
    if chance.random() < 0.5:
        event |= {"kind": "carre", "top": chance.choice("78")}
    else:
        event["cards"] = _written(chance.sample(played.hands[seat], 2))
    held = declarations_in(played.hands[seat])
    if _worthless(played) and held and chance.random() < 0.8:
        event = {"seat": seat, "play": play, "cards": _written(chance.choice(held))}
    _announce(played, event)
    return Placed(at, label("declaration.wrong-value", play, seat))


def shared_card(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A second declaration with a card of the first."""
    played = board(match[at], knobs)
    if played is None or _worthless(played):
        return None
    for seat in _seats(played, chance):
        told = _told(played, seat)
        if not told:
            continue
        first = told[0]["cards"].split()
        choices = [each for each in declarations_in(played.hands[seat]) if set(each) & set(first)]
        if knobs["declarations.cards"] == "shared":
            choices = [each for each in choices if power(each)[0] < 9 and power(first)[0] < 9]
        if choices:
            play = told[-1]["play"]
            _announce(played, {"seat": seat, "play": play, "cards": _written(chance.choice(choices))})
            return Placed(at, label("declaration.shared-card", play, seat))
    return None


def not_declared(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A taker who must announce his best declaration announces none."""
    played = board(match[at], knobs)
    if played is None or knobs["declarations.time"] != "before_lead" or _worthless(played):
        return None
    taker = match[at]["claims"]["taker"]
    told = _told(played, taker)
    if not told or not _loses(played, taker):
        return None
    match[at]["declarations"] = [each for each in match[at]["declarations"] if each["seat"] != taker]
    return Placed(at, label("declaration.not-declared", 0, taker))


def belote_not_held(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Belote without king and queen of trumps in hand."""
    played = board(match[at], knobs)
    if played is None:
        return None
    seat = chance.randrange(played.players)
    held = {*played.hands[seat], *unpacked(match[at]["hands"][seat])[0]}
    suits = [suit for suit in SUITS if not (played.contract in (suit, "AT") and {"K" + suit, "Q" + suit} <= held)]
    play = chance.choice(played.own(seat))
    _say(played, seat, chance.choice(suits), play)
    return Placed(at, label("belote.not-held", play, seat))


def _say(played: Board, seat: int, suit: str, play: int) -> None:
    said = played.record.setdefault("belote", [])
    said.append({"seat": seat, "suit": suit, "play": play})
    said.sort(key=lambda each: each["play"])


def _pairs(played: Board) -> Iterator[tuple[int, str, int, int]]:
    """Who holds king and queen of a suit that is trumps, and where the two were played."""
    for suit in SUITS:
        pair = {"K" + suit, "Q" + suit}
        for seat, hand in enumerate(played.hands):
            if played.contract in (suit, "AT") and pair <= set(hand):
                first, second = sorted(played.plays.index(card) for card in pair)
                yield seat, suit, first, second


def _thrown(played: Board, place: int) -> bool:
    """Whether a card was thrown on another suit, in all trumps."""
    led = played.plays[place - place % played.players]
    return played.contract == "AT" and led[1] != played.plays[place][1]


def belote_late(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Belote, or rebelote, said with a card with which it cannot be said."""
    played = board(match[at], knobs)
    if played is None:
        return None
    for seat, suit, first, second in _pairs(played):
        said = [each for each in match[at]["belote"] if each["seat"] == seat and each["suit"] == suit]
        own = played.own(seat)
        if _thrown(played, first) or _thrown(played, second):
            continue
        if not said:
            after = [place for place in own if place > second]
            wrong = (
                after
                if knobs["declarations.belote_card"] == "anytime"
                else [p for p in own if p not in (first, second)]
            )
            if wrong:
                play = chance.choice(wrong)
                _say(played, seat, suit, play)
                return Placed(at, label("belote.late", play, seat))
        elif len(said) == 2 and knobs["declarations.belote_card"] != "anytime":
            wrong = [place for place in own if place > first and place != second]
            if wrong:
                play = said[1]["play"] = chance.choice(wrong)
                match[at]["belote"].sort(key=lambda each: each["play"])
                return Placed(at, label("belote.late", play, seat))
    return None


def lost_by_discard(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Belote in all trumps, said though one of the two was thrown on another suit."""
    played = board(match[at], knobs)
    if played is None or played.contract != "AT" or knobs["declarations.belote_discard"] != "lost":
        return None
    for seat, suit, first, second in _pairs(played):
        said = any(each["seat"] == seat and each["suit"] == suit for each in match[at]["belote"])
        if not said and _thrown(played, first):
            play = chance.choice([first, second])
            _say(played, seat, suit, play)
            return Placed(at, label("belote.lost-by-discard", play, seat))
    return None


def exchange_not_allowed(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A seven exchanged where the game has no exchange, or in another suit than the turned one."""
    played = board(match[at], knobs)
    rule = knobs["deal.seven_exchange"]
    if played is None or rule == "before_second_deal" or "exchange" in match[at]:
        return None
    if rule == "own_first_card" and match[at]["turned"][1] == played.contract:
        return None
    seat = chance.randrange(played.players)
    if "turned" in match[at] and "7" + match[at]["turned"][1] in played.hands[seat]:
        return None
    match[at]["exchange"] = {"seat": seat, "play": 0}
    return Placed(at, label("exchange.not-allowed", None, seat))


def no_seven(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A seven exchanged by who does not hold it."""
    played = board(match[at], knobs)
    rule = knobs["deal.seven_exchange"]
    if played is None or rule == "none" or "exchange" in match[at]:
        return None
    turned = match[at]["turned"]
    seat = chance.randrange(played.players)
    if (rule == "own_first_card" and turned[1] != played.contract) or "7" + turned[1] in played.hands[seat]:
        return None
    match[at]["exchange"] = {"seat": seat, "play": -1 if rule == "before_second_deal" else 0}
    return Placed(at, label("exchange.no-seven", None, seat))


def too_late(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A seven exchanged after it may be."""
    played = board(match[at], knobs)
    if played is None or "exchange" not in match[at]:
        return None
    exchange = match[at]["exchange"]
    first = 0 if knobs["deal.seven_exchange"] == "before_second_deal" else played.own(exchange["seat"])[0] + 1
    exchange["play"] = chance.randrange(first, first + 8)
    return Placed(at, label("exchange.too-late", None, exchange["seat"]))


def rebelote_left_out(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """The second word is not said: nobody must."""
    played = board(match[at], knobs)
    if played is None:
        return None
    for seat, suit, _, second in _pairs(played):
        said = [each for each in match[at]["belote"] if each["seat"] == seat and each["suit"] == suit]
        if len(said) == 2:
            match[at]["belote"].remove(said[1])
            return Placed(at, label(LEGAL, second, seat))
    return None
