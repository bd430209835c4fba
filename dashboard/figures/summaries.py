"""Figures of large stores, summed up beside each snapshot: `FILE.d/N.sums2` holds every rate by what filters ask for.

A sum is made from a figure's own definition, so there is nothing to define twice; where it is missing, or a player is
asked about, the deals are counted themselves. `python -m dashboard.figures.summaries FILE` makes it for the newest
snapshot; it may take a minute, and nobody waits for it.
"""

import os
import re
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures import bidding, declarations, fairness, faults, people
from dashboard.figures import figure as figures
from dashboard.figures.adding import Table
from dashboard.figures.figure import ALWAYS_OUT, Figure, Scope, query
from ingest.publish import SESSION, SETTINGS, folder, newest

LARGE: Final = 300_000
"""Deals from which sums are worth their making."""
_NAME: Final = "sums"
_EDITION: Final = 2
"""Of what is summed up: sums that a program of another edition left are not looked at."""
_KEPT_APART: Final = {"contract", "ruleset", "file", "month"}
"""Splits that every sum has, for filters ask for them too."""
_WORDS: Final = {"ruleset": "r.name", "file": "f.path", "month": "(year(s.day) * 12 + month(s.day) - 1)::usmallint",
                 "contract": "s.contract"}  # fmt: skip
_BOOLEANS: Final = {"side", "announced", "declaration"}

_GIVEN_UP: Final = 900.0
"""Seconds after which sums that nobody writes are those of a process that ended."""
GRID: Final = 20
"""Bounds of rates are summed up in steps of a twentieth."""

_SUM: Final = """
insert into made.sum
select $figure, $split, ruleset, file, day, contract, flags, {column}, {rate}, count(*), count(*) filter (success)
from trial group by all order by all"""


def _bounded(figure: Figure) -> str | None:
    """The bound of a figure that asks for the rate of like hands in the whole store, if it does."""
    return next((bound for bound in ("below", "above") if bound in figure.bounds), None)


def tables() -> tuple[Table, ...]:
    """The tables whose rows add up, besides the rates."""
    return (
        people.PLAYERS, people.PAIRS, fairness.HELD, fairness.DEALT, declarations.MISSED, faults.PARTS,
        *faults.BROKEN.values(), bidding.HANDS,
    )  # fmt: skip


_MATCHES: Final = (
    f"create table made.kept as {fairness.KEPT.replace('{facts}', 'fact')}",
    # The deals that name the winner of a match, with what filters ask for.
    """
    create table made.ended as
    select deal, match, number, winner, sides, p0, p1, p2, p3, ruleset, file, day, contract, flags
    from fact where p0 is not null and winner is not null order by deal""",
    # Matches are alike that have deals of the same ruleset, file, month, contract and flags.
    """
    create temp table cell as
    select match, ruleset, file, month, contract, flags, hash(ruleset, file, month, contract, flags) as mark
    from fact group by all""",
    """
    create temp table kind as
    select match, bit_xor(mark) as kind, sum(mark::hugeint) as total from cell group by match""",
    """
    create table made.match as
    select kind, total, match, m.name from kind join match m using (match) order by m.name""",
    "create table made.match_kinds as select kind, total, count(*) as matches from kind group by all",
    """
    create table made.match_cells as
    select distinct kind, total, ruleset, file, month, contract, flags
    from cell join kind using (match) order by all""",
    "drop table cell",
    "drop table kind",
)
"""What is kept of a snapshot besides rates and tables that add up."""


def place(snapshot: Path) -> Path:
    """Where the sums of a snapshot are."""
    return snapshot.with_suffix(f".sums{_EDITION}")


