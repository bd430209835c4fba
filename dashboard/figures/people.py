"""Players and pairs: what each did, how sure that is, and a rating with its uncertainty."""

from collections.abc import Sequence
from typing import Final

import duckdb
import polars as pl

from dashboard.figures.adding import Table, rows
from dashboard.figures.faults import FAULTS_OF_SEATS, PAIR_FAULTS
from dashboard.figures.figure import Scope, compute, query, scope_parameters, scoped
from dashboard.figures.interval import Z, with_interval

SENTENCE: Final = (
    "Deals in which he sat; contracts that he took himself and whose success is known, and those made; card points "
    "with the last trick of his side a deal, when his side had taken and when the other had; capots that his side made "
    "and those made against it; contracts he doubled and those of them not made; declarations he held and did not "
    "announce where announcements are recorded, and what those that would have counted were worth; matches decided in "
    "one of these deals in which he sat, and those that his side won; deals judged in which he sat, and those in "
    "which a rule was broken at his seat, none left out for having been revoked, thrown in or broken off. Intervals "
    "are Wilson's, at 95 %, and for points a deal those of the mean. The ranking is by the shrunken rate: everybody's "
    "rate is drawn to the mean of all, the more the fewer contracts he has."
)
"""What is counted of a player, in words."""

_SEATED: Final = """,
decider as (
    select match, max(number) as number from {facts}
    where winner is not null and match in (select match from scoped) group by match
),
seat as (
    select s.deal, s.day, s.file, s.ruleset, s.contract, s.flags, seats, sides, attack, taker, doubler, made, capot,
        complete, missed, faults, attack_points, case when sides = 2 then defence_points end as defence_points,
        case when d.match is not null then winner end as winner,
        unnest(range(seats))::utinyint as seat, p0, p1, p2, p3
    from scoped s left join decider d using (match, number)
),
person as (
    select *, [p0, p1, p2, p3][seat + 1] as player, (seat % sides)::utinyint as side,
        case when seats = 4 then [p0, p1, p2, p3][(seat + 2) % 4 + 1] end as partner
    from seat
)"""
"""A row for each seat in a deal; `winner` only on the deal that decided its match."""

_EVENTS: Final = {
    "deals": "true",
    "taken": "{taker} and made is not null",
    "made": "{taker} and made",
    "attacks": "attack = side and attack_points is not null",
    "defences": "attack <> side and defence_points is not null",
    "capots": "capot = side",
    "capots_against": "capot <> side",
    "doubles": "{doubler} and made is not null",
    "doubles_paid": "{doubler} and not made",
    "missed": "len(list_filter(missed, lambda m: {m})) > 0",
    "missed_worth": "len(list_filter(missed, lambda m: {m} and m.counts)) > 0",
    "matches": "winner is not null",
    "won": "winner = side",
}
"""By column: in which deals a player or a pair has something of it. Most columns count just these deals."""

_ADDED: Final = {
    "attack_sum": "sum(attack_points::double) filter (attack = side)",
    "attack_squares": "sum(attack_points::double ** 2) filter (attack = side)",
    "defence_sum": "sum(defence_points::double) filter (attack <> side)",
    "defence_squares": "sum(defence_points::double ** 2) filter (attack <> side)",
    "missed": "sum(len(list_filter(missed, lambda m: {m})))",
    "missed_worth": "sum(list_sum(list_transform(list_filter(missed, lambda m: {m} and m.counts), lambda m: m.worth)))",
}
"""By column: what is added up instead."""

_JUDGED: Final = {"judged": "true", "faulty": "len(list_filter(faults, lambda f: {f})) > 0"}
"""What is counted of the deals that figures of violations keep."""

_SOLO: Final = {"taker": "taker = seat", "doubler": "doubler = seat", "m": "m.seat = seat", "f": "f = seat"}
_BOTH: Final = {
    "taker": "taker % 2 = side", "doubler": "doubler % 2 = side", "m": "m.seat % 2 = side", "f": "f % 2 = side",
}  # fmt: skip
COLUMNS: Final = (*_EVENTS, *(column for column in _ADDED if column not in _EVENTS))
"""What is kept of a player or a pair: all of it adds up."""


def _table(pairs: bool) -> Table:
    """A row for each player or pair with COLUMNS."""
    words = _BOTH if pairs else _SOLO
    added = [
        f"{_ADDED[column] if column in _ADDED else f'count(*) filter ({_EVENTS[column]})'} as {column}".format(**words)
        for column in COLUMNS
    ]
    if pairs:
        who = "least(player, partner) as player, greatest(player, partner) as partner"
        where = "partner is not null and seat < 2 and ($whose is null or $whose in (player, partner))"
    else:
        who, where = "player", "player is not null and ($whose is null or player = $whose)"
    return Table(
        "pairs" if pairs else "players",
        f"{_SEATED}\nselect {{dimensions}}{who}, {', '.join(added)} from person where {where} group by all",
        ("player", "partner") if pairs else ("player",),
        COLUMNS,
    )


PLAYERS: Final = _table(False)
PAIRS: Final = _table(True)


