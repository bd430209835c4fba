"""Opening: record files as lines, whether plain, packed with gzip or zstandard, or a canonical Parquet file."""

import gzip
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import msgspec

PACKED: Final = {".gz": "gzip", ".zst": "zstd"}
"""Endings of packed files."""
TABLE: Final = ".parquet"
TEXTS: Final = ("overrides", "labels", "notes", "extra")
"""Fields with keys of any kind: a Parquet column has them as JSON text."""


class NotPacked(ValueError):
    """A file is not what its ending says."""


def opened(path: Path) -> BinaryIO:
    """The file's bytes for reading, unpacked by its ending; a Parquet file as JSON lines.

    Raises OSError where it cannot be opened, NotPacked where it is not what its ending says.
    """
    if path.suffix == TABLE:
        return cast(BinaryIO, io.BufferedReader(_Lines(_rows(path))))
    source = path.open("rb")
    if path.suffix not in PACKED:
        return source
    if path.suffix == ".gz":
        return cast(BinaryIO, io.BufferedReader(gzip.GzipFile(fileobj=source)))
    from pyarrow import CompressedInputStream, PythonFile

    return cast(BinaryIO, io.BufferedReader(CompressedInputStream(PythonFile(source), PACKED[path.suffix])))


def _rows(path: Path) -> Iterator[bytes]:
    """The records of a canonical Parquet file as lines, a batch at a time."""
    import pyarrow
    from pyarrow import parquet

    try:
        file = parquet.ParquetFile(path)
    except pyarrow.ArrowInvalid as error:
        raise NotPacked(f"it is no Parquet file: {error}") from error
    for batch in file.iter_batches(4096):
        for row in batch.to_pylist():
            yield msgspec.json.encode(_said(row)) + b"\n"


def _said(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what it does not say, seats and times with the cards and calls that they stand beside."""
    record = {name: _without_nulls(value) for name, value in row.items() if value is not None}
    for name in TEXTS:
        if name in record:
            record[name] = msgspec.json.decode(record[name])
    for name, what in (("plays", "card"), ("calls", "call")):
        beside = {each: record.pop(f"{what if what == 'call' else 'play'}_{each}s", None) for each in ("seat", "time")}
        if any(beside.values()):
            items = record[name].split() if isinstance(record[name], str) else record[name]
            record[name] = [
                {what: item}
                | {each: column[at] for each, column in beside.items() if column and column[at] is not None}
                for at, item in enumerate(items)
            ]
    return record


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_nulls(each) for name, each in value.items() if each is not None}
    if isinstance(value, list):
        return [_without_nulls(each) for each in value]
    return value


class _Lines(io.RawIOBase):
    """Lines that are made as they are read."""

    def __init__(self, rows: Iterator[bytes]) -> None:
        self.rows = rows
        self.left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self.left:
            self.left = next(self.rows, b"")
        size = min(len(buffer), len(self.left))
        buffer[:size] = self.left[:size]
        self.left = self.left[size:]
        return size
