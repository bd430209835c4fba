"""How the pages read: the newest published snapshot, opened once for each file, a cursor for every question."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb
import polars as pl
import streamlit as st

from dashboard.figures import FIGURES, Scope, compute
from dashboard.figures.figure import query
from ingest.publish import SETTINGS, fresh
from ingest.read import Judged, judged_match

SHOWN_PLAYERS: Final = 2000
"""Players offered for choice, those with most deals first."""


def store() -> Path:
    """The store that this dashboard shows."""
    return Path(os.environ.get("REBELOTE_STORE") or "rebelote.duckdb")


class Snapshot(NamedTuple):
    """A published snapshot: never changed, but a store made anew counts its snapshots from 1 again."""

    path: str
    stamp: tuple[int, int]
    """File and time, which tell it from another one of the same name."""


def newest() -> Snapshot:
    """The newest snapshot, opened; raises what `ingest.publish.fresh` raises where there is none."""
    while True:
        path = fresh(store())
        try:
            stat = path.stat()
            snapshot = Snapshot(str(path), (stat.st_ino, stat.st_mtime_ns))
            if _seen().setdefault(snapshot.path, snapshot.stamp) != snapshot.stamp:
                # DuckDB goes on serving the old file under this name until every connection to it is closed.
                connection.clear()
                _seen()[snapshot.path] = snapshot.stamp
            connection(snapshot)
        except (FileNotFoundError, duckdb.IOException):
            if path.exists():
                raise
            continue  # two newer ones were published meanwhile
        return snapshot


@st.cache_resource(show_spinner=False)
def _seen() -> dict[str, tuple[int, int]]:
    return {}


@st.cache_resource(max_entries=3, show_spinner=False)
def connection(snapshot: Snapshot) -> duckdb.DuckDBPyConnection:
    """The one read-only connection to a snapshot; every question goes through a cursor of its own."""
    opened = duckdb.connect(snapshot.path, read_only=True, config=SETTINGS)
    opened.execute("set timezone = 'UTC'")
    return opened


@st.cache_data(max_entries=512, show_spinner=False)
def ask(snapshot: Snapshot, sql: str, parameters: Mapping[str, Any] | None = None) -> pl.DataFrame:
    """The answer to a question about a snapshot, which never changes."""
    return query(connection(snapshot), sql, parameters)


@st.cache_data(max_entries=512, show_spinner=False)
def figure(snapshot: Snapshot, name: str, split: str, scope: Scope) -> pl.DataFrame:
    """A figure of a snapshot, as `figures.compute` gives it."""
    return compute(connection(snapshot), FIGURES[name], split, scope)


def rulesets(snapshot: Snapshot) -> list[str]:
    """The names of the rulesets under which deals were played."""
    return ask(snapshot, "select distinct r.name from ruleset r semi join deal d on d.ruleset = r.ruleset order by 1")[
        "name"
    ].to_list()


def players(snapshot: Snapshot) -> pl.DataFrame:
    """The players with most deals: `namespace`, `id`, `name`, `player`, `deals`."""
    return ask(
        snapshot,
        """
        with sat as (select seating, count(*) as deals from deal where seating is not null group by 1),
        each as (select unnest(s.players) as player, sat.deals from seating s join sat using (seating))
        select p.namespace, p.id, p.name, player, sum(each.deals)::bigint as deals
        from each join player p using (player) group by all order by deals desc, p.namespace, p.id limit $shown
        """,
        {"shown": SHOWN_PLAYERS},
    )


@st.cache_resource(max_entries=16, show_spinner=False)
def judged_deals(snapshot: Snapshot, match: str) -> list[Judged]:
    """The deals of a match in order of number, judged again; none where the store has no such match."""
    return judged_match(store(), match)
