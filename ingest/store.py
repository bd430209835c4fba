"""The store's writer: opens the one DuckDB file, and adds to it in transactions.

A result that is not fetched to its end keeps a connection busy: everything is asked with `fetchall`.
"""

import errno
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa

from ingest import bulk, facts
from ingest.errors import StoreFull, StoreHeld, WrongUse
from ingest.packing import forms
from ingest.packing.table import packed
from ingest.publish import SESSION, SETTINGS, Publisher, folder
from ingest.rejects import Reject
from ingest.rows import COLUMNS
from ingest.scanned import Seats
from ingest.version import refuse_other
from replay.findings import REASONS
from replay.rulesets import Ruleset

_open: Final[set[Path]] = set()
"""Stores that this process writes: DuckDB would let it open one twice."""


@contextmanager
def writer(store: Path | str, *, keep_empty: bool = True) -> Iterator[Publisher]:
    """The store's one writer, with its connection and its snapshots; a store that is not there is made.

    With `keep_empty` false, one that was made for this and got no deal is taken away again. Raises StoreHeld where
    another writes it, WrongUse where the file is no store or of another version.
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
            made = False
            try:
                if made := _prepare(connection, store):
                    publisher.publish()
                yield publisher
            finally:
                empty = made and not keep_empty and _is_empty(connection)
                if empty and os.name == "posix":
                    # While it is still locked: nobody else's can be hit.
                    _take_away(store)
                connection.close()
        if empty:
            _take_away(store)
    finally:
        _open.discard(place)


def _is_empty(connection: duckdb.DuckDBPyConnection) -> bool:
    try:
        return not connection.execute("select 1 from record limit 1").fetchall()
    except duckdb.Error:
        return False  # who knows what it holds


def _take_away(store: Path) -> None:
    with suppress(OSError):
        store.unlink(missing_ok=True)
        store.with_name(store.name + ".wal").unlink(missing_ok=True)
    shutil.rmtree(folder(store), ignore_errors=True)


def _connect(store: Path) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(str(store), config=SETTINGS)
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
    connection.execute(SESSION)
    tables = {name for (name,) in connection.execute("select table_name from duckdb_tables()").fetchall()}
    if not tables:
        with transaction(connection):
            connection.execute((resources.files("ingest") / "schema.sql").read_text(encoding="utf-8"))
            facts.create(connection)
            connection.executemany("insert into reason values (?, ?)", list(enumerate(REASONS)))
        return True
    refuse_other(connection, store)
    return False


@contextmanager
def told_when_full(store: Path) -> Iterator[None]:
    """Turn a failed write of the store into what its user can do."""
    try:
        yield
    except (duckdb.IOException, duckdb.FatalException, OSError) as error:
        raise full(store, error) from error


def full(store: Path, error: Exception) -> Exception:
    """What a failed write of the store means to its user; the error itself where it is another."""
    message = str(error)
    if isinstance(error, OSError) and error.errno not in (
        errno.ENOSPC,
        errno.EFBIG,
        errno.EDQUOT,
        errno.EROFS,
        errno.EACCES,
    ):
        return error
    reason = message.partition("\n")[0]
    return StoreFull(
        f"the store {store} could not be written: {reason}. What was committed before is whole and kept; make room, or "
        "choose another place with --store, and run the same command again: it goes on"
    )


@contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Everything inside is kept, or nothing."""
    connection.execute("begin")
    try:
        yield
    except BaseException:
        # A store that could not be written has rolled back by itself, and says so.
        with suppress(duckdb.Error):
            connection.execute("rollback")
        raise
    connection.execute("commit")


def next_id(connection: duckdb.DuckDBPyConnection, table: str, column: str | None = None) -> int:
    """The number of the next row of a table, from 1; the column is named as the table where none is given."""
    sql = f"select coalesce(max({column or table}), 0) + 1 from {table}"
    return int(connection.execute(sql).fetchall()[0][0])


