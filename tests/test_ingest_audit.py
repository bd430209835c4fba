import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest import audit as auditing
from ingest import judging, read, report, report_formats
from ingest.audit import audit
from ingest.canonical import encode
from ingest.comparing import compare
from ingest.errors import StoreHeld, WrongUse
from ingest.load import load
from ingest.publish import reader
from ingest.samples import folder
from ingest.store import writer
from replay import rulesets
from replay.judgement import PARTS
from replay.record import Deal
from replay.rulesets import RulesetError
from replay.steps import steps
from tests.records import SEVENTY, WHOLE, deals

FOUR_HANDED = [name for name in rulesets.names() if rulesets.load(name).players == 4]


def address(deal: Deal) -> tuple[str, int]:
    return deal.match, deal.number


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("loaded") / "store.duckdb"
    load(SEVENTY, store=store)
    return store


@pytest.fixture
def store(loaded: Path, tmp_path: Path) -> Path:
    """A copy, to be changed."""
    copy = tmp_path / "store.duckdb"
    shutil.copy2(loaded, copy)
    return copy


def rows(store: Path, sql: str) -> list[Any]:
    with reader(store) as connection:
        return connection.execute(sql).fetchall()


VERDICTS = "select v.* exclude (ruleset), r.name from verdict v join ruleset r using (ruleset) order by all"


def test_a_report_for_programs_has_the_promised_fields(loaded: Path) -> None:
    whole = json.loads(report_formats.json(audit(loaded)))
    assert set(whole) == {"deals", "audited", "not_auditable", "violations", "unsettled"}
    assert whole["deals"] == whole["audited"] == 70
    assert set(whole["not_auditable"]) <= set(PARTS)
    (revoke,) = [each for each in whole["violations"] if each["code"] == "play.must-follow"]
    assert revoke == {
        "match": "faults-fr4-001", "deal": 1, "code": "play.must-follow", "severity": "error", "seat": 2, "position": 5,
        "card": "8C", "allowed": ["7S", "QS", "AS"], "sentence": revoke["sentence"], "clause": "001:17",
        "rules": "fr4-001", "file": str(folder() / "faults.jsonl"), "line": 1,
        "penalised": None, "ruling": None, "ruled_by": None, "note": None,
    }  # fmt: skip
    assert "8C" in revoke["sentence"]


def test_a_report_for_people_says_where_and_what_was_not_judged(loaded: Path) -> None:
    text = report.table(audit(loaded))
    assert text.startswith("70 deals, 70 audited: ")
    assert "trick 2, card 2" in text
    assert "faults-fr4-001/1" in text
    for part, reasons in audit(loaded).reasons.items():
        assert part in text
        for reason in reasons:
            assert reason in text


def test_severity_is_compared_with_what_was_found(loaded: Path) -> None:
    found = audit(loaded)
    assert all(report.reaches(found, each) for each in report.SEVERITIES)
    assert not report.reaches(audit(loaded, file="colver.jsonl"), "note")


def test_names_cannot_steer_the_terminal_of_who_reads_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")  # wide enough that no name is broken
    path = tmp_path / "names.jsonl"
    match = "\x1b[31m[bold]red[/bold]\u202e"
    path.write_text(json.dumps({**json.loads(WHOLE), "match": match, "plays": "JH JH"}), encoding="utf-8")
    loaded = load([path], store=tmp_path / "store.duckdb")
    text = report.table(audit(tmp_path / "store.duckdb")) + str(loaded)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[bold]red[/bold]" in "".join(text.split())


def test_an_audit_may_ask_about_one_match_or_one_file(loaded: Path) -> None:
    assert audit(loaded, match="faults-fr4-001").deals == 5
    assert audit(loaded, file="colver.jsonl").deals == 30
    assert audit(loaded, file=str(folder() / "colver.jsonl")).deals == 30
    assert audit(loaded, match="faults-fr4-001", file="faults.jsonl").deals == 5
    for asked, message in (
        ({"match": "nobody"}, "the store has no deal of match nobody"),
        ({"file": "olver.jsonl"}, "the store has no deal of file olver.jsonl"),
        ({"match": "faults-fr4-001", "file": "colver.jsonl"}, "of match faults-fr4-001 and file colver.jsonl"),
    ):
        with pytest.raises(WrongUse, match=message):
            audit(loaded, **asked)


