"""An audit's report for other programs: JSON, CSV, SARIF and JUnit."""

import csv as csv_
import dataclasses
from collections.abc import Callable
from io import StringIO
from typing import Any, Final
from urllib.parse import quote
from xml.etree import ElementTree

import msgspec

from ingest.excerpt import printable
from ingest.report import AuditReport, Entry, table
from ingest.spreadsheet import as_text
from replay.judge import ENGINE
from replay.judgement import PARTS
from replay.violations import CATALOGUE, PART_OF

_FIELDS: Final = tuple(each.name for each in dataclasses.fields(Entry) if each.name != "players")


def json(report: AuditReport) -> str:
    """One JSON object."""
    whole = {
        "deals": report.deals,
        "audited": report.audited,
        "not_auditable": report.not_auditable,
        "violations": [_plain(each) for each in report.violations],
        "unsettled": [_plain(each) for each in report.unsettled],
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode()


def _plain(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in _FIELDS}


def csv(report: AuditReport) -> str:
    """A row a violation, the unsettled ones marked; before what a spreadsheet would work out stands an apostrophe."""
    out = StringIO()
    rows = csv_.writer(out, lineterminator="\n")
    rows.writerow([*_FIELDS, "unsettled"])
    for entries, unsettled in ((report.violations, "false"), (report.unsettled, "true")):
        for each in entries:
            rows.writerow([*(_cell(getattr(each, name)) for name in _FIELDS), unsettled])
    return out.getvalue().removesuffix("\n")


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return as_text(value) if isinstance(value, str) else value


def sarif(report: AuditReport) -> str:
    """A SARIF 2.1.0 log: every code a rule, every violation a result, what is unsettled for review.

    What was dismissed by a ruling is suppressed.
    """
    codes = list(CATALOGUE)
    rules = [
        {
            "id": code,
            "name": each.title,
            "shortDescription": {"text": each.title},
            "fullDescription": {"text": each.sentence},
            "defaultConfiguration": {"level": each.severity},
        }
        for code, each in CATALOGUE.items()
    ]
    results = [_result(each, codes, True) for each in report.violations]
    results += [_result(each, codes, False) for each in report.unsettled]
    driver = {"name": "Rebelote", "version": ENGINE, "semanticVersion": f"{ENGINE}.0.0", "rules": rules}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}],
    }
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode()


def _result(entry: Entry, codes: list[str], settled: bool) -> dict[str, Any]:
    address = f"{entry.match}/{entry.deal}"
    result: dict[str, Any] = {
        "ruleId": entry.code,
        "ruleIndex": codes.index(entry.code),
        "kind": "fail" if settled else "review",
        "level": entry.severity if settled else "none",
        "message": {"text": _told(entry)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(entry.file)},
                    "region": {"startLine": max(entry.line, 1)},
                },
                "logicalLocations": [{"fullyQualifiedName": address, "kind": "member"}],
            }
        ],
        "partialFingerprints": {"violation/v1": f"{address}:{entry.code}:{entry.position}:{entry.seat}"},
        "properties": {"ruleset": entry.rules, "clause": entry.clause},
    }
    if entry.dismissed:
        by = f"{entry.ruling} by {entry.ruled_by}"
        result["suppressions"] = [
            {"kind": "external", "status": "accepted", "justification": f"{by}: {entry.note}" if entry.note else by}
        ]
    return result


def _told(entry: Entry) -> str:
    """What happened, where, and by which clause, as text of one line."""
    where = f"{entry.match}/{entry.deal}" + (f", {entry.place}" if entry.place else "")
    clause = f" [{entry.rules} {entry.clause}]" if entry.clause else ""
    return printable(f"{where}: {entry.sentence}{clause}")


def junit(report: AuditReport) -> str:
    """A JUnit report: a test for every code, which fails where that rule was broken.

    What was dismissed by a ruling fails nothing.
    """
    counted: dict[str, list[Entry]] = {code: [] for code in CATALOGUE}
    aside: dict[str, list[Entry]] = {code: [] for code in CATALOGUE}
    for each in report.violations:
        (aside if each.dismissed else counted)[each.code].append(each)
    for each in report.unsettled:
        aside[each.code].append(each)
    suites = ElementTree.Element("testsuites", name="rebelote")
    for part, name in enumerate(PARTS):
        codes = [code for at, code in enumerate(CATALOGUE) if PART_OF[at] == part]
        suite = ElementTree.SubElement(suites, "testsuite", name=name, tests=str(len(codes)), errors="0", skipped="0")
        failures = 0
        for code in codes:
            case = ElementTree.SubElement(suite, "testcase", classname=f"rebelote.{name}", name=code)
            if counted[code] and CATALOGUE[code].severity != "note":
                failures += 1
                failure = ElementTree.SubElement(
                    case, "failure", type=code, message=f"{CATALOGUE[code].title}: {len(counted[code])} times"
                )
                failure.text = _lines(counted[code])
            if aside[code]:
                ElementTree.SubElement(case, "system-out").text = _lines(aside[code])
        suite.set("failures", str(failures))
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, encoding="unicode")


def _lines(entries: list[Entry]) -> str:
    return "\n".join(f"{printable(each.file)}:{each.line}: {_told(each)}" for each in entries)


FORMATS: Final[dict[str, Callable[[AuditReport], str]]] = {
    "table": table,
    "json": json,
    "csv": csv,
    "sarif": sarif,
    "junit": junit,
}
"""How an audit can be reported, by name."""
