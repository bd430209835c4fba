"""The shipped rulesets: every setting and fact says where it is from; how rulesets are read, extended, written."""

import itertools
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from replay import citations, rulesets
from replay.clauses import FACTS, KEYS
from replay.consistency import without_effect
from replay.knobs import KNOB, KNOBS
from replay.rulesets import Ruleset, RulesetError, UnknownRuleset, check, from_toml, load
from replay.sources import cited, clauses, documents, points, systems, tables
from replay.violations import CATALOGUE
from tests.oracle_rules import ORDINARY, RULES, SYSTEMS

TABLES = (
    *("ffb-belote", "ffb-contree", "ffb-coinche", "bga-coinche", "bela-hr", "bitola"),
    *("belote-cli", "colver", "baloot"),
)
"""Public tables: of federations, platforms and programs."""
NEVER_CITED = {"deal.direction", "declarations.show"}
"""Settings that no record can break: one names left and right, the other leaves no trace."""


def always(_: Ruleset) -> bool:
    return True


def value(name: str, *values: object) -> Callable[[Ruleset], bool]:
    return lambda ruleset: ruleset.values[name] in values


def three_sides(ruleset: Ruleset) -> bool:
    return ruleset.sides == 3


def hangs(ruleset: Ruleset) -> bool:
    return ruleset.values["settlement.equal"] == "hang"


DECLARES = ("joint", "separate", "ranked")
DOUBLES = value("auction.style", "ladder", "points")
APPLIES: dict[str, Callable[[Ruleset], bool]] = {
    "thrown_in": value("auction.style", "take", "ladder", "points"),
    "top_scorer": value("deal.next_dealer", "top_scorer"),
    "bid_steps": value("auction.style", "points"),
    "double": DOUBLES,
    "redouble": DOUBLES,
    "all_trump_declarations": value("auction.style", "ladder"),
    "further_declarations": value("declarations.time", "two_steps"),
    "carre_order": value("declarations.contest", *DECLARES),
    "carre_above": value("declarations.contest", "joint"),
    "contest_chain": value("declarations.contest", "ranked"),
    "against_each": three_sides,
    "least_points": value("auction.style", "points"),
    "shared_points": three_sides,
    "capot_shared": three_sides,
    "doubled_score": DOUBLES,
    "doubled_rounding": DOUBLES,
    "doubled_tie": value("auction.style", "ladder"),
    "rounding_five": value("settlement.rounding", "tens"),
    "rounding_three": lambda ruleset: three_sides(ruleset) and ruleset.values["settlement.rounding"] == "game",
    "equal_on_boundary": value("settlement.rounding", "game"),
    "hanging_belote": hangs,
    "hanging_again": hangs,
    "hanging_kept": hangs,
    "next_check": lambda ruleset: ruleset.values["match.no_exit"] != (),
    "claim_count": value("match.claim", "own_trick", "anytime"),
    "revoke_score": lambda ruleset: ruleset.values["match.revoke_penalty"] != 0,
}
"""Facts of which only some systems have to speak."""


def applies(key: str, ruleset: Ruleset) -> bool:
    if key in FACTS:
        return APPLIES.get(key, always)(ruleset)
    return key not in NEVER_CITED and key not in ORDINARY and not without_effect(ruleset.values, [key])


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> Ruleset:
    return load(request.param)


def test_all_eleven_are_shipped_and_the_public_tables() -> None:
    assert set(rulesets.names()) == {*SYSTEMS, *TABLES}
    assert [ruleset.name for ruleset in systems()] == [
        *("ua3-000", "fr4-001", "fr3-002", "fr2-002", "fr4-002", "bg4-003", "bg3-003"),
        *("bg4-004", "frbelote-004", "coinche-004", "bela-004"),
    ]


def test_each_has_the_values_that_the_sources_were_read_to_have(system: Ruleset) -> None:
    assert {name: system.values[name] for name in RULES[system.name]} == RULES[system.name]


def test_whatever_can_be_broken_has_a_place_or_an_open_point(system: Ruleset) -> None:
    silent = [
        key
        for key in KEYS
        if applies(key, system) and not cited(f"{system.clauses.get(key, '')} {system.unsettled.get(key, '')}")
    ]
    assert silent == []


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> Ruleset:
    return load(request.param)


