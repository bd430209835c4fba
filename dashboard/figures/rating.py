"""Skill: a rating with its uncertainty, from finished matches."""

import datetime
import math
from typing import Final

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


_MEAN: Final = 25.0
_SIGMA: Final = _MEAN / 3
_BETA: Final = _MEAN / 6
_TAU: Final = _MEAN / 300
_LEAST: Final = 0.0001
"""What is left of a variance at least."""


def ratings(matches: pl.DataFrame) -> pl.DataFrame:
    """The skill of the players of finished matches: `player`, `mu`, `sigma`, `ordinal`, `matches`.

    Plackett and Luce's model with the Bayesian update of Weng and Lin, and the usual values of the openskill library:
    everybody begins at 25 with an uncertainty of 25/3, and every match moves the players of its sides. The ordinal is
    mu less three sigma.
    """
    mu: dict[int, float] = {}
    sigma: dict[int, float] = {}
    counted: dict[int, int] = {}
    for winner, sides, seated in matches.select("winner", "sides", "players").iter_rows():
        if None in seated or len(set(seated)) < len(seated):
            continue
        for player in seated:
            mu.setdefault(player, _MEAN)
            # Skill may have changed since the last match.
            sigma[player] = math.sqrt(sigma.get(player, _SIGMA) ** 2 + _TAU**2)
            counted[player] = counted.get(player, 0) + 1
        across = [seated[side::sides] for side in range(sides)]
        across.insert(0, across.pop(winner))
        _move(across, mu, sigma)
    return pl.DataFrame(
        [
            {"player": player, "mu": mean, "sigma": sigma[player], "ordinal": mean - 3 * sigma[player],
             "matches": counted[player]}
            for player, mean in mu.items()
        ],
        schema={"player": pl.Int64, "mu": pl.Float64, "sigma": pl.Float64, "ordinal": pl.Float64, "matches": pl.Int64},
    ).sort("ordinal", "player", descending=[True, False])  # fmt: skip


def _move(sides: list[list[int]], mu: dict[int, float], sigma: dict[int, float]) -> None:
    """Move the skills of the sides of a match of which the first won, the others equal behind it (Weng, Lin 2011).

    Thousands of matches are rated while somebody waits: the loops are plain.
    """
    means, variances = [], []
    for side in sides:
        mean = variance = 0.0
        for player in side:
            mean += mu[player]
            variance += sigma[player] ** 2
        means.append(mean)
        variances.append(variance)
    spread = math.sqrt(sum(variances) + len(sides) * _BETA**2)
    strengths = [math.exp(mean / spread) for mean in means]
    # The winner was first among all; then the losers share the next place.
    behind, first, second = len(sides) - 1, sum(strengths), sum(strengths[1:])
    for place, side in enumerate(sides):
        won = strengths[place] / first
        better, surer = (1 - won if place == 0 else -won), won * (1 - won)
        if place and behind > 1:
            share = strengths[place] / second
            better += 1 / behind - share
            surer += share * (1 - share)
        variance = variances[place]
        better *= variance / spread
        surer *= (variance / spread**2) * (math.sqrt(variance) / spread)
        for player in side:
            part = sigma[player] ** 2 / variance
            mu[player] += part * better
            sigma[player] *= math.sqrt(max(1 - part * surer, _LEAST))
