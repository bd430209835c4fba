"""Simulation: whole matches of simulated players, streamed into a file, some deals broken and labelled if asked."""

import gzip
import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count, groupby
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol, cast

import msgspec

from ingest.errors import WrongUse
from ingest.faults import Injector
from ingest.progress import Progress
from ingest.report import counted
from ingest.simulated import lines
from replay import rulesets
from replay.knobs import quoted
from replay.players.simulation import simulate as simulate_matches
from replay.rulesets import Ruleset

BLOCK: Final = 64
"""Matches that one thread plays at a time."""
ENDINGS: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet")


@dataclass
class Simulation:
    """What was simulated."""

    deals: int = 0
    faults: int = 0
    speed: float | None = None
    """Deals a second once the first were there; None where that did not take long enough to tell."""
    interrupted: bool = False

    def __str__(self) -> str:
        broken = f", {self.faults:,} with a labelled fault" if self.faults else ""
        speed = "" if self.speed is None else f" ({self.speed:,.0f} a second)"
        return f"{counted(self.deals, 'deal')}{broken}{speed}"


def simulate(
    out: Path | str,
    *,
    rules: str,
    matches: int | None = None,
    deals: int | None = None,
    seed: int = 1,
    faults: float = 0.0,
    overrides: dict[str, Any] | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Write so many simulated matches, or so many deals, to a file; its ending names the format.

    The same ruleset, seed and number make the same deals on any machine; more of them begin with the same ones. With
    `deals` the last match may be cut short. `faults` is the share of deals that are broken in a known way and labelled.
    `overrides` change knobs of the ruleset, and stand in every record. An interrupt ends the file after a whole deal.
    Raises WrongUse for an ending, number or share that cannot be, RulesetError for a ruleset that cannot be used.
    """
    out = Path(out)
    _check(out, matches, deals, faults)
    overrides = overrides or {}
    ruleset = rulesets.load(rules).with_overrides(overrides)
    if ruleset.not_stated:
        raise WrongUse(f"{ruleset.name} does not say all that a game needs ({', '.join(sorted(ruleset.not_stated))}): "
                       "choose another ruleset, or state it in one of your own")  # fmt: skip
    done = Simulation()
    total = deals if deals is not None else cast(int, matches)
    name = f"simulate {ruleset.name}"
    try:
        sink = _sink(out)
    except OSError as error:
        raise WrongUse(f"{out} cannot be written: {error.strerror or error}; choose another file with --out") from error
    played = 0
    first: tuple[float, int] | None = None
    try:
        for block, records in _blocks(ruleset, seed, matches, deals, faults, overrides, out):
            if deals is not None and len(records) > deals - done.deals:
                records = _Records(records.lines[: deals - done.deals], out)
            sink.write(records.made)
            done.deals += len(records)
            done.faults += records.faults
            played += block
            # The rules may have to be compiled for the first block.
            first = first or (time.perf_counter(), done.deals)
            if progress is not None:
                progress(name, done.deals if deals is not None else played, total)
            if deals is not None and done.deals >= deals:
                break
    except KeyboardInterrupt:
        done.interrupted = True
    finally:
        sink.close()
    if first is not None and (seconds := time.perf_counter() - first[0]) >= 1:
        done.speed = (done.deals - first[1]) / seconds
    return done


def _check(out: Path, matches: int | None, deals: int | None, faults: float) -> None:
    if not out.name.lower().endswith(ENDINGS):
        raise WrongUse(f"{quoted(out.name)} does not say its format: end it with one of {', '.join(ENDINGS)}")
    if (matches is None) == (deals is None):
        raise WrongUse("say how much: either --matches N or --deals N")
    if (matches if deals is None else deals) < 1:  # type: ignore[operator]
        raise WrongUse("simulate at least one")
    if not 0 <= faults <= 1:
        raise WrongUse(f"--faults is a share from 0 to 1, not {faults:g}")


def _blocks(
    ruleset: Ruleset, seed: int, matches: int | None, deals: int | None, faults: float, overrides: dict[str, Any],
    out: Path,
) -> Iterator[tuple[int, "_Records"]]:  # fmt: skip
    """The records of blocks of matches in order, each with the number of its matches; a few blocks ahead, no more."""
    threads = os.cpu_count() or 1
    size = BLOCK if deals is None or deals > 1000 else 8
    starts = iter(count(1, size)) if matches is None else iter(range(1, matches + 1, size))
    running: deque[tuple[int, Future[_Records]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(running) < 2 * threads and (first := next(starts, None)) is not None:
                    last = first + size - 1 if matches is None else min(first + size - 1, matches)
                    block = pool.submit(_block, ruleset, seed, first, last, faults, overrides, out)
                    running.append((last - first + 1, block))
                if not running:
                    return
                number, block = running.popleft()
                yield number, block.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _block(
    ruleset: Ruleset, seed: int, first: int, last: int, faults: float, overrides: dict[str, Any], out: Path
) -> "_Records":
    """The records of the matches of a block."""
    whole = b"".join(lines(each, ruleset, seed, overrides) for each in simulate_matches(ruleset, seed, first, last))
    records = whole.splitlines(keepends=True)
    if not faults:
        return _Records(records, out)
    injector = Injector(ruleset.values, f"{seed} {first}", faults)
    deals = [msgspec.json.decode(line) for line in records]
    broken = [injector.break_match(list(match)) for _, match in groupby(deals, lambda record: record["match"])]
    return _Records([msgspec.json.encode(record) + b"\n" for match in broken for record in match], out)


class _Records:
    """Records as lines, each with its end, and as their file wants them: bytes, or a table."""

    def __init__(self, lines: list[bytes], out: Path) -> None:
        self.lines = lines
        whole = b"".join(lines)
        self.faults = whole.count(b'"labels":[{')
        self.made: Any = whole
        if out.suffix.lower() == ".parquet":
            from ingest import simulated_table

            if self.faults or b'"overrides":{' in whole:
                self.made = simulated_table.from_records([msgspec.json.decode(line) for line in lines])
            else:
                self.made = simulated_table.from_lines(whole)

    def __len__(self) -> int:
        return len(self.lines)


class _Sink(Protocol):
    def write(self, made: Any) -> None: ...

    def close(self) -> None: ...


class _Lines:
    """A file of lines, packed or not."""

    def __init__(self, file: BinaryIO, under: BinaryIO | None = None) -> None:
        self.file = file
        self.under = under

    def write(self, made: bytes) -> None:
        self.file.write(made)

    def close(self) -> None:
        self.file.close()
        if self.under is not None:
            self.under.close()


class _Table:
    """A Parquet file, a block of records at a time."""

    def __init__(self, path: Path) -> None:
        from pyarrow import parquet

        from ingest.format_parquet import SCHEMA

        self.file = parquet.ParquetWriter(path, SCHEMA, compression="zstd")

    def write(self, made: Any) -> None:
        self.file.write_table(made)

    def close(self) -> None:
        self.file.close()


def _sink(out: Path) -> _Sink:
    ending = out.suffix.lower()
    if ending == ".parquet":
        return _Table(out)
    under = cast(BinaryIO, out.open("wb"))
    if ending == ".gz":
        # No name and no time in it: the same deals are the same bytes.
        return _Lines(cast(BinaryIO, gzip.GzipFile("", "wb", 1, under, 0)), under)
    if ending == ".zst":
        from pyarrow import CompressedOutputStream, PythonFile

        return _Lines(cast(BinaryIO, CompressedOutputStream(PythonFile(under, "w"), "zstd")), under)
    return _Lines(under)
