"""Lines of record files, read with bounded memory."""

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import msgspec

LONGEST: Final = 1 << 20
"""Bytes of a line at most; a longer one is no record of a deal."""
_LOOKED_AT: Final = 100
MARK: Final = b"\xef\xbb\xbf"
"""Some programs begin a UTF-8 file with it."""


def lines(source: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines that are not blank, with their numbers from 1; None for one that is too long."""
    number = 0
    while raw := source.readline(LONGEST + 1):
        number += 1
        if number == 1:
            raw = raw.removeprefix(MARK)
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
