"""The store's writer: opens the one DuckDB file, and adds to it in transactions.

A result that is not fetched to its end keeps a connection busy: everything is asked with `fetchall`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from ingest import facts
from ingest.errors import StoreHeld, WrongUse
from ingest.publish import Publisher
from ingest.rejects import Reject
from replay.record import Player
from replay.rulesets import Ruleset

SCHEMA: Final = "2"
"""Version of the schema that this program writes and reads."""
_open: Final[set[Path]] = set()
"""Stores that this process writes: DuckDB would let it open one twice."""


@contextmanager
def writer(store: Path | str) -> Iterator[Publisher]:
    """The store's one writer, with its connection and its snapshots; a store that is not there is made.

    Raises StoreHeld where another writes it, WrongUse where the file is no store or of another version.
    """
    store = Path(store)
    place = store.resolve()
    if place in _open:
        raise StoreHeld(f"the store {store} is being written by this process: wait until that is done")
    connection = _connect(store)
    _open.add(place)
    try:
        with store.open("rb") as source:
            publisher = Publisher(store, connection, source)
            try:
                if _prepare(connection, store):
                    publisher.publish()
                yield publisher
            finally:
                connection.close()
    finally:
        _open.discard(place)


def _connect(store: Path) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(str(store))
    except duckdb.IOException as error:
        message = str(error).partition("\n")[0]
        if "lock" in message:
            holder = re.search(r"held in (.*) \(PID (\d+)\)", message)
            by = f"{holder[1]}, process {holder[2]}" if holder else "another process"
            raise StoreHeld(
                f"the store {store} is held by {by}: wait until it has done, or choose another with --store"
            ) from error
        if not store.parent.is_dir():
            raise WrongUse(f"there is no folder {store.parent} for the store {store.name}: make it first") from error
        raise WrongUse(f"{store} cannot be opened as a store: {message}") from error


def _prepare(connection: duckdb.DuckDBPyConnection, store: Path) -> bool:
    """Make the tables of a new store, and say whether it was new."""
    connection.execute("set timezone = 'UTC'")
    tables = {name for (name,) in connection.execute("select table_name from duckdb_tables()").fetchall()}
    if not tables:
        with transaction(connection):
            connection.execute((resources.files("ingest") / "schema.sql").read_text(encoding="utf-8"))
            facts.create(connection)
        return True
    version: list[Any] = []
    if "meta" in tables:
        version = connection.execute("select value from meta where key = 'schema'").fetchall()
    if not version:
        raise WrongUse(f"{store} is a DuckDB file, but not a store of Rebelote: choose another with --store")
    if version[0][0] != SCHEMA:
        raise WrongUse(
            f"{store} is a store of version {version[0][0]}, this program has version {SCHEMA}: "
            "load the records into a new store"
        )
    return False


@contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Everything inside is kept, or nothing."""
    connection.execute("begin")
    try:
        yield
    except BaseException:
        connection.execute("rollback")
        raise
    connection.execute("commit")


