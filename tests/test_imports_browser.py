"""Files and pastes brought to the store from the pages, in a real browser: sent, loaded, told of, and on the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dashboard.importing import LOADING
from tests import dealt
from tests.serving import served

PATIENCE = 120_000
"""Milliseconds after which a page that does not come is given up; what loads may compile the rules first."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps uploads while they are loaded."""
    return tmp_path_factory.mktemp("uploads")


@pytest.fixture(scope="module")
def address(chromium: Any, place: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real server, without a store yet."""
    with served(tmp_path_factory.mktemp("imports") / "store.duckdb", TMPDIR=str(place)) as port:
        yield f"http://localhost:{port}"


def told(page: Any, text: str) -> None:
    """Wait until a box says so, and no part of the page failed."""
    page.get_by_test_id("stAlert").filter(has_text=text).first.wait_for(timeout=PATIENCE)
    assert page.get_by_test_id("stException").count() == 0


def test_an_upload_is_loaded_told_of_and_on_the_page(page: Any, address: str, place: Path, tmp_path: Path) -> None:
    night = dealt.write(tmp_path / "night.jsonl", [dealt.deal(seed, match=f"night-{seed}") for seed in range(3)])
    bad = tmp_path / "bad.txt"
    bad.write_text("no record at all\n")
    page.goto(f"{address}/imports")
    for file, said in ((night, "3 new deals, 0 known before, 0 lines rejected"), (bad, "not one deal could be read")):
        page.locator("input[type=file]").first.set_input_files(str(file))
        page.get_by_text(file.name).first.wait_for(timeout=PATIENCE)
        page.get_by_role("button", name="Load", exact=True).click()
        told(page, said)
    page.locator("[data-testid=stDataFrame]").first.wait_for(timeout=PATIENCE)
    assert not list(place.glob("rebelote-upload-*")), "nothing of an upload is left"


def test_a_paste_is_stored_on_request(page: Any, address: str, tmp_path: Path) -> None:
    text = dealt.write(tmp_path / "one.jsonl", [dealt.deal(9, match="pasted")]).read_text()
    page.goto(f"{address}/paste")
    page.locator("textarea").first.fill(text)
    page.locator("textarea").first.press("Control+Enter")
    told(page, "No rule is broken in 1 deal,")
    page.get_by_role("button", name="Store these deals").click()
    told(page, "1 new deal, 0 known before")


def test_no_widget_has_the_key_under_which_an_upload_is_kept() -> None:
    """Streamlit refuses a session's value under the key of a widget or a form."""
    views = Path(__file__).parent.parent / "dashboard" / "views"
    source = "".join(each.read_text(encoding="utf-8") for each in views.glob("*.py"))
    assert f'key="{LOADING}"' not in source and f'form("{LOADING}"' not in source
