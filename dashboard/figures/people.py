"""Players and pairs: what each did, how sure that is, and a rating with its uncertainty."""

from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures.figure import Scope, query, scope_parameters, scoped
from dashboard.figures.interval import Z, with_interval

SENTENCE: Final = (
    "Deals in which he sat; contracts that he took himself and whose success is known, and those made; card points "
    "with the last trick of his side a deal, when his side had taken and when the other had; capots that his side made "
    "and those made against it; contracts he doubled and those of them not made; declarations he held and did not "
    "announce where announcements are recorded, and what those that would have counted were worth; violations at his "
    "seat in a hundred deals; matches that came to their end, and those that his side won. Intervals are Wilson's, at "
    "95 %, and for points a deal those of the mean. The ranking is by the shrunken rate: everybody's rate is drawn to "
    "the mean of all, the more the fewer contracts he has."
)
"""What is counted of a player, in words."""

_SEATED: Final = """,
seat as (
    select deal, match, number, month, seats, sides, attack, taker, doubler, made, capot, complete, missed, faults,
        attack_points, case when sides = 2 then defence_points end as defence_points,
        unnest(range(seats))::utinyint as seat, p0, p1, p2, p3
    from scoped
),
person as (
    select *, [p0, p1, p2, p3][seat + 1] as player, (seat % sides)::utinyint as side,
        case when seats = 4 then [p0, p1, p2, p3][(seat + 2) % 4 + 1] end as partner
    from seat
),
ended as (
    select match, arg_max(winner, number) as winner from scoped group by match having winner is not null
),
played as (
    select player, count(*) as matches, count(*) filter (winner = side) as won
    from (select distinct match, player, side from person) join ended using (match) group by player
)"""

_COUNTS: Final = """
    count(*) as deals,
    count(*) filter ({taker} and made is not null) as taken,
    count(*) filter ({taker} and made) as made,
    count(*) filter (attack = side and attack_points is not null) as attacks,
    avg(attack_points) filter (attack = side) as attack_mean,
    stddev_samp(attack_points) filter (attack = side) as attack_spread,
    count(*) filter (attack <> side and defence_points is not null) as defences,
    avg(defence_points) filter (attack <> side) as defence_mean,
    stddev_samp(defence_points) filter (attack <> side) as defence_spread,
    count(*) filter (complete) as played_out,
    count(*) filter (capot = side) as capots,
    count(*) filter (capot <> side) as capots_against,
    count(*) filter ({doubler} and made is not null) as doubles,
    count(*) filter ({doubler} and not made) as doubles_paid,
    sum(len(list_filter(missed, lambda m: {m})))::bigint as missed,
    sum(list_sum(list_transform(list_filter(missed, lambda m: {m} and m.counts), lambda m: m.worth)))::bigint
        as missed_worth,
    sum(len(list_filter(faults, lambda f: {f})))::bigint as violations"""

_PLAYERS: Final = (
    _SEATED
    + f"""
select p.player, {_COUNTS.format(taker="taker = seat", doubler="doubler = seat", m="m.seat = seat", f="f = seat")},
    any_value(m.matches) as matches, any_value(m.won) as won
from person p left join played m using (player)
where p.player is not null and ($whose is null or p.player = $whose)
group by p.player order by deals desc, p.player limit $shown"""
)

_PAIRS: Final = (
    _SEATED
    + f"""
select least(player, partner) as player, greatest(player, partner) as partner,
    {_COUNTS.format(taker="taker % 2 = side", doubler="doubler % 2 = side", m="m.seat % 2 = side", f="f % 2 = side")}
from person
where partner is not null and seat < 2 and ($whose is null or $whose in (player, partner))
group by all order by deals desc, 1, 2 limit $shown"""
)


def _finished(frame: pl.DataFrame) -> pl.DataFrame:
    """The counted rows with rates and intervals, and the shrunken rate that they are ranked by."""
    rates = with_interval(frame.select(count="taken", successes="made"))
    zero = pl.col("missed_worth").fill_null(0)
    frame = frame.with_columns(
        missed=pl.col("missed").fill_null(0), missed_worth=zero, violations=pl.col("violations").fill_null(0),
        made_rate=pl.when(pl.col("taken") > 0).then(pl.col("made") / pl.col("taken")),
        made_low=rates["low"], made_high=rates["high"],
    )  # fmt: skip
    for side in ("attack", "defence"):
        error = pl.col(f"{side}_spread") / pl.col(f"{side}s").sqrt() * Z
        frame = frame.with_columns(
            (pl.col(f"{side}_mean") - error).alias(f"{side}_low"),
            (pl.col(f"{side}_mean") + error).alias(f"{side}_high"),
        ).drop(f"{side}_spread")
    frame = frame.with_columns(violations_per_100=100 * pl.col("violations") / pl.col("deals"))
    return shrunken(frame)


