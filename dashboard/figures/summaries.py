"""Figures of large stores, summed up beside each snapshot: `FILE.d/N.sums` holds every rate by what filters ask for.

A sum is made from a figure's own definition, so there is nothing to define twice; where it is missing, or a player is
asked about, the deals are counted themselves. `python -m dashboard.figures.summaries FILE` makes it for the newest
snapshot; it may take a minute, and nobody waits for it.
"""

import os
import sys
from pathlib import Path
from typing import Any, Final

import duckdb

from dashboard.figures import figure as figures
from dashboard.figures.figure import Figure, Scope, query
from ingest.publish import SETTINGS, folder, newest

LARGE: Final = 300_000
"""Deals from which sums are worth their making."""
_NAME: Final = "sums"
_KEPT_APART: Final = {"contract", "ruleset", "file", "month"}
"""Splits that every sum has, for filters ask for them too."""
_WORDS: Final = {"ruleset": "r.name", "file": "f.path", "month": "(year(s.day) * 12 + month(s.day) - 1)::usmallint",
                 "contract": "s.contract"}  # fmt: skip
_BOOLEANS: Final = {"side", "announced", "declaration"}

_SUM: Final = """
insert into {place}.sum
select $figure, $split, ruleset, file, day, contract, flags, {column}, count(*), count(*) filter (success)
from trial group by all order by all"""


def summed(figure: Figure) -> bool:
    """Whether a figure is summed up: bounds that move would need a sum each."""
    return not set(figure.bounds) & {"below", "above"}


def place(snapshot: Path) -> Path:
    """Where the sums of a snapshot are."""
    return snapshot.with_suffix(".sums")


def build(snapshot: Path, figures_: dict[str, Figure]) -> Path:
    """Sum up a snapshot's figures; the sums appear whole or not at all."""
    target, partial = place(snapshot), snapshot.with_suffix(f".{os.getpid()}.sums-partial")
    partial.unlink(missing_ok=True)
    with duckdb.connect(config=SETTINGS) as connection:
        connection.execute("set timezone = 'UTC'")
        connection.execute(f"attach '{_quoted(snapshot)}' as snapshot (read_only)")
        connection.execute(f"attach '{_quoted(partial)}' as made")
        connection.execute("use snapshot")
        connection.execute(
            """
            create table made.sum (
                figure varchar, split varchar, ruleset uinteger, file uinteger, day date, contract utinyint,
                flags utinyint, "group" bigint, count bigint, successes bigint
            )"""
        )
        for figure in figures_.values():
            if not summed(figure):
                continue
            # Nothing is left out: filters choose among the sums.
            head = figures.scoped(Scope(without=frozenset())) + "," + figure.trials
            splits = {split: column for split, column in figure.splits.items() if split not in _KEPT_APART}
            for split, column in {"": "null", **splits}.items():
                head_and_sum = _SUM.format(place="made", column=f"({column})::bigint")
                sql = head_and_sum.replace("\nselect", "\n" + head + "\nselect", 1)
                parameters = {"whose": None, **figure.bounds, "figure": figure.name, "split": split}
                named = {name: value for name, value in parameters.items() if f"${name}" in sql}
                connection.execute(sql, named).fetchall()
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


def from_sums(connection: duckdb.DuckDBPyConnection, figure: Figure, split: str, scope: Scope) -> Any:
    """A figure's counts from the sums, as `compute` counts them; None where they cannot say."""
    if scope.player is not None or not summed(figure):
        return None
    sql = f"select 1 from duckdb_databases() where database_name = '{_NAME}'"
    if query(connection, sql).is_empty():
        return None
    apart = split in _KEPT_APART
    column = _WORDS.get(split, "s.group::boolean" if split in _BOOLEANS or _is_taker(figure, split) else "s.group")
    where = scope.where().replace("f.file in", "s.file in").replace("f.contract", "s.contract")
    where = where.replace("f.day", "s.day").replace("f.flags", "s.flags")
    return query(
        connection,
        f"""
        select {column} as "group", sum(s.count)::bigint as count, sum(s.successes)::bigint as successes,
            sum(s.successes) / nullif(sum(s.count), 0) as rate
        from {_NAME}.sum s join ruleset r using (ruleset) {"join file f using (file)" if split == "file" else ""}
        where s.figure = $figure and s.split = $split and {where}
        group by 1 order by 1 nulls last
        """,
        {**scope.parameters(), "figure": figure.name, "split": "" if apart else split},
    )


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
    return any(folder(store).glob("*.sums-partial"))


if __name__ == "__main__":
    refresh(Path(sys.argv[1]))
