"""A line of canonical JSON taken apart at once, and what its columns are made with."""

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, Final

import msgspec
import numpy as np
import pyarrow as pa
from msgspec import Raw
from numpy.typing import NDArray

from replay.cards import CONTRACTS
from replay.record import CAPOT_BID, bid, call_by_name

_DIGEST: Final = (1 << 32) - 1
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
Mask = NDArray[np.bool_]
ODD: Final[Any] = object()
"""Stands for a piece that is not written as we write it."""


class _Numbers(dict[str, int]):
    """Numbers by name, -1 for what has none."""

    def __missing__(self, name: str) -> int:
        return -1


CALLS: Final = _Numbers(
    {
        **{word: call_by_name(word) for word in ("pass", "take", "double", "redouble")},
        **{
            points + contract: bid(number, value)
            for number, contract in enumerate(CONTRACTS)
            for points, value in [("", 1), ("capot", CAPOT_BID), *((str(each), each) for each in range(2, CAPOT_BID))]
        },
    }
)


class Assembled(msgspec.Struct):
    """Columns of many lines, and which of them hold a fault or are not written as we write."""

    columns: Columns
    odd: Mask
    seats: NDArray[np.int64]
    """The highest seat that a line names, -1 for none."""
    hands: NDArray[np.int64]
    """How many hands it has, -1 for none."""
    sides: NDArray[np.int64]
    """How many sides its claims are by; -1 for none, -2 where they differ."""


def digest(raw: bytes) -> int:
    """A number of 32 bits for the content of a record in the one way that it is written."""
    return int.from_bytes(blake2b(raw, digest_size=8).digest(), "little") & _DIGEST


def digests(raws: Iterable[bytes]) -> NDArray[np.uint64]:
    """The digests of many."""
    return np.frombuffer(b"".join([blake2b(raw, digest_size=8).digest() for raw in raws]), "<u8") & np.uint64(_DIGEST)


def unsigned(values: list[int | None], bits: int) -> pa.Array:
    """Numbers that are not negative, null for those that are or are too large."""
    """Numbers that are not negative, null for those that are or are too large."""
    clean = [each if each is not None and 0 <= each < 1 << bits else None for each in values]
    return pa.array(clean, pa.uint32() if bits == 32 else pa.uint8())


def seat_column(values: list[int | None], out: Assembled) -> pa.Array:
    """Seats, of which the highest is noted; what is no seat is odd."""
    """Seats, of which the highest is noted; what is no seat is odd."""
    numbers = np.fromiter((-1 if each is None else each if 0 <= each < 4 else 9 for each in values), np.int64)
    out.odd |= numbers > 3
    np.maximum(out.seats, np.where(numbers > 3, -1, numbers), out=out.seats)
    return pa.array(numbers.astype(np.uint8), mask=numbers < 0)


def named(values: list[str | None], table: dict[str, int], odd: Mask) -> NDArray[np.int64]:
    """Numbers of names, -1 for none."""
    numbers = np.fromiter((-1 if each is None else table.get(each, -2) for each in values), np.int64)
    odd |= numbers == -2
    return numbers


def bytes_or_null(numbers: NDArray[np.int64]) -> pa.Array:
    """Small numbers, null for negative ones."""
    """Small numbers, null for negative ones."""
    return pa.array(np.maximum(numbers, 0).astype(np.uint8), mask=numbers < 0)


def lists(values: Any, counts: Any, absent: Mask | None = None, kind: Any = None) -> pa.Array:
    """A column of lists of the given lengths."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    items = values if isinstance(values, pa.Array) else pa.array(values, kind)
    gone = None if absent is None or not absent.any() else pa.array(absent)
    return pa.ListArray.from_arrays(pa.array(offsets), items, mask=gone)


def typed(raw: bytes, kind: Any) -> Any:
    """A piece of this type, if it is written as we write it."""
    try:
        found = msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, RecursionError):
        return ODD
    return found if msgspec.json.encode(found) == raw else ODD