def test_what_was_loaded_without_an_audit_is_judged_by_the_next(loaded: Path, tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    load(SEVENTY, store=store, audit=False)
    assert rows(store, "select count(*) from verdict") == [(0,)]
    said: list[tuple[str, int, int]] = []
    assert audit(store, progress=lambda *each: said.append(each)).violations == audit(loaded).violations
    assert said[-1] == ("audit", 70, 70)
    assert rows(store, VERDICTS) == rows(loaded, VERDICTS)


def test_another_ruleset_judges_beside_the_deals_own(store: Path) -> None:
    before = rows(store, VERDICTS)
    found = audit(store, rules="bg4-004")
    assert {each.rules for each in found.violations} == {"bg4-004"}
    # Where one cannot overruff this ruleset lets one throw any card.
    codes = [each.code for each in found.violations if (each.match, each.deal) == ("faults-fr4-001", 4)]
    assert [code for code in codes if code.startswith("play.")] == ["play.must-head"]
    assert rows(store, VERDICTS.replace("order", "where is_primary order")) == before
    assert rows(store, "select count(*) from verdict where not is_primary") == [(70,)]
    assert audit(store).violations == audit(store, everything=True).violations
    assert audit(store, rules="bg4-004", match="faults-fr4-001").deals == 5
    with pytest.raises(RulesetError, match="did you mean"):
        audit(store, rules="bg4-04")


def test_nothing_is_judged_again_that_is_not_due(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []
    whole = judging.judge

    def count(deals: Any, *rest: Any) -> Any:
        judged.append(len(deals))
        return whole(deals, *rest)

    monkeypatch.setattr(judging, "judge", count)
    audit(store)
    assert judged == []
    audit(store, everything=True)
    assert sum(judged) == 70


def test_a_new_version_of_the_engine_makes_all_due(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing, "ENGINE", "next")
    audit(store)
    assert rows(store, "select distinct engine, count(*) from verdict group by all") == [("next", 70)]


def test_a_new_deal_makes_its_whole_match_due(store: Path, tmp_path: Path) -> None:
    with writer(store) as publisher:
        publisher.connection.execute("update judgement set engine = 'old'")
    path = tmp_path / "sixth.jsonl"
    path.write_text(json.dumps({**json.loads(WHOLE), "match": "faults-fr4-001", "deal": 6}), encoding="utf-8")
    load([path], store=store)
    again = rows(store, "select m.name, count(*) from verdict join deal using (deal) join match m using (match) "
                        "where engine <> 'old' group by all")  # fmt: skip
    assert again == [("faults-fr4-001", 6)]


def test_a_changed_ruleset_makes_its_deals_due(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = rulesets.load("fr4-001")
    changed = now.with_overrides({"play.underruff": False})
    monkeypatch.setattr(rulesets, "load", lambda name: changed if name == "fr4-001" else now)
    monkeypatch.setattr(auditing.rulesets, "names", lambda: ("fr4-001",))
    with writer(store) as publisher:
        publisher.connection.execute("update ruleset set shipped = false where name <> 'fr4-001'")
    found = audit(store, match="faults-fr4-001")
    assert "play.must-underruff" not in {each.code for each in found.violations}
    assert "play.must-head" in {each.code for each in found.violations}
    assert rows(store, "select digest from ruleset where name = 'fr4-001'") == [(changed.digest,)]


def test_a_match_in_pieces_in_any_order_ends_with_the_same_verdicts(loaded: Path, tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    lines = (folder() / "faults.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(reversed(lines)):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(line + "\n", encoding="utf-8")
        load([path], store=store)
    sql = """
        select m.name, d.number, v.* exclude (deal, ruleset) from verdict v join deal d using (deal)
        join match m using (match) where m.name like 'faults%' order by all
    """
    assert rows(store, sql) == rows(loaded, sql)


def test_an_audit_of_a_held_store_works_while_nothing_is_due(store: Path) -> None:
    assert audit(store).deals == 70
    with writer(store):
        assert audit(store).deals == 70
        with pytest.raises(StoreHeld):
            audit(store, everything=True)


def test_a_deal_is_judged_in_its_match_when_asked_for(loaded: Path) -> None:
    found = read.judged(loaded, "faults-fr4-001", 1)
    assert [each.code for each in found.judgement.findings] == ["play.must-follow"]
    assert (found.ruleset.name, found.line) == ("fr4-001", 1)
    assert found.deal == read.deal(loaded, "faults-fr4-001", 1)
    with pytest.raises(WrongUse, match="no deal faults-fr4-001/99"):
        read.judged(loaded, "faults-fr4-001", 99)
    assert ("faults-fr4-001", 5) in read.matches(loaded)


@given(st.lists(deals(st.sampled_from(FOUR_HANDED), fitting=True), min_size=1, max_size=6, unique_by=address))
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_whatever_can_be_read_is_judged_reported_and_replayed(unruly: list[Deal]) -> None:
    with tempfile.TemporaryDirectory() as place:
        store, path = Path(place, "store.duckdb"), Path(place, "deals.jsonl")
        path.write_bytes(b"\n".join(map(encode, unruly)))
        assert load([path], store=store).new == len(unruly)
        found = audit(store)
        assert found.deals == len(unruly)
        assert report.table(found)
        assert json.loads(report_formats.json(found))["deals"] == len(unruly)
        for deal in unruly:
            judged = read.judged(store, deal.match, deal.number)
            assert judged.deal == deal
            assert steps(judged.deal, judged.ruleset, judged.judgement)


def test_the_views_say_a_deal_card_by_card(loaded: Path) -> None:
    deal = read.deal(loaded, "faults-bg4-004", 3)
    assert deal.plays is not None
    assert deal.calls is not None
    key = "(select deal from deal join match using (match) where name = 'faults-bg4-004' and number = 3)"
    plays = rows(loaded, f"select card, seat, trick from play where deal = {key} order by position")
    assert plays == [(each.card, each.seat, at // 4) for at, each in enumerate(deal.plays)]
    calls = rows(loaded, f"select call, seat from call where deal = {key} order by position")
    assert calls == [(each.call, ((deal.dealer or 0) + 1 + at) % 4) for at, each in enumerate(deal.calls)]
    tricks = rows(loaded, f"select leader, winner, cards from trick where deal = {key} order by trick")
    judged = read.judged(loaded, "faults-bg4-004", 3).judgement
    assert [winner for _, winner, _ in tricks] == list(judged.winners)
    assert [leader for leader, _, _ in tricks] == [judged.leader, *judged.winners[:-1]]
    assert next(cards for _, _, cards in tricks) == [each.card for each in deal.plays[:4]]
    held = rows(loaded, f"select seat, kind, cards from declaration where deal = {key} order by all")
    assert held == sorted((each.seat, each.kind, each.cards) for each in judged.held)


def test_the_view_by_player_adds_up_to_the_deals(loaded: Path) -> None:
    assert rows(loaded, "select count(*), count(distinct deal), count(player) from player_deal") == [(280, 70, 40)]
    for tricks, taken, attack in rows(
        loaded,
        "select sum(tricks), count(*) filter (took), count(*) filter (attack) from player_deal "
        "where rules = 'fr4-001' group by deal",
    ):
        assert (tricks, taken, attack) == (16, 1, 2)
    assert rows(loaded, "select count(*) from player_deal join player using (player) where id = 'north'") == [(10,)]


def test_the_rules_that_deals_were_played_by_explain_them_best(tmp_path: Path) -> None:
    store = tmp_path / "coinche.duckdb"
    clean = load([folder() / "coinche-004.jsonl"], store=store)
    found = compare(store)
    assert found[0].rules == "coinche-004"
    assert found[0].audited == clean.deals
    assert {rulesets.load(each.rules).players for each in found} == {4}
    assert found[0].faulty < min(each.faulty for each in found if each.rules == "bg4-004")
    assert audit(store).deals == clean.deals, "the deals' own verdicts are left alone"
