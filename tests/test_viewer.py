"""The viewer's data, its page and its terminal: the same deal, told once."""

import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from dashboard.messages import LANGUAGES, language
from dashboard.messages.indices import INDICES
from dashboard.viewer import CSS, HTML, JS, file_name, terminal
from dashboard.viewer.page import page
from dashboard.viewer.parts import plain
from dashboard.viewer.settling import _LABELS, RECORDED
from dashboard.wording import one_line
from ingest import notation
from ingest.canonical import decode
from replay.cards import members
from replay.record import Deal
from replay.statement import settlement_lines
from replay.violations import CATALOGUE
from tests import dealt as by_chance
from tests import records, viewed


def shown(record: dict[str, Any], start: int | str | None = None) -> dict[str, Any]:
    found = decode(json.dumps({key: value for key, value in record.items() if key != "known"}).encode())
    assert not hasattr(found, "reason"), found
    return viewed.told([found], found.number, start)


def of_kind(data: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [each for each in data["steps"] if each["kind"] == kind]


def test_every_play_has_its_legal_cards() -> None:
    record = by_chance.deal(5)
    data = shown(record)
    played = of_kind(data, "play")
    assert len(played) == 32
    assert all(step["allowed"] >> step["card"] & 1 for step in played)
    assert all(step["allowed"] & ~step["hands"][step["seat"]] == 0 for step in played)
    assert [step["decision"] for step in played] == [len(members(step["allowed"])) > 1 for step in played]
    assert [len(trick["plays"]) for trick in data["tricks"]] == [4] * 8
    assert [trick["winner"] for trick in data["tricks"]] == [seat for seat, _ in record["known"]["tricks"]]
    assert data["names"] == [one_line(by_chance.HOSTILE[seat]) for seat in record["known"]["players"]]


def test_it_opens_at_a_step_or_at_a_finding() -> None:
    record = by_chance.deal(5)
    plays = record["plays"].split()
    plays[3], plays[4] = plays[4], plays[3]
    record["plays"] = " ".join(plays)
    data = shown(record)
    faults = [index for index, step in enumerate(data["steps"]) if step["findings"]]
    assert faults and data["start"] == 0
    assert shown(record, 7)["start"] == 7
    assert shown(record, 7000)["start"] == len(data["steps"]) - 1
    code, position = data["steps"][faults[0]]["findings"][0]["code"], data["steps"][faults[0]]["position"]
    assert shown(record, f"{code}:{position}")["start"] == faults[0]
    assert shown(record, "no.such:thing")["start"] == 0


def test_a_record_without_plays_or_contract_can_be_looked_at() -> None:
    record = by_chance.deal(5)
    del record["plays"]
    assert [step["kind"] for step in shown(record)["steps"]] == ["deal", "settlement"]
    record = by_chance.deal(5)
    del record["claims"], record["players"]
    assert shown(record)["names"] == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]


@pytest.mark.parametrize("system", ["fr2-002", "fr3-002", "ua3-000", "fr4-001", "bg4-004"])
def test_no_card_is_lost_between_hands_trick_stock_and_tricks(system: str) -> None:
    data = viewed.played(system)
    pack = 24 if system.startswith("bg3") else 32
    gone = 0
    for step in data["steps"]:
        if step["kind"] == "play":
            gone += not step["trick"] and len(step["trick"])
        held = sum(mask.bit_count() for mask in step["hands"]) + sum(step["hidden"])
        lying = step["stock"] + (step["turned"] is not None)
        done = data["seats"] * (sum(step["tricks"]) - (step["kind"] == "trick"))
        assert held + len(step["trick"]) + lying + done == pack, step["place"]
    assert not any(mask for step in of_kind(data, "settlement") for mask in step["hands"])