def shrunken(frame: pl.DataFrame) -> pl.DataFrame:
    """Add `shrunken`, `shrunken_low`, `shrunken_high`: the rate of `made` in `taken` drawn to the mean of all.

    As if everybody had, besides his own, `k` contracts of the common rate; `k` is what the spread of the rates beyond
    chance says (method of moments), from 1 to 100.
    """
    taken, made = sum(frame["taken"].to_list()), sum(frame["made"].to_list())
    if not taken:
        nothing = pl.lit(None, pl.Float64)
        return frame.with_columns(shrunken=nothing, shrunken_low=nothing, shrunken_high=nothing)
    mean = made / taken
    some = frame.filter(pl.col("taken") > 0)
    rates, weights = (some["made"] / some["taken"]).to_list(), some["taken"].to_list()
    between = sum(n * (rate - mean) ** 2 for rate, n in zip(rates, weights, strict=True)) / taken
    chance = mean * (1 - mean) * len(weights) / taken
    beyond = between - chance
    strength = min(100.0, max(1.0, mean * (1 - mean) / beyond - 1)) if beyond > 0 else 100.0
    drawn = with_interval(frame.select(count=pl.col("taken") + strength, successes=pl.col("made") + strength * mean))
    return frame.with_columns(
        shrunken=drawn["successes"] / drawn["count"], shrunken_low=drawn["low"], shrunken_high=drawn["high"]
    )


def players(
    connection: duckdb.DuckDBPyConnection, scope: Scope | None = None, *, shown: int = 500, facts: str = "fact"
) -> pl.DataFrame:
    """A row for each player in the scope, those with most deals first, at most so many; see SENTENCE.

    `player` is the number in the store; a scope's player leaves him alone.
    """
    scope = scope or Scope()
    sql = scoped(scope, facts) + _PLAYERS
    return _finished(query(connection, sql, {**scope_parameters(connection, scope), "shown": shown}))


def pairs(
    connection: duckdb.DuckDBPyConnection, scope: Scope | None = None, *, shown: int = 500, facts: str = "fact"
) -> pl.DataFrame:
    """A row for each two who sat across from one another, as `players`; contracts and doubles of either count."""
    scope = scope or Scope()
    sql = scoped(scope, facts) + _PAIRS
    return _finished(query(connection, sql, {**scope_parameters(connection, scope), "shown": shown}))


def companions(connection: duckdb.DuckDBPyConnection, scope: Scope, shown: int = 20) -> pl.DataFrame:
    """With and against whom the scope's player sat: `other`, `partner` (whether across), `deals`, `taken`, `made`.

    Contracts are those of the player's side.
    """
    sql = (
        scoped(scope)
        + _SEATED
        + """
    select [p0, p1, p2, p3][o.other + 1] as other, o.other % sides = side as partner, count(*) as deals,
        count(*) filter (attack = side and made is not null) as taken, count(*) filter (attack = side and made) as made
    from person, (select unnest(range(4)) as other) o
    where player = $whose and o.other < seats and o.other <> seat and [p0, p1, p2, p3][o.other + 1] is not null
    group by 1, 2 order by partner desc, deals desc, other limit $shown"""
    )
    found = query(connection, sql, {**scope_parameters(connection, scope), "shown": shown})
    return with_interval(found.with_columns(count="taken", successes="made")).drop("count", "successes")


def finished_matches(connection: duckdb.DuckDBPyConnection, scope: Scope, latest: int) -> pl.DataFrame:
    """The latest matches that came to their end, the oldest first: `match`, `winner` (a side), `sides`, `players`."""
    sql = (
        scoped(scope)
        + """
    select match, arg_max(winner, number) as winner, any_value(sides) as sides, any_value(seats) as seats,
        arg_max([p0, p1, p2, p3][1:seats], number) as players, max(day) as day
    from scoped where p0 is not null group by match having winner is not null
    order by day desc nulls last, match desc limit $shown"""
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


def missed(connection: duckdb.DuckDBPyConnection, scope: Scope | None = None, facts: str = "fact") -> pl.DataFrame:
    """Declarations held and not announced, by kind: `times`, `worth` at their face, and `counting`, `counting_worth`.

    Those counting would have brought points: the side's declarations counted anyway, or this one was stronger than
    all that the other side announced; a tie is taken as lost.
    """
    scope = scope or Scope()
    sql = (
        scoped(scope, facts)
        + """,
    one as (select p0, p1, p2, p3, unnest(missed) as m from scoped)
    select m.kind as kind, count(*) as times, sum(m.worth)::bigint as worth, count(*) filter (m.counts) as counting,
        coalesce(sum(m.worth) filter (m.counts), 0)::bigint as counting_worth
    from one where $whose is null or [p0, p1, p2, p3][m.seat + 1] = $whose group by 1 order by 1"""
    )
    return query(connection, sql, scope_parameters(connection, scope))
