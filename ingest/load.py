"""Loading: records of files into the store, batch by batch, each batch judged in its own transaction."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from ingest import store as stores
from ingest.audit import judge_due
from ingest.errors import NothingReadable
from ingest.excerpt import excerpt
from ingest.fit import misfit
from ingest.formats import Format, chosen, detect
from ingest.lines import LONGEST, digest, files, first_record, lines
from ingest.mapping import Mapping
from ingest.opening import PACKED, TABLE, NotPacked, opened
from ingest.progress import Progress
from ingest.publish import Publisher
from ingest.rejects import Reject
from ingest.report import FileReport, LoadReport, PlacedReject
from ingest.rows import DEAL_COLUMNS, deal_row, frame
from replay import rulesets
from replay.knobs import did_you_mean
from replay.record import Deal, Player
from replay.rulesets import Ruleset, RulesetError

BATCH: Final = 20_000
"""Deals of one transaction at most."""
_SAID: Final = 1_000
"""Lines between two words on progress."""


def load(
    paths: Iterable[Path | str],
    *,
    store: Path | str,
    format: str | None = None,
    mapping: str | None = None,
    rules: str | None = None,
    audit: bool = True,
    progress: Progress | None = None,
) -> LoadReport:
    """Load the records of files and folders into a store, and audit them.

    `rules` serves records that name no ruleset. What is loaded twice changes nothing; what cannot be read is in the
    report, and the rest is loaded. Raises NothingReadable where not one deal could be read, StoreHeld where another
    process writes the store, WrongUse and RulesetError for a format, mapping or ruleset that cannot be used.
    """
    name, given = chosen(format, mapping)
    ruleset = None if rules is None else rulesets.load(rules)
    report = LoadReport()
    with stores.writer(store) as publisher:
        for path in files(paths):
            _Loading(path, publisher, report, name, given, ruleset, audit, progress).run()
        publisher.publish()
    if report.deals == 0:
        raise NothingReadable(f"not one deal could be read\n{report}")
    return report


class _Loading:
    """One file on its way into the store."""

    def __init__(
        self,
        path: Path,
        publisher: Publisher,
        report: LoadReport,
        format: str | None,
        mapping: Mapping | None,
        given: Ruleset | None,
        audit: bool,
        progress: Progress | None,
    ) -> None:
        self.path = path
        self.publisher = publisher
        self.connection = publisher.connection
        self.report = report
        self.format = format
        self.mapping = mapping
        self.given = given
        self.audit = audit
        self.progress = progress
        self.said = FileReport(str(path))
        self.rules: dict[tuple[str, str], Ruleset | str] = {}
        self.numbers: dict[tuple[str, str], int] = {}
        self.counts: Counter[str] = Counter()
        self.file: int | None = None
        self.clear()

    def clear(self) -> None:
        self.started = datetime.now(UTC)
        self.rows: list[dict[str, Any]] = []
        self.seatings: list[tuple[Player, ...]] = []
        self.keys: list[tuple[str, str]] = []
        self.rejects: list[Reject] = []
        self.places: dict[tuple[str, int], tuple[int, int]] = {}

    def run(self) -> None:
        self.report.files.append(self.said)
        try:
            self.read()
        except NotPacked as error:
            self.problem(str(error))
        except OSError as error:
            what = "there is no such file" if isinstance(error, FileNotFoundError) else error.strerror or str(error)
            if self.path.is_dir():
                what = "there are no record files in this folder (.jsonl, .ndjson, .json)"
            self.problem(what)

    def problem(self, reason: str) -> None:
        self.said.problem = reason
        self.report.add_reject(PlacedReject(str(self.path), None, None, reason, ""))

    def read(self) -> None:
        total = self.path.stat().st_size
        if total == 0:
            self.problem("the file is empty")
            return
        with opened(self.path) as source:
            how = detect(first_record(source), self.format, self.mapping, str(self.path))
        if isinstance(how, str):
            self.problem(how)
            return
        if how.mapping is not None and self.given is None and how.mapping.form.rules is not None:
            self.given = rulesets.load(how.mapping.form.rules)
        with self.path.open("rb") as stored:
            digest_ = digest(
                stored,
                how.name,
                "" if how.mapping is None else how.mapping.text,
                "" if self.given is None else self.given.name + self.given.digest,
            )
        fields: dict[str, Any] = {
            "path": str(self.path),
            "format": how.name,
            "mapping": None if how.mapping is None else how.mapping.name,
            "bytes": total,
            "digest": digest_,
        }
        before = stores.loaded(self.connection, fields["digest"])
        if before is not None and before["complete"]:
            self.said.deals = self.said.known = before["deals"]
            self.said.rejects = before["rejects"]
            self.said.loaded_before = True
            return
        with opened(self.path) as source:
            for count, (number, raw) in enumerate(lines(source)):
                self.take(number, raw, how)
                if len(self.rows) + len(self.rejects) >= BATCH:
                    self.flush(fields, complete=False)
                if self.progress is not None and count % _SAID == 0 and self.path.suffix not in (*PACKED, TABLE):
                    self.progress(str(self.path), source.tell(), total)
        self.flush(fields, complete=True)
        if self.progress is not None:
            self.progress(str(self.path), total, total)

    def take(self, number: int, raw: bytes | None, how: Format) -> None:
        """One line: a row, or a reject."""
        if raw is None:
            self.rejects.append(Reject(f"the line is longer than {LONGEST} bytes: no record is", number))
            return
        found = how.decode(raw, number)
        if isinstance(found, Deal):
            found = self.complete(found, raw, number)
        if isinstance(found, Reject):
            self.rejects.append(found)
            return
        row = deal_row(found, 0, number)
        place = (found.match, found.number)
        before = self.places.setdefault(place, (row["digest"], number))
        if before != (row["digest"], number):
            if before[0] == row["digest"]:
                self.said.deals += 1
                self.said.known += 1
            else:
                self.rejects.append(_conflict(found.match, found.number, number, str(self.path), before[1]))
            return
        self.rows.append(row)
        self.seatings.append(found.players)
        self.keys.append((found.rules, msgspec.json.encode(found.overrides, order="sorted").decode()))

    def complete(self, deal: Deal, raw: bytes, number: int) -> Deal | Reject:
        """The deal with what its record leaves to others: ruleset, match, number."""
        rules = deal.rules or ("" if self.given is None else self.given.name)
        text = raw.decode("utf-8", "replace")
        if not rules:
            known = ", ".join(rulesets.names())
            return Reject(f"the record names no ruleset: give one with --rules ({known})", number, None, excerpt(text))
        ruleset = self.ruleset(rules, deal)
        if isinstance(ruleset, str):
            return Reject(ruleset, number, None, excerpt(text))
        if (reason := misfit(deal, ruleset)) is not None:
            return Reject(reason, number, None, excerpt(text))
        match = deal.match or f"deal-{digest_of(raw)}"
        place = deal.number
        if not place:
            self.counts[match] += 1
            place = self.counts[match]
        return msgspec.structs.replace(deal, rules=rules, match=match, number=place)

    def ruleset(self, name: str, deal: Deal) -> Ruleset | str:
        """The ruleset with the record's overrides, or why there is none."""
        key = (name, msgspec.json.encode(deal.overrides, order="sorted").decode())
        if key not in self.rules:
            try:
                self.rules[key] = self.named(name).with_overrides(deal.overrides)
            except RulesetError as error:
                self.rules[key] = str(error)
        return self.rules[key]

    def named(self, name: str) -> Ruleset:
        # A record may name a shipped ruleset or the one given, never a file.
        if self.given is not None and name == self.given.name:
            return self.given
        if name in rulesets.names():
            return rulesets.load(name)
        raise RulesetError(name, [rulesets.Problem("", _unknown(name))])

    def flush(self, fields: dict[str, Any], *, complete: bool) -> None:
        """Everything taken so far into the store, as one batch."""
        with stores.transaction(self.connection):
            batch = stores.next_id(self.connection, "batch")
            if self.file is None:
                self.file = stores.begin_file(self.connection, batch, fields)
            matches, conflicts = self.add(batch, self.file)
            new = len(self.rows) - len(conflicts) - self.known_here
            self.rejects += conflicts
            self.said.deals += new + self.known_here
            self.said.new += new
            self.said.known += self.known_here
            self.said.rejects += len(self.rejects)
            stores.add_rejects(self.connection, self.file, self.rejects)
            stores.note_file(
                self.connection, self.file, deals=self.said.deals, new=self.said.new, rejects=self.said.rejects,
                complete=complete,
            )  # fmt: skip
            stores.note_batch(self.connection, batch, self.started, deals=new, rejects=len(self.rejects))
            if self.audit and matches:
                judge_due(self.connection, matches)
        for each in sorted(self.rejects, key=lambda each: each.line or 0):
            self.report.add_reject(PlacedReject(str(self.path), each.line, each.column, each.reason, each.excerpt))
        self.clear()
        self.publisher.after_commit()

    def add(self, batch: int, file: int) -> tuple[list[int], list[Reject]]:
        self.known_here = 0
        if not self.rows:
            return [], []
        for key in dict.fromkeys(self.keys):
            if key not in self.numbers:
                ruleset = self.rules[key]
                assert isinstance(ruleset, Ruleset)
                shipped = not (self.given is not None and key[0] == self.given.name) or _is_shipped(self.given)
                self.numbers[key] = stores.intern_ruleset(self.connection, ruleset, key[1], shipped)
        seatings = stores.intern_seatings(self.connection, self.seatings)
        for row, key, seats in zip(self.rows, self.keys, self.seatings, strict=True):
            row["ruleset"] = self.numbers[key]
            row["seating"] = seatings[tuple((each.namespace or "", each.id) for each in seats)] if seats else None
        incoming = frame(self.rows, DEAL_COLUMNS)
        matches, conflicts, self.known_here = stores.add_deals(self.connection, incoming, file, batch)
        by_line = {row["line"]: (row["match_name"], row["number"]) for row in self.rows}
        return matches, [_conflict(*by_line[line], line, path, other) for line, path, other in conflicts]


def digest_of(raw: bytes) -> str:
    """What names the match of a record that names none: its own content."""
    return hashlib.blake2b(raw.strip(), digest_size=8).hexdigest()


def _is_shipped(ruleset: Ruleset) -> bool:
    return ruleset.name in rulesets.names() and rulesets.load(ruleset.name).digest == ruleset.digest


def _unknown(name: str) -> str:
    known = rulesets.names()
    return f"unknown ruleset{did_you_mean(name, list(known))}; known are {', '.join(known)}"


def _conflict(match: str, number: int, line: int, path: str, other: int) -> Reject:
    return Reject(
        f"{match}/{number} is already here with other content, from line {other} of {path}; this one was not loaded",
        line,
    )
