"""The scanner: all that we write is taken by it, as the careful reader reads it, and nothing that he refuses."""

from collections import Counter

import msgspec
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.canonical import decode, encode
from ingest.chunk import Chunk, Rulebook, read_chunk
from ingest.rejects import Reject
from ingest.rows import COLUMNS, row_of
from ingest.samples import folder
from ingest.scanned import columns, pieces, scan_lines
from replay.record import Deal
from tests.records import WHOLE, deals

SHARED = ("line", "rules", "seats", "match")


def chunk(raw: bytes) -> Chunk:
    return read_chunk([(1, raw, None)], Rulebook(None), Counter())


def without_shared(table: pa.Table) -> list[dict[str, object]]:
    rows = table.drop_columns(list(SHARED)).to_pylist()
    return [row | {"more": None if row["more"] is None else msgspec.json.decode(row["more"])} for row in rows]


def by_hand(deal: Deal) -> list[dict[str, object]]:
    return without_shared(pa.Table.from_pylist([row_of(deal)], COLUMNS))


def is_plain(deal: Deal) -> bool:
    """Whether the record has nothing that the scanner leaves to the careful reader."""
    seated = [*(deal.calls or ()), *(deal.plays or ())]
    texts = (deal.match, deal.rules)
    return not any(each.seat is not None or each.time is not None for each in seated) and not any(
        '"' in each or "\\" in each or min(each, default=" ") < " " for each in texts
    )


@given(st.lists(deals(st.just("fr4-001"), fitting=True), min_size=1, max_size=4))
@settings(max_examples=100)
def test_what_we_write_is_scanned_as_the_careful_reader_reads_it(given_deals: list[Deal]) -> None:
    found = scan_lines(map(encode, given_deals))
    read = pieces(found)
    assert found.taken.tolist() == [is_plain(each) for each in given_deals]
    table = columns(found, read, range(1, len(given_deals) + 1))
    assert without_shared(table) == [row for each in given_deals if is_plain(each) for row in by_hand(each)]
    assert [read.matches[at] for at in table["match"].to_pylist()] == [d.match for d in given_deals if is_plain(d)]


@given(deals(st.just("fr4-001"), fitting=True))
@settings(max_examples=100)
def test_what_is_left_to_the_careful_reader_becomes_the_same_row(deal: Deal) -> None:
    spaced = b" " + encode(deal).replace(b'{"rebelote":1,', b'{"rebelote": 1,', 1)
    for raw in (encode(deal), spaced):
        out = chunk(raw)
        assert not out.rejects
        assert without_shared(out.table) == by_hand(deal)
        assert out.matches[out.table["match"][0].as_py()] == deal.match


def test_simulated_deals_are_scanned_without_a_line_left_over() -> None:
    for path in folder().glob("*-00*.jsonl"):
        raws = path.read_bytes().splitlines()
        # What is left over are seats of a recorded play.
        assert scan_lines(raws).taken.tolist() == [b'"card":' not in each and b'"call":' not in each for each in raws]


@pytest.mark.parametrize(
    "claims",
    [
        '"winners":[-5,1]', '"winners":[4]', '"winners":[null,-5]', '"winners":[0,0,0,0,0,0,0,0,0,0]',
        '"points":[99999999999999999999999,1]', '"points":[1]', '"score":[32768,0]', '"taker":4', '"taker":-1',
        '"doubled":3', '"contract":"pass"', '"contract":"1H"', '"hanging":[1,2,3]', '"points_include":["bonus"]',
        '"match_winner":4', '"points":[1,2],"score":[1,2,3]',
    ],
)  # fmt: skip
def test_a_limit_of_the_careful_reader_is_one_of_the_scanner(claims: str) -> None:
    raw = b'{"rebelote":1,"match":"m","deal":1,"rules":"fr4-001","plays":"JH","claims":{%s}}' % claims.encode()
    out = chunk(raw)
    assert out.table.num_rows == 0
    assert len(out.rejects) == 1


@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=2))
@settings(max_examples=300, deadline=None)
def test_a_changed_byte_is_read_or_refused_as_the_careful_reader_does(at: int, piece: bytes) -> None:
    raw = WHOLE[:at] + piece + WHOLE[at + 1 :]
    careful = decode(raw, 1)
    out = chunk(raw)
    if isinstance(careful, Reject):
        assert [(each.reason, each.column) for each in out.rejects] == [(careful.reason, careful.column)]
    elif out.table.num_rows and careful.number:
        assert without_shared(out.table) == by_hand(careful)


@given(deals(st.just("fr4-001"), fitting=True), st.data())
@settings(max_examples=300, deadline=None)
def test_a_byte_changed_anywhere_is_not_taken_for_something_else(deal: Deal, data: st.DataObject) -> None:
    raw = encode(deal)
    at = data.draw(st.integers(0, len(raw) - 1))
    piece = data.draw(
        st.sampled_from([b"", b"0", b"9", b'"', b",", b"]", b"}", b" ", b"\\", b"\xff", b"A", b"-", b"T"])
    )
    raw = raw[:at] + piece + raw[at + data.draw(st.integers(0, 1)) :]
    found = scan_lines([raw])
    read = pieces(found)
    if found.taken.all():
        careful = decode(raw, 1)
        assert not isinstance(careful, Reject)
        assert encode(careful) == raw
        assert without_shared(columns(found, read, [1])) == by_hand(careful)
