"""Whether the audit of a deal costs the same in small stores and large: `python -m tests.bench.growth [DEALS...]`.

A million simulated deals, or as many as are wanted of fewer, are repeated under new match ids until there are enough;
each store is audited by a process of its own. Time of the processor, and the most memory, are of that process alone.
Results go to standard output as a table in Markdown.
"""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from ingest.load import load
from tests.bench.dealing import repeat, simulated

RULESET = "bg4-004"
ONCE = 1_000_000
"""Deals that are simulated; more are these again."""
SIZES = (10_000, 100_000, 1_000_000, 5_000_000, 20_000_000)


def audited(store: Path) -> tuple[float, float, float]:
    """Seconds by the clock, seconds of all cores, and MiB, that the audit of a store takes."""
    command = [sys.executable, "-m", "rebelote", "audit", "--store", str(store)]
    clock = time.perf_counter()
    process = os.posix_spawn(
        sys.executable, command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    )
    _, status, used = os.wait4(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return time.perf_counter() - clock, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Measure, and print the table."""
    sizes = [int(each) for each in sys.argv[1:]] or SIZES
    print("| deals | one core | all cores | most memory | the store |\n|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory(prefix="rebelote-bench-") as name:
        folder = Path(name)
        for size in sizes:
            store, path = folder / "growth.duckdb", folder / "deals.jsonl"
            with path.open("wb") as out:
                out.writelines(simulated(RULESET, min(size, ONCE)))
            load([path], store=store, audit=False)
            path.unlink()
            deals = repeat(store, size)
            clock, cores, memory = audited(store)
            row = f"{cores / deals * 1e6:.1f} µs a deal | {deals / clock:,.0f} deals/s | {memory:,.0f} MiB"
            print(f"| {deals:,} | {row} | {store.stat().st_size / deals:.0f} B a deal |", flush=True)
            store.unlink()
            shutil.rmtree(store.with_name(store.name + ".d"))


if __name__ == "__main__":
    main()
