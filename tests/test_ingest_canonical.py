import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings

from ingest.canonical import decode, encode
from ingest.record_schema import PUBLISHED, record_schema, text
from ingest.rejects import Reject
from replay.cards import UNKNOWN, card
from replay.record import Deal
from tests.records import WHOLE, deals


def read(line: str) -> Deal:
    found = decode(line.encode())
    assert isinstance(found, Deal), found
    return found


def refused(line: str | bytes) -> Reject:
    found = decode(line if isinstance(line, bytes) else line.encode(), 7)
    assert isinstance(found, Reject), found
    assert found.line == 7
    return found


@given(deals())
@settings(max_examples=300)
def test_what_is_written_is_read_again(deal: Deal) -> None:
    assert decode(encode(deal)) == deal


@given(deals())
@settings(max_examples=100)
def test_what_is_written_fits_the_published_schema(deal: Deal) -> None:
    jsonschema.validate(json.loads(encode(deal)), record_schema())


def test_the_published_schema_is_up_to_date(checkout: Path) -> None:
    assert checkout / "data" / "schema" / "record-1.schema.json" == PUBLISHED
    assert PUBLISHED.read_text(encoding="utf-8") == text(), "run: python -m ingest.record_schema"


@pytest.mark.parametrize("part", ['"plays":""', '"calls":[]', '"hands":[]', '"claims":{}'])
def test_one_of_four_parts_is_enough(part: str) -> None:
    deal = read('{"rebelote":1,' + part + "}")
    assert (deal.match, deal.number, deal.rules) == ("", 0, "")
    jsonschema.validate(json.loads('{"rebelote":1,' + part + "}"), record_schema())
    assert decode(encode(deal)) == deal


def test_a_record_of_nothing_is_refused_by_reader_and_schema() -> None:
    assert "expected one of plays, calls, hands, claims" in refused('{"rebelote":1,"dealer":2}').reason
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"rebelote": 1, "dealer": 2}, record_schema())


def test_the_bar_stands_between_the_cards_before_the_auction_and_after() -> None:
    deal = read('{"rebelote":1,"hands":["TC QC 7D JH KS | 7S 8H AD","? ? ? ? ? |"]}')
    assert deal.before == (5, 5)
    assert deal.hands is not None
    assert deal.hands[0][5:] == (card("7S"), card("8H"), card("AD"))
    assert deal.hands[1] == (UNKNOWN,) * 5


def test_a_play_may_be_a_card_or_say_its_seat() -> None:
    deal = read('{"rebelote":1,"plays":["JH",{"card":"9H","seat":2}]}')
    assert deal.plays is not None
    assert [(each.card, each.seat) for each in deal.plays] == [(card("JH"), None), (card("9H"), 2)]


def test_a_broken_rule_is_no_reason_to_refuse_a_record() -> None:
    assert read('{"rebelote":1,"plays":"JH JH JH","hands":["JH JH","7S"]}').plays is not None


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("garbage", 1, "expected a JSON object"),
        ("[1]", None, "expected an object, found a list"),
        ('{"rebelote":1,"plays":"JH 9H', 29, "ends in the middle"),
        ('{"rebelote":1 "plays":""}', 15, "expected ',' or '}'"),
        ('{"rebelote":1,"plays":""} x', 27, "nothing after the closing brace"),
        ('{"rebelote":1,"plays":"",}', 26, "trailing comma"),
        ('{"rebelote":1,"plays":"JH 10H"}', 27, '"10H" is not a card (did you mean "TH"?)'),
        ('{"rebelote":1,"plays":"JH th"}', 27, 'did you mean "TH"'),
        ('{"rebelote":1,"plays":["JH","XX"]}', 29, '"XX" is not a card'),
        ('{"rebelote":1,"plays":["JH",{"card":"1S"}]}', 37, '"1S" is not a card'),
        ('{"rebelote":1,"hands":["AS | ZS"]}', 30, '"ZS" is not a card'),
        ('{"rebelote":1,"hands":["AS | KS","7D"]}', 34, "no bar and another has one"),
        ('{"rebelote":1,"hands":["AS | KS | QS"]}', 33, "expected one bar"),
        ('{"rebelote":1,"playz":"JH"}', 23, 'unknown field (did you mean "plays"?); what a foreign log has'),
        ('{"rebelote":1,"plays":["JH",{"card":"9H","sea":1}]}', 48, "unknown field"),
        ('{"rebelote":1,"plays":"","dealer":"2"}', 35, "expected a whole number, found a text"),
        ('{"rebelote":1,"plays":"","dealer":4}', 35, "expected a whole number, at most 3"),
        ('{"rebelote":1,"plays":"","deal":0}', 33, "at least 1"),
        ('{"rebelote":1,"calls":["80X"]}', 24, '"80X" is not a call: expected pass, take'),
        ('{"rebelote":1,"claims":{"contract":"pass"}}', 36, "is not a contract"),
        ('{"rebelote":1,"claims":{"points":[1]}}', 34, "at least 2 items"),
        ('{"rebelote":1,"claims":{"doubled":3}}', 35, "unknown value 3"),
        ('{"rebelote":1,"declarations":[{"seat":1,"play":2}],"plays":""}', 31, 'expected "cards", or "kind"'),
        ('{"rebelote":1,"plays":"","time":"2026-01-31"}', 33, "expected a time with its zone"),
        ('{"rebelote":1,"plays":"","ended_by":1}', 37, 'expected "ended" as well'),
        ('{"rebelote":2,"moves":"JH"}', 13, "version 2 of the format: this program reads version 1"),
        ('{"rebelote":"1","plays":""}', 13, "expected a whole number, found a text"),
        ('{"plays":"JH"}', None, 'the field "rebelote" is missing'),
        ('{"rebelote":1,"plays":"' + "7C " * 37 + '"}', 23, "37 cards: a deal has at most 36"),
        ('{"rebelote":1,"hands":["","","","",""]}', 23, "at most 4 items"),
        ('{"rebelote":1,"hands":["' + "7C " * 13 + '"]}', 24, "13 cards: a hand has at most 12"),
        ('{"rebelote":1,"plays":"","extra":' + '{"a":' * 5000 + "1" + "}" * 5001, None, "nested too deeply"),
    ],
)  # fmt: skip
def test_a_reject_says_where_and_what_was_expected(line: str, column: int | None, reason: str) -> None:
    found = refused(line)
    assert reason in found.reason
    assert found.column == column


def test_a_column_counts_characters_not_bytes() -> None:
    assert refused('{"rebelote":1,"match":"Élodie ♠","plays":"ZZ"}').column == 43


def test_bytes_that_are_no_utf_8_are_placed() -> None:
    found = refused(b'{"rebelote":1,"match":"\xff\xfe","plays":""}')
    assert (found.column, found.reason) == (24, "not UTF-8: expected a text in that encoding")


def test_an_excerpt_is_short_and_cannot_move_the_cursor() -> None:
    found = refused('{"rebelote":1,"match":"\\u001b' + "\x7f\u202e" * 90 + '","plays":"ZZ"}')
    assert len(found.excerpt) < 1000
    assert found.excerpt.isprintable()
    assert "ZZ" in found.excerpt


@pytest.mark.parametrize("end", range(len(WHOLE)))
def test_a_record_cut_anywhere_is_a_reject(end: int) -> None:
    assert isinstance(decode(WHOLE[:end], 1), Reject)
