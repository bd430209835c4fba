"""What figures count of every deal, kept in the store beside its verdict: a page need not play deals again."""

from collections.abc import Sequence
from importlib import resources

import duckdb


def create(connection: duckdb.DuckDBPyConnection) -> None:
    """Make what a new store keeps for figures."""
    connection.execute((resources.files("ingest") / "facts.sql").read_text(encoding="utf-8"))


def refresh(connection: duckdb.DuckDBPyConnection, matches: Sequence[int]) -> None:
    """Count these matches again, whose verdicts are new; inside the caller's transaction."""
    wanted = {"matches": list(matches)}
    connection.execute("delete from fact where match in (select unnest($matches))", wanted)
    connection.execute(
        """
        insert into fact select * from fact_scan
        where deal in (select deal from deal where match in (select unnest($matches)))
        """,
        wanted,
    )


def forget(connection: duckdb.DuckDBPyConnection, ruleset: int) -> None:
    """Drop what was counted under a ruleset whose verdicts go."""
    connection.execute("delete from fact where ruleset = ?", [ruleset])
