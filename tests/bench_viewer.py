"""How long a step takes in the browser: `python -m tests.bench_viewer` says it, and fails above 5 ms at the median."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from dashboard.viewer.page import page
from tests import viewed
from tests.browser import executable
from tests.test_viewer_browser import MEASURE

LIMIT = 5.0
"""Milliseconds, at the median."""


def main() -> None:
    """Measure a deal for each number of players."""
    slow = False
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        browser = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox", "--disable-gpu"])
        for system in ("fr2-002", "ua3-000", "bg4-004", "coinche-004"):
            path = Path(place, "deal.html")
            path.write_text(page(viewed.played(system)), encoding="utf-8")
            opened = browser.new_page(viewport={"width": 1400, "height": 1000})
            opened.goto(path.as_uri())
            opened.locator("[data-part=viewer][data-at]").wait_for()
            # Of several passes the quickest: what else the machine does only makes one slower.
            times = min((opened.evaluate(MEASURE) for _ in range(5)), key=lambda each: each[len(each) // 2])
            median, late = times[len(times) // 2], times[len(times) * 95 // 100]
            said = f"{len(times)} steps, median {median:.2f} ms, 95 % {late:.2f} ms"
            print(f"{system}: {path.stat().st_size} bytes, {said}")
            slow = slow or median >= LIMIT
            opened.close()
        browser.close()
    if slow:
        raise SystemExit(f"a step takes {LIMIT} ms or more at the median")


if __name__ == "__main__":
    main()
