"""Figures of large stores, summed up beside each snapshot: `FILE.d/N.sums5` holds every rate by what filters ask for.

A sum is made from a figure's own definition, so there is nothing to define twice; where it is missing, or a player is
asked about, the deals are counted themselves. `python -m dashboard.figures.summaries FILE` makes it for the newest
snapshot; it may take some minutes, and nobody waits for it.
"""

import os
import re
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import duckdb

from dashboard.figures import bidding, declarations, fairness, faults, people, rating, summed
from dashboard.figures.adding import Table, table_of
from dashboard.figures.beside import SPILLING
from dashboard.figures.figure import FLAGS, Figure, Scope
from ingest.publish import SESSION, SETTINGS, folder, newest

LARGE: Final = 300_000
"""Deals from which sums are worth their making."""
_EDITION: Final = 5
"""Of what is summed up: sums that a program of another edition left are not looked at."""
_GIVEN_UP: Final = 900.0
"""Seconds after which sums that nobody writes are those of a process that ended."""

_LEVELS: Final = (
    # By day, for days before and after whole months.
    ("{name}" + summed.DAYS, "{scan} order by day, ruleset, contract, flags"),
    # By month, for whole ones.
    (
        "{name}",
        """
    select ruleset, file, (year(day) * 12 + month(day) - 1)::uinteger as month, contract, flags, {keys}, {sums}
    from made."{by_day}" group by all order by contract, ruleset, month""",
    ),
    # Of the deals usually looked at, whatever their contracts and flags.
    (
        "{name}" + summed.USUAL,
        """
    select ruleset, file, month, {keys}, {sums} from made."{name}" where (flags & {without}) = 0
    group by all order by ruleset, month""",
    ),
)
"""The sums of a table: the name of each kind, and how it is made of what stands before it."""


def tables() -> tuple[Table, ...]:
    """The tables whose rows add up, besides the rates."""
    return (
        people.PLAYERS, people.PAIRS, fairness.HELD, fairness.DEALT, declarations.MISSED, faults.PARTS,
        faults.PAIR_FAULTS, *faults.BROKEN.values(), bidding.HANDS, rating.FINISHED,
    )  # fmt: skip


_MATCHES: Final = (
    f"create table made.kept as {fairness.KEPT.replace('{facts}', 'fact')}",
    # The deals that name the winner of a match, with what filters ask for, and the day of the last of its match.
    """
    create table made.ended as
    select deal, match, number, winner, sides, p0, p1, p2, p3, ruleset, file, day, contract, flags,
        max(day) over (partition by match) as decided
    from fact where p0 is not null and winner is not null order by decided, deal""",
    # Matches are alike that have deals of the same ruleset, file, month, contract and flags.
    """
    create temp table cell as
    select match, ruleset, file, month, contract, flags, hash(ruleset, file, month, contract, flags) as mark
    from fact group by all""",
    """
    create temp table kind as
    select match, dense_rank() over (order by mark, total)::uinteger as kind
    from (select match, bit_xor(mark) as mark, sum(mark::hugeint) as total from cell group by match)""",
    "create table made.match as select kind, match, m.name from kind join match m using (match) order by m.name",
    "create table made.match_kind as select match, kind from kind order by match",
    "create table made.match_kinds as select kind, count(*) as matches from kind group by all order by kind",
    """
    create table made.match_cells as
    select distinct kind, ruleset, file, month, contract, flags from cell join kind using (match)
    order by contract, ruleset, month""",
    # From where to where a player has deals.
    """
    create table made.span as
    select player, min(first) as first, max(last) as last from (
        select unnest([p0, p1, p2, p3]) as player, min(deal) as first, max(deal) as last from fact
        group by p0, p1, p2, p3
    ) where player is not null group by player order by player""",
    # The broken rules in the order of their deals.
    """
    create table made.broken as
    select row_number() over (order by m.name, number, position nulls last, v.code, v.seat) as place, deal, v.code,
        v.seat, v.position, f.ruleset, f.file, f.day, f.contract, f.flags
    from violation v join fact f using (deal) join match m using (match) where v.is_primary order by place""",
    "drop table cell",
    "drop table kind",
)
"""What is kept of a snapshot besides rates and tables that add up."""


def place(snapshot: Path) -> Path:
    """Where the sums of a snapshot are."""
    return snapshot.with_suffix(f".sums{_EDITION}")


def build(snapshot: Path, figures: dict[str, Figure]) -> Path:
    """Sum up a snapshot's figures; the sums appear whole or not at all."""
    target, partial = place(snapshot), snapshot.with_suffix(f".{os.getpid()}.sums-partial")
    partial.unlink(missing_ok=True)
    with duckdb.connect(config=SETTINGS) as connection:
        connection.execute(SESSION)
        connection.execute(SPILLING)
        connection.execute(f"attach '{_quoted(snapshot)}' as snapshot (read_only)")
        connection.execute(f"attach '{_quoted(partial)}' as made")
        connection.execute("use snapshot")
        rates = {}
        for figure in figures.values():
            for split in figure.splits:
                table = table_of(figure, split)
                rates[table.name] = table
        for table in (*rates.values(), *tables()):
            _sum(connection, table)
        for sql in _MATCHES:
            connection.execute(sql)
        connection.execute("checkpoint made")
        connection.execute("detach made")
    partial.replace(target)
    for old in snapshot.parent.glob("*.sums*"):
        if old != target and not (snapshot.parent / f"{old.name.partition('.')[0]}.duckdb").exists():
            old.unlink(missing_ok=True)
    return target


def _sum(connection: duckdb.DuckDBPyConnection, table: Table) -> None:
    """Sum up a table."""
    # Nothing is left out, for filters choose among the sums; only what hands of a kind are worth is asked of the deals
    # usually looked at.
    scope = Scope(without=table.usual if "least" in table.parameters else frozenset())
    without = sum(FLAGS[flag][0] for flag in table.usual)
    for name, sql in _LEVELS:
        said = sql.format(
            scan=table.scan(scope, "fact", apart=True), name=table.name, keys=table.columns(), sums=table.sums(),
            without=without, by_day=table.name + summed.DAYS,
        )  # fmt: skip
        named = set(re.findall(r"\$([a-z_]+)", said))
        asked = {**scope.parameters(), "whose": None, **table.parameters}
        given = {each: value for each, value in asked.items() if each in named}
        connection.execute(f'create table made."{name.format(name=table.name)}" as {said}', given)


def attach(connection: duckdb.DuckDBPyConnection, snapshot: Path) -> bool:
    """Open the sums of a snapshot with it, where they were made; whether they are there."""
    if not place(snapshot).is_file():
        return False
    connection.execute(f"attach if not exists '{_quoted(place(snapshot))}' as {summed.NAME} (read_only)")
    summed.attached(connection)
    return True


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
