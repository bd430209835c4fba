"""Judged records turned back into judgements: codes, clauses and numbers as people read them."""

from collections.abc import Sequence
from typing import Any, Final

from replay.alternatives import alternatives
from replay.cards import RANKS, UNKNOWN, names
from replay.clauses import KEYS
from replay.compiled import stack
from replay.findings import ABSENT, REASONS
from replay.frame import frame
from replay.judge import judge_frame
from replay.judgement import Finding, Held, Judgement, Outcome, Verdict
from replay.record import Deal, call_name
from replay.rulesets import Ruleset
from replay.violations import CODES, DECLARED

_SEATS_COMPARED: Final = (
    "play.out-of-turn",
    "play.wrong-leader",
    "call.out-of-turn",
    "claim.winner",
    "deal.wrong-dealer",
    "deal.wrong-turned",
)


def judge_match(deals: Sequence[Deal], rulesets: Sequence[Ruleset]) -> list[Judgement]:
    """Judge the deals of one match, in order of number, each under the ruleset given with it."""
    return judge_matches(deals, rulesets)


def judge_matches(deals: Sequence[Deal], rulesets: Sequence[Ruleset]) -> list[Judgement]:
    """Judge deals in order of match and number, each under the ruleset given with it."""
    distinct = list({ruleset.digest: ruleset for ruleset in rulesets}.values())
    places = {ruleset.digest: place for place, ruleset in enumerate(distinct)}
    table = stack([each.rules for each in distinct], [alternatives(each) for each in distinct])
    judged, found = judge_frame(frame(deals, [places[ruleset.digest] for ruleset in rulesets]), table)
    findings: list[list[Finding]] = [[] for _ in deals]
    for each in found:
        if each.code != ABSENT:
            findings[each.deal].append(finding_of(each, rulesets[each.deal]))
    return [_judgement(row, ruleset, tuple(own)) for row, ruleset, own in zip(judged, rulesets, findings, strict=True)]


def finding_of(row: Any, ruleset: Ruleset) -> Finding:
    """A finding's record as people read it, under its deal's ruleset."""
    key = KEYS[row.rule]
    unsettled = key in ruleset.unsettled
    code = CODES[row.code]
    n = int(row.values_n)
    return Finding(
        code=code,
        unsettled=unsettled,
        seat=_known(row.seat),
        position=_known(row.position),
        card=None if row.card >= UNKNOWN else int(row.card),
        allowed=int(row.allowed),
        recorded=_text(code, row.recorded[:n]) if n else None,
        computed=_text(code, row.computed[:n]) if n else None,
        clause=ruleset.unsettled[key] if unsettled else ruleset.clauses.get(key, ""),
    )


def _text(code: str, values: Any) -> str | None:
    """The numbers of a finding as people read them: seats from 1, calls by name, points by side."""
    numbers = [int(each) for each in values]
    if all(each == ABSENT for each in numbers) and code != "deal.wrong-turned":
        return None
    if code in _SEATS_COMPARED:
        return "nobody" if numbers[0] == ABSENT else f"seat {numbers[0] + 1}"
    if code == "match.wrong-winner":
        return f"side {numbers[0] + 1}"
    if code.startswith("declaration."):
        return _declaration_text(*numbers)
    if code == "claim.contract":
        contract, taker, doubled = numbers
        said = "" if contract == ABSENT else call_name(contract)
        by = "" if taker == ABSENT else f" by seat {taker + 1}"
        return said + by + {2: " doubled", 4: " redoubled"}.get(doubled, "")
    if code.startswith("call."):
        return call_name(numbers[0])
    return "-".join(str(each) for each in numbers if each != ABSENT)


def _declaration_text(cards: int, kind: int, top: int) -> str | None:
    if cards:
        return names(cards)
    if kind not in DECLARED:
        return None
    return DECLARED[kind] if top == ABSENT else f"{DECLARED[kind]} to {RANKS[top]}"


def _missing(row: Any, findings: tuple[Finding, ...]) -> tuple[int, int, int] | None:
    if row.gap < 0:
        return None
    found = next(each for each in findings if each.code == "play.missing")
    return int(row.gap), int(row.seats[row.gap]), int(found.card or 0)


def _known(value: Any) -> int | None:
    return None if value == ABSENT else int(value)


def _judgement(row: Any, ruleset: Ruleset, findings: tuple[Finding, ...]) -> Judgement:
    sides = ruleset.sides

    def by_side(values: Any, has: Any) -> tuple[int, ...] | None:
        return tuple(int(each) for each in values[:sides]) if has else None

    return Judgement(
        verdicts=tuple(Verdict(int(each)) for each in row.verdicts),
        reasons=tuple(REASONS[each] for each in row.reasons),
        findings=findings,
        contract=_known(row.contract),
        level=_known(row.level) if row.level > 1 else None,
        taker=_known(row.taker),
        doubled=int(row.doubled),
        outcome=Outcome(int(row.outcome)),
        leader=_known(row.leader),
        seats=tuple(int(each) for at, each in enumerate(row.seats[: row.plays_n]) if at != row.gap),
        missing=_missing(row, findings),
        winners=tuple(int(each) for each in row.winners[: row.winners_n]),
        points=by_side(row.points, row.has_points),
        tricks=by_side(row.tricks, row.winners_n),
        declared=by_side(row.declared, row.has_declared),
        belote=by_side(row.belote, row.has_belote),
        capot=_known(row.capot),
        score=by_side(row.score, row.has_score),
        hanging=_known(row.hanging),
        totals=by_side(row.totals, row.has_totals),
        held=tuple(
            Held(int(row.held_seat[at]), int(row.held_kind[at]), int(row.held_cards[at])) for at in range(row.held_n)
        ),
    )
