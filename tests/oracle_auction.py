"""Dealing and the auction said a second time: who gets which cards, who may say what, and what comes of it."""

from dataclasses import dataclass
from typing import Any

from tests.oracle_play import pack, side_of
from tests.oracle_rules import Knobs

LADDER = ["C", "D", "H", "S", "NT", "AT"]
SUITS = ["C", "D", "H", "S"]


# Dealing


def packets(knobs: Knobs) -> tuple[list[int], list[int]]:
    """How many cards each player gets at a time, before the auction and after it."""
    before, after = knobs["deal.packets"].split("|")
    return [int(n) for n in before.split("+")], [int(n) for n in after.split("+") if n]


def hand_size(knobs: Knobs) -> int:
    before, after = packets(knobs)
    return sum(before) + sum(after)


def undealt(knobs: Knobs) -> int:
    """The cards that nobody gets; a turned card that stays with the stock is one of them."""
    return len(pack(knobs)) - knobs["deal.players"] * hand_size(knobs)


def has_turned_card(knobs: Knobs) -> bool:
    return bool(knobs["auction.style"] == "take")


def taker_gets_turned_card(knobs: Knobs) -> bool:
    """Where the deal exhausts the pack the turned card is the taker's; else it stays with the stock."""
    return has_turned_card(knobs) and undealt(knobs) == 0


def deal_out(knobs: Knobs, cards: list[str], eldest: int, taker: int) -> dict[str, Any]:
    """The cards of a shuffled pack, from the top: the turned one, and each hand before the auction and after it."""
    players = knobs["deal.players"]
    first, second = packets(knobs)
    left = list(cards)
    before: list[list[str]] = [[] for _ in range(players)]
    after: list[list[str]] = [[] for _ in range(players)]

    def give(hands: list[list[str]], seat: int, count: int) -> None:
        hands[seat] += left[:count]
        del left[:count]

    order = [(eldest + i) % players for i in range(players)]
    for count in first:
        for seat in order:
            give(before, seat, count)
    turned = left.pop(0) if has_turned_card(knobs) else None
    owes = {seat: list(second) for seat in range(players)}
    if taker_gets_turned_card(knobs) and turned is not None:
        after[taker].append(turned)
        owes[taker][0] -= 1
        if knobs.get("deal.taker_packet") == "first":
            give(after, taker, sum(owes[taker]))
            owes[taker] = [0] * len(second)
    for i in range(len(second)):
        for seat in order:
            give(after, seat, owes[seat][i])
    return {"turned": turned, "before": before, "after": after, "stock": left}


def exchange_allowed(
    knobs: Knobs, contract: str, turned: str, hand: list[str], before_second_deal: bool, own_plays: int
) -> bool:
    """Whether the holder of this hand may now give his seven for the turned card; the contract is already found."""
    turned_suit = turned[1]
    if "7" + turned_suit not in hand:
        return False
    if knobs["deal.seven_exchange"] == "before_second_deal":
        return before_second_deal
    if knobs["deal.seven_exchange"] == "own_first_card":
        return contract == turned_suit and own_plays == 0
    return False


def opening_leader(knobs: Knobs, eldest: int, taker: int) -> int:
    """Who leads to the first trick, and announces first."""
    return taker if knobs["play.opening_lead"] == "taker" else eldest


def next_dealer(knobs: Knobs, dealer: int, taker: int | None, recorded: list[int]) -> int:
    """Who deals after this one; no taker means that it was thrown in. `recorded` is by side."""
    players = knobs["deal.players"]
    following = [(dealer + 1 + i) % players for i in range(players)]
    if taker is None or knobs["deal.next_dealer"] == "next":
        return following[0]
    if knobs["deal.next_dealer"] == "taker":
        return taker
    # Of several with the most, the first after the old dealer.
    return next(seat for seat in following if recorded[side_of(knobs, seat)] == max(recorded))


# The auction


@dataclass
class _Table:
    """What has been said so far."""

    turn: int
    said: int = 0
    passes: int = 0
    """In a row, after the last other call."""
    contract: str | None = None
    level: int | str | None = None
    taker: int | None = None
    doubled: int = 1
    finished: bool = False


def split_bid(call: str) -> tuple[int | str | None, str]:
    """`80H` is (80, "H"), `capotH` ("capot", "H"), `H` (None, "H")."""
    contract = call[-2:] if call.endswith(("NT", "AT")) else call[-1:]
    level = call.removesuffix(contract)
    if level.isdigit():
        return int(level), contract
    return level or None, contract


