"""What is wrong with a ruleset as a whole: settings that contradict each other, and settings without effect."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from replay.compiled import RULES, hand_size, sides
from replay.knobs import Value

LARGEST_HAND: Final = 9
"""Cards in the largest hand that a deal can hold."""
MOST_PACKETS: Final = RULES["packets"].shape[0]
"""Packets of a deal for which the compiled ruleset has room."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a ruleset's file."""

    key: str
    """The dotted key, empty for the whole file."""
    message: str
    line: int | None = None
    """Only where the reader of the file names one."""
    warning: bool = False
    """The ruleset works all the same: a setting without effect."""

    def __str__(self) -> str:
        at = f"line {self.line}: " if self.line else ""
        return f"{at}{self.key}: {self.message}" if self.key else f"{at}{self.message}"


def contradictions(values: Mapping[str, Value]) -> list[Problem]:
    """Settings that no table can have together."""
    return [Problem(key, message) for key, message in _contradictions(values)]


def _contradictions(values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    players, style = int(values["deal.players"]), values["auction.style"]  # type: ignore[arg-type]
    pack = int(str(values["deal.pack"]))
    first, _, second = str(values["deal.packets"]).partition("|")
    before = players * sum(map(int, first.split("+")))
    dealt = players * hand_size(values)
    if hand_size(values) > LARGEST_HAND:
        yield "deal.packets", f"a hand has at most {LARGEST_HAND} cards, not {hand_size(values)}"
    if (n := len(re.findall(r"\d", f"{first}|{second}"))) > MOST_PACKETS:
        yield "deal.packets", f"a deal has at most {MOST_PACKETS} packets, not {n}"
    if dealt > pack:
        yield "deal.packets", f"{players} hands take {dealt} cards, the pack has {pack}"
    if style == "take":
        if not second:
            yield "deal.packets", "take or pass on a turned card wants a second deal after the bar"
        elif before >= pack:
            yield "deal.packets", "no card is left to turn before the auction"
    inside = values["settlement.inside"]
    if inside != "all" and players != 3:
        yield "settlement.inside", f'"{inside}" is for three players only; one defence writes "all"'
    if values["settlement.doubling"] == "bid" and style != "points":
        yield "settlement.doubling", '"bid" wants bids of points: auction.style = "points"'
    highest = int(values["auction.highest_bid"])  # type: ignore[arg-type]
    if 0 < highest < int(values["auction.lowest_bid"]):  # type: ignore[arg-type]
        yield "auction.highest_bid", "it is below auction.lowest_bid; 0 is for none"
    if values["settlement.trickless_declarations"] == "transfer" and sides(values) != 2:
        yield "settlement.trickless_declarations", '"transfer" wants two sides, here are three'
    if inside == "all" and players == 3:
        yield "settlement.inside", 'three players have two opponents of the taker: "split" or "top"'
    if values["settlement.trickless_belote"] == "transfer" and sides(values) != 2:
        yield "settlement.trickless_belote", '"transfer" wants two sides, here are three'
    if values["deal.seven_exchange"] != "none":
        if style != "take":
            yield "deal.seven_exchange", 'needs a turned card: auction.style = "take"'
        elif dealt == pack:
            yield "deal.seven_exchange", "the turned card goes to the taker, who uses up the pack"
        if pack == 24:
            yield "deal.seven_exchange", "the pack has no sevens"


def without_effect(values: Mapping[str, Value], own: Collection[str]) -> list[Problem]:
    """Warnings for the settings among `own` that change nothing beside the others: those a file sets itself."""
    return [Problem(key, f"has no effect: {why}", warning=True) for key, why in _inert(values) if key in own]


def _inert(values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    style, players = values["auction.style"], values["deal.players"]
    take, ladder, points = style == "take", style == "ladder", style == "points"
    every = ladder or values["auction.contracts"] == "all"
    doubles = ladder or points or values["auction.doubling"] == "noted"
    if not take:
        yield "auction.second_round", 'only auction.style = "take" has a second round'
    if not take or int(players) * hand_size(values) != int(str(values["deal.pack"])):  # type: ignore[arg-type]
        yield "deal.taker_packet", "the taker gets no turned card, so his packet comes like the others'"
    if players != 4:
        yield "play.over_partner", "there are no partners"
        for key in ("play.ruff", "play.head_trump"):
            if str(values[key]).startswith("unless_partner"):
                yield key, 'there are no partners, so it means "always"'
    if players == 2:
        for key in ("play.overruff", "play.underruff"):
            yield key, "of two players nobody ruffs before the other"
    if values["declarations.contest"] == "none":
        for key in ("tie", "order", "carres", "longer", "no_trump", "cards", "time", "show"):
            yield f"declarations.{key}", "there are no declarations"
        yield "settlement.trickless_declarations", "there are no declarations"
    if not points:
        for key in (*_BIDS, "settlement.doubled_belote", "settlement.bid_needs", "settlement.inside_capot"):
            yield key, 'only auction.style = "points" has bids of points'
    if ladder:
        yield "auction.contracts", "a rising auction has them all"
        yield "settlement.scaled", "a rising auction counts them as they are"
    if not doubles:
        yield "settlement.doubling", "nothing is doubled"
        yield "settlement.redouble", "nothing is redoubled"
        if values["auction.doubling"] == "anytime":
            yield "auction.doubling", 'nothing is called in such an auction, so it means "called"'
    if values["play.ruff"] == "always":
        yield "play.over_partner", "one must always ruff"
    if not values["settlement.belote_decides"]:
        yield "settlement.belote_kept", "nothing takes a belote that stands apart"
        yield "settlement.doubled_belote", "nothing takes a belote that stands apart"
    if values["settlement.capot"] == 0 or values["settlement.capot_when"] != "raw":
        yield "settlement.inside_capot", "a capot is not written with the points"
    if values["settlement.capot"] == 0 and not points:
        yield "settlement.capot_by", "a capot is worth nothing"
    if values["declarations.tie"] in ("void", "trump_void"):
        yield "declarations.order", "of equal ones neither counts"
    if values["play.opening_lead"] == "taker":
        yield "declarations.order", "the taker leads"
    if players == 2 and values["play.head_plain"] == "unless_ruffed":
        yield "play.head_plain", 'of two players nobody ruffs before the other, so it means "always"'
    if not every:
        for key in ("no_trump", "all_trump_belote", "belote_discard"):
            yield f"declarations.{key}", "there is no no trump and no all trumps"
        for key in ("settlement.scaled", *_ALL_TRUMP, *_NO_TRUMP):
            yield key, "there is no no trump and no all trumps"
    elif not values["declarations.all_trump_belote"]:
        yield "declarations.belote_discard", "there is no belote in all trumps"
    if not ladder:
        yield "settlement.no_trump_doubles", 'only auction.style = "ladder" counts no trump twice'
    elif values["settlement.no_trump_doubles"] == "cards_and_capot" and (
        values["settlement.capot_when"] != "raw" or values["settlement.capot"] == 0
    ):
        yield "settlement.no_trump_doubles", "a capot adds nothing to the points that are doubled"
    if values["settlement.rounding"] != "game":
        for key in (*_SUIT, *(_ALL_TRUMP + _NO_TRUMP if every else ())):
            yield key, 'digits decide only where settlement.rounding = "game"'
    else:
        for kind in ("suit", "all_trump"):
            if values[f"settlement.{kind}_boundary"] == 0:
                yield f"settlement.{kind}_larger", f"settlement.{kind}_boundary is 0"
    if values["settlement.capot"] == 0:
        yield "settlement.capot_when", "a capot is worth nothing"
    if points and values["settlement.equal"] != "fail":
        yield "settlement.equal", "a bid in points is made or failed, it never hangs"
    no_exit = values["match.no_exit"]
    assert isinstance(no_exit, tuple)
    if "hanging" in no_exit and (points or values["settlement.equal"] != "hang"):
        yield "match.no_exit", '"hanging" never happens here'


_BIDS: Final = ("auction.lowest_bid", "auction.highest_bid", "auction.raise_oneself")
_SUIT: Final = ("settlement.suit_up_from", "settlement.suit_boundary", "settlement.suit_larger")
_ALL_TRUMP: Final = ("settlement.all_trump_up_from", "settlement.all_trump_boundary", "settlement.all_trump_larger")
_NO_TRUMP: Final = ("settlement.no_trump_up_from",)
