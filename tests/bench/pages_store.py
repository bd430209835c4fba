"""A large store for the pages: deals that are simulated, loaded and audited once, and then repeated in SQL.

Every repetition has matches, players, seatings and days of its own, so that the store grows as a club's does.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import duckdb

from ingest import store as stores

RULESETS: Final = (
    "fr4-001", "frbelote-004", "coinche-004", "bg4-004", "bg3-003", "bela-004", "ua3-000", "fr2-002",
)  # fmt: skip
ONCE: Final = 100_000
"""Deals that are simulated; more are these again."""
FAULTS: Final = 0.02
"""Share of the deals that are broken."""
FIRST_DAY: Final = "2025-01-01"
DAYS: Final = 5
"""Days over which the matches of one repetition are spread."""

_TIME: Final = f"""
    timestamptz '{FIRST_DAY} 20:00:00Z' + to_days(({DAYS} * $again + match % {DAYS})::integer)"""

_REPEAT: Final = (
    "insert into player select player + $again * {players}, namespace, id || '-' || $again, name from player "
    "where player <= {players}",
    """insert into seating select seating + $again * {seatings},
        list_transform(players, lambda p: (p + $again * {players})::uinteger), names
    from seating where seating <= {seatings}""",
    "insert into match select match + $again * {matches}, 'again-' || $again || '-' || name as name, "
    "digest_of('again-' || $again || '-' || name) from match "
    "where match <= {matches}",
    """insert into record select * replace (deal + $again * {deals} as deal, match + $again * {matches} as match,
        seating + $again * {seatings} as seating, {time} as time)
    from record where deal <= {deals} order by deal""",
    """insert into fact select * replace (deal + $again * {deals} as deal, match + $again * {matches} as match,
        p0 + $again * {players} as p0, p1 + $again * {players} as p1, p2 + $again * {players} as p2,
        p3 + $again * {players} as p3, ({time})::date as day,
        (year({time}) * 12 + month({time}) - 1)::uinteger as month)
    from fact where deal <= {deals} order by deal""",
    "insert into judgement select * replace (deal + $again * {deals} as deal) from judgement where deal <= {deals} "
    "order by deal",
    "insert into violation select * replace (deal + $again * {deals} as deal) from violation where deal <= {deals} "
    "order by deal",
)


def make(store: Path, deals: int) -> None:
    """Make a store of so many deals; what takes how long goes to standard error."""
    began = time.perf_counter()

    def tell(what: str) -> None:
        print(f"{time.perf_counter() - began:6.0f} s  {what}", file=sys.stderr, flush=True)

    once = min(ONCE, deals)
    with tempfile.TemporaryDirectory(prefix="rebelote-bench-", dir=store.parent) as place:
        for seed, rules in enumerate(RULESETS, 1):
            path = Path(place) / f"{rules}.parquet"
            _rebelote("simulate", "--rules", rules, "--deals", str(once // len(RULESETS)), "--seed", str(seed),
                      "--faults", str(FAULTS), "--out", str(path))  # fmt: skip
        tell("simulated")
        _rebelote("ingest", place, "--store", str(store))
        tell("loaded and audited")
    with stores.writer(store) as publisher:
        connection = publisher.connection
        (known,) = connection.execute("select count(*) from record").fetchall()[0]
        times = -(-deals // known)
        _give_days(connection)
        for first in range(1, times, 10):
            with stores.transaction(connection):
                for again in range(first, min(first + 10, times)):
                    _repeat(connection, again)
            tell(f"repeated {min(first + 9, times - 1)} times")
        publisher.publish()
        tell("published")


def _rebelote(*arguments: str) -> None:
    line = [sys.executable, "-m", "rebelote", *arguments]
    subprocess.run(line, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def _give_days(connection: duckdb.DuckDBPyConnection) -> None:
    """Simulated deals have no time: those loaded get the first days."""
    time_ = _TIME.replace("$again", "0")
    connection.execute(f"update record set time = {time_}")
    connection.execute(
        f"update fact set day = ({time_})::date, month = (year({time_}) * 12 + month({time_}) - 1)::uinteger"
    )


def _repeat(connection: duckdb.DuckDBPyConnection, again: int) -> None:
    """Put the deals of the first loading into the store once more."""
    if again == 1:
        (found,) = connection.execute(
            "select (select max(deal) from record), (select max(match) from match), (select max(player) from player), "
            "(select max(seating) from seating)"
        ).fetchall()
        connection.execute("create temp table loaded (deals ubigint, matches uinteger, players uinteger, s uinteger)")
        connection.execute("insert into loaded values (?, ?, ?, ?)", found)
    deals, matches, players, seatings = connection.execute("from loaded").fetchall()[0]
    for sql in _REPEAT:
        said = sql.format(deals=deals, matches=matches, players=players, seatings=seatings, time=_TIME)
        connection.execute(said, {"again": again})


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]))
