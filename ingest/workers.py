"""Threads that read blocks of a file's lines ahead of the one who takes them."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

from ingest.lines import LONGEST

T = TypeVar("T")

BLOCK: Final = 4 << 20
"""Bytes that are read at a time."""
AHEAD: Final = 32
"""Blocks that are read ahead at most."""


def count() -> int:
    """How many threads: one for each core that we may use, at most eight."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(8, cores))


def read_ahead(path: Path, read: Callable[[bytes], T]) -> Generator[T, None, None]:
    """What is read of the blocks of a file, in order; threads read ahead while what came before is stored."""
    blocks = _blocks(path)
    pool = ThreadPoolExecutor(count())
    try:
        waiting = deque(pool.submit(read, block) for block in islice(blocks, AHEAD))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(read, block) for block in islice(blocks, 1))
    finally:
        # Who stops taking wants no more.
        pool.shutdown(cancel_futures=True)


def _blocks(path: Path) -> Iterator[bytes]:
    """Blocks of whole lines; of one that is too long, no more is kept than shows that it is."""
    rest = b""
    with path.open("rb") as source:
        while piece := source.read(BLOCK):
            end = piece.rfind(b"\n") + 1
            if not end:
                rest = (rest + piece)[: LONGEST + 1]
                continue
            block = rest + piece[:end]
            rest = piece[end:]
            yield block
    if rest:
        yield rest + b"\n"
