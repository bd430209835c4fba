"""Parquet: the canonical columns, or another program's by a mapping."""

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, BinaryIO, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from ingest import rowwise
from ingest.canonical import deal_of, record_of
from ingest.chunk import Item
from ingest.excerpt import excerpt
from ingest.format import Format, Reading
from ingest.rejects import Reject, Unreadable, dotted, unfit
from ingest.wire import FIELDS, VERSION, RecordLine
from replay.record import Deal

_U8: Final = pa.uint8()
_SIDES: Final = pa.list_(pa.int16())
SCHEMA: Final = pa.schema(
    [
        ("rebelote", _U8),
        ("match", pa.string()),
        ("deal", pa.uint32()),
        ("rules", pa.string()),
        ("overrides", pa.string()),  # JSON, as labels, notes and extra
        ("players", pa.list_(pa.struct([("id", pa.string()), ("name", pa.string()), ("namespace", pa.string())]))),
        ("dealer", _U8),
        ("time", pa.string()),
        ("turned", pa.string()),
        ("hands", pa.list_(pa.string())),
        ("dealt_order", pa.bool_()),
        ("calls", pa.list_(pa.string())),
        ("call_seats", pa.list_(_U8)),
        ("call_times", pa.list_(pa.string())),
        ("exchange", pa.struct([("seat", _U8), ("play", pa.int8())])),
        (
            "declarations",
            pa.list_(
                pa.struct(
                    [("seat", _U8), ("play", _U8), ("cards", pa.string()), ("kind", pa.string()), ("top", pa.string()),
                     ("shown", _U8)]
                )
            ),
        ),
        ("belote", pa.list_(pa.struct([("seat", _U8), ("suit", pa.string()), ("play", _U8)]))),
        ("plays", pa.string()),
        ("play_seats", pa.list_(_U8)),
        ("play_times", pa.list_(pa.string())),
        (
            "claims",
            pa.struct(
                [
                    ("contract", pa.string()), ("taker", _U8), ("doubled", _U8), ("winners", pa.list_(_U8)),
                    ("points", _SIDES), ("points_include", pa.list_(pa.string())), ("declarations", _SIDES),
                    ("belote", _SIDES), ("hanging", _SIDES), ("score", _SIDES), ("totals", pa.list_(pa.int32())),
                    ("match_winner", _U8), ("penalties", _SIDES),
                ]
            ),
        ),
        ("ended", pa.string()),
        ("ended_by", _U8),
        ("simulated", pa.bool_()),
        ("bots", pa.list_(_U8)),
        ("labels", pa.string()),
        ("notes", pa.string()),
        ("extra", pa.string()),
    ],
    metadata={"rebelote": str(VERSION)},
)  # fmt: skip
"""The columns of canonical Parquet, the fields of a record; seats and times stand beside the cards and calls."""
TEXTS: Final = ("overrides", "labels", "notes", "extra")
"""Fields with keys of any kind: their column has them as JSON text."""


def knows(head: bytes) -> bool:
    """Whether it begins as Parquet does."""
    return head.startswith(b"PAR1")


def objects(source: BinaryIO) -> Generator[dict[str, Any], None, None]:
    """The rows as records."""
    with closing(_rows(source)) as rows:
        for found in rows:
            if not isinstance(found, Reject):
                yield rowwise.nested(found[1])


def read(source: BinaryIO, reading: Reading) -> Iterator[Item | Reject]:
    """The records of the rows; the line of a record is the number of its row."""
    if reading.mapping is not None:
        yield from rowwise.read(_rows(source), reading)
        return
    for found in _rows(source):
        if isinstance(found, Reject):
            yield found
            continue
        line, row = found
        shown = json.dumps(row, default=str, ensure_ascii=False)
        try:
            deal = deal_of(msgspec.convert({name: each for name, each in _fields(row)}, RecordLine))
        except msgspec.ValidationError as error:
            fault = unfit(error, FIELDS)
            yield Reject(f'"{dotted(fault.path)}": {fault.reason}', line, None, excerpt(shown))
        except Unreadable as error:
            place = f'"{dotted(error.path)}": ' if error.path else ""
            yield Reject(place + error.reason, line, None, excerpt(shown))
        else:
            yield line, shown.encode("utf-8", "replace"), deal


def _rows(source: BinaryIO) -> Generator[tuple[int, dict[str, Any]] | Reject, None, None]:
    number = 0
    try:
        for batch in pq.ParquetFile(source).iter_batches(4096):
            for row in batch.to_pylist():
                number += 1
                yield number, {name: each for name, each in row.items() if each is not None}
    except (pa.ArrowException, OSError, ValueError) as error:
        yield Reject(f"the Parquet file is damaged: {error}", number + 1 if number else None)


def _fields(row: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if name in TEXTS:
            try:
                yield name, json.loads(value)
            except (ValueError, TypeError, RecursionError):
                raise Unreadable("expected a text of JSON", [name]) from None
        elif name == "plays":
            cards = value.split() if isinstance(value, str) else value
            yield name, _beside(cards, "card", row.get("play_seats"), row.get("play_times"), value)
        elif name == "calls":
            yield name, _beside(value, "call", row.get("call_seats"), row.get("call_times"), value)
        elif name not in ("play_seats", "play_times", "call_seats", "call_times"):
            yield name, _said(value)


def _beside(items: Any, what: str, seats: Any, times: Any, bare: Any) -> Any:
    """Cards or calls with the seats and times beside them."""
    if seats is None and times is None:
        return bare
    count = len(items)
    for each in (seats, times):
        if each is not None and len(each) != count:
            raise Unreadable(
                f"expected {count} seats and times, one for each", [f"{what}s" if what == "call" else "plays"]
            )
    joined = []
    for at, item in enumerate(items):
        seat = None if seats is None else seats[at]
        time = None if times is None else times[at]
        joined.append(item if seat is None and time is None else {what: item, "seat": seat, "time": time})
    return joined


def _said(value: Any) -> Any:
    """A value without the fields that say nothing."""
    if isinstance(value, dict):
        return {name: _said(each) for name, each in value.items() if each is not None}
    if isinstance(value, list):
        return [_said(each) for each in value]
    return value


def table(deals: Sequence[Deal]) -> pa.Table:
    """Deals in the canonical columns."""
    return pa.Table.from_pylist([_row(deal) for deal in deals], schema=SCHEMA)


def _row(deal: Deal) -> dict[str, Any]:
    record = record_of(deal)
    row: dict[str, Any] = msgspec.to_builtins(record)
    row["dealt_order"] = record.dealt_order
    row["simulated"] = record.simulated
    for name in TEXTS:
        row[name] = msgspec.json.encode(row[name]).decode() if row.get(name) else None
    row["bots"] = row.get("bots") or None
    row["players"] = row.get("players") or None
    for name, what, prefix in (("plays", "card", "play"), ("calls", "call", "call")):
        items = row.get(name)
        if isinstance(items, list | tuple):
            each = [item if isinstance(item, dict) else {what: item} for item in items]
            row[name] = [item[what] for item in each]
            for field in ("seat", "time"):
                column = [item.get(field) for item in each]
                row[f"{prefix}_{field}s"] = column if any(value is not None for value in column) else None
            if name == "plays":
                row[name] = " ".join(row[name])
    return row


def write(path: str, tables: Iterable[pa.Table]) -> None:
    """Write tables of deals as one file."""
    with pq.ParquetWriter(path, SCHEMA, compression="zstd") as writer:
        for each in tables:
            writer.write_table(each)


FORMAT: Final = Format("parquet", "Parquet, canonical or by a mapping", (".parquet",), knows, objects, read)
