"""The dashboard in a real browser: from the charts over a violation to its deal, and through it with the keys."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from ingest.load import load
from ingest.samples import folder
from tests import dealt
from tests.serving import served

PATIENCE = 60_000
"""Milliseconds after which a page that does not come is given up."""
LISTENING = """() => [...document.querySelectorAll('.js-plotly-plot')].every(
    each => each._ev && each._ev.listenerCount('plotly_selected') > 0
)"""
"""Whether every chart has somebody who hears what is chosen in it."""


@pytest.fixture(scope="module")
def address(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real server, on the faulty samples and deals with hostile names."""
    place = tmp_path_factory.mktemp("browser")
    hostile = [dealt.deal(seed, match=dealt.HOSTILE[seed % 3]) | {"deal": seed + 1} for seed in range(24)]
    load([folder() / "faults.jsonl", dealt.write(place / "hostile.jsonl", hostile)], store=place / "store.duckdb")
    with served(place / "store.duckdb") as port:
        yield f"http://localhost:{port}"


def at(page: Any) -> int:
    return int(page.locator("[data-part=viewer]").get_attribute("data-at"))


def press(page: Any, key: str, to: int) -> None:
    page.keyboard.press(key)
    page.locator(f"[data-part=viewer][data-at='{to}']").wait_for(timeout=PATIENCE)


def test_from_the_charts_to_a_violation_and_through_its_deal(page: Any, address: str) -> None:
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(address)
    page.locator(".js-plotly-plot .point").first.wait_for(timeout=PATIENCE)
    drawn = (
        "[...document.querySelectorAll('.js-plotly-plot')].filter(each => each.querySelector('.point')).length === 4"
    )
    page.wait_for_function(drawn, timeout=PATIENCE)

    page.get_by_role("link", name="Violations").click()
    page.get_by_role("heading", name="Violations", exact=True).wait_for(timeout=PATIENCE)
    row = page.locator("[data-testid=stPageLink] a").first
    row.wait_for(timeout=PATIENCE)
    row.click()
    finding = page.locator(".finding").first
    finding.wait_for(timeout=PATIENCE)
    assert "Clause" in finding.inner_text()
    assert re.search(r"/deal\?.*deal=faults-", page.url)

    here = at(page)
    press(page, "ArrowRight", here + 1)
    press(page, "ArrowLeft", here)
    press(page, "Home", 0)
    assert page.locator(".seat .card:not([hidden])").count() == 20, "five each before the auction"
    first = page.locator(".plays tbody tr").first.locator(".led button").get_attribute("data-step")
    press(page, "1", int(first))
    assert page.locator(".seat .card:not([hidden])").count() == 32
    press(page, "End", int(page.locator("input[type=range]").get_attribute("max")))
    assert page.locator(".seat .card:not([hidden])").count() == 0
    assert not failures


def test_a_link_opens_a_deal_at_its_card_and_the_address_follows(page: Any, address: str) -> None:
    page.goto(f"{address}/deal?deal=faults-bg4-004/2&step=9")
    page.locator("[data-part=viewer][data-at='9']").wait_for(timeout=PATIENCE)
    press(page, "ArrowRight", 10)
    page.wait_for_url(re.compile(r"[?&]step=10\b"), timeout=PATIENCE)
    page.reload()
    page.locator("[data-part=viewer][data-at='10']").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Next deal").click()
    page.wait_for_url(re.compile(r"deal=faults-bg4-004%2F3"), timeout=PATIENCE)
    page.locator("[data-part=viewer][data-at='0']").wait_for(timeout=PATIENCE)


def test_legal_cards_are_marked_and_a_play_is_chosen_from_the_list(page: Any, address: str) -> None:
    page.goto(f"{address}/deal?deal=faults-fr4-001/1")
    list_of_plays = page.locator(".plays td button")
    list_of_plays.first.wait_for(timeout=PATIENCE)
    assert list_of_plays.count() == 32
    list_of_plays.nth(9).click()
    assert list_of_plays.nth(9).get_attribute("aria-current") == "step"
    assert page.locator(".seat.turn .card.legal:not([hidden])").count() >= 1
    assert page.locator(".seat.turn .card.chosen").count() == 1
    assert "legal" in page.locator(".seat.turn .card.legal svg").first.get_attribute("aria-label")
    marked = page.locator(".seat.turn .card.legal").count()
    said = page.locator(".caption .legend").inner_text()
    assert str(marked) in said or marked == 1 or "All" in said


def test_a_filter_stands_in_the_address_and_follows_from_page_to_page(page: Any, address: str) -> None:
    page.goto(address)
    page.get_by_role("combobox", name="Ruleset").click(timeout=PATIENCE)
    page.get_by_role("option", name="fr4-001").click()
    page.wait_for_url(re.compile(r"[?&]rules=fr4-001"), timeout=PATIENCE)
    page.get_by_role("link", name="Violations").click()
    page.wait_for_url(re.compile(r"/violations\?.*rules=fr4-001"), timeout=PATIENCE)
    page.locator("[data-testid=stPageLink] a").first.wait_for(timeout=PATIENCE)
    links = page.locator("[data-testid=stPageLink] a").all_inner_texts()
    assert links and all("faults-fr4-001" in link for link in links)


