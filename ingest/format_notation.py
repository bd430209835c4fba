"""The notation as a format of files."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import BinaryIO, Final

from ingest import notation
from ingest.chunk import Item
from ingest.format import Format, Reading
from ingest.notation import Notice
from ingest.notation_blocks import Block, Blocks, blocks
from ingest.notation_workers import side_by_side
from ingest.rejects import Reject
from ingest.workers import count

ALONE: Final = 16
"""Blocks from which starting processes pays."""


def knows(head: bytes) -> bool:
    """Whether it begins as the notation does."""
    return notation.looks_like(head.decode("utf-8", "replace"))


def read(source: BinaryIO, reading: Reading) -> Iterator[Item | Reject]:
    """The deals one after another; those of a long text by several processes."""

    def told(notice: Notice) -> None:
        reading.forgiven(notice.line, notice.column, notice.text)

    reader = Blocks(told)
    found = blocks(source)
    left: list[Block] = []
    whole = False
    for block in islice(found, ALONE):
        yield from reader.read(block)
        whole = block.whole
    if whole and reader.stands_alone() and count() > 1:
        yield from reader.end()

        def alike() -> Iterator[Block]:
            for block in found:
                if not block.whole or not reader.stands_alone():
                    left.append(block)
                    return
                yield block

        for block, answer in side_by_side(alike(), count()):
            if reader.stands_alone() and answer.stands_alone:
                for notice in answer.notices:
                    told(notice)
                yield from answer.found
            else:
                yield from reader.read(block)
                yield from reader.end()
    for block in chain(left, found):
        yield from reader.read(block)
    yield from reader.end()


FORMAT: Final = Format("notation", "the notation, many deals in a text", (".belote",), knows, None, read)
