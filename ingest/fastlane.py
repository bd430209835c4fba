"""The fast lane: canonical lines of JSON to the columns of the store, without a Python object a card.

Only what is written exactly as `ingest.canonical` writes it stays in this lane; everything else is for the careful
reader, which writes it so. A column is parsed for all lines at once, and a line with a fault in any is told apart.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np
import pyarrow as pa

from ingest import fastlane_cards, fastlane_claims
from ingest.fastline import NO as NO
from ingest.fastline import ODD, bytes_or_null, named, seat_column, typed, unsigned
from ingest.fastline import Assembled as Assembled
from ingest.fastline import Line as Line
from ingest.fastline import digest as digest
from ingest.fastline import digests as digests
from ingest.fastline import read_line as read_line
from ingest.fastline import write_line as write_line
from ingest.wire import PlayerLine
from replay.cards import CARD_BY_NAME

_ENDED: Final = ("claimed", "abandoned")


def assemble(lines: Sequence[Line]) -> Assembled:
    """The columns of `deal` that the records themselves fill.

    Where `odd` is true a line's columns mean nothing.
    """
    n = len(lines)
    out = Assembled({}, np.zeros(n, bool), np.full(n, -1), np.full(n, -1), np.full(n, -1))
    columns = out.columns
    _scalars(lines, out)
    fastlane_cards.plays(lines, out)
    fastlane_cards.hands(lines, out)
    fastlane_cards.calls(lines, out)
    fastlane_claims.events(lines, out)
    fastlane_claims.claims(lines, out)
    columns["more"] = _more(lines, out)
    return out


def _scalars(lines: Sequence[Line], out: Assembled) -> None:
    columns, odd = out.columns, out.odd
    for at, line in enumerate(lines):
        # The limits of texts and the words of a choice; what is left out is for the careful reader to complete.
        if (
            line.rebelote != 1
            or line.match is None
            or not 0 < len(line.match) <= 200
            or line.deal is None
            or not 0 < line.deal < 2**32
        ):
            odd[at] = True
    columns["match_name"] = pa.array([line.match for line in lines], pa.string())
    columns["number"] = unsigned([line.deal for line in lines], 32)
    columns["dealer"] = seat_column([line.dealer for line in lines], out)
    columns["ended_by"] = seat_column([line.ended_by for line in lines], out)
    columns["turned"] = bytes_or_null(named([line.turned for line in lines], CARD_BY_NAME, odd))
    columns["dealt_order"] = pa.array([line.dealt_order for line in lines])
    columns["simulated"] = pa.array([line.simulated for line in lines])
    ended = [line.ended for line in lines]
    for at, each in enumerate(ended):
        if each is not None and each not in _ENDED:
            odd[at] = True
    for at, line in enumerate(lines):
        if line.ended is None and line.ended_by is not None:
            odd[at] = True
    columns["ended"] = pa.array(ended, pa.string())
    bots = [_cached_bots(bytes(line.bots)) if line.bots is not NO else None for line in lines]
    odd |= np.fromiter((each is ODD for each in bots), bool, len(lines))
    for at, each in enumerate(bots):
        if each and each is not ODD:
            out.seats[at] = max(out.seats[at], *each)
    columns["bots"] = pa.array([None if each is ODD else each for each in bots], pa.list_(pa.uint8()))


@lru_cache(maxsize=1024)
def _cached_bots(raw: bytes) -> Any:
    try:
        found = msgspec.json.decode(raw, type=list[int])
    except msgspec.DecodeError:
        return ODD
    right = 0 < len(found) <= 4 and all(0 <= each < 4 for each in found) and msgspec.json.encode(found) == raw
    return found if right else ODD


def _more(lines: Sequence[Line], out: Assembled) -> pa.Array:
    """The time as instants, and what columns cannot say as JSON."""
    n = len(lines)
    instants: list[datetime | None] = [None] * n
    more: list[str | None] = [None] * n
    call_times, play_times = out.columns.pop("_call_times"), out.columns.pop("_play_times")
    for at, line in enumerate(lines):
        said: dict[str, Any] = {}
        if line.time is not NO:
            raw = bytes(line.time)
            found = typed(raw, datetime)
            if found is ODD or found.tzinfo is None:
                out.odd[at] = True
            else:
                instants[at] = found
                if not raw.endswith(b'Z"'):
                    # An instant in universal time is written again as it was.
                    said["time"] = line.time
        if call_times[at] is not None:
            said["call_times"] = call_times[at]
        if play_times[at] is not None:
            said["play_times"] = play_times[at]
        for name in ("labels", "notes", "extra"):
            piece = getattr(line, name)
            if piece is not NO:
                kind = dict[str, Any] if name == "extra" else tuple[dict[str, Any], ...]
                found = typed(bytes(piece), kind)
                if found is ODD or not found:
                    out.odd[at] = True
                else:
                    said[name] = piece
        if said:
            more[at] = msgspec.json.encode(said).decode()
    out.columns["time"] = pa.array(instants, pa.timestamp("us", "UTC"))
    return pa.array(more, pa.string())


@lru_cache(maxsize=1 << 18)
def seating(raw: bytes) -> tuple[tuple[str, str, str | None], ...] | None:
    """(namespace, id, name) by seat, of players as we write them; None where they are not."""
    found = typed(raw, tuple[PlayerLine, ...])
    if found is ODD or not 0 < len(found) <= 4 or any(each.namespace == "" for each in found):
        return None
    return tuple((each.namespace or "", each.id, each.name) for each in found)


@lru_cache(maxsize=4096)
def overrides(raw: bytes) -> dict[str, Any] | None:
    """Overrides as we write them; None where they are not."""
    found = typed(raw, dict[str, Any])
    return None if found is ODD or not found else found
