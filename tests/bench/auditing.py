"""How fast a store is audited, as ratios in one run: `python -m tests.bench.auditing [DEALS] [RULESET...]`.

Simulated deals of each ruleset, all that there are if none is named, are repeated under new match ids until there are
enough. The first columns of its table are steps of the audit, in CPU time of one core; then deals a second on all cores
without anything written, with verdicts written back, and of the whole `rebelote audit`. Results go to standard output
as a table in Markdown.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb

from ingest import bulk, columns, facts, judging
from ingest import store as stores
from ingest.audit import SLICE, audit, due_matches, judged_ahead
from ingest.load import load
from ingest.read import rulesets_by_number
from replay import rulesets
from replay.judge import ENGINE
from tests.bench.dealing import repeat, simulated

ONCE = 20_000
"""Deals that are simulated; more are these again."""


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """What something answers, its seconds by the clock, and those of all cores together."""
    clock, cores = time.perf_counter(), time.process_time()
    answer = work()
    return answer, time.perf_counter() - clock, time.process_time() - cores


def filled(store: Path, name: str, deals: int) -> None:
    """Fill a store with deals of a ruleset, none of them judged yet."""
    path = store.with_suffix(".jsonl")
    with path.open("wb") as out:
        out.writelines(simulated(name, min(ONCE, deals)))
    load([path], store=store, audit=False)
    path.unlink()
    repeat(store, deals)


STEPS = ("read", "judge, with facts", "write verdicts", "write facts")
RUNS = ("read and judge", "with verdicts written", "`rebelote audit`")


def measured(name: str, deals: int, folder: Path) -> list[str]:
    """The figures of one ruleset."""
    store = folder / f"{name}.duckdb"
    filled(store, name, deals)
    with stores.writer(store) as publisher:
        connection = publisher.connection
        known = rulesets_by_number(connection)
        due = due_matches(connection, {"match": None, "file": None}, None)
        step = min(deals, SLICE)
        judging.prepare_rest(columns.read(connection, "false", {}))
        judging.judge(columns.read(connection, f"deal <= {step}", {}), known, None, ENGINE)  # warm
        read, _, read_cores = timed(lambda: columns.read(connection, f"deal <= {step}", {}))
        judged, _, judge_cores = timed(lambda: judging.judge(read, known, None, ENGINE))
        connection.execute("begin")
        _, _, write_cores = timed(lambda: bulk.write(connection, "judgement", judged.verdicts))
        _, _, facts_cores = timed(lambda: facts.write(connection, read, judged.facts))
        connection.execute("rollback")
        figures = [
            f"{cores / read.num_rows * 1e6:.2f} µs" for cores in (read_cores, judge_cores, write_cores, facts_cores)
        ]
        for written in (False, True):
            connection.execute("begin")
            _, clock, _ = timed(lambda: keep_all(connection, judged_ahead(connection, due, known, None), written))  # noqa: B023
            connection.execute("rollback")
            figures.append(f"{int(due.deals.sum()) / clock:,.0f}")
    report, clock, _ = timed(lambda: audit(store))
    assert report.deals >= deals and not report.violations
    return [*figures, f"{report.deals / clock:,.0f}"]


def keep_all(
    connection: duckdb.DuckDBPyConnection, slices: Iterator[tuple[Any, judging.Judged]], written: bool
) -> None:
    """Let everything be judged, and write the verdicts if that is wanted."""
    for _, judged in slices:
        if written:
            bulk.write(connection, "judgement", judged.verdicts)


def main() -> None:
    """Measure, and print the table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    names = sys.argv[2:] or list(rulesets.names())
    print(f"{deals:,} deals of each ruleset; steps in time of one core a deal, the rest in deals/s.\n")
    print(f"| ruleset | {' | '.join((*STEPS, *RUNS))} |")
    print(f"|---|{'---:|' * len((*STEPS, *RUNS))}")
    with tempfile.TemporaryDirectory(prefix="rebelote-bench-") as folder:
        for name in names:
            print(f"| {name} | {' | '.join(measured(name, deals, Path(folder)))} |", flush=True)


if __name__ == "__main__":
    main()
