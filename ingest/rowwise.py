"""Rows of a table as records: one row a deal, or the rows of a deal gathered as a mapping says."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ingest import foreign
from ingest.chunk import Item
from ingest.excerpt import excerpt
from ingest.format import Reading
from ingest.mapping import Rows
from ingest.rejects import Reject
from ingest.wire import FIELDS

_TEXTS = ("match", "rules", "turned", "plays", "ended", "time")


def nested(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose dotted names are paths: `contract.trump` stands in `contract`."""
    record: dict[str, Any] = {}
    for name, value in row.items():
        *path, last = name.split(".")
        inside = record
        for step in path:
            found = inside.setdefault(step, {})
            if not isinstance(found, dict):
                inside[step] = found = {}
            inside = found
        inside[last] = value
    return record


def read(rows: Iterable[tuple[int, dict[str, Any]] | Reject], reading: Reading) -> Iterator[Item | Reject]:
    """The records of numbered rows."""
    mapping = reading.mapping
    gathered = rows if mapping is None or mapping.form.rows is None else _gathered(rows, mapping.form.rows)
    for found in gathered:
        if isinstance(found, Reject):
            yield found
            continue
        line, row = found
        if mapping is None:
            yield _canonical(line, row)
            continue
        record = nested(row)
        raw = msgspec.json.encode(record)
        deal = foreign.of_record(record, raw, line, mapping, reading.file, in_table=True)
        yield Reject(deal.reason, line, None, excerpt(raw.decode())) if isinstance(deal, Reject) else (line, raw, deal)


def _canonical(line: int, row: dict[str, Any]) -> Item:
    """A row of columns named as the record's fields are."""
    record = {
        name: value if name in _TEXTS or not isinstance(value, str) else _scalar(value) for name, value in row.items()
    }
    return line, msgspec.json.encode({name: record[name] for name in sorted(record, key=_order)}), None


def _order(name: str) -> int:
    return FIELDS.index(name) if name in FIELDS else len(FIELDS)


def _scalar(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _gathered(
    rows: Iterable[tuple[int, dict[str, Any]] | Reject], form: Rows
) -> Iterator[tuple[int, dict[str, Any]] | Reject]:
    """Rows that stand together and have the same key, as one record with a list of them."""
    key: tuple[Any, ...] | None = None
    held: list[dict[str, Any]] = []
    began = 0
    seen: set[tuple[Any, ...]] = set()
    for found in rows:
        if isinstance(found, Reject):
            yield found
            continue
        line, row = found
        here = tuple(str(row.get(name)) for name in form.by)
        if here != key:
            if held:
                yield _whole(began, held, form)
            if here in seen:
                yield Reject(f"the rows of {'/'.join(here)} do not stand together: sort them first", line)
            seen.add(here)
            key, held, began = here, [], line
        held.append(row)
    if held:
        yield _whole(began, held, form)


def _whole(line: int, rows: list[dict[str, Any]], form: Rows) -> tuple[int, dict[str, Any]] | Reject:
    if form.order is not None:
        try:
            rows = sorted(rows, key=lambda row: int(row[form.order]))  # type: ignore[index]
        except (KeyError, TypeError, ValueError):
            return Reject(f'expected a whole number in the column "{form.order}" of every row', line)
    record = dict(rows[0])
    for name in form.item:
        record.pop(name, None)
    record[form.list] = [{name: row[name] for name in form.item if name in row} for row in rows]
    return line, record
