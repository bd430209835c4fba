"""Threads that scan blocks of a file's lines ahead of the one who takes them."""

import os
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final

from ingest.lines import LONGEST
from ingest.scanned import Scanned, scan_text

BLOCK: Final = 4 << 20
"""Bytes that are read at a time."""


def count() -> int:
    """How many threads: one for each core that we may use, at most eight."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(8, cores))


def scanned_ahead(path: Path) -> Generator[tuple[int, Scanned, int], None, None]:
    """The blocks of a file in order: the number of its first line, what was found, and the bytes done by then."""
    waiting: deque[Future[Scanned]] = deque()
    first, done = 1, 0
    blocks = _blocks(path)
    with ThreadPoolExecutor(count()) as pool:
        waiting.extend(pool.submit(scan_text, block) for block in islice(blocks, count() + 1))
        while waiting:
            found = waiting.popleft().result()
            waiting.extend(pool.submit(scan_text, block) for block in islice(blocks, 1))
            done += len(found.text)
            yield first, found, done
            first += len(found.starts)


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
