"""The words of pages: true reasons where there is little to show, names as recorded, and tables as they are written."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dashboard import panels
from dashboard.charts import intervals
from dashboard.labels import ROOM, Label
from dashboard.stats import stats
from dashboard.wording import number
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


def test_hands_that_count_once_for_each_kind_are_called_so(opened: Opened, unnamed: Path) -> None:
    """None of these hands has a date; a hand stands there once for each of four kinds."""
    known = stats(unnamed, "declarations", by="kind")["count"].to_list()
    assert len(set(known)) == 1 and len(known) == 4
    assert f"{number(4 * known[0])} here (hands and kinds), none with a date." in said(opened(unnamed, "declarations"))


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


QUOTED = 'Pierre "Pierrot" Martin'
LONG = "Bartholomäus von Hohenzollern-Sigmaringen"


def charted(*labels: Label) -> dict[str, Any]:
    """A chart of as many rows."""
    rows = pl.DataFrame({"group": range(len(labels)), "count": 9, "successes": 3, "rate": 0.3, "low": 0.1, "high": 0.5})
    return intervals(rows, labels, "contracts", "made", True)


def read(text: str) -> str:
    """A text as Plotly shows it: of the names for characters it knows few."""
    known = {"mu": "μ", "amp": "&", "lt": "<", "gt": ">", "nbsp": "\xa0", "plusmn": "±", "deg": "°"}
    plain = re.sub(r"<[^>]*>", "", text)
    return re.sub(r"&(#\d+|[a-z]+);", lambda m: chr(int(m[1][1:])) if m[1][0] == "#" else known.get(m[1], m[0]), plain)


@pytest.mark.parametrize(
    "name", [QUOTED, "O'Neill & Co", "<b>x</b>", '<a href="x">y</a>', "$x$", "&quot;", "&lt;b&gt;", "%{x} {y}"]
)
def test_a_name_in_a_chart_reads_as_it_was_recorded(name: str) -> None:
    chart = charted(name, (name, "Ann"))
    ticks = chart["layout"]["yaxis"]["ticktext"]
    hovers = [each[0] for each in chart["data"][0]["customdata"]]
    assert read(ticks[0]) == name
    assert [read(each) for each in hovers] == [name, f"{name} and Ann"]
    assert not any("$" in each or re.search("<[a-z/]", each) for each in (*ticks, *hovers))


@pytest.mark.parametrize("label", [LONG, (LONG, "Wilhelmina Wintermantel-Müller"), ("Ann", LONG), (LONG, "山" * 40)])
def test_long_names_are_cut_alike_and_whole_under_the_mouse(label: Label) -> None:
    chart = charted(label, "Ann")
    (tick, _), left = chart["layout"]["yaxis"]["ticktext"], chart["layout"]["margin"]["l"]
    assert "…" in tick and left <= ROOM + 14
    (hover, *_), _ = chart["data"][0]["customdata"]
    assert hover == (label if isinstance(label, str) else " and ".join(label))
    if not isinstance(label, str):
        # Something of either name is left.
        one, other = tick.split(" and ")
        assert len(one) > 2 and len(other) > 2


@pytest.mark.parametrize("page", ["pairs", "players", "overview", "audit"])
def test_long_names_leave_every_chart_its_room(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(dealt, "HOSTILE", (QUOTED, LONG, "Maximilian-Alexander von Falkenhayn", "<b>y</b>"))
    store = tmp_path / "names.duckdb"
    load([dealt.write(tmp_path / "names.jsonl", [dealt.deal(seed) for seed in range(9)])], store=store)
    charts = [json.loads(each.proto.spec) for each in opened(store, page).get("plotly_chart")]
    assert charts
    assert all(each["layout"]["margin"]["l"] <= ROOM + 14 for each in charts)
    texts = [text for each in charts for text in each["layout"]["yaxis"].get("ticktext", ())]
    assert any('Pierre "' in read(text) for text in texts)
    assert not any("&quot;" in text or "&#x27;" in text for text in texts)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "page",
    ["overview", "bidding", "declarations", "capots", "players", "pairs", "fairness", "audit", "matches", "deals"],
)
def test_of_one_no_page_speaks_as_of_many(opened: Opened, tmp_path: Path, page: str, lang: str) -> None:
    load([dealt.write(tmp_path / "one.jsonl", [dealt.deal(1)])], store=tmp_path / "one.duckdb")
    app = opened(tmp_path / "one.duckdb", page, lang=lang)
    assert not app.exception
    hovers = [
        data.get("hovertemplate", "")
        for each in app.get("plotly_chart")
        for data in json.loads(each.proto.spec)["data"]
    ]
    nouns = "deals|contracts|passes|hands|sides|matches|tests|violations|players|seats|donnes|contrats|mains|parties"
    for text in (said(app), *hovers):
        assert not re.search(rf"(?<![\d\u202f])(1|%{{customdata\[\d\]}}) ({nouns})\b", text), text


def test_the_box_of_the_tests_begins_with_what_is_looked_for(opened: Opened, tmp_path: Path) -> None:
    """Whose hand, which cards, how many deals, and the p that counts: the rest may lie beyond the edge."""
    load([folder() / "frbelote-004.jsonl"], store=tmp_path / "dealt.duckdb")
    app = opened(tmp_path / "dealt.duckdb", "fairness", lang="fr")
    app.session_state["numbers dealing-tests"] = True
    (tests,) = (each for each in app.run().dataframe if "p_holm" in each.value)
    assert list(tests.value.columns[:4]) == ["seat", "mark", "deals", "p_holm"]
    assert set(tests.value["mark"]) == {"trèfles", "carreaux", "cœurs", "piques", "as", "valets"}
    written = json.loads(tests.proto.columns)
    # A p of a ten-thousandth is not written as none.
    assert written["p_holm"]["type_config"]["format"] == "%.2g"
    assert written["chi_square"]["type_config"]["format"] == "localized"


def test_an_exported_table_has_no_formula_and_parquet_the_names_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(panels.st, "download_button", lambda label, data, *rest, **more: made.update({label: data}))
    panels.export(pl.DataFrame({"player": ["=1+1", "Ann"], "deals": [1, -2]}), "players", "players")
    assert made["CSV"]().decode() == "player,deals\n'=1+1,1\nAnn,-2\n"
    assert pl.read_parquet(io.BytesIO(made["Parquet"]()))["player"].to_list() == ["=1+1", "Ann"]


def test_the_rulesets_follow_their_filter_and_say_that_they_follow_no_other(opened: Opened, tmp_path: Path) -> None:
    load([folder() / "faults.jsonl"], store=tmp_path / "two.duckdb")
    every = opened(tmp_path / "two.duckdb", "rulesets")
    assert len(every.selectbox(key="shown-rules").options) > 2 and not every.main.caption
    app = opened(tmp_path / "two.duckdb", "rulesets", rules="fr4-001")
    (option,) = app.selectbox(key="shown-rules").options
    assert option.startswith("fr4-001 (") and not app.main.caption
    assert "whole store" in said(opened(tmp_path / "two.duckdb", "rulesets", contract="hearts"))
