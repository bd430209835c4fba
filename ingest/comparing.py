"""Deals judged by every ruleset that comes with the program: by which were they played?"""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Final

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ingest.audit import audit
from ingest.progress import Progress
from replay import rulesets
from replay.judgement import PARTS

WHOLE: Final = 0.8
"""Of the parts that any ruleset can judge, one has to judge so many to come before those that judge less."""


class Compared(msgspec.Struct, frozen=True):
    """What the judge finds under one ruleset."""

    rules: str
    title: str
    audited: int
    """Deals of which a part could be judged."""
    judged: float
    """The share of their parts that could."""
    faulty: int
    """Those with a violation."""
    violations: int
    unsettled: int


def compare(
    store: Path | str,
    *,
    match: str | None = None,
    file: str | None = None,
    everything: bool = False,
    progress: Progress | None = None,
) -> list[Compared]:
    """Judge the deals asked about by every ruleset for as many players, and put first what explains them best.

    Verdicts are kept beside those under the deals' own rules. Raises as `ingest.audit.audit`.
    """
    found = []
    for name in rulesets.names():
        ruleset = rulesets.load(name)
        report = audit(store, match=match, file=file, rules=name, everything=everything, progress=progress)
        if report.audited:
            faulty = len({(each.match, each.deal) for each in report.violations})
            unknown = sum(report.not_auditable.values())
            found.append(
                Compared(
                    name, ruleset.title, report.audited, 1 - unknown / (len(PARTS) * report.audited), faulty,
                    len(report.violations), len(report.unsettled),
                )
            )  # fmt: skip
    # Rules that say nothing of most parts are broken least.
    most = max((each.judged for each in found), default=0.0)
    return sorted(
        found,
        key=lambda each: (each.judged < WHOLE * most, each.faulty / each.audited, each.violations, each.unsettled),
    )


def table(found: list[Compared]) -> str:
    """The comparison for people."""
    heads = ("Ruleset", "Title", "Deals", "Judged", "With a violation", "Violations", "Unsettled")
    listed = Table(*heads, box=SIMPLE_HEAD)
    for column in listed.columns[2:]:
        column.justify = "right"
    for each in found:
        share = f"{each.faulty:,} ({each.faulty / each.audited:.1%})"
        counts = f"{each.audited:,}", f"{each.judged:.0%}", share, f"{each.violations:,}", f"{each.unsettled:,}"
        listed.add_row(each.rules, each.title, *counts)
    out = StringIO()
    console = Console(file=out, width=120, color_system=None, highlight=False, emoji=False, markup=False)
    console.print(listed)
    return "\n".join(line.rstrip() for line in out.getvalue().strip("\n").splitlines())


def json(found: list[Compared]) -> str:
    """The same for programs: one JSON object with a list `rulesets`."""
    return msgspec.json.format(msgspec.json.encode({"rulesets": found}), indent=2).decode()


FORMATS: Final[dict[str, Callable[[list[Compared]], str]]] = {"table": table, "json": json}
