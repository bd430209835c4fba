"""Lines of record files: found in files and folders, read with bounded memory, and told apart by their content."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

SUFFIXES: Final = (".jsonl", ".ndjson", ".json", ".jsonl.gz", ".jsonl.zst", ".parquet")
"""What is loaded of a folder."""
LONGEST: Final = 1 << 20
"""Bytes of a line at most; a longer one is no record of a deal."""
_LOOKED_AT: Final = 100
_MARK: Final = b"\xef\xbb\xbf"
"""Some programs begin a UTF-8 file with it."""


def files(paths: Iterable[Path | str]) -> Iterator[Path]:
    """The files named, and those of the folders named, in order of name; a folder without records as it is."""
    for path in map(Path, paths):
        inside = sorted(each for each in path.rglob("*") if each.name.endswith(SUFFIXES)) if path.is_dir() else []
        yield from inside or [path]


def lines(source: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines that are not blank, with their numbers from 1; None for one that is too long."""
    number = 0
    while raw := source.readline(LONGEST + 1):
        number += 1
        if number == 1:
            raw = raw.removeprefix(_MARK)
        if len(raw) > LONGEST and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = source.readline(LONGEST)
            yield number, None
        elif raw.strip():
            yield number, raw.rstrip(b"\r\n")


def first_record(source: BinaryIO) -> dict[str, Any] | None:
    """The first of the file's first lines that is a JSON object; None where there is none."""
    for _, (_, raw) in zip(range(_LOOKED_AT), lines(source), strict=False):
        try:
            found = None if raw is None else msgspec.json.decode(raw)
        except (msgspec.DecodeError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    return None


def digest(source: BinaryIO, *context: str) -> str:
    """A digest of the file's bytes and of how they are read."""
    whole = hashlib.blake2b(repr(context).encode(), digest_size=16)
    while piece := source.read(1 << 20):
        whole.update(piece)
    return whole.hexdigest()
