"""Faults of the deal: cards missing, doubled or foreign, hands and packets of wrong size, the wrong dealer."""

from random import Random

from ingest.faults.label import Placed, label
from ingest.faults.plain import CARDS, Knobs, Match, Record, board, packed, unpacked


def _given(record: dict[str, object], card: str) -> bool:
    """Whether a card is the seven that somebody gives away, which no play shows again."""
    turned = record.get("turned")
    return "exchange" in record and isinstance(turned, str) and card == "7" + turned[1]


def _chosen(record: Record, knobs: Knobs, chance: Random) -> tuple[int, list[str], int] | None:
    """A seat of a whole deal with its hand, and how many cards of that came before the auction."""
    if board(record, knobs) is None:
        return None
    seat = chance.randrange(knobs["deal.players"])
    return seat, *unpacked(record["hands"][seat])


def card_missing(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A hand lacks a card that it plays."""
    record = match[at]
    chosen = _chosen(record, knobs, chance)
    if chosen is None:
        return None
    seat, hand, before = chosen
    place = chance.randrange(len(hand))
    if _given(record, hand[place]):
        return None
    del hand[place]
    record["hands"][seat] = packed(hand, before - (place < before))
    return Placed(at, label("deal.card-missing", None, seat))


def hand_size(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A hand lacks two cards that it plays."""
    record = match[at]
    chosen = _chosen(record, knobs, chance)
    if chosen is None:
        return None
    seat, hand, before = chosen
    places = sorted(chance.sample(range(len(hand)), 2), reverse=True)
    if any(_given(record, hand[place]) for place in places):
        return None
    for place in places:
        del hand[place]
        before -= place < before
    record["hands"][seat] = packed(hand, before)
    return Placed(at, label("deal.hand-size", None, seat))


def card_twice(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A hand has a card of another one, or of its own, instead of one that it plays."""
    record = match[at]
    chosen = _chosen(record, knobs, chance)
    if chosen is None:
        return None
    seat, hand, before = chosen
    place = chance.randrange(len(hand))
    # Who is asked last is said to have it twice: the card comes from a hand before this one.
    others = [each for each in unpacked(record["hands"][chance.randint(0, seat)])[0] if each != hand[place]]
    card = chance.choice(others)
    if _given(record, hand[place]) or _given(record, card):
        return None
    hand[place] = card
    record["hands"][seat] = packed(hand, before)
    return Placed(at, label("deal.card-twice", None, seat))


def not_in_pack(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A hand has a seven or an eight where the pack begins with the nines."""
    record = match[at]
    if knobs["deal.pack"] != "24" or board(record, knobs) is None:
        return None
    seat = chance.randrange(knobs["deal.players"])
    hand, before = unpacked(record["hands"][seat])
    hand[chance.randrange(len(hand))] = chance.choice([card for card in CARDS if card[0] in "78"])
    record["hands"][seat] = packed(hand, before)
    return Placed(at, label("deal.not-in-pack", None, seat))


def wrong_packets(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A hand had a card more or less before the auction."""
    record = match[at]
    if board(record, knobs) is None:
        return None
    seat = chance.randrange(knobs["deal.players"])
    if record.get("exchange", {}).get("seat") == seat:
        return None
    hand, before = unpacked(record["hands"][seat])
    moved = before + chance.choice([-1, 1])
    record["hands"][seat] = packed(hand, min(moved, len(hand) - 1))
    return Placed(at, label("deal.wrong-packets", None, seat))


def wrong_turned(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """The turned card is in another hand than the taker's."""
    record = match[at]
    whole = knobs["deal.players"] * len(unpacked(record["hands"][0])[0]) == int(knobs["deal.pack"])
    if "turned" not in record or not whole or board(record, knobs) is None:
        return None
    taker = record["claims"]["taker"]
    choices = [
        (seat, card)
        for seat, line in enumerate(record["hands"])
        for card in line.split()
        if seat != taker and card[-1] == record["turned"][1] and card != "|"
    ]
    if not choices:
        return None
    seat, record["turned"] = chance.choice(choices)
    return Placed(at, label("deal.wrong-turned", None, seat))


def wrong_dealer(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A thrown-in deal is forgotten, so that the next dealer comes too early; or, of four, the partner deals on."""
    if 0 < at < len(match) - 1 and "plays" not in match[at]:
        del match[at]
        for number, record in enumerate(match, 1):
            record["deal"] = number
        return Placed(at, label("deal.wrong-dealer", None, match[at]["dealer"]))
    if knobs["deal.players"] != 4 or at == 0:
        return None
    for record in match[at:]:
        _turn_table(record)
    return Placed(at, label("deal.wrong-dealer", None, match[at]["dealer"]))


def _turn_table(record: dict[str, object]) -> None:
    """Let everybody sit in his partner's seat: the sides stay what they are."""
    record["dealer"] = _across(record["dealer"])
    for name in ("hands", "players"):
        each = record[name]
        assert isinstance(each, list)
        record[name] = each[2:] + each[:2]
    for name in ("declarations", "belote"):
        events = record.get(name, [])
        assert isinstance(events, list)
        for event in events:
            event["seat"] = _across(event["seat"])
    claims = record.get("claims")
    if isinstance(claims, dict):
        claims["taker"] = _across(claims["taker"])
        claims["winners"] = [_across(each) for each in claims["winners"]]
    if "ended_by" in record:
        record["ended_by"] = _across(record["ended_by"])


def _across(seat: object) -> int:
    assert isinstance(seat, int)
    return (seat + 2) % 4
