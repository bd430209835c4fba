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
    from dashboard.figures.summaries import table_from_sums

    asked = {**scope_parameters(connection, scope), **table.parameters, **(parameters or {})}
    sql = table_from_sums(connection, table, scope) if facts == "fact" else None
    if sql is None:
        return query(connection, f"select * from ({table.scan(scope, facts)}) {order}", asked)
    return query(connection, f"select * from ({sql}) {order}", asked | scope.months())
