"""How long the server takes for a page: a line for each run, in a file that the variable `REBELOTE_TIMES` names."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def timed(page: str) -> Iterator[None]:
    """Time one run of a page, from its beginning to its end or until something newer stops it."""
    place = os.environ.get("REBELOTE_TIMES")
    began = time.perf_counter()
    try:
        yield
    finally:
        if place:
            line = f"{page or 'overview'}\t{1000 * (time.perf_counter() - began):.1f}\n"
            with Path(place).open("a", encoding="utf-8") as times:
                times.write(line)
