"""No dead settings: for each setting some fixed deal tells each value from the next, or the two are the same game."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from replay.knobs import KNOBS, Value
from replay.match import next_dealer
from replay.players.simulation import simulate
from replay.rulesets import load
from replay.table import contest, deal_score, match_end
from tests.dead_knobs import neighbours, told_apart
from tests.deals import codes, deal, judge, judged, play_on
from tests.test_cases import HANDS, carre, sequence

SAME: dict[tuple[str, Value, Value], str] = {
    ("deal.direction", "clockwise", "counterclockwise"): "it names left and right alone",
    ("declarations.show", "on_demand", "before_lead"): "showing leaves no trace in a record",
    ("declarations.show", "before_lead", "after_trick_1"): "showing leaves no trace in a record",
    ("settlement.inside", "all", "split"): "the one is for one defence, the other for two",
}
"""Values that are the same game, with why; `without_effect` tells of more where other settings take the effect."""

Told = Callable[[Value], Any]


def scores(system: str, name: str, besides: dict[str, Any], **fixed: Any) -> Told:
    """Everything that can be written for a deal whose cards are split in any way, with other settings beside."""

    def told(value: Value) -> list[Any]:
        ruleset = load(system).with_overrides({**besides, name: value})
        whole = {"NT": 120, "AT": 248}.get(fixed["contract"], 152)
        rest = [0] * (ruleset.sides - 2)
        return [
            deal_score(ruleset, taker_side=0, card_points=[own, whole - own, *rest], last_trick_side=0, **fixed)
            for own in range(whole + 1)
        ]

    return told


def contested(system: str, name: str, *announced: dict[str, Any]) -> Told:
    return lambda value: contest(load(system).with_overrides({name: value}), "S", announced)


def belote_with(card: str) -> Told:
    """Belote of seat 2, who holds KH and QH, said with a card."""
    hands = (HANDS[0], HANDS[1].replace("QH", "9H"), HANDS[2].replace("9H", "QH"), HANDS[3])
    plays = play_on("fr4-001", "H", 0, hands)
    pair = sorted(plays.split().index(each) for each in ("KH", "QH"))
    own = [at for at, each in enumerate(plays.split()) if each in hands[2]]
    at = {"second": pair[1], "other": next(each for each in own if each not in pair and each < pair[1])}[card]
    fields = {"dealer": 3, "turned": "JH", "hands": hands, "calls": "take", "plays": plays}

    def told(value: Value) -> Any:
        overrides = {"declarations.belote_card": value}
        said = judged("fr4-001", **fields, belote=[{"seat": 2, "suit": "H", "play": at}], overrides=overrides)
        return codes(said), said.belote

    return told


def dealt(value: Value) -> Any:
    """Hands as the dealer gives them, the taker's last cards first or in turn."""
    ruleset = load("fr4-001").with_overrides({"deal.taker_packet": value})
    return [np.array(each.frame.deals.hands).tobytes() for each in simulate(ruleset, 1, 1, 2)]


def seated(value: Value) -> Any:
    name = {2: "fr2-002", 3: "fr3-002", 4: "fr4-002"}[int(value)]  # type: ignore[arg-type]
    return [int(next_dealer(load(name).rules, seat, -1, np.zeros(4, np.int64))) for seat in (1, 2)]


def doubled_out_of_turn(value: Value) -> Any:
    calls = [{"seat": 0, "call": "80H"}, {"seat": 3, "call": "double"}]
    return codes(judged("coinche-004", dealer=3, calls=calls, overrides={"auction.doubling": value}))


def ended(value: Value) -> Any:
    """A match that goes on after a side has reached the target, which nobody announced."""
    fields = {"overrides": {"match.target": 90, "match.end": value}}
    claims = {"contract": "H", "taker": 0, "score": [91, 71], "totals": [91, 71]}
    more = {"score": [0, 0]}
    deals = deal("fr4-001", 1, claims=claims, **fields), deal("fr4-001", 2, claims=more, **fields)
    return [codes(each) for each in judge(*deals)]


def misdealt(value: Value) -> Any:
    claims = {"contract": "H", "taker": 0, "score": [91, 71], "penalties": [50, 0]}
    return codes(judged("fr4-001", claims=claims, overrides={"match.misdeal_penalty": value}))


def revoked(value: Value) -> Any:
    """Seat 2 throws the eight of clubs on a lead of spades, with three spades in hand."""
    plays = "9H KH AH QH KS 8C 8S 9S JS AS TH 7H 7C AC 8H QC KD JC 7D 9D TS 7S TD AD JH 9C KC TC 8D QS JD QD"
    claims = {"contract": "H", "taker": 1, "score": [18, 144], "penalties": [100, 0]}
    deal = {"dealer": 0, "claims": claims, "plays": plays, "belote": [], "declarations": []}
    return codes(judged("fr4-001", **deal, overrides={"match.revoke_penalty": value}))


TELLING: dict[str, list[Told]] = {
    "deal.players": [seated],
    "deal.taker_packet": [dealt],
    "auction.doubling": [doubled_out_of_turn],
    "declarations.carres": [contested("frbelote-004", "declarations.carres", carre(0, "T"), carre(1, "K"))],
    "declarations.longer": [
        contested("frbelote-004", "declarations.longer", sequence(0, "K", "D", 6), sequence(1, "A", "H", 5))
    ],
    "declarations.belote_card": [belote_with("second"), belote_with("other")],
    "settlement.suit_up_from": [
        scores("bg4-004", "settlement.suit_up_from", {"settlement.suit_boundary": 0}, contract="S")
    ],
    "settlement.no_trump_up_from": [scores("bg3-003", "settlement.no_trump_up_from", {}, contract="NT")],
    "settlement.all_trump_up_from": [
        scores("bg4-004", "settlement.all_trump_up_from", {"settlement.all_trump_boundary": 0}, contract="AT")
    ],
    "match.no_exit": [
        lambda value: match_end(load("bg4-004").with_overrides({"match.no_exit": value}), [151, 90], 0, True)
    ],
    "match.end": [ended],
    "match.misdeal_penalty": [misdealt],
    "match.revoke_penalty": [revoked],
}
"""Deals written for settings that simulated players have no use for."""


@pytest.mark.parametrize("name", [knob.name for knob in KNOBS])
def test_some_deal_tells_each_value_of_a_setting_from_the_next(name: str) -> None:
    same = []
    for one, other in neighbours(name):
        if any(told(one) != told(other) for told in TELLING.get(name, ())):
            continue
        if next(told_apart(name, one, other), None) is None:
            same.append((name, one, other))
    assert same == [each for each in SAME if each[0] == name]
