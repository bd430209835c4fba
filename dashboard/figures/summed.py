"""How sums answer: which of them hold what a scope asks for, and the questions that add those up."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import duckdb
import polars as pl

from dashboard.figures import bidding, fairness
from dashboard.figures.adding import APART, GRID, Table, bounded, table_of
from dashboard.figures.figure import Figure, Scope, query

NAME: Final = "sums"
"""What the sums of a snapshot are attached as."""
DAYS, USUAL = " by day", " as usual"
"""The sums of a table have its name; by day, and by ruleset, file and month of the deals usually looked at, these."""
_LAST: Final = 2**64 - 1
"""No deal has a number above this."""
_BOOLEANS: Final = {"side", "announced", "declaration"}


@dataclass(frozen=True, slots=True)
class Names:
    """The numbers of rulesets and files in a snapshot by their names."""

    rulesets: Mapping[str, list[int]]
    files: Mapping[str, list[int]]


class Parts(NamedTuple):
    """A question whose rows are to be added up, with its parameters."""

    sql: str
    parameters: dict[str, Any]


_attached: Final[WeakKeyDictionary[duckdb.DuckDBPyConnection, Names]] = WeakKeyDictionary()
"""The connections that have sums."""


def attached(connection: duckdb.DuckDBPyConnection) -> None:
    """Answer questions of this connection, to which the sums of its snapshot were attached, from these."""
    rulesets: dict[str, list[int]] = {}
    files: dict[str, list[int]] = {}
    for known, column, table in ((rulesets, "name", "ruleset"), (files, "path", "file")):
        for name, number in query(connection, f"select {column}, {table} from {table} order by 2").rows():
            known.setdefault(name, []).append(number)
    _attached[connection] = Names(rulesets, files)


def parts_of(
    connection: duckdb.DuckDBPyConnection, table: Table, scope: Scope, apart: str | None = None
) -> Parts | None:
    """The sums of a table that make up a scope, those of days where its months are not whole; None if none do.

    `apart` names one of APART to be the group.
    """
    names = _attached.get(connection)
    if scope.player is not None or names is None:
        return None
    columns = [f's."{key}"' for key in (*table.keys, *table.added)]
    asked, parts = _asked(scope), []
    inside = scope.months_inside()
    if inside is not None:
        usual = scope.contract is None and scope.without == table.usual and apart != "contract"
        where = [*_always(scope, names), *([] if usual else _fine(scope)), *_months(inside)]
        asked |= inside.months()
        columns[0] = columns[0] if apart is None else f's.{apart} as "group"'
        parts.append(_part(table.name + (USUAL if usual else ""), columns, where))
    month = "(year(s.day) * 12 + month(s.day) - 1)::uinteger"
    columns[0] = columns[0] if apart is None else f'{month if apart == "month" else f"s.{apart}"} as "group"'
    for where, days in _ends(scope, inside, names):
        parts.append(_part(table.name + DAYS, columns, where))
        asked |= days
    return Parts(" union all ".join(parts), asked)


def _part(name: str, columns: list[str], where: list[str]) -> str:
    return f'select {", ".join(columns)} from {NAME}."{name}" s where {" and ".join(where) or "true"}'


def _asked(scope: Scope) -> dict[str, Any]:
    """What conditions on contracts and flags ask for."""
    return {"contract": scope.contract, "without": scope.parameters()["without"]}


def _ends(scope: Scope, inside: Scope | None, names: Names) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Conditions on sums by day, for the days before and after whole months, with their parameters."""
    ends = {"days": scope} if inside is None else scope.days_outside(inside)
    for end, days in ends.items():
        bounds = {f"since_{end}": days.since, f"until_{end}": days.until}
        said = {f"s.day >= $since_{end}": days.since, f"s.day <= $until_{end}": days.until}
        where = [*_always(scope, names), *_fine(scope), *(sql for sql, day in said.items() if day is not None)]
        yield where, {name: day for name, day in bounds.items() if day is not None}


def _always(scope: Scope, names: Names) -> list[str]:
    """Conditions on sums of every kind."""
    said = (("ruleset", scope.rules, names.rulesets), ("file", scope.file, names.files))
    return [
        f"s.{column} in ({', '.join(map(str, known.get(name, ()))) or 'null'})"
        for column, name, known in said
        if name is not None
    ]


def _fine(scope: Scope) -> list[str]:
    """Conditions on sums that keep contracts and flags apart."""
    said = {"s.contract = $contract": scope.contract is not None, "(s.flags & $without) = 0": bool(scope.without)}
    return [sql for sql, wanted in said.items() if wanted]


def _months(scope: Scope) -> list[str]:
    """Conditions on sums of months."""
    said = {"s.month >= $first_month": scope.since, "s.month <= $last_month": scope.until}
    return [sql for sql, day in said.items() if day is not None]


