"""What loading and auditing found, for people."""

import shutil
from collections import Counter
from dataclasses import dataclass, field
from io import StringIO
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ingest.excerpt import printable
from ingest.rulings import DISMISSED
from replay.violations import CATALOGUE

SHOWN: Final = 200
"""Violations and rejects that a report for people lists; a program gets them all."""
KEPT: Final = 1_000
"""Rejects that a report on loading keeps; the store keeps them all."""
SEVERITIES: Final = ("note", "warning", "error")
"""From the least to the gravest."""


@dataclass(slots=True)
class FileReport:
    """What came of one file."""

    path: str
    deals: int = 0
    """Deals read, known ones too."""
    new: int = 0
    known: int = 0
    merged: int = 0
    """Deals of which the store knew something, and now knows what both records say."""
    replaced: int = 0
    rejects: int = 0
    problem: str | None = None
    """Why nothing of it could be read."""
    loaded_before: bool = False


@dataclass(frozen=True, slots=True)
class PlacedReject:
    """What could not be read, with its file."""

    file: str
    line: int | None
    column: int | None
    reason: str
    excerpt: str

    def __str__(self) -> str:
        place = ":".join(str(each) for each in (self.file, self.line, self.column) if each is not None)
        return f"{printable(place)}: {printable(self.reason)}"


@dataclass(frozen=True, slots=True)
class PlacedNotice:
    """What is unusual and was read all the same, with its file."""

    file: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{printable(self.file)}:{self.line}:{self.column}: {printable(self.text)}"


@dataclass(slots=True)
class LoadReport:
    """What came of loading."""

    files: list[FileReport] = field(default_factory=list)
    rejects: list[PlacedReject] = field(default_factory=list)
    """The first thousand; `rejected` counts all."""
    rejected: int = 0
    notices: list[PlacedNotice] = field(default_factory=list)
    """What was forgiven; the first thousand, `forgiven` counts all."""
    forgiven: int = 0

    @property
    def deals(self) -> int:
        """Deals read, known ones too."""
        return sum(each.deals for each in self.files)

    @property
    def new(self) -> int:
        """Deals that were not in the store before."""
        return sum(each.new for each in self.files)

    @property
    def known(self) -> int:
        """Deals that were in the store already."""
        return sum(each.known for each in self.files)

    def add_reject(self, reject: PlacedReject) -> None:
        """Count a reject, and keep it while there are few."""
        self.rejected += 1
        if len(self.rejects) < KEPT:
            self.rejects.append(reject)

    @property
    def merged(self) -> int:
        """Deals that a second record told more of."""
        return sum(each.merged for each in self.files)

    @property
    def replaced(self) -> int:
        """Deals that took the place of others."""
        return sum(each.replaced for each in self.files)

    def forgive(self, notice: PlacedNotice) -> None:
        """Count something forgiven, and keep it while there is little."""
        self.forgiven += 1
        if len(self.notices) < KEPT:
            self.notices.append(notice)

    def __str__(self) -> str:
        lines = [_file_line(each) for each in self.files if each.problem is None]
        lines += [f"  {each}" + _cited(each.excerpt) for each in self.rejects[:SHOWN]]
        if self.rejected > SHOWN:
            lines.append(f"  … and {self.rejected - SHOWN} more; the store keeps them all")
        lines += [f"  {each}" for each in self.notices[:SHOWN]]
        if self.forgiven > SHOWN:
            lines.append(f"  … and {self.forgiven - SHOWN} more that was forgiven")
        files = counted(len(self.files), "file")
        total = f"{counted(self.deals, 'deal')} read from {files}: {self.new} new, {self.known} known before"
        total += f", {self.merged} filled from a second record" if self.merged else ""
        total += f", {self.replaced} replaced" if self.replaced else ""
        total += f"; {self.forgiven:,} forgiven" if self.forgiven else ""
        lines.append(total + (f"; {counted(self.rejected, 'reject')}" if self.rejected else ""))
        return "\n".join(lines)


def _file_line(said: FileReport) -> str:
    if said.loaded_before:
        line = f"{printable(said.path)}: loaded before, {counted(said.deals, 'deal')}"
    else:
        line = f"{printable(said.path)}: {counted(said.deals, 'deal')}, {said.new} new"
    return line + (f", {counted(said.rejects, 'reject')}" if said.rejects else "")


def _cited(excerpt: str) -> str:
    return f"\n      {excerpt}" if excerpt else ""


def counted(number: int, what: str) -> str:
    """A number of things: `1 deal`, `2,000 deals`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One broken rule of one deal."""

    match: str
    deal: int
    code: str
    severity: str
    seat: int | None
    position: int | None
    card: str | None
    allowed: list[str]
    sentence: str
    clause: str
    rules: str
    file: str
    line: int
    players: int
    """How many play: it turns a position into a trick. Not written for programs."""
    penalised: list[int] | None = None
    """What each side would have written, had a revoke cost its penalty where the ruleset has one."""
    ruling: str | None = None
    """What an arbiter says of it."""
    ruled_by: str | None = None
    note: str | None = None

    @property
    def dismissed(self) -> bool:
        """Whether a ruling says that it does not count."""
        return self.ruling in DISMISSED

    @property
    def place(self) -> str:
        """The position as people count: `trick 3, card 2`."""
        if self.position is None:
            return ""
        if self.code.startswith("call."):
            return f"call {self.position + 1}"
        trick, card = divmod(self.position, self.players)
        return f"trick {trick + 1}, card {card + 1}"


