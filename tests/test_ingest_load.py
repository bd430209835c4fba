import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from ingest import load as loading
from ingest.audit import audit
from ingest.convert import convert
from ingest.errors import NothingReadable, WrongUse
from ingest.load import load
from ingest.publish import reader
from ingest.read import deal
from ingest.samples import folder
from tests.records import SEVENTY, WHOLE


def record(**changes: Any) -> str:
    return json.dumps({**json.loads(WHOLE), **changes})


def rows(store: Path, sql: str) -> list[Any]:
    with reader(store) as connection:
        return connection.execute(sql).fetchall()


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.duckdb"


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Good lines among bad ones."""
    path = tmp_path / "mixed.jsonl"
    lines = [
        record(deal=1),
        "garbage",
        "",
        record(deal=2)[:60],
        record(deal=3, rules="fr4-01"),
        record(deal=4, plays="JH JH 7H AH"),
        record(deal=5, overrides={"match.targt": 500}),
        record(deal=6),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_bad_lines_are_told_and_all_good_ones_are_in(store: Path, mixed: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    report = load([tmp_path / "missing.jsonl", empty, mixed], store=store)
    assert (report.deals, report.new, report.known, report.rejected) == (3, 3, 0, 6)
    said = {(Path(each.file).name, each.line): each.reason for each in report.rejects}
    assert said["missing.jsonl", None] == "there is no such file"
    assert said["empty.jsonl", None] == "the file is empty"
    assert "expected a JSON object" in said["mixed.jsonl", 2]
    assert "ends in the middle" in said["mixed.jsonl", 4]
    assert 'unknown ruleset (did you mean "fr4-001"?); known are ' in said["mixed.jsonl", 5]
    assert 'unknown knob (did you mean "match.target"?)' in said["mixed.jsonl", 7]
    assert [number for (number,) in rows(store, "select number from deal order by 1")] == [1, 4, 6]
    assert rows(store, "select line from reject order by 1") == [(2,), (4,), (5,), (7,)]
    # A card twice is a broken rule, not an unreadable line.
    assert ("deal.card-twice",) in rows(store, "select code from violation join deal using (deal) where number = 4")
    text = str(report)
    assert "mixed.jsonl:2:1: not a record" in text
    assert text.endswith("3 deals read from 3 files: 3 new, 0 known before; 6 rejects")


def test_nothing_readable_is_an_error_that_says_why(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "noise.jsonl"
    path.write_text("noise\nmore\n", encoding="utf-8")
    with pytest.raises(NothingReadable, match="in no format that is known here"):
        load([path], store=store)
    with pytest.raises(NothingReadable, match="there is no such file"):
        load([tmp_path / "missing"], store=store)


def test_a_file_loaded_twice_changes_nothing(store: Path, mixed: Path) -> None:
    load([mixed, *SEVENTY], store=store)
    tables = [name for (name,) in rows(store, "select table_name from duckdb_tables() order by 1")]
    before = {name: rows(store, f"select * from {name} order by all") for name in tables}
    report = load([mixed, *SEVENTY], store=store)
    assert (report.new, report.known) == (0, 73)
    assert {name: rows(store, f"select * from {name} order by all") for name in tables} == before


def test_a_deal_known_from_another_file_is_not_loaded_again(store: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text(record() + "\n", encoding="utf-8")
    # Other spacing and order, the same content; and twice in one file.
    turned = json.dumps(dict(reversed(json.loads(record()).items())), indent=None, separators=(" , ", " : "))
    two.write_text(f"{turned}\n{turned}\n{record(deal=2)}\n", encoding="utf-8")
    load([one], store=store)
    report = load([two], store=store)
    assert (report.deals, report.new, report.known, report.rejected) == (3, 1, 2, 0)


def test_the_same_number_with_other_content_is_told_with_both_places(store: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text(f"\n{record()}\n{record(dealer=1)}\n", encoding="utf-8")
    two.write_text(f"{record(dealer=2)}\n", encoding="utf-8")
    report = load([one, two], store=store)
    assert (report.deals, report.new) == (1, 1)
    assert [(Path(each.file).name, each.line) for each in report.rejects] == [("one.jsonl", 3), ("two.jsonl", 1)]
    for each in report.rejects:
        assert f"m/1 is already here with other content, from line 2 of {one}" in each.reason
    assert rows(store, "select dealer from deal") == [(3,)]


def test_given_rules_serve_records_that_name_none_and_no_others(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{record(rules=None)}\n{record(deal=2)}\n".replace('"rules": null, ', ""), encoding="utf-8")
    report = load([path], store=store)
    assert report.new == 1
    assert "the record names no ruleset: give one with --rules (" in report.rejects[0].reason
    report = load([path], store=store, rules="bg4-004")
    assert (report.new, report.known) == (1, 1)
    names = rows(store, "select number, name from deal join ruleset using (ruleset) order by 1")
    assert names == [(1, "bg4-004"), (2, "fr4-001")]


def test_a_ruleset_of_ones_own_serves_too(store: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "fr4-001"\n[match]\ntarget = 501\n', encoding="utf-8")
    path = tmp_path / "some.jsonl"
    path.write_text(f"{record(rules='house')}\n{record(deal=2, rules='house', overrides={'match.target': 301})}\n",
                    encoding="utf-8")  # fmt: skip
    report = load([path], store=store, rules=str(house))
    assert report.new == 2
    stored = rows(store, "select name, overrides, shipped, toml from ruleset order by ruleset")
    assert [(name, overrides, shipped) for name, overrides, shipped, _ in stored] == [
        ("house", "{}", False),
        ("house", '{"match.target":301}', False),
    ]
    assert "target = 501" in stored[0][3]
    assert "target = 301" in stored[1][3]


def test_a_record_cannot_name_a_file_as_its_ruleset(store: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "fr4-001"\n', encoding="utf-8")
    path = tmp_path / "some.jsonl"
    path.write_text(record(rules=str(house)), encoding="utf-8")
    with pytest.raises(NothingReadable, match="unknown ruleset"):
        load([path], store=store)


def test_records_without_match_or_number_get_stable_ones(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    bare = '{"rebelote":1,"rules":"fr4-001","plays":"JH"}'
    numberless = '{"rebelote":1,"match":"m","rules":"fr4-001","plays":"%s"}'
    path.write_text("\n".join([bare, numberless % "JH", numberless % "9H"]), encoding="utf-8")
    assert load([path], store=store).new == 3
    found = rows(store, "select name, number from deal join match using (match) order by line")
    assert found[0][0].startswith("deal-")
    assert found[1:] == [("m", 1), ("m", 2)]
    copy = tmp_path / "copy.jsonl"
    copy.write_text("\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert load([copy], store=store).known == 3


def test_the_first_without_a_number_is_not_taken_for_the_first_of_its_match(store: Path, tmp_path: Path) -> None:
    """Totals that are more than its score say that deals came before it: what they were nobody knows."""
    records = [json.loads(line) for line in (folder() / "fr4-001.jsonl").read_text(encoding="utf-8").splitlines()]
    whole = next(each for each in records if each.get("claims", {}).get("score"))
    score = whole["claims"]["score"]
    for at, totals in enumerate((score, [score[0] + 193, score[1] + 50])):
        record = whole | {"match": f"alone-{at}", "claims": whole["claims"] | {"totals": totals}}
        del record["deal"]
        (tmp_path / "alone.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
        load([tmp_path / "alone.jsonl"], store=store)
        assert deal(store, f"alone-{at}", at + 1).claims.totals == tuple(totals)
        assert "claim.total" not in {each.code for each in audit(store, match=f"alone-{at}").violations}


def test_foreign_logs_are_recognised_or_want_a_mapping(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"engine":"something else","plays":[]}\n', encoding="utf-8")
    with pytest.raises(NothingReadable, match=r"--mapping \(belote-cli, colver, or a .toml file"):
        load([path], store=store)
    load([folder() / "colver.jsonl"], store=store)
    assert rows(store, "select format, mapping from file where complete") == [("jsonl", "colver")]
    assert rows(store, "select distinct name from deal join ruleset using (ruleset)") == [("colver",)]


def test_given_rules_come_before_those_of_a_mapping(store: Path) -> None:
    load([folder() / "colver.jsonl"], store=store, rules="fr4-001")
    assert rows(store, "select distinct name from deal join ruleset using (ruleset)") == [("fr4-001",)]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"format": "jsonll"}, 'unknown format "jsonll" (did you mean "jsonl"?)'),
        ({"mapping": "colvr"}, 'did you mean "colver"'),
        ({"format": "notation", "mapping": "colver"}, "needs no mapping"),
    ],
)
def test_a_wrong_option_is_told_before_anything_is_opened(store: Path, options: dict[str, str], reason: str) -> None:
    with pytest.raises(WrongUse) as error:
        load(SEVENTY, store=store, **options)  # type: ignore[arg-type]
    assert reason in str(error.value)
    assert not store.exists()


def test_a_line_too_long_is_a_reject_and_the_next_one_is_read(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.chunk.LONGEST", 1000)
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + record().encode() + b"\r\n" + b"x" * 5000 + b"\n" + record(deal=2).encode())
    report = load([path], store=store)
    assert report.new == 2
    assert [(each.line, each.reason[:23]) for each in report.rejects] == [(2, "the line is longer than")]


def test_many_small_batches_end_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, pieces = tmp_path / "whole.duckdb", tmp_path / "pieces.duckdb"
    load(SEVENTY, store=whole)
    monkeypatch.setattr(loading, "BATCH", 3)
    monkeypatch.setattr(loading, "LARGE_BATCH", 3)
    load(SEVENTY, store=pieces)
    sql = """
        select m.name, d.number, d.line, v.* exclude (deal, ruleset) from deal d join match m using (match)
        join verdict v using (deal) order by all
    """
    assert rows(whole, sql) == rows(pieces, sql)
    count = "select deals, new_deals, rejects, complete from file order by file"
    assert rows(whole, count) == rows(pieces, count)


def test_a_match_is_stored_and_judged_in_one_piece_unless_it_fills_a_batch(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines(match: str, deals: int) -> list[str]:
        return [record(match=match, deal=deal) for deal in range(1, deals + 1)]

    path = tmp_path / "matches.jsonl"
    path.write_text("\n".join([*lines("a", 5), *lines("b", 4), *lines("c", 12), *lines("d", 1), *lines("e", 8), ""]))
    monkeypatch.setattr(loading, "LARGE_BATCH", 8)
    judged: list[list[int]] = []
    judge = loading.judge_due
    monkeypatch.setattr(loading, "judge_due", lambda connection, due: (judged.append(due), judge(connection, due)))
    assert load([path], store=store).new == 30
    found = rows(
        store, "select d.batch, string_agg(distinct m.name order by m.name) from deal d join match m using (match) "
        "group by all order by all"
    )  # fmt: skip
    # Of c, twelve deals, a batch holds eight.
    assert [names for _, names in found] == ["a", "b", "c", "c,d", "e"]
    assert [len(each) for each in judged] == [1, 1, 1, 2, 1]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"players": [{"id": "a"}, {"id": "b"}]}, '"players": 2 of them, but fr4-001 is for 4 players'),
        ({"hands": ["JH", "9H", "7H"]}, '"hands": 3 of them, but fr4-001 is for 4 players'),
        ({"claims": {"points": [1, 2, 3]}}, '"claims.points": 3 numbers, but under fr4-001 2 sides play'),
        ({"claims": {"match_winner": 2}}, '"claims.match_winner": side 2, but under fr4-001 2 sides play'),
    ],
)
def test_a_record_of_another_number_of_seats_or_sides_is_a_reject(
    store: Path, tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(record(**changes), encoding="utf-8")
    with pytest.raises(NothingReadable) as error:
        load([path], store=store)
    assert reason in str(error.value)


def test_progress_comes_to_the_end_of_every_file(store: Path) -> None:
    said: dict[str, tuple[int, int]] = {}
    load(SEVENTY, store=store, progress=lambda what, done, total: said.update({what: (done, total)}))
    assert len(said) == 3
    assert all(done == total > 0 for done, total in said.values())


def test_one_path_is_one_path_and_not_its_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "n.jsonl"
    path.write_bytes(WHOLE + b"\n")
    monkeypatch.chdir(tmp_path)
    for named in ("n.jsonl", path, ["n.jsonl"], (each for each in [path])):
        store = tmp_path / f"{len(list(tmp_path.iterdir()))}.duckdb"
        assert load(named, store=store, audit=False).deals == 1
    assert convert("n.jsonl", tmp_path / "n.belote").deals == 1
    assert convert(path, "n.csv").deals == 1


@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="names of bytes as Linux has them")
def test_a_name_that_is_no_text_is_spelled_out(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.jsonl"))
    odd.write_bytes(WHOLE + b"\nnoise\n")
    report = load(tmp_path, store=tmp_path / "store.duckdb")
    assert (report.deals, report.rejects[0].file) == (1, rf"{tmp_path}/caf\xe9.jsonl")
    assert audit(tmp_path / "store.duckdb", file=r"caf\xe9.jsonl").deals == 1
    with pytest.raises(NothingReadable, match=r"caf\\xe8"):
        load(os.fsdecode(b"caf\xe8.jsonl"), store=tmp_path / "store.duckdb")


def test_one_player_at_several_seats_is_loaded_and_said(tmp_path: Path) -> None:
    path = tmp_path / "n.jsonl"
    record = json.loads(WHOLE) | {"players": [{"id": each} for each in ("anna", "boris", "anna", "anna")]}
    again = record | {"players": [{"id": each} for each in ("anna", "anna", "chloe", "dana")]}
    path.write_text("\n".join(json.dumps(each | {"deal": number}) for number, each in enumerate((record, again), 1)))
    report = load(path, store=tmp_path / "store.duckdb", audit=False)
    assert (report.deals, report.forgiven) == (2, 1)
    assert '"anna" sits at 3 seats' in str(report.notices[0])


def test_an_unknown_hand_needs_no_bar(tmp_path: Path) -> None:
    path = tmp_path / "n.jsonl"
    record = json.loads(WHOLE) | {"hands": ["TH AS 7S 8D JD | JC QC JH", "", "", ""]}
    path.write_text(json.dumps(record))
    store = tmp_path / "store.duckdb"
    assert load(path, store=store).rejected == 0
    found = deal(store, "m", 1)
    assert found.hands is not None and [len(each) for each in found.hands] == [8, 0, 0, 0]
    for name in ("n.belote", "n.csv", "n.parquet"):
        assert load(path, store=tmp_path / "again.duckdb", audit=False).rejected == 0
        convert(path, tmp_path / name)
        assert load(tmp_path / name, store=store, audit=False).known == 1
