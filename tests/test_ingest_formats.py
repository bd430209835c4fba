"""What can be read: every format plain and packed, from anywhere, and of broken files each fault in its place."""

import csv
import gzip
import io
import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ingest import canonical
from ingest.convert import convert, of_store
from ingest.errors import NothingReadable, Refused
from ingest.load import load
from ingest.report import LoadReport
from ingest.samples import folder
from replay.record import Deal

BROKEN = Path(__file__).parent / "broken"
EXPECTED = json.loads((BROKEN / "expected.json").read_text(encoding="utf-8"))


def loaded(paths: Any, store: Path, **options: Any) -> LoadReport:
    try:
        return load(paths, store=store, audit=False, **options)
    except NothingReadable as error:
        assert isinstance(error.report, LoadReport)
        return error.report


def test_the_corpus_is_whole() -> None:
    assert {each.name for each in BROKEN.iterdir()} == {*EXPECTED, "expected.json"}
    assert len(EXPECTED) >= 40


@pytest.mark.parametrize("name", EXPECTED)
def test_a_broken_file_gives_its_rejects_and_its_good_deals(name: str, tmp_path: Path) -> None:
    report = loaded([BROKEN / name], tmp_path / "store.duckdb")
    path = str(BROKEN / name)
    assert [[each.line, each.column, each.reason.replace(path, "FILE")] for each in report.rejects] == EXPECTED[name][
        "rejects"
    ]
    assert report.deals == EXPECTED[name]["deals"]
    assert all(each.excerpt.isprintable() and len(each.excerpt) < 1000 for each in report.rejects)