@dataclass(slots=True)
class AuditReport:
    """What an audit found."""

    deals: int = 0
    audited: int = 0
    """Deals of which at least one part could be judged."""
    reasons: dict[str, dict[str, int]] = field(default_factory=dict)
    """By part that was not auditable: in how many deals, by reason."""
    violations: list[Entry] = field(default_factory=list)
    unsettled: list[Entry] = field(default_factory=list)
    """Where the source of the rules is silent and our default was broken."""

    @property
    def not_auditable(self) -> dict[str, int]:
        """By part: in how many deals it could not be judged."""
        return {part: sum(counts.values()) for part, counts in self.reasons.items()}


def reaches(report: AuditReport, severity: str) -> bool:
    """Whether a violation that counts is as grave as this, or graver."""
    least = SEVERITIES.index(severity)
    return any(SEVERITIES.index(each.severity) >= least for each in report.violations if not each.dismissed)


def worst_first(entries: list[Entry]) -> list[Entry]:
    """Violations in the order in which an arbiter looks at them: what counts and is grave comes first."""
    return sorted(
        entries,
        key=lambda each: (
            each.dismissed, -SEVERITIES.index(each.severity), each.match, each.deal,
            -1 if each.position is None else each.position, each.code,
        ),
    )  # fmt: skip


def table(report: AuditReport) -> str:
    """An audit's report for people: what was found, where, and what could not be judged."""
    out = StringIO()
    width = max(80, min(160, shutil.get_terminal_size((110, 24)).columns))
    console = Console(file=out, width=width, color_system=None, highlight=False, emoji=False, markup=False)
    found = report.violations
    faulty = len({(each.match, each.deal) for each in found})
    head = f"{counted(report.deals, 'deal')}, {report.audited:,} audited: "
    if found:
        head += f"{counted(len(found), 'violation')} in {counted(faulty, 'deal')}"
    else:
        head += "no violation in what could be judged"
    ruled = Counter(each.ruling for each in found if each.ruling is not None)
    if ruled:
        head += f" ({', '.join(f'{times:,} {said}' for said, times in sorted(ruled.items()))})"
    if report.unsettled:
        head += f", {len(report.unsettled):,} unsettled"
    console.print(Text(head, style="bold"))
    if found:
        console.print(_summary(found))
        console.print(_listed(found))
    if report.unsettled:
        console.print(Text("Unsettled: the rules' source is silent there, and our default was broken."))
        console.print(_listed(report.unsettled))
    if report.reasons:
        console.print(_not_auditable(report))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _summary(found: list[Entry]) -> Table:
    counts = Counter(each.code for each in found)
    summary = Table("Violation", "Code", "Severity", "Times", box=SIMPLE_HEAD, pad_edge=False)
    summary.columns[3].justify = "right"
    for code, times in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        summary.add_row(CATALOGUE[code].title, code, CATALOGUE[code].severity, f"{times:,}")
    return summary


def _listed(found: list[Entry]) -> Table:
    listed = Table("Deal", "Where", "What", "Record", box=SIMPLE_HEAD, pad_edge=False)
    listed.columns[2].ratio = 1
    for each in found[:SHOWN]:
        what = printable(each.sentence)
        if each.allowed and " ".join(each.allowed) not in what:
            what += f" Allowed: {' '.join(each.allowed)}."
        if each.clause:
            what += f" [{each.rules} {each.clause}]"
        if each.penalised is not None:
            what += f" With the penalty the score would be {' : '.join(map(str, each.penalised))}."
        if each.ruling is not None:
            what += f" {each.ruling.capitalize()} by {printable(each.ruled_by or '')}"
            what += f": {printable(each.note)}" if each.note else "."
        listed.add_row(
            Text(f"{printable(each.match)}/{each.deal}", overflow="fold"),
            Text(each.place),
            Text(what),
            Text(f"{printable(each.file.rpartition('/')[2])}:{each.line}", overflow="fold"),
        )
    if len(found) > SHOWN:
        listed.caption = f"… and {len(found) - SHOWN:,} more; --format json, csv or sarif has all"
    return listed


def _not_auditable(report: AuditReport) -> Table:
    listed = Table("Not auditable", "Why", "Deals", box=SIMPLE_HEAD, pad_edge=False)
    listed.columns[2].justify = "right"
    for part, reasons in report.reasons.items():
        for reason, count in reasons.items():
            listed.add_row(part, Text(reason), f"{count:,}")
    return listed
