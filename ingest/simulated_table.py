"""Simulated deals as canonical Parquet: the columns of a record, made from its JSON lines without one object a deal."""

import io
from collections.abc import Sequence
from typing import Any

import msgspec
import pyarrow as pa
from pyarrow import json

from ingest.format_parquet import SCHEMA, TEXTS


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
