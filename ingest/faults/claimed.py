"""Faults of what a record claims: winners, sums, scores and totals, and how the match goes on or ends."""

from collections.abc import Callable
from random import Random
from typing import Any

from ingest.faults.label import Placed, label
from ingest.faults.plain import CONTRACTS, Board, Knobs, Match, after_whole, board, contract_of, level_of, value


def contract(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Another contract, taker or doubling than the calls led to."""
    played = board(match[at], knobs)
    if played is None:
        return None
    claims = match[at]["claims"]
    kind = chance.choice(["contract", "taker", "doubled"])
    if kind == "contract":
        other = chance.choice([each for each in CONTRACTS if each != contract_of(claims["contract"])])
        claims["contract"] = level_of(claims["contract"]) + other
    elif kind == "taker":
        claims["taker"] = (claims["taker"] + chance.randrange(1, played.players)) % played.players
    else:
        claims["doubled"] = chance.choice([each for each in (1, 2, 4) if each != claims["doubled"]])
    return Placed(at, label("claim.contract"))


def winner(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A trick given to another seat than the one that took it."""
    played = board(match[at], knobs)
    if played is None:
        return None
    winners = match[at]["claims"]["winners"]
    trick = chance.randrange(len(winners))
    winners[trick] = (winners[trick] + chance.randrange(1, played.players)) % played.players
    return Placed(at, label("claim.winner", (trick + 1) * played.players - 1))


def points(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Card points counted wrong: some for the wrong side, or some too many."""
    played = board(match[at], knobs)
    if played is None:
        return None
    claimed = match[at]["claims"]["points"]
    side = chance.randrange(len(claimed))
    some = chance.randint(1, 30)
    claimed[side] += some
    other = (side + 1) % len(claimed)
    if chance.random() < 0.5 and claimed[other] >= some:
        claimed[other] -= some
    return Placed(at, label("claim.points"))


def impossible_sum(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A deal without its cards, whose points are more than all cards have."""
    record = match[at]
    if board(record, knobs) is None:
        return None
    for name in ("plays", "hands", "exchange", "turned"):
        record.pop(name, None)
    claims = record["claims"]
    claims.pop("winners", None)
    # The side with most gets more: one without points may have taken no trick, on which the end of a match can hang.
    most = claims["points"].index(max(claims["points"]))
    claims["points"][most] += 300 + chance.randrange(30) - sum(claims["points"])
    return Placed(at, label("claim.sum"))


def _announced(name: str, match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    played = board(match[at], knobs)
    if played is None:
        return None
    claimed = match[at]["claims"][name]
    # A side without a trick may have its own counted or not: it is left as it is.
    sides = sorted({played.side(each) for each in match[at]["claims"]["winners"]})
    claimed[chance.choice(sides)] += 20 * chance.randint(1, 3)
    if name == "belote" and len(sides) < len(claimed):
        return None
    return Placed(at, label(f"claim.{name}"))


def declarations(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Points for declarations that do not count."""
    return _announced("declarations", match, at, knobs, chance)


def belote(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Points for a belote that nobody said."""
    return _announced("belote", match, at, knobs, chance)


def hanging(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """Points that are said to have hung before the deal, and did not."""
    if board(match[at], knobs) is None or "hanging" not in match[at]["claims"] or not after_whole(match, at):
        return None
    match[at]["claims"]["hanging"][0] += chance.randint(1, 40)
    return Placed(at, label("claim.hanging"))


def _reached(knobs: Knobs, claims: dict[str, Any]) -> tuple[bool, ...]:
    """Who has reached the target, and who of them is best: what decides a match."""
    totals = claims["totals"]
    return tuple(total >= knobs["match.target"] for total in totals) + tuple(total == max(totals) for total in totals)


def carried(match: Match, at: int, knobs: Knobs, changes: list[int]) -> bool:
    """Let a mistake in totals, by side, be carried on to the end of the match; whether that changes nothing else."""
    for record in match[at:]:
        claims = record.get("claims", {})
        if "totals" in claims:
            before = _reached(knobs, claims)
            claims["totals"] = [total + by for total, by in zip(claims["totals"], changes, strict=True)]
            if _reached(knobs, claims) != before:
                return False
        elif "ended" in record:
            return False
    return True


def total(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A total added up wrong; the match goes on from it."""
    if board(match[at], knobs) is None:
        return None
    changes = [0] * len(match[at]["claims"]["totals"])
    changes[chance.randrange(len(changes))] = chance.choice([-1, 1]) * chance.choice([1, 2, 5, 10, 20])
    return Placed(at, label("claim.total")) if carried(match, at, knobs, changes) else None


def _best(scores: list[int]) -> list[bool]:
    return [score == max(scores) for score in scores]


def _score(code: str, choose: Callable[[list[int], int, int, Random], int], match: Match, at: int, knobs: Knobs,
           chance: Random) -> Placed | None:  # fmt: skip
    if board(match[at], knobs) is None:
        return None
    claims = match[at]["claims"]
    unit = {"exact": 0, "tens": 10, "game": 1}[knobs["settlement.rounding"]]
    scores = claims["score"]
    side = chance.randrange(len(scores))
    by = choose(scores, side, unit * claims["doubled"], chance)
    before = _best(scores)
    if by == 0:
        return None
    scores[side] += by
    if knobs["deal.next_dealer"] == "top_scorer" and _best(scores) != before:
        return None
    changes = [by * (each == side) for each in range(len(scores))]
    return Placed(at, label(code)) if carried(match, at, knobs, changes) else None


def score(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A score that is not what the points make, by more than rounding can."""

    def far(scores: list[int], side: int, nearest: int, chance: Random) -> int:
        return nearest + chance.choice([1, 2, 5, 9]) * (10 if nearest % 10 == 0 and nearest else 1)

    return _score("claim.score", far, match, at, knobs, chance)


def rounding(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A score rounded the wrong way."""

    def near(scores: list[int], side: int, nearest: int, chance: Random) -> int:
        by = chance.choice([-nearest, nearest])
        return by if scores[side] and scores[side] + by else 0

    return _score("claim.rounding", near, match, at, knobs, chance)


def penalty(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """A penalty that no rule knows."""
    played = board(match[at], knobs)
    if played is None:
        return None
    known = (knobs["match.misdeal_penalty"], knobs["match.revoke_penalty"])
    penalties = [0] * len(match[at]["claims"]["points"])
    penalties[chance.randrange(len(penalties))] = chance.choice(
        [each for each in (10, 20, 30, 60) if each not in known]
    )
    match[at]["claims"]["penalties"] = penalties
    return Placed(at, label("claim.penalty"))


def target(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """The match claimed in mid-deal by a side that is far from the target, or where nobody may claim it."""
    played = board(match[at], knobs)
    if played is None or at == len(match) - 1:
        return None
    trick = chance.randrange(1, len(match[at]["claims"]["winners"]) - 1)
    seat = match[at]["claims"]["winners"][trick - 1]
    side = played.side(seat)
    if knobs["match.claim"] != "none" and _most(match, at, side) >= knobs["match.target"]:
        return None
    _stop(played, trick, seat)
    return Placed(at, label("claim.target", None, seat))


def _most(match: Match, at: int, side: int) -> int:
    """More than a side can count before a deal is over: all that it had before, and all that the deal brings it."""
    before = next(
        (each["claims"]["totals"][side] for each in reversed(match[:at]) if "totals" in each.get("claims", {})), 0
    )
    claims = match[at]["claims"]
    brings: int = claims["points"][side] + claims["declarations"][side] + claims["belote"][side]
    return int(before + brings) + 400


def _stop(played: Board, trick: int, seat: int) -> None:
    """Cut a deal off after a trick, because a seat claims the match."""
    played.cut(trick * played.players)
    played.record["ended"], played.record["ended_by"] = "claimed", seat


def ended_early(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """The record names a winner of a match that is not over."""
    if board(match[at], knobs) is None or at == len(match) - 1:
        return None
    totals = match[at]["claims"]["totals"]
    match[at]["claims"]["match_winner"] = totals.index(max(totals))
    return Placed(at, label("match.ended-early"))


def wrong_winner(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """The record gives the match to another side than the one that has won it."""
    claims = match[at].get("claims", {})
    if "match_winner" not in claims or not after_whole(match, at):
        return None
    sides = 2 if knobs["deal.players"] == 4 else knobs["deal.players"]
    claims["match_winner"] = (claims["match_winner"] + chance.randrange(1, sides)) % sides
    return Placed(at, label("match.wrong-winner"))


def went_on(match: Match, at: int, knobs: Knobs, chance: Random) -> Placed | None:
    """The match was over, for a lower target than before, or by a good claim of it, and another deal follows."""
    if at == 0:
        return None
    over = board(match[at - 1], knobs)
    if over is None or _override(match[at - 1]):
        return None
    if knobs["match.end"] == "announced":
        return _claimed_and_went_on(match, at, knobs, over, chance)
    totals = match[at - 1]["claims"]["totals"]
    highest = max(totals)
    bars = (
        over.record["claims"].get("hanging", [0, 0])[1] > 0
        or len({over.side(w) for w in over.record["claims"]["winners"]}) == 1
    )
    earlier = [each["claims"]["totals"] for each in match[: at - 1] if "totals" in each.get("claims", {})]
    if bars or totals.count(highest) > 1 or highest < 1 or any(max(each) >= highest for each in earlier):
        return None
    if any("ended" in each for each in match):
        return None
    for record in match:
        record["overrides"] = {**record.get("overrides", {}), "match.target": highest}
    return Placed(at, label("match.went-on"))


def _override(record: dict[str, Any]) -> bool:
    return "match.target" in record.get("overrides", {})


def _claimed_and_went_on(match: Match, at: int, knobs: Knobs, over: Board, chance: Random) -> Placed | None:
    """Where a match ends by being announced: a claim in mid-deal good for a lower target, and a deal after it."""
    claims = over.record["claims"]
    trick = chance.randrange(2, len(claims["winners"]) - 1)
    seat = claims["winners"][trick - 1]
    earlier = [each["claims"]["totals"] for each in match[: at - 1] if "totals" in each.get("claims", {})]
    goal = earlier[-1][seat] if earlier else 0
    for place, card in enumerate(over.plays[: trick * over.players]):
        goal += value(over.contract, card) * (over.taken_by(place) == seat)
    if goal < 1 or "ended" in match[at] or any("ended" in each for each in match[: at - 1]):
        return None
    _stop(over, trick, seat)
    del match[at + 1 :]
    match[at].get("claims", {}).pop("match_winner", None)
    for record in match:
        record["overrides"] = {**record.get("overrides", {}), "match.target": goal}
    return Placed(at, label("match.went-on"))