def next_id(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    """The number of the next row of a table, from 1."""
    return int(connection.execute(f"select coalesce(max({table}), 0) + 1 from {table}").fetchall()[0][0])


def loaded(connection: duckdb.DuckDBPyConnection, digest: str) -> dict[str, Any] | None:
    """The file with this digest, if it was loaded before, in full or in part."""
    found = connection.execute("select file, complete, deals, rejects from file where digest = ?", [digest]).fetchall()
    return dict(zip(("file", "complete", "deals", "rejects"), found[0], strict=True)) if found else None


def begin_file(connection: duckdb.DuckDBPyConnection, batch: int, fields: Mapping[str, Any]) -> int:
    """Note a file that is about to be loaded; what an interrupted load said of it is taken back, its deals stay."""
    before = loaded(connection, fields["digest"])
    number = next_id(connection, "file") if before is None else int(before["file"])
    if before is not None:
        connection.execute("delete from reject where file = ?", [number])
        connection.execute("delete from file where file = ?", [number])
    row = {"file": number, "batch": batch, "complete": False, "deals": 0, "new_deals": 0, "rejects": 0, **fields}
    places = ", ".join(f"${name}" for name in row)
    connection.execute(f"insert into file ({', '.join(row)}) values ({places})", row)
    return number


def note_file(
    connection: duckdb.DuckDBPyConnection, file: int, *, deals: int, new: int, rejects: int, complete: bool
) -> None:
    """Note how far a file is loaded."""
    connection.execute(
        "update file set deals = ?, new_deals = ?, rejects = ?, complete = ? where file = ?",
        [deals, new, rejects, complete, file],
    )


def note_batch(
    connection: duckdb.DuckDBPyConnection, batch: int, started: datetime, *, deals: int, rejects: int
) -> None:
    """Note a batch in its own transaction: what has this row is whole."""
    connection.execute("insert into batch values (?, ?, ?, ?, ?)", [batch, started, datetime.now(UTC), deals, rejects])


def add_rejects(connection: duckdb.DuckDBPyConnection, file: int, rejects: Sequence[Reject]) -> None:
    """Keep what could not be read."""
    if rejects:
        incoming = pl.DataFrame(
            {
                "file": pl.Series([file] * len(rejects), dtype=pl.UInt32),
                "line": pl.Series([each.line for each in rejects], dtype=pl.UInt32),
                "column": pl.Series([each.column for each in rejects], dtype=pl.UInt32),
                "reason": [each.reason for each in rejects],
                "excerpt": [each.excerpt for each in rejects],
            }
        )
        insert(connection, "reject", incoming)


def insert(connection: duckdb.DuckDBPyConnection, table: str, incoming: pl.DataFrame) -> None:
    """Add a frame's rows to a table, by column name."""
    connection.register("incoming", incoming)
    connection.execute(f"insert into {table} by name select * from incoming")
    connection.unregister("incoming")


def intern_ruleset(connection: duckdb.DuckDBPyConnection, ruleset: Ruleset, overrides: str, shipped: bool) -> int:
    """The number of a ruleset as applied."""
    key = [ruleset.name, ruleset.digest, overrides, shipped]
    found = connection.execute(
        "select ruleset from ruleset where name = ? and digest = ? and overrides = ? and shipped = ?", key
    ).fetchall()
    if found:
        return int(found[0][0])
    number = next_id(connection, "ruleset")
    connection.execute(
        "insert into ruleset (ruleset, name, digest, overrides, shipped, toml, players) values (?, ?, ?, ?, ?, ?, ?)",
        [number, *key, ruleset.toml(), ruleset.players],
    )
    return number


def intern_seatings(
    connection: duckdb.DuckDBPyConnection, seatings: Sequence[tuple[Player, ...]]
) -> dict[tuple[tuple[str, str], ...], int]:
    """The numbers of seatings, by the (namespace, id) of each seat; players get theirs on the way."""
    named = {(each.namespace or "", each.id): each.name for seats in seatings for each in seats}
    if not named:
        return {}
    incoming = pl.DataFrame(
        {"namespace": [key[0] for key in named], "id": [key[1] for key in named], "name": list(named.values())},
        schema={"namespace": pl.String, "id": pl.String, "name": pl.String},
    )
    connection.register("incoming", incoming)
    connection.execute(
        """
        insert into player by name
        select (select coalesce(max(player), 0) from player) + row_number() over (order by namespace, id) as player,
            i.*
        from incoming i anti join player p on p.namespace = i.namespace and p.id = i.id
        """
    )
    connection.execute(
        """
        update player set name = i.name from incoming i
        where player.namespace = i.namespace and player.id = i.id and player.name is null and i.name is not null
        """
    )
    found = connection.execute("select namespace, id, player from player semi join incoming using (namespace, id)")
    numbers = {(namespace, name): player for namespace, name, player in found.fetchall()}
    connection.unregister("incoming")
    keys = list(dict.fromkeys(tuple((each.namespace or "", each.id) for each in seats) for seats in seatings if seats))
    wanted = pl.DataFrame({"players": [[numbers[each] for each in key] for key in keys]},
                          schema={"players": pl.List(pl.UInt32)})  # fmt: skip
    connection.register("incoming", wanted)
    connection.execute(
        """
        insert into seating by name
        select (select coalesce(max(seating), 0) from seating) + row_number() over (order by players) as seating, i.*
        from incoming i anti join seating s on s.players = i.players
        """
    )
    found = connection.execute("select players, seating from seating semi join incoming using (players)")
    by_players = {tuple(players): seating for players, seating in found.fetchall()}
    connection.unregister("incoming")
    return {key: by_players[tuple(numbers[each] for each in key)] for key in keys}


def add_deals(
    connection: duckdb.DuckDBPyConnection, incoming: pl.DataFrame, file: int, batch: int
) -> tuple[list[int], list[tuple[int, str, int]], int]:
    """Add the deals of a frame that are not there yet.

    Returns the numbers of the matches that got any; the conflicts: the incoming line, and the path and line of the
    deal of the same match and number that has other content; and how many were there already.
    """
    connection.register("incoming", incoming)
    connection.execute(
        """
        insert into match
        select (select coalesce(max(match), 0) from match) + row_number() over (order by name), name
        from (select distinct match_name as name from incoming) anti join match using (name)
        """
    )
    connection.execute(
        """
        create or replace temp table arrival as
        select i.line, i.digest, m.match, d.digest as digest_here, d.line as line_here, d.file as file_here
        from incoming i join match m on m.name = i.match_name
        left join deal d on d.match = m.match and d.number = i.number
        """
    )
    matches = connection.execute(
        "select distinct match from arrival where digest_here is null order by match"
    ).fetchall()
    conflicts = connection.execute(
        """
        select a.line, f.path, a.line_here from arrival a join file f on f.file = a.file_here
        where a.digest_here <> a.digest order by a.line
        """
    ).fetchall()
    connection.execute(
        f"""
        insert into deal by name
        select {next_id(connection, "deal")} - 1 + row_number() over (order by i.line) as deal,
            m.match, {file} as file, {batch} as batch,
            i.* exclude (match_name) replace (cast(i.time as timestamptz) as time)
        from incoming i join match m on m.name = i.match_name
        join (select line from arrival where digest_here is null) new on new.line = i.line
        order by i.line
        """
    )
    known = connection.execute("select count(*) from arrival where digest_here = digest").fetchall()[0][0]
    connection.execute("drop table arrival")
    connection.unregister("incoming")
    return [match for (match,) in matches], conflicts, known
