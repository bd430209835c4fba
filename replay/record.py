"""A recorded deal as the game sees it: seats, cards and calls as integers, unknown things left out."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from replay.cards import ALL_TRUMP, CONTRACTS, NO_TRUMP, Card, Cards, Seat

CallCode: TypeAlias = int
"""A call: PASS, TAKE, DOUBLE, REDOUBLE, or 8 · value + contract, where the value is 1 for a bare contract,
the points of a bid, or CAPOT_BID."""

PASS, TAKE, DOUBLE, REDOUBLE = range(4)
CAPOT_BID: Final = 1000
_WORDS: Final = ("pass", "take", "double", "redouble")


def bid(contract: int, value: int = 1) -> CallCode:
    """The call that names a contract, for its points where the auction has them."""
    return 8 * value + contract


def call_name(call: CallCode) -> str:
    """A call in words: `pass`, `H`, `80H`, `capotH`."""
    if call < len(_WORDS):
        return _WORDS[call]
    value, contract = divmod(call, 8)
    points = "" if value == 1 else "capot" if value == CAPOT_BID else str(value)
    return points + CONTRACTS[contract]


def call_by_name(name: str) -> CallCode:
    """The call with this name; raises ValueError where there is none."""
    if name in _WORDS:
        return _WORDS.index(name)
    for contract, suffix in ((ALL_TRUMP, "AT"), (NO_TRUMP, "NT"), *enumerate("CDHS")):
        if name.endswith(suffix):
            points = name.removesuffix(suffix)
            if not points:
                return bid(contract)
            if points == "capot":
                return bid(contract, CAPOT_BID)
            if points.isascii() and points.isdigit() and 2 <= int(points) < CAPOT_BID and points[0] != "0":
                return bid(contract, int(points))
    raise ValueError(f"not a call: {name!r}")


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat: the same (namespace, id) is the same player, whatever his name."""

    id: str
    name: str | None = None
    namespace: str | None = None


class Call(msgspec.Struct, frozen=True):
    """One call of the auction; the seat where the record has it."""

    call: CallCode
    seat: Seat | None = None
    time: str | None = None


class Play(msgspec.Struct, frozen=True):
    """One card played; the seat where the record has it."""

    card: Card
    seat: Seat | None = None
    time: str | None = None


class Exchange(msgspec.Struct, frozen=True):
    """The seven given for the turned card, before a play; -1 before the second deal."""

    seat: Seat
    play: int


class Announcement(msgspec.Struct, frozen=True):
    """A declaration announced before a seat's play: its cards, or only its kind and top rank."""

    seat: Seat
    play: int
    cards: Cards = 0
    """The cards, 0 where the record names only the kind."""
    kind: str | None = None
    """tierce, quarte, quinte or carre, where the cards are not named."""
    top: int | None = None
    """The rank of the top card of a sequence, or of the carré."""
    shown: int | None = None
    """The play before which it was shown."""


class Belote(msgspec.Struct, frozen=True):
    """The word belote or rebelote, said with a play."""

    seat: Seat
    suit: int
    play: int


Event = TypeVar("Event", Announcement, Belote)


def in_order(events: Sequence[Event] | None) -> Sequence[Event]:
    """What was announced, in the order of play; as it stands in the record where that does not say when."""
    if not events or len(events) == 1 or any(each.play < 0 for each in events):
        return events or ()
    return sorted(events, key=lambda each: each.play)


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """What the record itself says came out. Lists are by side."""

    contract: CallCode | None = None
    taker: Seat | None = None
    doubled: int | None = None
    """1, 2 or 4."""
    winners: tuple[Seat | None, ...] | None = None
    """By trick; None where the record does not say."""
    points: tuple[int, ...] | None = None
    points_include: tuple[str, ...] = ()
    """What the points hold besides cards: `last_trick`, `capot`."""
    declarations: tuple[int, ...] | None = None
    belote: tuple[int, ...] | None = None
    hanging: tuple[int, int] | None = None
    """Points that hung before the deal and after it."""
    score: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    match_winner: int | None = None
    penalties: tuple[int, ...] | None = None


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """One deal as recorded; it says as much as it knows."""

    match: str
    number: int
    rules: str
    overrides: dict[str, Any] = {}
    players: tuple[Player, ...] = ()
    dealer: Seat | None = None
    time: str | None = None
    turned: Card | None = None
    hands: tuple[tuple[Card, ...], ...] | None = None
    """By seat, in the order dealt where `dealt_order`; UNKNOWN for a card not seen."""
    before: tuple[int, ...] | None = None
    """By seat: how many of its cards came before the auction; None where the record has no bar."""
    dealt_order: bool = True
    calls: tuple[Call, ...] | None = None
    exchange: Exchange | None = None
    declarations: tuple[Announcement, ...] | None = None
    """None where the record does not say what was announced."""
    belote: tuple[Belote, ...] | None = None
    plays: tuple[Play, ...] | None = None
    claims: Claims = Claims()
    ended: str | None = None
    """`claimed` or `abandoned`; None for a full deal."""
    ended_by: Seat | None = None
    simulated: bool = False
    bots: tuple[Seat, ...] = ()
    labels: tuple[dict[str, Any], ...] = ()
    notes: tuple[dict[str, Any], ...] = ()
    extra: dict[str, Any] = {}
