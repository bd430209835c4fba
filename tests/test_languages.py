"""The pages in another language: every text goes through the catalogue, and the language stands in the address."""

import gettext
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard.messages import language
from dashboard.messages.indices import INDICES
from ingest.canonical import encode
from ingest.load import load
from ingest.mapping import names as mapping_names
from ingest.samples import folder
from replay import rulesets
from replay.judgement import PARTS
from replay.knobs import KNOBS
from replay.violations import CATALOGUE
from tests import dealt
from tests.counting import some_matches
from tests.opening import Opened

PAGES = (
    "overview", "bidding", "declarations", "capots", "players", "pairs", "fairness", "audit", "violations", "rulesets",
    "matches", "deals", "deal", "paste", "imports",
)  # fmt: skip
# Names, not words: formats, people who gave theirs to a method, what the browser is told, what is typed.
NAMES = {
    "csv", "parquet", "rebelote", "json", "jsonl", "language", "langue", "english", "français", "wilson", "holm",
    "belote", "canonical", "many", "faults",
}  # fmt: skip
SHOWN = ("label", "help", "placeholder", "body", "options", "text", "alt", "value", "tooltip", "default")


class Marked(gettext.NullTranslations):
    """A language whose every text stands in brackets, so that one sees what it has said."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, one: str, many: str, count: int) -> str:
        return f"⟦{one if count == 1 else many}⟧"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches under several rulesets with whole auctions and settlements, and deals with every kind of fault."""
    place = tmp_path_factory.mktemp("languages")
    lines = [encode(deal) for deals in some_matches(0) for deal in deals]
    (place / "many.jsonl").write_bytes(b"\n".join(lines) + b"\n" + b'{"rebelote": 1, "match": 7}\n')
    load([place / "many.jsonl", folder() / "faults.jsonl"], store=place / "store.duckdb")
    return place / "store.duckdb"


@pytest.fixture
def opened(opened: Opened, store: Path) -> Iterator[Opened]:
    """Opens a page on that store, which must not fail."""

    def open_page(page: str, **address: str) -> AppTest:
        app = opened(store, page, **address)
        assert not app.exception
        return app

    yield open_page
    st.cache_data.clear()


def shown(node: Any) -> Iterator[str]:
    """Every text of a page and the parts of it: labels, hints, choices, charts with their axes and hints, tables."""
    proto = getattr(node, "proto", None)
    if node.type == "plotly_chart":
        spec = json.loads(proto.spec)
        layout = spec["layout"]
        yield from (str(each) for axis in ("xaxis", "yaxis") for each in layout.get(axis, {}).get("ticktext", ()))
        yield layout.get("title", {}).get("text", "")
        for trace in spec["data"]:
            yield trace.get("name") or ""
            yield trace.get("hovertemplate") or ""
            yield from trace.get("text", ())
    elif node.type == "arrow_data_frame":
        columns = json.loads(proto.columns or "{}")
        for name in node.value.columns:
            yield (columns.get(name) or {}).get("label") or str(name)
            if node.value[name].dtype in (object, "str", "string"):
                yield from (str(each) for each in node.value[name] if isinstance(each, str))
    elif proto is not None:
        yield from said(proto)
    for child in getattr(node, "children", {}).values():
        yield from shown(child)


def said(proto: Any) -> Iterator[str]:
    """What a part of a page says, in its own fields and those within."""
    for field, value in proto.ListFields():
        if field.type == field.TYPE_STRING and field.name in SHOWN:
            yield from [value] if isinstance(value, str) else value
        elif field.type == field.TYPE_MESSAGE:
            for each in [value] if hasattr(value, "ListFields") else value:
                if hasattr(each, "ListFields"):
                    yield from said(each)


def left_over(text: str) -> list[str]:
    """The words of a text that no catalogue has said."""
    text = re.sub(r":material/\w+:|:\w+-badge\[|`[^`]*`|%\{[^}]*\}|<[^>]*>|&\w+;", " ", text.replace("\\", ""))
    # A path, an address, a record.
    text = re.sub(r"\S*/\S*|^\{.*\}$", " ", text)
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = inner
    # A label may be the end of a text.
    return re.findall(r"[^\W\d_]{2,}", text.rpartition("⟧")[2])


@pytest.fixture(scope="module")
def names() -> set[str]:
    """Words of records, of rulesets and of codes: they are the same in every language."""
    texts = [*rulesets.names(), *mapping_names(), *CATALOGUE, *PARTS, *(knob.name for knob in KNOBS)]
    texts += [str(value) for name in rulesets.names() for value in rulesets.load(name).values.values()]
    texts += [line.decode() for line in (folder() / "faults.jsonl").read_bytes().splitlines()]
    texts += [encode(deal).decode() for deals in some_matches(0) for deal in deals]
    texts += [index for each in INDICES.values() for index in each]
    return {word.lower() for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)} | NAMES


@pytest.mark.parametrize("page", PAGES)
def test_every_text_of_a_page_goes_through_the_catalogue(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, names: set[str], page: str
) -> None:
    monkeypatch.setattr(language("fr"), "_catalogue", Marked())
    st.cache_data.clear()
    app = opened(page, lang="fr")
    if page == "paste":
        app.text_area(key="pasted").set_value(
            json.dumps({k: v for k, v in dealt.deal(5).items() if k != "known"})
        ).run()
        assert not app.exception
    texts = [*shown(app.main), *shown(app.sidebar)]
    assert any("⟦" in text for text in texts)
    english = {text: words for text in texts if (words := [w for w in left_over(text) if w.lower() not in names])}
    assert not english


def test_the_language_stands_in_the_address_and_is_chosen_beside_every_page(opened: Opened) -> None:
    app = opened("overview", lang="fr")
    assert app.title[0].value == "Vue d'ensemble"
    assert app.query_params["lang"] == ["fr"] or app.query_params["lang"] == "fr"
    app.selectbox(key="languages").set_value("en").run()
    assert app.title[0].value == "Overview"
    app.selectbox(key="languages").set_value("fr").run()
    assert app.title[0].value == "Vue d'ensemble"


def test_a_choice_in_the_address_is_understood_in_any_language(opened: Opened) -> None:
    for contract, lang in (("hearts", "fr"), ("cœur", "fr"), ("cœur", "en")):
        app = opened("overview", contract=contract, lang=lang)
        assert app.selectbox(key="contract").value == 2
