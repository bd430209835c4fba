"""The canonical record of a deal as it stands in a line of JSON: its fields, their types and their limits."""

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

VERSION: Final = 1
"""Version of the format that this program reads and writes."""
MAX_PLAYS: Final = 36
"""More cards than any pack has: a longer list is not a deal."""
MAX_HAND: Final = 12
"""More cards than any hand has, likewise."""

Seat = Annotated[int, Meta(ge=0, le=3)]
Position = Annotated[int, Meta(ge=0, lt=MAX_PLAYS)]
Points = Annotated[int, Meta(ge=-32768, le=32767)]
Total = Annotated[int, Meta(ge=-(2**31), lt=2**31)]
Id = Annotated[str, Meta(min_length=1, max_length=200)]
Name = Annotated[str, Meta(max_length=200)]
CardName = Annotated[str, Meta(max_length=8)]
CardNames = Annotated[str, Meta(max_length=400)]
CallName = Annotated[str, Meta(max_length=16)]
Suit = Literal["C", "D", "H", "S"]
Time = Annotated[datetime, Meta(tz=True)]
BySide = Annotated[tuple[Points, ...], Meta(min_length=2, max_length=4)]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An object of the record: no field but its own, and none written that says nothing."""


class PlayerLine(_Part, frozen=True):
    """Who sits at a seat."""

    id: Id
    name: Name | None = None
    namespace: Name | None = None


class CallLine(_Part, frozen=True):
    """A call with its seat or time."""

    call: CallName
    seat: Seat | None = None
    time: Time | None = None


class PlayLine(_Part, frozen=True):
    """A card played with its seat or time."""

    card: CardName
    seat: Seat | None = None
    time: Time | None = None


class ExchangeLine(_Part, frozen=True):
    """The seven given for the turned card."""

    seat: Seat
    play: Annotated[int, Meta(ge=-1, lt=MAX_PLAYS)]


class DeclarationLine(_Part, frozen=True):
    """A declaration announced before a seat's play: its cards, or its kind and top rank."""

    seat: Seat
    play: Position
    cards: CardNames | None = None
    kind: Literal["tierce", "quarte", "quinte", "carre"] | None = None
    top: Literal["7", "8", "9", "T", "J", "Q", "K", "A"] | None = None
    shown: Position | None = None


class BeloteLine(_Part, frozen=True):
    """The word belote or rebelote, said with a play."""

    seat: Seat
    suit: Suit
    play: Position


class ClaimsLine(_Part, frozen=True):
    """What the record itself says came out; lists are by side, winners by trick."""

    contract: CallName | None = None
    taker: Seat | None = None
    doubled: Literal[1, 2, 4] | None = None
    winners: Annotated[tuple[Seat | None, ...], Meta(max_length=9)] | None = None
    points: BySide | None = None
    points_include: Annotated[tuple[Literal["last_trick", "capot"], ...], Meta(max_length=2)] = ()
    declarations: BySide | None = None
    belote: BySide | None = None
    hanging: tuple[Points, Points] | None = None
    score: BySide | None = None
    totals: Annotated[tuple[Total, ...], Meta(min_length=2, max_length=4)] | None = None
    match_winner: Seat | None = None
    penalties: BySide | None = None


class RecordLine(_Part, frozen=True):
    """One recorded deal of the Belote family: it names its ruleset, stands alone, and says as much as it knows."""

    rebelote: Annotated[Literal[1], Meta(description="version of the format")]
    match: Annotated[Id, Meta(description="stable id of the match")] | None = None
    deal: (
        Annotated[
            int, Meta(ge=1, lt=2**32, description="number in the match, from 1; thrown-in deals count where kept")
        ]
        | None
    ) = None
    rules: Annotated[Id, Meta(description="name of the ruleset")] | None = None
    overrides: Annotated[
        dict[str, Any], Meta(description='knobs in which this table differs: `{"match.target": 101}`')
    ] = {}
    players: Annotated[
        tuple[PlayerLine, ...], Meta(max_length=4, description="by seat in playing order; a player is (namespace, id)")
    ] = ()
    dealer: Annotated[Seat, Meta(description="seat of the dealer")] | None = None
    time: Annotated[Time, Meta(description="RFC 3339, with its zone")] | None = None
    turned: Annotated[CardName, Meta(description="the turned card")] | None = None
    hands: (
        Annotated[
            tuple[CardNames, ...],
            Meta(
                max_length=4,
                description='by seat, as dealt: `"TC QC 7D JH KS | 7S 8H AD"`, a bar between what came before '
                "the auction and after; `?` is an unknown card",
            ),
        ]
        | None
    ) = None
    dealt_order: Annotated[bool, Meta(description="false where the order of dealing is unknown")] = True
    calls: (
        Annotated[
            tuple[CallName | CallLine, ...],
            Meta(
                max_length=200,
                description="in order from eldest: `pass`, `take`, `C D H S`, `NT`, `AT`, `80H`, `capotH`, `double`, "
                "`redouble`",
            ),
        ]
        | None
    ) = None
    exchange: (
        Annotated[
            ExchangeLine, Meta(description="before which play the seven was exchanged; -1 before the second deal")
        ]
        | None
    ) = None
    declarations: (
        Annotated[
            tuple[DeclarationLine, ...],
            Meta(max_length=32, description="announced before a seat's play; absent: not known"),
        ]
        | None
    ) = None
    belote: (
        Annotated[tuple[BeloteLine, ...], Meta(max_length=16, description="one for belote, one for rebelote")] | None
    ) = None
    plays: (
        Annotated[
            Annotated[str, Meta(max_length=400)]
            | Annotated[tuple[CardName | PlayLine, ...], Meta(max_length=MAX_PLAYS)],
            Meta(description='cards in order of play: `"JH 9H 7H AH"`, or a list of cards and objects; `?` is unknown'),
        ]
        | None
    ) = None
    claims: Annotated[ClaimsLine, Meta(description="what the record itself says came out")] | None = None
    ended: Annotated[Literal["claimed", "abandoned"], Meta(description="how a deal ended early")] | None = None
    ended_by: Annotated[Seat, Meta(description="the seat that claimed")] | None = None
    simulated: Annotated[bool, Meta(description="whether the cards were dealt and played by a program")] = False
    bots: Annotated[tuple[Seat, ...], Meta(max_length=4, description="seats played by programs")] = ()
    labels: Annotated[tuple[dict[str, Any], ...], Meta(description="faults put in on purpose: `code`, `position`")] = ()
    notes: Annotated[tuple[dict[str, Any], ...], Meta(description="comments by position")] = ()
    extra: Annotated[dict[str, Any], Meta(description="whatever else a foreign log had")] = {}


FIELDS: Final = RecordLine.__struct_fields__


def in_calendar(time: datetime) -> bool:
    """Whether a time is in the years 1 to 9999 in universal time too, in which instants are kept."""
    try:
        time.astimezone(UTC)
    except OverflowError:
        return False
    return True