def test_a_public_table_extends_one_of_the_eleven(table: Ruleset) -> None:
    assert tomllib.loads(citations.shipped_text(f"rulesets/{table.name}.toml"))["extends"] in SYSTEMS
    assert table.name in [each.name for each in tables()]


def test_whatever_can_be_broken_at_a_public_table_has_a_place_in_its_own_document(table: Ruleset) -> None:
    """Or is said to be as in the system it extends, or to be at the tournament's choice."""
    (document,) = (number for number, each in documents().items() if table.name in each.tables)
    ordinary = {key for key, value in ORDINARY.items() if table.values[key] == value}
    stated = [key for key in KEYS if key in ORDINARY or applies(key, table)]
    silent = []
    for key in stated:
        of = cited(table.unsettled.get(key, "")) or cited(table.clauses.get(key, ""))
        if key not in ordinary and not without_effect(table.values, [key]):
            silent += [] if of and {place[:3] for place in of} <= {document, "A-4"} else [key]
    # Of some parts a table says nothing at all.
    unsaid = {PART_OF_GROUP.get(part, part) for part in table.not_stated}
    assert [key for key in silent if key.partition(".")[0] not in unsaid and key not in unsaid_facts(table)] == []


PART_OF_GROUP = {"exchange": "deal"}
"""The group of settings of a part, where it is not called like it."""
FACTS_OF = {
    "auction": {"bid_steps", "double", "redouble", "auction_end"},
    "declarations": {"declaration_values", "all_trump_declarations", "announced", "carre_order", "carre_above"},
    "belote": {"belote"},
    "settlement": {
        *("success", "least_points", "doubled_score", "doubled_rounding", "doubled_tie", "rounding_five", "hanging"),
        *("equal_on_boundary", "hanging_belote", "hanging_again", "hanging_kept"),
    },
    "match": {"match_end", "next_check"},
}


def unsaid_facts(table: Ruleset) -> set[str]:
    return {fact for part in table.not_stated for fact in FACTS_OF.get(part, ())}


def test_every_violation_rests_on_a_knob_or_fact() -> None:
    assert [code for code, each in CATALOGUE.items() if each.rule not in KEYS] == []


def test_no_system_rests_on_a_knobs_default(system: Ruleset) -> None:
    """A default that changes would change the system unseen, but for knobs whose value is read off elsewhere."""
    changed = [
        knob.name
        for knob in KNOBS
        if knob.name not in ORDINARY
        and not without_effect(system.values, [knob.name])
        and not any(re.search(rf"^{knob.key} = ", _group(text, knob.group), re.M) for text in _files(system.name))
    ]
    assert changed == []


def _files(name: str) -> list[str]:
    text = citations.shipped_text(f"rulesets/{name}.toml")
    parent = re.search(r'^extends = "(.*)"$', text, re.M)
    return [text, *(_files(parent[1]) if parent else [])]


def _group(text: str, group: str) -> str:
    return text.partition(f"\n[{group}]\n")[2].partition("\n[")[0]


@pytest.mark.parametrize("name", [*SYSTEMS, *TABLES, "page-004"])
def test_what_is_shipped_has_no_problem_not_even_a_setting_without_effect(name: str) -> None:
    assert check(name) == []


def test_all_that_a_ruleset_cites_is_explained_in_the_sources(system: Ruleset) -> None:
    named = {key: cited(text) for table in (system.clauses, system.unsettled) for key, text in table.items()}
    assert {key for key, places in named.items() if not places} == set()
    assert {place for places in named.values() for place in places} <= {*clauses(), *points()}


def test_every_place_named_anywhere_in_the_engine_is_explained(checkout: Path) -> None:
    """Between the ends of a range there may be an empty line."""
    texts = [path.read_text(encoding="utf-8") for path in (checkout / "replay").rglob("*.py")]
    named = [cited(each) for text in texts for each in re.findall(r"\b\d{3}:\d+(?:-\d+)?\b|\bA-\d\d\b", text)]
    assert {place for places in named for place in (places[0], places[-1])} - {*clauses(), *points()} == set()


def test_a_clause_is_of_the_systems_own_document(system: Ruleset) -> None:
    document = system.name[-3:]
    assert {place[:3] for text in system.clauses.values() for place in cited(text)} == {document}


