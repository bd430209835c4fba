"""Faults of the auction: every small change of the calls is tried, and one kept that breaks one rule and leads to the
same contract."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from ingest.faults.label import Placed, label
from ingest.faults.plain import CONTRACTS, Knobs, Match, contract_of, level_of

PASS: Final = "pass"


class Spoken(NamedTuple):
    """One call with who makes it, None for whose turn it is."""

    call: str
    seat: int | None = None


class Ended(NamedTuple):
    """What an auction led to."""

    contract: str
    taker: int | None
    doubled: int
    complete: bool


class Fault(NamedTuple):
    """A call that breaks a rule."""

    code: str
    position: int
    seat: int | None


def referee(knobs: Knobs, eldest: int, turned: str, calls: list[Spoken]) -> tuple[list[Fault], Ended]:
    """Follow an auction as a patient referee would: name what is wrong, and let it stand where it can mean anything."""
    players, style = knobs["deal.players"], knobs["auction.style"]
    turn, passes, said, best, taker, doubled = eldest, 0, 0, "", None, 1
    over = complete = False
    faults = []
    for position, (call, seat) in enumerate(calls):
        seat = turn if seat is None else seat
        if over:
            faults.append(Fault("call.after-end", position, seat))
            continue
        if seat != turn:
            faults.append(Fault("call.out-of-turn", position, seat))
        own = taker is not None and _same_side(players, seat, taker)
        if code := _fault(knobs, call, turned, said, best, doubled, own):
            faults.append(Fault(code, position, seat))
        said, turn = said + 1, (seat + 1) % players
        if call == PASS:
            passes += 1
        elif call in ("double", "redouble"):
            if best:
                doubled, passes = (2 if call == "double" else 4), 0
        else:
            best, taker, doubled, passes = (turned if call == "take" else call), seat, 1, 0
        if not best:
            over = passes == players * (2 if style == "take" else 1)
        elif style in ("ladder", "points"):
            over = passes == players - 1 or (style == "points" and doubled == 4)
        else:
            over = True
        complete = over or (style == "points" and doubled > 1)
    if not complete:
        faults.append(Fault("call.unfinished", len(calls), None))
    return faults, Ended(best, taker, doubled, complete)


def _same_side(players: int, seat: int, other: int) -> bool:
    return (seat - other) % 2 == 0 if players == 4 else seat == other


def _fault(knobs: Knobs, call: str, turned: str, said: int, best: str, doubled: int, own: bool) -> str:
    players, style = knobs["deal.players"], knobs["auction.style"]
    bidding = style in ("ladder", "points")
    if call == PASS:
        return "call.forced" if style == "name" and said == players - 1 else ""
    if call in ("double", "redouble"):
        if not bidding or not best or doubled != (1 if call == "double" else 2):
            return "call.not-allowed"
        return "call.own-side" if own == (call == "double") else ""
    if style == "take" and said < players:
        return "" if call in ("take", turned) else "call.not-allowed"
    if call == "take":
        return "call.not-allowed"
    contract, level = contract_of(call), level_of(call)
    if style == "take":
        barred = knobs["auction.second_round"] == "other" and contract == turned
        return "call.not-allowed" if level or contract in ("NT", "AT") or barred else ""
    if style == "name":
        return "call.not-allowed" if level or contract in ("NT", "AT") else ""
    if style == "ladder":
        if level:
            return "call.not-allowed"
        return "call.too-low" if best and _rung(contract) <= _rung(contract_of(best)) else ""
    points = _points(level)
    if contract in ("NT", "AT") or not level or doubled > 1 or points < 80 or points % 10:
        return "call.not-allowed"
    return "call.too-low" if best and points <= _points(level_of(best)) else ""


def _rung(contract: str) -> int:
    return CONTRACTS.index(contract)


def _points(level: str) -> int:
    return 1000 if level == "capot" else int(level or 1)


def _candidates(knobs: Knobs, calls: list[str], seats: list[int], chance: Random) -> Iterator[list[Spoken]]:
    """Auctions that differ in one call: changed, put in, left out, or made by who is not to speak."""
    style = knobs["auction.style"]
    words = [PASS, "double", "redouble", *CONTRACTS]
    words += ["take"] if style == "take" else []
    words += (
        [f"{level}{suit}" for level in (80, 85, 90, 120, "capot") for suit in ("C", "H", "NT")]
        if style == "points"
        else ["80H"]
    )
    plain = [Spoken(call) for call in calls]
    places = list(range(len(calls) + 1))
    chance.shuffle(places)
    chance.shuffle(words)
    for place in places:
        before, after = plain[:place], plain[place + 1 :]
        for word in words:
            if place < len(calls) and word != calls[place]:
                yield [*before, Spoken(word), *after]
            yield [*before, Spoken(word), *plain[place:]]
        if place < len(calls):
            yield [*before, *after]
            # The one before the next speaker is passed over: from here on every call says who made it.
            later = [Spoken(call, seat) for call, seat in zip(calls[place + 1 :], seats[place + 1 :], strict=True)]
            yield [*before, *later]


_ONLY: Final = {
    "call.forced": ("name",),
    "call.own-side": ("ladder", "points"),
    "call.too-low": ("ladder", "points"),
    "deal.thrown-in": ("take", "ladder", "points"),
}
"""The auctions in which a rule can be broken, where not in all."""


def _open(record: dict[str, Any], knobs: Knobs, code: str = "") -> tuple[dict[str, Any], int, str] | None:
    """Claims, eldest and turned suit of a deal that was bid for and played out; None where the code cannot be there."""
    claims = record.get("claims", {})
    style = knobs["auction.style"]
    if "contract" not in claims or "ended" in record or style not in _ONLY.get(code, (style,)):
        return None
    return claims, (record["dealer"] + 1) % knobs["deal.players"], record["turned"][1] if "turned" in record else ""


def _spoil(code: str, match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    record = match[at]
    opened = _open(record, knobs, code)
    if opened is None:
        return None
    claims, eldest, turned = opened
    calls = record["calls"]
    _, right = referee(knobs, eldest, turned, [Spoken(call) for call in calls])
    seats = _seats(knobs, eldest, calls)
    for candidate in _candidates(knobs, calls, seats, chance):
        faults, ended = referee(knobs, eldest, turned, candidate)
        if [each.code for each in faults] != [code]:
            continue
        nothing_named = not ended.contract and knobs["auction.style"] in ("take", "name")
        same = ended.taker == right.taker and ended.doubled == right.doubled
        if not nothing_named and (contract_of(ended.contract) != contract_of(right.contract) or not same):
            continue
        if not nothing_named and ended.contract != right.contract:
            if knobs["auction.style"] == "points":
                continue
            claims["contract"] = ended.contract
        if any(each.seat is not None for each in candidate):
            record["calls"] = [
                {"call": call, "seat": seat} if seat is not None else {"call": call} for call, seat in candidate
            ]
        else:
            record["calls"] = [each.call for each in candidate]
        return Placed(at, label(code, faults[0].position, faults[0].seat))
    return None


def _ignored(code: str, match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """In place of a pass a call that breaks a rule, which nobody at the table took: all claims stay."""
    record = match[at]
    opened = _open(record, knobs, code)
    if opened is None:
        return None
    claims, eldest, turned = opened
    calls = record["calls"]
    places = [place for place, call in enumerate(calls) if call == PASS]
    chance.shuffle(places)
    for place in places:
        for word in chance.sample(_WORDS, len(_WORDS)):
            candidate = [*calls[:place], word, *calls[place + 1 :]]
            faults, ended = referee(knobs, eldest, turned, [Spoken(call) for call in candidate])
            stands = (ended.contract, ended.taker, ended.doubled)
            if faults[:1] != [Fault(code, place, _seats(knobs, eldest, calls)[place])]:
                continue
            if stands != (claims["contract"], claims["taker"], claims["doubled"]):
                record["calls"] = candidate
                return Placed(at, label(code, *faults[0][1:]))
    return None


def wrong_caller(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """The call that leads to the contract written down for another seat than the one that made it."""
    record = match[at]
    opened = _open(record, knobs)
    if opened is None:
        return None
    _, eldest, _ = opened
    seats = _seats(knobs, eldest, record["calls"])
    bids = [place for place, call in enumerate(record["calls"]) if call not in (PASS, "double", "redouble")]
    if not bids or not all(isinstance(call, str) for call in record["calls"]):
        return None
    seats[bids[-1]] = (seats[bids[-1]] + chance.randrange(1, knobs["deal.players"])) % knobs["deal.players"]
    record["calls"] = [{"call": call, "seat": seat} for call, seat in zip(record["calls"], seats, strict=True)]
    return Placed(at, label("call.out-of-turn", bids[-1], seats[bids[-1]]))


def thrown_in(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Nothing but passes before a deal that was played, and had a contract."""
    record = match[at]
    if _open(record, knobs, "deal.thrown-in") is None:
        return None
    record["calls"] = [PASS] * (knobs["deal.players"] * (2 if knobs["auction.style"] == "take" else 1))
    return Placed(at, label("deal.thrown-in"))


_WORDS: Final = ("take", "double", "redouble", *CONTRACTS, "80H", "85D", "90C", "capotS", "100NT")


def _seats(knobs: Knobs, eldest: int, calls: list[str]) -> list[int]:
    return [(eldest + each) % knobs["deal.players"] for each in range(len(calls))]


out_of_turn = partial(_spoil, "call.out-of-turn")
too_low = partial(_spoil, "call.too-low")
not_allowed = partial(_spoil, "call.not-allowed")
own_side = partial(_spoil, "call.own-side")
after_end = partial(_spoil, "call.after-end")
forced = partial(_spoil, "call.forced")
unfinished = partial(_spoil, "call.unfinished")
too_low_ignored = partial(_ignored, "call.too-low")
not_allowed_ignored = partial(_ignored, "call.not-allowed")
own_side_ignored = partial(_ignored, "call.own-side")
