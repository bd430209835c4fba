"""Arrow tables of deals with their lists packed, and the lists of such a table."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.arrays import ends, numbers, unwritten, whole
from ingest.packing.forms import CARDS, FORMS, INCLUDED, KINDS, NUMBERS, SEATED, odd_lists
from ingest.packing.loops import (
    add_up,
    count_numbers,
    pack_cards,
    pack_numbers,
    set_apart,
    unpack_cards,
    unpack_numbers,
)
from ingest.workers import count
from replay.columns import Lists

_TYPES: Final[Mapping[str, Any]] = {
    "claims.points": np.int16, "claims.declarations": np.int16, "claims.belote": np.int16, "claims.hanging": np.int16,
    "claims.score": np.int16, "claims.totals": np.int32, "claims.penalties": np.int16,
}  # fmt: skip
"""Of the elements of a list, where they are not bytes."""


def packed(deals: pa.Table) -> pa.Table:
    """Rows of `deal`, with whatever other columns, as rows of `record`."""
    claims = whole(deals["claims"])
    said = dict(zip([each.name for each in claims.type], claims.flatten(), strict=True))
    n = deals.num_rows
    lists = {name: _lists(whole(deals[name]), name) for name in (*CARDS, *SEATED)}
    lists |= {name: _lists(said[name.removeprefix("claims.")], name) for name in FORMS if name not in SEATED}
    found = {name: np.empty(n, np.int64) for name in FORMS}
    fits = {name: np.empty(n, np.bool_) for name in KINDS}
    with ThreadPoolExecutor(count()) as pool:
        list(pool.map(lambda name: pack_numbers(lists[name], *FORMS[name], found[name], fits[name]), FORMS))
    found["plays_n"] = np.diff(lists["plays"].offsets).astype(np.int64)
    sizes = _sums(Lists(*ends(whole(deals["hand_sizes"])), numbers(whole(deals["hand_sizes"]).values)))
    lengths = {"hands": np.where(fits["hand_sizes"], sizes, -1), "plays": found["plays_n"]}
    columns: dict[str, Any] = {}
    cards = {name: (np.empty((NUMBERS, n), np.int64), np.empty(n, np.int64)) for name in CARDS}
    with ThreadPoolExecutor(count()) as pool:
        list(pool.map(lambda name: pack_cards(lists[name], lengths[name], *cards[name], fits[name]), CARDS))
    for name, (told, above) in CARDS.items():
        words, unknown = cards[name]
        found[told] = found[told] | unknown << above
        columns[f"{name}_0"] = _column(words[0], fits[name])
        columns |= {f"{name}_{at}": pa.array(words[at]) for at in range(1, NUMBERS)}
    for name, each in found.items():
        column = _column(each, fits["plays" if name == "plays_n" else name])
        if name.startswith("claims."):
            said[name.removeprefix("claims.")] = column
        else:
            columns[name] = column
    columns["claims"] = pa.StructArray.from_arrays(list(said.values()), list(said), mask=claims.is_null())
    columns["odd"] = _odd(lists, fits)
    kept = [name for name in deals.column_names if name not in CARDS and name not in columns]
    return pa.table({**{name: deals[name] for name in kept}, **columns})


def unpacked(table: pa.Table) -> dict[str, Lists]:
    """The packed lists of rows of `record`, by kind, as compiled rules take them.

    Claims stand in columns like `claims.points`. NOTHING is nobody among winners, and what points include is by its
    place in `INCLUDED`.
    """
    odd = _odd_rows(whole(table["odd"]))
    with ThreadPoolExecutor(count()) as pool:
        found = dict(zip(FORMS, pool.map(lambda name: _numbers_of(table, name, odd), FORMS), strict=True))
        sizes = _sums(found["hand_sizes"])
        found |= zip(CARDS, pool.map(lambda name: _cards_of(table, name, sizes, odd), CARDS), strict=True)
    return found


_Odd: TypeAlias = Mapping[int, Mapping[str, list[int]]]
"""By row the lists that did not fit, by kind."""


def _numbers_of(table: pa.Table, name: str, odd: _Odd) -> Lists:
    form, number = FORMS[name], _numbers(table[name])
    if name == "hand_sizes":
        number = unwritten(number & (1 << CARDS["hands"][1]) - 1)
    lengths = np.empty(len(number), np.int64)
    count_numbers(number, *form, lengths)
    out = _room(whole(table[name]), lengths, name, odd)
    unpack_numbers(number, *form, out.offsets, out.values)
    return _done(out, name, odd)


def _cards_of(table: pa.Table, name: str, sizes: Any, odd: _Odd) -> Lists:
    """Hands, of which `sizes` are known, or plays, which tell themselves how many they are."""
    told, above = CARDS[name]
    number = _numbers(table[told])
    out = _room(whole(table[f"{name}_0"]), number & 63 if name == "plays" else sizes, name, odd)
    words = tuple(_numbers(table[f"{name}_{at}"]) for at in range(NUMBERS))
    unpack_cards(words, unwritten(number >> above), out.offsets, out.values)
    return _done(out, name, odd)


def _room(packed: Any, lengths: Any, name: str, odd: _Odd) -> Lists:
    """Room for the elements of a kind of list, of which each row has so many, if it has a list."""
    valid = numbers(packed.is_valid())
    if packed.null_count:
        lengths = lengths * valid
    misfits = {row: each[name] for row, each in odd.items() if name in each}
    if misfits:
        valid = valid.copy()
        valid[list(misfits)] = True
        lengths[list(misfits)] = [len(each) for each in misfits.values()]
    offsets = np.zeros(len(valid) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    return Lists(unwritten(valid), unwritten(offsets), np.empty(offsets[-1], _TYPES.get(name, np.uint8)))


def _done(lists: Lists, name: str, odd: _Odd) -> Lists:
    """Lists with those that did not fit."""
    valid, offsets, values = lists
    for row, each in odd.items():
        if name in each:
            values[offsets[row] : offsets[row + 1]] = np.array(each[name], np.int64).astype(values.dtype)
    if name in SEATED:
        set_apart(offsets, values)
    return Lists(valid, offsets, unwritten(values))


def _lists(array: Any, name: str) -> Lists:
    """A kind of list with whole numbers as elements."""
    values = array.values
    if name in CARDS:
        return Lists(*ends(array), numbers(values))
    if name == "claims.points_include":
        values = pc.index_in(values, pa.array(INCLUDED))
        if values.null_count:
            raise ValueError(f"points include something else than {INCLUDED}")
    elif name == "claims.winners":
        values = pc.fill_null(values.cast(pa.int32()), -1)
    plain = numbers(values).astype(np.int32)
    if name in SEATED:
        set_apart(numbers(array.offsets), plain)
    return Lists(*ends(array), unwritten(plain))


def _sums(lists: Lists) -> Any:
    """The sum of each list."""
    sums = np.empty(len(lists.valid), np.int64)
    add_up(lists, sums)
    return sums


def _column(values: Any, fits: Any) -> pa.Array:
    return pa.array(values, mask=None if fits.all() else ~fits)


def _numbers(column: Any) -> Any:
    """Packed numbers, 0 for none."""
    array = whole(column)
    return numbers(array.fill_null(0) if array.null_count else array)


def _odd(lists: Mapping[str, Lists], fits: Mapping[str, Any]) -> pa.Array:
    """By row the lists that do not fit: their lengths by kind, and their elements."""
    misfits = {name: lists[name].valid & ~fits[name] for name in KINDS}
    rows = np.flatnonzero(np.logical_or.reduce(list(misfits.values())))
    n = len(lists["hands"].valid)
    if not len(rows):
        return pa.nulls(n, pa.list_(pa.int32()))
    found: list[list[int] | None] = [None] * n
    for row in rows:
        lengths: list[int] = []
        elements: list[int] = []
        for name in KINDS:
            start, end = lists[name].offsets[row : row + 2]
            own = lists[name].values[start:end].tolist() if misfits[name][row] else None
            lengths.append(-1 if own is None else len(own))
            elements += own or []
        found[row] = lengths + elements
    return pa.array(found, pa.list_(pa.int32()))


def _odd_rows(odd: Any) -> _Odd:
    if odd.null_count == len(odd):
        return {}
    rows = np.flatnonzero(numbers(odd.is_valid())).tolist()
    return {row: odd_lists(each) for row, each in zip(rows, odd.drop_null().to_pylist(), strict=True)}
