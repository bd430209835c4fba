"""What is summed up beside a snapshot is what counting its deals gives, under every filter that the sums answer."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from dashboard.figures import FIGURES, Scope, adding, compute, rating, summaries, summed
from dashboard.figures import figure as figures
from dashboard.figures.beside import beside
from ingest.canonical import encode
from ingest.load import load
from ingest.publish import newest, reader
from tests.counting import some_matches

SCOPES = {
    "all": Scope(),
    "rules, contract and flags": Scope(rules="bg4-004", contract=2, without=frozenset({"simulated", "bot"})),
    "a month": Scope(since=datetime.date(2026, 2, 1), until=datetime.date(2026, 2, 28), without=frozenset()),
    "a day in it": Scope(since=datetime.date(2026, 1, 15), until=datetime.date(2026, 1, 20), rules="bg4-004"),
    "from a day on": Scope(since=datetime.date(2026, 1, 10)),
    "odd days": Scope(since=datetime.date(2026, 2, 2), until=datetime.date(2026, 3, 28)),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sums")
    deals = [deal for seed in (7, 8) for match in some_matches(seed) for deal in match]
    (folder / "deals.jsonl").write_bytes(b"\n".join(map(encode, deals)) + b"\n")
    load([folder / "deals.jsonl"], store=folder / "store.duckdb")
    snapshot = newest(folder / "store.duckdb")
    assert snapshot is not None
    summaries.build(snapshot, FIGURES)
    return folder / "store.duckdb"


@pytest.fixture
def opened(store: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    snapshot = newest(store)
    assert snapshot is not None
    with reader(store) as connection:
        assert summaries.attach(connection, snapshot)
        yield connection


@pytest.mark.parametrize("name", SCOPES)
def test_sums_are_what_a_scan_counts(opened: duckdb.DuckDBPyConnection, name: str) -> None:
    answered = 0
    for figure in FIGURES.values():
        for split in figure.splits:
            scope = figure.scope(SCOPES[name])
            answered += summed.from_sums(opened, figure, split, scope) is not None
            kept = compute(opened, figure, split, SCOPES[name])
            scanned = compute(opened, figure, split, SCOPES[name], facts="main.fact")
            assert kept.rows() == scanned.rows(), (figure.name, split)
    rates = {each.name for each in FIGURES.values() if {"below", "above"} & set(each.bounds)}
    usual = SCOPES[name].without == Scope().without
    assert answered == sum(len(each.splits) for each in FIGURES.values() if usual or each.name not in rates)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.35, 0.55, 0.6, 0.95, 1.0, 0.41])
def test_bounds_that_move_are_summed_up_in_steps(opened: duckdb.DuckDBPyConnection, share: float) -> None:
    for name, bound in (("overbidding", "below"), ("underbidding", "above")):
        figure = FIGURES[name]
        for split in figure.splits:
            kept = compute(opened, figure, split, Scope(), {bound: share})
            assert kept.rows() == compute(opened, figure, split, Scope(), {bound: share}, facts="main.fact").rows()
        on_a_step = summed.from_sums(opened, figure, "month", Scope(), {bound: share}) is not None
        assert on_a_step == (share != 0.41)
        assert summed.from_sums(opened, figure, "month", Scope(), {bound: share, "least": 2}) is None


@pytest.mark.parametrize("name", SCOPES)
def test_tables_that_add_up_are_what_a_scan_counts(opened: duckdb.DuckDBPyConnection, name: str) -> None:
    for table in summaries.tables():
        assert summed.parts_of(opened, table, SCOPES[name]) is not None
        kept = adding.rows(opened, table, SCOPES[name])
        assert kept.height or name == "rules, contract and flags" or table.name == "missed" or "day" in name
        assert kept.rows() == adding.rows(opened, table, SCOPES[name], facts="main.fact").rows(), table.name


def test_a_player_is_counted_from_his_deals(opened: duckdb.DuckDBPyConnection) -> None:
    assert summed.from_sums(opened, FIGURES["bidding"], "contract", Scope(player=("test", "p1"))) is None


def test_sums_are_only_made_of_large_stores(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = newest(store)
    assert snapshot is not None
    summaries.place(snapshot).unlink(missing_ok=True)
    assert summaries.refresh(store) is None
    monkeypatch.setattr(summaries, "LARGE", 1)
    assert summaries.refresh(store) == summaries.place(snapshot)
    assert not summaries.being_made(store)


@pytest.mark.parametrize("name", SCOPES)
def test_matches_are_summed_up_by_what_filters_ask_for(
    opened: duckdb.DuckDBPyConnection, store: Path, name: str
) -> None:
    scope = SCOPES[name]
    found = summed.matches_of(opened, scope)
    assert found is not None
    asked = {**scope.parameters(), "shown": 1000}
    names = figures.query(
        opened, figures.scoped(scope) + "select distinct name from scoped join match using (match) order by 1", asked
    )
    assert figures.query(opened, *found[0]).item() == names.height
    assert figures.query(opened, f"select name from ({found[1].sql}) order by 1", found[1].parameters).rows() == (
        names.rows()
    )
    for latest in (1, 3, 1000):
        kept = rating.finished_matches(opened, scope, latest)
        with reader(store) as plain:
            assert rating.finished_matches(plain, scope, latest).rows() == kept.rows()


@pytest.mark.parametrize("name", SCOPES)
def test_broken_rules_are_summed_up_in_their_order(opened: duckdb.DuckDBPyConnection, name: str) -> None:
    scope = SCOPES[name]
    found = summed.violations_of(opened, scope)
    assert found is not None
    kept = figures.query(opened, f"select deal, code, seat, position from ({found.sql}) order by place", found[1])
    scanned = figures.query(
        opened,
        figures.scoped(scope)
        + """
        select v.deal, v.code, v.seat, v.position from violation v join scoped using (deal) join match m using (match)
        where v.is_primary order by m.name, number, position nulls last, code, seat""",
        scope.parameters(),
    )
    assert kept.rows() == scanned.rows()
    assert kept.height or name == "rules, contract and flags" or "day" in name


def test_one_players_deals_are_kept_apart_and_counted_as_in_a_scan(store: Path) -> None:
    snapshot = newest(store)
    assert snapshot is not None
    with beside(snapshot) as opened, reader(store) as plain:
        summaries.attach(opened, snapshot)
        for player in [("test", f"p{each}") for each in range(20)] + [("", "nobody")]:
            scope = Scope(player=player)
            few = player[1] not in ("p1", "p2", "nobody")
            for figure in list(FIGURES.values())[: 1 if few else None]:
                split = next(iter(figure.splits))
                found = compute(opened, figure, split, scope).rows()
                assert found == compute(plain, figure, split, scope, facts="main.fact").rows(), figure.name
            for table in summaries.tables()[: 0 if few else None]:
                kept = adding.rows(opened, table, scope).rows()
                assert kept == adding.rows(plain, table, scope, facts="main.fact").rows(), table.name
        tables = "select count(*) from duckdb_tables() where table_name like 'deals%'"
        assert 1 < opened.execute(tables).fetchall()[0][0] <= 16
