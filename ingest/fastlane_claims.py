"""The fast lane's events and claims as columns."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ingest.fastline import CALLS, NO, ODD, Assembled, Claims, Line, lists, named, seat_column, typed, unsigned
from ingest.wire import BeloteLine, DeclarationLine, ExchangeLine
from replay.cards import CARD_BY_NAME, RANKS, SUITS, mask


def events(lines: Sequence[Line], out: Assembled) -> None:
    """The columns of exchange, declarations and belote."""
    for name, read, kind in (
        ("exchange", _cached_exchange, _EXCHANGE),
        ("declarations", _cached_declarations, _DECLARATIONS),
        ("belote", _cached_belotes, _BELOTES),
    ):
        column: list[Any] = []
        for at, line in enumerate(lines):
            raw = getattr(line, name)
            found = None if raw is NO else read(bytes(raw))
            if found is ODD:
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


@lru_cache(maxsize=4096)
def _cached_exchange(raw: bytes) -> Any:
    found = typed(raw, ExchangeLine)
    return ODD if found is ODD else ({"seat": found.seat, "play": found.play}, found.seat)


@lru_cache(maxsize=65536)
def _cached_declarations(raw: bytes) -> Any:
    found = typed(raw, tuple[DeclarationLine, ...])
    if found is ODD or len(found) > 32:
        return ODD
    rows = []
    for each in found:
        cards = [] if each.cards is None else [CARD_BY_NAME.get(word, -1) for word in each.cards.split(" ")]
        if -1 in cards or cards != sorted(set(cards)) or (each.cards is None and each.kind is None):
            return ODD
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
    found = typed(raw, tuple[BeloteLine, ...])
    if found is ODD or len(found) > 16:
        return ODD
    rows = [{"seat": each.seat, "suit": SUITS.index(each.suit), "play": each.play} for each in found]
    return rows, max((each.seat for each in found), default=-1)


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
_INCLUDED: Final = (["last_trick"], ["capot"], ["last_trick", "capot"], ["capot", "last_trick"])


def claims(lines: Sequence[Line], out: Assembled) -> None:
    """The column of the claims; by how many sides they are."""
    n = len(lines)
    absent = np.fromiter((line.claims is None for line in lines), bool, n)
    said = [line.claims or _NONE for line in lines]
    for at, line in enumerate(lines):
        # Empty claims are written only where nothing else is.
        if (
            line.claims is not None and line.claims == _NONE and (line.plays, line.calls, line.hands) != (NO, NO, NO)
        ) or (line.claims is None and line.plays is NO and line.calls is NO and line.hands is NO):
            out.odd[at] = True
        elif line.claims == _NONE:
            absent[at] = True
    fields: dict[str, pa.Array] = {}
    contract = named([each.contract for each in said], CALLS, out.odd)
    out.odd |= (contract >= 0) & (contract < 8)
    fields["contract"] = pa.array(np.maximum(contract, 0).astype(np.uint16), mask=contract < 0)
    fields["taker"] = seat_column([each.taker for each in said], out)
    doubled = [each.doubled for each in said]
    out.odd |= np.fromiter((each not in (None, 1, 2, 4) for each in doubled), bool, n)
    fields["doubled"] = unsigned(doubled, 8)
    fields["winners"] = _winners([each.winners for each in said], out)
    for name, (kind, least, most) in _CLAIM_LISTS.items():
        fields[name] = _numbers([getattr(each, name) for each in said], kind, least, most, out, name != "hanging")
    include = [each.points_include for each in said]
    out.odd |= np.fromiter((each is not None and each not in _INCLUDED for each in include), bool, n)
    fields["points_include"] = pa.array([each or [] for each in include], pa.list_(pa.string()))
    fields["match_winner"] = unsigned([each.match_winner for each in said], 8)
    for at, each in enumerate(said):
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
    return lists(pa.array(np.maximum(flat, 0).astype(np.uint8), mask=flat < 0), counts, absent)


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
    return lists(flat.astype(kind.to_pandas_dtype()), counts, absent)
