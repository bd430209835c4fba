"""What the groups of a figure are called: contracts, seats, hands, months and players in words."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import duckdb

from dashboard.figures.declarations import KINDS
from dashboard.figures.figure import query
from dashboard.messages import Language, language, mark
from dashboard.wording import CONTRACT_WORDS, number, one_line, player_name

SPLIT_WORDS: Final = {
    "contract": "contract",
    "level": "points bid",
    "doubling": "doubling",
    "round": "round of the auction",
    "seat": "seat from the dealer",
    "taker": "taker",
    "doubler": "who doubled",
    "player": "player",
    "pair": "pair",
    "ruleset": "ruleset",
    "month": "month",
    "trumps": "trumps held",
    "trump-points": "points of the trumps held",
    "aces": "aces beside trumps",
    "masters": "jack and nine of trumps",
    "kind": "kind",
    "side": "side",
    "announced": "bid of capot",
    "declaration": "declaration held by the attack",
    "file": "file",
    "dealer": "dealer's seat",
}
"""By split: what it splits by, in words."""

_ORDINALS: Final = ("eldest", "second", "third", "fourth")
_WORDS: Final[dict[str, dict[Any, str]]] = {
    "contract": dict(enumerate(CONTRACT_WORDS)),
    "level": {1000: "capot"},
    "doubling": {1: "not doubled", 2: "doubled", 4: "redoubled"},
    "masters": {0: "neither", 1: "nine", 2: "jack", 3: "jack and nine"},
    "kind": {**dict(enumerate(KINDS)), 4: "king and queen"},
    "side": {True: "attack", False: "defence"},
    "announced": {True: "bid", False: "not bid"},
    "declaration": {True: "held", False: "none held"},
}
_UNKNOWN: Final = {
    "level": "no points bid",
    "contract": "no contract",
    "month": "no date",
    "trumps": "not known",
    "trump-points": "not known",
    "aces": "not known",
    "masters": "not known",
}


def month_name(month: int) -> str:
    """A month counted from year 0: `2026-02`."""
    return f"{month // 12:04}-{month % 12 + 1:02}"


def player_names(connection: duckdb.DuckDBPyConnection, players: Sequence[int]) -> dict[int, str]:
    """What these players are called, those of one name told apart by their ids."""
    sql = "select player, namespace, id, name from person where player in (select unnest($players))"
    known = query(connection, sql, {"players": list(players)}).to_dicts()
    names = {each["player"]: player_name(each["name"], each["id"]) for each in known}
    shared = Counter(names.values())
    return {
        each["player"]: names[each["player"]]
        if shared[names[each["player"]]] == 1
        else one_line(f"{names[each['player']]} ({each['namespace']} {each['id']})", 120)
        for each in known
    }


def group_names(
    connection: duckdb.DuckDBPyConnection, split: str, groups: Sequence[Any], tr: Language | None = None
) -> list[str]:
    """The groups of a split in words, for people; recorded names are plain text, not yet made harmless for markup."""
    tr = tr or language(None)
    if split in ("taker", "player", "doubler"):
        names = player_names(connection, [each for each in groups if each is not None and not isinstance(each, bool)])
        words = {True: tr(mark("the taker")), False: tr(mark("another"))}
        return [
            tr(mark("not named"))
            if each is None
            else words[each]
            if isinstance(each, bool)
            else names.get(each, str(each))
            for each in groups
        ]
    if split == "pair":
        both = [(each >> 32, each & 0xFFFFFFFF) for each in groups if each is not None]
        names = player_names(connection, [player for pair in both for player in pair])
        return [
            tr(mark("not named"))
            if each is None
            else tr(mark("{one} and {other}")).format(one=names[each >> 32], other=names[each & 0xFFFFFFFF])
            for each in groups
        ]
    return [_plain(split, each, tr) for each in groups]


def _plain(split: str, group: Any, tr: Language) -> str:
    if group is None:
        return tr(_UNKNOWN.get(split, "not known"))
    if group in _WORDS.get(split, {}):
        return tr(_WORDS[split][group])
    if split == "month":
        return month_name(group)
    if split == "seat":
        return tr(_ORDINALS[group]) if group < len(_ORDINALS) else str(group + 1)
    if split == "dealer":
        return tr(mark("seat {seat}")).format(seat=group + 1)
    if split == "trump-points":
        return tr(mark("{low} to {high}")).format(low=group, high=group + 9)
    return number(group) if isinstance(group, int) and split not in ("level", "round") else one_line(str(group), 120)


def texts() -> list[str]:
    """Every text that the groups of figures and what they are split by can be called, for the catalogues."""
    words = [word for each in _WORDS.values() for word in each.values()]
    return [*SPLIT_WORDS.values(), *words, *_UNKNOWN.values(), *_ORDINALS]
