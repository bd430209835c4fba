"""The fast lane: canonical lines of JSON to the columns of the store, without a Python object a card.

Only what is written exactly as `ingest.canonical` writes it stays in this lane; everything else is for the careful
reader, which writes it so. A column is parsed for all lines at once, and a line with a fault in any is told apart.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from typing import Any, Final

import msgspec
import numpy as np
import pyarrow as pa
from msgspec import Raw
from numpy.typing import NDArray

from ingest.wire import MAX_HAND, MAX_PLAYS, BeloteLine, CallLine, DeclarationLine, ExchangeLine, PlayerLine, PlayLine
from replay.cards import CARD_BY_NAME, CONTRACTS, NOTHING, RANKS, SUITS, UNKNOWN, mask
from replay.record import CAPOT_BID, bid, call_by_name

NO: Final = Raw(b"")
"""Stands for a field that the record does not have."""


class _Lean(msgspec.Struct, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An object of the record with most of it left as it stands."""


class Claims(_Lean, gc=False):
    """Claims, their limits not yet checked."""

    contract: str | None = None
    taker: int | None = None
    doubled: int | None = None
    winners: list[int | None] | None = None
    points: list[int] | None = None
    points_include: list[str] | None = None
    declarations: list[int] | None = None
    belote: list[int] | None = None
    hanging: list[int] | None = None
    score: list[int] | None = None
    totals: list[int] | None = None
    match_winner: int | None = None
    penalties: list[int] | None = None


class Line(_Lean, gc=False):
    """A record, as far as it is taken apart at once; fields as in `ingest.wire`."""

    rebelote: int
    match: str | None = None
    deal: int | None = None
    rules: str | None = None
    overrides: Raw = NO
    players: Raw = NO
    dealer: int | None = None
    time: Raw = NO
    turned: str | None = None
    hands: Raw = NO
    dealt_order: bool = True
    calls: Raw = NO
    exchange: Raw = NO
    declarations: Raw = NO
    belote: Raw = NO
    plays: Raw = NO
    claims: Claims | None = None
    ended: str | None = None
    ended_by: int | None = None
    simulated: bool = False
    bots: Raw = NO
    labels: Raw = NO
    notes: Raw = NO
    extra: Raw = NO


read_line: Final[Callable[[bytes], Line]] = msgspec.json.Decoder(Line).decode
write_line: Final[Callable[[Line], bytes]] = msgspec.json.Encoder().encode

Columns = dict[str, pa.Array]
_Mask = NDArray[np.bool_]
_TEXTS: Final = msgspec.json.Decoder(list[list[str]])
_HAND: Final = msgspec.json.Decoder(list[str])
_TEXT: Final = msgspec.json.Decoder(list[str])
_RANK: Final = np.full(256, 255, np.uint8)
_SUIT: Final = np.full(256, 255, np.uint8)
for _at, _letter in enumerate(RANKS):
    _RANK[ord(_letter)] = _at
for _at, _letter in enumerate(SUITS):
    _SUIT[ord(_letter)] = 8 * _at
_SEEN: Final = {**CARD_BY_NAME, "?": UNKNOWN}


class _Numbers(dict[str, int]):
    """Numbers by name, -1 for what has none."""

    def __missing__(self, name: str) -> int:
        return -1


_CALLS: Final = _Numbers(
    {
        **{word: call_by_name(word) for word in ("pass", "take", "double", "redouble")},
        **{
            points + contract: bid(number, value)
            for number, contract in enumerate(CONTRACTS)
            for points, value in [("", 1), ("capot", CAPOT_BID), *((str(each), each) for each in range(2, CAPOT_BID))]
        },
    }
)
_ONE_OF: Final = {
    "ended": ("claimed", "abandoned"),
    "claims.points_include": (["last_trick"], ["capot"], ["last_trick", "capot"], ["capot", "last_trick"]),
}


class Assembled(msgspec.Struct):
    """Columns of many lines, and which of them hold a fault or are not written as we write."""

    columns: Columns
    odd: _Mask
    seats: NDArray[np.int64]
    """The highest seat that a line names, -1 for none."""
    hands: NDArray[np.int64]
    """How many hands it has, -1 for none."""
    sides: NDArray[np.int64]
    """How many sides its claims are by; -1 for none, -2 where they differ."""


