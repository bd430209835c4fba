"""The deal in a real browser: the page that opens from disk, and the same viewer inside the dashboard."""

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dashboard.viewer.page import page as made_page
from tests import dealt, viewed
from tests.serving import served

PATIENCE = 60_000
"""Milliseconds after which what does not come is given up."""
SYSTEMS = {"fr2-002": 2, "fr3-002": 3, "ua3-000": 3, "bg4-004": 4}
MEASURE = """async () => {
    const times = []
    const step = key => {
        const before = performance.now()
        document.dispatchEvent(new KeyboardEvent("keydown", { key }))
        document.body.getBoundingClientRect()
        times.push(performance.now() - before)
    }
    for (let round = 0; round < 5; round++) {
        step("Home")
        for (let at = 0; at < 60; at++) step("ArrowRight")
    }
    times.sort((a, b) => a - b)
    return times
}"""
"""Steps through the deal by keys, each with the layout it needs, and says how long each took."""

Open = Callable[..., Any]


@pytest.fixture
def opened(page: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens a deal as a page from disk; a test ends with no error on it and no request but for the file itself."""
    failures: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on("console", lambda message: failures.append(message.text) if message.type in ("error", "warning") else None)
    page.on("request", lambda request: asked.append(request.url))

    def open_page(data: dict[str, Any], place: str = "", width: int = 1400, height: int = 1000) -> Any:
        path = tmp_path / "deal.html"
        path.write_text(made_page(data), encoding="utf-8")
        page.set_viewport_size({"width": width, "height": height})
        page.goto(path.as_uri() + place)
        page.locator("[data-part=viewer][data-at]").wait_for(timeout=PATIENCE)
        return page

    yield open_page
    assert not failures
    assert not [url for url in asked if not url.startswith(("file:", "data:", "blob:"))]


def at(page: Any) -> int:
    return int(page.locator("[data-part=viewer]").get_attribute("data-at"))


def press(page: Any, *keys: str) -> int:
    for key in keys:
        page.keyboard.press(key)
    return at(page)


def faulty() -> dict[str, Any]:
    return viewed.told(viewed.samples("faults-fr4-001"), 1)


def fault(data: dict[str, Any]) -> int:
    return next(at for at, step in enumerate(data["steps"]) if step["findings"])


def test_keys_step_and_the_address_follows(opened: Open) -> None:
    data = faulty()
    last = len(data["steps"]) - 1
    page = opened(data)
    assert at(page) == 0
    assert press(page, "ArrowRight", "ArrowRight", "ArrowLeft") == 1
    assert press(page, "End") == last and press(page, "ArrowRight") == last
    assert press(page, "Home") == 0 and press(page, "ArrowLeft") == 0
    assert press(page, "3") == data["tricks"][2]["plays"][0]
    page.wait_for_url(re.compile(f"#step={at(page)}$"), timeout=PATIENCE)
    assert press(page, "v") == fault(data)
    here = press(page, "d")
    assert data["steps"][here]["decision"] and here > fault(data)
    page.wait_for_url(re.compile(f"#step={here}$"), timeout=PATIENCE)
    page.reload()
    page.locator(f"[data-part=viewer][data-at='{here}']").wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("place", ["#step=9", "?step=9", "#step=9&more=1"])
def test_a_link_opens_at_its_card(opened: Open, place: str) -> None:
    assert at(opened(faulty(), place)) == 9


@pytest.mark.parametrize("place", ["#step=-1", "#step=x", "#", "#step=٣"])
def test_a_link_to_nowhere_opens_at_the_start(opened: Open, place: str) -> None:
    assert at(opened(faulty(), place)) == 0


def test_a_violation_is_shown_with_sentence_clause_and_alternatives(opened: Open) -> None:
    data = faulty()
    page = opened(data)
    page.get_by_role("button", name="Next violation").click()
    assert at(page) == fault(data)
    box = page.locator(".finding")
    assert "instead of following suit" in box.inner_text()
    assert "Clause 001:17" in box.inner_text()
    assert box.locator(".alternatives .cardname").count() == 3
    assert page.locator(".laid.now.wrong .tag").inner_text() == "!"
    assert page.locator(".card.chosen.wrong:not([hidden])").count() == 1
    assert page.locator(".plays button.wrong[aria-current=step]").get_attribute("aria-label").endswith("violation")
    box.locator("summary").click()
    assert box.locator("p").first.is_visible()


@pytest.mark.parametrize(("system", "seats"), SYSTEMS.items())
def test_two_three_and_four_sit_in_the_direction_of_their_game(opened: Open, system: str, seats: int) -> None:
    data = viewed.played(system)
    page = opened(data)
    assert page.locator(".seat").count() == seats
    middle = [box["x"] + box["width"] / 2 for box in (each.bounding_box() for each in page.locator(".seat .who").all())]
    heights = [each.bounding_box()["y"] for each in page.locator(".seat .who").all()]
    assert heights[0] == max(heights), "the first seat sits nearest"
    if seats > 2:
        assert (middle[1] < middle[0]) == data["clockwise"]
        assert (middle[-1] > middle[0]) == data["clockwise"]
    for step, each in enumerate(data["steps"]):
        shown = page.locator(".hand .card:not([hidden])").count()
        assert shown == sum(mask.bit_count() for mask in each["hands"]) + sum(each["hidden"]), step
        press(page, "ArrowRight")


def test_legal_cards_are_marked_and_named(opened: Open) -> None:
    data = faulty()
    page = opened(data)
    for step, each in enumerate(data["steps"]):
        if each["kind"] == "play" and step < 16:
            page.locator(f".plays [data-step='{step}']").click()
            legal = page.locator(".card.legal:not([hidden]) svg")
            assert legal.count() == each["allowed"].bit_count()
            assert all("legal" in svg.get_attribute("aria-label") for svg in legal.all())


def test_one_seat_sees_its_own_cards_alone(opened: Open) -> None:
    page = opened(faulty(), "#step=2")
    hands = page.locator("select[data-choose=hands]")
    hands.select_option("2")
    faces = [seat.locator(".hand .card:not(.down):not([hidden])").count() for seat in page.locator(".seat").all()]
    backs = [seat.locator(".hand .card.down:not([hidden])").count() for seat in page.locator(".seat").all()]
    assert faces == [0, 0, 8, 0] and backs == [8, 8, 0, 8]
    assert page.locator(".card.legal:not([hidden])").count() == 0, "east's choice is not north's to see"
    hands.select_option("closed")
    assert page.locator(".hand .card:not(.down):not([hidden])").count() == 0
    assert page.locator(".hand .card.down:not([hidden]) svg").first.get_attribute("aria-label") == "a hidden card"
    hands.select_option("open")
    assert page.locator(".hand .card:not(.down):not([hidden])").count() == 32


def test_it_plays_by_itself_and_stops_at_the_end(opened: Open) -> None:
    page = opened(faulty())
    page.clock.install()
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play (space)").click()
    page.clock.run_for(1000)
    assert at(page) == 4
    page.locator("body").press(" ")
    page.clock.run_for(1000)
    assert at(page) == 4
    page.locator("body").press(" ")
    page.clock.run_for(60_000)
    assert page.locator("[data-go=play]").get_attribute("data-playing") == "false"
    assert at(page) == int(page.locator("input[type=range]").get_attribute("max"))


def test_cards_have_the_indices_that_are_chosen_and_keep_them(opened: Open) -> None:
    data = viewed.played("fr4-001")
    page = opened(data)
    page.locator(".menu summary", has_text="Settings").click()
    for each in data["indices"]:
        page.locator("select[data-choose=index]").select_option(each["code"])
        said = set(page.locator(".hand .card:not([hidden]) text").all_text_contents())
        assert said <= set(each["ranks"])
        assert set(page.locator(".plays .rank").all_text_contents()) == set(each["ranks"])
    page.locator("select[data-choose=index]").select_option("bg")
    page.reload()
    assert "Д" in page.locator(".plays .rank").all_text_contents()


def test_four_colours_tell_the_suits_apart_and_names_do_too(opened: Open) -> None:
    page = opened(viewed.played("fr4-001"))
    colours = """() => ['s0', 's1', 's2', 's3'].map(suit =>
        getComputedStyle(document.querySelector(`.hand svg.${suit} .ink`)).fill)"""
    assert len(set(page.evaluate(colours))) == 2
    page.locator(".menu summary", has_text="Settings").click()
    page.locator("input[data-choose=four]").check()
    assert len(set(page.evaluate(colours))) == 4


@pytest.mark.parametrize("system", ["fr2-002", "fr3-002", "bg4-004"])
def test_it_fits_every_width_from_a_telephone_to_4k(opened: Open, system: str) -> None:
    data = viewed.played(system)
    first = next(at for at, step in enumerate(data["steps"]) if step["kind"] == "play")
    page = opened(data)
    for width, place in itertools.product((320, 375, 768, 1120, 3840), (first, len(data["steps"]) - 1)):
        page.set_viewport_size({"width": width, "height": 2160 if width == 3840 else 700})
        page.locator("input[type=range]").fill(str(place))
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        outside = page.locator(".card:not([hidden]), .controls button, .options > *").evaluate_all(
            "nodes => nodes.filter(node => node.getBoundingClientRect().right > window.innerWidth + 0.5).length"
        )
        assert outside == 0, width
    page.set_viewport_size({"width": 320, "height": 700})
    press(page, "Home")
    index = page.locator(".hand .card:not([hidden]) text").first.bounding_box()
    assert index["height"] >= 9, "an index is readable"


def test_hostile_texts_never_become_markup(opened: Open) -> None:
    page = opened(viewed.told(viewed.hostile(), 1))
    for _ in range(50):
        press(page, "ArrowRight")
        assert page.evaluate("window.hurt") is None
    assert page.locator("main :is(script, img, [onload], [onerror], [href^='javascript'])").count() == 0
    press(page, "Home")
    assert viewed.BREAKING[0] in page.locator(".caption .note").first.inner_text()
    names = page.locator(".who .name").all_inner_texts()
    assert names[0] == viewed.BREAKING[0]


def test_the_position_is_saved_as_svg_and_png(opened: Open) -> None:
    data = viewed.told(viewed.hostile(), 1)
    page = opened(data, f"#step={fault(data)}")
    page.locator(".menu summary", has_text="Share").click()
    with page.expect_download() as saved:
        page.locator("[data-share=save-svg]").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert re.fullmatch(r"[\w.-]+\.svg", saved.value.suggested_filename)
    from xml.etree import ElementTree

    tree = ElementTree.fromstring(text)
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    kinds = {each.tag.partition("}")[2] for each in tree.iter()}
    assert kinds <= {"svg", "style", "rect", "g", "path", "text", "circle"}
    assert any(viewed.BREAKING[0] in (each.text or "") for each in tree.iter())
    with page.expect_download() as saved:
        page.locator("[data-share=save-png]").click()
    content = Path(saved.value.path()).read_bytes()
    assert content.startswith(b"\x89PNG") and int.from_bytes(content[16:20], "big") == 2000


def test_the_page_saves_itself(opened: Open, tmp_path: Path) -> None:
    data = viewed.told(viewed.hostile(), 1)
    page = opened(data)
    press(page, "ArrowRight", "ArrowRight")
    page.locator(".menu summary", has_text="Share").click()
    with page.expect_download() as saved:
        page.locator("[data-share=save-page]").click()
    again = tmp_path / "again.html"
    saved.value.save_as(again)
    page.goto(again.as_uri() + "#step=5")
    page.locator("[data-part=viewer][data-at='5']").wait_for(timeout=PATIENCE)
    assert page.evaluate("window.hurt") is None
    assert press(page, "End") == len(data["steps"]) - 1


def test_the_pages_of_a_match_lead_to_each_other(opened: Open, tmp_path: Path) -> None:
    deals = viewed.dealt("bg4-004", 1)[:3]
    told = [viewed.told(deals, each.number) for each in deals]
    beside = {data["address"]: f"{data['address'].replace('/', '-')}.html" for data in told}
    for data in told:
        (tmp_path / beside[data["address"]]).write_text(made_page(data, beside), encoding="utf-8")
    page = opened(told[0])
    assert page.locator(".options a").count() == page.locator(".match a").count() == 0, "alone it has no dead link"
    page.goto((tmp_path / beside[told[1]["address"]]).as_uri())
    page.get_by_role("link", name="Next deal").click()
    page.wait_for_url(f"**/{beside[told[2]['address']]}*", timeout=PATIENCE)
    assert page.get_by_role("link", name="Next deal").count() == 0
    page.keyboard.press("p")
    page.wait_for_url(f"**/{beside[told[1]['address']]}*", timeout=PATIENCE)
    page.locator(".match").get_by_role("link", name=str(deals[0].number), exact=True).click()
    page.wait_for_url(f"**/{beside[told[0]['address']]}*", timeout=PATIENCE)
    page.locator(".menu summary", has_text="Share").click()
    with page.expect_download() as saved:
        page.locator("[data-share=save-page]").click()
    assert 'id="beside"' not in Path(saved.value.path()).read_text(encoding="utf-8"), "a copy may lie elsewhere"


def test_record_and_link_are_copied(opened: Open, tmp_path: Path) -> None:
    data = faulty()
    page = opened(data, "#step=4")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".menu summary", has_text="Share").click()
    page.locator("[data-share=copy-record]").click()
    page.get_by_text("Copied").wait_for(timeout=PATIENCE)
    assert page.evaluate("navigator.clipboard.readText()") == data["record"]
    page.locator("[data-share=copy-link]").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text.endsWith('#step=4'))", timeout=PATIENCE)


def test_the_sheet_holds_the_whole_deal(opened: Open, page: Any) -> None:
    page.add_init_script("window.print = () => { window.top.printed = document.body.innerText }")
    data = faulty()
    opened(data)
    page.locator(".menu summary", has_text="Share").click()
    page.locator("[data-share=print]").click()
    sheet = next(frame for frame in page.frames if frame != page.main_frame)
    text = sheet.locator("body").inner_text()
    assert sheet.locator("table").count() == 3
    assert sheet.locator("table").nth(1).locator(".cardname").count() == 32
    assert "instead of following suit" in text and "Clause 001:17" in text
    assert all(name in text for name in data["names"])


def test_the_settlement_and_the_match_are_tables(opened: Open) -> None:
    data = viewed.played("fr4-001")
    page = opened(data)
    press(page, "End")
    rows = page.locator(".settlement tbody tr")
    assert rows.count() == len(data["settlement"])
    page.locator(".match summary").click()
    assert page.locator(".match tbody tr").count() == len(data["match"])
    assert page.locator(".match tr[aria-current]").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("where", ["start", "fault", "end"])
def test_axe_finds_nothing_on_the_page(opened: Open, page: Any, scheme: str, where: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    data = viewed.told(viewed.samples("faults-fr4-001"), 1)
    page.emulate_media(color_scheme=scheme)
    opened(data, f"#step={ {'start': 0, 'fault': fault(data), 'end': 999}[where] }")
    for menu in page.locator("details").all():
        menu.evaluate("node => { node.open = true }")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_stepping_is_quick(opened: Open, record_property: Callable[[str, object], None]) -> None:
    """Says how long a step takes; what is fast enough is not for a test to say on whatever machine it runs."""
    page = opened(viewed.played("bg4-004"))
    times = page.evaluate(MEASURE)
    median, slowest = times[len(times) // 2], times[-1]
    record_property("step_ms_median", median)
    print(f"{len(times)} steps: median {median:.2f} ms, slowest {slowest:.2f} ms")
    assert len(times) == 305 and at(page) == min(60, int(page.locator("input[type=range]").get_attribute("max")))


@pytest.fixture(scope="module")
def address(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real server on deals dealt by chance, faulty ones, and a hostile one."""
    from ingest.canonical import encode
    from ingest.load import load

    place = tmp_path_factory.mktemp("viewer")
    records = place / "deals.jsonl"
    deals = [*viewed.dealt("fr2-002", 1), *viewed.samples("faults-fr4-001"), *viewed.hostile()]
    records.write_bytes(b"\n".join(encode(deal).strip() for deal in deals) + b"\n")
    load([records], store=place / "store.duckdb")
    with served(place / "store.duckdb") as port:
        yield f"http://localhost:{port}"


def test_the_dashboard_steps_without_asking_the_server_and_goes_to_deals_of_the_match(page: Any, address: str) -> None:
    page.goto(f"{address}/deal?deal=faults-fr4-001/1&step=3")
    page.locator("[data-part=viewer][data-at='3']").wait_for(timeout=PATIENCE)
    same = page.locator("[data-part=viewer]").evaluate_handle("node => node")
    press(page, "ArrowRight")
    assert same.evaluate("node => node.dataset.at") == "4"
    page.wait_for_url(re.compile(r"[?&]step=4\b"), timeout=PATIENCE)
    page.locator(".match summary").click()
    page.locator(".match a", has_text="2").first.click()
    page.wait_for_url(re.compile(r"deal=faults-fr4-001(%2F|/)2"), timeout=PATIENCE)
    page.locator("[data-part=viewer][data-at='0']").wait_for(timeout=PATIENCE)


def test_the_dashboard_speaks_french(page: Any, address: str) -> None:
    page.goto(f"{address}/deal?deal=faults-fr4-001/1&lang=fr")
    page.locator("[data-part=viewer][lang=fr]").wait_for(timeout=PATIENCE)
    press(page, "v")
    assert "au lieu de fournir la couleur" in page.locator(".finding").inner_text()


def test_the_dashboard_saves_the_page(page: Any, address: str, tmp_path: Path) -> None:
    page.goto(f"{address}/deal?deal=m/1")
    page.locator("[data-part=viewer][data-at]").wait_for(timeout=PATIENCE)
    with page.expect_download() as saved:
        page.locator(".menu summary", has_text="Share").click()
        page.locator("[data-share=save-page]").click()
    saved.value.save_as(tmp_path / "deal.html")
    page.goto((tmp_path / "deal.html").as_uri())
    page.locator("[data-part=viewer][data-at='0']").wait_for(timeout=PATIENCE)


def test_hostile_texts_never_become_markup_in_the_dashboard(page: Any, address: str) -> None:
    page.goto(f"{address}/deal")
    page.get_by_role("combobox", name="Match").wait_for(timeout=PATIENCE)
    page.goto(f"{address}/deal?deal={'%3C/script%3E%3Cscript%3Ewindow.hurt=1%3C/script%3E/1'}")
    page.locator(".caption .note").first.wait_for(timeout=PATIENCE)
    for _ in range(45):
        press(page, "ArrowRight")
    assert page.evaluate("window.hurt") is None
    assert page.locator(".viewer :is(script, img, [onload], [onerror])").count() == 0
    assert page.locator(".who .name").first.text_content() == viewed.BREAKING[0]
    assert dealt.HOSTILE[0] in viewed.BREAKING


def test_axe_finds_nothing_on_the_deal_of_the_dashboard(page: Any, address: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.goto(f"{address}/deal?deal=faults-fr4-001/1&step=7")
    page.locator("[data-part=viewer][data-at='7']").wait_for(timeout=PATIENCE)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
