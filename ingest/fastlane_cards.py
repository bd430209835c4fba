"""The fast lane's cards and calls: plays, hands and auctions of many lines as columns."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Any, Final

import msgspec
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.fastline import CALLS, NO, Assembled, Line, Mask, lists
from ingest.wire import MAX_HAND, MAX_PLAYS, CallLine, PlayLine
from replay.cards import CARD_BY_NAME, NOTHING, RANKS, SUITS, UNKNOWN

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


def _cards(texts: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], Mask]:
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


def _general(texts: list[str], cards: Any, counts: Any, bars: Any, odd: Mask) -> tuple[Any, Any, Any, Mask]:
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


def plays(lines: Sequence[Line], out: Assembled) -> None:
    """The columns of the plays, and of their seats; times are for what no rule reads."""
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
    out.columns["plays"] = lists(cards, counts, absent)
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
    found: list[tuple[str, int | None, str | None]] = [
        (each, None, None) if isinstance(each, str) else (each.card, each.seat, _text(each.time)) for each in items
    ]
    unadorned = [isinstance(each, str) for each in items]
    # An object without seat or time, or a list without any object, is written otherwise.
    if all(unadorned) or any(
        not bare and play[1] is None and play[2] is None for bare, play in zip(unadorned, found, strict=True)
    ):
        return None
    return None if any(" " in play[0] or not play[0] for play in found) else found


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


def hands(lines: Sequence[Line], out: Assembled) -> None:
    """The columns of the hands."""
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
    out.columns["hands"] = lists(cards, sizes, ~here)
    out.columns["hand_sizes"] = lists(counts.astype(np.uint8), seats, ~here)
    with_bars = here & (barred > 0)
    out.columns["before_auction"] = lists(
        bars[with_bars[owner]].astype(np.uint8), np.where(with_bars, seats, 0), ~with_bars
    )


def calls(lines: Sequence[Line], out: Assembled) -> None:
    """The columns of the calls, and of their seats."""
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
    numbers = np.array([*map(CALLS.__getitem__, chain.from_iterable(names))], np.int64)
    out.odd[np.repeat(np.arange(n), counts)[numbers < 0]] = True
    out.columns["calls"] = lists(np.maximum(numbers, 0).astype(np.uint16), counts, ~here)
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
