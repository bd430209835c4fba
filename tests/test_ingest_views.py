"""Two records of one deal, and a deal that comes again with other content."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.convert import of_store
from ingest.load import load
from ingest.publish import reader
from ingest.views import Contradiction, merge
from replay.cards import CARD_NAMES, UNKNOWN
from replay.record import Deal
from tests import dealt
from tests.records import deals

KNOWN = {key: value for key, value in dealt.deal(5, match="m").items() if key != "known"}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.duckdb"


def write(path: Path, **changes: Any) -> Path:
    record = {key: value for key, value in {**KNOWN, **changes}.items() if value is not None}
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return path


def seen_by(seat: int) -> list[str]:
    return [hand if at == seat else "" for at, hand in enumerate(KNOWN["hands"])]


def rows(store: Path, sql: str) -> list[Any]:
    with reader(store) as connection:
        return connection.execute(sql).fetchall()


def test_the_view_of_another_player_fills_what_was_unknown_and_keeps_both_files(store: Path, tmp_path: Path) -> None:
    unseen = " ".join("?" * 8)
    one = write(tmp_path / "one.jsonl", hands=[KNOWN["hands"][0], unseen, unseen, unseen], plays=None, claims=None)
    two = write(tmp_path / "two.jsonl", hands=seen_by(2), dealer=None)
    report = load([one, two], store=store)
    assert (report.new, report.merged, report.rejected) == (1, 1, 0)
    (deal,) = of_store(store)
    assert deal.hands is not None and deal.plays is not None and deal.dealer == KNOWN["dealer"]
    assert [UNKNOWN in hand for hand in deal.hands] == [False, True, False, True]
    assert rows(store, "select f.path from other_view join file f using (file) order by 1") == [
        (str(one),),
        (str(two),),
    ]
    # Judged anew, and known when they come again under other names.
    assert rows(store, "select count(*) from verdict") == [(1,)]
    for each in (one, two):
        each.rename(each.with_suffix(".json"))
    again = load([one.with_suffix(".json"), two.with_suffix(".json")], store=store)
    assert (again.new, again.merged, again.known) == (0, 0, 2)


def test_the_order_in_which_views_come_makes_no_difference(tmp_path: Path) -> None:
    views = [write(tmp_path / f"{seat}.jsonl", hands=seen_by(seat)) for seat in range(4)]
    whole = []
    for order in (views, views[::-1]):
        store = tmp_path / f"{len(whole)}.duckdb"
        load(order, store=store, audit=False)
        whole.append(list(of_store(store)))
    assert whole[0] == whole[1]
    found = [CARD_NAMES[each] for hand in whole[0][0].hands or () for each in hand]
    assert found == " ".join(KNOWN["hands"]).split()


def test_a_contradiction_names_both_places_and_changes_nothing(store: Path, tmp_path: Path) -> None:
    one = write(tmp_path / "one.jsonl")
    other = write(tmp_path / "other.jsonl", claims={**KNOWN["claims"], "taker": (KNOWN["claims"]["taker"] + 1) % 4})
    load([one], store=store)
    before = rows(store, "select * from deal"), rows(store, "select * from verdict")
    third = write(tmp_path / "third.jsonl", deal=2)
    report = load([other, third], store=store)
    (reject,) = report.rejects
    assert (report.new, report.merged, reject.file, reject.line) == (1, 0, str(other), 1)
    assert f'from line 1 of {one}: they differ in "claims.taker"' in reject.reason
    deals_of_first = "select * from deal where number = 1", "select * from verdict where deal = 1"
    assert tuple(rows(store, sql) for sql in deals_of_first) == before


def test_replace_puts_the_new_one_in_its_place_and_the_match_is_judged_again(store: Path, tmp_path: Path) -> None:
    one = write(tmp_path / "one.jsonl")
    taker = (KNOWN["claims"]["taker"] + 1) % 4
    other = write(tmp_path / "other.jsonl", claims={**KNOWN["claims"], "taker": taker})
    load([one], store=store)
    report = load([other], store=store, replace=True)
    assert (report.new, report.replaced, report.rejected) == (0, 1, 0)
    (deal,) = of_store(store)
    assert deal.claims.taker == taker
    assert rows(store, "select path from deal join file using (file)") == [(str(other),)]
    assert rows(store, "select taker from verdict") == [(taker,)]


@given(deals(st.just("fr4-001"), fitting=True))
@settings(max_examples=40)
def test_a_deal_and_itself_are_that_deal(deal: Deal) -> None:
    assert merge(deal, deal) == deal


@given(deals(st.just("fr4-001"), fitting=True), st.sampled_from(["hands", "plays", "calls", "dealer", "turned"]))
@settings(max_examples=40)
def test_what_one_lacks_the_other_fills_in_either_order(deal: Deal, lacking: str) -> None:
    less = msgspec.structs.replace(deal, **{lacking: None}, **({"before": None} if lacking == "hands" else {}))
    assert merge(deal, less) == deal
    if lacking != "hands":
        assert merge(less, deal) == deal


def test_a_card_in_two_places_is_a_contradiction() -> None:
    one = Deal(match="m", number=1, rules="fr4-001", hands=((0, 1), (), (), ()))
    two = Deal(match="m", number=1, rules="fr4-001", hands=((0, 2), (), (), ()))
    with pytest.raises(Contradiction, match="hands"):
        merge(one, two)
