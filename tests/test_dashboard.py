"""The pages of the dashboard in every state of a store, and what is made of hostile texts."""

import json
import os
import re
import shutil
from pathlib import Path

import duckdb
import pytest
from plotly.graph_objects import Figure
from streamlit.testing.v1 import AppTest

from dashboard import importing, leading, ready
from dashboard.wording import in_chart, in_markdown, number, one_line, share
from ingest import rulings
from ingest.errors import WrongUse
from ingest.load import load
from ingest.publish import newest, reader, stamp_of
from ingest.samples import folder
from ingest.store import writer
from tests import dealt
from tests.opening import Opened, metrics, said, store_of_matches

FIGURE_PAGES = ("overview", "bidding", "declarations", "capots", "players", "pairs", "fairness", "audit")
PAGES = (*FIGURE_PAGES, "violations", "rulesets", "matches", "deals", "deal", "imports")
TITLES = {"fairness": "Is the dealing fair?", "deals": "Find deals"}
SCOPED = (*FIGURE_PAGES, "violations", "matches", "deals", "deal")


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the records that come with the program."""
    store = tmp_path_factory.mktemp("samples") / "store.duckdb"
    for path in sorted(folder().glob("*.jsonl")):
        mapping = path.stem if path.stem in ("belote-cli", "colver") else None
        load([path], store=store, mapping=mapping)
    return store


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of few deals whose players, match and file have hostile names."""
    place = tmp_path_factory.mktemp("hostile")
    store = place / "store.duckdb"
    records = [dealt.deal(seed, match=f"{dealt.HOSTILE[seed % 3]}/{seed}") for seed in range(6)]
    plays = records[0]["plays"].split()
    plays[3], plays[4] = plays[4], plays[3]
    records[0]["plays"] = " ".join(plays)
    path = dealt.write(place / "$x$ :smile: **f** [l](http:x).jsonl", records)
    with path.open("a", encoding="utf-8") as lines:
        lines.write('{"rebelote": 1, "match": "<script>window.hurt=1</script>"\n')
    load([path], store=store)
    return store


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of matches under several rulesets, with whole auctions, announcements and settlements."""
    return store_of_matches(tmp_path_factory.mktemp("many"))


def test_overview_counts_what_the_store_holds(opened: Opened, samples: Path) -> None:
    app = opened(samples)
    assert not app.exception
    lines = sum(len(path.read_text().splitlines()) for path in folder().glob("*.jsonl"))
    assert metrics(app)["Deals"] == number(lines)
    assert len(app.get("plotly_chart")) == 4
    assert "judged by card points alone" in said(app)


def test_overview_charts_say_counts_and_intervals(opened: Opened, samples: Path) -> None:
    for chart in opened(samples).get("plotly_chart"):
        figure = json.loads(chart.proto.spec)
        dots = figure["data"][0]
        assert dots["error_x"]["symmetric"] is False
        (beside,) = (each["text"] for each in figure["data"] if each.get("mode") == "text")
        assert len(beside) == len(figure["layout"]["yaxis"]["ticktext"])
        assert all(re.search(r"<b>.* %</b>  \S+ of \S+", text) for text in beside)


@pytest.mark.parametrize("page", [page for page in PAGES if page != "imports"])
def test_no_store_says_how_to_make_one(opened: Opened, tmp_path: Path, page: str) -> None:
    app = opened(tmp_path / "none.duckdb", page)
    assert not app.exception
    assert "no store" in said(app)
    assert "rebelote ingest" in app.code[0].value


@pytest.mark.parametrize("page", [page for page in PAGES if page != "rulesets"])
def test_an_empty_store_says_how_to_fill_it(opened: Opened, tmp_path: Path, page: str) -> None:
    with writer(tmp_path / "empty.duckdb"):
        pass
    app = opened(tmp_path / "empty.duckdb", page)
    assert not app.exception
    assert app.info
    assert "rebelote ingest" in app.code[0].value


def test_a_file_that_is_no_store_is_said_to_be_none(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "notes.duckdb").write_text("not a database at all")
    app = opened(tmp_path / "notes.duckdb")
    assert not app.exception
    assert "notes" in said(app)


@pytest.mark.parametrize("page", PAGES)
def test_one_deal_is_enough_for_every_page(opened: Opened, tmp_path: Path, page: str) -> None:
    load([dealt.write(tmp_path / "one.jsonl", [dealt.deal(1)])], store=tmp_path / "one.duckdb")
    app = opened(tmp_path / "one.duckdb", page)
    assert not app.exception
    assert app.title[0].value == TITLES.get(page, page.capitalize())
    if page == "violations":
        assert app.success


def test_a_store_made_anew_is_not_mistaken_for_the_old_one(opened: Opened, tmp_path: Path) -> None:
    """Its first snapshot has the name that the old one's had."""
    store = tmp_path / "store.duckdb"
    for deals in (2, 3):
        shutil.rmtree(store.with_name("store.duckdb.d"), ignore_errors=True)
        store.unlink(missing_ok=True)
        load([dealt.write(tmp_path / f"{deals}.jsonl", [dealt.deal(seed) for seed in range(deals)])], store=store)
        assert metrics(opened(store))["Deals"] == str(deals)


