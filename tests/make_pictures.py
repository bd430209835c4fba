"""Take the pictures of the viewer in `docs/pictures`: `python -m tests.make_pictures`, where Chromium is installed."""

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image
from playwright.sync_api import sync_playwright

from dashboard.viewer.page import page
from ingest.load import load
from ingest.samples import folder
from replay.record import Player
from tests import viewed
from tests.browser import executable
from tests.serving import served

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


def fault(data: dict[str, Any]) -> int:
    return next(at for at, step in enumerate(data["steps"]) if step["findings"])


def kind(data: dict[str, Any], wanted: str, after: int = 0) -> int:
    return next(at for at, step in enumerate(data["steps"]) if at >= after and step["kind"] == wanted)


def wrong_score() -> dict[str, Any]:
    """A deal whose record writes ten points too many for one side."""
    found = (each for seed in range(100) for each in viewed.dealt("fr4-001", seed))
    deal = next(each for each in found if each.plays and each.belote)
    score = tuple(points + 10 * (side == 0) for side, points in enumerate(deal.claims.score or ()))
    claims = msgspec.structs.replace(deal.claims, score=score, totals=score, match_winner=None, hanging=None)
    players = tuple(Player(name, name.capitalize()) for name in ("south", "east", "north", "west"))
    alone = msgspec.structs.replace(deal, number=1, match="table-4", claims=claims, players=players)
    return viewed.told([alone], 1)


def choose(setting: str, value: str) -> Callable[[Any], None]:
    def act(opened: Any) -> None:
        opened.locator(f"select[data-choose={setting}]").evaluate(
            "(node, value) => { node.value = value; node.onchange() }", value
        )

    return act


def four_colours(opened: Any) -> None:
    opened.locator("input[data-choose=four]").evaluate("node => node.click()")


def printed(opened: Any) -> None:
    opened.locator("[data-share=print]").evaluate("node => node.click()")
    sheet = next(frame for frame in opened.frames if frame != opened.main_frame)
    content = sheet.evaluate("document.documentElement.outerHTML")
    style = sheet.evaluate("[...document.adoptedStyleSheets[0].cssRules].map(rule => rule.cssText).join('')")
    opened.set_content(content)
    opened.add_style_tag(content=style)


def take(opened: Any, path: Path) -> None:
    """A picture of the page, kept small."""
    with Image.open(io.BytesIO(opened.screenshot())) as picture:
        picture.convert("RGB").save(path, quality=90, method=6)


def main() -> None:
    """Take them all, or those named."""
    faulty = viewed.told(viewed.samples("faults-fr4-001"), 1)
    french = viewed.told(viewed.samples("faults-bg4-004"), 1, code="fr")
    two, three = viewed.played("fr2-002", "declaration"), viewed.played("ua3-000", "exchange")
    coinche = viewed.played("coinche-004")
    wrong = wrong_score()
    plain = (1280, 940, "light")
    shots: dict[str, tuple[dict[str, Any], int, tuple[int, int, str], list[Callable[[Any], None]]]] = {
        "auction": (faulty, 1, plain, []),
        "bidding": (coinche, kind(coinche, "call", 3), plain, []),
        "violation": (faulty, fault(faulty), plain, []),
        "french": (french, fault(french), plain, []),
        "settlement": (wrong, len(wrong["steps"]) - 1, (1280, 900, "light"), []),
        "two-handed": (two, kind(two, "play") + 3, plain, []),
        "three-handed": (three, kind(three, "exchange"), plain, []),
        "seat-dark": (faulty, 20, (1280, 900, "dark"), [choose("hands", "0"), choose("index", "ru"), four_colours]),
        "phone": (faulty, fault(faulty), (320, 1180, "light"), []),
        "sheet": (faulty, 0, (800, 1100, "light"), [printed]),
        "match": (coinche, len(coinche["steps"]) - 1, (1280, 1100, "light"), []),
    }
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or [*shots, "dashboard"]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        browser = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox", "--disable-gpu"])
        for name in (each for each in wanted if each in shots):
            data, step, (width, height, scheme), actions = shots[name]
            path = Path(place, f"{name}.html")
            beside = {each["address"]: f"{each['number']}.html" for each in data["match"]}
            path.write_text(page(data, beside if name == "match" else None), encoding="utf-8")
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=name == "sheet",
                device_scale_factor=2 if width < 400 else 1,
            )  # fmt: skip
            context.add_init_script("window.print = () => {}")
            opened = context.new_page()
            opened.goto(f"{path.as_uri()}#step={step}")
            opened.locator("[data-part=viewer][data-at]").wait_for()
            for act in actions:
                act(opened)
            take(opened, FOLDER / f"{name}.webp")
            context.close()
        if "dashboard" in wanted:
            dashboard(browser, Path(place))
        browser.close()


def dashboard(browser: Any, place: Path) -> None:
    """The deal inside the dashboard."""
    load([folder() / "faults.jsonl"], store=place / "store.duckdb")
    with served(place / "store.duckdb") as port:
        opened = browser.new_page(viewport={"width": 1400, "height": 1000})
        opened.goto(f"http://localhost:{port}/deal?deal=faults-fr4-001/1&step=8")
        opened.locator("[data-part=viewer][data-at='8']").wait_for(timeout=60_000)
        opened.wait_for_load_state("networkidle")
        take(opened, FOLDER / "dashboard.webp")
        opened.goto(f"http://localhost:{port}/violations?lang=fr")
        opened.get_by_role("heading", name="Infractions").wait_for(timeout=60_000)
        # The icons' font comes last.
        opened.wait_for_timeout(2_000)
        take(opened, FOLDER / "dashboard-french.webp")


if __name__ == "__main__":
    main()
