"""Who is who decides whom the figures count: players seen as one, parted again, and renamed."""

from pathlib import Path
from typing import Any

import pytest

from dashboard.stats import stats
from ingest import players
from ingest.canonical import encode
from ingest.load import load
from ingest.publish import reader
from tests.counting import some_matches


@pytest.fixture
def store(tmp_path: Path) -> Path:
    lines = b"\n".join(encode(deal) for deals in some_matches(3) for deal in deals)
    (tmp_path / "deals.jsonl").write_bytes(lines + b"\n")
    load([tmp_path / "deals.jsonl"], store=tmp_path / "store.duckdb")
    return tmp_path / "store.duckdb"


def taken(store: Path) -> dict[str, int]:
    found = stats(store, "bidding", by="taker")
    return dict(zip(found["group"].to_list(), found["count"].to_list(), strict=True))


def kept_is_scanned(store: Path) -> bool:
    sql = "select count(*) from (from (select * from fact) except all from (select * from fact_scan))"
    with reader(store) as connection:
        return bool(connection.execute(sql).fetchall() == [(0,)])


def test_figures_count_merged_players_as_one_and_apart_again(store: Path) -> None:
    before = taken(store)
    players.merge(store, "test/p0", ["test/p1", "test/p2"])
    merged = taken(store)
    assert merged["Player 0"] == before["Player 0"] + before["Player 1"] + before["Player 2"] > before["Player 0"]
    assert not {"Player 1", "Player 2"} & set(merged)
    assert kept_is_scanned(store)
    # Asked for under the name that records have, he is found as who he is seen as.
    assert stats(store, "bidding", player="test/p1").equals(stats(store, "bidding", player="test/p0"))
    every: Any = stats(store, "players")
    assert not {"Player 1", "Player 2"} & set(every["player"].to_list())
    players.split(store, "test/p2")
    assert taken(store)["Player 2"] == before["Player 2"]
    players.undo(store)
    players.undo(store)
    assert taken(store) == before
    assert kept_is_scanned(store)


def test_figures_call_players_by_their_new_names(store: Path) -> None:
    before = taken(store)
    players.rename(store, "test/p3", "Zoë")
    assert taken(store)["Zoë"] == before["Player 3"]
    assert stats(store, "bidding", player="Zoë").equals(stats(store, "bidding", player="test/p3"))


def test_deals_loaded_after_a_merge_are_counted_for_the_one_that_is_kept(store: Path, tmp_path: Path) -> None:
    players.merge(store, "test/p0", ["test/p1"])
    lines = b"\n".join(encode(deal) for deals in some_matches(4) for deal in deals)
    (tmp_path / "more.jsonl").write_bytes(lines + b"\n")
    load([tmp_path / "more.jsonl"], store=store)
    assert "Player 1" not in taken(store)
    assert kept_is_scanned(store)
