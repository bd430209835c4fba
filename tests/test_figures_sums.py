"""What is summed up beside a snapshot is what counting its deals gives, under every filter that the sums answer."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from dashboard.figures import FIGURES, Scope, adding, compute, summaries
from ingest.canonical import encode
from ingest.load import load
from ingest.publish import newest, reader
from tests.counting import some_matches

SCOPES = {
    "all": Scope(),
    "rules, contract and flags": Scope(rules="bg4-004", contract=2, without=frozenset({"simulated", "bot"})),
    "a month": Scope(since=datetime.date(2026, 2, 1), until=datetime.date(2026, 2, 28), without=frozenset()),
    "odd days": Scope(since=datetime.date(2026, 2, 2), until=datetime.date(2026, 3, 28)),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sums")
    deals = [deal for seed in (7, 8) for match in some_matches(seed) for deal in match]
    (folder / "deals.jsonl").write_bytes(b"\n".join(map(encode, deals)) + b"\n")
    load([folder / "deals.jsonl"], store=folder / "store.duckdb")
    return folder / "store.duckdb"


@pytest.fixture
def opened(store: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    snapshot = newest(store)
    assert snapshot is not None
    summaries.build(snapshot, FIGURES)
    with reader(store) as connection:
        assert summaries.attach(connection, snapshot)
        yield connection


@pytest.mark.parametrize("name", SCOPES)
def test_sums_are_what_a_scan_counts(opened: duckdb.DuckDBPyConnection, name: str) -> None:
    answered = 0
    for figure in FIGURES.values():
        for split in figure.splits:
            scope = figure.scope(SCOPES[name])
            answered += summaries.from_sums(opened, figure, split, scope) is not None
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
        on_a_step = summaries.from_sums(opened, figure, "month", Scope(), {bound: share}) is not None
        assert on_a_step == (share != 0.41)
        assert summaries.from_sums(opened, figure, "month", Scope(), {bound: share, "least": 2}) is None


@pytest.mark.parametrize("name", SCOPES)
def test_tables_that_add_up_are_what_a_scan_counts(opened: duckdb.DuckDBPyConnection, name: str) -> None:
    for table in summaries.tables():
        assert (summaries.table_from_sums(opened, table, SCOPES[name]) is None) == (name == "odd days")
        kept = adding.rows(opened, table, SCOPES[name])
        assert kept.height or name == "rules, contract and flags" or table.name == "missed"
        assert kept.rows() == adding.rows(opened, table, SCOPES[name], facts="main.fact").rows(), table.name


def test_a_player_is_counted_from_his_deals(opened: duckdb.DuckDBPyConnection) -> None:
    assert summaries.from_sums(opened, FIGURES["bidding"], "contract", Scope(player=("test", "p1"))) is None


def test_sums_are_only_made_of_large_stores(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = newest(store)
    assert snapshot is not None
    summaries.place(snapshot).unlink(missing_ok=True)
    assert summaries.refresh(store) is None
    monkeypatch.setattr(summaries, "LARGE", 1)
    assert summaries.refresh(store) == summaries.place(snapshot)
    assert not summaries.being_made(store)
