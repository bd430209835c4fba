"""The law of the trick said a second time: who wins, what it is worth, and which cards may be played."""

from tests.oracle_rules import Knobs

TRUMP_ORDER = ["7", "8", "Q", "K", "T", "A", "9", "J"]
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "T", "A"]
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def rank(card: str) -> str:
    return card[0]


def suit(card: str) -> str:
    return card[1]


def pack(knobs: Knobs) -> list[str]:
    """Every card in play."""
    ranks = "9TJQKA" if knobs["deal.pack"] == "24" else "789TJQKA"
    return [r + s for s in "CDHS" for r in ranks]


def side_of(knobs: Knobs, seat: int) -> int:
    """Four play in pairs, opposite each other; two or three each for himself."""
    return seat % 2 if knobs["deal.players"] == 4 else seat


def ranks_as_trumps(contract: str, of_suit: str) -> bool:
    return contract in ("AT", of_suit)


def strength(contract: str, card: str) -> int:
    """How high a card stands inside its suit."""
    order = TRUMP_ORDER if ranks_as_trumps(contract, suit(card)) else PLAIN_ORDER
    return order.index(rank(card))


def points(contract: str, cards: list[str]) -> int:
    """The points of the cards, without the last trick and before no trump counts double."""
    return sum((TRUMP_POINTS if ranks_as_trumps(contract, suit(c)) else PLAIN_POINTS)[rank(c)] for c in cards)


def winner(contract: str, trick: list[str]) -> int:
    """The place in the trick of the card that takes it: the highest trump, else the highest of the suit led."""
    trumps = [card for card in trick if suit(card) == contract]
    running = trumps or [card for card in trick if suit(card) == suit(trick[0])]
    return trick.index(max(running, key=lambda card: strength(contract, card)))


def legal(knobs: Knobs, contract: str, trick: list[str], hand: list[str]) -> set[str]:
    """The cards of a hand that may be played to the cards already in the trick, in order of play."""
    if not trick:
        return set(hand)
    led = suit(trick[0])
    best = winner(contract, trick)
    # With four players one's partner is the one before the last to have played.
    partner_holds = knobs["deal.players"] == 4 and best == len(trick) - 2

    following = {card for card in hand if suit(card) == led}
    if following:
        if not ranks_as_trumps(contract, led):
            ruffed = suit(trick[best]) != led
            when = knobs.get("play.head_plain", "never")
            if when == "never" or (when == "unless_ruffed" and ruffed):
                return following
            highest = max(strength(contract, card) for card in trick if suit(card) == led)
            return {card for card in following if strength(contract, card) > highest} or following
        if knobs["play.head_trump"] == "never":
            return following
        if knobs["play.head_trump"] == "unless_partner" and partner_holds:
            return following
        highest = max(strength(contract, card) for card in trick if suit(card) == led)
        heading = {card for card in following if strength(contract, card) > highest}
        return heading or following

    trumps = {card for card in hand if suit(card) == contract}
    if not trumps:
        return set(hand)
    ruffs = [card for card in trick if suit(card) == contract]
    last_only = knobs["play.ruff"] == "unless_partner_last"
    if partner_holds and (knobs["play.ruff"] == "unless_partner" or (last_only and len(trick) == 3)):
        if knobs.get("play.over_partner") and ruffs:
            best_ruff = max(strength(contract, card) for card in ruffs)
            over = {card for card in trumps if strength(contract, card) > best_ruff}
            return (set(hand) - trumps) | over if over else set(hand)
        return set(hand)
    if not ruffs:
        return trumps
    highest = max(strength(contract, card) for card in ruffs)
    beating = {card for card in trumps if strength(contract, card) > highest}
    if not beating:
        return trumps if knobs["play.underruff"] else set(hand)
    return beating if knobs["play.overruff"] else trumps
