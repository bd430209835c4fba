"""Proofs on simulated deals: clean ones are found clean, broken ones at the place and with the code of their label."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count, groupby
from typing import Any

import msgspec

from ingest import canonical
from ingest.faults import CATALOGUE, Injector
from ingest.faults.label import LEGAL
from ingest.simulated import lines
from replay import rulesets
from replay.alternatives import alternatives
from replay.compiled import stack
from replay.findings import ABSENT
from replay.frame import frame
from replay.judge import judge_frame
from replay.judgement import PARTS, Verdict
from replay.players.simulation import simulate
from replay.record import Deal
from replay.rulesets import Ruleset
from replay.violations import CODES

ELEVEN = (
    "ua3-000", "fr4-001", "fr3-002", "fr2-002", "fr4-002", "bg4-003", "bg3-003", "bg4-004", "frbelote-004",
    "coinche-004", "bela-004",
)  # fmt: skip
BLOCK = 100
"""Matches judged at a time."""


@dataclass
class Clean:
    """What the audit says of simulated deals that nobody broke."""

    rules: str
    deals: int = 0
    matches: int = 0
    found: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[tuple[str, Verdict]] = field(default_factory=Counter)


@dataclass
class Broken:
    """What the audit says of labelled deals."""

    rules: str
    deals: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    """Deals by fault."""
    right: Counter[str] = field(default_factory=Counter)
    """Of these, those of which the audit says what their label says, and nothing else."""
    codes: Counter[str] = field(default_factory=Counter)
    expected: int = 0
    """Violations that labels name, with what follows."""
    missed: Counter[str] = field(default_factory=Counter)
    """Of those, by fault, what the audit did not find."""
    extra: Counter[str] = field(default_factory=Counter)
    """What it found besides, by fault."""
    shown: list[str] = field(default_factory=list)
    """Some of the records of which it said otherwise."""


def matches(
    ruleset: Ruleset, seed: int, first: int, last: int, overrides: dict[str, Any] | None = None
) -> Iterator[list[dict[str, Any]]]:
    """Simulated matches as the records that were written."""
    raw = b"".join(lines(each, ruleset, seed, overrides or {}) for each in simulate(ruleset, seed, first, last))
    records = map(msgspec.json.decode, raw.splitlines())
    for _, deals in groupby(records, lambda record: record["match"]):
        yield list(deals)


def judge(ruleset: Ruleset, records: Iterable[dict[str, Any]]) -> tuple[list[Counter[tuple[str, int | None]]], Any]:
    """What is found in each record, by code and position, and the judged rows; each is written and read again."""
    deals, rules, tables = [], [], {}
    for record in records:
        deal = canonical.decode(msgspec.json.encode(record))
        assert isinstance(deal, Deal), (deal, record)
        key = json.dumps(deal.overrides, sort_keys=True)
        if key not in tables:
            tables[key] = ruleset.with_overrides(deal.overrides)
        deals.append(deal)
        rules.append(list(tables).index(key))
    table = stack([each.rules for each in tables.values()], [alternatives(each) for each in tables.values()])
    judged, findings = judge_frame(frame(deals, rules), table)
    found: list[Counter[tuple[str, int | None]]] = [Counter() for _ in deals]
    for each in findings:
        if each.code != ABSENT:
            position = None if each.position == ABSENT else int(each.position)
            found[each.deal][CODES[each.code], position] += 1
    return found, judged


def prove_clean(name: str, deals: int, seed: int = 1) -> Clean:
    """Simulate at least so many deals of a ruleset and judge their records."""
    ruleset, proof = rulesets.load(name), Clean(name)
    for first in count(1, BLOCK):
        records = [record for match in matches(ruleset, seed, first, first + BLOCK - 1) for record in match]
        found, judged = judge(ruleset, records)
        proof.deals += len(records)
        proof.matches += BLOCK
        for each in found:
            proof.found.update(code for code, _ in each)
        for part, column in zip(PARTS, judged.verdicts.T, strict=True):
            proof.verdicts.update((part, Verdict(int(verdict))) for verdict in column)
        if proof.deals >= deals:
            return proof
    raise AssertionError


def expected(record: dict[str, Any]) -> Counter[tuple[str, int | None]]:
    """What a record's labels say that an audit must find."""
    wanted: Counter[tuple[str, int | None]] = Counter()
    for label in record.get("labels", ()):
        if label["code"] != LEGAL:
            wanted[label["code"], label["position"]] += 1
        for each in label.get("follows", ()):
            wanted[each["code"], each["position"]] += 1
    return wanted


def prove_faults(name: str, faults: int, seed: int = 2, rate: float = 0.5, block: int = BLOCK) -> Broken:
    """Break at least so many simulated deals of a ruleset and compare what the audit finds with their labels."""
    ruleset, proof = rulesets.load(name), Broken(name)
    injector = Injector(ruleset.values, str(seed), rate)
    for first in count(1, block):
        broken = [injector.break_match(match) for match in matches(ruleset, seed, first, first + block - 1)]
        records = [record for match in broken for record in match]
        found, _ = judge(ruleset, records)
        proof.deals += len(records)
        for record, each in zip(records, found, strict=True):
            wanted = expected(record)
            fault = record["labels"][0]["fault"] if "labels" in record else "none"
            proof.expected += wanted.total()
            proof.codes.update(code for code, _ in wanted)
            if "labels" in record:
                proof.faults[fault] += 1
                proof.right[fault] += wanted == each
            proof.missed[fault] += (wanted - each).total()
            proof.extra[fault] += (each - wanted).total()
            if wanted != each and len(proof.shown) < 5:
                proof.shown.append(f"{fault}: {wanted - each} {each - wanted} {msgspec.json.encode(record).decode()}")
        if proof.faults.total() >= faults:
            return proof
    raise AssertionError


__all__ = ["CATALOGUE", "ELEVEN", "Broken", "Clean", "expected", "judge", "matches", "prove_clean", "prove_faults"]