def from_sums(
    connection: duckdb.DuckDBPyConnection,
    figure: Figure,
    split: str,
    scope: Scope,
    bounds: Mapping[str, float] | None = None,
) -> pl.DataFrame | None:
    """A figure's counts from the sums, as `compute` counts them; None where they cannot say."""
    successes, step = "sum(successes)", 0
    if (bound := bounded(figure)) is not None:
        wanted = {**figure.bounds, **(bounds or {})}
        step = round(wanted[bound] * GRID)
        usual = figure.scope(Scope()).without
        if wanted["least"] != figure.bounds["least"] or step / GRID != wanted[bound] or scope.without != usual:
            return None
        successes = f"coalesce(sum(count) filter (rate {'<' if bound == 'below' else '>'} $step), 0)"
    elif bounds:
        return None
    parts = parts_of(connection, table_of(figure, split), scope, split if split in APART else None)
    if parts is None:
        return None
    word, named = '"group"', ""
    if split in ("ruleset", "file"):
        word, named = ("r.name" if split == "ruleset" else "r.path"), f'join {split} r on r.{split} = "group"'
    elif split in _BOOLEANS or (figure.name, split) == ("belote", "taker"):
        word = '"group"::boolean'
    sql = f"""
    select *, successes / nullif(count, 0) as rate from (
        select {word} as "group", sum(count)::bigint as count, {successes}::bigint as successes
        from ({parts.sql}) {named} group by 1
    ) order by 1 nulls last"""
    return query(connection, sql, {**parts.parameters, "step": step})


def shortened(connection: duckdb.DuckDBPyConnection, sql: str) -> str:
    """A question that counts anew what is summed up for the whole store, with the sums in that place if there are."""
    kept, rated = (each.replace("{facts}", "fact") for each in (fairness.KEPT, bidding.RATED))
    if connection in _attached:
        sql = sql.replace(kept, f"select * from {NAME}.kept")
        sql = sql.replace(
            rated,
            f"""select rules, stage, before_size, strength, sum(hands) as hands, sum(hands_made) / sum(hands) as rate
    from {NAME}.hands where (flags & $without) = 0 group by all having sum(hands) >= $least""",
        )
    return sql


def violations_of(connection: duckdb.DuckDBPyConnection, scope: Scope) -> Parts | None:
    """The broken rules of a scope by `deal`, `code`, `seat`, `position`, with their `place` in order; None without."""
    names = _attached.get(connection)
    if scope.player is not None or names is None:
        return None
    ((where, asked),) = _ends(scope, None, names)
    sql = f"select deal, code, seat, position, place from {NAME}.broken s where {' and '.join(where) or 'true'}"
    return Parts(sql, _asked(scope) | asked)


def span_of(connection: duckdb.DuckDBPyConnection, player: int) -> tuple[int, int]:
    """The first and the last deal in which a player sat, or deals before and after those, by number in the store."""
    if connection in _attached:
        found = query(connection, f"select first, last from {NAME}.span where player = $player", {"player": player})
        if found.height:
            return found.row(0)
    return 0, _LAST


def ended(connection: duckdb.DuckDBPyConnection, since: datetime.date | None = None) -> str:
    """Where the deals are that name the winner of a match: all, or those of matches decided then or later."""
    if connection not in _attached:
        return "fact"
    return f"{NAME}.ended" if since is None else f"(select * from {NAME}.ended where decided >= date '{since}')"


def matches_of(connection: duckdb.DuckDBPyConnection, scope: Scope) -> tuple[Parts, Parts] | None:
    """The questions for how many matches have deals in the scope, and for their `match` and `name`; None without sums.

    Matches of whole months are summed up by their kinds; those of the days before and after are looked for.
    """
    names = _attached.get(connection)
    if scope.player is not None or names is None:
        return None
    if scope.where() == "true":
        return Parts(f"select count(*) from {NAME}.match", {}), Parts(f"select match, name from {NAME}.match", {})
    inside = scope.months_inside()
    near, asked = [], _asked(scope)
    for where, days in _ends(scope, inside, names):
        near.append(f"select match from fact s where {' and '.join(where) or 'true'}")
        asked |= days
    others = f"from (select distinct match from ({' union all '.join(near)})) join {NAME}.match_kind using (match)"
    if inside is None:
        return Parts(f"select count(*) {others}", asked), Parts(_named(f"select match {others}"), asked)
    whole = " and ".join([*_always(scope, names), *_fine(scope), *_months(inside)]) or "true"
    like = f"semi join (select kind from {NAME}.match_cells s where {whole}) using (kind)"
    count = f"select coalesce(sum(matches), 0)::bigint as n from {NAME}.match_kinds {like}"
    those = f"select match, name from {NAME}.match {like}"
    asked |= inside.months()
    if not near:
        return Parts(count, asked), Parts(those, asked)
    others += f" anti {like.removeprefix('semi ')}"
    return (
        Parts(f"select sum(n)::bigint from ({count} union all select count(*) {others})", asked),
        Parts(f"{those} union all {_named(f'select match {others}')}", asked),
    )


def _named(matches: str) -> str:
    """SQL that gives matches their names."""
    return f"select match, name from ({matches}) join match using (match)"
