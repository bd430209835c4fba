"""The settlement of a deal said a second time: from the points taken to what each side writes and what hangs."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.oracle_rules import Knobs

LAST_TRICK = 10
CAPOT_BID = 250
"""What a bid of capot counts (004:54: with the 250 for the cards it makes 500)."""
NEEDED = 82
"""The points in cards and last trick without which no bid of points is made (004:54)."""


@dataclass
class _Deal:
    """The parts of each side's points once the sides without a trick are dealt with."""

    sides: int
    attack: int
    cards: list[int]
    """Cards and last trick, twice in no trump."""
    declarations: list[int]
    belote: list[int]
    capot: list[int]
    """Each side's share of a capot."""
    capot_is_raw: bool
    all_tricks: int | None
    """The side that took every trick."""
    belote_decides: bool = True
    whole: int = 162
    """All points in cards, with the last trick."""

    def raw(self, side: int) -> int:
        """What decides the contract."""
        return self.own(side) - (0 if self.belote_decides else self.belote[side])

    def own(self, side: int) -> int:
        """All that a side made."""
        capot = self.capot[side] if self.capot_is_raw else 0
        return self.cards[side] + self.declarations[side] + self.belote[side] + capot

    @property
    def opponents(self) -> list[int]:
        return [side for side in range(self.sides) if side != self.attack]


def settle(
    knobs: Knobs,
    contract: str,
    taker_side: int,
    card_points: list[int],
    last_trick_side: int | None = None,
    tricks: list[int] | None = None,
    declarations: list[int] | None = None,
    belote: list[int] | None = None,
    multiplier: int = 1,
    bid: int | str | None = None,
    hanging_in: int = 0,
) -> dict[str, Any]:
    """What each side writes ("recorded"), what hangs afterwards ("hanging_out"), and the "outcome".

    Lists are by side; card points are without the last trick. Without `tricks` nobody is taken to have none.
    The outcome is made, inside, hanging, or doubled (a double of the rising auction, decided either way).
    """
    deal = _take_stock(knobs, contract, taker_side, card_points, last_trick_side, tricks, declarations, belote)
    if knobs["auction.style"] == "points":
        recorded, outcome = _points_bid(knobs, contract, deal, multiplier, bid)
        hanging = 0
    else:
        if knobs["auction.style"] != "ladder" and knobs.get("auction.doubling") != "noted":
            multiplier = 1
        recorded, hanging, outcome = _plain(knobs, contract, deal, multiplier)

    hanging_out = hanging_in
    if outcome == "hanging":
        # A second tie in a row: what hangs is added up (001:27).
        hanging_out += hanging
    else:
        collector = _collector(deal, outcome_is_attack=_attack_wins(knobs, deal, outcome))
        if collector is not None:
            own = knobs.get("settlement.doubling") == "own" and knobs["auction.style"] != "points"
            recorded[collector] += hanging_in * (_times(knobs, multiplier) if own else 1)
            hanging_out = 0
    if not deal.belote_decides and knobs["auction.style"] != "points":
        for side in range(deal.sides):
            won = (side == taker_side) == _attack_wins(knobs, deal, outcome) and outcome != "hanging"
            times = _times(knobs, multiplier) if won and knobs.get("settlement.doubling") == "own" else 1
            recorded[side] += times * _round_alone(knobs, contract, deal.belote[side])

    if not deal.capot_is_raw:
        # An entry of its own after all else: nobody's success, share or double touches it (000:67, 002:59).
        for side in range(deal.sides):
            recorded[side] += _round_alone(knobs, contract, deal.capot[side])
    return {"recorded": recorded, "hanging_out": hanging_out, "outcome": outcome}


def _take_stock(
    knobs: Knobs,
    contract: str,
    attack: int,
    card_points: list[int],
    last_trick_side: int | None,
    tricks: list[int] | None,
    declarations: list[int] | None,
    belote: list[int] | None,
) -> _Deal:
    sides = len(card_points)
    cards = list(card_points)
    if last_trick_side is not None:
        cards[last_trick_side] += LAST_TRICK
    declared = list(declarations or [0] * sides)
    belotes = list(belote or [0] * sides)
    capot = [0] * sides
    if knobs.get("settlement.scaled") and contract in ("NT", "AT") and knobs["auction.style"] != "ladder":
        # To the nearest whole; halves cannot be.
        pack = {"NT": 120, "AT": 248}[contract]
        ten = [LAST_TRICK * (side == last_trick_side) for side in range(sides)]
        cards = [round(Fraction(152 * (cards[side] - ten[side]), pack)) + ten[side] for side in range(sides)]
    with_tricks = [side for side in range(sides) if tricks is None or tricks[side] > 0]
    without = [side for side in range(sides) if side not in with_tricks]

    for side in without:
        if knobs.get("settlement.trickless_declarations", "keep") != "keep":
            lost, declared[side] = declared[side], 0
            if knobs["settlement.trickless_declarations"] == "transfer":
                for other in with_tricks:
                    declared[other] += lost // len(with_tricks)
        if knobs["settlement.trickless_belote"] != "keep":
            lost, belotes[side] = belotes[side], 0
            if knobs["settlement.trickless_belote"] == "transfer":
                for other in with_tricks:
                    belotes[other] += lost // len(with_tricks)
    if knobs.get("settlement.capot_by") == "points":
        without = [side for side in range(sides) if cards[side] == 0 or side in without]
        with_tricks = [side for side in range(sides) if side not in without]
    if without:
        for side in with_tricks:
            capot[side] = knobs["settlement.capot"] // len(with_tricks)
    if contract == "NT" and knobs["auction.style"] == "ladder":
        cards = [2 * each for each in cards]
        if knobs["settlement.no_trump_doubles"] == "cards_and_capot":
            capot = [2 * each for each in capot]
    return _Deal(
        sides,
        attack,
        cards,
        declared,
        belotes,
        capot,
        capot_is_raw=knobs["settlement.capot_when"] == "raw",
        all_tricks=with_tricks[0] if len(with_tricks) == 1 else None,
        belote_decides=knobs.get("settlement.belote_decides", True),
        whole=162 if knobs.get("settlement.scaled") and contract in ("NT", "AT") else sum(cards),
    )


