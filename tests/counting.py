"""Figures counted a second time: from the deals and what the judge says of them, card by card, without the store."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import polars as pl

from replay.cards import CARD_NAMES, RANKS
from replay.judgement import Judgement, Outcome
from replay.record import CAPOT_BID, Deal, Player
from replay.rulesets import Ruleset
from tests.dealing_out import whole_match
from tests.deals import judge, table
from tests.oracle_declarations import carres, unbroken

SYSTEMS = ("fr4-001", "bg4-004", "coinche-004", "bela-004", "fr2-002", "ua3-000")
KINDS = ("tierce", "quarte", "quinte", "carre")
CARRE_ORDER = "QKTA9J"
WORTH = {"J": 200, "9": 150, "Q": 100, "K": 100, "T": 100, "A": 100}


def some_matches(seed: int, systems: tuple[str, ...] = SYSTEMS) -> list[list[Deal]]:
    """Matches by chance under several rulesets, some of their deals revoked, broken off, simulated or nobody's."""
    chance = random.Random(seed)
    matches = []
    for number, system in enumerate(systems):
        ruleset = table(system)
        unruly = chance.choice([0.0, 0.01])
        seats = chance.sample(range(7), ruleset.players)
        seated = tuple(Player(f"p{each}", f"Player {each}", "test") for each in seats)
        deals = []
        for dealt in whole_match(ruleset, chance, 9, unruly):
            deal = msgspec.structs.replace(
                dealt.record,
                match=f"m{seed}-{number}",
                players=() if chance.random() < 0.05 else seated,
                time=f"2026-{1 + dealt.record.number % 3:02}-11T20:00:00Z" if chance.random() < 0.9 else None,
                simulated=chance.random() < 0.1,
                bots=(1,) if chance.random() < 0.1 else (),
            )
            if deal.plays and chance.random() < 0.08:
                deal = msgspec.structs.replace(
                    deal, plays=deal.plays[:9], ended="abandoned", claims=type(deal.claims)()
                )
            if deal.plays and chance.random() < 0.08:
                deal = msgspec.structs.replace(deal, declarations=None, belote=None)
            deals.append(deal)
        matches.append(deals)
    return matches


def shape(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "sides": 2 if ruleset.players == 4 else ruleset.players,
        "declares": ruleset.values["declarations.contest"] != "none",
        "style": ruleset.values["auction.style"],
        "whole": str(ruleset.values["deal.packets"]).endswith("|"),
        "target": int(str(ruleset.values["match.target"])),
        "size": ruleset.hand_size,
    }


def likeness(hand: list[str], contract: int) -> tuple[Any, ...]:
    """What makes hands alike for who would take."""
    if contract == 4:
        return ("NT", sum(card[0] == "A" for card in hand))
    if contract == 5:
        return ("AT", sum(card[0] == "9" for card in hand), sum(card[0] == "J" for card in hand))
    trump = "CDHS"[contract]
    trumps = [card for card in hand if card[1] == trump]
    aces = sum(card[0] == "A" and card[1] != trump for card in hand)
    return ("suit", len(trumps), "J" + trump in hand, "9" + trump in hand, aces)


def shown_hand(deal: Deal, judgement: Judgement, seat: int, size: int) -> list[str] | None:
    """The whole hand of a seat as recorded, else as played."""
    if deal.hands is not None and len(deal.hands[seat]) == size:
        return [CARD_NAMES[card] for card in deal.hands[seat]]
    played = [each.card for each, who in zip(deal.plays or (), judgement.seats, strict=False) if who == seat]
    return [CARD_NAMES[card] for card in played] if len(played) == size else None


def power(kind: str, top: str, length: int) -> int:
    return 1000 + CARRE_ORDER.index(top) if kind == "carre" else 16 * min(5, length) + RANKS.index(top)


def held_items(cards: list[str]) -> list[dict[str, Any]]:
    found = [{"kind": "carre", "top": four["rank"], "length": 1} for four in carres(cards)]
    for run in unbroken(cards):
        found.append({"kind": KINDS[min(5, run["length"]) - 3], "top": run["top"], "length": run["length"]})
    return found


