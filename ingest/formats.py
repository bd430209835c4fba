"""The formats that can be read, and which of them a stream has."""

import os
from contextlib import closing
from typing import Final

from ingest import format_csv, format_json, format_jsonl, format_notation, format_parquet, mapping
from ingest.errors import WrongUse
from ingest.format import Format
from ingest.mapping import Mapping
from ingest.sources import Source
from replay.knobs import did_you_mean, quoted

FORMATS: Final = {
    each.name: each
    for each in (
        format_parquet.FORMAT,
        format_jsonl.FORMAT,
        format_json.FORMAT,
        format_notation.FORMAT,
        format_csv.FORMAT,
    )
}
"""By name, in the order in which they are tried."""
_LOOKED_AT: Final = 1 << 16


def chosen(name: str | None, mapping_name: str | os.PathLike[str] | None) -> tuple[Format | None, Mapping | None]:
    """What the command asks for; raises WrongUse for a format or mapping that does not exist."""
    if name is not None and name not in FORMATS:
        raise WrongUse(f"unknown format {quoted(name)}{did_you_mean(name, FORMATS)}: known are {', '.join(FORMATS)}")
    if name == "notation" and mapping_name is not None:
        raise WrongUse("the notation needs no mapping: leave out --mapping, or --format notation")
    return None if name is None else FORMATS[name], None if mapping_name is None else mapping.load(mapping_name)


def detect(source: Source, asked: Format | None, given: Mapping | None) -> tuple[Format, Mapping | None] | str:
    """The format and mapping of a stream by its content, or why none can be told."""
    with source.open() as stream:
        head = stream.read(_LOOKED_AT)
    if not head:
        return "the file is empty"
    if not head.strip():
        return "the file is empty: there is nothing but blanks in it"
    if any(head[:4]) and b"\0\0" in (head[0:4:2], head[1:4:2]):
        return "it looks like a text in UTF-16 or UTF-32 without the mark that such files begin with: save it in UTF-8"
    form = asked or next((each for each in FORMATS.values() if each.knows(head)), None)
    if form is None:
        return (
            "its content is in no format that is known here: expected one record a line (JSON), a JSON list, the "
            "notation, a table with a first line of names, or Parquet; name it with --format"
        )
    if form.objects is None or given is not None:
        return form, given
    known = None
    with source.open() as stream, closing(form.objects(stream)) as objects:
        # The first that is one of ours or of a known log decides: others, be they first, are rejects among them.
        for known in objects:
            if "rebelote" in known:
                return form, None
            if (found := mapping.recognise(known)) is not None:
                return form, found
    if known is None or asked is not None:
        # Not one record, or not one that is known: the reader says of each why.
        return form, None
    return (
        'its records have no "rebelote" field, and no mapping knows them: say how to read them with '
        f"--mapping ({', '.join(mapping.names())}, or a .toml file of your own)"
    )
