"""Scanned lines as columns of the store, and the few pieces of them that msgspec reads."""

import threading
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec
import numpy as np
import pyarrow as pa
from msgspec import Raw
from numpy.typing import NDArray

from ingest.lines import LONGEST
from ingest.rows import COLUMNS
from ingest.scanner import layout
from ingest.scanner.layout import ABSENT
from ingest.scanner.lines import scan
from ingest.scanner.sharing import digest, number_pieces
from ingest.wire import PlayerLine, in_calendar

T = TypeVar("T")
Seats: TypeAlias = tuple[tuple[str, str, str | None], ...]
"""(namespace, id, name) by seat."""
Rules: TypeAlias = tuple[str, bytes]
"""Name of a ruleset, and overrides."""

BARE: Final = b"{}"
_ZEROS: Final = bytes(64)
_LINE_FEED: Final = 10


class Scanned(NamedTuple):
    """Lines and what was found in them; the arrays are those of `ingest.scanner`."""

    text: bytes
    starts: NDArray[np.int64]
    small: NDArray[np.int64]
    counts: NDArray[np.int64]
    bytes_: list[NDArray[np.uint8]]
    numbers: list[NDArray[np.int32]]
    calls: NDArray[np.uint16]
    events: list[NDArray[np.int64]]

    @property
    def taken(self) -> NDArray[np.bool_]:
        """Which lines are written as we write them."""
        return np.equal(self.small[:, layout.TAKEN], 1)

    def line(self, at: int) -> bytes:
        """The text of one line."""
        end = self.starts[at + 1] - 1 if at + 1 < len(self.starts) else len(self.text) - 1
        return self.text[self.starts[at] : end].rstrip(b"\r")

    def piece(self, at: int, which: int) -> bytes | None:
        """A piece of a line, None where it has none."""
        first = self.small[at, which]
        return None if first < 0 else self.text[first : self.small[at, which + layout.PIECE]]

    def pieces(self, lines: Sequence[int], which: int) -> list[bytes]:
        """A piece of each of some lines, which all have it."""
        firsts, ends = (self.small[lines, each].tolist() for each in (which, which + layout.PIECE))
        return [self.text[first:end] for first, end in zip(firsts, ends, strict=True)]


def scan_lines(raws: Iterable[bytes]) -> Scanned:
    """Scan lines that are given one by one; one that has a line feed within is not taken."""
    return scan_text(b"".join([(b"" if b"\n" in raw else raw) + b"\n" for raw in raws]))


def scan_text(text: bytes) -> Scanned:
    """Scan lines of which each ends with a line feed."""
    room = _room_for(len(text))
    data = room.data[: len(text) + len(_ZEROS)]
    data[: len(text)], data[len(text) :] = np.frombuffer(text, np.uint8), 0
    feeds = np.flatnonzero(np.equal(data[: len(text)], _LINE_FEED, out=room.feeds[: len(text)]))
    starts = np.concatenate((np.zeros(1, np.int64), feeds[:-1] + 1)) if len(feeds) else np.zeros(0, np.int64)
    lines = len(starts)
    small, counts = np.empty((lines, layout.WIDTH), np.int64), np.empty((lines, layout.LISTS), np.int64)
    ends = np.zeros(layout.LISTS, int)
    scan(data, starts, small, counts, *room.lists, ends)
    bytes_, numbers, calls, events = room.lists
    # Only what was filled is kept.
    return Scanned(
        text,
        starts,
        small,
        counts,
        [bytes_[each, : ends[each]].copy() for each in range(6)],
        [numbers[each, : ends[layout.NUMBERS + each]].copy() for each in range(7)],
        calls[: ends[layout.CALLS]].copy(),
        [events[each, : ends[layout.DECLARED + each]].copy() for each in range(2)],
    )


class _Room(NamedTuple):
    """Where a thread scans one text after another: memory that is new costs as much as scanning itself."""

    data: NDArray[np.uint8]
    """The text, and zeros behind it."""
    feeds: NDArray[np.bool_]
    """Where it has line feeds."""
    lists: tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.uint16], NDArray[np.int64]]
    """What a list can hold at most, by the letters that an item takes at least: bytes, numbers, calls, events."""


_OF_THREAD: Final = threading.local()


