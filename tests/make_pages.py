"""Take the pictures of the dashboard's pages in `docs/pages`: `python -m tests.make_pages [PAGE…]`, with Chromium.

They show the samples and simulated deals, which are given days here, for simulated deals have none.
"""

import contextlib
import datetime
import io
import json
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from ingest.load import load
from ingest.samples import folder
from rebelote.simulate import simulate
from tests.browser import executable
from tests.serving import served

FOLDER = Path(__file__).parent.parent / "docs" / "pages"
PAGES = {
    "overview": "",
    "bidding": "bidding",
    "declarations": "declarations",
    "capots": "capots",
    "players": "players",
    "one-player": "players?player=expert-1",
    "pairs": "pairs",
    "fairness": "fairness",
    "audit": "audit",
    "violations": "violations",
    "rulesets": "rulesets",
    "matches": "matches",
    "deals": "deals",
    "deals-of-a-mark": "deals?figure=bidding&by=contract&group=4&which=no",
    "deal": "deal?deal=faults-fr4-001/1&step=10",
    "paste": "paste",
    "imports": "imports",
    "nothing-left": "bidding?rules=fr4-001&player=expert-1&since=2001-01-01&until=2001-01-02",
}
WIDE = 1400
TALL = 6000
SETTLED = """() => !document.querySelector('[data-testid=stStatusWidget]')
    && !document.querySelector('[data-testid=stSkeleton]')"""
HEIGHT = """Math.max(900, ...[...document.querySelectorAll('[data-testid=stMainBlockContainer]')]
    .map(each => each.scrollHeight))"""


def stored(place: Path) -> Path:
    """A store in a folder, whose files have short names."""
    shutil.copytree(folder(), place / "samples")
    for number, rules in enumerate(("fr4-001", "coinche-004", "bg4-004", "frbelote-004", "bela-004", "ua3-000")):
        plain = place / "plain.jsonl"
        simulate(plain, rules=rules, deals=1500, seed=20 + number)
        days: dict[str, datetime.date] = {}
        with (place / f"{rules}-evenings.jsonl").open("w", encoding="utf-8") as dated:
            for line in plain.read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                first = datetime.date(2026, 1, 5) + datetime.timedelta(days=len(days) % 300)
                day = days.setdefault(record["match"], first)
                dated.write(json.dumps(record | {"time": f"{day}T20:00:00Z"}) + "\n")
        plain.unlink()
    with contextlib.chdir(place):
        load(["samples", *sorted(str(each.name) for each in place.glob("*.jsonl"))], store=place / "store.duckdb")
    return place / "store.duckdb"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    chosen = sys.argv[1:] or list(PAGES)
    with tempfile.TemporaryDirectory() as place, served(stored(Path(place))) as port, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox", "--disable-gpu"])
        for theme in ("light", "dark"):
            context = chromium.new_context(viewport={"width": WIDE, "height": 1000}, color_scheme=theme)
            for name in chosen:
                page = context.new_page()
                page.goto(f"http://localhost:{port}/{PAGES[name]}")
                page.locator("h1").first.wait_for(timeout=90_000)
                page.wait_for_function(SETTLED, timeout=90_000)
                page.wait_for_timeout(1500)
                page.set_viewport_size({"width": WIDE, "height": min(int(page.evaluate(HEIGHT)) + 40, TALL)})
                page.wait_for_timeout(1000)
                Image.open(io.BytesIO(page.screenshot())).save(FOLDER / f"{name}-{theme}.webp", quality=82, method=5)
                page.close()
        chromium.close()


if __name__ == "__main__":
    main()
