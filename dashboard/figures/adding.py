"""Tables of figures whose rows add up: counted from the deals of a scope, or from what was summed up of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures.figure import ALWAYS_OUT, Figure, Scope, query, scope_parameters, scoped

DIMENSIONS: Final = ("ruleset", "file", "day", "contract", "flags")
"""What sums are kept apart by: what filters ask for."""
APART: Final = ("contract", "ruleset", "file", "month")
"""Splits of which sums need no groups, for they are kept apart by them anyway."""
GRID: Final = 20
"""Bounds of rates are summed up in steps of a twentieth."""


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
    usual: frozenset[str] = ALWAYS_OUT
    """The flags of the deals left out, unless somebody asks for something else."""

    def sums(self) -> str:
        """SQL that adds up its sums, for the rows of which the keys are the same."""
        kinds = {each: "double" if each.endswith(("_sum", "_squares")) else "bigint" for each in self.added}
        return ", ".join(f"sum({each})::{kind} as {each}" for each, kind in kinds.items())

    def columns(self) -> str:
        """Its keys as columns of SQL."""
        return ", ".join(f'"{key}"' for key in self.keys)

    def scan(self, scope: Scope, facts: str, apart: bool = False) -> str:
        """The whole question over deals, its rows kept apart by DIMENSIONS if wanted."""
        dimensions = "".join(f"{each}, " for each in DIMENSIONS) if apart else ""
        return scoped(scope, facts) + self.sql.replace("{dimensions}", dimensions).replace("{facts}", facts)


def bounded(figure: Figure) -> str | None:
    """The bound of a figure that asks for the rate of like hands in the whole store, if it does."""
    return next((bound for bound in ("below", "above") if bound in figure.bounds), None)


def table_of(figure: Figure, split: str) -> Table:
    """The rows of a rate: by `group` its trials and successes, and by the rate of like hands where it asks for that.

    What DIMENSIONS tell apart needs no group.
    """
    column = "null" if split in APART else figure.splits[split]
    rate = {"below": f"floor(rate * {GRID})", "above": f"ceil(rate * {GRID})"}.get(bounded(figure) or "", "null")
    return Table(
        figure.name if split in APART else f"{figure.name} {split}",
        f""",{figure.trials}
select {{dimensions}}({column})::bigint as "group", ({rate})::utinyint as rate, count(*) as count,
    count(*) filter (success) as successes
from trial group by all""",
        ("group", "rate"),
        ("count", "successes"),
        figure.bounds,
        figure.scope(Scope()).without,
    )


def rows(
    connection: duckdb.DuckDBPyConnection,
    table: Table,
    scope: Scope,
    facts: str = "fact",
    order: str = "order by all",
    parameters: Mapping[str, Any] | None = None,
) -> pl.DataFrame:
    """The rows of a table: its keys, and what adds up."""
    from dashboard.figures import summed

    if facts == "fact" and (parts := summed.parts_of(connection, table, scope)) is not None:
        sql = f"select {table.columns()}, {table.sums()} from ({parts.sql}) group by all"
        return query(connection, f"select * from ({sql}) {order}", {**parts.parameters, **(parameters or {})})
    scan = table.scan(scope, facts)
    if facts == "fact":
        scan = summed.shortened(connection, scan)
    asked = {**scope_parameters(connection, scope), **table.parameters, **(parameters or {})}
    return query(connection, f"select * from ({scan}) {order}", asked)
