"""Who is who is said in rows that can be undone, and never in deals."""

from pathlib import Path
from typing import Any

import pytest

from ingest import players
from ingest.convert import of_store
from ingest.errors import WrongUse
from ingest.load import load
from ingest.publish import reader
from ingest.samples import folder


@pytest.fixture
def store(tmp_path: Path) -> Path:
    load([folder() / "faults.jsonl"], store=tmp_path / "store.duckdb", audit=False)
    return tmp_path / "store.duckdb"


def rows(store: Path, sql: str) -> list[Any]:
    with reader(store) as connection:
        return connection.execute(sql).fetchall()


def seats(store: Path) -> list[Any]:
    return rows(store, "select seat, count(distinct player) from player_deal group by seat order by seat")


def test_merged_players_count_as_one_and_are_themselves_again(store: Path) -> None:
    before = list(of_store(store))
    assert [each.address for each in players.listed(store)] == [
        f"samples/{e}" for e in ("east", "north", "south", "west")
    ]
    players.merge(store, "south", ["samples/east", "west"])
    assert {each.id: each.merged_into for each in players.listed(store)} == {
        "east": "samples/south", "north": None, "south": None, "west": "samples/south",
    }  # fmt: skip
    assert rows(store, "select count(distinct player) from player_deal") == [(2,)]
    players.split(store, "west")
    assert rows(store, "select count(distinct player) from player_deal") == [(3,)]
    assert players.undo(store).what == "split west"
    assert players.undo(store).what == "merge samples/east, west into south"
    assert rows(store, "select count(distinct player) from player_deal") == [(4,)]
    assert list(of_store(store)) == before


def test_who_was_merged_into_one_that_is_merged_follows(store: Path) -> None:
    players.merge(store, "south", ["east"])
    players.merge(store, "north", ["south"])
    assert rows(store, "select count(distinct person) from person") == [(2,)]
    players.undo(store)
    assert rows(store, "select count(distinct person) from person") == [(3,)]


def test_a_new_name_is_shown_and_records_keep_theirs(store: Path) -> None:
    players.rename(store, "south", "Zoë\x1b[31m")
    assert [each.name for each in players.listed(store, "zoë")] == ["Zoë\x1b[31m"]
    assert all(each.name is None for deal in of_store(store) for each in deal.players)
    players.rename(store, "south", "")
    assert [each.name for each in players.listed(store, "south")] == [None]
    players.undo(store, 1)
    assert players.changes(store)[0][2]


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        (lambda store: players.merge(store, "south", ["soth"]), 'did you mean "south"'),
        (lambda store: players.merge(store, "south", ["south"]), "among those"),
        (lambda store: players.split(store, "south"), "is not merged"),
        (lambda store: players.undo(store), "no change to undo"),
        (lambda store: players.undo(store, 7), "no change 7"),
    ],
)
def test_what_cannot_be_done_says_why(store: Path, do: Any, reason: str) -> None:
    with pytest.raises(WrongUse, match=reason):
        do(store)
