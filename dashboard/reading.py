"""How the pages read: the newest published snapshot, opened once for each file, a cursor for every question."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb
import polars as pl
import streamlit as st

from dashboard import ready
from dashboard.figures import FIGURES, Scope, compute, deals_behind, declarations, fairness, people, rating, summaries
from dashboard.figures.adding import rows
from dashboard.figures.figure import query
from dashboard.figures.naming import group_names
from dashboard.messages import language
from dashboard.speaking import spoken
from dashboard.stats import RATED_MATCHES
from ingest.publish import fresh, stamp_of
from ingest.read import Judged, judged_match

MEMORY: Final = "800 MiB"
"""What the database of a page may hold in memory; more goes to the temporary folder."""
SHOWN_PLAYERS: Final = 2000
"""Players offered for choice, those with most deals first."""


class Snapshot(NamedTuple):
    """A published snapshot: never changed, but a store made anew counts its snapshots from 1 again."""

    path: str
    stamp: tuple[int, ...]
    """What tells it from another one of the same name."""
    summed: bool = False
    """Whether its figures are summed up: answers are the same, and quicker."""


def _scope_written(scope: Scope) -> str:
    return repr((replace(scope, without=frozenset()), sorted(scope.without)))


_WRITTEN: Final[dict[Any, Callable[[Any], str]]] = {Scope: _scope_written, Snapshot: repr, dict: repr, list: repr}
"""What answers are kept by, as text: Streamlit's own hash goes through everything piece by piece."""


def store() -> Path:
    """The store that this dashboard shows."""
    return Path(os.environ.get("REBELOTE_STORE") or "rebelote.duckdb")


def newest(whole: bool = True) -> Snapshot:
    """The newest snapshot, opened; raises what `ingest.publish.fresh` raises where there is none.

    While the figures of a large one are summed up, the summed one before it has to do, except for a page that asks for
    the newest deals and not for figures of the `whole`.
    """
    while True:
        path = fresh(store())
        try:
            snapshot = Snapshot(str(path), stamp_of(path), summaries.place(path).is_file())
            if _seen().setdefault(snapshot.path, snapshot.stamp) != snapshot.stamp:
                # DuckDB goes on serving the old file under this name until every connection to it is closed.
                connection.clear()
                _last_summed().clear()
                _seen()[snapshot.path] = snapshot.stamp
            connection(snapshot)
            if snapshot.summed:
                _last_summed()["snapshot"] = snapshot, connection(snapshot)
            elif _sum_up(snapshot) and whole and "snapshot" in _last_summed():
                before, opened = _last_summed()["snapshot"]
                # One made anew under the name of the store has nothing to do with it.
                if connection(before) is opened and Path(before.path).parent == path.parent:
                    return before
        except (FileNotFoundError, duckdb.IOException):
            if path.exists():
                raise
            continue  # two newer ones were published meanwhile
        return snapshot


@st.cache_resource(show_spinner=False)
def _seen() -> dict[str, tuple[int, ...]]:
    return {}


@st.cache_resource(show_spinner=False)
def _last_summed() -> dict[str, tuple[Snapshot, duckdb.DuckDBPyConnection]]:
    """The newest snapshot whose figures are summed up, and what keeps it open."""
    return {}


@st.cache_resource(max_entries=3, show_spinner=False, hash_funcs=_WRITTEN)
def connection(snapshot: Snapshot) -> duckdb.DuckDBPyConnection:
    """The one read-only connection to a snapshot; every question goes through a cursor of its own."""
    opened = ready.opened(snapshot.path, snapshot.stamp)
    opened.execute(f"set memory_limit = '{MEMORY}'")
    if snapshot.summed:
        summaries.attach(opened, Path(snapshot.path))
    return opened


def _sum_up(snapshot: Snapshot) -> bool:
    """Have a large store's figures summed up, in a process of its own; whether it is so large."""
    if _deals(snapshot) < summaries.LARGE:
        return False
    if not summaries.being_made(store()):
        _begin_sums(snapshot)
    return True


@st.cache_data(max_entries=8, show_spinner=False)
def _deals(snapshot: Snapshot) -> int:
    return int(query(connection(snapshot), "select count(*) from fact").item())


