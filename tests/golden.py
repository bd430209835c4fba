"""Runs worked cases with known answers against the engine: `python -m tests.golden FILE…`.

A file is a JSON list of cases; each has an `id`, a `kind`, the name of its ruleset in `rules`, what is asked, and the
answers. A failure is one line; the last line is `N passed, N failed, N skipped`. Exit: 0, 1 where a case failed, 2
for a file that cannot be read as cases.
"""

import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.oracle_rules import SYSTEMS

Case = Mapping[str, Any]

ABOUT = {"id", "kind", "rules", "overrides", "source", "basis", "note"}
"""Fields that say what a case is, not what is asked."""

KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "legal_cards": ("legal_cards", ("legal",)),
    "trick_winner": ("trick_winner", ("winning_card", "points")),
    "declarations": ("contest", ("points_by_side",)),
    "best_declarations_of_hand": ("best_declarations", ("total",)),
    "deal_score": ("deal_score", ("recorded", "hanging_out", "outcome")),
    "match_end": ("match_end", ("winner",)),
}
"""By kind of case: the function of `replay.table` that answers it, and the fields that are answers."""


class BadFile(Exception):
    """A file that is not a list of cases; the message says why."""


class NotBuilt(Exception):
    """A part of the engine that is not there yet."""


def read(path: Path) -> list[Case]:
    """The cases of a file; raises BadFile."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise BadFile(f"{path}: is not JSON: {error}") from error
    if not isinstance(found, list) or not all(isinstance(case, dict) for case in found):
        raise BadFile(f"{path}: expected a list of cases, each an object with id, kind and rules")
    return found


def _part(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name in (name, name.partition(".")[0]):
            raise NotBuilt(name) from error
        raise


def _function(name: str) -> Callable[..., Any]:
    table = _part("replay.table")
    if not hasattr(table, name):
        raise NotBuilt(f"replay.table.{name}")
    function: Callable[..., Any] = getattr(table, name)
    return function


def _answers(case: Case, given: Any) -> dict[str, Any]:
    """The engine's answer under the names of the case's answers."""
    kind = case["kind"]
    if kind == "legal_cards":
        return {"legal": sorted(given)}
    if kind == "trick_winner":
        place, points = given
        return {"winning_card": case["trick"][place], "points": points}
    if kind == "declarations":
        return {"points_by_side": list(given)}
    if kind == "deal_score":
        return {name: list(given[name]) if name == "recorded" else given[name] for name in KINDS[kind][1]}
    return {KINDS[kind][1][0]: given}


def check(case: Case) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a case expects and what the engine answers; raises NotBuilt, and whatever the engine raises."""
    missing = [name for name in ("kind", "rules") if name not in case]
    if missing:
        raise ValueError(f"the case has no {' and no '.join(missing)}")
    if case["kind"] not in KINDS:
        raise ValueError(f"unknown kind {case['kind']!r}; known are {', '.join(KINDS)}")
    function_name, answers = KINDS[case["kind"]]
    expected = {name: sorted(case[name]) if name == "legal" else case[name] for name in answers if name in case}
    if not expected:
        raise ValueError(f"the case has no answer; expected {' or '.join(answers)}")
    function = _function(function_name)
    rulesets = _part("replay.rulesets")
    if case["rules"] in SYSTEMS and case["rules"] not in rulesets.names():
        raise NotBuilt(f"ruleset {case['rules']}")
    ruleset = rulesets.load(case["rules"])
    if case.get("overrides"):
        ruleset = ruleset.with_overrides(case["overrides"])
    asked = {name: field for name, field in case.items() if name not in ABOUT and name not in answers}
    got = _answers(case, function(ruleset, **asked))
    return expected, {name: got[name] for name in expected}


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def run(cases: list[Case]) -> tuple[Counter[str], list[str], Counter[str]]:
    """How many passed, failed and were skipped; a line for each failure; what the skipped ones lack."""
    count: Counter[str] = Counter()
    failures: list[str] = []
    lacking: Counter[str] = Counter()
    for number, case in enumerate(cases, 1):
        name = case.get("id", f"case {number}")
        try:
            expected, got = check(case)
        except NotBuilt as part:
            count["skipped"] += 1
            lacking[str(part)] += 1
            continue
        # Whatever a case makes the engine raise is that case's failure: the others must still run.
        except Exception as error:
            count["failed"] += 1
            failures.append(f"{name}: {_one_line(error)}")
            continue
        if got == expected:
            count["passed"] += 1
        else:
            count["failed"] += 1
            failures.append(f"{name}: expected {json.dumps(expected)}, got {json.dumps(got, default=str)}")
    return count, failures, lacking


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: python -m tests.golden FILE…", file=sys.stderr)
        return 0 if arguments else 2
    try:
        cases = [case for name in arguments for case in read(Path(name))]
    except BadFile as problem:
        print(problem, file=sys.stderr)
        return 2
    count, failures, lacking = run(cases)
    for line in failures:
        print(line)
    for part, many in lacking.items():
        print(f"{part} is not built yet: {many} skipped", file=sys.stderr)
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
