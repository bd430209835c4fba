"""Threads that read blocks of a file's lines ahead of the one who takes them."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock, Thread
from typing import Final, TypeVar

from ingest.lines import LONGEST

T = TypeVar("T")

BLOCK: Final = 4 << 20
"""Bytes that are read at a time."""
AHEAD: Final = 50
"""Blocks that are read ahead at most: as many as the largest batch has, so that there is work on every core while that
is stored."""


def count() -> int:
    """How many threads: one for each core that we may use, at most eight."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(8, cores))


def begun(work: Callable[[], T]) -> Future[T]:
    """What some work will answer, done meanwhile by a thread for which the end of the program does not wait."""
    answer: Future[T] = Future()
    Thread(target=_answer, args=(answer, work), daemon=True).start()
    return answer


def _answer(answer: Future[T], work: Callable[[], T]) -> None:
    """Do some work, and say what came of it, be it that it failed."""
    try:
        answer.set_result(work())
    except BaseException as error:
        answer.set_exception(error)


def read_ahead(path: Path, read: Callable[[bytes], T]) -> Generator[T, None, None]:
    """What is read of the blocks of a file, in order; threads read ahead while what came before is stored."""
    blocks, one_at_a_time = _blocks(path), Lock()
    asked: deque[Future[T | None]] = deque()
    waiting: deque[Future[T | None]] = deque()
    pool = ThreadPoolExecutor(count())

    def work() -> None:
        taken: Future[bytes | None] = Future()
        # A block is taken when somebody is there to read it: of those that wait nothing is in memory.
        with one_at_a_time:
            answer = asked.popleft()
            _answer(taken, lambda: next(blocks, None))
        _answer(answer, lambda: None if (block := taken.result()) is None else read(block))

    def ask() -> None:
        answer: Future[T | None] = Future()
        asked.append(answer)
        waiting.append(answer)
        pool.submit(work)

    try:
        for _ in range(AHEAD):
            ask()
        while (found := waiting.popleft().result()) is not None:
            yield found
            ask()
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
            block = b"".join((rest, memoryview(piece)[:end]))
            rest = piece[end:]
            yield block
    if rest:
        yield rest + b"\n"