def digest(raw: bytes) -> int:
    """A number for the content of a record in the one way that it is written."""
    return int.from_bytes(blake2b(raw, digest_size=8).digest(), "little")


def digests(raws: Iterable[bytes]) -> NDArray[np.uint64]:
    """The digests of many."""
    return np.frombuffer(b"".join([blake2b(raw, digest_size=8).digest() for raw in raws]), "<u8")


def assemble(lines: Sequence[Line]) -> Assembled:
    """The columns of `deal` that the records themselves fill.

    Where `odd` is true a line's columns mean nothing.
    """
    n = len(lines)
    out = Assembled({}, np.zeros(n, bool), np.full(n, -1), np.full(n, -1), np.full(n, -1))
    columns = out.columns
    _scalars(lines, out)
    _plays(lines, out)
    _hands(lines, out)
    _calls(lines, out)
    _events(lines, out)
    _claims(lines, out)
    columns["more"] = _more(lines, out)
    return out


def _scalars(lines: Sequence[Line], out: Assembled) -> None:
    columns, odd = out.columns, out.odd
    for at, line in enumerate(lines):
        # The limits of texts and the words of a choice; what is left out is for the careful reader to complete.
        if (
            line.rebelote != 1
            or line.match is None
            or not 0 < len(line.match) <= 200
            or line.deal is None
            or not 0 < line.deal < 2**32
        ):
            odd[at] = True
    columns["match_name"] = pa.array([line.match for line in lines], pa.string())
    columns["number"] = _unsigned([line.deal for line in lines], 32)
    columns["dealer"] = _seat_column([line.dealer for line in lines], out)
    columns["ended_by"] = _seat_column([line.ended_by for line in lines], out)
    columns["turned"] = _bytes_or_null(_named([line.turned for line in lines], CARD_BY_NAME, odd))
    columns["dealt_order"] = pa.array([line.dealt_order for line in lines])
    columns["simulated"] = pa.array([line.simulated for line in lines])
    ended = [line.ended for line in lines]
    for at, each in enumerate(ended):
        if each is not None and each not in _ONE_OF["ended"]:
            odd[at] = True
    for at, line in enumerate(lines):
        if line.ended is None and line.ended_by is not None:
            odd[at] = True
    columns["ended"] = pa.array(ended, pa.string())
    bots = [_cached_bots(bytes(line.bots)) if line.bots is not NO else None for line in lines]
    odd |= np.fromiter((each is _ODD for each in bots), bool, len(lines))
    for at, each in enumerate(bots):
        if each and each is not _ODD:
            out.seats[at] = max(out.seats[at], *each)
    columns["bots"] = pa.array([None if each is _ODD else each for each in bots], pa.list_(pa.uint8()))


_ODD: Final[Any] = object()


@lru_cache(maxsize=1024)
def _cached_bots(raw: bytes) -> Any:
    try:
        found = msgspec.json.decode(raw, type=list[int])
    except msgspec.DecodeError:
        return _ODD
    right = 0 < len(found) <= 4 and all(0 <= each < 4 for each in found) and msgspec.json.encode(found) == raw
    return found if right else _ODD


def _unsigned(values: list[int | None], bits: int) -> pa.Array:
    clean = [each if each is not None and 0 <= each < 1 << bits else None for each in values]
    return pa.array(clean, pa.uint32() if bits == 32 else pa.uint8())


def _seat_column(values: list[int | None], out: Assembled) -> pa.Array:
    numbers = np.fromiter((-1 if each is None else each if 0 <= each < 4 else 9 for each in values), np.int64)
    out.odd |= numbers > 3
    np.maximum(out.seats, np.where(numbers > 3, -1, numbers), out=out.seats)
    return pa.array(numbers.astype(np.uint8), mask=numbers < 0)


def _named(values: list[str | None], table: dict[str, int], odd: _Mask) -> NDArray[np.int64]:
    """Numbers of names, -1 for none."""
    numbers = np.fromiter((-1 if each is None else table.get(each, -2) for each in values), np.int64)
    odd |= numbers == -2
    return numbers


def _bytes_or_null(numbers: NDArray[np.int64]) -> pa.Array:
    return pa.array(np.maximum(numbers, 0).astype(np.uint8), mask=numbers < 0)


