"""How fast records come into the store, as ratios in one run.

`python -m tests.bench.loading [DEALS] [FILE] [--no-notation]`

FILE is simulated deals as canonical JSON lines; without it up to a million are simulated. They are repeated under new
match ids until there are enough. Results go to standard output as a table in Markdown.
"""

import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb

from ingest import notation_write, read, samples
from ingest.canonical import decode
from ingest.load import load
from ingest.publish import lasting
from replay.record import Deal
from tests.bench.dealing import simulated

RULES = "bg4-004"
MILLION = 1_000_000
"""Deals that are simulated at most."""
DIFFERENT = 20_000
"""Deals that are written in the notation, and repeated."""


def repeated(lines: list[bytes], deals: int, match: bytes = b'"match":"') -> Iterator[bytes]:
    """The lines again and again, each time under new match ids, which stand behind `match`."""
    for at in range(deals):
        again, line = divmod(at, len(lines))
        yield lines[line].replace(match, b"%sr%d-" % (match, again), 1) + b"\n"


def written(lines: list[bytes]) -> list[bytes]:
    """Records in the notation, each without its last end of a line."""
    deals = [each for each in map(decode, lines) if isinstance(each, Deal)]
    return [notation_write.encode(deal).encode().removesuffix(b"\n") for deal in deals]


def timed(work: Callable[[], object]) -> float:
    """Seconds that something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def read_json(path: Path, place: Path, columns: dict[str, str] | None) -> dict[str, str]:
    """Read the file into a table of DuckDB's; the columns that it has."""
    place.unlink(missing_ok=True)
    with duckdb.connect(str(place)) as connection:
        how = "" if columns is None else f", columns = {columns}"
        connection.execute(f"create table t as from read_json('{path}', format = 'newline_delimited'{how})")
        connection.execute("checkpoint")
        return {name: kind for name, kind, *_ in connection.execute("describe t").fetchall()}


def child(path: Path, store: Path, audited: bool) -> None:
    """Load a file in a process of its own, once the rules are there; print how long it took, and the most memory."""
    load([samples.folder() / f"{RULES}.jsonl"], store=store.with_suffix(".warm"))
    seconds = timed(lambda: load([path], store=store, audit=audited))
    print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))


def loaded(path: Path, store: Path, audited: bool) -> tuple[float, float]:
    """Seconds of a load into a new store, and MiB of memory."""
    store.unlink(missing_ok=True)
    shutil.rmtree(store.with_name(store.name + ".d"), ignore_errors=True)
    command = [sys.executable, "-m", "tests.bench.loading", "--child", str(path), str(store), str(int(audited))]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    seconds, memory = json.loads(done.stdout)
    return float(seconds), memory / 1024


def row_bytes(store: Path, folder: Path) -> dict[str, float]:
    """Bytes that a row of each large table takes."""
    found = {}
    with duckdb.connect() as connection:
        connection.execute(f"attach '{store}' as store (read_only)")
        for table in ("record", "judgement", "fact"):
            place = folder / f"{table}.duckdb"
            connection.execute(f"attach '{place}' as one (storage_version 'v1.5.0')")
            connection.execute(f"create table one.t as from store.{table}")
            rows = connection.execute("select count(*) from one.t").fetchall()[0][0]
            connection.execute("detach one")
            found[table] = place.stat().st_size / max(rows, 1)
            place.unlink()
    return found


def fetched(store: Path) -> float:
    """Seconds in which half of some deals are there, each asked for by its address for the first time."""
    snapshot = lasting(store)
    places = snapshot.ask(
        "select name, any_value(number) as number from match join record using (match) group by 1", {}
    )
    chosen = random.Random(1).sample(places, min(41, len(places)))
    times = sorted(timed(lambda at=each: read.deal(store, at["name"], at["number"])) for each in chosen)  # type: ignore[misc]
    return times[len(times) // 2]


def main() -> None:
    """Measure, and print the table."""
    if sys.argv[1:2] == ["--child"]:
        child(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4] == "1")
        return
    given = [each for each in sys.argv[1:] if not each.startswith("--")]
    deals = int(given[0]) if given else 100_000
    lines = (
        Path(given[1]).read_bytes().splitlines()
        if len(given) > 1
        else b"".join(simulated(RULES, min(deals, MILLION))).splitlines()
    )
    folder = Path(tempfile.mkdtemp(prefix="rebelote-bench-"))
    try:
        path, store = folder / "deals.jsonl", folder / "store.duckdb"
        with path.open("wb") as out:
            out.writelines(repeated(lines, deals))
        size = path.stat().st_size
        columns: dict[str, str] = {}
        untyped = timed(lambda: columns.update(read_json(path, folder / "a.duckdb", None)))
        typed = timed(lambda: read_json(path, folder / "a.duckdb", columns))
        (folder / "a.duckdb").unlink()
        loading, _ = loaded(path, store, False)
        whole, memory = loaded(path, store, True)
        best = min(typed, untyped)
        rows = [
            ("DuckDB `read_json` to a table, untyped", untyped, ""),
            ("DuckDB `read_json` to a table, typed", typed, ""),
            ("records into the store: parsed, checked, stored", loading, f"{best / loading:.2f} times DuckDB"),
            ("the same, and audited", whole, f"{best / whole:.2f} times DuckDB"),
        ]
        sizes, one = row_bytes(store, folder), fetched(store)
        if "--no-notation" not in sys.argv:
            path.unlink()
            path = path.with_suffix(".belote")
            with path.open("wb") as out:
                out.write(notation_write.HEADER.encode() + b"\n")
                out.writelines(repeated(written(lines[:DIFFERENT]), deals, b'match "'))
            noted, _ = loaded(path, store, False)
            rows.append(("stored from the notation", noted, f"{noted / loading:.1f} times the time of JSON lines"))
        print(f"{deals:,} deals of {size / deals:.0f} bytes, {min(deals, len(lines)):,} different.\n")
        print("| what | deals/s | ratio |\n|---|---:|---|")
        for what, seconds, ratio in rows:
            print(f"| {what} | {deals / seconds:,.0f} | {ratio} |")
        print(f"\nMost memory of the load with its audit: {memory:,.0f} MiB. Bytes of a row:", end=" ")
        print(", ".join(f"`{table}` {taken:.1f}" for table, taken in sizes.items()) + ".", end=" ")
        print(f"One deal by its address, in a process that has the store open: {one * 1e3:.1f} ms.")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
