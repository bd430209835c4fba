"""What a figure is: trials and successes over the store's deals, with a sentence, a count and an interval."""

import datetime
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final
from weakref import WeakKeyDictionary

import duckdb
import polars as pl

from dashboard.figures.interval import with_interval

FLAGS: Final = {
    "revoked": (1, "a rule of play was broken in it"),
    "thrown-in": (2, "everybody passed"),
    "abandoned": (4, "it was broken off"),
    "partial": (8, "not every trick of it is known"),
    "bot": (16, "a program had a seat"),
    "simulated": (32, "it was dealt and played by a simulation"),
}
"""By flag of a deal: its bit in the store, and what it says."""

ALWAYS_OUT: Final = frozenset({"revoked"})
"""Left out unless asked for: what was broken decides such a deal, and not who bid and played it."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which deals are looked at; with nothing said, all but those with a revoke."""

    rules: str | None = None
    """A ruleset's name; tables that differ from it in some knobs belong to it."""
    player: tuple[str, str] | None = None
    """Namespace and id."""
    contract: int | None = None
    file: str | None = None
    """A file's path, as it was loaded."""
    since: datetime.date | None = None
    until: datetime.date | None = None
    """Days, both counted; a deal without a time is in no span of days."""
    without: frozenset[str] = ALWAYS_OUT
    """The flags of the deals left out."""

    def parameters(self) -> dict[str, Any]:
        """The scope's values by parameter."""
        namespace, player = self.player or (None, None)
        return {
            "rules": self.rules, "namespace": namespace, "player": player, "contract": self.contract,
            "file": self.file, "since": self.since, "until": self.until,
            "without": sum(FLAGS[flag][0] for flag in self.without),
        }  # fmt: skip

    def where(self) -> str:
        """The condition on rows of `fact f` with their ruleset `r`, over the scope's parameters."""
        said = {
            "rules": "r.name = $rules",
            "player": "$whose in (f.p0, f.p1, f.p2, f.p3)",
            "contract": "f.contract = $contract",
            "file": "f.file in (select file from file where path = $file)",
            "since": "f.day >= $since",
            "until": "f.day <= $until",
        }
        parts = [sql for name, sql in said.items() if getattr(self, name) is not None]
        if self.without:
            parts.append("(f.flags & $without) = 0")
        return " and ".join(parts) or "true"

    def months(self) -> dict[str, int | None]:
        """The days as months counted from year 0, where they are whole months."""
        first, last = self.since, self.until
        return {
            "first_month": None if first is None else first.year * 12 + first.month - 1,
            "last_month": None if last is None else last.year * 12 + last.month - 1,
        }

    def of_whole_months(self) -> bool:
        """Whether the days begin with the first of a month and end with the last of one, as far as they are said."""
        day = datetime.timedelta(days=1)
        return (self.since is None or self.since.day == 1) and (self.until is None or (self.until + day).day == 1)

    def months_inside(self) -> "Scope | None":
        """The same deals without the days before and after whole months; None where none of these is whole."""
        since, until = self.since, self.until
        if since is not None and since.day > 1:
            since = (since.replace(day=1) + datetime.timedelta(days=31)).replace(day=1)
        if until is not None and (until + datetime.timedelta(days=1)).day > 1:
            until = until.replace(day=1) - datetime.timedelta(days=1)
        if since is not None and until is not None and since > until:
            return None
        return replace(self, since=since, until=until)

    def days_outside(self, inside: "Scope") -> dict[str, "Scope"]:
        """What `months_inside` left out: the days before it and after it, each if there are any."""
        day = datetime.timedelta(days=1)
        ends = {}
        if inside.since is not None and inside.since != self.since:
            ends["head"] = replace(self, until=inside.since - day)
        if inside.until is not None and inside.until != self.until:
            ends["tail"] = replace(self, since=inside.until + day)
        return ends

    def whole(self) -> "Scope":
        """The whole store, with the same flags left out."""
        return Scope(without=self.without)


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
    """SQL that continues SCOPED: a common table `trial`, one row for each thing counted, with `deal`, `success`."""
    splits: Mapping[str, str]
    """By name of a split: the column of `trial` that it groups by."""
    bounds: Mapping[str, float] = field(default_factory=dict)
    """Bounds of the definition that may be moved, with their usual values."""
    keeps: frozenset[str] = frozenset()
    """Flags of deals that this figure is about, or is not misled by: they are never left out."""
    repeated: str = ""
    """What trials are called where each stands once for each kind: under any split but `kind`. Else as ever."""
    own: bool = True
    """Whether, of a player's deals, only the trials count whose `player` he is."""

    def counted_by(self, split: str) -> str:
        """What its trials are called under a split, in the plural."""
        return self.repeated if self.repeated and split != "kind" else self.counted

    def scope(self, scope: Scope) -> Scope:
        """The scope with the deals that this figure keeps."""
        return replace(scope, without=scope.without - self.keeps)


