"""The published reference, sources and schema are fresh, whole and true; every word can be explained."""

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from replay import citations, reference, rulesets
from replay.clauses import FACTS, KEYS
from replay.knobs import KNOBS
from replay.reference import PUBLISHED, WRITERS, explain, nearest, ruleset_schema
from replay.sources import cited, clause_groups, clauses, documents, points, systems, tables
from replay.violations import CATALOGUE
from tests.oracle_rules import SYSTEMS


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_file_is_fresh(checkout: Path, name: str) -> None:
    published = (checkout / PUBLISHED[name]).read_text(encoding="utf-8")
    assert published == WRITERS[name](), f"python -m replay.reference {name} > {PUBLISHED[name]}"


def test_sources_state_every_place_and_open_point_that_a_ruleset_or_knob_cites(checkout: Path) -> None:
    page = (checkout / "docs" / "sources.md").read_text(encoding="utf-8")
    stated = {place for head in re.findall(r"^(?:- \*\*|### )(\S+?)(?:\*\*| *$)", page, re.M) for place in cited(head)}
    wanted = {place for knob in KNOBS for place in cited(knob.source)}
    for name in rulesets.names():
        ruleset = rulesets.load(name)
        wanted |= {place for text in (*ruleset.clauses.values(), *ruleset.unsettled.values()) for place in cited(text)}
    assert wanted - stated == set()


def test_every_system_has_its_document() -> None:
    assert {ruleset.name for ruleset in systems()} == set(SYSTEMS)
    assert {ruleset.name[-3:] for ruleset in systems()} == {n for n, each in documents().items() if each.systems}
    assert {ruleset.name for ruleset in (*systems(), *tables())} == set(rulesets.names())


def test_places_are_told_once_and_in_order() -> None:
    places = [place for key in clause_groups() for place in cited(key)]
    assert len(places) == len(set(places)) == len(clauses())
    assert places == sorted(places, key=lambda place: (place[:3], int(place[4:])))


def test_sources_are_in_our_language_alone(checkout: Path) -> None:
    """The documents are Ukrainian, Russian and Bulgarian: none of their words stands here."""
    for name in ("sources", "knobs"):
        assert not re.search(r"[\u0400-\u04ff«»]", (checkout / PUBLISHED[name]).read_text(encoding="utf-8"))


def test_the_reference_has_every_knob_with_every_value(checkout: Path) -> None:
    page = (checkout / "docs" / "knobs.md").read_text(encoding="utf-8")
    for knob in KNOBS:
        section = page.partition(f"## [{knob.group}]")[2].partition(f"### {knob.key}\n")[2].partition("\n#")[0]
        assert knob.meaning in section
        assert [value for value in knob.choices or () if f"- `{value}`: " not in section] == []


# The schema for editors


@pytest.mark.parametrize("name", [*rulesets.names(), "page-004"])
def test_the_schema_accepts_what_is_shipped(name: str) -> None:
    jsonschema.Draft202012Validator(ruleset_schema()).validate(
        tomllib.loads(citations.shipped_text(f"rulesets/{name}.toml"))
    )


@pytest.mark.parametrize(
    "text",
    [
        "[play]\nrufff = true",
        '[play]\nruff = "allways"',
        "[match]\ntarget = 0",
        "[match]\ntarget = true",
        '[match]\nno_exit = ["capot", "capot"]',
        '[deal]\npackets = "3+2"',
        'tittle = "x"',
        '[clauses]\nrufff = "x"',
        'not_stated = ["auctoin"]',
    ],
)
def test_the_schema_refuses_what_the_program_refuses(text: str) -> None:
    with pytest.raises(rulesets.RulesetError):
        rulesets.from_toml(text)
    assert not jsonschema.Draft202012Validator(ruleset_schema()).is_valid(tomllib.loads(text))


def test_the_schema_is_a_schema(checkout: Path) -> None:
    published = json.loads((checkout / PUBLISHED["schema"]).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(published)


# One word


@pytest.mark.parametrize("word", [*KEYS, *CATALOGUE, *clause_groups(), *points(), *documents(), *rulesets.names()])
def test_every_word_is_explained(word: str) -> None:
    text = explain(word)
    assert text is not None and word in text


def test_a_place_says_what_rests_on_it() -> None:
    text = explain("003:46") or ""
    assert text.startswith("003:46: Bridge-belote, in Bulgarian\n")
    assert "settlement.all_trump_larger" in text and "bg4-003" in text


def test_an_open_point_says_what_is_done_and_where_it_matters() -> None:
    text = explain("a-22") or ""
    assert text.startswith("A-22: ") and points()["A-22"].ours in text and "bela-004: declarations.cards" in text


def test_an_open_point_needs_no_nought() -> None:
    assert explain("a-7") == explain("A-07")


def test_a_knob_says_what_each_system_has_and_why() -> None:
    text = explain("play.ruff") or ""
    assert "  fr4-002: unless_partner_last (002:81)\n" in text
    assert "  bg4-003: always (003:21; open: A-07)\n" in text
    assert text == explain("play.ruff ")


def test_a_word_with_two_meanings_is_told_in_both() -> None:
    text = explain("ruff") or ""
    assert text.startswith("play.ruff: a setting") and "\n\nruff: a fact" in text


def test_a_violation_says_on_what_it_rests() -> None:
    text = explain("play.must-underruff") or ""
    assert CATALOGUE["play.must-underruff"].sentence in text and "play.underruff: a setting of rulesets" in text


def test_a_part_of_a_range_is_explained() -> None:
    assert clauses()["000:12"] == clause_groups()["000:8-17"]
    assert (explain("000:12") or "").startswith("000:12: ")


@pytest.mark.parametrize(
    ("word", "meant"),
    [("play.rufff", "play.ruff"), ("belot", "belote"), ("play.must-rufff", "play.must-ruff")],
)
def test_a_word_that_is_not_known_suggests_the_nearest(word: str, meant: str) -> None:
    assert explain(word) is None
    assert nearest(word) == f' (did you mean "{meant}"?)'


@pytest.mark.parametrize("word", ["", "zz", "003:9999", "A-99", "9:9"])
def test_nothing_is_said_of_nothing(word: str) -> None:
    assert explain(word) is None


def test_facts_are_not_named_like_knobs() -> None:
    assert not set(FACTS) & {knob.name for knob in KNOBS}
    assert reference.PUBLISHED.keys() == reference.WRITERS.keys()
