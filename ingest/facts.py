"""What figures count of every deal, kept in the store beside its verdict: a page need not play deals again."""

from collections.abc import Sequence
from importlib import resources
from typing import Any, Final

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest import bulk
from ingest.arrays import numbers, whole
from replay.facts_columns import NONE, NUMBERS, Facts
from replay.frame import SEATS

WITH_BOTS: Final = 16
"""Flag of a deal at which a program played."""

_KEPT: Final = ("deal", "match", "number", "ruleset", "file", "day", "month")
"""Columns of a deal that are kept beside what is counted."""


def create(connection: duckdb.DuckDBPyConnection) -> None:
    """Make what a new store keeps for figures."""
    connection.execute((resources.files("ingest") / "facts.sql").read_text(encoding="utf-8"))


def write(connection: duckdb.DuckDBPyConnection, deals: pa.Table, counted: Sequence[tuple[Any, Facts]]) -> None:
    """Keep what was counted of these deals in place of what was; inside the caller's transaction.

    `counted` goes part by part, each with the places of its deals in the table.
    """
    seated = _seated(connection, deals)
    kept = deals.select([*_KEPT, "seating", "has_bots", "calls_told"])
    tables = [_table(_taken(kept, order), seated, part) for order, part in counted]
    facts = pa.concat_tables(tables).combine_chunks()
    connection.register("incoming", facts)
    connection.execute(
        "delete from fact where deal between $first and $last and deal in (select deal from incoming)",
        bounds(facts["deal"]),
    )
    connection.unregister("incoming")
    bulk.write(connection, "fact", facts)


def bounds(deals: Any) -> dict[str, int]:
    """The first and the last of some deals: between them a table is searched for them, and nowhere else."""
    ends = pc.min_max(deals).as_py()
    return {"first": ends["min"], "last": ends["max"]}


def _taken(deals: pa.Table, order: Any) -> pa.Table:
    """The deals at these places."""
    first = int(order[0])
    if np.array_equal(order, np.arange(first, first + len(order))):
        return deals.slice(first, len(order))
    return deals.take(pa.array(order))


def _seated(connection: duckdb.DuckDBPyConnection, deals: pa.Table) -> Any:
    """By seating the numbers of its players, as who they are seen as; 0 for none."""
    wanted = numbers(deals["seating"].unique().drop_null())
    found = connection.sql(
        "select seating, players from seating where seating in (select unnest($wanted))",
        params={"wanted": wanted.tolist()},
    ).to_arrow_table()
    lists, rows = whole(found["players"]), numbers(found["seating"])
    sizes = np.diff(lists.offsets.to_numpy())
    people = lists.flatten().to_numpy()
    seen_as = dict(connection.execute("select player, same_as from player_alias").fetchall())
    if seen_as:
        people = np.array([seen_as.get(each, each) for each in people.tolist()], np.uint32)
    players = np.zeros((int(wanted.max(initial=0)) + 1, SEATS), np.uint32)
    seats = np.arange(len(people)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    players[np.repeat(rows, sizes), seats] = people
    return players


def _table(deals: pa.Table, seated: Any, facts: Facts) -> pa.Table:
    """Facts as rows of `fact`, of the deals in the same order."""
    n = deals.num_rows
    players = seated[numbers(deals["seating"].fill_null(0))]
    rows: dict[str, Any] = {name: deals[name] for name in _KEPT}
    for seat in range(SEATS):
        rows[f"p{seat}"] = pa.array(players[:, seat], mask=players[:, seat] == 0)
    for name, known in zip(NUMBERS, facts.numbers, strict=True):
        rows[name] = pa.array(known, mask=known == NONE)
    bots = numbers(deals["has_bots"]).astype(np.int16)
    rows["flags"] = pa.array(facts.numbers[NUMBERS.index("flags")] + WITH_BOTS * bots)
    made = facts.numbers[NUMBERS.index("made")]
    rows["made"] = pa.array(made == 1, mask=made == NONE)
    for name in ("settled", "complete", "speaks"):
        rows[name] = pa.array(getattr(facts, name))
    for name in ("holders", "speakers"):
        values = getattr(facts, name)
        rows[name] = pa.ListArray.from_arrays(np.arange(n + 1, dtype=np.int32) * values.shape[1], values.reshape(-1))
    at_table = np.arange(SEATS) < facts.numbers[NUMBERS.index("table_size")][:, None]
    ends = np.append(0, np.cumsum(at_table.sum(1))).astype(np.int32)
    before = facts.before[at_table]
    rows["before"] = pa.ListArray.from_arrays(ends, pa.array(before, mask=before < 0))
    rows["whole"] = pa.ListArray.from_arrays(ends, facts.whole[at_table])
    missed = facts.missed[: facts.missed_at[n]]
    rows["missed"] = _lists(
        facts.missed_at,
        [*(pa.array(missed[:, column]) for column in range(3)), pa.array(missed[:, 3] == 1)],
        ("seat", "kind", "worth", "counts"),
        facts.speaks,
    )
    passes = facts.passes[: facts.passes_at[n]]
    classes = pa.ListArray.from_arrays(
        facts.classes_at[: len(passes) + 1], facts.classes[: facts.classes_at[len(passes)]]
    )
    told = numbers(deals["calls_told"])
    rows["passes"] = _lists(
        facts.passes_at,
        [*(pa.array(passes[:, column]) for column in range(3)), classes],
        ("seat", "stage", "size", "hands"),
        told,
    )
    faults = facts.faults[: facts.faults_at[n]]
    rows["faults"] = pa.ListArray.from_arrays(
        facts.faults_at, pa.array(faults, mask=faults < 0), mask=pa.array(facts.faults_at[1:] == facts.faults_at[:-1])
    )
    return pa.table(rows)


def _lists(ends: Any, fields: list[Any], names: Sequence[str], told: Any) -> pa.Array:
    """Lists of structs, none where nothing was told."""
    return pa.ListArray.from_arrays(ends, pa.StructArray.from_arrays(fields, list(names)), mask=pa.array(~told))


def reseat(connection: duckdb.DuckDBPyConnection, players: Sequence[int]) -> None:
    """Count the deals of these players for who they are seen as now; inside the caller's transaction."""
    connection.execute(
        """
        update fact set p0 = s.players[1], p1 = s.players[2], p2 = s.players[3], p3 = s.players[4]
        from (
            select d.deal, s.players from record d join seated s using (seating)
            where seating in (
                select seating from (select seating, unnest(players) as player from seating)
                where player in (select unnest($players))
            )
        ) s
        where fact.deal = s.deal
        """,
        {"players": list(players)},
    )


def forget(connection: duckdb.DuckDBPyConnection, ruleset: int) -> None:
    """Drop what was counted under a ruleset whose verdicts go."""
    connection.execute("delete from fact where ruleset = ?", [ruleset])