def _allowed(knobs: Knobs, table: _Table, call: str, turned_suit: str | None) -> bool:
    """Whether the player whose turn it is may say this."""
    players = knobs["deal.players"]
    style = knobs["auction.style"]
    level, contract = split_bid(call)
    own_side = table.taker is not None and side_of(knobs, table.taker) == side_of(knobs, table.turn)

    if style == "take":
        if table.said < players:
            # To name the turned suit says the same; of one not known it cannot be told.
            return call in ("pass", "take", turned_suit) or (turned_suit is None and call in SUITS)
        barred = turned_suit if knobs.get("auction.second_round", "other") == "other" else None
        return call == "pass" or (call in named(knobs) and call != barred)
    if style == "name":
        must_name = table.said == players - 1
        return call in named(knobs) or (call == "pass" and not must_name)

    if call == "pass":
        return True
    if call in ("double", "redouble") and knobs.get("auction.doubling") == "noted":
        return False
    if call == "double":
        return table.taker is not None and table.doubled == 1 and not own_side
    if call == "redouble":
        return table.doubled == 2 and own_side
    if style == "ladder":
        higher = table.contract is None or (contract in LADDER and _step(contract) > _step(table.contract))
        return level is None and contract in LADDER and higher
    # Points: tens from 80, capot above all; a double lets nobody bid on.
    if contract not in named(knobs) or table.doubled > 1:
        return False
    if knobs.get("auction.raise_oneself") and table.taker == table.turn and contract == table.contract:
        return False
    if level == "capot":
        return table.level != "capot"
    lowest, highest = knobs.get("auction.lowest_bid", 80), knobs.get("auction.highest_bid", 0) or 9999
    if not isinstance(level, int) or not lowest <= level <= highest or (level % 10 and level != lowest):
        return False
    return table.level is None or (isinstance(table.level, int) and level > table.level)


def named(knobs: Knobs) -> list[str]:
    """The contracts that may be named where the auction is not a rising one."""
    return LADDER if knobs.get("auction.contracts") == "all" else SUITS


def _step(contract: str) -> int:
    return LADDER.index(contract)


def _say(knobs: Knobs, table: _Table, call: str, turned_suit: str | None) -> None:
    players = knobs["deal.players"]
    style = knobs["auction.style"]
    if call == "pass":
        table.passes += 1
    else:
        table.passes = 0
        if call == "double":
            table.doubled = 2
        elif call == "redouble":
            table.doubled = 4
        else:
            level, contract = (None, turned_suit) if call == "take" else split_bid(call)
            table.contract = contract
            table.level, table.taker, table.doubled = level, table.turn, 1
    table.said += 1
    table.turn = (table.turn + 1) % players

    if style in ("take", "name"):
        rounds = 2 if style == "take" else 1
        table.finished = table.taker is not None or table.said == rounds * players
    elif table.taker is None:
        table.finished = table.passes == players
    else:
        # All the others have passed after the last call that was not a pass; in points a redouble ends it at once.
        all_must = style == "points" and knobs.get("auction.raise_oneself")
        enough = players if all_must else players - 1
        table.finished = table.passes == enough or (style == "points" and table.doubled == 4)


def auction(knobs: Knobs, calls: list[str], eldest: int = 0, turned_suit: str | None = None) -> dict[str, Any]:
    """What stands after these calls, said in turn from eldest.

    "finished", "contract", "taker", "level" (the points bid, or "capot"), "doubled" (1, 2, 4), "thrown_in", "next_seat"
    (None when finished), and "illegal": the place of the first call that was not allowed, where reading stops, or None.
    """
    table = _Table(turn=eldest)
    illegal = None
    for place, call in enumerate(calls):
        if table.finished or not _allowed(knobs, table, call, turned_suit):
            illegal = place
            break
        _say(knobs, table, call, turned_suit)
    return {
        "finished": table.finished,
        "contract": table.contract,
        "taker": table.taker,
        "level": table.level,
        "doubled": table.doubled,
        "thrown_in": table.finished and table.taker is None,
        "next_seat": None if table.finished else table.turn,
        "illegal": illegal,
    }


def call_allowed(
    knobs: Knobs, calls: list[str], seat: int, call: str, turned_suit: str | None = None, eldest: int = 0
) -> bool:
    """Whether a seat may say this after lawful calls, said in turn from eldest."""
    before = auction(knobs, calls, eldest, turned_suit)
    after = auction(knobs, [*calls, call], eldest, turned_suit)
    return before["next_seat"] == seat and after["illegal"] is None


def possible_calls(knobs: Knobs) -> list[str]:
    """Every call that the four styles know; bids of points up to 250."""
    lowest = knobs.get("auction.lowest_bid", 80)
    levels = (lowest, *range(lowest // 10 * 10 + 10, 251, 10), "capot")
    bids = [f"{level}{s}" for level in levels for s in (SUITS if knobs["auction.style"] == "ladder" else named(knobs))]
    return ["pass", "take", "double", "redouble", *LADDER, *bids]
