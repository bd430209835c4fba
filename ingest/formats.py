"""The formats that can be read, and which of them a file has."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec

from ingest import canonical, foreign, mapping
from ingest.errors import WrongUse
from ingest.mapping import Mapping
from ingest.rejects import Reject
from replay.knobs import did_you_mean
from replay.record import Deal

Decode: TypeAlias = Callable[[bytes, int], Deal | Reject]
"""Reads one line, given its number."""

FORMATS: Final = {
    "jsonl": "canonical JSON lines, one deal a line",
    "mapped": "JSON lines of another program, by a mapping",
}


class Format(msgspec.Struct, frozen=True):
    """How a file is read."""

    name: str
    decode: Decode
    mapping: Mapping | None = None


def chosen(name: str | None, mapping_name: str | None) -> tuple[str | None, Mapping | None]:
    """What the command asks for; raises WrongUse for a format or mapping that does not exist."""
    if name is not None and name not in FORMATS:
        raise WrongUse(f"unknown format {name!r}{did_you_mean(name, FORMATS)}: known are {', '.join(FORMATS)}")
    if name == "jsonl" and mapping_name is not None:
        raise WrongUse("canonical records need no mapping: leave out --mapping, or --format jsonl")
    if name == "mapped" and mapping_name is None:
        raise WrongUse(f"--format mapped needs --mapping: one of {', '.join(mapping.names())}, or a .toml file")
    return name, None if mapping_name is None else mapping.load(mapping_name)


def detect(first: dict[str, Any] | None, name: str | None, given: Mapping | None, file: str) -> Format | str:
    """The format of a file whose first record is given, or why none can be told."""
    if given is None and name is None:
        if first is None:
            return "no line of it is a JSON object: expected one record a line"
        if "rebelote" not in first:
            given = mapping.recognise(first)
            if given is None:
                return (
                    'its records have no "rebelote" field, and no mapping knows them: say how to read them with '
                    f"--mapping ({', '.join(mapping.names())}, or a .toml file of your own)"
                )
    if given is None:
        return Format("jsonl", canonical.decode)
    return Format("mapped", partial(foreign.decode, mapping=given, file=file), given)
