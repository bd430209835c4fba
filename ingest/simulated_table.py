"""Simulated deals as canonical Parquet: the columns of a record, made from its JSON lines without one object a deal."""

import io
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pyarrow as pa
from pyarrow import json

from ingest.opening import TEXTS
from ingest.wire import VERSION

_U8: Final = pa.uint8()
_SIDES: Final = pa.list_(pa.int16())
_PLAYER: Final = pa.struct([("id", pa.string()), ("name", pa.string()), ("namespace", pa.string())])
_DECLARATION: Final = pa.struct(
    [("seat", _U8), ("play", _U8), ("cards", pa.string()), ("kind", pa.string()), ("top", pa.string()), ("shown", _U8)]
)
_CLAIMS: Final = pa.struct(
    [
        ("contract", pa.string()), ("taker", _U8), ("doubled", _U8), ("winners", pa.list_(_U8)), ("points", _SIDES),
        ("points_include", pa.list_(pa.string())), ("declarations", _SIDES), ("belote", _SIDES), ("hanging", _SIDES),
        ("score", _SIDES), ("totals", pa.list_(pa.int32())), ("match_winner", _U8), ("penalties", _SIDES),
    ]
)  # fmt: skip
SCHEMA: Final = pa.schema(
    [
        ("rebelote", _U8), ("match", pa.string()), ("deal", pa.uint32()), ("rules", pa.string()),
        ("overrides", pa.string()), ("players", pa.list_(_PLAYER)), ("dealer", _U8), ("time", pa.string()),
        ("turned", pa.string()), ("hands", pa.list_(pa.string())), ("dealt_order", pa.bool_()),
        ("calls", pa.list_(pa.string())), ("call_seats", pa.list_(_U8)), ("call_times", pa.list_(pa.string())),
        ("exchange", pa.struct([("seat", _U8), ("play", pa.int8())])), ("declarations", pa.list_(_DECLARATION)),
        ("belote", pa.list_(pa.struct([("seat", _U8), ("suit", pa.string()), ("play", _U8)]))),
        ("plays", pa.string()), ("play_seats", pa.list_(_U8)), ("play_times", pa.list_(pa.string())),
        ("claims", _CLAIMS), ("ended", pa.string()), ("ended_by", _U8),
        ("simulated", pa.bool_()), ("bots", pa.list_(_U8)), ("labels", pa.string()),
        ("notes", pa.string()), ("extra", pa.string()),
    ],
    metadata={"rebelote": str(VERSION)},
)  # fmt: skip
"""The fields of a record; seats and times stand beside the cards and calls, fields of any form are JSON texts."""


def from_lines(lines: bytes) -> pa.Table:
    """The table of records that say nothing but what simulated players do."""
    options = json.ParseOptions(explicit_schema=SCHEMA, unexpected_field_behavior="error")
    return json.read_json(io.BytesIO(lines), parse_options=options).select(SCHEMA.names).cast(SCHEMA)


def from_records(records: Sequence[dict[str, Any]]) -> pa.Table:
    """The table of any records."""
    return pa.Table.from_pylist([_row(record) for record in records], schema=SCHEMA)


def _row(record: dict[str, Any]) -> dict[str, Any]:
    row = dict(record)
    for name in TEXTS:
        if row.get(name):
            row[name] = msgspec.json.encode(row[name]).decode()
    for name, what, beside in (("plays", "card", "play_seats"), ("calls", "call", "call_seats")):
        items = row.get(name)
        if isinstance(items, list) and any(isinstance(item, dict) for item in items):
            row[beside] = [item.get("seat") if isinstance(item, dict) else None for item in items]
            row[name] = [item[what] if isinstance(item, dict) else item for item in items]
        if name == "plays" and isinstance(row.get(name), list):
            row[name] = " ".join(row[name])
    return row
