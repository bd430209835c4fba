"""The notation read fast: what is taken at once, and by several processes, is what the careful reader reads."""

import io
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest import canonical, format_notation, notation, notation_blocks, notation_write
from ingest.format import Reading
from ingest.notation_quick import canonical_line
from ingest.rejects import Reject
from ingest.samples import folder
from replay.record import Deal
from tests.records import deals

TEXTS = [
    notation_write.encode(deal)
    for file in sorted(folder().glob("*.jsonl"))
    for deal in [each for each in map(canonical.decode, file.read_bytes().splitlines()) if isinstance(each, Deal)][:9]
    if deal.match
]
"""Deals of every system, of other programs, and faulty ones, as the writer writes them."""
PIECES = [*sorted({word for text in TEXTS for word in re.findall(r"\S+", text)}), *'\t#"(){}@:|!?-.,0>\\é\u2028\r']
ROWS = [
    *sorted({row for text in TEXTS for row in text.split("\n")}), "match -", "deal -", "deal 0", "seats 3", "hand 1",
    "cards fr", "rebelote 2", "bots", "claim -", "play -", "auction -", "exchange 2 at 1.1", 'label {"a": 1}',
    'note {"position":3,"text":"x"}', "with match.target = 501", "time 2026-01-31T20:15:00+00:00", 'extra {"a":1.0}',
]  # fmt: skip


def fast(data: bytes) -> tuple[list[Any], list[Any]]:
    told: list[Any] = []
    reading = Reading(forgiven=lambda *notice: told.append(notice))
    return [_line(each) for each in format_notation.read(io.BytesIO(data), reading)], told


def careful(data: bytes) -> tuple[list[Any], list[Any]]:
    told: list[Any] = []
    rows = [row.rstrip("\r") for row in data.decode("utf-8", "surrogateescape").split("\n")]
    found = notation.read(enumerate(rows, 1), lambda each: told.append((each.line, each.column, each.text)))
    return [
        each.found if isinstance(each.found, Reject) else _line((each.line, each.raw, each.found)) for each in found
    ], told


def _line(item: Any) -> Any:
    """A reject, or a deal's place, text and canonical line."""
    if isinstance(item, Reject):
        return item
    number, raw, deal = item
    return number, raw, canonical.encode(deal) if isinstance(deal, Deal) else deal


@st.composite
def mutated(draw: st.DrawFn) -> str:
    rows = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(rows) - 1))
        how = draw(st.sampled_from(["word", "row", "gone", "between", "swapped"]))
        if how == "word":
            words = re.split(r"(\s+)", rows[at])
            words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(PIECES))
            rows[at] = "".join(words)
        elif how == "row":
            rows[at] = draw(st.sampled_from(ROWS))
        elif how == "gone":
            del rows[at]
        elif how == "between":
            rows.insert(at, draw(st.sampled_from(ROWS)))
        else:
            other = draw(st.integers(0, len(rows) - 1))
            rows[at], rows[other] = rows[other], rows[at]
    return "\n".join(rows)


@given(st.lists(mutated() | deals().map(notation_write.encode), min_size=1, max_size=3), st.booleans())
@settings(max_examples=200)
def test_fast_and_careful_readers_read_alike(texts: list[str], begun: bool) -> None:
    data = ((notation_write.HEADER if begun else "") + "".join(texts)).encode()
    assert fast(data) == careful(data)
    assert fast(data.replace(b"\n", b"\r\n")) == careful(data)


def test_what_the_writer_writes_is_taken_at_once() -> None:
    taken = [canonical_line(text) for text in TEXTS]
    # Announcements out of order, and comments at a card, are for the careful reader.
    assert sum(each is None for each in taken) <= len(taken) // 20


@pytest.mark.parametrize("between", ["", "cards fr\n", "rebelote 2\n", "hand 1 XX\n", "deal 7\nplay\n  10H\n"])
def test_several_processes_read_what_one_does(between: str, monkeypatch: pytest.MonkeyPatch) -> None:
    half = notation_write.HEADER + "".join(TEXTS)
    data = (half + between + "".join(TEXTS) + "cards en\n" + half).encode()
    expected = careful(data)
    for name, value in (("ALONE", 1), ("count", lambda: 2)):
        monkeypatch.setattr(format_notation, name, value)
    monkeypatch.setattr(notation_blocks, "SIZE", len(data) // 10)
    assert fast(data) == expected


@pytest.mark.parametrize("body", ['label {"a":"\\ud800"}', "extra {NaN}", 'extra {"a":NaN}', "with # a = 1"])
def test_what_cannot_be_kept_is_a_fault_and_no_end_of_the_reader(body: str) -> None:
    found, _ = fast(f"{notation_write.HEADER}match m\ndeal 1\nplay\n  JH\n{body}\n".encode())
    assert isinstance(found[0], Reject) and found[0].line == 6
