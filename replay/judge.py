"""The judge: plays every recorded deal again, from the hands to the score, and says what was broken."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from replay.cards import NOTHING
from replay.claims import compare_points, compare_winners, nothing_claimed
from replay.clauses import KEYS
from replay.compiled import Rules, stack
from replay.declarations import note_held
from replay.findings import (
    ABSENT,
    AUCTION_PART,
    BELOTE_PART,
    CLAIMS_PART,
    DECLARATIONS_PART,
    EXCHANGE_PART,
    MATCH_PART,
    NO_CONTRACT,
    NOT_BUILT,
    NOT_STATED,
    PLAY_PART,
    REASONS,
    cannot,
    close,
)
from replay.frame import DEAL, FINDING, JUDGED, Frame, frame
from replay.hands import read_hands
from replay.jit import rule
from replay.judgement import PARTS, Finding, Held, Judgement, Outcome, Verdict
from replay.knobs import code
from replay.play import read_play
from replay.record import Deal, call_name
from replay.rulesets import Ruleset
from replay.violations import CODES

ENGINE: Final = "1"
"""Version of the rules engine: a new one makes every verdict due again."""

LEAD_ELDEST = code("play.opening_lead", "eldest")


@rule
def judge(
    table: Any, deals: Any, calls: Any, declarations: Any, belotes: Any, judged: Any, found: Any, count: Any
) -> None:
    """Judge deals in order of match and number; `table` holds the rulesets that they name by index.

    Fills one row of `judged` a deal and writes findings to `found`; `count[0]` says how many there are.
    """
    for index in range(len(deals)):
        deal = deals[index]
        rules = table[deal.rules]
        row = judged[index]
        first = count[0]
        clear(row)
        for part in range(len(PARTS)):
            if (rules.not_stated >> part) & 1:
                cannot(row, part, NOT_STATED)
        for part in (AUCTION_PART, EXCHANGE_PART, DECLARATIONS_PART, BELOTE_PART, MATCH_PART):
            cannot(row, part, NOT_BUILT)
        read_hands(rules, deal, row, found, count, index)
        read_contract(rules, deal, calls, row)
        if row.contract == ABSENT:
            cannot(row, PLAY_PART, NO_CONTRACT)
        else:
            read_play(rules, deal, row, found, count, index)
            compare_winners(rules, deal, row, found, count, index)
            compare_points(rules, deal, row, found, count, index)
        nothing_claimed(deal, row)
        if row.reasons[CLAIMS_PART] == 0 and deal.claim_has_score:
            cannot(row, CLAIMS_PART, NOT_BUILT)
        for seat in range(rules.deal_players):
            if row.hands_known[seat]:
                note_held(row, seat, row.hands[seat])
        close(rules, row, found, first, count[0])


@rule
def clear(row: Any) -> None:
    """Start with nothing known."""
    row.contract = ABSENT
    row.level = ABSENT
    row.taker = ABSENT
    row.doubled = 1
    row.leader = ABSENT
    row.capot = ABSENT
    row.hanging = ABSENT
    row.seats[:] = NOTHING
    row.winners[:] = NOTHING


@rule
def read_contract(rules: Rules, deal: Any, calls: Any, row: Any) -> None:
    """The contract that was played, as the record claims it, and who led to it."""
    if deal.claim_contract != ABSENT:
        row.contract = deal.claim_contract & 7
        row.level = deal.claim_contract >> 3
        row.taker = deal.claim_taker
    if deal.claim_doubled != ABSENT:
        row.doubled = deal.claim_doubled
    if rules.play_opening_lead == LEAD_ELDEST:
        if deal.dealer != ABSENT:
            row.leader = (deal.dealer + 1) % rules.deal_players
    else:
        row.leader = row.taker


def judge_frame(deals: Frame, table: Any) -> tuple[Any, Any]:
    """Judge a frame of whole matches; the rows of JUDGED, one a deal, and of FINDING, in order."""
    judged: Any = np.zeros(len(deals.deals), JUDGED).view(np.recarray)
    size = 64 + len(deals.deals)
    while True:
        found: Any = np.zeros(size, FINDING).view(np.recarray)
        count = np.zeros(1, np.int64)
        judge(table, deals.deals, deals.calls, deals.declarations, deals.belotes, judged, found, count)
        if count[0] <= size:
            return judged, found[: count[0]]
        size = int(count[0])
        judged[:] = np.zeros(1, JUDGED)[0]


def judge_match(deals: Sequence[Deal], rulesets: Sequence[Ruleset]) -> list[Judgement]:
    """Judge the deals of one match, in order of number, each under the ruleset given with it."""
    distinct = list({ruleset.digest: ruleset for ruleset in rulesets}.values())
    places = {ruleset.digest: place for place, ruleset in enumerate(distinct)}
    table = stack([ruleset.rules for ruleset in distinct])
    judged, found = judge_frame(frame(deals, [places[ruleset.digest] for ruleset in rulesets]), table)
    findings: list[list[Finding]] = [[] for _ in deals]
    for each in found:
        findings[each.deal].append(_finding(each, rulesets[each.deal]))
    return [
        _judgement(row, deal, ruleset, tuple(own))
        for row, deal, ruleset, own in zip(judged, deals, rulesets, findings, strict=True)
    ]


def _finding(row: Any, ruleset: Ruleset) -> Finding:
    key = KEYS[row.rule]
    unsettled = key in ruleset.unsettled
    code = CODES[row.code]
    n = int(row.values_n)
    return Finding(
        code=code,
        unsettled=unsettled,
        seat=_known(row.seat),
        position=_known(row.position),
        card=None if row.card == NOTHING else int(row.card),
        allowed=int(row.allowed),
        recorded=_text(code, row.recorded[:n]) if n else None,
        computed=_text(code, row.computed[:n]) if n else None,
        clause=ruleset.unsettled[key] if unsettled else ruleset.clauses.get(key, ""),
    )


_SEATS_COMPARED: Final = (
    "play.out-of-turn",
    "play.wrong-leader",
    "call.out-of-turn",
    "claim.winner",
    "deal.wrong-dealer",
)


def _text(code: str, values: Any) -> str | None:
    """The numbers of a finding as people read them: seats from 1, calls by name, points by side."""
    numbers = [int(each) for each in values]
    if numbers == [ABSENT]:
        return None
    if code in _SEATS_COMPARED:
        return f"seat {numbers[0] + 1}"
    if code.startswith("call.") or code == "claim.contract":
        return call_name(numbers[0])
    return "-".join(map(str, numbers))


def _known(value: Any) -> int | None:
    return None if value == ABSENT else int(value)


def _judgement(row: Any, deal: Deal, ruleset: Ruleset, findings: tuple[Finding, ...]) -> Judgement:
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
        seats=tuple(int(each) for each in row.seats[: row.plays_n]),
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


__all__ = ["DEAL", "ENGINE", "judge_frame", "judge_match"]
