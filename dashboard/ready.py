"""What the first who comes would wait for, done before the server listens: long programs imported, the store opened."""

import importlib
from contextlib import suppress
from pathlib import Path
from typing import Final

import duckdb
from streamlit import env_util

from dashboard.figures.beside import beside
from ingest.errors import NoStore, StoreHeld, WrongUse
from ingest.publish import fresh, stamp_of

_NEEDED: Final = (
    "plotly.io", "plotly.tools", "pyarrow", "pandas", "PIL.Image", "streamlit.elements.plotly_chart",
    "streamlit.elements.arrow", "streamlit.material_icon_names", "dashboard.figures.fairness", "dashboard.importing",
    "dashboard.viewer.parts", "dashboard.stats", "dashboard.filters", "dashboard.notices", "dashboard.panels",
    "dashboard.questions", "dashboard.signing", "dashboard.timing",
)  # fmt: skip
"""What pages need and takes long to import."""

_opened: Final[dict[tuple[str, tuple[int, ...]], duckdb.DuckDBPyConnection]] = {}
"""What was opened ahead, until the first page takes it."""


def get_ready(store: Path) -> None:
    """Import what pages need, and open the newest snapshot of a store."""
    for each in _NEEDED:
        importlib.import_module(each)
    # Streamlit asks this once, and Python then looks through the files of all these programs.
    env_util.is_repl()
    # What is wrong with the store, the pages say.
    with suppress(NoStore, StoreHeld, WrongUse, duckdb.Error, OSError):
        snapshot = fresh(store)
        _opened[str(snapshot), stamp_of(snapshot)] = beside(snapshot)


def opened(snapshot: str, stamp: tuple[int, ...]) -> duckdb.DuckDBPyConnection:
    """A connection to a snapshot: the one opened ahead, once, or a new one; raises what `beside` raises."""
    ahead = _opened.pop((snapshot, stamp), None)
    while _opened:  # newer ones were published before anybody came
        _opened.popitem()[1].close()
    return beside(snapshot) if ahead is None else ahead
