"""Tables of figures whose rows add up: counted from the deals of a scope, or from what was summed up of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures.figure import Scope, query, scope_parameters, scoped

DIMENSIONS: Final = ("ruleset", "file", "month", "contract", "flags")
"""What sums are kept apart by: what filters ask for."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose numbers add up over deals."""

    name: str
    sql: str
    """SQL that continues SCOPED with one grouped question; `{dimensions}` stands where columns of the deal may go."""
    keys: tuple[str, ...]
    """What its rows are told apart by."""
    added: tuple[str, ...]
    """What adds up."""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def sum_of(self, column: str) -> str:
        """SQL that adds up a column of sums."""
        return f"sum({column})::{'double' if column.endswith(('_sum', '_squares')) else 'bigint'}"

    def scan(self, scope: Scope, facts: str, apart: bool = False) -> str:
        """The whole question over deals, its rows kept apart by DIMENSIONS if wanted."""
        dimensions = "".join(f"{each}, " for each in DIMENSIONS) if apart else ""
        return scoped(scope, facts) + self.sql.replace("{dimensions}", dimensions).replace("{facts}", facts)


def rows(
    connection: duckdb.DuckDBPyConnection,
    table: Table,
    scope: Scope,
    facts: str = "fact",
    order: str = "order by all",
    parameters: Mapping[str, Any] | None = None,
) -> pl.DataFrame:
    """The rows of a table: its keys, and what adds up."""
    from dashboard.figures import summaries

    asked = {**scope_parameters(connection, scope), **table.parameters, **(parameters or {})}
    sql = summaries.table_from_sums(connection, table, scope) if facts == "fact" else None
    if sql is None and facts == "fact" and (inside := scope.months_inside()) is not None:
        sql, more = _by_months_and_days(connection, table, scope, inside)
        asked |= more
    if sql is None:
        scan = table.scan(scope, facts)
        if facts == "fact":
            scan = summaries.shortened(connection, scan)
        return query(connection, f"select * from ({scan}) {order}", asked)
    return query(connection, f"select * from ({sql}) {order}", scope.months() | asked)


def _by_months_and_days(
    connection: duckdb.DuckDBPyConnection, table: Table, scope: Scope, inside: Scope
) -> tuple[str | None, dict[str, Any]]:
    """SQL that adds the deals of the days before and after whole months to the sums of those; None without sums."""
    from dashboard.figures import summaries

    whole = summaries.table_from_sums(connection, table, inside)
    if whole is None:
        return None, {}
    parts: list[str] = [whole]
    asked: dict[str, Any] = {**inside.months()}
    for name, end in scope.days_outside(inside).items():
        scan = table.scan(end, "fact").replace("$since", f"$since_{name}").replace("$until", f"$until_{name}")
        parts.append(f"select {', '.join((*table.keys, *table.added))} from ({scan})")
        asked |= {f"since_{name}": end.since, f"until_{name}": end.until}
    keys, added = ", ".join(table.keys), ", ".join(f"{table.sum_of(each)} as {each}" for each in table.added)
    return f"select {keys}, {added} from ({' union all '.join(parts)}) group by all", asked
