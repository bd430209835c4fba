"""How long the pages' questions take over a store: `python -m tests.bench.figures STORE`.

Prints a row for each rate and table, at its first asking: milliseconds of the clock and of the processor, with the
sums of a large store if they are made: `python -m dashboard.figures.summaries STORE` makes them. `--scan` counts from
the deals too.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

from dashboard.figures import FIGURES, Scope, adding, compute, summaries
from ingest.publish import fresh

SCOPES = {"all": Scope(), "one ruleset": Scope(rules="coinche-004"), "one contract": Scope(contract=2)}


def timed(asked: Callable[[], Any]) -> str:
    clock, processor = time.perf_counter(), time.process_time()
    asked()
    return f"{1000 * (time.perf_counter() - clock):9.0f} {1000 * (time.process_time() - processor):9.0f}"


def main() -> None:
    snapshot = fresh(Path(sys.argv[1]))
    with duckdb.connect(str(snapshot), read_only=True) as connection:
        connection.execute("set timezone = 'UTC'")
        summed = summaries.attach(connection, snapshot)
        (deals,) = connection.execute("select count(*) from fact").fetchall()[0]
        print(f"{deals:,} deals, {'summed up' if summed else 'no sums'}; each: clock and processor, ms")
        print(f"{'':36}" + "".join(f"{name:>20}" for name in SCOPES) + (f"{'from the deals':>20}" if summed else ""))
        for figure in FIGURES.values():
            for split in figure.splits:
                times = [timed(lambda s=scope: compute(connection, figure, split, s)) for scope in SCOPES.values()]  # noqa: B023
                if summed and "--scan" in sys.argv:
                    times.append(timed(lambda: compute(connection, figure, split, facts="main.fact")))  # noqa: B023
                print(f"{figure.name + ' by ' + split:36}" + " ".join(times), flush=True)
        for table in summaries.tables():
            times = [timed(lambda s=scope: adding.rows(connection, table, s)) for scope in SCOPES.values()]  # noqa: B023
            if summed and "--scan" in sys.argv:
                times.append(timed(lambda: adding.rows(connection, table, Scope(), facts="main.fact")))  # noqa: B023
            print(f"{table.name:36}" + " ".join(times), flush=True)


if __name__ == "__main__":
    main()