SEEN_AS: Final = """
select s.person from player p join person s using (player) where p.namespace = $namespace and p.id = $player"""
"""Who a player is seen as, by the namespace and id that a record has."""

SCOPED: Final = """
with
scoped as (
    select f.*, r.name as rules, r.players as seats from {facts} f join ruleset r using (ruleset) where {where}
)"""
"""The deals of the scope, a row each: what every figure starts from."""

_SUMMARY: Final = """
select {column} as "group", count(*) as count, count(*) filter (success) as successes,
    count(*) filter (success) / nullif(count(*), 0) as rate
from trial where {own} group by 1 order by 1 nulls last"""


_EVERY: Final = "f.*,"
"""What SCOPED says for every column of the deals."""
_known_columns: Final[set[str]] = set()
_OF_ONE: Final = "fact_of_one"
"""Stands for `fact` in questions on one player's deals."""
_KEPT_PLAYERS: Final = 16
_keeping: Final = threading.Lock()
_unchanging: Final[WeakKeyDictionary[duckdb.DuckDBPyConnection, dict[tuple[str, str], int]]] = WeakKeyDictionary()
"""Connections through which nothing changes, and the numbers of players asked about there."""


def query(connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any] | None = None) -> pl.DataFrame:
    """The answer to one question, through a cursor of its own: a connection shared by threads mixes up answers.

    Parameters that the question does not name are left out. The deals of the player asked about are kept apart for the
    next questions, where the connection has a database of its own in memory.
    """
    named = set(re.findall(r"\$([a-z_]+)", sql))
    given = {name: value for name, value in (parameters or {}).items() if name in named}
    with connection.cursor() as cursor:
        if _EVERY in sql:
            sql = _narrowed(sql, _columns(cursor))
        if _OF_ONE not in sql:
            answer: pl.DataFrame = cursor.sql(sql, params=given).pl()
            return answer
        whose = int((parameters or {}).get("whose") or 0)
        for _ in range(2):
            try:
                answer = cursor.sql(sql.replace(_OF_ONE, f"deals_of_{whose}"), params=given).pl()
                return answer
            except duckdb.CatalogException:
                if not _keep_apart(connection, cursor, whose):
                    break
        answer = cursor.sql(sql.replace(_OF_ONE, "fact"), params=given).pl()
        return answer


def _columns(cursor: duckdb.DuckDBPyConnection) -> frozenset[str]:
    """What is kept of a deal: the same in every store of this version."""
    if not _known_columns:
        _known_columns.update(cursor.sql("from fact limit 0").columns)
    return frozenset(_known_columns)


@lru_cache(maxsize=512)
def _narrowed(sql: str, columns: frozenset[str]) -> str:
    """A question with those columns of the deals that it names: DuckDB takes every one through all of its plan."""
    wanted = sorted(columns & set(re.findall(r"\w+", sql)))
    return sql.replace(_EVERY, ", ".join(f'f."{each}"' for each in wanted) + ",")


def _keep_apart(connection: duckdb.DuckDBPyConnection, cursor: duckdb.DuckDBPyConnection, whose: int) -> bool:
    """Keep the deals in which a player sat in a table of their own, in place of who was looked at longest ago."""
    from dashboard.figures import summed

    first, last = summed.span_of(connection, whose)
    kept_sql = (
        "select table_name from duckdb_tables() where table_name like 'deals\\_of\\_%' escape '\\' order by table_oid"
    )
    with _keeping:
        try:
            kept = [name for (name,) in cursor.execute(kept_sql).fetchall()]
            for name in kept[: -_KEPT_PLAYERS + 1]:
                cursor.execute(f"drop table if exists {name}")
            cursor.execute(
                f"create table if not exists deals_of_{whose} as select * from fact "
                f"where deal between {first} and {last} "
                f"and (p0 = {whose} or p1 = {whose} or p2 = {whose} or p3 = {whose})"
            )
        except (duckdb.InvalidInputException, duckdb.CatalogException):
            return False  # a store that is only read
        return True