def test_before_the_second_deal_only_the_first_cards_are_held() -> None:
    data = viewed.played("fr4-001")
    for step in (*of_kind(data, "deal"), *of_kind(data, "call")):
        assert [mask.bit_count() for mask in step["hands"]] == [5] * 4
        assert step["turned"] is not None and step["stock"] == 11
    first = of_kind(data, "play")[0]
    assert [mask.bit_count() for mask in first["hands"]] == [8] * 4
    assert first["turned"] is None and first["stock"] == 0


def test_seats_stand_in_the_direction_of_the_game() -> None:
    assert viewed.played("fr3-002")["clockwise"] is True
    assert viewed.played("bg4-004")["clockwise"] is False


def test_bids_of_points_that_could_be_made_are_said_in_short() -> None:
    first = of_kind(viewed.played("coinche-004"), "call")[0]
    assert [plain(each) for each in first["calls"]] == ["pass", "80-250 ♣♦♥♠", "capot ♣♦♥♠"]


def test_the_exchange_is_told_with_both_cards() -> None:
    data = viewed.played("ua3-000", "exchange")
    [step] = of_kind(data, "exchange")
    given, taken = (part for part in step["text"] if isinstance(part, int))
    assert given % 8 == 0 and given // 8 == taken // 8
    after = data["steps"][data["steps"].index(step) + 1]
    assert after["hands"][step["seat"]] >> taken & 1 or after["kind"] == "call"


def test_what_was_announced_stays_beside_the_seat() -> None:
    data = viewed.played("bg4-004", "declaration")
    spoken = data["spoken"]
    assert spoken
    assert all(data["steps"][each["step"]]["seat"] == each["seat"] for each in spoken)
    assert {data["steps"][each["step"]]["kind"] for each in spoken} <= {"declaration", "belote"}


def test_every_finding_is_shown_once_with_its_clause_and_what_it_says() -> None:
    deals = viewed.samples("faults-fr4-001")
    for deal in deals:
        data = viewed.told(deals, deal.number)
        found = [finding for step in data["steps"] for finding in step["findings"]]
        expected = {label["code"] for label in deal.labels}
        assert expected <= {each["code"] for each in found}
        for each in found:
            assert each["title"] == CATALOGUE[each["code"]].title
            assert each["clause"] and each["says"], each["code"]


def test_a_sentence_names_the_players_and_their_cards() -> None:
    data = viewed.told(viewed.samples("faults-fr4-001"), 1)
    [finding] = [each for step in data["steps"] for each in step["findings"] if each["code"] == "play.must-follow"]
    assert plain(finding["sentence"]) == "north played 8♣ instead of following suit: 7♠ Q♠ A♠."
    assert plain(finding["sentence"], INDICES["ru"]).endswith("7♠ Д♠ Т♠.")  # noqa: RUF001


def test_a_play_that_the_record_lacks_is_shown_in_its_place() -> None:
    whole = next(each for each in viewed.dealt("fr4-001", 1) if each.plays)
    data = viewed.told([viewed.without_play(whole, 9)], whole.number)
    lacking = [step for step in of_kind(data, "play") if step["lacking"]]
    assert len(lacking) == 1 and len(of_kind(data, "play")) == 32
    assert lacking[0]["card"] == (whole.plays or ())[9].card
    assert [each["code"] for each in lacking[0]["findings"]] == ["play.missing"]
    assert "lacks" in plain(lacking[0]["text"])


def test_the_settlement_stands_line_by_line_recorded_beside_computed() -> None:
    data = viewed.played("fr4-001")
    rows = {row["label"]: row for row in data["settlement"]}
    for label in ("card points", "score", "total"):
        assert rows[label]["computed"] == rows[label]["recorded"]
        assert not rows[label]["differs"]


def test_the_end_says_what_was_announced_and_what_it_gave() -> None:
    data = viewed.played("bg4-004", "declaration")
    end, rows = data["steps"][-1], {row["label"]: row for row in data["settlement"]}
    announced = of_kind(data, "declaration")
    assert len(end["shown"]) == len(announced) > 0
    assert all(plain(each["text"]) in map(plain, end["shown"]) for each in announced)
    assert rows["declarations"]["computed"] and rows["belote"]["computed"]
    rows = {row["label"]: row for row in viewed.played("fr4-001")["settlement"]}
    assert [rows[each]["computed"] for each in ("declarations", "belote")] == [["0", "0"]] * 2


