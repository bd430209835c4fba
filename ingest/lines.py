"""Lines of record files, read with bounded memory."""

from collections.abc import Iterator
from typing import BinaryIO, Final

LONGEST: Final = 1 << 20
"""Bytes of a line at most; a longer one is no record of a deal."""
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
