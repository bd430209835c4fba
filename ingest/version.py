"""The version of a store: a file that this program does not know is told from one that it does."""

from pathlib import Path
from typing import Final

import duckdb

from ingest.errors import WrongUse

SCHEMA: Final = "7"
"""Version of the schema that this program writes and reads."""


def refuse_other(connection: duckdb.DuckDBPyConnection, store: Path) -> None:
    """Raise WrongUse where an open file is no store, or one of another version."""
    try:
        version = connection.execute("select value from meta where key = 'schema'").fetchall()
    except duckdb.CatalogException:
        version = []
    if not version:
        raise WrongUse(f"{store} is a DuckDB file, but not a store of Rebelote: choose another with --store")
    if version[0][0] != SCHEMA:
        raise WrongUse(
            f"{store} is a store of version {version[0][0]}, this program has version {SCHEMA}: "
            "load the records into a new store"
        )
