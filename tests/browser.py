"""Chromium for the tests of pages: an installed one, driven headless; without it these tests skip.

`python -m tests.browser` says where it is, or exits with 1.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_HERE = {"localhost", "127.0.0.1"}


def executable() -> str | None:
    """The installed Chromium; REBELOTE_CHROMIUM names another."""
    named = os.environ.get("REBELOTE_CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, _NAMES)), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The running browser, a playwright Browser."""
    path = executable()
    if path is None:
        pytest.skip("no Chromium is installed: make test says how")
    from playwright.sync_api import sync_playwright

    # Chromium refuses its sandbox to root.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*_QUIET, *sandbox])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A page of its own, a playwright Page; it fails the test that asks another machine for anything."""
    context = chromium.new_context(viewport={"width": 1400, "height": 1000})
    strangers: list[str] = []

    def watch(request: Any) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname not in _HERE:
            strangers.append(request.url)

    context.on("request", watch)
    opened = context.new_page()
    opened.on("websocket", watch)
    yield opened
    context.close()
    assert not strangers, f"the page asked outside: {strangers}"


if __name__ == "__main__":
    found = executable()
    print(found or "no Chromium")
    sys.exit(found is None)
