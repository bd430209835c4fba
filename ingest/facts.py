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


def reseat(connection: duckdb.DuckDBPyConnection, players: Sequence[int]) -> None:
    """Count the deals of these players for who they are seen as now; inside the caller's transaction."""
    connection.execute(
        """
        update fact set p0 = s.players[1], p1 = s.players[2], p2 = s.players[3], p3 = s.players[4]
        from (
            select d.deal, s.players from deal d join seated s using (seating)
            where seating in (
                select seating from (select seating, unnest(players) as player from seating)
                where player in (select unnest($players))
            )
        ) s
        where fact.deal = s.deal
        """,
        {"players": list(players)},
    )


def forget(connection: duckdb.DuckDBPyConnection, ruleset: int) -> None:
    """Drop what was counted under a ruleset whose verdicts go."""
    connection.execute("delete from fact where ruleset = ?", [ruleset])