def _room_for(size: int) -> _Room:
    """The room of this thread, made larger where the text is."""
    room: _Room | None = getattr(_OF_THREAD, "room", None)
    if room is None or len(room.feeds) < size:
        items = size // 2 + len(_ZEROS)
        lists = (
            np.empty((6, items), np.uint8), np.empty((7, items), np.int32), np.empty(items, np.uint16),
            np.empty((2, items // 8, 6), np.int64),
        )  # fmt: skip
        room = _Room(np.empty(size + len(_ZEROS), np.uint8), np.empty(size, np.bool_), lists)
        _OF_THREAD.room = room
    return room


def digest_of(raw: bytes) -> int:
    """A number of 32 bits for the content of a record in the one way that it is written."""
    return int(digest(np.frombuffer(raw + _ZEROS, np.uint8), 0, len(raw)))


class Pieces(NamedTuple):
    """What Python reads of scanned lines: what many of them share, and what few of them have."""

    rules: list[Rules]
    rules_at: NDArray[np.int64]
    """By line, the place in the list."""
    seatings: list[Seats]
    seatings_at: NDArray[np.int64]
    """Likewise, -1 for none."""
    matches: list[str]
    matches_at: NDArray[np.int64]
    more: dict[int, str]
    """By line, what columns cannot say."""
    times: dict[int, datetime]
    """By line, a time that is not written in universal time."""


def pieces(found: Scanned) -> Pieces:
    """Read the pieces; a line of which one is not as we write it counts as not taken from here on."""
    small = found.small
    small[np.diff(found.starts, append=len(found.text)) > LONGEST + 1, layout.TAKEN] = 0
    _read_foreign(found)
    more, times = _read_more(found)
    ends = np.where(small[:, layout.OVERRIDES] < 0, small[:, layout.RULES + 8], small[:, layout.OVERRIDES + 8])
    ruled, rules_at = _numbered(found, small[:, layout.RULES], ends)
    rules: list[Rules] = []
    for at in ruled:
        name, overrides = found.piece(at, layout.RULES), found.piece(at, layout.OVERRIDES)
        read = BARE if overrides is None else _overrides(overrides)
        if read is None:
            small[rules_at == len(rules), layout.TAKEN] = 0
        assert name is not None
        rules.append((name.decode(), read or BARE))
    seated, seatings_at = _numbered(found, small[:, layout.PLAYERS], small[:, layout.PLAYERS + 8])
    read_seats = _seatings(found.pieces(seated, layout.PLAYERS))
    for place, seats in enumerate(read_seats):
        if seats is None:
            small[seatings_at == place, layout.TAKEN] = 0
    seatings = [each or () for each in read_seats]
    named, matches_at = _numbered(found, small[:, layout.MATCH], small[:, layout.MATCH + 8])
    matches = [each.decode() for each in found.pieces(named, layout.MATCH)]
    return Pieces(rules, rules_at, seatings, seatings_at, matches, matches_at, more, times)


def of_taken(found: Scanned, read: Pieces) -> Pieces:
    """The pieces without what only lines have that are not taken."""
    if found.taken.all():
        return read
    rules, rules_at = _used(read.rules, read.rules_at, found.taken)
    seatings, seatings_at = _used(read.seatings, read.seatings_at, found.taken)
    matches, matches_at = _used(read.matches, read.matches_at, found.taken)
    return Pieces(rules, rules_at, seatings, seatings_at, matches, matches_at, read.more, read.times)


def _used(shared: list[T], places: NDArray[np.int64], taken: NDArray[np.bool_]) -> tuple[list[T], NDArray[np.int64]]:
    used = np.unique(places[taken & (places >= 0)])
    moved = np.full(len(shared) + 1, -1)
    moved[used] = np.arange(len(used))
    return [shared[at] for at in used], moved[places]


def _numbered(found: Scanned, firsts: Any, ends: Any) -> tuple[list[int], NDArray[np.int64]]:
    """A line of each different piece, and for every line the place of its own among these."""
    firsts = np.where(found.taken, firsts, ABSENT)
    numbers, kept = np.empty(len(firsts), np.int64), np.empty(len(firsts), np.int64)
    data = np.frombuffer(found.text, np.uint8)
    table = np.full(2 << len(firsts).bit_length(), -1, np.int64)
    count = number_pieces(data, firsts, np.ascontiguousarray(ends), numbers, kept, table)
    return kept[:count].tolist(), numbers


def _read_foreign(found: Scanned) -> None:
    """Lines with other letters than ASCII are UTF-8, or not taken."""
    for at in map(int, np.flatnonzero(found.taken & (found.small[:, layout.FOREIGN] == 1))):
        try:
            found.line(at).decode()
        except UnicodeDecodeError:
            found.small[at, layout.TAKEN] = 0


_MORE: Final = (("time", layout.TIME), ("labels", layout.LABELS), ("notes", layout.NOTES), ("extra", layout.EXTRA))
_KINDS: Final = {"time": datetime, "extra": dict[str, Any]}


def _read_more(found: Scanned) -> tuple[dict[int, str], dict[int, datetime]]:
    """What columns cannot say, as JSON; and times with a zone."""
    out: dict[int, str] = {}
    times: dict[int, datetime] = {}
    has = np.zeros(len(found.small), bool)
    for _, which in _MORE:
        has |= found.small[:, which] >= 0
    for at in map(int, np.flatnonzero(found.taken & has)):
        said: dict[str, Raw] = {}
        for name, which in _MORE:
            raw = found.piece(at, which)
            if raw is None:
                continue
            read = typed(raw, _KINDS.get(name, tuple[dict[str, Any], ...]))
            if not read or (name == "time" and (read.tzinfo is None or not in_calendar(read))):
                found.small[at, layout.TAKEN] = 0
                break
            if name == "time":
                times[at] = read
            said[name] = Raw(raw)
        out[at] = msgspec.json.encode(said).decode()
    return out, times


def typed(raw: bytes, kind: Any) -> Any:
    """A piece of this type, None where it is not written as we write it."""
    try:
        found = msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if msgspec.json.encode(found) == raw else None


def _seatings(raws: Sequence[bytes]) -> list[Seats | None]:
    """Players by seat of each piece, None where it is not as we write it."""
    # A file has as many pieces as matches: they are read in one go, and each by itself only if one is amiss.
    together = typed(b"[" + b",".join(raws) + b"]", tuple[tuple[PlayerLine, ...], ...])
    if together is None or len(together) != len(raws):
        together = [typed(raw, tuple[PlayerLine, ...]) for raw in raws]
    return [
        tuple([(each.namespace or "", each.id, each.name) for each in players])
        if players and len(players) <= 4 and "" not in [each.namespace for each in players]
        else None
        for players in together
    ]


@lru_cache(maxsize=4096)
def _overrides(raw: bytes) -> bytes | None:
    """Overrides in one order, so that the same ones are one ruleset; None where they are not as we write them."""
    found = typed(raw, dict[str, Any])
    return msgspec.json.encode(found, order="sorted") if found else None


def columns(found: Scanned, read: Pieces, numbers: Sequence[int] | NDArray[np.int64]) -> pa.Table:
    """The taken lines as columns of `deal`, `rules`, `seats` and `match` being places in the lists of pieces.

    `numbers` are the lines' own.
    """
    small = found.small
    n = len(small)
    none = pa.nulls(n)
    rows: dict[str, Any] = {
        "line": np.asarray(numbers, np.uint32),
        "rules": read.rules_at.astype(np.uint32),
        "seats": _number(read.seatings_at, np.uint32, -1),
        "match": read.matches_at.astype(np.uint32),
        "number": small[:, layout.NUMBER].astype(np.uint32),
        "dealer": _small(small[:, layout.DEALER]),
        "time": _time(small[:, layout.INSTANT], read.times),
        "turned": _small(small[:, layout.TURNED]),
        "hands": _list(found, layout.HANDS),
        "hand_sizes": _list(found, layout.HAND_SIZES),
        "before_auction": _list(found, layout.BEFORE),
        "dealt_order": small[:, layout.MIXED] == 0,
        "calls": _lists(found.counts[:, layout.CALLS], found.calls),
        "call_seats": none,
        "exchange": _exchange(small),
        "declarations": _declarations(found),
        "belotes": _belotes(found),
        "plays": _list(found, layout.PLAYS),
        "play_seats": none,
        "claims": _claims(found),
        "ended": _words(small[:, layout.ENDED] - 1, _ENDED),
        "ended_by": _small(small[:, layout.ENDED_BY]),
        "simulated": small[:, layout.SIMULATED] == 1,
        "bots": _list(found, layout.BOTS),
        "more": pa.array([read.more.get(at) for at in range(n)], pa.string()) if read.more else none,
    }
    table = pa.table([pa.array(rows[each.name]).cast(each.type) for each in COLUMNS], schema=COLUMNS)
    return table if found.taken.all() else table.filter(pa.array(found.taken))


_ENDED: Final = ("claimed", "abandoned")
_KIND: Final = ("tierce", "quarte", "quinte", "carre")
_INCLUDED: Final[tuple[list[str], ...]] = (
    [],
    ["last_trick"],
    ["capot"],
    ["last_trick", "capot"],
    ["capot", "last_trick"],
)


def _number(values: Any, kind: Any, absent: int = ABSENT) -> pa.Array:
    return pa.array(np.where(values == absent, 0, values).astype(kind), mask=values == absent)


def _small(values: Any) -> pa.Array:
    return _number(values, np.uint8)


def _words(places: Any, words: Sequence[str]) -> pa.Array:
    """Texts by place among some words, null where it is negative."""
    return pa.DictionaryArray.from_arrays(pa.array(places, pa.int8(), mask=places < 0), list(words)).cast(pa.string())


def _time(instants: Any, times: dict[int, datetime]) -> pa.Array:
    values, absent = instants.copy(), instants == ABSENT
    for at, time in times.items():
        values[at] = pa.scalar(time, pa.timestamp("us", "UTC")).value
        absent[at] = False
    return pa.array(values, pa.int64(), mask=absent).cast(pa.timestamp("us", "UTC"))


def _lists(counts: Any, values: Any) -> pa.Array:
    """A column of lists of the given lengths, null where a length is negative."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(np.maximum(counts, 0), out=offsets[1:])
    absent = counts < 0
    return pa.ListArray.from_arrays(offsets, pa.array(values), mask=pa.array(absent) if absent.any() else None)


def _list(found: Scanned, which: int) -> pa.Array:
    return _lists(found.counts[:, which], found.bytes_[which])


def _exchange(small: Any) -> pa.Array:
    seat, play = small[:, layout.EXCHANGE_SEAT], small[:, layout.EXCHANGE_PLAY]
    fields = [_small(seat), _number(play, np.int8)]
    return pa.StructArray.from_arrays(fields, ["seat", "play"], mask=pa.array(seat == ABSENT))


def _declarations(found: Scanned) -> pa.Array:
    seat, play, cards, kind, top, shown = found.events[0].T
    fields = {
        "seat": seat.astype(np.uint8), "play": play.astype(np.uint8), "cards": cards.astype(np.uint32),
        "kind": _words(np.where(kind == ABSENT, -1, kind), _KIND), "top": _small(top), "shown": _small(shown),
    }  # fmt: skip
    arrays = [pa.array(each) for each in fields.values()]
    return _lists(found.counts[:, layout.DECLARED], pa.StructArray.from_arrays(arrays, list(fields)))


def _belotes(found: Scanned) -> pa.Array:
    seat, play, suit = (pa.array(each.astype(np.uint8)) for each in found.events[1].T[:3])
    rows = pa.StructArray.from_arrays([seat, suit, play], ["seat", "suit", "play"])
    return _lists(found.counts[:, layout.BELOTES], rows)


def _claims(found: Scanned) -> pa.Array:
    small = found.small
    winners = found.bytes_[layout.WINNERS]
    included = pa.array(_INCLUDED, pa.list_(pa.string())).take(pa.array(small[:, layout.INCLUDED]))
    said: dict[str, Any] = {
        "contract": _number(small[:, layout.CONTRACT], np.uint16),
        "taker": _small(small[:, layout.TAKER]),
        "doubled": _small(small[:, layout.DOUBLED]),
        "winners": _lists(found.counts[:, layout.WINNERS], pa.array(winners, mask=winners == 255)),
        "points_include": included,
        "match_winner": _small(small[:, layout.MATCH_WINNER]),
    }
    for name, which in _BY_SIDE.items():
        said[name] = _lists(found.counts[:, which], found.numbers[which - layout.NUMBERS])
    kind = COLUMNS.field("claims").type
    arrays = [said[kind.field(i).name].cast(kind.field(i).type) for i in range(kind.num_fields)]
    nothing = (small[:, layout.CLAIMED] == 0) | (small[:, layout.CLAIMED] == layout.EMPTY)
    return pa.StructArray.from_arrays(arrays, fields=list(kind), mask=pa.array(nothing))


_BY_SIDE: Final = {
    "points": layout.POINTS, "declarations": layout.DECLARATIONS, "belote": layout.BELOTE, "hanging": layout.HANGING,
    "score": layout.SCORE, "totals": layout.TOTALS, "penalties": layout.PENALTIES,
}  # fmt: skip