def row(deal: Deal, judgement: Judgement, ruleset: Ruleset) -> dict[str, Any]:
    """All that figures may count of one deal, in plain words."""
    form = shape(ruleset)
    players = ruleset.players
    taker, contract = judgement.taker, judgement.contract
    settled = judgement.outcome in (Outcome.MADE, Outcome.INSIDE, Outcome.HANGING)
    tricks = sum(judgement.tricks or ())
    complete = judgement.tricks is not None and tricks == form["size"]
    attack = None if taker is None or contract is None else taker % form["sides"]
    made = None
    if attack is not None and judgement.outcome != Outcome.THROWN_IN:
        if settled:
            made = judgement.outcome == Outcome.MADE
        elif complete and judgement.points is not None and deal.ended is None:
            mine = judgement.points[attack]
            made = mine > sum(judgement.points) - mine and mine >= (judgement.level or 0)
            if judgement.level == CAPOT_BID:
                made = judgement.capot == attack
    calls = [each.call for each in deal.calls or ()]
    bids = [place for place, call in enumerate(calls) if call not in (0, 2, 3)]
    doubles = [place for place, call in enumerate(calls) if call == 2]

    def caller(place: int) -> int:
        return (int(deal.dealer or 0) + 1 + place) % players

    before: list[list[str] | None] = [None] * players
    if deal.hands is not None and (deal.before is not None or form["whole"]):
        bars = deal.before or tuple(map(len, deal.hands))
        before = [[CARD_NAMES[card] for card in hand[:bar]] for hand, bar in zip(deal.hands, bars, strict=True)]
    stage = (min(bids[-1] // players, 1) + 1) if bids and form["style"] == "take" else 0
    whole = [shown_hand(deal, judgement, seat, form["size"]) for seat in range(players)]
    names = [each.id for each in deal.players] or [None] * players
    quiet = 0
    while quiet < len(calls) and calls[quiet] == 0:
        quiet += 1
    passes = []
    for place in range(quiet):
        options = list(range(6))
        if form["style"] == "take":
            turned = (deal.turned or 0) // 8
            options = [turned] if place < players else [suit for suit in range(6) if suit != turned]
        hand = before[caller(place)]
        if hand is not None:
            turn = min(place // players, 1) + 1 if form["style"] == "take" else 0
            passes.append(
                {
                    "seat": caller(place),
                    "stage": turn,
                    "size": len(hand),
                    "like": [likeness(hand, one) for one in options],
                }
            )
    said = []
    for each in deal.declarations or ():
        cards = [CARD_NAMES[card] for card in range(32) if each.cards >> card & 1]
        if cards:
            ranks = {card[0] for card in cards}
            kind = "carre" if len(ranks) == 1 else KINDS[min(5, len(cards)) - 3]
            top = max(ranks, key=RANKS.index)
        else:
            kind, top = str(each.kind), RANKS[each.top or 0]
        said.append(
            {"seat": each.seat, "kind": kind, "power": power(kind, top, {"tierce": 3, "quarte": 4}.get(kind, 5))}
        )
    speaks = deal.declarations is not None and form["declares"] and contract not in (None, 4)
    broken = [each for each in judgement.findings if not each.unsettled]
    flags = {
        "revoked": any(each.code.startswith("play.") for each in broken),
        "thrown-in": judgement.outcome == Outcome.THROWN_IN,
        "abandoned": deal.ended == "abandoned",
        "partial": not complete and judgement.outcome != Outcome.THROWN_IN,
        "bot": bool(deal.bots),
        "simulated": deal.simulated,
    }
    winner = deal.claims.match_winner
    totals = judgement.totals
    if winner is None and totals and max(totals) >= form["target"] and totals.count(max(totals)) == 1:
        winner = totals.index(max(totals))
    return {
        "match": deal.match, "number": deal.number, "rules": deal.rules, "players": names, "n": players,
        "sides": form["sides"], "size": form["size"], "pack": int(str(ruleset.values["deal.pack"])),
        "dealer": deal.dealer, "month": None if deal.time is None else 2026 * 12 + int(deal.time[5:7]) - 1,
        "taker": taker, "contract": contract, "level": judgement.level, "doubled": judgement.doubled,
        "outcome": int(judgement.outcome), "settled": settled, "complete": complete, "attack": attack,
        "capot": judgement.capot, "made": made, "round": bids[-1] // players + 1 if bids else None,
        "place": None if taker is None else (taker - int(deal.dealer or 0) - 1) % players, "stage": stage,
        "doubler": caller(doubles[-1]) if doubles else None, "before": before, "whole": whole, "passes": passes,
        "said": said, "speaks": speaks, "flags": {name for name, on in flags.items() if on},
        "declared": judgement.declared, "belote": judgement.belote, "points": judgement.points,
        "belotes": None if deal.belote is None else {each.seat for each in deal.belote},
        "faults": [each.seat for each in broken], "winner": winner,
    }  # fmt: skip


def rows_of(matches: list[list[Deal]]) -> list[dict[str, Any]]:
    return [
        row(deal, judgement, table(deal.rules))
        for deals in matches
        for deal, judgement in zip(deals, judge(*deals), strict=True)
    ]


def within(rows: list[dict[str, Any]], rules: str | None, player: str | None, keeps: set[str]) -> list[dict[str, Any]]:
    """The rows of a scope that leaves revoked deals out, unless the figure keeps them."""
    return [
        each
        for each in rows
        if (rules is None or each["rules"] == rules)
        and (player is None or player in each["players"])
        and not (each["flags"] & ({"revoked"} - keeps))
    ]


def strength_of(one: dict[str, Any]) -> tuple[Any, ...] | None:
    hand = None if one["taker"] is None else one["before"][one["taker"]]
    if hand is None or one["contract"] is None:
        return None
    return (one["rules"], one["stage"], len(hand), likeness(hand, one["contract"]))


def hand_rates(rows: list[dict[str, Any]], least: int) -> dict[Any, float]:
    taken = [(strength_of(each), each["made"]) for each in within(rows, None, None, set()) if each["made"] is not None]
    frame = pl.DataFrame(
        {"like": [repr(like) for like, _ in taken if like], "made": [made for like, made in taken if like]},
        schema={"like": pl.String, "made": pl.Boolean},
    )
    rates = frame.group_by("like").agg(pl.len(), rate=pl.col("made").mean()).filter(pl.col("len") >= least)
    return dict(zip(rates["like"].to_list(), rates["rate"].to_list(), strict=True))


def pair_of(one: dict[str, Any], seat: int) -> tuple[str, ...] | None:
    if one["n"] != 4 or None in one["players"]:
        return None
    return tuple(sorted((one["players"][seat], one["players"][(seat + 2) % 4])))


def taken_of(one: dict[str, Any]) -> dict[str, Any]:
    hand = one["before"][one["taker"]]
    suit = one["contract"] < 4 and hand is not None
    trump = "CDHS"[one["contract"]] if suit else ""
    trumps = [card[0] for card in hand or () if suit and card[1] == trump]
    value = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
    return {
        "contract": one["contract"], "level": one["level"], "doubling": one["doubled"], "round": one["round"],
        "seat": one["place"], "taker": one["players"][one["taker"]], "pair": pair_of(one, one["taker"]),
        "ruleset": one["rules"], "month": one["month"],
        "trumps": len(trumps) if suit else None,
        "trump-points": sum(value.get(rank, 0) for rank in trumps) // 10 * 10 if suit else None,
        "aces": sum(card[0] == "A" and card[1] != trump for card in hand) if suit else None,
        "masters": ("J" in trumps) * 2 + ("9" in trumps) if suit else None,
        "player": one["players"][one["taker"]],
    }  # fmt: skip


def trials(name: str, rows: list[dict[str, Any]], every: list[dict[str, Any]], player: str | None, least: int,
           below: float, above: float) -> Iterator[dict[str, Any]]:  # fmt: skip
    """What a figure counts, one after another."""
    rates = hand_rates(every, least) if name in ("overbidding", "underbidding") else {}
    for one in rows:
        seats = range(one["n"])
        names = one["players"]
        if name == "bidding" and one["made"] is not None:
            yield taken_of(one) | {"success": one["made"]}
        if name in ("inside", "hanging") and one["settled"]:
            yield taken_of(one) | {"success": one["outcome"] == {"inside": 2, "hanging": 3}[name]}
        if name == "doubles" and one["made"] is not None and one["doubled"] > 1:
            who = None if one["doubler"] is None else names[one["doubler"]]
            yield taken_of(one) | {"success": not one["made"], "doubler": who, "player": who}
        if name == "thrown-in" and (one["outcome"] == 4 or one["contract"] is not None):
            yield {"success": one["outcome"] == 4, "ruleset": one["rules"], "month": one["month"],
                   "dealer": one["dealer"]}  # fmt: skip
        if (
            name == "overbidding"
            and one["made"] is not None
            and (rate := rates.get(repr(strength_of(one)))) is not None
        ):
            yield taken_of(one) | {"success": rate < below}
        if name == "underbidding":
            for each in one["passes"]:
                known = [rates.get(repr((one["rules"], each["stage"], each["size"], like))) for like in each["like"]]
                if best := [rate for rate in known if rate is not None]:
                    yield {"player": names[each["seat"]], "seat": (each["seat"] - one["dealer"] - 1) % one["n"],
                           "round": each["stage"], "ruleset": one["rules"], "month": one["month"],
                           "success": max(best) > above}  # fmt: skip
        for seat in seats:
            hand = one["whole"][seat]
            plain = {"player": names[seat], "ruleset": one["rules"], "month": one["month"], "contract": one["contract"],
                     "seat": (seat - one["dealer"] - 1) % one["n"]}  # fmt: skip
            side = seat % one["sides"]
            if name == "player-faults":
                yield plain | {"success": seat in one["faults"]}
            if name == "capot-sides" and one["complete"] and one["attack"] is not None:
                counted = names[seat] == player if player is not None else seat < one["sides"]
                if counted:
                    yield plain | {"side": side == one["attack"], "pair": pair_of(one, seat),
                                   "success": one["capot"] == side}  # fmt: skip
            if name == "capot-players" and one["complete"] and one["attack"] is not None:
                yield plain | {"side": side == one["attack"], "success": one["capot"] == side}
            if hand is None:
                continue
            held = {each["kind"] for each in held_items(hand)}
            for number, kind in enumerate(KINDS):
                said = any(each["seat"] == seat and each["kind"] == kind for each in one["said"])
                if name == "declarations":
                    yield plain | {"kind": number, "success": kind in held}
                if name == "announced" and one["speaks"] and kind in held:
                    yield plain | {"kind": number, "success": said}
                if name == "counted" and one["speaks"] and kind in held and said:
                    yield plain | {"kind": number, "success": one["declared"][side] > 0}
            if name == "couples":
                yield plain | {"success": any({"K" + suit, "Q" + suit} <= set(hand) for suit in "CDHS")}
            if one["contract"] is not None and one["contract"] < 4:
                suit = "CDHS"[one["contract"]]
                has = {"K" + suit, "Q" + suit} <= set(hand)
                spoke = one["belotes"] is not None and seat in one["belotes"]
                if name == "belote":
                    yield plain | {"success": has, "taker": None if one["taker"] is None else seat == one["taker"]}
                if name == "belote-announced" and has and one["belotes"] is not None:
                    yield plain | {"success": spoke}
                if name == "belote-counted" and has and spoke:
                    yield plain | {"success": (one["belote"] or [0] * 4)[side] > 0}
        if name == "capots" and one["complete"] and one["contract"] is not None:
            mine = [seat % one["sides"] for seat in seats if player in (None, names[seat])]
            hand = None if one["taker"] is None else one["whole"][one["taker"]]
            suit = one["contract"] < 4 and hand is not None
            declared = any(
                hand is not None and seat % one["sides"] == one["attack"] and held_items(hand)
                for seat, hand in enumerate(one["whole"])
            )
            yield {
                "contract": one["contract"], "ruleset": one["rules"], "month": one["month"],
                "announced": one["level"] == CAPOT_BID, "declaration": declared,
                "trumps": sum(card[1] == "CDHS"[one["contract"]] for card in hand) if suit and hand else None,
                "success": one["capot"] is not None and one["capot"] in mine,
            }  # fmt: skip
        if name == "faults":
            mine_too = [
                seat for seat in one["faults"] if player is None or (seat is not None and names[seat] == player)
            ]
            yield {"ruleset": one["rules"], "month": one["month"], "contract": one["contract"], "file": "deals.jsonl",
                   "success": bool(mine_too)}  # fmt: skip