def test_a_wrong_score_differs_in_its_line_alone() -> None:
    deals = viewed.dealt("fr4-001", 1)
    deal = next(each for each in deals if each.plays)
    wrong = tuple(points + 10 for points in deal.claims.score or ())
    claims = msgspec.structs.replace(deal.claims, score=wrong, totals=None, match_winner=None)
    data = viewed.told([msgspec.structs.replace(deal, claims=claims)], deal.number)
    assert [row["label"] for row in data["settlement"] if row["differs"]] == ["score"]


def test_every_line_of_a_statement_has_a_translated_label() -> None:
    systems = ("fr2-002", "bg4-004", "coinche-004", "fr3-002", "bg4-003")
    said = set()
    for system in systems:
        data = viewed.played(system, code="fr")
        said |= {row["label"] for row in data["settlement"]}
    french = {language("fr")(label) for label in _LABELS}
    assert said <= french | {language("fr")("hanging before, after")}
    assert settlement_lines.__module__ == "replay.statement" and RECORDED == ", as recorded"


def test_parts_not_judged_are_said_with_their_reason() -> None:
    data = viewed.told(viewed.samples("faults-bg4-004"), 2)
    assert data["open"] and all(each["part"] and each["reason"] for each in data["open"])


def test_the_match_lists_every_deal() -> None:
    deals = viewed.dealt("bg4-004", 1)
    rows = viewed.told(deals, 1)["match"]
    assert [row["address"] for row in rows] == [f"m/{deal.number}" for deal in deals]
    assert [row["score"] and tuple(row["score"]) for row in rows] == [deal.claims.score for deal in deals]


def test_notes_and_times_stand_at_their_cards() -> None:
    [deal] = [each for each in viewed.samples("faults-fr4-001") if each.number == 1]
    plays = [
        msgspec.structs.replace(play, time=f"2026-01-10T20:10:{at:02}Z") for at, play in enumerate(deal.plays or ())
    ]
    notes = ({"position": 5, "text": "a slip"}, {"text": "of the whole deal"})
    data = viewed.told([msgspec.structs.replace(deal, plays=tuple(plays), notes=notes)], 1)
    assert [step["notes"] for step in of_kind(data, "deal")] == [["of the whole deal"]]
    assert [(step["position"], step["notes"]) for step in of_kind(data, "play") if step["notes"]] == [(5, ["a slip"])]
    assert of_kind(data, "play")[6]["time"] == "2026-01-10 20:10:06 (after 1 s)"


def test_the_record_goes_out_as_it_came_in() -> None:
    [deal] = [each for each in viewed.samples("faults-fr4-001") if each.number == 1]
    assert notation.decode(viewed.told([deal], 1)["record"]) == deal


@given(records.deals(st.sampled_from(["fr4-001", "bg4-004", "coinche-004"]), fitting=True))
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_whatever_a_record_says_can_be_looked_at(deal: Deal) -> None:
    data = viewed.told([msgspec.structs.replace(deal, overrides={})], deal.number)
    assert len(page(data)) > 1000 and printed(data)
    assert data["steps"][0]["kind"] == "deal" and data["steps"][-1]["kind"] == "settlement"


def test_programs_never_turn_text_into_markup() -> None:
    """Whatever a record says is set as text; the program builds elements one by one."""
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function", JS)
    assert "<script" not in HTML
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", HTML + CSS + JS)


@pytest.mark.parametrize("system", ["fr2-002", "fr3-002", "fr4-001", "bg4-004", "coinche-004"])
def test_a_page_is_light_and_asks_for_nothing(system: str) -> None:
    text = page(viewed.played(system))
    assert len(text.encode()) < 300_000
    assert not re.search(r"""(src|href)=["'](?!data:)""", text.partition('<script type="application/json"')[0])