def build(snapshot: Path, figures_: dict[str, Figure]) -> Path:
    """Sum up a snapshot's figures; the sums appear whole or not at all."""
    target, partial = place(snapshot), snapshot.with_suffix(f".{os.getpid()}.sums-partial")
    partial.unlink(missing_ok=True)
    with duckdb.connect(config=SETTINGS) as connection:
        connection.execute(SESSION)
        connection.execute(f"attach '{_quoted(snapshot)}' as snapshot (read_only)")
        connection.execute(f"attach '{_quoted(partial)}' as made")
        connection.execute("use snapshot")
        connection.execute(
            """
            create table made.sum (
                figure varchar, split varchar, ruleset uinteger, file uinteger, day date, contract utinyint,
                flags utinyint, "group" bigint, rate utinyint, count bigint, successes bigint
            )"""
        )
        for figure in figures_.values():
            # Nothing is left out, for filters choose among the sums; only what hands of a kind are worth is asked of
            # the deals usually looked at.
            scope = Scope(without=ALWAYS_OUT if _bounded(figure) else frozenset())
            head = figures.scoped(scope) + "," + figure.trials.replace("{facts}", "fact")
            rate = {"below": "floor(rate * 20)", "above": "ceil(rate * 20)"}.get(_bounded(figure) or "", "null")
            splits = {split: column for split, column in figure.splits.items() if split not in _KEPT_APART}
            for split, column in {"": "null", **splits}.items():
                sql = _SUM.format(column=f"({column})::bigint", rate=f"({rate})::utinyint")
                sql = sql.replace("\nselect", "\n" + head + "\nselect", 1)
                _run(connection, sql, {"figure": figure.name, "split": split, **figure.bounds}, scope)
        for table in tables():
            asked = table.scan(Scope(without=frozenset()), "fact", apart=True)
            _run(connection, f"create table made.{table.name} as {asked}", dict(table.parameters), Scope())
        for sql in _MATCHES:
            connection.execute(sql)
        connection.execute("checkpoint made")
        connection.execute("detach made")
    partial.replace(target)
    for old in snapshot.parent.glob("*.sums*"):
        if old != target and not (snapshot.parent / f"{old.name.partition('.')[0]}.duckdb").exists():
            old.unlink(missing_ok=True)
    return target


def attach(connection: duckdb.DuckDBPyConnection, snapshot: Path) -> bool:
    """Open the sums of a snapshot with it, where they were made; whether they are there."""
    if not place(snapshot).is_file():
        return False
    connection.execute(f"attach if not exists '{_quoted(place(snapshot))}' as {_NAME} (read_only)")
    return True


def from_sums(
    connection: duckdb.DuckDBPyConnection,
    figure: Figure,
    split: str,
    scope: Scope,
    bounds: Mapping[str, float] | None = None,
) -> Any:
    """A figure's counts from the sums, as `compute` counts them; None where they cannot say."""
    if scope.player is not None or not _attached(connection):
        return None
    successes, step = "sum(s.successes)::bigint", 0
    if (bound := _bounded(figure)) is not None:
        wanted = {**figure.bounds, **(bounds or {})}
        step = round(wanted[bound] * GRID)
        if wanted["least"] != figure.bounds["least"] or step / GRID != wanted[bound] or scope.without != ALWAYS_OUT:
            return None
        successes = f"coalesce(sum(s.count) filter (s.rate {'<' if bound == 'below' else '>'} $step), 0)::bigint"
    elif bounds:
        return None
    apart = split in _KEPT_APART
    column = _WORDS.get(split, "s.group::boolean" if split in _BOOLEANS or _is_taker(figure, split) else "s.group")
    found = query(
        connection,
        f"""
        select {column} as "group", sum(s.count)::bigint as count, {successes} as successes
        from {_NAME}.sum s join ruleset r using (ruleset) {"join file f using (file)" if split == "file" else ""}
        where s.figure = $figure and s.split = $split and {_where(scope)}
        group by 1 order by 1 nulls last
        """,
        {**scope.parameters(), "figure": figure.name, "split": "" if apart else split, "step": step},
    )
    rate = pl.when(pl.col("count") > 0).then(pl.col("successes") / pl.col("count"))
    return found.with_columns(rate=rate)