# Cards


def _cards(texts: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], _Mask]:
    """Texts of cards, a space between two, at most one bar among them: cards, how many, where the bar, faults."""
    n = len(texts)
    joined = (" ".join(texts) + " ").encode("latin-1", "replace") if n else b""
    buffer = np.frombuffer(joined, np.uint8)
    lengths = np.fromiter(map(len, texts), np.int64, n)
    starts = np.zeros(n, np.int64)
    np.cumsum(lengths[:-1] + 1, out=starts[1:])
    text_of_bar = np.zeros(0, np.int64)
    bars = np.flatnonzero(buffer == 124)
    bar_at = np.full(n, -1, np.int64)
    odd = np.zeros(n, bool)
    keep = np.ones(len(buffer), bool)
    if len(bars):
        text_of_bar = np.searchsorted(starts, bars, "right") - 1
        counts = np.bincount(text_of_bar, minlength=n)
        place = bars - starts[text_of_bar]
        odd |= counts > 1
        odd[text_of_bar[place % 3 != 0]] = True
        bar_at[text_of_bar] = place // 3
        odd[text_of_bar[buffer[bars + 1] != 32]] = True
        keep[bars] = False
        keep[bars + 1] = False
        sizes = lengths + 1 - 2 * counts
    else:
        sizes = lengths + 1
    odd |= sizes % 3 != 0
    if odd.any():
        # Lines with a fault would shift all that follow.
        keep &= np.repeat(~odd, lengths + 1)
    words = buffer[keep].reshape(-1, 3)
    counts = np.where(odd, 0, sizes // 3)
    rank, suit = _RANK[words[:, 0]], _SUIT[words[:, 1]]
    wrong = (rank == 255) | (suit == 255) | (words[:, 2] != 32)
    if wrong.any():
        odd[np.repeat(np.arange(n), counts)[wrong]] = True
    return rank + suit, counts, bar_at, odd


def _general(texts: list[str], cards: Any, counts: Any, bars: Any, odd: _Mask) -> tuple[Any, Any, Any, _Mask]:
    """Texts with unknown cards, and empty ones, put in their places among the others."""
    if not odd.any():
        return cards, counts, bars, odd
    ends = np.cumsum(counts)
    pieces = []
    counts = counts.copy()
    at = 0
    for each in np.flatnonzero(odd):
        words = texts[each].split(" ") if texts[each] else []
        pieces.append(cards[at : ends[each] - counts[each]])
        at = ends[each]
        bars[each] = words.index("|") if "|" in words else -1
        numbers = [_SEEN.get(word, -1) for word in words if word != "|"]
        odd[each] = -1 in numbers or words.count("|") > 1
        if odd[each]:
            numbers = []
        counts[each] = len(numbers)
        pieces.append(np.array(numbers, np.uint8))
    pieces.append(cards[at:])
    return np.concatenate(pieces), counts, bars, odd


def _lists(values: Any, counts: Any, absent: _Mask | None = None, kind: Any = None) -> pa.Array:
    """A column of lists of the given lengths."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    items = values if isinstance(values, pa.Array) else pa.array(values, kind)
    gone = None if absent is None or not absent.any() else pa.array(absent)
    return pa.ListArray.from_arrays(pa.array(offsets), items, mask=gone)


def _plays(lines: Sequence[Line], out: Assembled) -> None:
    raws = [line.plays for line in lines]
    absent = np.fromiter((each is NO for each in raws), bool, len(raws))
    texts, seated = [], {}
    for at, raw in enumerate(raws):
        if absent[at]:
            texts.append("")
            continue
        piece = bytes(raw)
        if piece[:1] == b'"':
            texts.append(piece[1:-1].decode("latin-1"))
        else:
            found = _seated(piece)
            if found is None:
                out.odd[at] = True
                texts.append("")
            else:
                seated[at] = found
                texts.append(" ".join([each[0] for each in found]))
    cards, counts, bars, odd = _general(texts, *_cards(texts))
    out.odd |= odd | (counts > MAX_PLAYS) | (bars >= 0)
    out.columns["plays"] = _lists(cards, counts, absent)
    out.columns["play_seats"] = _seats_beside(seated, len(lines), out)
    out.columns["_play_times"] = _times_beside(seated, len(lines))


def _seated(piece: bytes) -> list[tuple[str, int | None, str | None]] | None:
    """Plays of which some have a seat or time, if that is how we write them."""
    try:
        items = msgspec.json.decode(piece, type=list[str | PlayLine])
    except msgspec.DecodeError:
        return None
    if msgspec.json.encode(items) != piece:
        return None
    plays: list[tuple[str, int | None, str | None]] = [
        (each, None, None) if isinstance(each, str) else (each.card, each.seat, _text(each.time)) for each in items
    ]
    unadorned = [isinstance(each, str) for each in items]
    # An object without seat or time, or a list without any object, is written otherwise.
    if all(unadorned) or any(
        not bare and play[1] is None and play[2] is None for bare, play in zip(unadorned, plays, strict=True)
    ):
        return None
    return None if any(" " in play[0] or not play[0] for play in plays) else plays


def _text(time: datetime | None) -> str | None:
    return None if time is None else str(msgspec.to_builtins(time))


def _seats_beside(seated: dict[int, list[Any]], n: int, out: Assembled) -> pa.Array:
    """A column of the seats of plays or calls, null where none is recorded."""
    column: list[list[int] | None] = [None] * n
    for at, items in seated.items():
        seats = [NOTHING if each[1] is None else each[1] for each in items]
        if any(each != NOTHING for each in seats):
            column[at] = seats
            out.seats[at] = max(out.seats[at], *(each for each in seats if each != NOTHING))
    return pa.array(column, pa.list_(pa.uint8()))


def _times_beside(seated: dict[int, list[Any]], n: int) -> list[list[str | None] | None]:
    times: list[list[str | None] | None] = [None] * n
    for at, items in seated.items():
        if any(each[2] is not None for each in items):
            times[at] = [each[2] for each in items]
    return times


def _decoded(raws: list[bytes], decoder: Any) -> list[Any]:
    """All pieces of a column decoded in one go; None for those that are not of the type."""
    try:
        return list(decoder.decode(b"[" + b",".join(raws) + b"]"))
    except msgspec.DecodeError:
        pass
    found: list[Any] = []
    for raw in raws:
        try:
            found += decoder.decode(b"[" + raw + b"]")
        except msgspec.DecodeError:
            found.append(None)
    return found


def _hands(lines: Sequence[Line], out: Assembled) -> None:
    n = len(lines)
    here = np.fromiter((line.hands is not NO for line in lines), bool, n)
    places = [int(each) for each in np.flatnonzero(here)]
    raws = [bytes(lines[at].hands) for at in places]
    texts_of = _decoded(raws, _TEXTS)
    faulty = np.zeros(n, bool)
    for at, raw, texts in zip(places, raws, texts_of, strict=True):
        # Escapes and blanks make a piece longer than its texts with their quotes and commas.
        if texts is None or len(texts) > 4 or len(raw) != sum(map(len, texts)) + 3 * len(texts) + (1 if texts else 2):
            faulty[at] = True
    kept = [[] if faulty[at] else texts for at, texts in zip(places, texts_of, strict=True)]
    flat = list(chain.from_iterable(kept))
    cards, counts, bars, odd = _general(flat, *_cards(flat))
    seats = np.zeros(n, np.int64)
    seats[places] = [len(each) for each in kept]
    owner = np.repeat(np.arange(n), seats)
    odd |= counts > MAX_HAND
    faulty[owner[odd]] = True
    # A bar in every hand, or in none.
    barred = np.bincount(owner, bars >= 0, n)
    faulty |= (barred > 0) & (barred < seats)
    out.odd |= faulty
    out.hands[here] = seats[here]
    np.maximum(out.seats, np.where(here, seats - 1, -1), out=out.seats)
    sizes = np.bincount(owner, counts, n).astype(np.int64)
    out.columns["hands"] = _lists(cards, sizes, ~here)
    out.columns["hand_sizes"] = _lists(counts.astype(np.uint8), seats, ~here)
    with_bars = here & (barred > 0)
    out.columns["before_auction"] = _lists(
        bars[with_bars[owner]].astype(np.uint8), np.where(with_bars, seats, 0), ~with_bars
    )


def _calls(lines: Sequence[Line], out: Assembled) -> None:
    n = len(lines)
    here = np.fromiter((line.calls is not NO for line in lines), bool, n)
    places = [int(each) for each in np.flatnonzero(here)]
    raws = [bytes(lines[at].calls) for at in places]
    seated: dict[int, list[Any]] = {}
    plain = [b"[]" if b"{" in raw else raw for raw in raws]
    names = _decoded(plain, _TEXTS)
    for i, (at, raw) in enumerate(zip(places, raws, strict=True)):
        if b"{" in raw:
            found = _seated_calls(raw)
            names[i] = None if found is None else [each[0] for each in found]
            if found is not None:
                seated[int(at)] = found
        elif names[i] is not None:
            each = names[i]
            if len(raw) != sum(map(len, each)) + 3 * len(each) + (1 if each else 2):
                names[i] = None
        if names[i] is None or len(names[i]) > 200:
            out.odd[at] = True
            names[i] = []
    counts = np.zeros(n, np.int64)
    counts[places] = [len(each) for each in names]
    numbers = np.array([*map(_CALLS.__getitem__, chain.from_iterable(names))], np.int64)
    out.odd[np.repeat(np.arange(n), counts)[numbers < 0]] = True
    out.columns["calls"] = _lists(np.maximum(numbers, 0).astype(np.uint16), counts, ~here)
    out.columns["call_seats"] = _seats_beside(seated, n, out)
    out.columns["_call_times"] = _times_beside(seated, n)


def _seated_calls(piece: bytes) -> list[tuple[str, int | None, str | None]] | None:
    try:
        items = msgspec.json.decode(piece, type=list[str | CallLine])
    except msgspec.DecodeError:
        return None
    if msgspec.json.encode(items) != piece:
        return None
    if any(not isinstance(each, str) and each.seat is None and each.time is None for each in items):
        return None
    return [(each, None, None) if isinstance(each, str) else (each.call, each.seat, _text(each.time)) for each in items]


# Events


def _events(lines: Sequence[Line], out: Assembled) -> None:
    for name, read, kind in (
        ("exchange", _cached_exchange, _EXCHANGE),
        ("declarations", _cached_declarations, _DECLARATIONS),
        ("belote", _cached_belotes, _BELOTES),
    ):
        column: list[Any] = []
        for at, line in enumerate(lines):
            raw = getattr(line, name)
            found = None if raw is NO else read(bytes(raw))
            if found is _ODD:
                out.odd[at] = True
                found = None
            elif found is not None:
                found, highest = found
                if highest > out.seats[at]:
                    out.seats[at] = highest
            column.append(found)
        out.columns["belotes" if name == "belote" else name] = pa.array(column, kind)


_U8: Final = pa.uint8()
_EXCHANGE: Final = pa.struct([("seat", _U8), ("play", pa.int8())])
_DECLARATIONS: Final = pa.list_(
    pa.struct(
        [("seat", _U8), ("play", _U8), ("cards", pa.uint32()), ("kind", pa.string()), ("top", _U8), ("shown", _U8)]
    )
)
_BELOTES: Final = pa.list_(pa.struct([("seat", _U8), ("suit", _U8), ("play", _U8)]))


def _typed(raw: bytes, kind: Any) -> Any:
    """A piece of this type, if it is written as we write it."""
    try:
        found = msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, RecursionError):
        return _ODD
    return found if msgspec.json.encode(found) == raw else _ODD


@lru_cache(maxsize=4096)
def _cached_exchange(raw: bytes) -> Any:
    found = _typed(raw, ExchangeLine)
    return _ODD if found is _ODD else ({"seat": found.seat, "play": found.play}, found.seat)


@lru_cache(maxsize=65536)
def _cached_declarations(raw: bytes) -> Any:
    found = _typed(raw, tuple[DeclarationLine, ...])
    if found is _ODD or len(found) > 32:
        return _ODD
    rows = []
    for each in found:
        cards = [] if each.cards is None else [CARD_BY_NAME.get(word, -1) for word in each.cards.split(" ")]
        if -1 in cards or cards != sorted(set(cards)) or (each.cards is None and each.kind is None):
            return _ODD
        top = None if each.top is None else RANKS.index(each.top)
        rows.append(
            {
                "seat": each.seat,
                "play": each.play,
                "cards": mask(cards),
                "kind": each.kind,
                "top": top,
                "shown": each.shown,
            }
        )
    return rows, max((each.seat for each in found), default=-1)


@lru_cache(maxsize=4096)
def _cached_belotes(raw: bytes) -> Any:
    found = _typed(raw, tuple[BeloteLine, ...])
    if found is _ODD or len(found) > 16:
        return _ODD
    rows = [{"seat": each.seat, "suit": SUITS.index(each.suit), "play": each.play} for each in found]
    return rows, max((each.seat for each in found), default=-1)


# Claims


_CLAIM_LISTS: Final = {
    "points": (pa.int16(), 2, 4),
    "declarations": (pa.int16(), 2, 4),
    "belote": (pa.int16(), 2, 4),
    "hanging": (pa.int16(), 2, 2),
    "score": (pa.int16(), 2, 4),
    "totals": (pa.int32(), 2, 4),
    "penalties": (pa.int16(), 2, 4),
}
CLAIMS: Final = pa.struct(
    [
        ("contract", pa.uint16()), ("taker", _U8), ("doubled", _U8), ("winners", pa.list_(_U8)),
        ("points", pa.list_(pa.int16())), ("points_include", pa.list_(pa.string())),
        ("declarations", pa.list_(pa.int16())), ("belote", pa.list_(pa.int16())), ("hanging", pa.list_(pa.int16())),
        ("score", pa.list_(pa.int16())), ("totals", pa.list_(pa.int32())), ("match_winner", _U8),
        ("penalties", pa.list_(pa.int16())),
    ]
)  # fmt: skip
_NONE: Final = Claims()


def _claims(lines: Sequence[Line], out: Assembled) -> None:
    n = len(lines)
    absent = np.fromiter((line.claims is None for line in lines), bool, n)
    claims = [line.claims or _NONE for line in lines]
    for at, line in enumerate(lines):
        # Empty claims are written only where nothing else is.
        if (
            line.claims is not None and line.claims == _NONE and (line.plays, line.calls, line.hands) != (NO, NO, NO)
        ) or (line.claims is None and line.plays is NO and line.calls is NO and line.hands is NO):
            out.odd[at] = True
        elif line.claims == _NONE:
            absent[at] = True
    fields: dict[str, pa.Array] = {}
    contract = _named([each.contract for each in claims], _CALLS, out.odd)
    out.odd |= (contract >= 0) & (contract < 8)
    fields["contract"] = pa.array(np.maximum(contract, 0).astype(np.uint16), mask=contract < 0)
    fields["taker"] = _seat_column([each.taker for each in claims], out)
    doubled = [each.doubled for each in claims]
    out.odd |= np.fromiter((each not in (None, 1, 2, 4) for each in doubled), bool, n)
    fields["doubled"] = _unsigned(doubled, 8)
    fields["winners"] = _winners([each.winners for each in claims], out)
    for name, (kind, least, most) in _CLAIM_LISTS.items():
        fields[name] = _numbers([getattr(each, name) for each in claims], kind, least, most, out, name != "hanging")
    include = [each.points_include for each in claims]
    out.odd |= np.fromiter(
        (each is not None and each not in _ONE_OF["claims.points_include"] for each in include), bool, n
    )
    fields["points_include"] = pa.array([each or [] for each in include], pa.list_(pa.string()))
    fields["match_winner"] = _unsigned([each.match_winner for each in claims], 8)
    for at, each in enumerate(claims):
        if each.match_winner is not None:
            out.odd[at] |= not 0 <= each.match_winner < 4
            # A side stands for itself: it is looked at with the number of sides.
            if (out.sides[at] >= 0 and each.match_winner >= out.sides[at]) or (
                out.sides[at] == -1 and each.match_winner > 1
            ):
                out.sides[at] = -2
    arrays = [fields[CLAIMS.field(i).name].cast(CLAIMS.field(i).type) for i in range(CLAIMS.num_fields)]
    out.columns["claims"] = pa.StructArray.from_arrays(arrays, fields=list(CLAIMS), mask=pa.array(absent))


def _whole_numbers(items: list[Any]) -> NDArray[np.int64]:
    """Numbers as an array; those beyond it at its edge, which no limit of ours reaches."""
    try:
        return np.array(items, np.int64)
    except OverflowError:
        edge = 1 << 62
        return np.array([max(-edge, min(edge, each)) for each in items], np.int64)


def _winners(values: list[list[int | None] | None], out: Assembled) -> pa.Array:
    counts = np.fromiter((0 if each is None else len(each) for each in values), np.int64, len(values))
    absent = np.fromiter((each is None for each in values), bool, len(values))
    items: list[Any] = list(chain.from_iterable([each or () for each in values]))
    unsaid = np.zeros(len(items), bool)
    if None in items:
        unsaid = np.array([each is None for each in items])
        items = [0 if each is None else each for each in items]
    flat = _whole_numbers(items)
    flat = np.where(unsaid, -1, np.where((flat >= 0) & (flat < 4), flat, 9))
    owner = np.repeat(np.arange(len(values)), counts)
    out.odd |= counts > 9
    out.odd[owner[flat > 3]] = True
    np.maximum.at(out.seats, owner, np.where(flat > 3, -1, flat))
    return _lists(pa.array(np.maximum(flat, 0).astype(np.uint8), mask=flat < 0), counts, absent)


def _numbers(
    values: list[list[int] | None], kind: Any, least: int, most: int, out: Assembled, by_side: bool
) -> pa.Array:
    counts = np.fromiter((0 if each is None else len(each) for each in values), np.int64, len(values))
    absent = np.fromiter((each is None for each in values), bool, len(values))
    limit = 1 << (kind.bit_width - 1)
    flat = _whole_numbers(list(chain.from_iterable([each or () for each in values])))
    wrong = (flat < -limit) | (flat >= limit)
    if wrong.any():
        out.odd[np.repeat(np.arange(len(values)), counts)[wrong]] = True
        flat = np.where(wrong, 0, flat)
    out.odd |= ~absent & ((counts < least) | (counts > most))
    if by_side:
        told = ~absent
        out.sides[told & (out.sides >= 0) & (out.sides != counts)] = -2
        first = told & (out.sides == -1)
        out.sides[first] = counts[first]
    return _lists(flat.astype(kind.to_pandas_dtype()), counts, absent)


# What no rule reads


def _more(lines: Sequence[Line], out: Assembled) -> pa.Array:
    """The time as instants, and what columns cannot say as JSON."""
    n = len(lines)
    instants: list[datetime | None] = [None] * n
    more: list[str | None] = [None] * n
    call_times, play_times = out.columns.pop("_call_times"), out.columns.pop("_play_times")
    for at, line in enumerate(lines):
        said: dict[str, Any] = {}
        if line.time is not NO:
            raw = bytes(line.time)
            found = _typed(raw, datetime)
            if found is _ODD or found.tzinfo is None:
                out.odd[at] = True
            else:
                instants[at] = found
                if not raw.endswith(b'Z"'):
                    # An instant in universal time is written again as it was.
                    said["time"] = line.time
        if call_times[at] is not None:
            said["call_times"] = call_times[at]
        if play_times[at] is not None:
            said["play_times"] = play_times[at]
        for name in ("labels", "notes", "extra"):
            piece = getattr(line, name)
            if piece is not NO:
                kind = dict[str, Any] if name == "extra" else tuple[dict[str, Any], ...]
                found = _typed(bytes(piece), kind)
                if found is _ODD or not found:
                    out.odd[at] = True
                else:
                    said[name] = piece
        if said:
            more[at] = msgspec.json.encode(said).decode()
    out.columns["time"] = pa.array(instants, pa.timestamp("us", "UTC"))
    return pa.array(more, pa.string())


@lru_cache(maxsize=1 << 18)
def seating(raw: bytes) -> tuple[tuple[str, str, str | None], ...] | None:
    """(namespace, id, name) by seat, of players as we write them; None where they are not."""
    found = _typed(raw, tuple[PlayerLine, ...])
    if found is _ODD or not 0 < len(found) <= 4 or any(each.namespace == "" for each in found):
        return None
    return tuple((each.namespace or "", each.id, each.name) for each in found)


@lru_cache(maxsize=4096)
def overrides(raw: bytes) -> dict[str, Any] | None:
    """Overrides as we write them; None where they are not."""
    found = _typed(raw, dict[str, Any])
    return None if found is _ODD or not found else found
