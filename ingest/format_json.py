"""JSON documents: a list of records, one record alone, or a list somewhere inside as a mapping says."""

import json
import re
from collections.abc import Generator, Iterator
from typing import Any, BinaryIO, Final

from ingest import foreign
from ingest.chunk import Item
from ingest.duplicates import refuse_twice
from ingest.excerpt import excerpt
from ingest.format import Format, Reading
from ingest.lines import MARK
from ingest.mapping import at, steps
from ingest.rejects import Reject, Unreadable, reject

LARGEST: Final = 1 << 30
"""Bytes of a document, at most: it is read as a whole."""
_DECODER: Final = json.JSONDecoder()
_SPACE: Final = re.compile(r"[ \t\r\n]*")


def knows(head: bytes) -> bool:
    """Whether it begins as a list, or as an object over several lines."""
    bare = head.removeprefix(MARK).lstrip()
    return bare.startswith((b"[", b"{"))


def objects(source: BinaryIO) -> Generator[dict[str, Any], None, None]:
    """The records that are objects; the whole document where it is one."""
    for found in _values(source.read(LARGEST).decode("utf-8", "replace").removeprefix("\ufeff")):
        if not isinstance(found, Reject) and isinstance(found[2], dict):
            yield found[2]


def read(source: BinaryIO, reading: Reading) -> Iterator[Item | Reject]:
    """The records one after another; what follows a fault in the document's form cannot be read."""
    content = source.read(LARGEST + 1)
    if len(content) > LARGEST:
        yield Reject("the document is larger than can be read as a whole: write one record a line (.jsonl)")
        return
    try:
        text = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        yield Reject("not UTF-8: expected a text in that encoding", line)
        return
    for found in _values(text):
        if isinstance(found, Reject):
            yield found
            continue
        line, raw, value = found
        if reading.mapping is not None:
            try:
                refuse_twice(raw)
            except Unreadable as error:
                yield reject(error, raw, line)
                continue
        inside = None if reading.mapping is None else reading.mapping.form.records
        if inside is None:
            yield _item(line, raw, value, reading)
            continue
        listed = at(value, steps(inside))
        if not isinstance(listed, list):
            yield Reject(f'expected a list of records at "{inside}"', line)
            continue
        kept = {key: each for key, each in value.items() if key != steps(inside)[0]} if isinstance(value, dict) else {}
        for each in listed:
            record = {**kept, **each} if isinstance(each, dict) else each
            yield _item(line, json.dumps(record, ensure_ascii=False).encode("utf-8", "replace"), record, reading)


def _item(line: int, raw: bytes, value: Any, reading: Reading) -> Item | Reject:
    if reading.mapping is None:
        if not isinstance(value, dict):
            return Reject("not a record: expected a JSON object", line, None, excerpt(raw.decode("utf-8", "replace")))
        return line, raw.replace(b"\n", b" "), None
    found = foreign.of_record(value, raw, line, reading.mapping, reading.file)
    return found if isinstance(found, Reject) else (line, raw, found)


def _values(text: str) -> Iterator[tuple[int, bytes, Any] | Reject]:
    """The items of a list, or the values one after another, with the lines on which they begin."""
    place = _skip(text, 0)
    listed = text.startswith("[", place)
    place = _skip(text, place + 1) if listed else place
    line, counted = 1, 0
    while place < len(text):
        if listed and text[place] == "]":
            rest = _skip(text, place + 1)
            if rest < len(text):
                yield _fault(text, rest, "expected nothing after the end of the list")
            return
        line += text.count("\n", counted, place)
        counted = place
        try:
            value, end = _DECODER.raw_decode(text, place)
        except json.JSONDecodeError as error:
            yield _fault(text, error.pos, f"not JSON: {error.msg}; nothing after it could be read")
            return
        except RecursionError:
            yield _fault(text, place, "nested too deeply; nothing after it could be read")
            return
        yield line, text[place:end].encode("utf-8", "replace"), value
        place = _skip(text, end)
        if listed:
            if text.startswith(",", place):
                place = _skip(text, place + 1)
            elif not text.startswith("]", place):
                yield _fault(text, place, "expected a comma or the end of the list; nothing after it could be read")
                return
    if listed:
        yield _fault(text, len(text), "the document ends in the middle of the list")


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place


def _fault(text: str, place: int, reason: str) -> Reject:
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    line = text[start : None if end < 0 else end]
    column = place - start + 1
    return Reject(reason, text.count("\n", 0, place) + 1, column, excerpt(line, column))


FORMAT: Final = Format("json", "a JSON document: a list of records, or one", (".json",), knows, objects, read)
