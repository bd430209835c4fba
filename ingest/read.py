"""Deals out of the store again, by address from a snapshot."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import md5
from pathlib import Path
from typing import Any, Final, TypeAlias

import duckdb
import msgspec
import pyarrow as pa

from ingest.errors import WrongUse
from ingest.excerpt import printable
from ingest.packing.forms import lists_of
from ingest.publish import Lasting, lasting, reader
from ingest.rows import deal_of
from replay.judgement import Judgement
from replay.record import Deal, Player
from replay.rulesets import Ruleset, from_toml
from replay.verdicts import judge_matches

_AT_FIRST: Final = 20_000
"""Rows of a table that are read at the first question: of players and seatings few stores have more."""
_ROWS: Final = """
    select d.* exclude (time, batch), epoch_us(d.time) as instant, m.name as match_name, r.name as rules, r.overrides,
        r.players as seats, s.players, s.names, f.path
    from {deal} d
    join match m using (match)
    join ruleset r using (ruleset)
    join file f using (file)
    left join seating s using (seating)
"""
_DEALS: Final = _ROWS.format(deal="record")
_ARRIVING: Final = _ROWS.format(deal="(select a.*, 0 as deal from arriving a)")


Ask: TypeAlias = Callable[[str, dict[str, Any]], list[dict[str, Any]]]


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
    found = _at(lasting(store), match, number)
    if not found:
        raise no_such_deal(match, number)
    return found[0].deal


def judged(store: Path | str, match: str, number: int) -> Judged:
    """The deal at an address, judged in its match; raises WrongUse where there is none."""
    for each in judged_match(store, match):
        if each.deal.number == number:
            return each
    raise no_such_deal(match, number)


def judged_match(store: Path | str, match: str) -> list[Judged]:
    """The deals of a match in order of number, judged; none where there is no such match."""
    snapshot = lasting(store)
    deals = _at(snapshot, match)
    return _judged(deals, {each: _ruleset(snapshot, each) for each in {each.ruleset for each in deals}})


def judged_deals(connection: duckdb.DuckDBPyConnection) -> list[Judged]:
    """Every deal of a small store, judged in its match, in the order in which they were recorded."""
    deals = stored(connection, "order by m.match, d.number", {})
    return sorted(_judged(deals, rulesets_by_number(connection)), key=lambda each: (each.file, each.line))


def _judged(deals: Sequence[Stored], rules: Mapping[int, Ruleset]) -> list[Judged]:
    """The deals of whole matches in order of match and number, judged; rulesets by number."""
    judgements = judge_matches([each.deal for each in deals], [rules[each.ruleset] for each in deals])
    return [
        Judged(each.deal, rules[each.ruleset], judgement, each.file, each.line)
        for each, judgement in zip(deals, judgements, strict=True)
    ]


def matches(store: Path | str) -> list[tuple[str, int]]:
    """The matches of a store by name, with the number of their deals."""
    with reader(store) as connection:
        return connection.execute(
            "select name, count(*) from match join record using (match) group by name order by name"
        ).fetchall()


def rulesets_by_number(connection: duckdb.DuckDBPyConnection) -> dict[int, Ruleset]:
    """Every ruleset of the store, as its deals were played under it."""
    rows = connection.execute("select ruleset, toml, name from ruleset").fetchall()
    return {number: from_toml(toml, name) for number, toml, name in rows}


def stored(connection: duckdb.DuckDBPyConnection, where: str, parameters: dict[str, Any]) -> list[Stored]:
    """The deals of a condition on `d`, a deal, and `m`, its match."""
    rows = connection.sql(_DEALS + where, params=parameters).pl().to_dicts()
    return _named(connection, [lists_of(row) for row in rows])


def stored_of(connection: duckdb.DuckDBPyConnection, arriving: pa.Table) -> list[Stored]:
    """The deals of rows on their way into the store."""
    connection.register("arriving", arriving)
    try:
        return _named(connection, connection.sql(_ARRIVING).pl().to_dicts())
    finally:
        connection.unregister("arriving")


def _at(snapshot: Lasting, match: str, number: int | None = None) -> list[Stored]:
    """The deals of a match in order of number, or the one with a number: some rows by their keys, and no join."""
    matches: dict[str, int] = snapshot.known.setdefault("matches", {})
    if match not in matches:
        found = snapshot.ask(
            "select match from match where digest = $digest and name = $match",
            {"match": match, "digest": digest_of(match)},
        )
        if not found:
            return []
        matches[match] = found[0]["match"]
    rows = snapshot.ask(
        f"""
        select * exclude (time, batch), epoch_us(time) as instant
        from record where match = $match {"" if number is None else "and number = $number limit 1"}
        """,
        {"match": matches[match], **({} if number is None else {"number": number})},
    )
    rows.sort(key=lambda row: int(row["number"]))
    seatings = _some(snapshot, "seating", {row["seating"] for row in rows} - {None})
    seated = _some(snapshot, "player", {player for each in seatings.values() for player in each["players"]})
    players = {number: (each["id"], each["namespace"] or None) for number, each in seated.items()}
    for row in rows:
        ruleset = _known(snapshot, "ruleset")[row["ruleset"]]
        row.update(match_name=match, rules=ruleset["name"], overrides=ruleset["overrides"], seats=ruleset["players"])
        row.update(path=_known(snapshot, "file")[row["file"]]["path"])
        row.update(seatings.get(row["seating"], {"players": None, "names": None}))
    return [_stored(lists_of(row), players) for row in rows]


def digest_of(name: str) -> int:
    """The digest of a match's name as the store's macro of that name makes it, which takes DuckDB longer to bind."""
    return int.from_bytes(md5(name.encode("utf-8", "replace"), usedforsecurity=False).digest()[8:12], "little")


def _some(snapshot: Lasting, table: str, numbers: set[int]) -> dict[int, dict[str, Any]]:
    """The rows of a table with these numbers; known ones are not asked for again, and of most tables all are."""
    known: dict[int, dict[str, Any]] = snapshot.known.setdefault(f"{table} in part", {})
    if not known:
        known.update((row[table], row) for row in snapshot.ask(f"from {table} limit {_AT_FIRST}", {}))
    known.update((row[table], row) for row in _numbered(snapshot.ask, table, numbers - known.keys()))
    return {each: known[each] for each in numbers}


def _known(snapshot: Lasting, table: str) -> dict[int, dict[str, Any]]:
    """The rows of a small table by number: a snapshot never changes."""
    if table not in snapshot.known:
        snapshot.known[table] = {row[table]: row for row in snapshot.ask(f"select * from {table}", {})}
    found: dict[int, dict[str, Any]] = snapshot.known[table]
    return found


def _ruleset(snapshot: Lasting, number: int) -> Ruleset:
    read: dict[int, Ruleset] = snapshot.known.setdefault("read", {})
    if number not in read:
        row = _known(snapshot, "ruleset")[number]
        read[number] = from_toml(row["toml"], row["name"])
    return read[number]


def _named(connection: duckdb.DuckDBPyConnection, rows: list[dict[str, Any]]) -> list[Stored]:
    """Deals of rows that have their lists."""
    if not rows:
        return []

    def ask(sql: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = connection.sql(sql, params=parameters).pl().to_dicts()
        return rows

    players = _players(ask, {player for row in rows for player in row["players"] or ()})
    return [_stored(row, players) for row in rows]


def _stored(row: dict[str, Any], players: dict[int, tuple[str, str | None]]) -> Stored:
    deal = deal_of(row, _seated(row, players))
    return Stored(row["deal"], row["ruleset"], row["seats"], deal, row["path"], row["line"])


def _players(ask: Ask, numbers: set[int]) -> dict[int, tuple[str, str | None]]:
    """Id and namespace by number."""
    return {row["player"]: (row["id"], row["namespace"] or None) for row in _numbered(ask, "player", numbers)}


def _numbered(ask: Ask, table: str, numbers: set[int]) -> list[dict[str, Any]]:
    """The rows of a table with these numbers; that they are in a range lets DuckDB pass over most of the others."""
    if not numbers:
        return []
    sql = f"select * from {table} where {table} between $least and $most and list_contains($numbers, {table})"
    return ask(sql, {"least": min(numbers), "most": max(numbers), "numbers": sorted(numbers)})


def _seated(row: dict[str, Any], players: dict[int, tuple[str, str | None]]) -> list[Player]:
    numbers = row["players"] or ()
    names = row["names"] or [None] * len(numbers)
    return [Player(players[number][0], name, players[number][1]) for number, name in zip(numbers, names, strict=True)]


def no_such_deal(match: str, number: int) -> WrongUse:
    """What is said of an address at which there is no deal."""
    return WrongUse(f"there is no deal {printable(match)}/{number} in the store")
