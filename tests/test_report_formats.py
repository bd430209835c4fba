"""An audit's report for other programs: SARIF by its schema, JUnit and CSV as their readers take them."""

import csv
import io
import json
import os
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from ingest import report_formats, rulings
from ingest.audit import audit
from ingest.load import load
from ingest.report import AuditReport, table
from ingest.samples import folder
from replay.violations import CATALOGUE
from tests.deals import play_on
from tests.test_violations import HANDS


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Faulty deals of several systems, and one whose names would be formulas and markup."""
    place = tmp_path_factory.mktemp("report")
    hostile = {
        "rebelote": 1, "match": '=HYPERLINK("x")<b>&\u202e', "deal": 1, "rules": "fr4-002", "dealer": 3, "turned": "JH",
        "hands": list(HANDS), "calls": ["take"], "plays": play_on("fr4-002", "H", 0, HANDS, begun="AS 8H KH AC"),
        "declarations": [], "belote": [],
    }  # fmt: skip
    (place / "hostile.jsonl").write_text(json.dumps(hostile), encoding="utf-8")
    load([folder() / "faults.jsonl", folder() / "bg4-003.jsonl", place / "hostile.jsonl"], store=place / "s.duckdb")
    rulings.mark(place / "s.duckdb", "faults-fr4-001", 1, "play.must-follow", "waived", name="A", note="shown")
    return place / "s.duckdb"


@pytest.fixture(scope="module")
def found(store: Path) -> AuditReport:
    return audit(store)


def test_sarif_fits_its_schema_and_names_every_violation(found: AuditReport) -> None:
    log = json.loads(report_formats.sarif(found))
    results = log["runs"][0]["results"]
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert len(results) == len(found.violations) + len(found.unsettled) > 5
    assert {each["kind"] for each in results[: len(found.violations)]} == {"fail"}
    assert [each["id"] for each in rules] == list(CATALOGUE)
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in results)
    assert [each["ruleId"] for each in results if "suppressions" in each] == ["play.must-follow"]
    outside = os.environ.get("REBELOTE_OUTSIDE")
    if not outside:
        pytest.skip("the published schema is not here: set REBELOTE_OUTSIDE")
    schema = json.loads((Path(outside) / "formats" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    jsonschema.validate(log, schema)


def test_junit_has_a_test_for_every_code_and_fails_those_that_count(found: AuditReport) -> None:
    suites = ElementTree.fromstring(report_formats.junit(found))
    cases = {case.get("name"): case for case in suites.iter("testcase")}
    assert set(cases) == set(CATALOGUE)
    for code, case in cases.items():
        counted = [each for each in found.violations if each.code == code and not each.dismissed]
        fails = bool(counted) and CATALOGUE[str(code)].severity != "note"
        assert (case.find("failure") is not None) == fails, code
    assert sum(int(suite.get("failures", "0")) for suite in suites) == sum(1 for _ in suites.iter("failure"))


def test_csv_is_read_back_and_no_cell_is_a_formula(found: AuditReport) -> None:
    rows = list(csv.DictReader(io.StringIO(report_formats.csv(found))))
    assert len(rows) == len(found.violations) + len(found.unsettled)
    assert [row["code"] for row in rows[: len(found.violations)]] == [each.code for each in found.violations]
    assert all(not value.startswith(("=", "+", "@")) for row in rows for value in row.values())
    assert any(row["match"].startswith("'=HYPER") for row in rows)


def test_the_gravest_comes_first_and_what_was_waived_last(found: AuditReport) -> None:
    order = [(each.dismissed, ("error", "warning", "note").index(each.severity)) for each in found.violations]
    assert order == sorted(order)
    assert found.violations[-1].ruling == "waived"


def test_what_a_penalty_would_make_of_the_score_is_told(found: AuditReport) -> None:
    # fr4-002: who revokes writes minus a hundred, the others their own (002:67).
    (revoke,) = [each for each in found.violations if each.rules == "fr4-002" and each.code == "play.must-follow"]
    assert revoke.penalised is not None and revoke.penalised[1] == -100 and revoke.penalised[0] > 0
    assert f"With the penalty the score would be {revoke.penalised[0]} : -100." in " ".join(table(found).split())
    assert all(each.penalised is None for each in found.violations if each.rules == "bg4-003")
