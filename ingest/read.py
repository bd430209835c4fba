"""Deals out of the store again, by address from a snapshot."""

from pathlib import Path
from typing import Any, Final

import duckdb
import msgspec
import pyarrow as pa

from ingest.errors import WrongUse
from ingest.excerpt import printable
from ingest.publish import reader
from ingest.rows import deal_of
from replay.judgement import Judgement
from replay.record import Deal, Player
from replay.rulesets import Ruleset, from_toml
from replay.verdicts import judge_match

_ROWS: Final = """
    select d.* exclude (time, batch), epoch_us(d.time) as instant, m.name as match_name, r.name as rules, r.overrides,
        r.players as seats, s.players, s.names, f.path
    from {deal} d
    join match m using (match)
    join ruleset r using (ruleset)
    join file f using (file)
    left join seating s using (seating)
"""
_DEALS: Final = _ROWS.format(deal="deal")
_ARRIVING: Final = _ROWS.format(
    deal="(select a.* exclude (match_name), m.match, 0 as deal, $file as file, 0 as batch "
    "from arriving a join match m on m.name = a.match_name)"
)


class Stored(msgspec.Struct, frozen=True):
    """A deal with its place in the store and where it came from."""

    key: int
    ruleset: int
    players: int
    """How many play."""
    deal: Deal
    file: str
    line: int


class Judged(msgspec.Struct, frozen=True):
    """A deal with the ruleset it was played under and what the judge says of it."""

    deal: Deal
    ruleset: Ruleset
    judgement: Judgement
    file: str
    line: int


def deal(store: Path | str, match: str, number: int) -> Deal:
    """The deal at an address; raises WrongUse where there is none."""
    with reader(store) as connection:
        found = stored(connection, "where m.name = $match and d.number = $number", {"match": match, "number": number})
    if not found:
        raise _nowhere(match, number)
    return found[0].deal


def judged(store: Path | str, match: str, number: int) -> Judged:
    """The deal at an address, judged in its match; raises WrongUse where there is none."""
    for each in judged_match(store, match):
        if each.deal.number == number:
            return each
    raise _nowhere(match, number)


def judged_match(store: Path | str, match: str) -> list[Judged]:
    """The deals of a match in order of number, judged; none where there is no such match."""
    with reader(store) as connection:
        deals = stored(connection, "where m.name = $match order by d.number", {"match": match})
        rules = rulesets_by_number(connection)
    judgements = judge_match([each.deal for each in deals], [rules[each.ruleset] for each in deals])
    return [
        Judged(each.deal, rules[each.ruleset], judgement, each.file, each.line)
        for each, judgement in zip(deals, judgements, strict=True)
    ]


def matches(store: Path | str) -> list[tuple[str, int]]:
    """The matches of a store by name, with the number of their deals."""
    with reader(store) as connection:
        return connection.execute(
            "select name, count(*) from match join deal using (match) group by name order by name"
        ).fetchall()


def rulesets_by_number(connection: duckdb.DuckDBPyConnection) -> dict[int, Ruleset]:
    """Every ruleset of the store, as its deals were played under it."""
    rows = connection.execute("select ruleset, toml, name from ruleset").fetchall()
    return {number: from_toml(toml, name) for number, toml, name in rows}


def stored(connection: duckdb.DuckDBPyConnection, where: str, parameters: dict[str, Any]) -> list[Stored]:
    """The deals of a condition on `d`, a deal, and `m`, its match."""
    return _read(connection, _DEALS + where, parameters)


def stored_of(connection: duckdb.DuckDBPyConnection, arriving: pa.Table, file: int) -> list[Stored]:
    """The deals of rows on their way into the store."""
    connection.register("arriving", arriving)
    try:
        return _read(connection, _ARRIVING, {"file": file})
    finally:
        connection.unregister("arriving")


def _read(connection: duckdb.DuckDBPyConnection, sql: str, parameters: dict[str, Any]) -> list[Stored]:
    rows = connection.sql(sql, params=parameters).pl().to_dicts()
    if not rows:
        return []
    wanted = sorted({player for row in rows for player in row["players"] or ()})
    found = connection.execute(
        "select player, id, namespace from player where list_contains($players, player)", {"players": wanted}
    )
    players = {number: (name, namespace or None) for number, name, namespace in found.fetchall()}
    return [
        Stored(
            row["deal"],
            row["ruleset"],
            row["seats"],
            deal_of(row, _seated(row, players)),
            row["path"],
            row["line"],
        )
        for row in rows
    ]


def _seated(row: dict[str, Any], players: dict[int, tuple[str, str | None]]) -> list[Player]:
    numbers = row["players"] or ()
    names = row["names"] or [None] * len(numbers)
    return [Player(players[number][0], name, players[number][1]) for number, name in zip(numbers, names, strict=True)]


def _nowhere(match: str, number: int) -> WrongUse:
    return WrongUse(f"there is no deal {printable(match)}/{number} in the store")