def scope_parameters(connection: duckdb.DuckDBPyConnection, scope: Scope) -> dict[str, Any]:
    """The scope's parameters, the player also by his number in the store as `whose`, 0 where he is not in it."""
    parameters = scope.parameters()
    parameters["whose"] = None
    if scope.player is not None:
        known = _unchanging.get(connection, {})
        if scope.player not in known:
            found = query(connection, SEEN_AS, parameters)
            known[scope.player] = found.item() if found.height else 0
        parameters["whose"] = known[scope.player]
    return parameters


def never_changes(connection: duckdb.DuckDBPyConnection) -> None:
    """Say of a connection that nobody is ever seen as somebody else through it: a player need be looked for once."""
    _unchanging[connection] = {}


def scoped(scope: Scope, facts: str = "fact") -> str:
    """SQL that begins a question on the deals of a scope, from what the store keeps or, anew, from `fact_scan`."""
    if facts == "fact" and scope.player is not None:
        facts = _OF_ONE
    return SCOPED.format(facts=facts, where=scope.where())


def compute(
    connection: duckdb.DuckDBPyConnection,
    figure: Figure,
    split: str,
    scope: Scope | None = None,
    bounds: Mapping[str, float] | None = None,
    facts: str = "fact",
) -> pl.DataFrame:
    """A figure split by one of its columns.

    One row a group: `group`, `count`, `successes`, `rate`, and `low` and `high`, the 95 % Wilson interval. `bounds`
    move those of the figure; `facts` names the table counted from. Raises KeyError for a split that it does not have.
    """
    scope = figure.scope(scope or Scope())
    from dashboard.figures import summed

    if facts == "fact" and (counted := summed.from_sums(connection, figure, split, scope, bounds)) is not None:
        return with_interval(counted)
    sql = (
        scoped(scope, facts)
        + ","
        + figure.trials
        + _SUMMARY.format(column=figure.splits[split], own=_own(figure, scope))
    )
    sql = sql.replace("{facts}", facts)
    if facts == "fact":
        sql = summed.shortened(connection, sql)
    return with_interval(query(connection, sql, _parameters(connection, figure, scope, bounds)))


def deals_behind(
    connection: duckdb.DuckDBPyConnection,
    figure: Figure,
    split: str,
    group: Any,
    scope: Scope | None = None,
    *,
    succeeded: bool | None = None,
    bounds: Mapping[str, float] | None = None,
    first: int = 0,
    shown: int = 100,
) -> pl.DataFrame:
    """The deals behind one row of a figure, by number in the store: all, or those that succeeded or did not."""
    scope = figure.scope(scope or Scope())
    # Of one player's deals, no others need be looked at.
    one = split in ("taker", "player", "doubler") and group is not None and str(group).isdigit()
    narrow = " and $one in (f.p0, f.p1, f.p2, f.p3)" if one else ""
    sql = (
        SCOPED.format(facts="{facts}", where=scope.where() + narrow)
        + ","
        + figure.trials
        + f"""
    select distinct deal from trial
    where {figure.splits[split]}::varchar is not distinct from $group and {_own(figure, scope)}
        and ($succeeded is null or success = $succeeded)
    order by deal limit $shown offset $first"""
    )
    chosen = {"group": _as_text(group), "succeeded": succeeded, "first": first, "shown": shown}
    if one:
        chosen["one"] = int(group)
    parameters = _parameters(connection, figure, scope, bounds) | chosen
    return query(connection, sql.replace("{facts}", "fact"), parameters)


def _as_text(group: Any) -> str | None:
    """A group as the database writes it."""
    return None if group is None else str(group).lower() if isinstance(group, bool) else str(group)


def _own(figure: Figure, scope: Scope) -> str:
    return "player = $whose" if figure.own and scope.player is not None else "true"


def _parameters(
    connection: duckdb.DuckDBPyConnection, figure: Figure, scope: Scope, bounds: Mapping[str, float] | None
) -> dict[str, Any]:
    return {**scope_parameters(connection, scope), **figure.bounds, **(bounds or {})}
