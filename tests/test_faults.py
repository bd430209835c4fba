"""Labelled faults: the audit finds each at its place with its code, and nothing else."""

import ast
import json
from collections import Counter
from pathlib import Path

import pytest

import ingest.faults
from ingest.audit import audit
from ingest.faults import CATALOGUE, Injector
from ingest.faults.label import LEGAL
from ingest.load import load
from ingest.samples import folder
from replay import rulesets
from replay.violations import CATALOGUE as CODES
from tests.proof import ELEVEN, expected, matches, prove_faults

SAMPLE = 150


@pytest.fixture(scope="module")
def made() -> Counter[str]:
    return Counter()


@pytest.mark.parametrize("name", ELEVEN)
def test_every_labelled_fault_is_found_and_nothing_else(name: str) -> None:
    proof = prove_faults(name, SAMPLE, block=20)
    assert not proof.shown
    assert not +proof.missed
    assert not +proof.extra
    assert proof.expected > 0.8 * SAMPLE
    assert len(proof.faults) > 25


def test_the_catalogue_has_a_fault_for_every_violation() -> None:
    assert {fault.code for fault in CATALOGUE} == {*CODES, LEGAL}
    assert len({fault.name for fault in CATALOGUE}) == len(CATALOGUE)


def test_the_faults_of_the_five_broken_programs_are_there() -> None:
    programs = {"BelotGameEngine", "libcoinche", "gym-coinche", "coincoinche", "coinche-rl"}
    assert {fault.program for fault in CATALOGUE} == {*programs, ""}


def test_the_injector_knows_nothing_of_the_engine() -> None:
    """It states the game in its own words, or it would break a record only as far as the engine can see."""
    for path in Path(ingest.faults.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for each in names:
                assert not each.startswith(("replay", "rebelote", "dashboard")), (path.name, each)
                assert not each.startswith("ingest") or each.startswith("ingest.faults"), (path.name, each)


def test_nothing_is_broken_without_a_label_and_a_rate_of_none_breaks_nothing() -> None:
    ruleset = rulesets.load("frbelote-004")
    for match in matches(ruleset, 3, 1, 10):
        assert Injector(ruleset.values, "x", 0.0).break_match(match) == match
        broken = Injector(ruleset.values, "x", 1.0).break_match(match)
        assert any("labels" in record for record in broken)


@pytest.mark.parametrize("name", ELEVEN)
def test_a_sample_has_a_clean_match_and_one_with_labelled_faults(name: str, tmp_path: Path) -> None:
    path = folder() / f"{name}.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    by_match = {
        match: [each for each in records if each["match"] == match] for match in (f"{name}-clean", f"{name}-faults")
    }
    assert sum(map(len, by_match.values())) == len(records)
    assert not any("labels" in record for record in by_match[f"{name}-clean"])
    assert sum("labels" in record for record in by_match[f"{name}-faults"]) >= 3
    store = tmp_path / "s.duckdb"
    assert load([path], store=store).new == len(records)
    report = audit(store)
    found = Counter(
        (each.match, each.deal, each.code, each.position) for each in [*report.violations, *report.unsettled]
    )
    written = Counter()
    for record in records:
        for (code, position), count in expected(record).items():
            written[record["match"], record["deal"], code, position] += count
    assert found == written


def test_the_page_on_faults_names_every_one(checkout: Path) -> None:
    page = (checkout / "docs" / "faults.md").read_text(encoding="utf-8")
    for fault in CATALOGUE:
        assert page.count(f"`{fault.name}`") >= 2, fault.name
    for name in ELEVEN:
        assert f"| {name} |" in page