def loaded(connection: duckdb.DuckDBPyConnection, digest: str) -> dict[str, Any] | None:
    """The file with this digest, if it was loaded before, in full or in part."""
    found = connection.execute("select file, complete, deals, rejects from file where digest = ?", [digest]).fetchall()
    return dict(zip(("file", "complete", "deals", "rejects"), found[0], strict=True)) if found else None


def loaded_of_size(connection: duckdb.DuckDBPyConnection, size: int) -> bool:
    """Whether a file of so many bytes was loaded before, in full."""
    return bool(connection.execute("select 1 from file where bytes = ? and complete limit 1", [size]).fetchall())


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


def intern_seatings(connection: duckdb.DuckDBPyConnection, seatings: Sequence[Seats]) -> list[int]:
    """The numbers of seatings; players get theirs on the way."""
    if not seatings:
        return []
    # Few people sit at many tables: each is looked at once, and a seating is places among them.
    people = list(dict.fromkeys(each for seats in seatings for each in seats))
    # The first name that is known of a player; a record may call him otherwise.
    named: dict[tuple[str, str], str | None] = {}
    for namespace, id_, name in people:
        if named.setdefault((namespace, id_), name) is None:
            named[namespace, id_] = name
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
    place_of = {each: place for place, each in enumerate(people)}
    places = np.fromiter((place_of[each] for seats in seatings for each in seats), np.int64)
    ends = np.cumsum([0, *map(len, seatings)], dtype=np.int32)
    players = np.array([numbers[namespace, id_] for namespace, id_, _ in people], np.uint32)
    is_named = np.logical_or.reduceat(np.array([name is not None for _, _, name in people])[places], ends[:-1])
    names = pa.array([name for _, _, name in people], pa.string()).take(pa.array(places))
    wanted = pa.table(
        {
            "place": pa.array(np.arange(len(seatings), dtype=np.uint32)),
            "players": pa.ListArray.from_arrays(ends, players[places]),
            "names": pa.ListArray.from_arrays(ends, names, mask=pa.array(~is_named)),
        }
    )
    connection.register("incoming", wanted)
    connection.execute(
        """
        insert into seating by name
        select (select coalesce(max(seating), 0) from seating) + row_number() over (order by place) as seating,
            players, names
        from incoming i
        where not exists (
            select 1 from seating s where s.players = i.players and s.names is not distinct from i.names
        )
        """
    )
    numbered = connection.execute(
        """
        select i.place, s.seating from incoming i
        join seating s on s.players = i.players and s.names is not distinct from i.names order by i.place
        """
    ).fetchall()
    connection.unregister("incoming")
    return [seating for _, seating in numbered]


def intern_matches(connection: duckdb.DuckDBPyConnection, names: Sequence[str]) -> tuple[list[int], int]:
    """The numbers of different matches by name, and the first of those numbers that is new."""
    first = next_id(connection, "match")
    incoming = pl.DataFrame({"name": names}, schema={"name": pl.String}).with_row_index("place")
    connection.register("incoming", incoming)
    connection.execute(
        f"""
        insert into match by name
        select {first - 1} + row_number() over (order by i.place) as match, i.name, digest_of(i.name) as digest
        from incoming i anti join match m on m.name = i.name
        """
    )
    found = connection.execute("select m.match from incoming i join match m using (name) order by i.place").fetchall()
    connection.unregister("incoming")
    return [match for (match,) in found], first


class Arrived(NamedTuple):
    """What came of deals that arrived."""

    matches: list[int]
    """The matches that have a new deal."""
    new: int
    known: int = 0
    """How many were there already, word for word."""
    others: Sequence[tuple[int, int]] = ()
    """Lines whose match and number has another content here, and the key of the deal that has it."""


_SAYS: Final = {*COLUMNS.names, "ruleset", "seating", *forms.COLUMNS} - {
    "line", "rules", "seats", "match", "number", *forms.CARDS,
}  # fmt: skip
_SAME: Final = " and ".join(f"i.{each} is not distinct from d.{each}" for each in sorted(_SAYS))
"""Whether an incoming record says what the deal under its address does."""


