"""Rulings: an arbiter's word on a violation is kept through new audits, counts apart, and can be taken back."""

from pathlib import Path

import pytest

from ingest import report, rulings
from ingest.audit import audit
from ingest.errors import WrongUse
from ingest.load import load
from ingest.samples import folder

FAULTY = ("faults-fr4-001", 1, "play.must-follow")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    place = tmp_path / "store.duckdb"
    load([folder() / "faults.jsonl"], store=place)
    return place


def ruled(store: Path, everything: bool = False) -> list[tuple[str | None, str | None, str | None]]:
    found = audit(store, everything=everything).violations
    return [(each.ruling, each.ruled_by, each.note) for each in found if (each.match, each.deal, each.code) == FAULTY]


def test_a_ruling_survives_a_new_audit(store: Path) -> None:
    assert ruled(store) == [(None, None, None)]
    rulings.mark(store, *FAULTY, "waived", name="Arbiter", note="cards shown")
    assert ruled(store) == ruled(store, everything=True) == [("waived", "Arbiter", "cards shown")]


def test_a_ruling_survives_the_record_loaded_again_from_another_file(store: Path, tmp_path: Path) -> None:
    rulings.mark(store, *FAULTY, "confirmed", name="Arbiter")
    again = tmp_path / "again.jsonl"
    again.write_bytes((folder() / "faults.jsonl").read_bytes() + b"\n")
    load([again], store=store, replace=True)
    assert ruled(store) == [("confirmed", "Arbiter", "")]


def test_what_is_dismissed_no_longer_fails_and_is_counted_apart(store: Path) -> None:
    found = audit(store, match=FAULTY[0])
    assert report.reaches(found, "error")
    for each in found.violations:
        place = {"position": each.position, "seat": each.seat}
        rulings.mark(store, each.match, each.deal, each.code, "bad record", name="Arbiter", **place)
    found = audit(store, match=FAULTY[0])
    assert not report.reaches(found, "note")
    assert f"({len(found.violations)} bad record)" in report.table(found)


def test_the_newest_ruling_holds_and_undoing_it_brings_back_the_one_before(store: Path) -> None:
    rulings.mark(store, *FAULTY, "waived", name="A")
    rulings.mark(store, *FAULTY, "confirmed", name="B")
    assert ruled(store) == [("confirmed", "B", "")]
    assert rulings.undo(store).name == "B"
    assert ruled(store) == [("waived", "A", "")]
    assert [(each.said, each.undone) for each in rulings.listed(store)] == [("waived", False), ("confirmed", True)]
    rulings.undo(store, 1)
    with pytest.raises(WrongUse, match="no ruling"):
        rulings.undo(store)


def test_a_ruling_on_nothing_says_what_the_deal_has(store: Path) -> None:
    with pytest.raises(WrongUse, match=r"it has: play\.must-follow"):
        rulings.mark(store, *FAULTY[:2], "play.must-ruff", "waived", name="A")
    with pytest.raises(WrongUse, match="there is no deal nope/1 in the store"):
        rulings.mark(store, "nope", 1, "play.must-follow", "waived", name="A")
    with pytest.raises(WrongUse, match="one of: confirmed, waived, bad record"):
        rulings.mark(store, *FAULTY, "guilty", name="A")
    with pytest.raises(WrongUse, match="who rules"):
        rulings.mark(store, *FAULTY, "waived", name=" ")