def table_from_sums(connection: duckdb.DuckDBPyConnection, table: Table, scope: Scope) -> str | None:
    """SQL that adds up a table's sums as its `rows` counts them, by the scope and its months; None if it cannot."""
    if scope.player is not None or not scope.of_whole_months() or not _attached(connection):
        return None
    added = ", ".join(f"{table.sum_of(f's.{each}')} as {each}" for each in table.added)
    where = _by_month(scope)
    keys = ", ".join(f"s.{key}" for key in table.keys)
    return (
        f"select {keys}, {added} from {_NAME}.{table.name} s join ruleset r using (ruleset) where {where} group by all"
    )


def shortened(connection: duckdb.DuckDBPyConnection, sql: str) -> str:
    """A question that counts anew what is summed up for the whole store, with the sums in that place if there are."""
    kept, rated = (each.replace("{facts}", "fact") for each in (fairness.KEPT, bidding.RATED))
    if (kept in sql or rated in sql) and _attached(connection):
        sql = sql.replace(kept, f"select * from {_NAME}.kept")
        sql = sql.replace(
            rated,
            f"""select rules, stage, before_size, strength, sum(hands) as hands, sum(hands_made) / sum(hands) as rate
    from {_NAME}.hands where (flags & $without) = 0 group by all having sum(hands) >= $least""",
        )
    return sql


def ended(connection: duckdb.DuckDBPyConnection, scope: Scope) -> str:
    """Where the deals are that name the winner of a match."""
    return f"{_NAME}.ended" if scope.player is None and _attached(connection) else "fact"


def matches_of(connection: duckdb.DuckDBPyConnection, scope: Scope) -> tuple[str, str] | None:
    """SQL for how many matches have deals in the scope, and for their `match` and `name`; None if the sums cannot say.

    The questions have the scope's parameters, and its months.
    """
    if scope.player is not None or not scope.of_whole_months() or not _attached(connection):
        return None
    if scope.where() == "true":
        return f"select count(*) from {_NAME}.match", f"select match, name from {_NAME}.match"
    like = f"select kind, total from {_NAME}.match_cells s join ruleset r using (ruleset) where {_by_month(scope)}"
    return (
        f"select coalesce(sum(matches), 0)::bigint from {_NAME}.match_kinds where (kind, total) in ({like})",
        f"select match, name from {_NAME}.match where (kind, total) in ({like})",
    )


def _by_month(scope: Scope) -> str:
    where = _where(scope).replace("s.day >= $since", "s.month >= $first_month")
    return where.replace("s.day <= $until", "s.month <= $last_month")


def _where(scope: Scope) -> str:
    where = scope.where()
    for column in ("file", "contract", "day", "flags"):
        where = where.replace(f"f.{column}", f"s.{column}")
    return where


def _attached(connection: duckdb.DuckDBPyConnection) -> bool:
    sql = f"select 1 from duckdb_databases() where database_name = '{_NAME}'"
    return not query(connection, sql).is_empty()


def _run(connection: duckdb.DuckDBPyConnection, sql: str, asked: dict[str, Any], scope: Scope) -> None:
    named = set(re.findall(r"\$([a-z_]+)", sql))
    every = {**scope.parameters(), "whose": None, **asked}
    connection.execute(sql, {name: value for name, value in every.items() if name in named}).fetchall()


def _is_taker(figure: Figure, split: str) -> bool:
    return figure.name == "belote" and split == "taker"


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def refresh(store: Path) -> Path | None:
    """Make the sums of the newest snapshot, if it is large and has none; where they are."""
    snapshot = newest(store)
    if snapshot is None:
        return None
    if place(snapshot).is_file():
        return place(snapshot)
    with duckdb.connect(str(snapshot), read_only=True, config=SETTINGS) as connection:
        deals = connection.execute("select count(*) from fact").fetchall()[0][0]
    from dashboard.figures import FIGURES

    return build(snapshot, FIGURES) if deals >= LARGE else None


def being_made(store: Path) -> bool:
    """Whether somebody makes sums of a snapshot of this store just now."""
    left = time.time() - _GIVEN_UP
    with suppress(FileNotFoundError):  # it was done meanwhile
        return any(each.stat().st_mtime > left for each in folder(store).glob("*.sums-partial*"))
    return False


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    refresh(Path(sys.argv[1]))
