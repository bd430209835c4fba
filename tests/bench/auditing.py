"""How fast a store is audited, as ratios in one run: `python -m tests.bench.auditing [DEALS] [RULESET...]`.

Simulated deals of each ruleset are repeated under new match ids until there are enough. The first rows of its table
are steps of the audit, in CPU time of one core; then deals a second on all cores, with verdicts written back and
without. Results go to standard output as a table in Markdown.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

from ingest import columns, facts, judging
from ingest import store as stores
from ingest.audit import KEEP, audit
from ingest.load import load
from ingest.read import rulesets_by_number
from ingest.simulated import lines
from replay import rulesets
from replay.judge import ENGINE
from replay.players.simulation import simulate

ONCE = 20_000
"""Deals that are simulated; more are these again."""


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """What something answers, its seconds by the clock, and those of all cores together."""
    clock, cores = time.perf_counter(), time.process_time()
    answer = work()
    return answer, time.perf_counter() - clock, time.process_time() - cores


def filled(store: Path, name: str, deals: int) -> None:
    """Fill a store with deals of a ruleset, none of them judged yet."""
    ruleset, path, written = rulesets.load(name), store.with_suffix(".jsonl"), 0
    with path.open("wb") as out:
        for first in range(1, ONCE, 100):
            for frame in simulate(ruleset, 1, first, first + 99):
                raw = lines(frame, ruleset, 1, {})
                written += raw.count(b"\n")
                out.write(raw)
            if written >= min(ONCE, deals):
                break
    load([path], store=store, audit=False)
    path.unlink()
    with stores.writer(store) as publisher, stores.transaction(publisher.connection):
        for again in range(1, -(-deals // written)):
            repeat(publisher.connection, again)


def repeat(connection: duckdb.DuckDBPyConnection, again: int) -> None:
    """Put the first deals into the store once more, under new matches."""
    connection.execute(
        """
        insert into match select match + $again * (select count(*) from match where not starts_with(name, 'again-')),
            'again-' || $again || '-' || name from match where not starts_with(name, 'again-')
        """,
        {"again": again},
    )
    connection.execute(
        """
        insert into deal
        select d.* replace (
            d.deal + $again * (select count(*) from deal join match using (match) where not starts_with(name, 'again-'))
                as deal,
            d.match + $again * (select count(*) from match where not starts_with(name, 'again-')) as match)
        from deal d join match m using (match) where not starts_with(m.name, 'again-') order by d.deal
        """,
        {"again": again},
    )


def measured(name: str, deals: int, folder: Path) -> list[tuple[str, str]]:
    """Rows for one ruleset: what was measured, and the figure."""
    store = folder / f"{name}.duckdb"
    filled(store, name, deals)
    rows: list[tuple[str, str]] = []
    with stores.writer(store) as publisher:
        connection = publisher.connection
        known = rulesets_by_number(connection)
        step = min(deals, 100_000)
        judging.judge(columns.read(connection, f"deal <= {step}", {}), known, None, ENGINE)  # warm
        read, read_clock, read_cores = timed(lambda: columns.read(connection, f"deal <= {step}", {}))
        judged, judge_clock, judge_cores = timed(lambda: judging.judge(read, known, None, ENGINE))
        connection.execute("begin")
        connection.register("judged", judged.verdicts)
        _, write_clock, write_cores = timed(lambda: connection.execute(KEEP))
        connection.unregister("judged")
        _, _, facts_cores = timed(lambda: facts.write(connection, read, judged.facts))
        connection.execute("rollback")
        for what, cores in (
            ("read", read_cores), ("judge", judge_cores), ("write verdicts", write_cores), ("write facts", facts_cores),
        ):  # fmt: skip
            rows.append((f"{what}, one core", f"{cores / read.num_rows * 1e6:.2f} µs a deal"))
        scan = read_clock + judge_clock
        rows.append(("read and judge, all cores", f"{read.num_rows / scan:,.0f} deals/s"))
        written = scan + write_clock
        rows.append(("read, judge, verdicts written, all cores", f"{read.num_rows / written:,.0f} deals/s"))
    report, clock, _ = timed(lambda: audit(store))
    assert report.deals >= deals and not report.violations
    rows.append(("rebelote audit, to the end, facts and snapshot too", f"{report.deals / clock:,.0f} deals/s"))
    return rows


def main() -> None:
    """Measure, and print the table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    names = sys.argv[2:] or ["bg4-004", "coinche-004"]
    with tempfile.TemporaryDirectory(prefix="rebelote-bench-") as folder:
        tables = {name: measured(name, deals, Path(folder)) for name in names}
    print(f"| {deals:,} deals of each | {' | '.join(names)} |")
    print(f"|---|{'---|' * len(names)}")
    for at, (what, _) in enumerate(tables[names[0]]):
        print(f"| {what} | {' | '.join(tables[name][at][1] for name in names)} |")


if __name__ == "__main__":
    main()
