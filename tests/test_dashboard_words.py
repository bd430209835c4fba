"""What pages say where there is little to show: the true reason."""

import json
import re
from pathlib import Path

import pytest

from ingest.load import load
from ingest.samples import folder
from tests import dealt
from tests.opening import Opened, said

NO_PLAYERS = "The records of these deals name no players."
NO_TAKERS = "The records of these deals do not name the takers."
NO_PAIRS = "The records of these deals name no pairs."


@pytest.fixture(scope="session")
def unnamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals with announcements, belotes and settlements whose records name nobody and no day."""
    place = tmp_path_factory.mktemp("unnamed")
    records = [json.loads(line) for line in (folder() / "bela-004.jsonl").read_text().splitlines()]
    bare = [{key: value for key, value in each.items() if key not in ("players", "time")} for each in records]
    load([dealt.write(place / "unnamed.jsonl", bare)], store=place / "unnamed.duckdb")
    return place / "unnamed.duckdb"


@pytest.mark.parametrize(
    ("page", "times"),
    [
        ("overview", {NO_TAKERS: 1}),
        ("declarations", {NO_PLAYERS: 2}),
        ("capots", {NO_PLAYERS: 1, NO_PAIRS: 1}),
        ("players", {NO_PLAYERS: 1}),
        ("pairs", {NO_PAIRS: 1}),
        ("audit", {NO_PLAYERS: 1}),
    ],
)
def test_where_nobody_is_named_pages_say_that_and_nothing_else(
    opened: Opened, unnamed: Path, page: str, times: dict[str, int]
) -> None:
    app = opened(unnamed, page)
    assert not app.exception
    reasons = [each.value for each in app.info if not re.match("Nothing was missed|.*none with a date", each.value)]
    assert {reason: reasons.count(reason) for reason in reasons} == times


@pytest.mark.parametrize(("by", "reason"), [("taker", NO_TAKERS), ("pair", NO_PAIRS)])
def test_contracts_split_by_people_without_names_say_so(opened: Opened, unnamed: Path, by: str, reason: str) -> None:
    app = opened(unnamed, "bidding", **{"bidding-by": by, "least": "1"})
    assert reason in [each.value for each in app.info]
    # So do hands that are known, of takers and of those who passed.
    assert {NO_TAKERS, NO_PLAYERS} <= {each.value for each in app.info}


@pytest.mark.parametrize("page", ["declarations", "players"])
def test_where_none_is_held_no_page_says_that_no_announcements_are_recorded(
    opened: Opened, unnamed: Path, page: str
) -> None:
    assert "No announcements are recorded in these deals" not in said(opened(unnamed, page))


@pytest.mark.parametrize("page", ["players", "pairs"])
def test_where_all_deals_are_left_out_no_page_says_that_nobody_is_named(
    opened: Opened, tmp_path: Path, page: str
) -> None:
    """A deal with a revoke is left out of figures; who sat in it is recorded."""
    record = dealt.deal(2)
    plays = record["plays"].split()
    plays[3], plays[4] = plays[4], plays[3]
    load([dealt.write(tmp_path / "one.jsonl", [record | {"plays": " ".join(plays)}])], store=tmp_path / "one.duckdb")
    (reason,) = (each.value for each in opened(tmp_path / "one.duckdb", page).info)
    assert reason == "All of these deals are left out: see Leave out beside the page."
