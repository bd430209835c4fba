"""How fast records come into the store, as ratios in one run.

`python -m tests.bench.loading [DEALS] [FILE] [--no-audit]`

FILE is simulated deals as canonical JSON lines; without it some are made. They are repeated under new match ids until
there are enough. Results go to standard output as a table in Markdown.
"""

import json
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb

from ingest import notation_write, read
from ingest.audit import audit
from ingest.canonical import decode, encode
from ingest.load import load
from ingest.store import writer
from replay.record import Deal
from tests import dealt

SAMPLE = 400
DIFFERENT = 20_000
"""Deals that are written in the notation, and repeated."""


def simulated() -> list[bytes]:
    """Records of some 830 bytes, ten to a match."""
    chance = random.Random(1)
    lines = []
    for seed in range(SAMPLE):
        record = {key: value for key, value in dealt.deal(seed % 400).items() if key != "known"}
        hands = [hand.split() for hand in record["hands"]]
        record |= {
            "match": f"simulated-{seed // 10}",
            "deal": seed % 10 + 1,
            "players": [{"id": f"player-{(seed // 10 * 7 + at) % 400}", "namespace": "simulated"} for at in range(4)],
            "hands": [" ".join([*hand[:5], "|", *hand[5:]]) for hand in hands],
            "calls": [record["claims"]["contract"], "pass", "pass", "pass"],
            "declarations": [],
            "belote": [],
            "simulated": True,
        }
        del record["dealt_order"]
        record["claims"] |= {
            "winners": [winner for winner, _ in dealt.deal(seed % 400)["known"]["tricks"]],
            "points": [chance.randrange(163), chance.randrange(163)], "points_include": ["last_trick"],
            "declarations": [0, 0], "belote": [0, 0], "score": [16, 0], "totals": [chance.randrange(300), 7],
        }  # fmt: skip
        found = decode(json.dumps(record).encode())
        assert isinstance(found, Deal), found
        lines.append(encode(found))
    return lines


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


def main() -> None:
    """Measure, and print the table."""
    given = [each for each in sys.argv[1:] if not each.startswith("--")]
    deals = int(given[0]) if given else 100_000
    lines = Path(given[1]).read_bytes().splitlines() if len(given) > 1 else simulated()
    folder = Path(tempfile.mkdtemp(prefix="rebelote-bench-"))
    try:
        path = folder / "deals.jsonl"
        with path.open("wb") as out:
            out.writelines(repeated(lines, deals))
        size = path.stat().st_size
        columns: dict[str, str] = {}
        untyped = timed(lambda: columns.update(read_json(path, folder / "a.duckdb", None)))
        typed = timed(lambda: read_json(path, folder / "a.duckdb", columns))
        store = folder / "store.duckdb"
        loading = timed(lambda: load([path], store=store, audit=False))
        judging = 0.0 if "--no-audit" in sys.argv else timed(lambda: audit(store))
        with writer(store) as publisher:
            publisher.connection.execute("checkpoint")
        stored = store.stat().st_size / deals
        first = decode(next(repeated(lines, 1)))
        assert isinstance(first, Deal)
        read.deal(store, first.match, first.number)
        one = min(timed(lambda: read.deal(store, first.match, first.number)) for _ in range(20))
        store.unlink()
        path.unlink()
        path = path.with_suffix(".belote")
        with path.open("wb") as out:
            out.write(notation_write.HEADER.encode() + b"\n")
            out.writelines(repeated(written(lines[:DIFFERENT]), deals, b'match "'))
        noted = timed(lambda: load([path], store=store, audit=False))
        best = min(typed, untyped)
        rows = [
            ("DuckDB `read_json` to a table, untyped", untyped, ""),
            ("DuckDB `read_json` to a table, typed", typed, ""),
            ("records into the store: parsed, checked, stored", loading, f"{best / loading:.2f} times DuckDB"),
            ("the same in the notation", noted, f"{noted / loading:.1f} times the time of JSON lines"),
        ]
        if judging:
            rows.append(("the audit of them", judging, ""))
            rows.append(("both", loading + judging, f"{best / (loading + judging):.2f} times DuckDB"))
        print(f"{deals:,} deals of {size / deals:.0f} bytes, {len(set(lines)):,} different.\n")
        print("| what | deals/s | ratio |\n|---|---:|---|")
        for what, seconds, ratio in rows:
            print(f"| {what} | {deals / seconds:,.0f} | {ratio} |")
        print(f"\nThe store takes {stored:.1f} bytes a deal. One deal by its address: {one * 1e3:.1f} ms.")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"Most memory of this process: {peak / 1024:.0f} MiB.")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
