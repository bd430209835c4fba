"""The pages of the dashboard in every state of a store, and what is made of hostile texts."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.wording import in_chart, in_markdown, number, one_line, share
from ingest.load import load
from ingest.samples import folder
from ingest.store import writer
from tests import dealt

PAGES = ("overview", "violations", "deal", "files")
Opened = Callable[..., AppTest]


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


@pytest.fixture
def opened(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Opens a page of the dashboard on a store."""

    def open_page(store: Path, page: str = "overview", **address: str) -> AppTest:
        monkeypatch.setenv("REBELOTE_STORE", str(store))
        app = AppTest.from_file(checkout / "dashboard" / "app.py", default_timeout=120)
        for key, value in address.items():
            app.query_params[key] = value
        if page != "overview":
            app.switch_page(f"views/{page}.py")
        return app.run()

    return open_page


def said(app: AppTest) -> str:
    """Every text of a page, one after another."""
    boxes = (app.title, app.subheader, app.info, app.success, app.warning, app.caption, app.markdown)
    return "\n".join(str(each.value) for box in boxes for each in box)


def metrics(app: AppTest) -> dict[str, str]:
    return {each.label: each.value for each in app.metric}


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
        beside = [each["text"] for each in figure["layout"]["annotations"]]
        assert len(beside) == len(figure["layout"]["yaxis"]["ticktext"])
        assert all(re.search(r"<b>.* %</b>  \S+ of \S+", text) for text in beside)


@pytest.mark.parametrize("page", PAGES)
def test_no_store_says_how_to_make_one(opened: Opened, tmp_path: Path, page: str) -> None:
    app = opened(tmp_path / "none.duckdb", page)
    assert not app.exception
    assert "no store" in said(app)
    assert "rebelote ingest" in app.code[0].value


@pytest.mark.parametrize("page", PAGES)
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
    assert app.title[0].value == page.capitalize()
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


@pytest.mark.parametrize("page", ["overview", "violations", "deal"])
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


def test_files_and_rejects_are_listed(opened: Opened, hostile: Path) -> None:
    app = opened(hostile, "files")
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


def test_markdown_escapes_every_mark() -> None:
    assert in_markdown("*a*_b_`c`#[d](e)$f$") == r"\*a\*\_b\_\`c\`\#\[d\]\(e\)\$f\$"
    assert ":smile:" not in in_markdown(":smile:").replace("\\", "")
    assert "\n" not in in_markdown("a\nb\r\u2028c")


def test_texts_of_records_stay_on_their_line() -> None:
    assert one_line("a\u202eb\x00c\td") == "a b c d"
    assert len(one_line("x" * 500)) == 80
    assert in_chart("<b>$x$") == "&lt;b&gt;&#36;x&#36;"


def test_rates_and_counts_for_people() -> None:
    assert [share(rate) for rate in (None, 0.0, 0.0123, 0.5, 1.0)] == ["?", "0 %", "1.2 %", "50 %", "100 %"]
    assert number(1234567) == "1\u202f234\u202f567"
