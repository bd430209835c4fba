"""The statement of a deal: how its score comes about, line by line, beside what the record says."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from replay.cards import LAST_TRICK, NO_TRUMP
from replay.frame import SEATS
from replay.judgement import Judgement, Outcome
from replay.record import CAPOT_BID, Deal
from replay.rulesets import Ruleset
from replay.settlement import CAPOT_BID_POINTS, settle_revoke, settled, share_out, without_tricks

Line = tuple[str, ...]
"""A label, and a value for each side."""
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]


def settlement_lines(deal: Deal, ruleset: Ruleset, judgement: Judgement) -> tuple[Line, ...]:
    """The lines of a settlement, from the card points to the total; a computed line before the recorded one."""
    lines = [*_points(deal, ruleset, judgement), *_score(deal, ruleset, judgement)]
    return tuple((label, *values) for label, values in lines)


def _texts(numbers: Sequence[int]) -> list[str]:
    return [str(int(each)) for each in numbers]


def _recorded(what: str, numbers: Sequence[int] | None) -> list[tuple[str, list[str]]]:
    return [] if numbers is None else [(f"{what}, as recorded", _texts(numbers))]


def _only(side: int, value: int, sides: int) -> list[str]:
    return [str(value) if each == side else "" for each in range(sides)]


def _points(deal: Deal, ruleset: Ruleset, judgement: Judgement) -> list[tuple[str, list[str]]]:
    """Cards, last trick, declarations, belote, capot and their sum."""
    lines: list[tuple[str, list[str]]] = []
    claims = deal.claims
    counted = _stock(ruleset, judgement)
    if judgement.points is not None and judgement.winners:
        last = _side(ruleset, judgement.winners[-1])
        lines.append(
            ("cards", _texts([each - LAST_TRICK * (side == last) for side, each in enumerate(judgement.points)]))
        )
        lines.append(("last trick", _only(last, LAST_TRICK, ruleset.sides)))
        if judgement.contract == NO_TRUMP and ruleset.values["auction.style"] == "ladder":
            lines.append(("no trump counts twice", _texts(judgement.points)))
    lines += _recorded("card points", claims.points)
    if counted is not None:
        declared, belote, capot, _ = counted
        if any(judgement.declared or ()):
            lines.append(("declarations", _texts(declared)))
        lines += _recorded("declarations", claims.declarations)
        if any(judgement.belote or ()):
            lines.append(("belote", _texts(belote)))
        lines += _recorded("belote", claims.belote)
        if any(capot):
            lines.append(("capot", _texts(capot)))
    else:
        lines += _recorded("declarations", claims.declarations) + _recorded("belote", claims.belote)
    return lines


def _stock(ruleset: Ruleset, judgement: Judgement) -> tuple[list[int], list[int], list[int], list[int]] | None:
    """Declarations and belote that count, the shares of a capot, tricks; None where something is not known."""
    if judgement.declared is None or judgement.belote is None or judgement.tricks is None or judgement.points is None:
        return None
    tricks, declared, belote, capot = (
        _array(each) for each in (judgement.tricks, judgement.declared, judgement.belote, ())
    )
    without_tricks(ruleset.rules, tricks, declared, belote)
    share_out(ruleset.rules, tricks, int(ruleset.rules.settlement_capot), capot)
    if judgement.contract == NO_TRUMP and ruleset.values["settlement.no_trump_doubles"] == "cards_and_capot":
        capot *= 2
    n = ruleset.sides
    return list(declared[:n]), list(belote[:n]), list(capot[:n]), list(tricks[:n])


def _score(deal: Deal, ruleset: Ruleset, judgement: Judgement) -> list[tuple[str, list[str]]]:
    """What is written, with bid, rounding and doubling; hanging points in and out; score and total."""
    lines: list[tuple[str, list[str]]] = []
    sides, claims = ruleset.sides, deal.claims
    taker = None if judgement.taker is None else _side(ruleset, judgement.taker)
    written = _written(ruleset, judgement)
    if written is not None and taker is not None:
        score, raw = written
        lines.append(("points", _texts(raw)))
        if judgement.level is not None:
            bid = CAPOT_BID_POINTS if judgement.level == CAPOT_BID else judgement.level // 10 * 10
            lines.append(("bid", _only(taker, bid, sides)))
        rounded = "" if ruleset.values["settlement.rounding"] == "exact" else ", rounded"
        times = {1: "", 2: ", doubled", 4: ", redoubled"}[judgement.doubled]
        lines.append((f"written{rounded}{times}", _texts(score)))
        if judgement.score is not None:
            collected = [each - own for each, own in zip(judgement.score, score, strict=True)]
            if any(collected) and judgement.outcome != Outcome.HANGING:
                lines.append(("points that hung", [str(each) if each else "" for each in collected]))
        if judgement.hanging:
            lines.append(("left hanging", _only(taker, judgement.hanging, sides)))
    if claims.hanging is not None:
        lines.append((f"hanging before and after, as recorded: {claims.hanging[0]}, {claims.hanging[1]}", [""] * sides))
    if judgement.score is not None:
        lines.append(("score", _texts(judgement.score)))
    lines += _recorded("score", claims.score) + _recorded("penalties", claims.penalties)
    if judgement.totals is not None:
        lines.append(("total", _texts(judgement.totals)))
    return lines + _recorded("total", claims.totals)


def _written(ruleset: Ruleset, judgement: Judgement) -> tuple[list[int], list[int]] | None:
    """Each side's score without points that hung, and its raw points; None where something is not known."""
    account = _settled(ruleset, judgement)
    if account is None:
        return None
    n = ruleset.sides
    return list(account.score[:n]), list(account.raw[:n])


def penalised(ruleset: Ruleset, judgement: Judgement, seat: int) -> tuple[int, ...] | None:
    """What each side would write if a revoke of a seat cost its penalty (002:67); None where none is known or stated.

    Points that hang wait, as open point A-43 has it.
    """
    account = None if ruleset.rules.match_revoke_penalty == 0 else _settled(ruleset, judgement)
    if account is None:
        return None
    revoked, score = _array([int(_side(ruleset, seat) == side) for side in range(ruleset.sides)]), _array(())
    settle_revoke(ruleset.rules, judgement.contract or 0, revoked, account, score)
    return tuple(int(each) for each in score[: ruleset.sides])


def _settled(ruleset: Ruleset, judgement: Judgement) -> Any:
    """The account settled without points that hung; None where something is not known."""
    counted = _stock(ruleset, judgement)
    if counted is None or judgement.contract is None or judgement.taker is None or judgement.outcome == Outcome.UNKNOWN:
        return None
    return settled(
        ruleset.rules, judgement.contract, _side(ruleset, judgement.taker), judgement.level or 1, judgement.doubled, 0,
        cards=judgement.points or (), tricks=judgement.tricks or (), declared=judgement.declared or (),
        belote=judgement.belote or (), last=_side(ruleset, judgement.winners[-1]) if judgement.winners else 0,
    )  # fmt: skip


def _array(numbers: Sequence[int]) -> Numbers:
    out = np.zeros(SEATS, np.int64)
    out[: len(numbers)] = numbers
    return out


def _side(ruleset: Ruleset, seat: int) -> int:
    return seat & 1 if ruleset.players == 4 else seat
