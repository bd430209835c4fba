"""Canonical JSON lines: one record to one deal and back, losing nothing."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final, TypeVar

import msgspec

from ingest.duplicates import refuse_twice
from ingest.rejects import Reject, Unreadable, malformed, reject, unfit
from ingest.wire import (
    FIELDS,
    MAX_HAND,
    MAX_PLAYS,
    VERSION,
    BeloteLine,
    CallLine,
    ClaimsLine,
    DeclarationLine,
    ExchangeLine,
    PlayerLine,
    PlayLine,
    RecordLine,
    in_calendar,
)
from replay.cards import CARD_BY_NAME, CARD_NAMES, RANKS, SUITS, UNKNOWN, Card, names
from replay.knobs import quoted
from replay.record import (
    Announcement,
    Belote,
    Call,
    Claims,
    Deal,
    Exchange,
    Play,
    Player,
    call_by_name,
    call_name,
)

T = TypeVar("T")
U = TypeVar("U")

_DECODER: Final = msgspec.json.Decoder(RecordLine)
_ENCODER: Final = msgspec.json.Encoder()
_SEEN: Final = {**CARD_BY_NAME, "?": UNKNOWN}
_PARTS: Final = ("plays", "calls", "hands", "claims")


class _Version(msgspec.Struct):
    rebelote: Any = None


def decode(raw: bytes, number: int | None = None) -> Deal | Reject:
    """The deal that a line of canonical JSON says, or why it cannot be understood.

    What the record leaves out stays empty: no match, number 0, no rules.
    """
    try:
        return deal_of(read_record(raw))
    except Unreadable as error:
        return reject(error, raw, number)


def encode(deal: Deal) -> bytes:
    """A deal as one line of canonical JSON, without the end of the line."""
    return write_record(record_of(deal))


def write_record(record: RecordLine) -> bytes:
    """A record as one line of JSON, without the end of the line."""
    return _ENCODER.encode(record)


def read_record(raw: bytes) -> RecordLine:
    """The fields of a line of JSON, names of cards and calls not looked at; raises Unreadable."""
    record = _record(raw)
    refuse_twice(raw)
    return record


def _record(raw: bytes) -> RecordLine:
    try:
        return _DECODER.decode(raw)
    except msgspec.ValidationError as error:
        # A later version may have other fields: that it is one says more than the first of them.
        version = _version(raw)
        if type(version) is int and version != VERSION:
            reason = f"version {version} of the format: this program reads version {VERSION}"
            raise Unreadable(reason, ["rebelote"]) from error
        raise unfit(error, FIELDS, '; what a foreign log has besides belongs in "extra"') from error
    except msgspec.DecodeError as error:
        raise malformed(error, raw) from error
    except RecursionError as error:
        raise Unreadable("nested too deeply") from error


def _version(raw: bytes) -> object:
    try:
        return msgspec.json.decode(raw, type=_Version).rebelote
    except msgspec.ValidationError:
        return None
    except msgspec.DecodeError as error:
        raise malformed(error, raw) from error


def deal_of(record: RecordLine) -> Deal:
    """The deal that a record says; raises Unreadable for a name of no card, no call, or an empty record."""
    if all(getattr(record, part) is None for part in _PARTS):
        raise Unreadable(f"nothing of a deal is recorded: expected one of {', '.join(_PARTS)}")
    if record.ended_by is not None and record.ended is None:
        raise Unreadable('expected "ended" as well: "claimed" or "abandoned"', ["ended_by"])
    if record.time is not None and not in_calendar(record.time):
        raise Unreadable("is outside the years 1 to 9999 in universal time", ["time"])
    hands, before = _hands(record.hands)
    return Deal(
        match=record.match or "",
        number=record.deal or 0,
        rules=record.rules or "",
        overrides=record.overrides,
        players=tuple(Player(each.id, each.name, each.namespace or None) for each in record.players),
        dealer=record.dealer,
        time=_text(record.time),
        turned=None if record.turned is None else _card(record.turned, ["turned"]),
        hands=hands,
        before=before,
        dealt_order=record.dealt_order,
        calls=None if record.calls is None else tuple(_call(each, i) for i, each in enumerate(record.calls)),
        exchange=None if record.exchange is None else Exchange(record.exchange.seat, record.exchange.play),
        declarations=None
        if record.declarations is None
        else tuple(_announcement(each, i) for i, each in enumerate(record.declarations)),
        belote=_each(lambda each: Belote(each.seat, SUITS.index(each.suit), each.play), record.belote),
        plays=_plays(record.plays),
        claims=Claims() if record.claims is None else _claims(record.claims),
        ended=record.ended,
        ended_by=record.ended_by,
        simulated=record.simulated,
        bots=record.bots,
        labels=record.labels,
        notes=record.notes,
        extra=record.extra,
    )


def record_of(deal: Deal) -> RecordLine:
    """The record that says a deal, in the one way that is written."""
    return RecordLine(
        rebelote=VERSION,
        match=deal.match or None,
        deal=deal.number or None,
        rules=deal.rules or None,
        overrides=deal.overrides,
        players=tuple(PlayerLine(id=each.id, name=each.name, namespace=each.namespace) for each in deal.players),
        dealer=deal.dealer,
        time=_time(deal.time),
        turned=None if deal.turned is None else CARD_NAMES[deal.turned],
        hands=None if deal.hands is None else _hand_lines(deal.hands, deal.before),
        dealt_order=deal.dealt_order,
        calls=_each(_call_line, deal.calls),
        exchange=None if deal.exchange is None else ExchangeLine(seat=deal.exchange.seat, play=deal.exchange.play),
        declarations=_each(_declaration_line, deal.declarations),
        belote=_each(lambda each: BeloteLine(seat=each.seat, suit=SUITS[each.suit], play=each.play), deal.belote),  # type: ignore[arg-type]
        plays=None if deal.plays is None else _play_lines(deal.plays),
        # A record of nothing but claims keeps them, even empty: without them it would be no record.
        claims=None if deal.claims == Claims() and _says_more(deal) else _claims_line(deal.claims),
        ended=deal.ended,  # type: ignore[arg-type]
        ended_by=deal.ended_by,
        simulated=deal.simulated,
        bots=deal.bots,
        labels=deal.labels,
        notes=deal.notes,
        extra=deal.extra,
    )


def _says_more(deal: Deal) -> bool:
    return deal.plays is not None or deal.calls is not None or deal.hands is not None


def _each(make: Callable[[T], U], items: Iterable[T] | None) -> tuple[U, ...] | None:
    return None if items is None else tuple(make(each) for each in items)


def _text(time: datetime | None) -> str | None:
    return None if time is None else str(msgspec.to_builtins(time))


def _time(text: str | None) -> datetime | None:
    return None if text is None else msgspec.convert(text, datetime)


def _card(name: str, path: list[str | int], offset: int | None = None) -> Card:
    try:
        return CARD_BY_NAME[name]
    except KeyError:
        near = name.upper().replace("10", "T")
        hint = f' (did you mean "{near}"?)' if near in CARD_BY_NAME else ""
        raise Unreadable(
            f"{quoted(name)} is not a card{hint}: expected a rank of {RANKS} and a suit of {SUITS}, such as TS",
            path,
            offset,
        ) from None


def _seen(name: str, path: list[str | int]) -> Card:
    return UNKNOWN if name == "?" else _card(name, path)


def _name(card: Card) -> str:
    return "?" if card == UNKNOWN else CARD_NAMES[card]


def _cards(text: str, path: list[str | int]) -> list[Card]:
    try:
        return [_SEEN[name] for name in text.split()]
    except KeyError as error:
        name = error.args[0]
        return [_card(name, path, _word_at(text, name))]


def _word_at(text: str, word: str) -> int:
    at = 0
    for each in text.split():
        at = text.index(each, at)
        if each == word:
            return at
        at += len(each)
    return 0


def _hands(lines: tuple[str, ...] | None) -> tuple[tuple[tuple[Card, ...], ...] | None, tuple[int, ...] | None]:
    """The hands by seat, and how many of each came before the auction, where the record has bars."""
    if lines is None:
        return None, None
    bars = any("|" in line for line in lines)
    hands: list[tuple[Card, ...]] = []
    before: list[int] = []
    for seat, line in enumerate(lines):
        path: list[str | int] = ["hands", seat]
        head, bar, tail = line.partition("|")
        if "|" in tail:
            raise Unreadable("expected one bar: what came before the auction, and after", path, line.rindex("|"))
        if bars and not bar and line.strip():
            raise Unreadable("this hand has no bar and another has one: put one in every hand, or in none", path)
        first = _cards(head, path)
        # Blanks keep the place of a bad card in the whole line.
        hands.append((*first, *_cards(" " * (len(head) + 1) + tail, path)))
        before.append(len(first))
        if len(hands[-1]) > MAX_HAND:
            raise Unreadable(f"{len(hands[-1])} cards: a hand has at most {MAX_HAND}", path)
    return tuple(hands), tuple(before) if bars else None


def _hand_lines(hands: tuple[tuple[Card, ...], ...], before: tuple[int, ...] | None) -> tuple[str, ...]:
    lines = []
    for seat, hand in enumerate(hands):
        words = [_name(each) for each in hand]
        if before is not None:
            words.insert(before[seat], "|")
        lines.append(" ".join(words))
    return tuple(lines)


def _call(item: str | CallLine, index: int) -> Call:
    line = CallLine(call=item) if isinstance(item, str) else item
    try:
        return Call(call_by_name(line.call), line.seat, _text(line.time))
    except ValueError:
        raise Unreadable(
            f"{quoted(line.call)} is not a call: expected pass, take, a suit (C D H S), NT, AT, points or capot and "
            "one of these (80H, capotNT), double or redouble",
            ["calls", index] if isinstance(item, str) else ["calls", index, "call"],
        ) from None


def _call_line(call: Call) -> str | CallLine:
    name = call_name(call.call)
    if call.seat is None and call.time is None:
        return name
    return CallLine(call=name, seat=call.seat, time=_time(call.time))


def _plays(item: str | tuple[str | PlayLine, ...] | None) -> tuple[Play, ...] | None:
    if item is None:
        return None
    if isinstance(item, str):
        words = item.split()
        if len(words) > MAX_PLAYS:
            raise Unreadable(f"{len(words)} cards: a deal has at most {MAX_PLAYS}", ["plays"])
        try:
            return tuple([Play(_SEEN[word]) for word in words])
        except KeyError as error:
            _card(error.args[0], ["plays"], _word_at(item, error.args[0]))
    plays = []
    for index, each in enumerate(item):
        if isinstance(each, str):
            plays.append(Play(_seen(each, ["plays", index])))
        else:
            plays.append(Play(_seen(each.card, ["plays", index, "card"]), each.seat, _text(each.time)))
    return tuple(plays)


def _play_lines(plays: tuple[Play, ...]) -> str | tuple[str | PlayLine, ...]:
    if all(each.seat is None and each.time is None for each in plays):
        return " ".join([_name(each.card) for each in plays])
    return tuple(
        _name(each.card)
        if each.seat is None and each.time is None
        else PlayLine(card=_name(each.card), seat=each.seat, time=_time(each.time))
        for each in plays
    )


def _announcement(line: DeclarationLine, index: int) -> Announcement:
    path: list[str | int] = ["declarations", index]
    if line.cards is None and line.kind is None:
        raise Unreadable('expected "cards", or "kind" and "top"', path)
    held = 0
    for card in () if line.cards is None else _cards(line.cards, [*path, "cards"]):
        if card == UNKNOWN or held >> card & 1:
            raise Unreadable("expected different known cards", [*path, "cards"])
        held |= 1 << card
    if line.cards is not None and not held:
        raise Unreadable("expected at least one card", [*path, "cards"])
    top = None if line.top is None else RANKS.index(line.top)
    return Announcement(line.seat, line.play, held, line.kind, top, line.shown)


def _declaration_line(said: Announcement) -> DeclarationLine:
    return DeclarationLine(
        seat=said.seat,
        play=said.play,
        cards=names(said.cards) if said.cards else None,
        kind=said.kind,  # type: ignore[arg-type]
        top=None if said.top is None else RANKS[said.top],  # type: ignore[arg-type]
        shown=said.shown,
    )


def _claims(line: ClaimsLine) -> Claims:
    contract = None
    if line.contract is not None:
        try:
            contract = call_by_name(line.contract)
        except ValueError:
            contract = 0
        if contract < 8:
            reason = f"{quoted(line.contract)} is not a contract: expected H, NT, 80H or capotH"
            raise Unreadable(reason, ["claims", "contract"])
    return Claims(contract=contract, **{name: getattr(line, name) for name in _SAME})


def _claims_line(claims: Claims) -> ClaimsLine:
    contract = None if claims.contract is None else call_name(claims.contract)
    return ClaimsLine(contract=contract, **{name: getattr(claims, name) for name in _SAME})


_SAME: Final = tuple(name for name in ClaimsLine.__struct_fields__ if name != "contract")
"""Claims that are written as they are."""
