"""What a figure is: trials and successes over the store's primary verdicts, with a sentence, a count, an interval."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures.interval import with_interval
from replay.rulesets import from_toml


@dataclass(frozen=True, slots=True)
class Scope:
    """Which deals are looked at: those of one ruleset, of one player, or all."""

    rules: str | None = None
    """A ruleset's name; tables that differ from it in some knobs belong to it."""
    player: tuple[str, str] | None = None
    """Namespace and id."""

    def parameters(self) -> dict[str, Any]:
        """The parameters that every figure's SQL takes for the scope."""
        namespace, player = self.player or (None, None)
        return {"rules": self.rules, "namespace": namespace, "player": player}


@dataclass(frozen=True, slots=True)
class Figure:
    """A rate with its definition: what is counted, what of it succeeds, and how it may be split."""

    name: str
    title: str
    counted: str
    """What one trial is, in the plural: `contracts`."""
    succeeded: str
    """What a success is called: `made`."""
    sentence: str
    """The definition in words, for people."""
    trials: str
    """SQL that continues JUDGED: a common table `trial`, one row for each thing counted, with `success`."""
    splits: Mapping[str, str]
    """By name of a split: the column of `trial` that it groups by."""


JUDGED: Final = """
with
full_hand as (select unnest($rulesets) as ruleset, unnest($hand_sizes) as hand_size),
chosen as (select list(player) as wanted from player where namespace = $namespace and id = $player),
judged as (
    select
        d.deal, v.contract, v.level, v.taker, v.outcome, v.points, v.capot, v.seats, v.held,
        d.hands, d.hand_sizes, d.plays, d.ended, s.players, f.hand_size, chosen.wanted,
        coalesce(len(s.players), len(d.hand_sizes), 4) as table_size,
        -- All tricks known: the sides' tricks are as many as a full hand has cards.
        coalesce(list_sum(v.tricks) = f.hand_size, false) as complete
    from verdict v
    join deal d using (deal)
    join ruleset r on r.ruleset = v.ruleset
    join full_hand f on f.ruleset = v.ruleset
    cross join chosen
    left join seating s using (seating)
    where v.is_primary
        and ($rules is null or r.name = $rules)
        and ($player is null or list_has_any(s.players, chosen.wanted))
)"""
"""The deals of the scope with their primary verdicts: what every figure starts from."""

_SUMMARY: Final = """
select {column} as "group", count(*) as count, count(*) filter (success) as successes,
    count(*) filter (success) / nullif(count(*), 0) as rate, count(*) filter (settled) as settled
from trial group by 1 order by 1 nulls last"""


def query(connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any] | None = None) -> pl.DataFrame:
    """The answer to one question, through a cursor of its own: a connection shared by threads mixes up answers."""
    with connection.cursor() as cursor:
        answer: pl.DataFrame = cursor.sql(sql, params=dict(parameters or {})).pl()
        return answer


@functools.lru_cache(maxsize=1024)
def _hand_size(toml: str) -> int:
    return from_toml(toml).hand_size


def _full_hands(connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    rulesets = query(connection, "select ruleset, toml from ruleset order by ruleset")
    return {
        "rulesets": rulesets["ruleset"].to_list(),
        "hand_sizes": [_hand_size(toml) for toml in rulesets["toml"]],
    }


def compute(
    connection: duckdb.DuckDBPyConnection, figure: Figure, split: str, scope: Scope | None = None
) -> pl.DataFrame:
    """A figure split by one of its columns.

    One row a group: `group`, `count`, `successes`, `rate`, `settled` (how many of the trials were judged by
    settlement, not by card points), and `low` and `high`, the 95 % Wilson interval. Raises KeyError for a split
    that the figure does not have.
    """
    sql = JUDGED + "," + figure.trials + _SUMMARY.format(column=figure.splits[split])
    parameters = {**(scope or Scope()).parameters(), **_full_hands(connection)}
    return with_interval(query(connection, sql, parameters))
