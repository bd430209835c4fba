"""The published JSON Schema of the canonical record; `python -m ingest.record_schema` writes it."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from ingest.wire import VERSION, RecordLine

PUBLISHED: Final = Path(__file__).parent.parent / "data" / "schema" / f"record-{VERSION}.schema.json"
"""Its place in a checkout."""


def record_schema() -> dict[str, Any]:
    """The schema of one line, with the titles and sentences of `ingest.wire`."""
    schema = msgspec.json.schema(RecordLine)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"Rebelote record, version {VERSION}"}
    need = {"anyOf": [{"required": [part]} for part in ("plays", "calls", "hands", "claims")]}
    return head | schema | need


def text() -> str:
    """The schema as the published file has it."""
    return json.dumps(record_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PUBLISHED.parent.mkdir(parents=True, exist_ok=True)
    PUBLISHED.write_text(text(), encoding="utf-8")
