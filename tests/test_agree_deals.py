"""Whole matches, honest and not: the engine says of each deal what the second telling of the rules says."""

from hypothesis import given

from replay.judgement import PARTS, Judgement, Verdict
from replay.verdicts import judge_match
from tests.dealing_out import Dealt, whole_match
from tests.knobs import TABLES, examples

OUTCOMES = {"made": "MADE", "inside": "INSIDE", "hanging": "HANGING"}


def outcome_of(dealt: Dealt) -> str:
    """The outcome as the engine has it: a decided double is made or inside."""
    said = dealt.settled["outcome"]
    if said != "doubled":
        return OUTCOMES[said]
    return "MADE" if dealt.settled["attack_won"] else "INSIDE"


def facts(judgement: Judgement) -> dict[str, object]:
    return {
        "seats": list(judgement.seats),
        "winners": list(judgement.winners),
        "points": judgement.points,
        "tricks": judgement.tricks,
        "declared": judgement.declared,
        "belote": judgement.belote,
        "score": judgement.score,
        "hanging": judgement.hanging,
        "totals": judgement.totals,
    }


def expected(dealt: Dealt) -> dict[str, object]:
    played = dealt.played
    points = list(played["card_points"])
    points[played["last_trick_side"]] += 10
    return {
        "seats": played["seats"],
        "winners": played["winners"],
        "points": tuple(points),
        "tricks": tuple(played["trick_counts"]),
        "declared": tuple(dealt.declared),
        "belote": tuple(dealt.belote),
        "score": tuple(dealt.settled["recorded"]),
        "hanging": dealt.settled["hanging_out"],
        "totals": tuple(dealt.totals),
    }


@examples(400)
@given(TABLES)
def test_an_honest_match_is_legal_in_every_part_and_counts_the_same(table):
    ruleset, chance = table
    deals = whole_match(ruleset, chance, 4)
    for dealt, judgement in zip(deals, judge_match([each.record for each in deals], [ruleset] * len(deals)), strict=True):
        codes = [finding.code for finding in judgement.findings if finding.code != "declaration.not-declared"]
        assert codes == [], (ruleset.name, judgement.findings)
        if dealt.thrown_in:
            assert judgement.outcome.name == "THROWN_IN"
            assert judgement.verdicts[PARTS.index("auction")] == Verdict.LEGAL
            continue
        assert facts(judgement) == expected(dealt)
        if dealt.settled["outcome"] != "doubled":
            assert judgement.outcome.name == outcome_of(dealt)
        for part, verdict, reason in zip(PARTS, judgement.verdicts, judgement.reasons, strict=True):
            assert verdict == Verdict.LEGAL, (part, reason)
