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
    take, ladder = style == "take", style == "ladder"
    if not take:
        yield "auction.second_round", 'only auction.style = "take" has a second round'
    if not take or int(players) * hand_size(values) != int(str(values["deal.pack"])):  # type: ignore[arg-type]
        yield "deal.taker_packet", "the taker gets no turned card, so his packet comes like the others'"
    if players != 4:
        for key in ("play.ruff", "play.head_trump"):
            if str(values[key]).startswith("unless_partner"):
                yield key, 'there are no partners, so it means "always"'
    if players == 2:
        for key in ("play.overruff", "play.underruff"):
            yield key, "of two players nobody ruffs before the other"
    if values["declarations.contest"] == "none":
        for key in ("tie", "cards", "time", "show"):
            yield f"declarations.{key}", "there are no declarations"
        yield "settlement.trickless_declarations", "there are no declarations"
    if not ladder:
        for key in ("declarations.belote_discard", "settlement.no_trump_doubles", *_ALL_TRUMP, *_NO_TRUMP):
            yield key, 'only auction.style = "ladder" has no trump and all trumps'
    elif values["settlement.no_trump_doubles"] == "cards_and_capot" and (
        values["settlement.capot_when"] != "raw" or values["settlement.capot"] == 0
    ):
        yield "settlement.no_trump_doubles", "a capot adds nothing to the points that are doubled"
    if values["settlement.rounding"] != "game":
        for key in (*_SUIT, *(_ALL_TRUMP + _NO_TRUMP if ladder else ())):
            yield key, 'digits decide only where settlement.rounding = "game"'
    else:
        for kind in ("suit", "all_trump"):
            if values[f"settlement.{kind}_boundary"] == 0:
                yield f"settlement.{kind}_larger", f"settlement.{kind}_boundary is 0"
    if values["settlement.capot"] == 0:
        yield "settlement.capot_when", "a capot is worth nothing"
    if style == "points" and values["settlement.equal"] == "hang":
        yield "settlement.equal", "a bid in points is made or failed, it never hangs"
    no_exit = values["match.no_exit"]
    assert isinstance(no_exit, tuple)
    if "hanging" in no_exit and (style == "points" or values["settlement.equal"] != "hang"):
        yield "match.no_exit", '"hanging" never happens here'


_SUIT: Final = ("settlement.suit_up_from", "settlement.suit_boundary", "settlement.suit_larger")
_ALL_TRUMP: Final = ("settlement.all_trump_up_from", "settlement.all_trump_boundary", "settlement.all_trump_larger")
_NO_TRUMP: Final = ("settlement.no_trump_up_from",)
