"""What other programs played, and what was played wrong on purpose: the rules say the same of every card."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ingest import foreign, mapping
from ingest.audit import audit
from ingest.load import load
from ingest.samples import folder
from replay import rulesets
from replay.cards import CARD_NAMES, members
from replay.judgement import PARTS, Verdict
from replay.record import Deal
from replay.steps import steps
from replay.verdicts import judge_match

PROGRAMS = ("belote-cli", "colver")


def by_mapping(path: Path, name: str) -> list[tuple[dict[str, Any], Deal]]:
    """Every record of a log, with the deal that the mapping makes of it."""
    read = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        deal = foreign.decode(line, number, mapping.load(name), path.name)
        assert isinstance(deal, Deal), deal
        read.append((json.loads(line), deal))
    return read


def agrees(path: Path, name: str) -> int:
    """Compare every legal card, trick and sum with what the program wrote; the number of plays compared."""
    ruleset = rulesets.load(name)
    compared = 0
    for record, deal in by_mapping(path, name):
        (judged,) = judge_match([deal], [ruleset])
        assert judged.findings == ()
        assert judged.verdicts[PARTS.index("play")] == Verdict.LEGAL
        plays = [step for step in steps(deal, ruleset, judged) if step.kind == "play"]
        for step, card, seat, legal in zip(plays, record["plays"], record["players"], record["legal"], strict=True):
            assert (CARD_NAMES[step.card or 0], step.seat) == (card, seat)
            assert {CARD_NAMES[each] for each in members(step.allowed)} == set(legal), (deal.match, step.position)
            compared += 1
        for winner, claimed in zip(judged.winners, record["trick_winners"], strict=True):
            assert claimed in (winner, None)
        assert judged.points is not None
        assert judged.winners[-1] % 2 == record.get("last_trick_team", judged.winners[-1] % 2)
        capot = 90 if name == "colver" else 0
        points = [sum_ + capot * (judged.capot == side) for side, sum_ in enumerate(judged.points)]
        assert points == record["card_points"]
    return compared


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_legal_card_of_the_samples_is_the_programs_own(name: str) -> None:
    assert agrees(folder() / f"{name}.jsonl", name) == 30 * 32


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_legal_card_of_three_hundred_deals_is_the_programs_own(name: str, outside: Callable[[str], Path]) -> None:
    assert agrees(outside(f"samples/{name}.jsonl"), name) == 300 * 32


def test_no_deal_of_the_programs_is_accused(outside: Callable[[str], Path], tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    read = load([outside(f"samples/{name}.jsonl") for name in PROGRAMS], store=store)
    assert (read.deals, read.new, read.rejected) == (600, 600, 0)
    found = audit(store)
    assert (found.deals, found.audited) == (600, 600)
    assert found.violations == found.unsettled == []


def test_the_audit_finds_exactly_the_faults_written_into_the_samples(tmp_path: Path) -> None:
    path = folder() / "faults.jsonl"
    store = tmp_path / "store.duckdb"
    assert load([path], store=store).new == 10
    written = Counter(
        (record["match"], record["deal"], label["code"], label["position"])
        for record in map(json.loads, path.read_text(encoding="utf-8").splitlines())
        for label in record.get("labels", ())
    )
    found = Counter((each.match, each.deal, each.code, each.position) for each in audit(store).violations)
    assert found == written
    assert written.total() == 13


def test_one_sample_deal_has_no_fault() -> None:
    records = map(json.loads, (folder() / "faults.jsonl").read_text(encoding="utf-8").splitlines())
    assert [(each["match"], each["deal"]) for each in records if not each.get("labels")] == [("faults-fr4-001", 5)]


def test_nothing_of_a_foreign_record_is_lost() -> None:
    for name in PROGRAMS:
        for record, deal in by_mapping(folder() / f"{name}.jsonl", name):
            assert deal.extra["legal"] == record["legal"]
            assert deal.extra["engine"] == record["engine"]
            used = {"dealer", "up_card", "hands", "bids", "plays", "players", "trick_winners", "card_points", "score"}
            used |= {"trump", "taker", "coinche", "belote", "declaration_points", "litige_points", "contract"}
            assert set(record) - set(deal.extra) <= used


def test_belote_cli_takes_the_turned_suit_in_the_first_round_only() -> None:
    for record, deal in by_mapping(folder() / "belote-cli.jsonl", "belote-cli"):
        assert deal.calls is not None
        assert deal.turned is not None
        took = record["trump"] == record["up_card"][1] and len(record["bids"]) <= 4
        assert (deal.calls[-1].call == 1) is took
