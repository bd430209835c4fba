"""Processes that read blocks of the notation side by side.

They are started as programs of their own and not forked: a process with threads cannot be, and whoever calls this
from a script of his own need not guard it.
"""

import gc
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import islice
from typing import IO, Any

from ingest.notation_blocks import Answer, Block, read_alone


def side_by_side(blocks: Iterator[Block], processes: int) -> Generator[tuple[Block, Answer], None, None]:
    """The blocks in their order, and what came of each; each is read as if it stood alone."""
    workers: list[_Worker] = []
    waiting: deque[tuple[_Worker, Block]] = deque()
    try:
        for block in islice(blocks, processes):
            workers.append(_Worker())
            workers[-1].ask(block)
            waiting.append((workers[-1], block))
        while waiting:
            worker, block = waiting.popleft()
            answer = worker.answer()
            for following in islice(blocks, 1):
                worker.ask(following)
                waiting.append((worker, following))
            yield block, answer
    finally:
        for worker in workers:
            worker.stop()


class _Worker:
    """One process, and the pipes to it."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(each or os.getcwd() for each in sys.path)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ingest.notation_workers"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, start_new_session=True,
        )  # fmt: skip
        assert self.process.stdin is not None and self.process.stdout is not None
        self.into: IO[bytes] = self.process.stdin
        self.out: IO[bytes] = self.process.stdout

    def ask(self, block: Block) -> None:
        """Give it a block, once the one before is answered."""
        _send(self.into, block)

    def answer(self) -> Answer:
        """What came of the block that was given."""
        found = _received(self.out)
        if not isinstance(found, Answer):
            raise RuntimeError("a process that reads the notation has ended too early")
        return found

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


def _received(pipe: IO[bytes]) -> Any:
    size = pipe.read(8)
    return pickle.loads(pipe.read(int.from_bytes(size, "little"))) if size else None


def main() -> None:
    """Answer blocks from standard input on standard output, until there are none."""
    gc.disable()
    read, write = sys.stdin.buffer, sys.stdout.buffer
    # Whoever asked may be gone.
    with suppress(BrokenPipeError):
        while (block := _received(read)) is not None:
            _send(write, read_alone(block))


if __name__ == "__main__":
    main()
