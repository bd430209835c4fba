"""One writer, and readers that never wait: who may open what, and what is kept when a load is killed."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest import publish, read
from ingest.canonical import decode, encode
from ingest.errors import NoStore, StoreHeld, WrongUse
from ingest.load import load
from ingest.publish import folder as snapshots
from ingest.publish import reader
from ingest.samples import folder
from ingest.store import writer
from replay.record import Deal
from tests.records import SEVENTY, WHOLE, deals

OPEN = "from ingest.store import writer\nimport sys\nwith writer(sys.argv[1]) as w: "


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.duckdb"


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)


def count(store: Path) -> int:
    with reader(store) as connection:
        return int(connection.execute("select count(*) from deal").fetchall()[0][0])


def test_a_second_writer_is_told_who_holds_the_store(store: Path) -> None:
    with writer(store) as publisher:
        publisher.publish()
        # Publishing reads the file: that must not let go of the lock on it.
        tried = python(OPEN + "pass", str(store))
        assert f"process {os.getpid()}" in tried.stderr
        assert "StoreHeld" in tried.stderr
        with pytest.raises(StoreHeld, match="by this process"), writer(store):
            pass
    assert python(OPEN + "pass", str(store)).returncode == 0


def test_readers_see_the_last_snapshot_while_a_writer_holds_the_store(store: Path) -> None:
    load([folder() / "faults.jsonl"], store=store)
    code = OPEN + "print('open', flush=True), sys.stdin.read()"
    held = subprocess.Popen(
        [sys.executable, "-c", code, str(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert held.stdout is not None
    try:
        assert held.stdout.readline() == "open\n"
        assert count(store) == 10
        with pytest.raises(StoreHeld, match=f"process {held.pid}"):
            load(SEVENTY, store=store)
    finally:
        held.communicate()
    assert load(SEVENTY, store=store).new == 60
    assert count(store) == 70


def test_a_reader_keeps_what_it_sees_while_newer_snapshots_come(store: Path) -> None:
    load([folder() / "faults.jsonl"], store=store)
    with reader(store) as early:
        load([folder() / "colver.jsonl"], store=store)
        load([folder() / "belote-cli.jsonl"], store=store)
        assert early.execute("select count(*) from deal").fetchall() == [(10,)]
        assert count(store) == 70
    assert len(list(snapshots(store).glob("*.duckdb"))) == publish.KEPT
    assert not list(snapshots(store).glob("*.partial"))


def test_a_missing_snapshot_is_made_before_reading(store: Path) -> None:
    load([folder() / "faults.jsonl"], store=store)
    for each in snapshots(store).iterdir():
        each.unlink()
    assert count(store) == 10
    assert publish.is_fresh(store)


def test_a_commit_that_was_not_published_is_published_before_reading(store: Path) -> None:
    load([folder() / "faults.jsonl"], store=store)
    code = """
import os, sys
from ingest.store import transaction, writer
with writer(sys.argv[1]) as publisher:
    with transaction(publisher.connection):
        publisher.connection.execute("insert into match values (99, 'late', digest_of('late'))")
    os._exit(1)
"""
    assert python(code, str(store)).returncode == 1
    with reader(store) as connection:
        assert connection.execute("select count(*) from match where name = 'late'").fetchall() == [(1,)]


@given(names=st.lists(st.text(min_size=1, max_size=200).filter(lambda name: name.isprintable()), min_size=1))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_name_has_one_digest_in_the_store_and_outside(names: list[str], store: Path) -> None:
    load([folder() / "faults.jsonl"], store=store)
    with reader(store) as connection:
        found = connection.execute("select digest_of(unnest($names))", {"names": names}).fetchall()
    assert [digest for (digest,) in found] == [read.digest_of(name) for name in names]


def test_reading_what_is_not_there_says_how_to_begin(store: Path) -> None:
    with pytest.raises(NoStore, match="rebelote ingest"):
        reader(store)
    assert not store.exists()


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("my notes " * 1000, encoding="utf-8")
    with pytest.raises(WrongUse, match="cannot be opened as a store"), writer(text):
        pass
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("create table mine (a int)")
    with pytest.raises(WrongUse, match="not a store of Rebelote"), writer(other):
        pass
    later = tmp_path / "later.duckdb"
    with writer(later) as publisher:
        publisher.connection.execute("update meta set value = '99' where key = 'schema'")
    with pytest.raises(WrongUse, match="a store of version 99"), writer(later):
        pass
    (publish.folder(later) / "1.duckdb").write_bytes(later.read_bytes())
    shutil.copystat(later, publish.folder(later) / "1.duckdb")
    with pytest.raises(WrongUse, match=r"later\.duckdb is a store of version 99"):
        publish.reader(later)
    with pytest.raises(WrongUse, match="make it first"), writer(tmp_path / "none" / "store.duckdb"):
        pass


def test_a_batch_that_fails_leaves_nothing(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load([folder() / "faults.jsonl"], store=store)

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ingest.load.judge_due", fail)
    with pytest.raises(KeyboardInterrupt):
        load([folder() / "colver.jsonl"], store=store)
    monkeypatch.undo()
    assert count(store) == 10
    with reader(store) as connection:
        assert connection.execute("select count(*) from file").fetchall() == [(1,)]
    assert load([folder() / "colver.jsonl"], store=store).new == 30


def test_a_killed_load_keeps_whole_batches_and_goes_on(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    record = json.loads(WHOLE)
    total = 200
    path.write_text("".join(json.dumps({**record, "deal": i + 1}) + "\n" for i in range(total)), encoding="utf-8")
    code = """
