"""Deals written by hand for tests: records in the words of the canonical format, played on and judged."""

import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ingest.canonical import decode
from replay.judgement import PARTS, Finding, Judgement, Verdict
from replay.record import Deal
from replay.rulesets import Ruleset, load
from replay.verdicts import judge_match
from tests import oracle
from tests.oracle_rules import RULES


@functools.cache
def _at(system: str, overrides: str) -> Ruleset:
    return load(system).with_overrides(json.loads(overrides))


def table(system: str, overrides: Mapping[str, Any] | None = None) -> Ruleset:
    """A shipped ruleset, at a table that may differ in some knobs."""
    return _at(system, json.dumps(overrides or {}))


def deal(system: str, number: int = 1, **fields: Any) -> Deal:
    """A record of one deal: calls as one text, everything else as the format has it."""
    if isinstance(calls := fields.get("calls"), str):
        fields["calls"] = calls.split()
    record = {"rebelote": 1, "match": "m", "deal": number, "rules": system, **fields}
    read = decode(json.dumps(record).encode())
    assert isinstance(read, Deal), read
    return read


def judge(*deals: Deal) -> list[Judgement]:
    """The deals of one match, judged each under its own ruleset."""
    return judge_match(deals, [table(each.rules, each.overrides) for each in deals])


def judged(system: str, number: int = 1, **fields: Any) -> Judgement:
    """One deal that stands alone, judged."""
    return judge(deal(system, number, **fields))[0]


def findings(*deals: Deal) -> list[tuple[int, Finding]]:
    """What was broken in a match, with the number of its deal."""
    return [(each.number, found) for each, said in zip(deals, judge(*deals), strict=True) for found in said.findings]


def codes(judgement: Judgement) -> list[str]:
    """The codes of what was broken in a deal."""
    return [each.code for each in judgement.findings]


def verdict(judgement: Judgement, part: str) -> Verdict:
    """What is said of one part of a deal."""
    return judgement.verdicts[PARTS.index(part)]


def play_on(system: str, contract: str, leader: int, hands: Sequence[str], begun: str = "", wanted: str = "") -> str:
    """All plays of a deal: those begun, then each seat's first legal card in the order wanted, else of its hand."""
    knobs = RULES[system]
    players = len(hands)
    held = [hand.replace("|", " ").split() for hand in hands]
    plays: list[str] = []
    first = begun.split()
    while any(held):
        trick: list[str] = []
        for turn in range(players):
            seat = (leader + turn) % players
            legal = oracle.legal(knobs, contract, trick, held[seat])
            choice = [card for card in (*wanted.split(), *held[seat]) if card in legal]
            card = first.pop(0) if first else choice[0]
            held[seat].remove(card)
            trick.append(card)
        plays += trick
        leader = (leader + oracle.winner(contract, trick)) % players
    return " ".join(plays)
