"""What a format of records is: a row of a table, and the reader that it names."""

from collections.abc import Callable, Generator, Iterator
from typing import Any, BinaryIO, TypeAlias

import msgspec

from ingest.chunk import Item
from ingest.mapping import Mapping
from ingest.rejects import Reject

Notice: TypeAlias = Callable[[int, int, str], None]
"""Told what was read though it is unusual: line, column, and what."""


class Reading(msgspec.Struct, frozen=True):
    """How a stream is read."""

    mapping: Mapping | None = None
    file: str = ""
    """The stream's name, from which a mapping may name a match."""
    forgiven: Notice = lambda line, column, text: None


class Format(msgspec.Struct, frozen=True):
    """A format that can be read."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    knows: Callable[[bytes], bool]
    """Whether a stream is in this format, by how it begins."""
    objects: Callable[[BinaryIO], Generator[dict[str, Any], None, None]] | None
    """The records that are objects, by which mappings know a log; None where there are no foreign ones."""
    read: Callable[[BinaryIO, Reading], Iterator[Item | Reject]]
    """Reads it to the end; raises nothing for what stands in it."""
