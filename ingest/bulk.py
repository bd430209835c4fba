"""Many rows at once into a table of the store, compressed on all cores."""

from typing import Final

import duckdb
import pyarrow as pa

ROW_GROUP: Final = 122_880
"""Rows that DuckDB packs together."""
SEVERAL: Final = 2 * ROW_GROUP
"""As many rows as are written at a time, and no more: a few over would be a row group of their own, and the next
checkpoint would pack others anew to be rid of it."""


def write(connection: duckdb.DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    """Add rows to a table, by column name; inside the caller's transaction.

    Two whole row groups or more are packed side by side, and may stand in another order than they came in.
    """
    groups = pa.Table.from_batches(rows.combine_chunks().to_batches(max_chunksize=ROW_GROUP), rows.schema)
    connection.register("many", groups)
    connection.execute("set preserve_insertion_order = false")
    try:
        connection.execute(f"insert into {table} by name select * from many")
    finally:
        connection.execute("set preserve_insertion_order = true")
        connection.unregister("many")