def test_unsettled_is_what_an_open_point_names() -> None:
    """Each open point is the reason of some default, or says why nothing can break it."""
    every = (*systems(), *tables())
    resting = {place for ruleset in every for text in ruleset.unsettled.values() for place in cited(text)}
    assert {number for number, point in points().items() if not point.nothing} == resting
    assert sorted(points()) == [f"A-{n:02}" for n in range(1, 48)]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("bg4-003", "play.ruff"),
        ("bg3-003", "play.ruff"),
        ("bg4-003", "play.underruff"),
        ("bg3-003", "play.underruff"),
        ("fr4-002", "play.opening_lead"),
        ("fr4-002", "deal.next_dealer"),
    ],
)
def test_unsettled_although_by_the_letter(name: str, key: str) -> None:
    assert key in load(name).unsettled and key in load(name).clauses


@pytest.mark.parametrize("name", ["frbelote-004", "coinche-004", "bela-004"])
def test_where_the_page_leaves_ruffing_to_the_version_every_duty_of_it_is_unsettled(name: str) -> None:
    duties = ("ruff", "play.ruff", "play.overruff", "play.underruff")
    assert {load(name).unsettled[key] for key in duties} == {"A-07"}
    assert "follow" not in load(name).unsettled and "play.head_trump" not in load(name).unsettled


# Reading and writing


@pytest.mark.parametrize("name", [*SYSTEMS, *TABLES])
def test_written_out_whole_it_is_the_same_ruleset(name: str) -> None:
    ruleset = load(name)
    again = from_toml(ruleset.toml(), name)
    assert (again.digest, dict(again.values)) == (ruleset.digest, dict(ruleset.values))
    assert (again.clauses, again.unsettled, again.not_stated) == (
        *(ruleset.clauses, ruleset.unsettled),
        ruleset.not_stated,
    )


def test_two_rulesets_are_never_taken_for_the_same() -> None:
    digests = [load(name).digest for name in rulesets.names()]
    assert len(set(digests)) == len(digests)


def test_a_title_full_of_signs_comes_back() -> None:
    title = 'Tante "Ré" \\ \t\n\x01\x7f <script>'
    ruleset = Ruleset("x", title, load("fr4-001").values, {}, {})
    assert from_toml(ruleset.toml()).title == title


def test_the_order_of_a_list_does_not_make_another_ruleset() -> None:
    one, other = (load("fr4-001").with_overrides({"match.no_exit": each}) for each in (["capot", "hanging"],) * 2)
    other = load("fr4-001").with_overrides({"match.no_exit": ["hanging", "capot"]})
    assert one.digest == other.digest


