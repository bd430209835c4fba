"""The fast lane: all that we write stays in it, and nothing gets through it that the careful reader refuses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest import fastlane
from ingest.canonical import decode, encode
from ingest.chunk import Rulebook, read_chunk
from ingest.rejects import Reject
from replay.record import Deal
from tests.records import WHOLE, deals


@given(st.lists(deals(st.just("fr4-001"), fitting=True), min_size=1, max_size=4))
@settings(max_examples=60)
def test_what_we_write_stays_in_the_fast_lane(given_deals: list[Deal]) -> None:
    lines = [fastlane.read_line(encode(each)) for each in given_deals]
    assert not fastlane.assemble(lines).odd.any()


@pytest.mark.parametrize(
    "claims",
    [
        '"winners":[-5,1]', '"winners":[4]', '"winners":[null,-5]', '"winners":[0,0,0,0,0,0,0,0,0,0]',
        '"points":[99999999999999999999999,1]', '"points":[1]', '"score":[32768,0]', '"taker":4', '"taker":-1',
        '"doubled":3', '"contract":"pass"', '"contract":"1H"', '"hanging":[1,2,3]', '"points_include":["bonus"]',
        '"match_winner":4', '"points":[1,2],"score":[1,2,3]',
    ],
)  # fmt: skip
def test_a_limit_of_the_careful_reader_is_one_of_the_fast_lane(claims: str) -> None:
    raw = b'{"rebelote":1,"match":"m","deal":1,"rules":"fr4-001","plays":"JH","claims":{%s}}' % claims.encode()
    chunk = read_chunk([(1, raw, None)], Rulebook(None))
    assert chunk.table.num_rows == 0
    assert len(chunk.rejects) == 1


@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=2))
@settings(max_examples=300)
def test_a_changed_byte_is_read_or_refused_as_the_careful_reader_does(at: int, piece: bytes) -> None:
    raw = WHOLE[:at] + piece + WHOLE[at + 1 :]
    careful = decode(raw, 1)
    chunk = read_chunk([(1, raw, None)], Rulebook(None))
    if isinstance(careful, Reject):
        assert [(each.reason, each.column) for each in chunk.rejects] == [(careful.reason, careful.column)]
    elif chunk.table.num_rows:
        assert chunk.table["digest"][0].as_py() == fastlane.digest(encode(careful)) or not careful.number