def test_hostile_texts_leave_the_script_of_a_page_alone() -> None:
    text = page(viewed.told(viewed.hostile(), 1))
    assert text.count("<script") == 2 and text.count("</script>") == 2
    assert "\u2028" not in text and "\u2029" not in text
    embedded = re.search(r'<script type="application/json" id="deal">(.*?)</script>', text, re.DOTALL)
    assert embedded
    data = json.loads(embedded[1])
    assert data["names"] == [one_line(viewed.BREAKING[at]) for at in (0, 3, 4, 5)]
    assert "<title>Deal &lt;/script&gt;" in text


@pytest.mark.parametrize("title", ["../../etc/passwd/1", "a b/1", "<>/1", "", "Ünïcode 牌/3"])
def test_a_file_is_named_harmlessly(title: str) -> None:
    assert re.fullmatch(r"[\w][\w.-]*\.html", file_name({"title": title}))


def printed(data: dict[str, Any], **more: Any) -> str:
    out = io.StringIO()
    terminal.whole(data, Console(file=out, width=120, emoji=False, markup=False, highlight=False, **more))
    return out.getvalue()


def test_a_pipe_gets_every_step() -> None:
    text = printed(viewed.told(viewed.samples("faults-fr4-001"), 1))
    assert all(f"Trick {trick}, card {card}" in text for trick in range(1, 9) for card in range(1, 5))
    assert "! Revoke (violation): north played 8♣ instead of following suit: 7♠ Q♠ A♠." in text
    assert "Clause 001:17 · play.must-follow" in text
    assert "\x1b" not in text


def test_a_terminal_gets_no_codes_from_a_record() -> None:
    text = printed(viewed.told(viewed.hostile(), 1), force_terminal=True, color_system=None)
    assert "\x07" not in text and "\x1b[31mred" not in text and "\u202e" not in text
    assert "[31mred" in text and "**bold**" in text


def test_keys_step_through_a_deal_in_the_terminal() -> None:
    data = viewed.told(viewed.samples("faults-fr4-001"), 1)
    last = len(data["steps"]) - 1
    seen: list[str] = []
    out = io.StringIO()
    console = Console(file=out, width=120, height=40, force_terminal=True, color_system=None)
    keys = iter(["right", "left", "left", "end", "right", "v", "d", "3", "home", "9", "?", "q"])

    def key() -> str:
        text = out.getvalue()
        seen.append(re.findall(r"(\d+)/" + str(last), text)[-1])
        return next(keys)

    terminal.walk(data, console, key)
    fault = next(at for at, step in enumerate(data["steps"]) if step["findings"])
    choice = next(at for at, step in enumerate(data["steps"]) if step["decision"] and at > fault)
    third = data["tricks"][2]["plays"][0]
    assert list(map(int, seen)) == [0, 1, 0, 0, last, last, fault, choice, third, 0, 0, 0]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of Unix")
def test_a_terminal_says_its_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    master, slave = pty.openpty()
    with os.fdopen(slave, "r") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with terminal.keyboard() as key:
            os.write(master, b"\x1b[C\x1b[D\x1bOH\x1b[4~vQ ")
            assert [key() for _ in range(7)] == ["right", "left", "home", "end", "v", "q", " "]
    os.close(master)


def test_every_language_says_everything() -> None:
    make_messages = pytest.importorskip("tests.make_messages", reason="Babel is not installed")
    for code in LANGUAGES:
        if code == "en":
            continue
        catalogue = make_messages.updated(code)
        for message in catalogue:
            if not message.id:
                continue
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            said = make_messages.forms(message)
            assert all(said), f"{code} does not say {ids[0]!r}: python -m tests.make_messages"
            for each in said:
                fields = set(re.findall(r"{\w+}", ids[-1]))
                assert set(re.findall(r"{\w+}", each)) == fields, f"{code} loses a field of {ids[0]!r}"
            tr = language(code)
            if len(ids) == 1:
                told = tr.of(message.context, ids[0]) if message.context else tr(ids[0])
                assert told == said[0], f"{code} is not compiled: python -m tests.make_messages"


