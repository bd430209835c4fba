"""Skill: a rating with its uncertainty, from finished matches."""

from typing import Any

import duckdb
import polars as pl

from dashboard.figures.figure import Scope, query, scope_parameters, scoped


def finished_matches(connection: duckdb.DuckDBPyConnection, scope: Scope, latest: int) -> pl.DataFrame:
    """The latest matches that came to their end, the oldest first: `match`, `winner` (a side), `sides`, `players`."""
    from dashboard.figures import summaries

    # The last of the deals that name a winner says who it is.
    sql = (
        scoped(scope, summaries.ended(connection, scope))
        + """,
    latest as (
        select match, max(number) as number, max(day) as last from scoped
        where p0 is not null and winner is not null group by match
        order by last desc nulls last, match desc limit $shown
    )
    select match, winner, sides, seats, [p0, p1, p2, p3][1:seats] as players, last as day
    from scoped join latest using (match, number) order by day desc nulls last, match desc"""
    )
    return query(connection, sql, {**scope_parameters(connection, scope), "shown": latest}).reverse()


def ratings(matches: pl.DataFrame) -> pl.DataFrame:
    """The skill of the players of finished matches: `player`, `mu`, `sigma`, `ordinal`, `matches`.

    Plackett and Luce's model with the Bayesian update of the openskill library, its usual values: everybody begins at
    25 with an uncertainty of 25/3, and every match moves the players of its sides. The ordinal is mu less three sigma.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[int, Any] = {}
    counted: dict[int, int] = {}
    for row in matches.to_dicts():
        seated = row["players"]
        if None in seated or len(set(seated)) < len(seated):
            continue
        sides = [[player for seat, player in enumerate(seated) if seat % row["sides"] == side]
                 for side in range(row["sides"])]  # fmt: skip
        before = [[known.get(player) or model.rating() for player in side] for side in sides]
        ranks = [float(side != row["winner"]) for side in range(len(sides))]
        for side, ratings_after in zip(sides, model.rate(before, ranks=ranks), strict=True):
            for player, rating in zip(side, ratings_after, strict=True):
                known[player] = rating
                counted[player] = counted.get(player, 0) + 1
    return pl.DataFrame(
        [
            {"player": player, "mu": rating.mu, "sigma": rating.sigma, "ordinal": rating.ordinal(),
             "matches": counted[player]}
            for player, rating in known.items()
        ],
        schema={"player": pl.Int64, "mu": pl.Float64, "sigma": pl.Float64, "ordinal": pl.Float64, "matches": pl.Int64},
    ).sort("ordinal", "player", descending=[True, False])  # fmt: skip
