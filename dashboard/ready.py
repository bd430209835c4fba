"""What the first who comes would wait for: long programs read before the server listens, the store opened beside it."""

import importlib
import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import duckdb
from streamlit import env_util

_NEEDED: Final = (
    "plotly.io", "pyarrow", "pandas", "streamlit.elements.plotly_chart", "streamlit.elements.arrow",
    "dashboard.figures.fairness", "dashboard.importing", "dashboard.drawn", "dashboard.viewer.parts", "dashboard.stats",
)  # fmt: skip
"""What pages need and takes long to import."""


def get_ready() -> None:
    """Import what pages need, and open the store in a thread of its own as soon as the server is there to keep it."""
    for each in _NEEDED:
        importlib.import_module(each)
    # Streamlit asks this once, and Python then looks through the files of all these programs.
    env_util.is_repl()
    threading.Thread(target=_open, name="store", daemon=True).start()


def _open() -> None:
    from streamlit import runtime

    from ingest.errors import NoStore, StoreHeld, WrongUse

    while not runtime.exists():
        time.sleep(0.01)
    from dashboard.filters import player_labels
    from dashboard.reading import newest

    # What is wrong with the store, the page says.
    with suppress(NoStore, StoreHeld, WrongUse, duckdb.Error, OSError):
        snapshot = newest()
        player_labels(snapshot)
        _fetch(Path(snapshot.path))


def _fetch(snapshot: Path) -> None:
    """Have the machine read the sums of a snapshot before somebody asks."""
    from dashboard.figures import summaries

    if hasattr(os, "posix_fadvise") and summaries.place(snapshot).is_file():
        with summaries.place(snapshot).open("rb") as sums:
            os.posix_fadvise(sums.fileno(), 0, 0, os.POSIX_FADV_WILLNEED)
