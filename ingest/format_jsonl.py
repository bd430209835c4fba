"""JSON lines: one record a line, canonical, or another program's by a mapping."""

from collections.abc import Generator, Iterator
from typing import Any, BinaryIO, Final

import msgspec

from ingest import foreign
from ingest.chunk import Item
from ingest.format import Format, Reading
from ingest.lines import LONGEST, MARK, lines
from ingest.rejects import Reject

LONG: Final = 30_000
"""Bytes of a line from which it is taken for a record though its end is not seen."""


def knows(head: bytes) -> bool:
    """Whether a line among the first is a JSON object that begins at the margin; a list over several lines is not."""
    start = head.removeprefix(MARK).lstrip()
    lines = start.splitlines()[:100]
    if start.startswith(b"[") and not (len(lines) > 1 and _is(lines[0], list)):
        return False
    # A record longer than what is looked at is cut off and still one, and no document has such lines.
    return any(raw.startswith(b"{") and (_is(raw, dict) or len(raw) > LONG) for raw in lines)


def _is(raw: bytes, kind: type) -> bool:
    try:
        return isinstance(msgspec.json.decode(raw), kind)
    except (msgspec.DecodeError, RecursionError):
        return False


def objects(source: BinaryIO) -> Generator[dict[str, Any], None, None]:
    """The lines that are objects."""
    for _, raw in lines(source):
        try:
            found = None if raw is None else msgspec.json.decode(raw)
        except (msgspec.DecodeError, RecursionError):
            continue
        if isinstance(found, dict):
            yield found


def read(source: BinaryIO, reading: Reading) -> Iterator[Item | Reject]:
    """The records, line by line."""
    mapping = reading.mapping
    for number, raw in lines(source):
        if raw is None:
            yield Reject(f"the line is longer than {LONGEST} bytes: no record is", number)
        elif mapping is None:
            yield number, raw, None
        else:
            found = foreign.decode(raw, number, mapping, reading.file)
            yield found if isinstance(found, Reject) else (number, raw, found)


FORMAT: Final = Format("jsonl", "JSON lines, one record a line", (".jsonl", ".ndjson"), knows, objects, read)
