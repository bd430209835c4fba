"""Two records of one deal: what one knows fills what the other does not, unless they contradict each other."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from replay.cards import UNKNOWN
from replay.record import Call, Claims, Deal, Play, Player

_ONE: Final = (
    "rules", "overrides", "dealer", "time", "turned", "exchange", "declarations", "belote", "ended", "ended_by",
    "simulated",
)  # fmt: skip
"""Fields of which one value is the truth."""


class Contradiction(Exception):
    """Two records say different things; the message names the field."""


def merge(first: Deal, second: Deal) -> Deal:
    """One deal of two records of it; raises Contradiction where they cannot both be right.

    Comments and other remarks of both are kept.
    """
    fields: dict[str, Any] = {name: _one(name, getattr(first, name), getattr(second, name)) for name in _ONE}
    fields["players"] = _players(first.players, second.players)
    fields["hands"], fields["before"], fields["dealt_order"] = _hands(first, second)
    fields["calls"] = _items("calls", first.calls, second.calls, _call)
    fields["plays"] = _items("plays", first.plays, second.plays, _play)
    fields["claims"] = _claims(first.claims, second.claims)
    fields["bots"] = first.bots or second.bots
    for name in ("labels", "notes"):
        here = getattr(first, name)
        fields[name] = here + tuple(each for each in getattr(second, name) if each not in here)
    fields["extra"] = _extra(first.extra, second.extra)
    return msgspec.structs.replace(first, **fields)


def _one(name: str, first: Any, second: Any) -> Any:
    if first is None or first == second:
        return second
    if second is None or (name == "overrides" and not second):
        return first
    if name == "overrides" and not first:
        return second
    if name == "simulated":
        return first or second
    raise Contradiction(name)


def _players(first: tuple[Player, ...], second: tuple[Player, ...]) -> tuple[Player, ...]:
    if not first or not second:
        return first or second
    if [(each.namespace, each.id) for each in first] != [(each.namespace, each.id) for each in second]:
        raise Contradiction("players")
    return tuple(
        Player(one.id, other.name if one.name is None else one.name, one.namespace)
        for one, other in zip(first, second, strict=True)
    )


def _card(name: str, first: int, second: int) -> int:
    if first in (UNKNOWN, second):
        return second
    if second == UNKNOWN:
        return first
    raise Contradiction(name)


def _hands(first: Deal, second: Deal) -> tuple[Any, tuple[int, ...] | None, bool]:
    """Hands seat by seat; a hand in the order dealt comes before the same cards in another."""
    if first.hands is None or second.hands is None:
        known = first if first.hands is not None else second
        return known.hands, known.before, known.dealt_order
    if len(first.hands) != len(second.hands):
        raise Contradiction("hands")
    leading = first if first.dealt_order or not second.dealt_order else second
    other = second if leading is first else first
    hands, before = [], []
    for seat, (one, two) in enumerate(zip(leading.hands or (), other.hands or (), strict=True)):
        hand, from_other = _hand(one, two, leading.dealt_order and other.dealt_order)
        hands.append(hand)
        bars = (other if from_other else leading).before or (other.before if leading.before is None else None)
        before.append(None if bars is None else min(bars[seat], len(hand)))
    barred = [each for each in before if each is not None]
    whole = tuple(barred) if len(barred) == len(hands) else None
    ordered = leading.dealt_order and (other.dealt_order or all(map(_whole, leading.hands or ())))
    return tuple(hands), whole, ordered


def _whole(hand: tuple[int, ...]) -> bool:
    return bool(hand) and UNKNOWN not in hand


def _hand(one: tuple[int, ...], two: tuple[int, ...], ordered: bool) -> tuple[tuple[int, ...], bool]:
    """One hand of two views, and whether it is the second's."""
    if not one or not two:
        return (one, False) if one else (two, True)
    if len(one) == len(two) and ordered:
        return tuple(_card("hands", *each) for each in zip(one, two, strict=True)), False
    known, others = set(one) - {UNKNOWN}, set(two) - {UNKNOWN}
    if others <= known and len(two) <= len(one):
        return one, False
    if _whole(one):
        if not others <= known:
            raise Contradiction("hands")
        return one, False
    if _whole(two):
        if not known <= others:
            raise Contradiction("hands")
        return two, True
    every = [each for each in one if each != UNKNOWN] + [each for each in two if each != UNKNOWN and each not in known]
    size = max(len(one), len(two))
    if len(every) > size:
        raise Contradiction("hands")
    return (*every, *[UNKNOWN] * (size - len(every))), False


def _items(name: str, first: Any, second: Any, join: Any) -> Any:
    """Plays or calls: the longer list, where the shorter one is how it begins."""
    if first is None or second is None:
        return second if first is None else first
    longer = first if len(first) >= len(second) else second
    shared = min(len(first), len(second))
    return tuple(join(name, a, b) for a, b in zip(first[:shared], second[:shared], strict=True)) + longer[shared:]


def _play(name: str, first: Play, second: Play) -> Play:
    return Play(
        _card(name, first.card, second.card), _one(name, first.seat, second.seat), _one(name, first.time, second.time)
    )


def _call(name: str, first: Call, second: Call) -> Call:
    if first.call != second.call:
        raise Contradiction(name)
    return Call(first.call, _one(name, first.seat, second.seat), _one(name, first.time, second.time))


def _claims(first: Claims, second: Claims) -> Claims:
    fields: dict[str, Any] = {}
    for name in Claims.__struct_fields__:
        here, there = getattr(first, name), getattr(second, name)
        if name == "winners" and here is not None and there is not None:
            fields[name] = _winners(here, there)
        elif name == "points_include":
            # What points include says nothing without them.
            fields[name] = here if first.points is not None or not there else there
        else:
            fields[name] = _one(f"claims.{name}", here, there)
    return Claims(**fields)


def _winners(first: Sequence[int | None], second: Sequence[int | None]) -> tuple[int | None, ...]:
    longer = first if len(first) >= len(second) else second
    shared = min(len(first), len(second))
    return tuple(_one("claims.winners", a, b) for a, b in zip(first[:shared], second[:shared], strict=True)) + tuple(
        longer[shared:]
    )


def _extra(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Whatever else the logs had; what both name and say otherwise is kept of both."""
    also = {key: value for key, value in second.items() if key in first and first[key] != value}
    whole = {**second, **first}
    if also:
        whole["also"] = [*whole.get("also", []), also] if isinstance(whole.get("also", []), list) else [also]
    return whole
