"""Every page of the dashboard as a screen reader and weak eyes meet it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.load import load
from ingest.samples import folder
from tests.serving import served

PATIENCE = 60_000
"""Milliseconds after which a page that does not come is given up."""
STREAMLITS_OWN = ["[data-testid=stDataFrame]", "[data-testid=stPlotlyChart]", "[data-testid=stFileUploader]"]
"""Drawn on a canvas, or markup that no page can change; tables and charts have their numbers beside them."""


@pytest.fixture(scope="module")
def address(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    store: Path = tmp_path_factory.mktemp("axe") / "store.duckdb"
    load([folder() / "faults.jsonl"], store=store)
    with served(store) as port:
        yield f"http://localhost:{port}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "bidding", "players", "violations", "deals", "imports"])
def test_axe_finds_nothing_serious_on_a_page(page: Any, address: str, path: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address}/{path}")
    page.locator("h1").first.wait_for(timeout=PATIENCE)
    page.wait_for_function("!document.querySelector('[data-testid=stSkeleton]')", timeout=PATIENCE)
    found = Axe().run(page, context={"exclude": [[each] for each in STREAMLITS_OWN]})
    serious = [each for each in found.response["violations"] if each["impact"] in ("serious", "critical")]
    assert not serious, [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in serious]