@pytest.mark.parametrize("path", ["", "violations", "imports", "deal?deal=<script>window.hurt=1</script>/1"])
def test_hostile_names_never_become_markup(page: Any, address: str, path: str) -> None:
    page.goto(f"{address}/{path}")
    page.locator("h1").wait_for(timeout=PATIENCE)
    page.locator(".js-plotly-plot .point, .viewer, [data-testid=stPageLink], [data-testid=stDataFrame]").first.wait_for(
        timeout=PATIENCE
    )
    assert page.evaluate("window.hurt") is None
    made = "script, img[src='x'], [href*='example.org'], [src*='example.org'], .katex"
    assert page.locator(f"[data-testid=stApp] :is({made})").count() == 0
    styled = page.locator("[data-testid=stMain] :is(strong, b, em, code, h1, span)").all_inner_texts()
    assert not {"bold", "it", "code", "red"} & set(styled)
    if path.startswith("deal"):
        names = page.locator(".who .name").all_inner_texts()
        assert any("<" in name or "*" in name or "$" in name for name in names)


def test_the_deal_fits_a_telephone(page: Any, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/deal?deal=faults-bg4-004/2&step=9")
    page.locator("[data-part=viewer][data-at='9']").wait_for(timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    wide = page.locator(".card:not([hidden])").evaluate_all(
        "cards => cards.filter(card => card.getBoundingClientRect().right > window.innerWidth).length"
    )
    assert wide == 0


def test_from_a_mark_to_its_deals_and_to_one_of_them(page: Any, address: str) -> None:
    from playwright.sync_api import TimeoutError as NotYet

    page.goto(f"{address}/bidding?rules=bg4-004")
    dot = page.locator(".js-plotly-plot .scatterlayer .point").first
    dot.wait_for(timeout=PATIENCE)
    # Drawn is not yet listening: the page is whole first.
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=PATIENCE)
    page.wait_for_function(LISTENING, timeout=PATIENCE)
    # The filters come into the address a moment after the page.
    wanted = ("/deals?", "figure=bidding", "rules=bg4-004", "by=contract")
    for patience in (PATIENCE / 4, PATIENCE / 4, PATIENCE):
        # A click is lost where a chart is just being drawn again: somebody clicks once more.
        box = dot.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        try:
            page.wait_for_url(lambda url: all(each in url for each in wanted), timeout=patience)
            break
        except NotYet:
            if "/bidding" not in page.url:
                raise
    assert all(each in page.url for each in wanted), page.url
    page.locator("[data-testid=stDataFrame]").wait_for(timeout=PATIENCE)
    page.reload()
    page.locator("[data-testid=stDataFrame]").wait_for(timeout=PATIENCE)
    assert page.get_by_text("Bidding success", exact=False).count()


def test_a_chosen_outcome_of_a_mark_stands_in_the_address(page: Any, address: str) -> None:
    page.goto(f"{address}/deals?figure=bidding&by=ruleset&group=fr4-001&which=no")
    chosen = page.get_by_text("not: made", exact=True)
    chosen.wait_for(timeout=PATIENCE)
    said = chosen.evaluate("each => each.closest('button, label, [role=radio]').outerHTML.split('>')[0]")
    assert 'checked="true"' in said or "Active" in said or "data-selected" in said, said
    page.get_by_text("made", exact=True).click()
    page.wait_for_url(re.compile("which=yes"), timeout=PATIENCE)
    page.get_by_role("button", name="Find others").click()
    page.get_by_role("combobox", name="Outcome").wait_for(timeout=PATIENCE)
    assert "figure=" not in page.url


@pytest.mark.parametrize("path", ["players", "pairs", "matches", "deals", "audit", "imports"])
def test_hostile_names_stay_text_on_every_page(page: Any, address: str, path: str) -> None:
    page.goto(f"{address}/{path}")
    page.locator("h1").wait_for(timeout=PATIENCE)
    page.locator("[data-testid=stDataFrame]").first.wait_for(timeout=PATIENCE)
    assert page.evaluate("window.hurt") is None
    made = "script, img[src='x'], [href*='example.org'], [src*='example.org'], .katex"
    assert page.locator(f"[data-testid=stApp] :is({made})").count() == 0


def test_the_numbers_behind_a_chart_open_and_lead_to_their_deals(page: Any, address: str) -> None:
    page.goto(f"{address}/capots?rules=fr4-001")
    page.get_by_role("button", name="Numbers").first.click(timeout=PATIENCE)
    table = page.locator("[data-testid=stPopoverBody] [data-testid=stDataFrame] canvas").first
    table.wait_for(timeout=PATIENCE)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=PATIENCE)
    table.click(position={"x": 40, "y": 52}, force=True)
    page.wait_for_url(lambda url: "/deals?" in url and "figure=capot" in url, timeout=PATIENCE)


def test_a_chosen_day_is_shown_whole(page: Any, address: str) -> None:
    page.goto(f"{address}/?since=2025-11-30")
    fields = page.locator("[data-testid=stDateInputFieldsScroller]")
    fields.nth(1).wait_for(timeout=PATIENCE)
    assert "30" in fields.first.inner_text()
    wide = fields.evaluate_all("fields => fields.map(each => [each.scrollWidth, each.clientWidth])")
    assert len(wide) == 2 and all(needs <= has for needs, has in wide)


@pytest.mark.parametrize(("path", "title"), [("", "Overview"), ("bidding", "Bidding"), ("audit?lang=fr", "Contrôle")])
def test_the_tab_of_a_page_is_called_by_its_name(page: Any, address: str, path: str, title: str) -> None:
    page.goto(f"{address}/{path}")
    page.locator("h1").wait_for(timeout=PATIENCE)
    assert page.title() == f"{title} · Rebelote"
