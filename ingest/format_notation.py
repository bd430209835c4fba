"""The notation as a format of files."""

from collections.abc import Iterator
from typing import BinaryIO, Final

from ingest import notation
from ingest.chunk import Item
from ingest.format import Format, Reading
from ingest.lines import LONGEST, MARK
from ingest.notation import Notice
from ingest.rejects import Reject


def knows(head: bytes) -> bool:
    """Whether it begins as the notation does."""
    return notation.looks_like(head.decode("utf-8", "replace"))


def read(source: BinaryIO, reading: Reading) -> Iterator[Item | Reject]:
    """The deals one after another."""

    def told(notice: Notice) -> None:
        reading.forgiven(notice.line, notice.column, notice.text)

    for each in notation.read(_lines(source), told):
        yield each.found if isinstance(each.found, Reject) else (each.line, each.raw, each.found)


def _lines(source: BinaryIO) -> Iterator[tuple[int, str]]:
    number = 0
    while raw := source.readline(LONGEST):
        number += 1
        if number == 1:
            raw = raw.removeprefix(MARK)
        # Bytes that are no UTF-8 become single surrogates, which the reader knows and refuses.
        yield number, raw.decode("utf-8", "surrogateescape").rstrip("\r\n")


FORMAT: Final = Format("notation", "the notation, many deals in a text", (".belote",), knows, None, read)
