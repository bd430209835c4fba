import json
from pathlib import Path
from typing import Any

import pytest

from ingest import foreign, mapping
from ingest.errors import WrongUse
from ingest.mapping import Mapping, MappingError
from ingest.rejects import Reject
from replay.cards import cards
from replay.record import DOUBLE, PASS, Call, Deal, bid

TOML = """
title = "a log of our own making"
match = "night-{table}"
deal = "no"
namespace = "club"
dealer = { field = "gives", values = { south = "S", east = "E" } }
hands = "hands"

[recognise]
field = "by"
pattern = "night [0-9]+"

[seats]
order = ["S", "E", "N", "W"]
listed = ["N", "E", "S", "W"]

[cards]
form = "{suit}-{rank}"
ranks = { 7 = "7", 8 = "8", 9 = "9", 10 = "T", V = "J", D = "Q", R = "K", A = "A" }
suits = { t = "C", k = "D", c = "H", p = "S" }

[contracts]
SA = "NT"

[players]
list = "who"
id = "key"
name = "called"

[calls]
list = "said"
call = "what"
seat = "who"

[calls.words]
passe = "pass"
contre = "double"
"{points} {contract}" = "{points}{contract}"

[plays]
list = "cards"
card = "c"
seat = "s"

[claims]
contract = { contract = "end.in", points = "end.for", capot = 250 }
points = "end.points"
points_include = ["last_trick"]
"""

RECORD: dict[str, Any] = {
    "by": "night 3",
    "table": 12,
    "no": 4,
    "gives": "east",
    "hands": [["t-10"], ["k-V"], "c-A p-7", ["p-8"]],
    "who": [{"key": i, "called": name} for i, name in enumerate("nesw")],
    "said": [{"what": "90 SA", "who": "N"}, {"what": "contre", "who": "W"}, {"what": "passe", "who": "S"}],
    "cards": [{"c": "c-A", "s": "S", "thought": 3}],
    "end": {"in": "SA", "for": 250, "points": [162.0, 0], "mood": "good"},
    "weather": None,
}


@pytest.fixture(scope="module")
def own() -> Mapping:
    return mapping.from_toml(TOML, "own")


def read(own: Mapping, **changes: Any) -> Deal | Reject:
    return foreign.decode(json.dumps({**RECORD, **changes}).encode(), 3, own, "night.jsonl")


def test_a_mapping_tells_how_a_foreign_record_becomes_ours(own: Mapping) -> None:
    deal = read(own)
    assert isinstance(deal, Deal), deal
    assert (deal.match, deal.number, deal.dealer) == ("night-12", 4, 1)
    assert deal.hands == (tuple(cards("AH 7S")), tuple(cards("JD")), tuple(cards("TC")), tuple(cards("8S")))
    assert [(each.id, each.name, each.namespace) for each in deal.players] == [
        ("2", "s", "club"), ("1", "e", "club"), ("0", "n", "club"), ("3", "w", "club"),
    ]  # fmt: skip
    assert deal.calls == (Call(bid(4, 90), 2), Call(DOUBLE, 3), Call(PASS, 0))
    assert deal.plays is not None
    assert (deal.plays[0].card, deal.plays[0].seat) == (cards("AH")[0], 0)
    assert (deal.claims.contract, deal.claims.points) == (bid(4, 1000), (162, 0))
    assert deal.claims.points_include == ("last_trick",)


def test_what_a_mapping_does_not_use_is_kept_in_extra(own: Mapping) -> None:
    deal = read(own)
    assert isinstance(deal, Deal)
    # The cards stay whole: their items say more than was read.
    assert deal.extra == {
        "by": "night 3", "table": 12, "cards": RECORD["cards"], "end": {"mood": "good"}, "weather": None,
    }  # fmt: skip


def test_a_mapping_recognises_its_records(own: Mapping) -> None:
    assert own.recognises(RECORD)
    assert not own.recognises({**RECORD, "by": "night"})
    assert not own.recognises([RECORD])
    assert mapping.recognise({"engine": "colver 0.11.1"}) is mapping.load("colver")
    assert mapping.recognise({"engine": 3}) is None


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gives": "west"}, '"gives": unknown value "west": expected one of south, east'),
        ({"hands": [["t-11"], [], [], []]}, '"hands.0.0": "t-11" is not a card (did you mean'),
        ({"hands": [[], []]}, '"hands": expected 4 items, one a seat'),
        ({"said": [{"what": "conter", "who": "N"}]}, '"conter" is not a call (did you mean "contre"?): expected'),
        ({"said": [{"who": "N"}]}, '"said.0": expected "what" in it'),
        ({"cards": [{"c": "c-A", "s": "X"}]}, '"X" is not a seat: expected one of S, E, N, W'),
        ({"end": {"in": "PIQUE"}}, '"end.in": "PIQUE" is not a contract: expected one of t, k, c, p, SA'),
        ({"end": {"points": [1.5, 0]}}, '"end.points.0": expected a whole number, found 1.5'),
        ({"no": "four"}, "deal: expected a whole number, found a text"),
        ({"table": None}, '"table": expected a text or a number, for the match'),
        ({"cards": "c-A"}, '"cards": expected a list'),
    ],
)
def test_a_foreign_record_that_does_not_fit_is_a_reject(own: Mapping, changes: dict[str, Any], reason: str) -> None:
    found = read(own, **changes)
    assert isinstance(found, Reject), found
    assert reason in found.reason


def test_a_foreign_record_with_nothing_of_a_deal_is_a_reject(own: Mapping) -> None:
    found = foreign.decode(b'{"table":1}', 1, own)
    assert isinstance(found, Reject)
    assert "expected one of plays, calls, hands, claims" in found.reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[seats]", "[seat]", '"seat": unknown field (did you mean "seats"?)'),
        ("listed =", "listd =", '"seats.listd": unknown field (did you mean "listed"?)'),
        ('V = "J"', 'V = "B"', 'cards.ranks.V: "B" is none of ours'),
        ('form = "{suit}-{rank}"', 'form = "{suit}"', "cards.form: expected {rank} and {suit}"),
        ('order = ["S", "E", "N", "W"]', 'order = ["S", "S", "N", "W"]', "seats.order: expected two to four different"),
        ('passe = "pass"', 'passe = "passed"', '"passed" is no call of ours'),
        ('passe = "pass"', 'passe = "{suit}"', "calls.words.passe: nothing there says suit"),
        ('passe = "pass"', '"{colour}" = "pass"', '"{colour}" is none of {points}, {suit}, {contract}'),
        ('pattern = "night [0-9]+"', 'pattern = "night ["', "recognise.pattern: "),
        ('SA = "NT"', 'SA = "NT', "line "),
        ('match = "night-{table}"', "match = 3", '"match": expected a text, found a whole number'),
    ],
)
def test_a_wrong_mapping_says_what_is_wrong(old: str, new: str, reason: str) -> None:
    assert old in TOML
    with pytest.raises(MappingError) as error:
        mapping.from_toml(TOML.replace(old, new), "own")
    assert str(error.value).startswith("mapping own: ")
    assert reason in str(error.value)


def test_an_unknown_mapping_names_those_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r'did you mean "colver"\?\): known are belote-cli, colver'):
        mapping.load("colvr")
    with pytest.raises(WrongUse, match="cannot be read"):
        mapping.load(str(tmp_path / "none.toml"))


def test_a_mapping_file_is_as_good_as_a_shipped_one(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TOML, encoding="utf-8")
    assert mapping.load(str(path)).name == "own"