@st.cache_resource(max_entries=8, show_spinner=False)
def _begin_sums(snapshot: Snapshot) -> None:
    subprocess.Popen(
        [sys.executable, "-m", "dashboard.figures.summaries", str(store().absolute())],
        cwd=Path(__file__).resolve().parent.parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@st.cache_data(max_entries=512, show_spinner=False, hash_funcs=_WRITTEN)
def ask(snapshot: Snapshot, sql: str, parameters: Mapping[str, Any] | None = None) -> pl.DataFrame:
    """The answer to a question about a snapshot, which never changes."""
    return query(connection(snapshot), sql, parameters)


@st.cache_data(max_entries=512, show_spinner=False, hash_funcs=_WRITTEN)
def figure(
    snapshot: Snapshot, name: str, split: str, scope: Scope, bounds: Mapping[str, float] | None = None
) -> pl.DataFrame:
    """A figure of a snapshot, as `figures.compute` gives it."""
    return compute(connection(snapshot), FIGURES[name], split, scope, bounds)


@st.cache_data(max_entries=128, show_spinner=False, hash_funcs=_WRITTEN)
def table(snapshot: Snapshot, name: str, scope: Scope) -> pl.DataFrame:
    """A table of figures by name: `players`, `pairs`, `ratings`, `missed`, `held`, `dealing`, `companions`."""
    opened = connection(snapshot)
    if name == "ratings":
        return rating.ratings(rating.finished_matches(opened, scope, RATED_MATCHES))
    return _TABLES[name](opened, scope)


_TABLES: Final[Mapping[str, Callable[[duckdb.DuckDBPyConnection, Scope], pl.DataFrame]]] = {
    "players": people.players,
    "pairs": people.pairs,
    "missed": declarations.missed,
    "companions": people.companions,
    "held": fairness.held,
    "dealing": fairness.dealing,
}


@st.cache_data(max_entries=128, show_spinner=False, hash_funcs=_WRITTEN)
def added(snapshot: Snapshot, name: str, scope: Scope) -> pl.DataFrame:
    """A table whose rows add up, by its name."""
    return rows(connection(snapshot), next(each for each in summaries.tables() if each.name == name), scope)


def names_of(snapshot: Snapshot, split: str, groups: Sequence[Any]) -> list[str]:
    """What the groups of a split are called, in the language of the page."""
    return _names(snapshot, split, groups, spoken().code)


def pair_names(snapshot: Snapshot, pairs: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    """The names of pairs, asked for together: who has the name of another is told apart from him."""
    names = names_of(snapshot, "player", [one for one, _ in pairs] + [other for _, other in pairs])
    return list(zip(names[: len(pairs)], names[len(pairs) :], strict=True))


@st.cache_data(max_entries=512, show_spinner=False, hash_funcs=_WRITTEN)
def _names(snapshot: Snapshot, split: str, groups: Sequence[Any], code: str) -> list[str]:
    return group_names(connection(snapshot), split, groups, language(code))


@st.cache_data(max_entries=128, show_spinner=False, hash_funcs=_WRITTEN)
def behind(
    snapshot: Snapshot, name: str, split: str, group: str | None, scope: Scope, succeeded: bool | None, first: int,
    shown: int, bounds: Mapping[str, float] | None = None,
) -> list[int]:  # fmt: skip
    """The deals behind one row of a figure, by number in the store."""
    found = deals_behind(
        connection(snapshot),
        FIGURES[name],
        split,
        group,
        scope,
        succeeded=succeeded,
        bounds=bounds,
        first=first,
        shown=shown,
    )
    deals: list[int] = found["deal"].to_list()
    return deals


def rulesets(snapshot: Snapshot) -> list[str]:
    """The names of the rulesets under which deals were played."""
    deals = "sums.match_cells" if snapshot.summed else "deal"
    sql = f"select distinct r.name from ruleset r semi join {deals} d on d.ruleset = r.ruleset order by 1"
    return ask(snapshot, sql)["name"].to_list()


def players(snapshot: Snapshot) -> pl.DataFrame:
    """The players with most deals: `namespace`, `id`, `name`, `player`, `deals`."""
    if snapshot.summed:
        return ask(
            snapshot,
            """
            with person_deals as (select player, sum(deals)::bigint as deals from sums.players group by 1)
            select p.namespace, p.id, p.name, player, deals
            from person_deals join (select distinct person as player, namespace, id, name from person) p using (player)
            order by deals desc, p.namespace, p.id limit $shown
            """,
            {"shown": SHOWN_PLAYERS},
        )
    return ask(
        snapshot,
        """
        with sat as (select seating, count(*) as deals from record where seating is not null group by 1),
        each as (select unnest(s.players) as player, sat.deals from seating s join sat using (seating)),
        person_deals as (
            select coalesce(a.same_as, each.player) as player, sum(each.deals)::bigint as deals
            from each left join player_alias a using (player) group by 1
        )
        select p.namespace, p.id, p.name, player, deals
        from person_deals join person p using (player) order by deals desc, p.namespace, p.id limit $shown
        """,
        {"shown": SHOWN_PLAYERS},
    )


@st.cache_resource(max_entries=16, show_spinner=False)
def judged_deals(snapshot: Snapshot, match: str) -> list[Judged]:
    """The deals of a match in order of number, judged again; none where the store has no such match."""
    return judged_match(store(), match)
