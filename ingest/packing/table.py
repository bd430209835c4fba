"""Arrow tables of deals with their lists packed, and the lists of such a table."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.arrays import ends, numbers, unwritten, whole
from ingest.packing.forms import CARDS, FORMS, INCLUDED, KINDS, NUMBERS, odd_lists
from ingest.packing.loops import count_numbers, pack_cards, pack_numbers, unpack_cards, unpack_numbers
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
    lists = {name: _lists(whole(deals[name]), np.uint8) for name in CARDS}
    for name in FORMS:
        kind = name.removeprefix("claims.")
        lists[name] = _lists(_plain(said[kind] if kind != name else whole(deals[name]), name), np.int32)
    n = deals.num_rows
    found, fits = {}, {}
    for name, form in FORMS.items():
        found[name], fits[name] = np.empty(n, np.int64), np.empty(n, np.bool_)
        pack_numbers(lists[name], *form, found[name], fits[name])
    found["plays_n"] = np.diff(lists["plays"].offsets).astype(np.int64)
    sums = _counted("hand_sizes", found["hand_sizes"])[1]
    lengths = {"hands": np.where(fits["hand_sizes"], sums, -1), "plays": found["plays_n"]}
    columns: dict[str, Any] = {}
    for name, (told, above) in CARDS.items():
        words, unknown, fits[name] = np.empty((NUMBERS, n), np.int64), np.empty(n, np.int64), np.empty(n, np.bool_)
        pack_cards(lists[name], lengths[name], words, unknown, fits[name])
        found[told] = found[told] | unknown << above
        columns |= {f"{name}_{at}": _column(words[at], fits[name]) for at in range(NUMBERS)}
    columns["plays_n"] = _column(found.pop("plays_n"), fits["plays"])
    columns["odd"] = _odd(lists, fits)
    numbered = {name: _column(each, fits[name]) for name, each in found.items()}
    columns |= {name: each for name, each in numbered.items() if not name.startswith("claims.")}
    said |= {name.removeprefix("claims."): numbered[name] for name in numbered if name.startswith("claims.")}
    columns["claims"] = pa.StructArray.from_arrays(list(said.values()), list(said), mask=claims.is_null())
    out = deals.drop_columns(["hands", "plays", "claims", "hand_sizes", "before_auction"])
    for name, column in columns.items():
        out = out.append_column(name, column)
    return out


def unpacked(table: pa.Table, name: str) -> Lists:
    """A list of every row of `record`, whose claims stand in columns like `claims.points`, as compiled rules take it.

    NOTHING stands for nobody among winners, and what points include is by its place in `INCLUDED`.
    """
    kind = _TYPES.get(name, np.uint8)
    told, above = CARDS.get(name, (name, 0))
    number = _numbers(table[told])
    valid = numbers(whole(table[f"{name}_0" if name in CARDS else name]).is_valid())
    if name == "plays":
        lengths = number & 63
    elif name == "hands":
        lengths = _counted(told, number)[1] * valid
    else:
        lengths, _ = _counted(name, number)
    odd = _odd_rows(table, name)
    if odd:
        valid, lengths = valid.copy(), lengths.copy()
        valid[list(odd)] = True
        lengths[list(odd)] = [len(each) for each in odd.values()]
    offsets = np.zeros(len(number) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    values = np.empty(offsets[-1], kind)
    if name in CARDS:
        words = tuple(_numbers(table[f"{name}_{at}"]) for at in range(NUMBERS))
        unpack_cards(words, unwritten(number >> above), unwritten(offsets), values)
    else:
        unpack_numbers(number, *FORMS[name], unwritten(offsets), values)
    for row, each in odd.items():
        values[offsets[row] : offsets[row + 1]] = each
    if name == "claims.winners":
        values -= np.uint8(1)  # NOTHING for nobody
    return Lists(unwritten(valid), unwritten(offsets), unwritten(values))


def _plain(array: Any, name: str) -> Any:
    """A column of lists with numbers for what else an element may be."""
    values = array.values
    if name == "claims.winners":
        values = pc.fill_null(pc.add(values.cast(pa.int32()), 1), 0)
    elif name == "claims.points_include":
        values = pc.index_in(values, pa.array(INCLUDED))
        if values.null_count:
            raise ValueError(f"points include something else than {INCLUDED}")
    else:
        return array
    return pa.ListArray.from_arrays(array.offsets, values, mask=array.is_null())


def _lists(array: Any, kind: Any) -> Lists:
    return Lists(*ends(array), unwritten(numbers(array.values).astype(kind, copy=False)))


def _counted(name: str, packed: Any) -> tuple[Any, Any]:
    """How many elements packed lists of a kind have, and their sums."""
    lengths, sums = np.empty(len(packed), np.int64), np.empty(len(packed), np.int64)
    count_numbers(unwritten(packed.view()), *FORMS[name], lengths, sums)
    return lengths, sums


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


def _odd_rows(table: pa.Table, name: str) -> dict[int, list[int]]:
    """The lists of a name that did not fit, by row."""
    odd = whole(table["odd"])
    if odd.null_count == len(odd):
        return {}
    found = {row: odd_lists(odd[row].as_py()) for row in np.flatnonzero(numbers(odd.is_valid()))}
    return {int(row): each[name] for row, each in found.items() if name in each}