def add_deals(connection: duckdb.DuckDBPyConnection, incoming: pa.Table, first_new: int) -> Arrived:
    """Add the deals of a table that are not there yet; of several under one match and number, the first.

    Matches from the number `first_new` on have no deal here. The table has all columns of `deal` but its key.
    """
    if incoming.num_rows == 0:
        return Arrived([], 0)
    first = next_id(connection, "record", "deal")
    if np.any(np.diff(incoming["line"].to_numpy().astype(np.int64)) < 0):
        incoming = incoming.sort_by("line")
    matches, numbers = incoming["match"].to_numpy(), incoming["number"].to_numpy()
    addresses = matches.astype(np.uint64) << np.uint64(32) | numbers
    _, firsts = np.unique(addresses, return_index=True)
    fresh = np.zeros(len(matches), bool)
    fresh[firsts] = True
    if matches.min() < first_new:
        old = firsts[matches[firsts] < first_new]
        connection.register("arriving", pa.table({"match": matches[old], "number": numbers[old]}))
        here = connection.execute(
            "select match, number from arriving semi join record using (match, number) order by match, number"
        ).fetchnumpy()
        connection.unregister("arriving")
        fresh &= ~np.isin(addresses, here["match"].astype(np.uint64) << np.uint64(32) | here["number"])
    new = incoming if fresh.all() else incoming.filter(pa.array(fresh))
    keys = pa.array(np.arange(first, first + new.num_rows, dtype=np.uint64))
    bulk.write(connection, "record", packed(new.append_column("deal", keys)))
    due = np.unique(matches[fresh]).tolist()
    if fresh.all():
        return Arrived(due, new.num_rows)
    connection.register("incoming", packed(incoming.filter(pa.array(~fresh))))
    compared = connection.execute(
        f"select i.line, d.deal, {_SAME} from incoming i join record d using (match, number) order by i.line"
    ).fetchall()
    connection.unregister("incoming")
    others = [(line, deal) for line, deal, same in compared if not same]
    return Arrived(due, new.num_rows, len(compared) - len(others), others)


def put_deal(connection: duckdb.DuckDBPyConnection, incoming: pa.Table, key: int, place: tuple[int, int, int]) -> None:
    """Put the one deal of a table in the place of another; `place` is its file, line and batch.

    What was judged of it is taken back, so that its match is due again.
    """
    connection.register("incoming", packed(incoming))
    connection.execute("create or replace temp table instead as select match from record where deal = ?", [key])
    connection.execute("delete from record where deal = ?", [key])
    connection.execute(
        """
        insert into record by name
        select $deal as deal, (select match from instead) as match, $file as file, $batch as batch, $line as line,
            i.* exclude (match, file, batch, line)
        from incoming i
        """,
        {"deal": key, "file": place[0], "line": place[1], "batch": place[2]},
    )
    for table in ("judgement", "violation", "fact"):
        connection.execute(f"delete from {table} where deal = ?", [key])
    connection.execute("drop table instead")
    connection.unregister("incoming")


def note_views(connection: duckdb.DuckDBPyConnection, deal: int, views: Sequence[tuple[int, int, int]]) -> None:
    """Keep where else a deal is recorded: file, line and digest."""
    for view in views:
        connection.execute("insert into other_view values (?, ?, ?, ?)", [deal, *view])


def forget_views(connection: duckdb.DuckDBPyConnection, deal: int) -> None:
    """Forget the other records of a deal that is replaced."""
    connection.execute("delete from other_view where deal = ?", [deal])


def places(connection: duckdb.DuckDBPyConnection, deals: Sequence[int]) -> dict[int, dict[str, Any]]:
    """By deal: its match, file, path and line, and the digests of the records of it if there are several."""
    rows = connection.execute(
        """
        select d.deal, d.match, d.file, f.path, d.line,
            (select list(o.digest) from other_view o where o.deal = d.deal)
        from record d join file f using (file)
        where list_contains($deals, d.deal)
        """,
        {"deals": list(deals)},
    ).fetchall()
    return {row[0]: dict(zip(("match", "file", "path", "line", "views"), row[1:], strict=True)) for row in rows}
