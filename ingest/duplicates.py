"""Keys that stand twice in one object of JSON: readers would keep the last and say nothing."""

import json
from contextlib import suppress
from typing import Any, Final, NoReturn

import msgspec

from ingest.rejects import Unreadable
from replay.knobs import quoted


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        _twice([key for key, _ in pairs])
    return found


def _twice(keys: list[str]) -> NoReturn:
    twice = next(key for at, key in enumerate(keys) if key in keys[:at])
    raise Unreadable(f"the field {quoted(twice)} stands twice in one object: which one is meant?")


_SPACED: Final = (b'" ', b'"\t', b'"\r', b'"\n')
"""How a key may end that is not counted."""
DECODER: Final = json.JSONDecoder(object_pairs_hook=_object)
"""Reads as any decoder, and raises Unreadable where a key stands twice."""


def refuse_twice(raw: bytes) -> None:
    """Raise Unreadable where a key stands twice in an object of a text that is JSON."""
    with suppress(ValueError, RecursionError):
        # Written again, it has as many keys as were understood: a careful look pays only where these are not all.
        again = msgspec.json.encode(msgspec.json.decode(raw))
        if raw.count(b'":') != again.count(b'":') or any(each in raw for each in _SPACED):
            DECODER.decode(raw.decode("utf-8", "replace"))