import sys
from ingest import load as loading
loading.LARGE_BATCH = 10
whole = loading._Loading.flush
def flush(self, fields, *, complete):
    whole(self, fields, complete=complete)
    print(self.said.deals, flush=True)
loading._Loading.flush = flush
loading.load([sys.argv[2]], store=sys.argv[1])
"""
    acknowledged = 0
    for kill_after in (1, 3):
        load_ = subprocess.Popen([sys.executable, "-c", code, str(store), str(path)], stdout=subprocess.PIPE, text=True)
        assert load_.stdout is not None
        for _ in range(kill_after):
            acknowledged = max(acknowledged, int(load_.stdout.readline()))
        load_.send_signal(signal.SIGKILL)
        load_.wait()
        load_.stdout.close()
        with reader(store) as connection:
            here, distinct, judged, batched = connection.execute(
                """
                select (select count(*) from deal), (select count(distinct number) from deal),
                    (select count(*) from verdict), (select sum(deals) from batch)
                """
            ).fetchall()[0]
        assert here == distinct == judged == batched
        assert here >= acknowledged
        assert here % 10 == 0
    report = load([path], store=store)
    assert report.deals == total
    assert report.new + report.known == total
    with reader(store) as connection:
        assert connection.execute("select count(*), count(distinct number) from deal").fetchall() == [(total, total)]
        assert connection.execute("select complete, deals from file").fetchall() == [(True, total)]


def test_reading_beside_loading_never_fails(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish, "SOON", 0.0)
    monkeypatch.setattr("ingest.load.LARGE_BATCH", 7)
    load([folder() / "faults.jsonl"], store=store)
    stop = threading.Event()
    seen: list[int] = []
    failed: list[BaseException] = []

    def look() -> None:
        while not stop.is_set():
            try:
                seen.append(count(store))
            except BaseException as error:
                failed.append(error)
                return

    looking = threading.Thread(target=look)
    looking.start()
    load(SEVENTY, store=store)
    stop.set()
    looking.join()
    assert not failed
    assert seen == sorted(seen)
    assert count(store) == 70


FRENCH = deals(rules=st.just("fr4-001"), fitting=True)


@given(st.lists(FRENCH, min_size=1, max_size=4, unique_by=lambda each: (each.match, each.number)))
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_a_deal_comes_out_of_the_store_as_it_went_in(given_deals: list[Deal]) -> None:
    with tempfile.TemporaryDirectory() as place:
        store, path = Path(place, "store.duckdb"), Path(place, "deals.jsonl")
        path.write_bytes(b"\n".join(map(encode, given_deals)))
        readable = [each for each in map(decode, path.read_bytes().split(b"\n")) if isinstance(each, Deal)]
        assert readable == given_deals
        assert load([path], store=store, audit=False).new == len(given_deals)
        for each in given_deals:
            assert read.deal(store, each.match, each.number) == each


def test_a_snapshot_that_stays_open_is_never_an_old_one(tmp_path: Path) -> None:
    """A store that is made anew counts its snapshots from 1 again, and DuckDB would serve the old file."""
    store, night = tmp_path / "store.duckdb", tmp_path / "night.jsonl"
    for contract in ("H", "S"):
        record = WHOLE.replace(b'"contract":"H"', b'"contract":"%s"' % contract.encode())
        night.write_bytes(record)
        load(night, store=store, audit=False)
        assert read.deal(store, "m", 1) == decode(record)
        with pytest.raises(WrongUse):
            read.deal(store, "m", 2)
        night.write_bytes(record.replace(b'"deal":1', b'"deal":2'))
        load(night, store=store, audit=False)
        assert [each.deal.number for each in read.judged_match(store, "m")] == [1, 2]
        with publish.reader(store) as connection:
            assert connection.execute("select count(*) from deal").fetchall() == [(2,)]
        shutil.rmtree(publish.folder(store))
        store.unlink()


def test_no_bar_is_drawn_among_results(store: Path) -> None:
    load([folder() / "faults.jsonl"], store=store)
    asked = "select current_setting('enable_progress_bar')"
    with reader(store) as reading, reading.cursor() as cursor, writer(store) as publisher:
        for each in (reading, cursor, publisher.connection):
            assert each.execute(asked).fetchall() == [(False,)]
