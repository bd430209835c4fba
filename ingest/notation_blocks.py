"""A text in the notation, block by block: what is written as we write it is read at once, and all else with care."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO, Final, NamedTuple

import msgspec

from ingest import canonical, notation
from ingest.chunk import Item
from ingest.lines import LONGEST, MARK
from ingest.notation import Notice
from ingest.notation_quick import canonical_line
from ingest.rejects import Reject
from replay.record import Deal

SIZE: Final = 1 << 20
"""Bytes that are read at a time."""
_MATCH: Final = "match "
_BEGINS: Final = f"\n{_MATCH}"
"""Where a text can be cut: nothing that stood before bears on a match, but the version and the language of cards."""


class Block(NamedTuple):
    """Whole lines of a text; of a line that is longer than any may be, a part."""

    number: int
    """Of its first line."""
    text: bytes
    whole: bool
    """Whether it ends where a match begins, or where the text ends."""


def blocks(source: BinaryIO) -> Iterator[Block]:
    """The blocks of a text, which end where a match begins if there is any."""
    begins = _BEGINS.encode()
    number = 1
    rest = b""
    first = True
    while piece := source.read(SIZE):
        rest += piece
        if first:
            rest = rest.removeprefix(MARK)
            first = False
        cut = rest.rfind(begins) + 1
        whole = cut > 0
        if not whole:
            if len(rest) < LONGEST:
                continue
            cut = rest.rfind(b"\n") + 1 or len(rest)
        yield Block(number, rest[:cut], whole)
        number += rest.count(b"\n", 0, cut)
        rest = rest[cut:]
    if rest:
        yield Block(number, rest, True)


class Blocks:
    """Reads the blocks of a text one after another."""

    def __init__(self, forgiven: Callable[[Notice], None], started: bool = False) -> None:
        self.reader = notation.Reader(forgiven)
        self.reader.started = started

    def stands_alone(self) -> bool:
        """Whether the next match can be read without knowing what stood before."""
        return self.reader.is_plain()

    def read(self, block: Block) -> Iterator[Item | Reject]:
        """The deals that a block brings to an end."""
        # Bytes that are no UTF-8 become single surrogates, which the reader knows and refuses.
        number, text = block.number, block.text.decode("utf-8", "surrogateescape")
        if "\r" in text:
            text = text.replace("\r\n", "\n")
        pieces = text.split(_BEGINS)
        last = len(pieces) - 1
        for at, piece in enumerate(pieces):
            if at:
                piece = _MATCH + piece
            line = None
            if piece.startswith(_MATCH) and (at < last or block.whole) and self.reader.is_plain():
                line = canonical_line(piece)
            if line is None:
                yield from self.read_with_care(number, piece)
            else:
                yield from self.end()
                yield number + 1, piece.partition("\n")[2].strip().encode(), line
            number += piece.count("\n") + 1

    def read_with_care(self, number: int, piece: str) -> Iterator[Item | Reject]:
        """The deals that lines bring to an end."""
        for at, row in enumerate(piece.split("\n"), number):
            yield from map(_item, self.reader.take(at, row.rstrip("\r")))

    def end(self) -> Iterator[Item | Reject]:
        """The deal that was being read."""
        yield from map(_item, self.reader.end())


def _item(read: notation.Read) -> Item | Reject:
    return read.found if isinstance(read.found, Reject) else (read.line, read.raw, read.found)


class Answer(msgspec.Struct):
    """What came of a block that was read as if it stood alone."""

    found: list[Item | Reject]
    """Every deal as its line of canonical JSON."""
    notices: list[Notice]
    stands_alone: bool
    """Whether what follows can be read without knowing what stands in it."""


def read_alone(block: Block) -> Answer:
    """The deals of a block that begins and ends as a match does, and before which nothing bears on it."""
    answer = Answer([], [], True)
    reader = Blocks(answer.notices.append, started=True)
    for each in chain(reader.read(block), reader.end()):
        if not isinstance(each, Reject) and isinstance(each[2], Deal):
            each = (each[0], each[1], canonical.encode(each[2]))
        answer.found.append(each)
    answer.stands_alone = reader.stands_alone()
    return answer