def test_a_house_variant_extends_a_shipped_ruleset(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('title = "House"\nextends = "bg4-003"\n[match]\ntarget = 101\n')
    (tmp_path / "sunday.toml").write_text('extends = "house"\n[play]\nunderruff = false\n')
    sunday = load(str(tmp_path / "sunday.toml"))
    assert (sunday.title, sunday.values["match.target"], sunday.values["play.underruff"]) == ("House", 101, False)
    # What was said of the old value says nothing of the new one.
    assert "play.underruff" not in sunday.unsettled and "match.target" not in sunday.clauses
    assert sunday.unsettled["play.ruff"] == "A-07"
    assert check(str(tmp_path / "sunday.toml")) == []


def test_a_house_variant_may_have_the_name_of_the_ruleset_that_it_extends(tmp_path: Path) -> None:
    (tmp_path / "fr4-001.toml").write_text('extends = "fr4-001"\n[match]\ntarget = 501\n')
    assert load(str(tmp_path / "fr4-001.toml")).values["match.target"] == 501


def test_a_circle_of_extends_is_named(tmp_path: Path) -> None:
    for own, parent in itertools.pairwise("abca"):
        (tmp_path / f"{own}.toml").write_text(f'extends = "{parent}"\n')
    with pytest.raises(RulesetError, match=r"extends: goes in a circle: a\.toml → b\.toml → c\.toml → a\.toml"):
        load(str(tmp_path / "a.toml"))
    (tmp_path / "self.toml").write_text('extends = "self.toml"\n')
    with pytest.raises(RulesetError, match="circle"):
        load(str(tmp_path / "self.toml"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "fr4-01"', 'extends: no ruleset named "fr4-01" (did you mean "fr4-001"?), and no such file'),
        ("extends = 4", "extends: expected the name of a ruleset, not 4"),
        ('tittle = "x"', 'tittle: unknown key (did you mean "title"?)'),
        ("[play]\nrufff = true", 'play.rufff: unknown knob (did you mean "play.ruff"?)'),
        ('[play]\nruff = "allways"', 'play.ruff: unknown value "allways" (did you mean "always"?); one of always, '),
        ("[play]\noverruff = 1", "play.overruff: expected true or false, not 1"),
        ("[match]\ntarget = 0", "match.target: expected a whole number from 1 to 100000, not 0"),
        ("[match]\ntarget = true", "match.target: expected a whole number"),
        ('[match]\nno_exit = "capot"', "match.no_exit: expected a list of capot, hanging"),
        ("[match]\nno_exit = [[1]]", "match.no_exit: unknown value [1]"),
        ('[match]\nno_exit = ["capot", "capot"]', "match.no_exit: the same value twice"),
        ('[deal]\npackets = "3+2"', 'deal.packets: expected a text like "3+2|3", not "3+2"'),
        ("play = 3", "play: expected a table, not 3"),
        ("clauses = 3", "clauses: expected a table, not 3"),
        ('[clauses]\nrufff = "x"', 'clauses.rufff: neither a knob nor a fact (did you mean "ruff"?)'),
        ('[clauses]\nplay.ruff = "x"', 'clauses.play: a knob is quoted here: "play.ruff" = "…"'),
        ("[unsettled]\nruff = 7", "unsettled.ruff: expected a text, not 7"),
        ('not_stated = ["auctoin"]', 'not_stated: unknown part "auctoin" (did you mean "auction"?)'),
        ('not_stated = "auction"', "not_stated: expected a list of parts"),
        ("abstract = 1", "abstract: expected true or false, not 1"),
        ("title = 3", "title: expected a text, not 3"),
        ("[play]\nruff = always", "line 2: "),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_key(text: str, message: str) -> None:
    with pytest.raises(RulesetError) as raised:
        from_toml(text)
    assert message in str(raised.value)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(RulesetError) as raised:
        from_toml('[play]\nruff = "x"\noverruff = 3\n[deals]\nplayers = 3\n')
    assert {each.key for each in raised.value.problems} == {"play.ruff", "play.overruff", "deals"}


def test_a_file_that_is_no_text_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "child.toml").write_text('extends = "bad"\n')
    for name in ("bad", "child"):
        (problem,) = check(str(tmp_path / f"{name}.toml"))
        assert "cannot be read: it is no text in UTF-8" in str(problem)


def test_what_is_not_there_is_no_faulty_ruleset(tmp_path: Path) -> None:
    with pytest.raises(UnknownRuleset, match='did you mean "bela-004"'):
        check("bela-04")
    with pytest.raises(UnknownRuleset, match="there is no such file"):
        check(tmp_path / "absent.toml")


def test_a_table_may_differ_in_some_knobs_and_has_decided_those() -> None:
    base = load("bela-004")
    ours = base.with_overrides({"match.target": 501, "play.ruff": "unless_partner"})
    assert (ours.values["match.target"], ours.values["play.ruff"]) == (501, "unless_partner")
    assert "play.ruff" not in ours.unsettled and "match.target" not in ours.clauses
    assert ours.unsettled["play.overruff"] == "A-07"
    assert ours.digest != base.digest and base.with_overrides({}) is base


@pytest.mark.parametrize(
    "overrides",
    [
        {"match.targett": 501},
        {"match.target": "501"},
        {"deal.players": 3},
        {"settlement.inside": "split"},
        {"deal.seven_exchange": "own_first_card"},
    ],
)
def test_a_table_that_cannot_be_is_refused(overrides: dict[str, object]) -> None:
    with pytest.raises(RulesetError):
        load("bela-004").with_overrides(overrides)


def test_every_knob_is_named_in_the_table_of_the_second_reading() -> None:
    assert {name for rules in RULES.values() for name in rules} == set(KNOB)


def test_git_knows_every_ruleset(checkout: Path) -> None:
    """A file that is only in the working tree is not shipped."""
    listed = subprocess.run(["git", "-C", checkout, "ls-files", "replay/rulesets"], capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    known = {Path(line).stem for line in listed.stdout.split()}
    assert set(rulesets.names()) <= known
