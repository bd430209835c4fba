"""Skill: a rating with its uncertainty, from finished matches."""

import datetime
from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures.adding import Table
from dashboard.figures.figure import Scope, query, scope_parameters, scoped

FINISHED: Final = Table(
    "finished",
    """
select {dimensions}day as last, count(distinct match) as matches
from scoped where p0 is not null and winner is not null group by all""",
    ("last",),
    ("matches",),
)
"""How many matches have their winner named on a day; one counts for each kind of deal that names him."""


def finished_matches(connection: duckdb.DuckDBPyConnection, scope: Scope, latest: int) -> pl.DataFrame:
    """The latest matches that came to their end, the oldest first: `match`, `winner` (a side), `sides`, `players`."""
    from dashboard.figures import summed

    if scope.player is not None:
        return _finished(connection, scope, latest, "fact")
    for many in (latest, 8 * latest):
        since = _since(connection, scope, many)
        found = _finished(connection, scope, latest, summed.ended(connection, since))
        if since is None or found.height == latest:
            return found
    return _finished(connection, scope, latest, summed.ended(connection))


def _since(connection: duckdb.DuckDBPyConnection, scope: Scope, many: int) -> datetime.date | None:
    """The day from which on sums count so many matches; None where they do not, or are not there."""
    from dashboard.figures import summed

    parts = summed.parts_of(connection, FINISHED, scope)
    if parts is None:
        return None
    sql = f"""
    select max(last) as since from (
        select last, sum(sum(matches)) over (order by last desc nulls last) as matches from ({parts.sql}) group by last
    ) where matches >= $many"""
    since: datetime.date | None = query(connection, sql, {**parts.parameters, "many": many}).item()
    return since


def _finished(connection: duckdb.DuckDBPyConnection, scope: Scope, latest: int, facts: str) -> pl.DataFrame:
    # The last of the deals that name a winner says who it is.
    sql = (
        scoped(scope, facts)
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
    for winner, sides, seated in matches.select("winner", "sides", "players").iter_rows():
        if None in seated or len(set(seated)) < len(seated):
            continue
        across = [seated[side::sides] for side in range(sides)]
        before = [[known.get(player) or model.rating() for player in side] for side in across]
        ranks = [float(side != winner) for side in range(sides)]
        for side, ratings_after in zip(across, model.rate(before, ranks=ranks), strict=True):
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
