"""Processes that read large files of canonical lines side by side; what they read comes back as columns.

They are started as programs of their own and not forked: a process with threads cannot be, and whoever calls this
from a script of his own need not guard it.
"""

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final

import pyarrow as pa

from ingest.chunk import Chunk, Item, Rulebook, read_chunk
from ingest.lines import LONGEST, MARK
from ingest.rejects import Reject
from replay.rulesets import Ruleset, from_toml

LARGE: Final = 16 << 20
"""Bytes of a file from which starting processes pays."""
BLOCK: Final = 4 << 20
"""Bytes that are read at a time."""
AHEAD: Final = 2
"""Blocks that wait in a process."""


def worth_it(size: int) -> bool:
    """Whether a file is so large that processes pay."""
    return size >= LARGE


def count() -> int:
    """How many processes: one for each core that we may use, at most eight."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(8, cores))


def parallel(path: Path, given: Ruleset | None, told: Callable[[int], None] | None) -> Iterator[Chunk]:
    """The chunks of a file in order of its lines, read by several processes; `told` is called with bytes done."""
    workers = [_Worker(given) for _ in range(count())]
    waiting: deque[tuple[_Worker, int]] = deque()
    done = 0
    try:
        for at, (first, block) in enumerate(_blocks(path)):
            worker = workers[at % len(workers)]
            if len(waiting) >= AHEAD * len(workers):
                earliest, size = waiting.popleft()
                done += size
                yield earliest.answer()
                if told is not None:
                    told(done)
            worker.ask(first, block)
            waiting.append((worker, len(block)))
        while waiting:
            earliest, size = waiting.popleft()
            done += size
            yield earliest.answer()
            if told is not None:
                told(done)
    finally:
        for worker in workers:
            worker.stop()


def _blocks(path: Path) -> Iterator[tuple[int, bytes]]:
    """Blocks of whole lines, each with the number of its first."""
    line = 1
    rest = b""
    with path.open("rb") as source:
        while piece := source.read(BLOCK):
            end = piece.rfind(b"\n") + 1
            if not end:
                rest += piece
                continue
            block = rest + piece[:end]
            rest = piece[end:]
            yield line, block
            line += block.count(b"\n")
    if rest:
        yield line, rest


class _Worker:
    """One process, and the pipes to it."""

    def __init__(self, given: Ruleset | None) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(each or os.getcwd() for each in sys.path)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ingest.workers"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, start_new_session=True,
        )  # fmt: skip
        assert self.process.stdin is not None and self.process.stdout is not None
        self.into: IO[bytes] = self.process.stdin
        self.out: IO[bytes] = self.process.stdout
        self.unsent: deque[tuple[int, bytes]] = deque()
        self.busy = False
        _send(self.into, None if given is None else (given.toml(), given.name))

    def ask(self, first: int, block: bytes) -> None:
        """Give it a block; it is sent once the one before is answered, so that neither end waits for the other."""
        if self.busy:
            self.unsent.append((first, block))
        else:
            self.busy = True
            _send(self.into, (first, block))

    def answer(self) -> Chunk:
        """What came of the earliest block that was given; the next is sent before it is unpacked."""
        found = self.out.read(int.from_bytes(self.out.read(8), "little"))
        if not found:
            raise RuntimeError("a process that reads records has ended too early")
        self.busy = bool(self.unsent)
        if self.unsent:
            _send(self.into, self.unsent.popleft())
        return _unpacked(pickle.loads(found))

    def stop(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.into.close()
        self.out.close()
        self.process.wait()


def _send(pipe: IO[bytes], value: Any) -> None:
    packed = pickle.dumps(value, protocol=5)
    pipe.write(len(packed).to_bytes(8, "little"))
    pipe.write(packed)
    pipe.flush()


def _packed(chunk: Chunk) -> Any:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, chunk.table.schema) as writer:
        writer.write_table(chunk.table)
    rejects = [(each.reason, each.line, each.column, each.excerpt) for each in chunk.rejects]
    return sink.getvalue().to_pybytes(), chunk.rules, chunk.seatings, rejects, chunk.left


def _unpacked(packed: Any) -> Chunk:
    columns, rules, seatings, rejects, left = packed
    table = pa.ipc.open_stream(columns).read_all()
    return Chunk(table, rules, seatings, [Reject(*each) for each in rejects], left)


def read_block(first: int, block: bytes, book: Rulebook) -> Chunk:
    """The chunk of a block of lines."""
    items: list[Item] = []
    rejects = []
    for number, raw in enumerate(block.split(b"\n"), first):
        if number == 1:
            raw = raw.removeprefix(MARK)
        if len(raw) > LONGEST:
            rejects.append(Reject(f"the line is longer than {LONGEST} bytes: no record is", number))
        elif raw and not raw.isspace():
            items.append((number, raw.rstrip(b"\r"), None))
    chunk = read_chunk(items, book)
    chunk.rejects += rejects
    return chunk


def main() -> None:
    """Answer blocks from standard input on standard output, until there are none."""
    import gc

    gc.disable()
    read, write = sys.stdin.buffer, sys.stdout.buffer
    given = pickle.loads(read.read(int.from_bytes(read.read(8), "little")))
    book = Rulebook(None if given is None else from_toml(*given))
    while head := read.read(8):
        first, block = pickle.loads(read.read(int.from_bytes(head, "little")))
        _send(write, _packed(read_block(first, block, book)))


if __name__ == "__main__":
    main()