def test_what_is_loaded_meanwhile_is_shown(opened: Opened, tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    load([dealt.write(tmp_path / "a.jsonl", [dealt.deal(1)])], store=store)
    app = opened(store)
    assert metrics(app)["Deals"] == "1"
    load([dealt.write(tmp_path / "b.jsonl", [dealt.deal(2)])], store=store)
    assert metrics(app.run())["Deals"] == "2"


@pytest.mark.parametrize("page", SCOPED)
def test_filters_that_leave_nothing_say_so(opened: Opened, samples: Path, page: str) -> None:
    app = opened(samples, page, rules="colver", player="south")
    assert not app.exception
    assert "No deal in the store fits these filters." in said(app)
    app.button[-1].click().run()
    assert not app.exception
    assert "fits these filters" not in said(app)


def test_filters_hold_on_every_page(opened: Opened, samples: Path) -> None:
    app = opened(samples)
    everything = metrics(app)["Deals"]
    app.selectbox(key="rules").set_value("fr4-001").run()
    assert not app.exception
    french = sum(path.read_text().count('"rules":"fr4-001"') for path in folder().glob("*.jsonl"))
    assert metrics(app)["Deals"] == str(french) != everything
    app.switch_page("views/violations.py").run()
    assert app.selectbox(key="rules").value == "fr4-001"
    assert "bg4-004" not in said(app)


def test_an_unknown_filter_in_the_address_chooses_nothing(opened: Opened, samples: Path) -> None:
    app = opened(samples, rules="no-such-rules", player="nobody")
    assert not app.exception
    assert metrics(app) == metrics(opened(samples))


def test_an_arbiter_rules_on_a_violation_from_its_page(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "ruled.duckdb"
    load([folder() / "faults.jsonl"], store=place)
    app = opened(place, "violations")
    keys = [each.key for each in app.button if str(each.key).startswith("rule ")]
    chosen = str(keys[0]).removeprefix("rule ")
    app.radio(f"said {chosen}").set_value("waived")
    app.text_input(f"ruled by {chosen}").set_value("Arbiter")
    app.text_input(f"note {chosen}").set_value("cards shown")
    app.button(f"rule {chosen}").click().run()
    (said,) = rulings.listed(place)
    assert (said.said, said.name, said.note) == ("waived", "Arbiter", "cards shown")
    assert "by Arbiter: cards shown" in [each.value for each in app.caption]
    monkeypatch.setenv("REBELOTE_UPLOADS", "off")
    assert not [each for each in app.run().button if str(each.key).startswith("rule ")]


def test_violations_are_those_of_the_store_and_lead_to_their_deals(opened: Opened, samples: Path) -> None:
    app = opened(samples, "violations")
    assert not app.exception
    links = app.get("page_link")
    assert links
    assert all("faults" in link.proto.query_string and "fault=" in link.proto.query_string for link in links)
    codes = app.selectbox(key="code").options
    app.selectbox(key="code").set_value("play.must-follow").run()
    assert not app.exception
    assert 0 < len(app.get("page_link")) < len(links)
    assert len(codes) > 1


def test_a_deal_opens_by_its_address(opened: Opened, samples: Path) -> None:
    app = opened(samples, "deal", deal="faults-bg4-004/2")
    assert not app.exception
    assert app.selectbox(key="match").value == "faults-bg4-004"
    assert app.selectbox(key="number").value == 2
    app.button(key="Next deal").click().run()
    assert not app.exception
    assert app.query_params["deal"] == "faults-bg4-004/3"
    app.button(key="Previous deal").click().run()
    assert app.query_params["deal"] == "faults-bg4-004/2"
    app.selectbox(key="match").set_value("faults-fr4-001").run()
    assert app.query_params["deal"] == "faults-fr4-001/1"


@pytest.mark.parametrize("address", ["nowhere/1", "faults-bg4-004/999", "x", "/", "faults-bg4-004/-1", "a/٣", ""])
def test_an_address_that_leads_nowhere_is_no_failure(opened: Opened, samples: Path, address: str) -> None:
    app = opened(samples, "deal", deal=address)
    assert not app.exception
    # Another deal never stands in for the one that was asked for.
    assert bool(app.warning) == bool(address) and bool(app.get("bidi_component")) != bool(address)


def test_files_and_rejects_are_listed(opened: Opened, hostile: Path) -> None:
    app = opened(hostile, "imports")
    assert not app.exception
    assert metrics(app)["Lines rejected"] == "1"
    loaded, rejected = (each.value for each in app.dataframe)
    assert loaded["deals"].tolist() == [6]
    assert "$x$" in loaded["path"][0]
    assert len(rejected) == 1


@pytest.mark.parametrize("page", PAGES)
def test_hostile_names_are_escaped_wherever_markdown_is_read(opened: Opened, hostile: Path, page: str) -> None:
    app = opened(hostile, page)
    assert not app.exception
    text = said(app) + "".join(link.proto.label for link in app.get("page_link"))
    for raw in ("<script>", "<img", "**bold**", "$x", ":smile:", ":red[", "](http"):
        assert not re.search(rf"(?<!\\){re.escape(raw)}", text), raw
    for chart in app.get("plotly_chart"):
        assert "<script>" not in chart.proto.spec and "<img" not in chart.proto.spec


def test_a_store_of_another_version_is_said_to_be_one(opened: Opened, samples: Path, tmp_path: Path) -> None:
    store = Path(shutil.copy(samples, tmp_path / "older.duckdb"))
    with duckdb.connect(str(store)) as connection:
        connection.execute("update meta set value = '6' where key = 'schema'")
    # What an older program published is as old.
    place = tmp_path / "older.duckdb.d"
    place.mkdir()
    os.utime(shutil.copy(store, place / "1.duckdb"), ns=(0, store.stat().st_mtime_ns))
    (place / "current").write_text("1.duckdb\n")
    app = opened(store)
    assert not app.exception
    assert "is a store of version 6" in app.warning[0].value


def test_without_a_store_files_can_be_brought(opened: Opened, tmp_path: Path) -> None:
    app = opened(tmp_path / "none.duckdb", "imports")
    assert not app.exception
    assert app.get("file_uploader")


@pytest.mark.parametrize("page", FIGURE_PAGES)
def test_a_page_draws_the_figures_of_many_deals(opened: Opened, many: Path, page: str) -> None:
    app = opened(many, page)
    assert not app.exception
    charts = app.get("plotly_chart")
    assert len(charts) >= 2
    for chart in charts:
        # Plotly's own objects refuse what it does not know.
        known = Figure(json.loads(chart.proto.spec))
        assert known.data and known.layout.datarevision


@pytest.mark.parametrize("page", FIGURE_PAGES)
def test_a_chart_says_all_that_streamlit_would_have_it_drawn_again_for(opened: Opened, many: Path, page: str) -> None:
    for chart in opened(many, page).get("plotly_chart"):
        layout = json.loads(chart.proto.spec)["layout"]
        assert "template" not in layout and not chart.proto.theme
        assert {"datarevision", "hovermode", "clickmode", "dragmode", "height"} <= layout.keys()
        assert all("type" in layout[axis] and not layout[axis]["automargin"] for axis in ("xaxis", "yaxis"))


@pytest.mark.parametrize("page", ["overview", "bidding", "declarations", "capots", "players", "pairs", "fairness"])
def test_numbers_and_words_of_a_chart_are_made_when_somebody_opens_them(opened: Opened, many: Path, page: str) -> None:
    app = opened(many, page)
    shut = len(app.dataframe), len(app.markdown)
    boxes = [key for key in app.session_state.to_dict() if key.startswith(("numbers ", "explained "))]
    assert boxes
    for key in boxes:
        app.session_state[key] = True
    app.run()
    assert not app.exception
    assert len(app.dataframe) == shut[0] + sum(key.startswith("numbers ") for key in boxes)
    assert len(app.markdown) >= shut[1] + len(boxes)


def test_one_player_is_looked_at_closely_and_compared(opened: Opened, many: Path) -> None:
    app = opened(many, "players", player="Player 1")
    assert not app.exception
    assert "Contracts made" in metrics(app)
    alone = len(app.get("plotly_chart"))
    other = next(each for each in app.selectbox(key="with").options if each != "Player 1")
    app.selectbox(key="with").set_value(other).run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == alone


def test_behind_a_figure_of_the_address_are_its_deals(opened: Opened, many: Path) -> None:
    app = opened(many, "deals", figure="bidding", by="contract", group="2")
    assert not app.exception
    shown = app.dataframe[0].value
    assert len(shown) and all("hearts" in each for each in shown["contract"])
    app.button[0].click().run()
    assert app.selectbox(key="taker").value is None


@pytest.mark.parametrize(
    "address",
    [
        {"figure": "overbidding", "by": "contract", "group": "1", "below": "0.9", "least": "1"},
        {"figure": "players", "by": "made_rate", "group": "1"},
        {"figure": "pairs", "by": "capots_against", "group": "1-3"},
        {"figure": "chances", "by": "32-8-true", "group": "tierce"},
        {"figure": "dealing", "by": "32-5-true-2-aces", "group": "1"},
        {"figure": "missed", "by": "counting", "group": "tierce"},
        {"figure": "violations", "by": "rules", "group": "bg4-004"},
        {"figure": "parts", "by": "auction", "group": "legal"},
    ],
    ids=lambda address: address["figure"],
)
def test_every_cell_has_an_address_that_leads_to_its_deals(opened: Opened, many: Path, address: dict[str, str]) -> None:
    app = opened(many, "deals", **address)
    assert not app.exception
    assert "Find others" in [each.label for each in app.button]
    assert "leads here again" in said(app) or "No deal has all of this." in said(app)


@pytest.mark.parametrize("by", ["", "32-8", "x-y-true", "32-8-true-x-aces", "-"])
@pytest.mark.parametrize("name", ["players", "pairs", "chances", "dealing", "missed", "violations", "parts", "bidding"])
def test_an_address_of_a_cell_that_is_none_is_no_failure(opened: Opened, many: Path, name: str, by: str) -> None:
    app = opened(many, "deals", figure=name, by=by, group="1-2-3")
    assert not app.exception


def test_deals_are_found_by_what_is_in_them(opened: Opened, many: Path) -> None:
    app = opened(many, "deals")
    assert not app.exception
    everything = len(app.dataframe[0].value)
    app.selectbox(key="ended").set_value("inside").run()
    assert not app.exception
    assert set(app.dataframe[0].value["outcome"]) == {"inside"}
    app.selectbox(key="ended").set_value(None)
    app.multiselect(key="held").set_value(["KH", "QH"]).run()
    assert not app.exception
    assert 0 < len(app.dataframe[0].value) < everything
    app.selectbox(key="led").set_value("7C").run()
    assert not app.exception


def test_from_a_match_to_its_deals(opened: Opened, many: Path) -> None:
    app = opened(many, "matches")
    assert not app.exception
    first = app.dataframe[0].value["match"][0]
    app = opened(many, "matches", match=first)
    assert not app.exception
    assert all(each.startswith(f"{first}/") for each in app.dataframe[0].value["deal"])


def test_every_ruleset_shows_its_settings(opened: Opened, many: Path) -> None:
    app = opened(many, "rulesets")
    assert not app.exception
    assert "play.ruff" in app.dataframe[0].value["Setting"].tolist()


def test_a_paste_is_judged_at_once(opened: Opened, many: Path) -> None:
    record = dealt.deal(5)
    text = json.dumps({key: value for key, value in record.items() if key != "known"})
    app = opened(many, "paste")
    app.text_area(key="pasted").set_value(text).run()
    assert not app.exception
    assert "No rule is broken" in said(app)
    plays = record["plays"].split()
    plays[3], plays[4] = plays[4], plays[3]
    app.text_area(key="pasted").set_value(text.replace(record["plays"], " ".join(plays))).run()
    assert not app.exception
    assert "breaks a rule" in "".join(each.value for each in app.error)
    app.text_area(key="pasted").set_value("<script>window.hurt=1</script>").run()
    assert not app.exception
    assert app.error


def test_of_a_paste_every_deal_is_judged() -> None:
    records = [
        {k: v for k, v in dealt.deal(seed).items() if k != "known"} | {"match": f"m{seed}"} for seed in range(620)
    ]
    records[-1]["claims"]["points"] = [81, 81]
    found = importing.judge_pasted("\n".join(map(json.dumps, records)), None, None)
    assert len(found.deals) == 620
    assert [each.line for each in found.deals if each.judgement.findings] == [620]


def test_an_upload_is_loaded_by_a_process_of_its_own(tmp_path: Path) -> None:
    """Bounded, named harmlessly, and told of to its end."""
    content = dealt.write(tmp_path / "x.jsonl", [dealt.deal(seed) for seed in range(3)]).read_bytes()
    process = importing.begin({"../../etc/<b>x.jsonl": content}, tmp_path / "up.duckdb", None, None)
    assert process.wait(timeout=120) == 0
    assert importing.told(process.folder) == {"state": "done", "new": 3, "known": 0, "rejects": 0}
    with reader(tmp_path / "up.duckdb") as connection:
        ((path,),) = connection.execute("select path from file").fetchall()
        assert Path(path).parent == process.folder and "<" not in path and ".." not in path
    process.forget()
    assert not process.folder.exists()
    with pytest.raises(WrongUse, match="at most"):
        importing.begin({"big.jsonl": bytes((importing.MOST_MEGABYTES << 20) + 1)}, tmp_path / "up.duckdb", None, None)


def test_uploads_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, opened: Opened, many: Path) -> None:
    monkeypatch.setenv("REBELOTE_UPLOADS", "off")
    app = opened(many, "imports")
    assert not app.exception
    assert not app.get("file_uploader")
    assert "switched off" in said(app)
    with pytest.raises(WrongUse, match="switched off"):
        importing.begin({"x.jsonl": b"{}"}, many, None, None)


def test_sign_in_comes_before_everything(monkeypatch: pytest.MonkeyPatch, opened: Opened, many: Path) -> None:
    monkeypatch.setenv("REBELOTE_SIGN_IN", "on")
    app = opened(many)
    assert not app.exception
    assert not app.metric and not app.get("plotly_chart")
    assert app.button[0].label == "Sign in"


def test_markdown_escapes_every_mark() -> None:
    assert in_markdown("*a*_b_`c`#[d](e)$f$") == r"\*a\*\_b\_\`c\`\#\[d\]\(e\)\$f\$"
    assert ":smile:" not in in_markdown(":smile:").replace("\\", "")
    assert "\n" not in in_markdown("a\nb\r\u2028c")


def test_texts_of_records_stay_on_their_line() -> None:
    assert one_line("a\u202eb\x00c\td") == "a b c d"
    assert len(one_line("x" * 500)) == 80
    assert in_chart("<b>$x$") == "&lt;b&gt;&#36;x&#36;"


def test_rates_and_counts_for_people() -> None:
    assert [share(rate) for rate in (None, 0.0, 0.0123, 0.5, 0.9999, 1.0)] == [
        "?", "0 %", "1.2 %", "50 %", "99.9 %", "100 %"
    ]  # fmt: skip
    assert number(1234567) == "1\u202f234\u202f567"


def test_a_mark_leads_to_its_deals_again_where_a_run_of_its_page_overtook_and_once_they_were_shown_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone: list[object] = []
    monkeypatch.setattr(leading, "go", gone.append)

    def page() -> None:
        import streamlit as st

        from dashboard import leading

        if st.session_state.get("elsewhere"):
            leading.arrived()
        else:
            leading.follow(st.session_state.get("chosen"), "chart", lambda: {"figure": "bidding"})

    app = AppTest.from_function(page)
    for chosen, elsewhere, led in (
        (None, False, 0),
        (("mark", 3), False, 1),
        (("mark", 3), False, 2),  # the page of the deals was overtaken
        (("mark", 3), True, 2),
        (("mark", 3), False, 2),  # back, the mark still chosen
        (None, False, 2),
        (("mark", 3), False, 3),
    ):
        app.session_state["chosen"], app.session_state["elsewhere"] = chosen, elsewhere
        app.run()
        assert len(gone) == led, (chosen, elsewhere)


def test_what_was_opened_ahead_is_taken_once_and_let_go_where_a_newer_snapshot_came(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    load([folder() / "bela-004.jsonl"], store=store)
    first = newest(store)
    assert first is not None
    ready.get_ready(store)
    taken = ready.opened(str(first), stamp_of(first))
    assert taken is not ready.opened(str(first), stamp_of(first))
    ready.get_ready(store)
    (ahead,) = ready._opened.values()
    load([folder() / "faults.jsonl"], store=store)
    second = newest(store)
    assert second is not None and second != first
    found = ready.opened(str(second), stamp_of(second))
    assert found.execute("select count(*) from fact").fetchall() > taken.execute("select count(*) from fact").fetchall()
    with pytest.raises(duckdb.ConnectionException):
        ahead.execute("select 1")
    ready.get_ready(tmp_path / "none.duckdb")
    assert not ready._opened
