"""A database in memory that shows what a snapshot holds, so that what was asked of it can be kept beside it."""

import os
import tempfile
from pathlib import Path
from typing import Final

import duckdb

from dashboard.figures.figure import never_changes
from ingest.publish import SESSION, SETTINGS, store_of
from ingest.version import refuse_other

_SPILLED: Final = str(Path(tempfile.gettempdir()) / f"rebelote-{os.getpid()}").replace("'", "''")
SPILLING: Final = f"set temp_directory = '{_SPILLED}'"
"""Said to a database in memory, which would make a folder for what it cannot hold where the process happens to be."""
_KEPT_PLAYERS: Final = 100_000
"""Players whose names are kept in memory."""


def beside(snapshot: Path | str) -> duckdb.DuckDBPyConnection:
    """A connection in which a snapshot's tables, views and macros go by their own names, and nothing can change them.

    Raises duckdb.IOException where it cannot be opened, WrongUse where it is of another version.
    """
    opened = duckdb.connect(config=SETTINGS)
    try:
        opened.execute(SPILLING)
        path = str(snapshot).replace("'", "''")
        opened.execute(f"attach '{path}' as snapshot (read_only)")
        _make_macros(opened)
        every = "select table_name from information_schema.tables where table_catalog = 'snapshot'"
        for (name,) in opened.execute(every).fetchall():
            opened.execute(f'create view "{name}" as from snapshot."{name}"')
        refuse_other(opened, store_of(Path(snapshot)))
        _keep_names(opened)
        opened.execute(SESSION)
        never_changes(opened)
    except BaseException:
        opened.close()
        raise
    return opened


def _keep_names(opened: duckdb.DuckDBPyConnection) -> None:
    """Keep who the players are seen as, if there are not too many: every page asks that, and it takes three joins."""
    ((players,),) = opened.execute("select count(*) from player").fetchall()
    if players <= _KEPT_PLAYERS:
        opened.execute("drop view person; create table person as from snapshot.person order by player")


def _make_macros(opened: duckdb.DuckDBPyConnection) -> None:
    waiting = opened.execute(
        """
        select function_name, array_to_string(parameters, ', '), macro_definition from duckdb_functions()
        where database_name = 'snapshot' and function_type = 'macro' order by function_oid
        """
    ).fetchall()
    while waiting:
        # One that needs another comes after it.
        left = [each for each in waiting if not _made(opened, *each)]
        if len(left) == len(waiting):
            break
        waiting = left


def _made(opened: duckdb.DuckDBPyConnection, name: str, parameters: str, definition: str) -> bool:
    try:
        opened.execute(f"create macro {name}({parameters}) as {definition}")
    except duckdb.CatalogException:
        return False
    return True