def test_a_language_is_found_by_its_short_name_and_english_stands_in() -> None:
    assert [language(code).code for code in (None, "fr", "fr_FR.UTF-8", "fr-CA", "xx", "", "C.UTF-8")] == [
        "en", "fr", "fr", "fr", "en", "en", "en",
    ]  # fmt: skip
    assert language("fr").plural("{count} violation", "{count} violations", 2) == "2 infractions"
    assert language("en").plural("{count} violation", "{count} violations", 1) == "1 violation"


def test_french_says_a_fault_in_french() -> None:
    text = printed(viewed.told(viewed.samples("faults-fr4-001"), 1, code="fr"))
    assert "Renonce (infraction): north a joué 8♣ au lieu de fournir la couleur : 7♠ D♠ A♠." in text


def test_the_command_replays_a_deal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from ingest.load import load
    from ingest.samples import folder
    from rebelote import replaying
    from rebelote.cli import cli

    store = tmp_path / "store.duckdb"
    load([folder() / "faults.jsonl"], store=store)
    out = tmp_path / "deal.html"
    line = ["replay", "faults-fr4-001/1", "--store", str(store)]
    cli.main([*line, "--html", str(out), "--language", "fr", "--step", "7"], standalone_mode=False)
    assert '<html lang="fr">' in out.read_text(encoding="utf-8") and '"start":7' in out.read_text(encoding="utf-8")
    cli.main([*line, "--language", "en", "--indices", "de"], standalone_mode=False)
    assert "north played 8♣ instead of following suit: 7♠ D♠ A♠." in capfd.readouterr().out
    wrong = {
        "faults-fr4-001": "--html FOLDER", "nobody": "MATCH/NUMBER", "nobody/1": "no match",
        "faults-fr4-001/99": "it has 1, 2",
    }  # fmt: skip
    for address, said in wrong.items():
        with pytest.raises(SystemExit) as left:
            cli.main(["replay", address, "--store", str(store)], standalone_mode=False)
        assert left.value.code == 2
        assert said in capfd.readouterr().err
    assert replaying.deal(store, "faults-fr4-001/2")["address"] == "faults-fr4-001/2"


def test_a_match_is_written_as_pages_that_lead_to_each_other(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from ingest.load import load
    from ingest.samples import folder
    from rebelote.cli import cli

    store, pages = tmp_path / "store.duckdb", tmp_path / "pages"
    load([folder() / "faults.jsonl"], store=store)
    cli.main(["replay", "faults-bg4-004", "--store", str(store), "--html", str(pages)], standalone_mode=False)
    said = capfd.readouterr().err
    written = sorted(each.name for each in pages.iterdir())
    assert f"match of {len(written)} deals" in said and len(written) > 1
    for each in written:
        text = (pages / each).read_text(encoding="utf-8")
        embedded = re.search(r'<script type="application/json" id="beside">(.*?)</script>', text)
        assert embedded and sorted(json.loads(embedded[1]).values()) == written
    alone = tmp_path / "alone.html"
    cli.main(["replay", "faults-bg4-004/1", "--store", str(store), "--html", str(alone)], standalone_mode=False)
    assert "a folder for all" in capfd.readouterr().err
    assert 'id="beside"' not in alone.read_text(encoding="utf-8")
    for place, address in ((alone, "faults-bg4-004"), (pages, "faults-bg4-004/1")):
        with pytest.raises(SystemExit) as left:
            cli.main(["replay", address, "--store", str(store), "--html", str(place)], standalone_mode=False)
        assert left.value.code == 2 and "folder" in capfd.readouterr().err