# Contracts without points bid


def _plain(knobs: Knobs, contract: str, deal: _Deal, multiplier: int) -> tuple[list[int], int, str]:
    attack = deal.attack
    own = deal.raw(attack)
    best_opponent = max(deal.raw(side) for side in deal.opponents)
    whole = sum(deal.raw(side) for side in range(deal.sides))
    nothing: list[int | None] = [None] * deal.sides

    times, own_only = _times(knobs, multiplier), knobs.get("settlement.doubling") == "own"
    if own == best_opponent and knobs["settlement.equal"] == "hang":
        if multiplier > 1 and not own_only:
            # All its points hang (004:30).
            return [0] * deal.sides, times * _round_alone(knobs, contract, whole), "hanging"
        written = [None if side == attack else deal.raw(side) for side in range(deal.sides)]
        return _hang(knobs, contract, written, own)

    written = list(nothing)
    if _attack_wins(knobs, deal, ""):
        if multiplier > 1 and not own_only:
            written[attack] = whole
        else:
            written = [deal.raw(side) for side in range(deal.sides)]
        recorded = _round_together(knobs, contract, written)
        recorded[attack] *= times
        return recorded, 0, _said(knobs, multiplier, "made")

    kept = deal.belote[attack] if knobs["settlement.belote_kept"] and deal.belote_decides else 0
    for side, share in _shares(knobs, deal, own - kept).items():
        written[side] = deal.raw(side) + share
    recorded = [times * each for each in _round_together(knobs, contract, written)]
    recorded[attack] = _round_alone(knobs, contract, kept)
    return recorded, 0, _said(knobs, multiplier, "inside")