def _people(
    connection: duckdb.DuckDBPyConnection, table: Table, judged: pl.DataFrame, scope: Scope, shown: int, facts: str
) -> pl.DataFrame:
    """The players or pairs with most deals, with what was judged of each."""
    order = f"order by deals desc, {', '.join(table.keys)} limit $shown"
    found = rows(connection, table, scope, facts, order, {"shown": shown})
    found = found.with_columns(pl.col(*_EVENTS).fill_null(0).cast(pl.Int64))
    # Of some every deal is left out and yet judged: they come last, and only where all others are shown.
    found = found.join(judged, on=table.keys, how="full", coalesce=True)
    found = found.with_columns(pl.col(*_EVENTS, *_JUDGED).fill_null(0))
    return _finished(found.sort("deals", *table.keys, descending=[True, *(False for _ in table.keys)]).head(shown))


def deals_behind(
    connection: duckdb.DuckDBPyConnection, column: str, players: Sequence[int], scope: Scope, first: int, shown: int
) -> pl.DataFrame:
    """The deals behind a column of a player, or of a pair where two are given, by number in the store."""
    words = _SOLO if len(players) == 1 else _BOTH
    chosen = (
        "player = $one" if len(players) == 1 else "seat < 2 and $one in (player, partner) and $two in (player, partner)"
    )
    condition = (_EVENTS | _JUDGED)[column].format(**words)
    if column in _JUDGED:
        scope = FAULTS_OF_SEATS.scope(scope)
    sql = (
        scoped(scope)
        + _SEATED.replace("{facts}", "fact")
        + f"""
    select distinct deal from person where {chosen} and {condition} order by deal limit $shown offset $first"""
    )
    asked = {"one": players[0], "two": players[-1], "first": first, "shown": shown}
    return query(connection, sql, {**scope_parameters(connection, scope), **asked})


def _finished(frame: pl.DataFrame) -> pl.DataFrame:
    """The counted rows with rates and intervals, and the shrunken rate that they are ranked by."""
    for hits, of in (("made", "taken"), ("faulty", "judged")):
        rates = with_interval(frame.select(count=of, successes=hits))
        rate = pl.when(pl.col(of) > 0).then(pl.col(hits) / pl.col(of))
        low, high = rates["low"].alias(f"{hits}_low"), rates["high"].alias(f"{hits}_high")
        frame = frame.with_columns(rate.alias(f"{hits}_rate"), low, high)
    for side in ("attack", "defence"):
        count, total, squares = pl.col(f"{side}s"), pl.col(f"{side}_sum"), pl.col(f"{side}_squares")
        mean = pl.when(count > 0).then(total / count)
        variance = pl.when(count > 1).then((squares - total**2 / count).clip(lower_bound=0) / (count - 1))
        error = (variance / count).sqrt() * Z
        frame = frame.with_columns(
            mean.alias(f"{side}_mean"), (mean - error).alias(f"{side}_low"), (mean + error).alias(f"{side}_high")
        ).drop(f"{side}_sum", f"{side}_squares")
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
    judged = compute(connection, FAULTS_OF_SEATS, "player", scope, facts=facts).drop_nulls("group")
    judged = judged.select(player=pl.col("group").cast(pl.UInt32), judged="count", faulty="successes")
    return _people(connection, PLAYERS, judged, scope, shown, facts)


def pairs(
    connection: duckdb.DuckDBPyConnection, scope: Scope | None = None, *, shown: int = 500, facts: str = "fact"
) -> pl.DataFrame:
    """A row for each two who sat across from one another, as `players`; contracts and doubles of either count."""
    scope = scope or Scope()
    judged = rows(connection, PAIR_FAULTS, FAULTS_OF_SEATS.scope(scope), facts)
    return _people(connection, PAIRS, judged, scope, shown, facts)


def deals_with(
    connection: duckdb.DuckDBPyConnection, other: int, partner: bool, scope: Scope, first: int, shown: int
) -> pl.DataFrame:
    """The deals behind a row of `companions`, by number in the store."""
    sql = (
        scoped(scope)
        + _SEATED.replace("{facts}", "fact")
        + """
    select distinct deal from person, (select unnest(range(4)) as other) o
    where player = $whose and o.other < seats and o.other <> seat and [p0, p1, p2, p3][o.other + 1] = $other
        and (o.other % sides = side) = $partner
    order by deal limit $shown offset $first"""
    )
    asked = {"other": other, "partner": partner, "first": first, "shown": shown}
    return query(connection, sql, {**scope_parameters(connection, scope), **asked})


def companions(connection: duckdb.DuckDBPyConnection, scope: Scope, shown: int = 20) -> pl.DataFrame:
    """With and against whom the scope's player sat: `other`, `partner` (whether across), `deals`, `taken`, `made`.

    Contracts are those of the player's side.
    """
    sql = (
        scoped(scope)
        + _SEATED.replace("{facts}", "fact")
        + """
    select [p0, p1, p2, p3][o.other + 1] as other, o.other % sides = side as partner, count(*) as deals,
        count(*) filter (attack = side and made is not null) as taken, count(*) filter (attack = side and made) as made
    from person, (select unnest(range(4)) as other) o
    where player = $whose and o.other < seats and o.other <> seat and [p0, p1, p2, p3][o.other + 1] is not null
    group by 1, 2 order by partner desc, deals desc, other limit $shown"""
    )
    found = query(connection, sql, {**scope_parameters(connection, scope), "shown": shown})
    return with_interval(found.with_columns(count="taken", successes="made")).drop("count", "successes")
