"""What cannot be read: a place, a reason in plain words, and a piece of the line."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from ingest.excerpt import column, excerpt
from replay.knobs import did_you_mean

Path = Sequence[str | int]


class Reject(msgspec.Struct, frozen=True):
    """A line, or a whole file, that cannot be understood."""

    reason: str
    line: int | None = None
    """From 1; None for the whole file."""
    column: int | None = None
    """From 1, in characters; None where not known."""
    excerpt: str = ""


class Unreadable(Exception):
    """Raised inside a reader, and turned into a Reject before it leaves it.

    `offset` is the place in the text at `path`, from 0; without a path it is the column.
    """

    def __init__(self, reason: str, path: Path = (), offset: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path
        self.offset = offset


def reject(error: Unreadable, raw: bytes, number: int | None) -> Reject:
    """The reject for an unreadable line; a whole-line fault has no column."""
    text = raw.decode("utf-8", "replace")
    at = column(text, error.path, error.offset) if error.path else error.offset
    place = f'"{dotted(error.path)}": ' if error.path else ""
    return Reject(place + error.reason, number, at, excerpt(text, at))


def dotted(path: Path) -> str:
    """A path as people are shown it: `plays.3.card`."""
    return ".".join(map(str, path))


_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing (null)",
    "datetime": "a time",
}
_AT: Final = re.compile(r" - at `\$(.*)`$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_BYTE: Final = re.compile(r"JSON is malformed: (.*) \(byte (\d+)\)")


def malformed(error: msgspec.DecodeError, raw: bytes) -> Unreadable:
    """A JSON reader's complaint about a line in plain words, with its column."""
    message = str(error)
    if (found := _BYTE.fullmatch(message)) is not None:
        what, byte = found[1], int(found[2])
        if what == "trailing characters":
            byte -= 1  # it counts the one it has just seen
        before = raw[:byte].decode("utf-8", "replace")
        if byte == 0 or not raw.lstrip().startswith(b"{"):
            reason = "not a record: expected a JSON object, one a line, that begins with {"
            return Unreadable(reason, (), len(before) + 1)
        if what == "trailing characters":
            what = "expected nothing after the closing brace: one record a line"
        return Unreadable(f"not JSON: {what}", (), len(before) + 1)
    if "truncated" in message:
        return Unreadable("the line ends in the middle of the record", (), len(raw.decode("utf-8", "replace")) + 1)
    if "UTF-8" in message:
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as where:
            return Unreadable("not UTF-8: expected a text in that encoding", (), len(raw[: where.start].decode()) + 1)
    return Unreadable(f"not JSON: {message}")


def unfit(error: msgspec.ValidationError, fields: Iterable[str], home: str = "") -> Unreadable:
    """A schema's complaint in plain words; `fields` are those known at the top, `home` where others belong."""
    message = str(error)
    path: list[str | int] = []
    if (found := _AT.search(message)) is not None:
        path = [name or (int(index) if index.isdigit() else index) for name, index in _STEP.findall(found[1])]
        message = message[: found.start()]
    if (found := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL)) is not None:
        hint = did_you_mean(found[1], list(fields)) if not path else ""
        return Unreadable(f"unknown field{hint}{'' if path else home}", [*path, found[1]])
    if (found := re.fullmatch(r"Object missing required field `(.*)`", message)) is not None:
        return Unreadable(f'the field "{found[1]}" is missing', path)
    if (found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", message)) is not None:
        return Unreadable(f"expected {_kinds(found[1])}, found {_kinds(found[2])}", path)
    if (found := re.fullmatch(r"Expected `(\w+)` (<=|>=) (-?\d+)", message)) is not None:
        bound = "at most" if found[2] == "<=" else "at least"
        return Unreadable(f"expected {_kinds(found[1])}, {bound} {found[3]}", path)
    if (found := re.fullmatch(r"Expected `(\w+)` of length (<=|>=)? ?(\d+)", message)) is not None:
        unit = "characters" if found[1] == "str" else "items"
        bound = {"<=": "at most ", ">=": "at least ", None: ""}[found[2]]
        return Unreadable(f"expected {_kinds(found[1])} of {bound}{found[3]} {unit}", path)
    if (found := re.fullmatch(r"Invalid enum value (.*)", message, re.DOTALL)) is not None:
        return Unreadable(f"unknown value {found[1]}", path)
    if "datetime" in message:
        return Unreadable("expected a time with its zone, such as 2026-01-31T20:15:00Z", path)
    return Unreadable(message, path)


def _kinds(names: str) -> str:
    kinds = [_KINDS.get(each, each) for each in names.split(" | ") if each != "null" or names == "null"]
    return " or ".join(kinds)
