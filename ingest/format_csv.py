"""Tables as text: one row a deal or, as a mapping says, one row a card."""

import csv
import io
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any, BinaryIO, Final

import msgspec

from ingest import rowwise
from ingest.chunk import Item
from ingest.excerpt import excerpt
from ingest.format import Format, Reading
from ingest.lines import MARK
from ingest.rejects import Reject

DELIMITERS: Final = ",;\t|"
LARGEST_CELL: Final = 1 << 20
csv.field_size_limit(LARGEST_CELL)


def knows(head: bytes) -> bool:
    """Whether the first line names several columns."""
    lines = head.removeprefix(MARK).decode("utf-8", "replace").lstrip("\r\n").splitlines()
    if not lines or lines[0].lstrip().startswith(("{", "[")):
        return False
    names = next(csv.reader([lines[0]], delimiter=delimiter(lines[0])), [])
    return len(names) > 1 and len(set(names)) == len(names) and all(each.strip() for each in names) and len(lines) > 1


def delimiter(line: str) -> str:
    """What parts the columns in a first line."""
    return max(DELIMITERS, key=line.count)


def objects(source: BinaryIO) -> Generator[dict[str, Any], None, None]:
    """The rows as records."""
    with closing(_rows(source)) as rows:
        for found in rows:
            if not isinstance(found, Reject):
                yield rowwise.nested(found[1])


def read(source: BinaryIO, reading: Reading) -> Iterator[Item | Reject]:
    """The records of the rows."""
    yield from rowwise.read(_rows(source), reading)


def _rows(source: BinaryIO) -> Generator[tuple[int, dict[str, Any]] | Reject, None, None]:
    text = io.TextIOWrapper(source, encoding="utf-8-sig", errors="surrogateescape", newline="")
    try:
        head = text.readline(LARGEST_CELL)
        names = next(csv.reader([head], delimiter=(parted := delimiter(head))), [])
        rows = csv.reader(text, delimiter=parted, strict=True)
        while True:
            before = rows.line_num + 2
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                yield Reject(f"not a row of the table: {error}", rows.line_num + 1)
                continue
            if not row:
                continue
            shown = excerpt(parted.join(row).encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
            if len(row) != len(names):
                yield Reject(f"{len(row)} cells: the first line names {len(names)} columns", before, None, shown)
            elif any("\udc80" <= each <= "\udcff" for cell in row for each in cell):
                yield Reject("not UTF-8: expected a text in that encoding", before, None, shown)
            else:
                yield before, {name.strip(): _cell(cell) for name, cell in zip(names, row, strict=True) if cell != ""}
    finally:
        text.detach()


def _cell(text: str) -> Any:
    """What a cell holds: JSON where it is a list, an object or a quoted text, else the text itself."""
    if text[0] in '[{"':
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            return text
    return text


FORMAT: Final = Format("csv", "a table as text, one row a deal or a card", (".csv", ".tsv"), knows, objects, read)
