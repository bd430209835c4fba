"""What is summed up beside a snapshot is what counting its deals gives, under every filter that the sums answer."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from dashboard.figures import FIGURES, Scope, compute, summaries
from ingest.canonical import encode
from ingest.load import load
from ingest.publish import newest, reader
from tests.counting import some_matches

SCOPES = {
    "all": Scope(),
    "rules, contract and flags": Scope(rules="bg4-004", contract=2, without=frozenset({"simulated", "bot"})),
    "days": Scope(since=datetime.date(2026, 2, 1), until=datetime.date(2026, 2, 28), without=frozenset()),
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
    assert answered == sum(len(figure.splits) for figure in FIGURES.values() if summaries.summed(figure))


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