def test_a_strict_load_stops_at_the_first_reject_and_leaves_a_whole_store(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    with pytest.raises(Refused, match='"1H" is not a card'):
        load([folder() / "faults.jsonl", BROKEN / "card-unknown-name.jsonl"], store=store, audit=False, strict=True)
    assert len(list(of_store(store))) == 10
    assert loaded([BROKEN / "card-unknown-name.jsonl"], store).new == 1


@pytest.fixture
def records() -> list[Deal]:
    found = [canonical.decode(raw) for raw in (folder() / "faults.jsonl").read_bytes().splitlines()]
    return [each for each in found if isinstance(each, Deal)]


def address(deal: Deal) -> tuple[str, int]:
    return deal.match, deal.number


SHAPES = ("a.jsonl", "a.json", "a.belote", "a.csv", "a.parquet", "a.jsonl.gz", "a.belote.zst", "a.json.zst", "a.csv.gz")


@pytest.mark.parametrize("shape", SHAPES)
def test_every_format_is_told_by_its_content_whatever_its_name(shape: str, tmp_path: Path, records: list[Deal]) -> None:
    convert([folder() / "faults.jsonl"], tmp_path / shape)
    (tmp_path / shape).rename(tmp_path / "nameless")
    store = tmp_path / "store.duckdb"
    report = load([tmp_path / "nameless"], store=store, audit=False)
    assert (report.new, report.rejected, report.forgiven) == (10, 0, 0)
    assert sorted(of_store(store), key=address) == sorted(records, key=address)
    # The same records from another format are the same.
    assert load([folder() / "faults.jsonl"], store=store, audit=False).known == 10


def test_folders_globs_archives_and_standard_input(tmp_path: Path) -> None:
    lines = (folder() / "faults.jsonl").read_bytes().splitlines(keepends=True)
    inside = tmp_path / "night" / "deep"
    inside.mkdir(parents=True)
    (inside / "one.jsonl.gz").write_bytes(gzip.compress(b"".join(lines[:2])))
    (inside / "notes.txt").write_text("no records", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "night" / "two.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x/two.jsonl", b"".join(lines[2:5]))
        archive.writestr("three.jsonl.gz", gzip.compress(b"".join(lines[5:7])))
    (tmp_path / "four-a.jsonl").write_bytes(lines[7])
    (tmp_path / "four-b.jsonl").write_bytes(lines[8])
    store = tmp_path / "store.duckdb"
    report = loaded([tmp_path / "night", str(tmp_path / "four-*.jsonl"), str(tmp_path / "none-*")], store)
    assert report.new == 9
    assert [each.reason for each in report.rejects] == ["no file has such a name"]
    run = subprocess.run(
        [sys.executable, "-m", "rebelote", "ingest", "-", "--no-audit", "--store", str(store)],
        input=gzip.compress(b"".join(lines)), capture_output=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert b"10 deals read from 1 file: 1 new, 9 known before" in run.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_what_another_program_hands_over_is_read_like_a_file(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """As a shell's `<(zcat night.jsonl.gz)`, which can be read only once."""
    os.mkfifo(tmp_path / "pipe")
    content = pack((folder() / "faults.jsonl").read_bytes())
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(content,))
    writer.start()
    report = loaded([tmp_path / "pipe"], tmp_path / "store.duckdb")
    writer.join()
    assert report.new == 10 and not report.rejects


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_text_may_be_marked_or_in_utf_16(encoding: str, tmp_path: Path) -> None:
    text = (folder() / "faults.jsonl").read_text(encoding="utf-8").replace("\n", "\r\n")
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    (tmp_path / "a.jsonl").write_bytes((mark + text).encode(encoding))
    assert loaded([tmp_path / "a.jsonl"], tmp_path / "store.duckdb").new == 10


def rows_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(raw) for raw in (folder() / f"{name}.jsonl").read_bytes().splitlines()]


@pytest.mark.parametrize("name", ["belote-cli", "colver"])
def test_the_samples_of_other_programs_say_the_same_as_a_table_and_as_parquet(name: str, tmp_path: Path) -> None:
    rows = rows_of(name)
    load([folder() / f"{name}.jsonl"], store=tmp_path / "lines.duckdb", audit=False)
    with (tmp_path / "deals.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, delimiter=";")
        table.writerow(rows[0])
        for row in rows:
            cells = [row[key] for key in rows[0]]
            table.writerow(
                ["" if each is None else each if isinstance(each, str) else json.dumps(each) for each in cells]
            )
    report = load([tmp_path / "deals.csv"], store=tmp_path / "table.duckdb", audit=False)
    assert (report.new, report.rejected) == (30, 0), str(report)
    plain = {
        "engine",
        "dealer",
        "up_card",
        "hands",
        "plays",
        "players",
        "trick_winners",
        "card_points",
        "score",
        "belote",
    }
    columns = {key: [row[key] for row in rows] for key in rows[0] if key in plain}
    columns |= {"contract": [row["contract"] for row in rows]} if name == "colver" else {}
    columns |= {key: [row[key] for row in rows] for key in ("trump", "taker") if name == "belote-cli"}
    pq.write_table(pa.table(columns), tmp_path / "deals.parquet")
    report = load([tmp_path / "deals.parquet"], store=tmp_path / "parquet.duckdb", audit=False)
    assert (report.new, report.rejected) == (30, 0), str(report)
    whole = {each.plays for each in of_store(tmp_path / "lines.duckdb")}
    for other in ("table", "parquet"):
        assert {each.plays for each in of_store(tmp_path / f"{other}.duckdb")} == whole
        assert all(each.claims.points is not None for each in of_store(tmp_path / f"{other}.duckdb"))


CARDS = """
title = "a row a card"
match = "cards-{game}"
rules = "belote-cli"
deal = "round"
dealer = "dealer"

[rows]
by = ["game", "round"]
order = "no"
item = ["no", "seat", "card"]

[seats]
order = ["S", "E", "N", "W"]

[cards]
locale = "fr"

[plays]
list = "rows"
card = "card"
seat = "seat"

[claims]
contract = { contract = "trump" }
taker = "taker"
"""


@pytest.mark.parametrize("shape", ["csv", "parquet"])
def test_a_row_a_card_is_gathered_into_deals(shape: str, tmp_path: Path) -> None:
    french = dict(zip("789TJQKA", ("7", "8", "9", "10", "V", "D", "R", "A"), strict=True))
    suits = dict(zip("CDHS", "TKCP", strict=True))
    rows: list[dict[str, Any]] = []
    dealt = [row for row in rows_of("belote-cli") if row["trump"] in suits]
    for number, row in enumerate(dealt, 1):
        head = {"game": 1 + number // 10, "round": 1 + number % 10, "dealer": "SENW"[row["dealer"]],
                "trump": suits[row["trump"]], "taker": "SENW"[row["taker"]]}  # fmt: skip
        played = [
            {**head, "no": no, "seat": "SENW"[seat], "card": french[card[0]] + suits[card[1]]}
            for no, (seat, card) in enumerate(zip(row["players"], row["plays"], strict=True), 1)
        ]
        rows += reversed(played)
    path = tmp_path / f"cards.{shape}"
    if shape == "csv":
        out = io.StringIO()
        table = csv.DictWriter(out, rows[0])
        table.writeheader()
        table.writerows(rows)
        path.write_text(out.getvalue(), encoding="utf-8")
    else:
        pq.write_table(pa.Table.from_pylist(rows), path)
    (tmp_path / "cards.toml").write_text(CARDS, encoding="utf-8")
    store = tmp_path / "store.duckdb"
    report = load([path], store=store, mapping=str(tmp_path / "cards.toml"), audit=False)
    assert (report.new, report.rejected) == (len(dealt), 0), str(report)
    found = [" ".join(canonical.CARD_NAMES[each.card] for each in deal.plays or ()) for deal in of_store(store)]
    assert sorted(found) == sorted(" ".join(row["plays"]) for row in dealt)


HUMAN = """
title = "games inside a document"
match = "human"
deal = "round"
rules = "bg4-004"
records = "played"
dealer = "dealer"

[seats]
order = [1, 2, 3, 4]

[cards]
ranks = { J = "J" }
suits = { h = "H" }
rank = "value"
suit = "color"

[plays]
list = "cards"
"""


def test_a_list_inside_a_document_is_read_where_a_mapping_says_and_a_card_in_two_fields(tmp_path: Path) -> None:
    played = [{"round": 1, "dealer": 2, "cards": [{"value": "J", "color": "h"}]}, {"round": 2, "dealer": 9}]
    (tmp_path / "game.json").write_text(json.dumps({"table": "t", "played": played}, indent=2), encoding="utf-8")
    (tmp_path / "game.toml").write_text(HUMAN, encoding="utf-8")
    store = tmp_path / "store.duckdb"
    report = loaded([tmp_path / "game.json"], store, mapping=str(tmp_path / "game.toml"))
    assert report.new == 1
    assert "9 is not a seat" in report.rejects[0].reason
    (deal,) = of_store(store)
    assert deal.extra == {"table": "t"}
    assert [each.card for each in deal.plays or ()] == [20]
