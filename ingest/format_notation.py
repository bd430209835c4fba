"""The notation as a format of files."""

from collections.abc import Iterator
from typing import BinaryIO, Final

from ingest import notation
from ingest.chunk import Item
from ingest.excerpt import excerpt
from ingest.format import Format, Reading
from ingest.lines import LONGEST, MARK
from ingest.notation import Notice
from ingest.rejects import Reject


def knows(head: bytes) -> bool:
    """Whether it begins as the notation does."""
    return notation.looks_like(head.decode("utf-8", "replace"))


def read(source: BinaryIO, reading: Reading) -> Iterator[Item | Reject]:
    """The deals one after another."""
    broken: list[Reject] = []

    def told(notice: Notice) -> None:
        reading.forgiven(notice.line, notice.column, notice.text)

    for each in notation.read(_lines(source, broken), told):
        yield from broken
        broken.clear()
        yield each.found if isinstance(each.found, Reject) else (each.line, each.raw, each.found)
    yield from broken


def _lines(source: BinaryIO, broken: list[Reject]) -> Iterator[tuple[int, str]]:
    number = 0
    while raw := source.readline(LONGEST):
        number += 1
        if number == 1:
            raw = raw.removeprefix(MARK)
        try:
            yield number, raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            text = raw.decode("utf-8", "replace")
            column = len(raw[: error.start].decode("utf-8", "replace")) + 1
            broken.append(Reject("not UTF-8: expected a text in that encoding", number, column, excerpt(text, column)))
            # What cannot be read stands for itself, so that its deal is not taken for whole.
            yield number, text.rstrip("\r\n")


FORMAT: Final = Format("notation", "the notation, many deals in a text", (".belote",), knows, None, read)
