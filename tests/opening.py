"""Pages of the dashboard opened without a browser, and what they say."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ingest.canonical import encode
from ingest.load import load
from tests.counting import some_matches

Opened = Callable[..., AppTest]


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


def store_of_matches(place: Path, *more: Path) -> Path:
    """A store of matches under several rulesets, with whole auctions, announcements and settlements, and of more."""
    matches = [deals for seed in range(3) for deals in some_matches(seed)]
    lines = b"\n".join(encode(deal) for deals in matches for deal in deals)
    (place / "many.jsonl").write_bytes(lines + b"\n")
    load([place / "many.jsonl", *more], store=place / "many.duckdb")
    return place / "many.duckdb"


def said(app: AppTest) -> str:
    """Every text of a page, one after another."""
    boxes = (app.title, app.subheader, app.info, app.success, app.warning, app.caption, app.markdown)
    return "\n".join(str(each.value) for box in boxes for each in box)


def metrics(app: AppTest) -> dict[str, str]:
    """The counts of a page by their titles."""
    return {each.label: each.value for each in app.metric}