def _shares(knobs: Knobs, deal: _Deal, lost: int) -> dict[int, int]:
    """How the points of a failed attack go to its opponents."""
    opponents = deal.opponents
    takers = opponents
    if knobs["settlement.inside"] == "top":
        most = max(deal.raw(side) for side in opponents)
        takers = [side for side in opponents if deal.raw(side) == most]
    # In equal parts; an odd point is written by nobody.
    return {side: lost // len(takers) if side in takers else 0 for side in opponents}


def _attack_wins(knobs: Knobs, deal: _Deal, outcome: str) -> bool:
    if knobs["auction.style"] == "points":
        return outcome == "made"
    own, best = deal.raw(deal.attack), max(deal.raw(side) for side in deal.opponents)
    return own > best or (own == best and knobs["settlement.equal"] == "made")


def _said(knobs: Knobs, multiplier: int, outcome: str) -> str:
    """The outcome by name: a rising auction's double, decided either way, is called so."""
    return "doubled" if multiplier > 1 and knobs["auction.style"] == "ladder" else outcome


def _times(knobs: Knobs, multiplier: int) -> int:
    """How often a deal counts."""
    return int(knobs.get("settlement.redouble", 4)) if multiplier == 4 else multiplier


def _collector(deal: _Deal, outcome_is_attack: bool) -> int | None:
    """Who gets what hung before: the attack that made it, else the one opponent with most."""
    if outcome_is_attack:
        return deal.attack
    most = max(deal.raw(side) for side in deal.opponents)
    top = [side for side in deal.opponents if deal.raw(side) == most]
    return top[0] if len(top) == 1 else None


# Contracts with points bid


def _points_bid(
    knobs: Knobs, contract: str, deal: _Deal, multiplier: int, bid: int | str | None
) -> tuple[list[int], str]:
    attack, defence = deal.attack, deal.opponents
    bid_points = CAPOT_BID if bid == "capot" else int(bid or 0) // 10 * 10
    needs = knobs.get("settlement.bid_needs", "half")
    if bid == "capot":
        made = deal.all_tricks == attack
    else:
        made = deal.raw(attack) >= int(bid or 0)
        made = made and (needs != "half" or deal.cards[attack] >= NEEDED)
        made = made and (needs != "more" or all(deal.raw(attack) > deal.raw(side) for side in defence))
    outcome = "made" if made else "inside"

    if made and multiplier == 1:
        recorded = [_round_alone(knobs, contract, deal.own(side)) for side in range(deal.sides)]
        recorded[attack] = _round_alone(knobs, contract, deal.own(attack) + bid_points)
        return recorded, outcome

    # One sum for the winners: the cards, the bid, every counted declaration and their own belote.
    winners = [attack] if made else defence
    belote = list(deal.belote)
    taken = 0
    if deal.belote_decides:
        fate = knobs.get("settlement.doubled_belote", "keep")
        if not made:
            fate = "keep" if knobs["settlement.belote_kept"] else "transfer"
        for side in range(deal.sides):
            if side not in winners and fate != "keep":
                taken += belote[side] if fate == "transfer" else 0
                belote[side] = 0
    doubling = knobs.get("settlement.doubling", "whole")
    if made and doubling == "own":
        total = deal.own(attack) - deal.belote[attack]
    else:
        total = deal.whole + sum(deal.declarations)
        swept = bid == "capot" or deal.all_tricks in winners
        if deal.capot_is_raw and swept and (made or knobs.get("settlement.inside_capot", True)):
            total += knobs["settlement.capot"]
    times = _times(knobs, multiplier)
    total += taken + bid_points * (times if doubling == "bid" else 1)
    recorded = [_round_alone(knobs, contract, each) for each in belote]
    for side in winners:
        recorded[side] = _round_alone(knobs, contract, total // len(winners) + belote[side])
        recorded[side] *= 1 if doubling == "bid" else times
    return recorded, outcome


# Rounding


def _digits(knobs: Knobs, contract: str) -> tuple[int, int, str]:
    """Up from this digit; the digit on which sums part, 0 for none; what the larger one does there."""
    if contract == "NT":
        return knobs["settlement.no_trump_up_from"], 0, "down"
    kind = "all_trump" if contract == "AT" else "suit"
    return (
        knobs[f"settlement.{kind}_up_from"],
        knobs[f"settlement.{kind}_boundary"],
        knobs[f"settlement.{kind}_larger"],
    )


def _round_alone(knobs: Knobs, contract: str, points: int) -> int:
    if knobs["settlement.rounding"] == "exact":
        return points
    if knobs["settlement.rounding"] == "tens":
        return 10 * int(Fraction(points, 10) + Fraction(1, 2))
    up_from, _, _ = _digits(knobs, contract)
    return points // 10 + (1 if points % 10 >= up_from else 0)


def _round_together(knobs: Knobs, contract: str, written: list[int | None]) -> list[int]:
    """Rounds the sums that are written in one deal; None is written as 0."""
    sums = [each for each in written if each is not None]
    rounded = [0 if each is None else _round_alone(knobs, contract, each) for each in written]
    if knobs["settlement.rounding"] != "game" or len(sums) < 2:
        return rounded
    _, boundary, larger = _digits(knobs, contract)
    on_it = [each for each in sums if each % 10 == boundary != 0]
    for side, each in enumerate(written):
        if each in on_it and each is not None:
            # Of the sums that end in the digit the highest is the larger one.
            goes_up = (each == max(on_it)) == (larger == "up")
            rounded[side] = each // 10 + goes_up
    return rounded


def _hang(knobs: Knobs, contract: str, written: list[int | None], own: int) -> tuple[list[int], int, str]:
    """The opponents write, the attack's points hang; on the parting digit what hangs goes up, what equals it down."""
    recorded = _round_together(knobs, contract, written)
    hanging = _round_alone(knobs, contract, own)
    if knobs["settlement.rounding"] == "game":
        _, boundary, _ = _digits(knobs, contract)
        if own % 10 == boundary != 0:
            hanging = own // 10 + 1
            recorded = [own // 10 if each == own else recorded[side] for side, each in enumerate(written)]
    return recorded, hanging, "hanging"


# Penalties


def settle_revoke(
    knobs: Knobs,
    contract: str,
    revoking_side: int,
    card_points: list[int],
    last_trick_side: int | None = None,
    tricks: list[int] | None = None,
    declarations: list[int] | None = None,
    belote: list[int] | None = None,
    hanging_in: int = 0,
) -> dict[str, Any]:
    """A deal with a revoke that costs points: the others write their own, the revoking side its penalty alone."""
    deal = _take_stock(knobs, contract, revoking_side, card_points, last_trick_side, tricks, declarations, belote)
    recorded = [
        _round_alone(knobs, contract, deal.own(side) + (0 if deal.capot_is_raw else deal.capot[side]))
        for side in range(deal.sides)
    ]
    recorded[revoking_side] = -knobs["match.revoke_penalty"]
    return {"recorded": recorded, "hanging_out": hanging_in, "outcome": "revoke"}
