"""The game in plain words, told once more for the faults: names of cards, tricks and calls in texts and lists.

Nothing here comes from the rules engine that is to find the faults.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

Record: TypeAlias = dict[str, Any]
"""A deal as its canonical JSON says it."""
Match: TypeAlias = list[Record]
"""The deals of one match in order."""
Knobs: TypeAlias = Mapping[str, Any]
"""The settings of a ruleset by name."""

SUITS: Final = "CDHS"
RANKS: Final = "789TJQKA"
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CONTRACTS: Final = ("C", "D", "H", "S", "NT", "AT")
TRUMP_VALUES: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_VALUES: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def trump(contract: str, card: str) -> bool:
    """Whether a card ranks as a trump."""
    return contract == "AT" or contract == card[1]


@cache
def value(contract: str, card: str) -> int:
    """What a card counts."""
    return (TRUMP_VALUES if trump(contract, card) else PLAIN_VALUES)[card[0]]


@cache
def beats(contract: str, card: str, other: str) -> bool:
    """Whether a card takes a trick from one played before it."""
    if card[1] != other[1]:
        return card[1] == contract
    order = "78QKTA9J" if trump(contract, card) else "789JQKTA"
    return order.index(card[0]) > order.index(other[0])


def holder(contract: str, trick: Sequence[str]) -> int:
    """The place of the card that has a trick."""
    best = 0
    for at in range(1, len(trick)):
        if beats(contract, trick[at], trick[best]):
            best = at
    return best


def broken(knobs: Knobs, contract: str, trick: Sequence[str], hand: Sequence[str], card: str, partner: bool) -> str:
    """What rule a card breaks, played from a hand that still has it after the cards of a trick; empty for none."""
    if not trick:
        return ""
    best = trick[holder(contract, trick)]
    suit = trick[0][1]
    same = [each for each in hand if each[1] == suit]
    if same:
        if card[1] != suit:
            return "play.must-follow"
        spared = knobs["play.head_trump"] == "never" or (partner and knobs["play.head_trump"] == "unless_partner")
        if trump(contract, trick[0]) and not spared:
            higher = [each for each in same if beats(contract, each, best)]
            if higher and card not in higher:
                return "play.must-head"
        return ""
    trumps = [each for each in hand if each[1] == contract]
    last = len(trick) == knobs["deal.players"] - 1
    free = partner and (
        knobs["play.ruff"] == "unless_partner" or (knobs["play.ruff"] == "unless_partner_last" and last)
    )
    if not trumps or free:
        return ""
    if best[1] != contract:
        return "" if card in trumps else "play.must-ruff"
    higher = [each for each in trumps if beats(contract, each, best)]
    if not higher:
        return "play.must-underruff" if knobs["play.underruff"] and card not in trumps else ""
    if not knobs["play.overruff"]:
        return "" if card in trumps else "play.must-ruff"
    return "" if card in higher else "play.must-overruff"


@dataclass
class Board:
    """A played deal laid out: who played what, from which hand."""

    record: Record
    knobs: Knobs
    contract: str
    players: int
    plays: list[str]
    seats: list[int]
    hands: list[list[str]]
    """With which the cards were played: after an exchange of the seven."""

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return seat % 2 if self.players == 4 else seat

    def trick(self, place: int) -> range:
        """The places of the trick that a play belongs to."""
        first = place - place % self.players
        return range(first, min(first + self.players, len(self.plays)))

    def own(self, seat: int) -> list[int]:
        """The places of a seat's plays."""
        return [place for place, each in enumerate(self.seats) if each == seat]

    def told(self, places: range) -> bool:
        """Whether anything was announced or exchanged with one of these plays."""
        events = [*self.record.get("declarations", ()), *self.record.get("belote", ())]
        if "exchange" in self.record:
            events.append(self.record["exchange"])
        return any(event["play"] in places for event in events)

    def fault(self, plays: Sequence[str], place: int) -> str:
        """What rule of the trick a play breaks in an order of plays; empty for none."""
        first = place - place % self.players
        seat, before = self.seats[place], plays[first:place]
        hand = [card for card in self.hands[seat] if card not in plays[:place]]
        has = self.seats[first + holder(self.contract, before)] if before else seat
        partner = self.players == 4 and (has + 2) % 4 == seat
        return broken(self.knobs, self.contract, before, hand, plays[place], partner and bool(before))

    def cut(self, places: int) -> None:
        """Leave only so many plays in the record, what was announced with them, and no sums."""
        record = self.record
        record["plays"] = " ".join(self.plays[:places])
        for name in ("declarations", "belote"):
            record[name] = [each for each in record.get(name, ()) if each["play"] < places]
        claims = record["claims"]
        record["claims"] = {name: claims[name] for name in ("contract", "taker", "doubled")}
        record["claims"]["winners"] = claims["winners"][: places // self.players]

    def same_claims(self, plays: Sequence[str], seats: Sequence[int] | None = None) -> bool:
        """Whether an order of plays leaves every trick and every sum what the record claims."""
        if winners(self, plays, self.seats if seats is None else seats) != self.record["claims"]["winners"]:
            return False
        leads = range(0, len(plays), self.players)
        if self.contract == "AT" and any(plays[place][1] != self.plays[place][1] for place in leads):
            # Whether king and queen were thrown on another suit hangs on the suit led.
            return False
        points = [0] * 4
        for place, card in enumerate(plays):
            points[self.taken_by(place)] += value(self.contract, card) - value(self.contract, self.plays[place])
        return not any(points)

    def taken_by(self, place: int) -> int:
        """The side that takes the trick of a play."""
        return self.side(self.record["claims"]["winners"][place // self.players])


def board(record: Record, knobs: Knobs) -> Board | None:
    """A whole deal laid out, or None for one that was thrown in or stopped."""
    if "plays" not in record or "ended" in record or not isinstance(record["plays"], str):
        return None
    claims, players = record["claims"], knobs["deal.players"]
    plays = record["plays"].split()
    leads = knobs["play.opening_lead"] == "taker"
    leader = claims["taker"] if leads else (record["dealer"] + 1) % players
    seats = []
    for winner in claims["winners"]:
        seats += [(leader + turn) % players for turn in range(players)]
        leader = winner
    hands = [[each for each in hand.split() if each != "|"] for hand in record["hands"]]
    if "exchange" in record:
        turned = record["turned"]
        hand = hands[record["exchange"]["seat"]]
        hand[hand.index("7" + turned[1])] = turned
    if len(plays) != len(seats):
        return None
    return Board(record, knobs, contract_of(claims["contract"]), players, plays, seats, hands)


def contract_of(call: str) -> str:
    """The contract that a bid names."""
    return call[-2:] if call[-2:] in ("NT", "AT") else call[-1:]


def level_of(call: str) -> str:
    """What a bid has before its contract: points, capot, or nothing."""
    return call.removesuffix(contract_of(call))


def revokes(board: Board, plays: Sequence[str], seats: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Every play of an order of plays that breaks a rule of the trick, with what it breaks.

    A card that its seat does not hold breaks none of these, and leaves the hand as it was.
    """
    hands = [set(hand) for hand in board.hands]
    for first in range(0, len(plays), board.players):
        trick = plays[first : first + board.players]
        for n, card in enumerate(trick):
            seat = seats[first + n]
            if card not in hands[seat]:
                continue
            partner = (
                n > 0 and board.players == 4 and (seats[first + holder(board.contract, trick[:n])] + 2) % 4 == seat
            )
            fault = broken(board.knobs, board.contract, trick[:n], tuple(hands[seat]), card, partner)
            if fault:
                yield first + n, fault
            hands[seat].discard(card)


def winners(board: Board, plays: Sequence[str], seats: Sequence[int]) -> list[int]:
    """Who takes each trick of an order of plays."""
    return [
        seats[first + holder(board.contract, plays[first : first + board.players])]
        for first in range(0, len(plays), board.players)
    ]


def in_turn(board: Board, plays: Sequence[str]) -> bool:
    """Whether every card of an order of plays comes from the hand whose turn it is."""
    leader = board.seats[0]
    for first in range(0, len(plays), board.players):
        trick = plays[first : first + board.players]
        if any(card not in board.hands[(leader + n) % board.players] for n, card in enumerate(trick)):
            return False
        leader = (leader + holder(board.contract, trick)) % board.players
    return True


def declarations_in(hand: Sequence[str]) -> list[list[str]]:
    """Every sequence of three to five cards and every carré that a hand holds, longer ones' parts too."""
    found = [[rank + suit for suit in SUITS] for rank in RANKS[2:] if all(rank + suit in hand for suit in SUITS)]
    for suit in SUITS:
        for low in range(8):
            for high in range(low + 3, min(low + 5, 8) + 1):
                run = [rank + suit for rank in RANKS[low:high]]
                if all(card in hand for card in run):
                    found.append(run)
    return found


def power(declaration: Sequence[str]) -> tuple[int, int]:
    """How good a declaration is: every carré before every sequence, then length, then the top card."""
    if declaration[0][0] == declaration[1][0]:
        return 9, "QKTA9J".index(declaration[0][0])
    return min(len(declaration), 5), max(RANKS.index(card[0]) for card in declaration)


def after_whole(match: Match, at: int) -> bool:
    """Whether the last deal before one that was not thrown in was played out: then all that it left is known."""
    before = [record for record in match[:at] if "plays" in record]
    return not before or "ended" not in before[-1]


def packed(hand: Sequence[str], before: int) -> str:
    """A hand as a record has it, a bar after so many cards."""
    return " ".join([*hand[:before], "|", *hand[before:]])


def unpacked(line: str) -> tuple[list[str], int]:
    """The cards of a recorded hand, and how many come before the bar."""
    head, _, tail = line.partition("|")
    return [*head.split(), *tail.split()], len(head.split())
