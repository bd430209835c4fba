"""The settlement of a deal as rows of a table, what was recorded beside what follows; and the score of its match."""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dashboard.messages import Language, mark
from dashboard.viewer.parts import contract_parts
from dashboard.viewer.telling import OUTCOME_WORDS
from replay.judgement import Judgement
from replay.record import Deal
from replay.rulesets import Ruleset
from replay.statement import Line

RECORDED: Final = ", as recorded"
"""How a line ends that says what the record has."""
_HANGING: Final = re.compile(r"hanging before and after, as recorded: (-?\d+), (-?\d+)")
_LABELS: Final = (
    mark("cards"), mark("last trick"), mark("no trump counts twice"), mark("card points"), mark("declarations"),
    mark("belote"), mark("capot"), mark("points"), mark("bid"), mark("written"), mark("written, rounded"),
    mark("written, doubled"), mark("written, redoubled"), mark("written, rounded, doubled"),
    mark("written, rounded, redoubled"), mark("points that hung"), mark("left hanging"), mark("score"),
    mark("penalties"), mark("total"),
)  # fmt: skip
"""Every label that a statement can have."""


class Scored(NamedTuple):
    """A deal of a match with what the judge says of it."""

    deal: Deal
    judgement: Judgement


def settlement(
    lines: Sequence[Line], deal: Deal, ruleset: Ruleset, judgement: Judgement, tr: Language
) -> list[dict[str, Any]]:
    """The rows of a settlement: label, values that follow, values recorded, and whether these differ."""
    rows: dict[str, dict[str, Any]] = {}
    for label, *values in lines:
        if found := _HANGING.fullmatch(label):
            rows[label] = {
                "label": tr(mark("hanging before, after")), "computed": None, "recorded": [found[1], found[2]],
                "whole": True, "differs": any(each.code == "claim.hanging" for each in judgement.findings),
            }  # fmt: skip
            continue
        name = label.removesuffix(RECORDED)
        row = rows.setdefault(name, {"label": tr(name), "computed": None, "recorded": None, "differs": False})
        row["recorded" if label.endswith(RECORDED) else "computed"] = values
    if "card points" in rows and judgement.points is not None and "last_trick" in deal.claims.points_include:
        rows["card points"]["computed"] = [str(each) for each in judgement.points]
    if "cards" in rows:
        rows = _with_bonuses(rows, ruleset, judgement, tr)
    broken = {each.code for each in judgement.findings}
    for name, row in rows.items():
        if name in _CLAIMED:
            row["differs"] = bool(broken & _CLAIMED[name]) and row["recorded"] is not None
    return list(rows.values())


def _with_bonuses(
    rows: dict[str, dict[str, Any]], ruleset: Ruleset, judgement: Judgement, tr: Language
) -> dict[str, dict[str, Any]]:
    """The rows with declarations and belote after the cards, even where they gave nothing or it is not known."""
    wanted = {"declarations": judgement.declared, "belote": judgement.belote}
    if ruleset.values["declarations.contest"] == "none" and "declarations" not in rows:
        del wanted["declarations"]
    for name, counted in wanted.items():
        row = rows.setdefault(name, {"label": tr(name), "computed": None, "recorded": None, "differs": False})
        row["computed"] = row["computed"] or ["?" if counted is None else "0"] * ruleset.sides
    first = [name for name in rows if name in _CARDS]
    order = [*first, *wanted, *(name for name in rows if name not in first and name not in wanted)]
    return {name: rows[name] for name in order}


_CARDS: Final = ("cards", "last trick", "no trump counts twice", "card points")
_CLAIMED: Final = {
    "card points": {"claim.points"},
    "declarations": {"claim.declarations"},
    "belote": {"claim.belote"},
    "score": {"claim.score", "claim.rounding"},
    "penalties": {"claim.penalty"},
    "total": {"claim.total"},
}
"""By line: the broken rules that say its recorded values are wrong; another difference follows from an earlier one."""


def score_table(match: Sequence[Scored], sides: int, tr: Language) -> list[dict[str, Any]]:
    """The deals of a match, one a row: contract and taker, what each side wrote, totals, and how many rules broke."""
    rows = []
    for deal, judgement in match:
        claims, outcome = deal.claims, OUTCOME_WORDS.get(judgement.outcome)
        score = judgement.score if claims.score is None else claims.score
        totals = judgement.totals if claims.totals is None else claims.totals
        contract = judgement.contract
        rows.append(
            {
                "number": deal.number,
                "address": f"{deal.match}/{deal.number}",
                "contract": []
                if contract is None
                else contract_parts(contract, tr, judgement.level, judgement.doubled),
                "taker": judgement.taker,
                "outcome": "" if outcome is None else tr(outcome),
                "points": _numbers(judgement.points, sides),
                "score": _numbers(score, sides),
                "totals": _numbers(totals, sides),
                "recorded": claims.score is not None,
                "faults": sum(not each.unsettled for each in judgement.findings),
                "open": sum(each.unsettled for each in judgement.findings),
            }
        )
    return rows


def _numbers(values: Sequence[int] | None, sides: int) -> list[int] | None:
    return None if values is None else list(values[:sides])
