"""JSON lines: one record a line, canonical, or another program's by a mapping."""

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import msgspec

from ingest import foreign
from ingest.chunk import Item
from ingest.format import Format, Reading
from ingest.lines import LONGEST, MARK, first_record, lines
from ingest.rejects import Reject


def knows(head: bytes) -> bool:
    """Whether the first line that begins as a JSON object is one; a list over several lines is none of ours."""
    if head.removeprefix(MARK).lstrip().startswith(b"["):
        return False
    for raw in head.removeprefix(MARK).splitlines()[:100]:
        if not raw.lstrip().startswith(b"{"):
            continue
        try:
            return isinstance(msgspec.json.decode(raw), dict)
        except (msgspec.DecodeError, RecursionError):
            # Cut off where the head ends, or pretty-printed over several lines.
            return len(raw) > 200
    return False


def first(source: BinaryIO) -> dict[str, Any] | None:
    """The first record."""
    return first_record(source)


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


FORMAT: Final = Format("jsonl", "JSON lines, one record a line", (".jsonl", ".ndjson"), knows, first, read)
