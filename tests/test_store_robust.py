"""Whatever happens to a load: a store holds whole batches, nothing acknowledged is lost, a rerun finishes the work."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from ingest.errors import NothingReadable, Refused
from ingest.load import load
from ingest.publish import folder as snapshots
from ingest.publish import reader
from ingest.samples import folder
from ingest.store import writer
from tests.records import WHOLE

ROUNDS = 20
TOTAL = 6_000
LOAD = """
import sys
from ingest import load as loading
loading.BATCH = loading.LARGE_BATCH = loading.CHUNK = 150
whole = loading._Loading.flush
def flush(self, fields, *, complete):
    whole(self, fields, complete=complete)
    print(self.said.deals, flush=True)
loading._Loading.flush = flush
loading.load([sys.argv[2]], store=sys.argv[1], audit=False)
"""


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.jsonl"
    record = json.loads(WHOLE)
    lines = [json.dumps({**record, "match": f"m{at // 10}", "deal": at % 10 + 1}) for at in range(TOTAL)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def state(store: Path) -> tuple[int, int, int]:
    with reader(store) as connection:
        return connection.execute(
            """
            select (select count(*) from deal), (select count(*) from (select distinct match, number from deal)),
                (select coalesce(sum(deals), 0)::int from batch)
            """
        ).fetchall()[0]


def test_a_load_killed_twenty_times_loses_nothing_acknowledged(tmp_path: Path, many: Path) -> None:
    store = tmp_path / "store.duckdb"
    chance = random.Random(5)
    for _ in range(ROUNDS):
        run = subprocess.Popen(
            [sys.executable, "-c", LOAD, str(store), str(many)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert run.stdout is not None and run.stderr is not None
        acknowledged = 0
        # After some batches were acknowledged, or at once, in the middle of whatever it does then.
        for _ in range(chance.randrange(0, 4)):
            acknowledged = max(acknowledged, int(run.stdout.readline() or acknowledged))
        run.send_signal(signal.SIGKILL)
        run.wait()
        run.stdout.close()
        run.stderr.close()
        if store.exists() and (snapshots(store).exists() or acknowledged):
            here, distinct, batched = state(store)
            assert here == distinct == batched
            assert here >= acknowledged
            assert here % 150 == 0 or here == TOTAL
    report = load([many], store=store, audit=False)
    assert (report.deals, report.rejected) == (TOTAL, 0)
    assert state(store) == (TOTAL, TOTAL, TOTAL)


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv = ["rebelote", *sys.argv[2:]]
from rebelote.cli import main
main()
"""


def test_no_room_is_told_and_the_store_is_whole(tmp_path: Path, many: Path) -> None:
    store = tmp_path / "store.duckdb"
    load([folder() / "faults.jsonl"], store=store, audit=False)
    limit = store.stat().st_size + (1 << 16)
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), "ingest", str(many), "--no-audit", "--store", str(store)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 4, run.stderr
    assert "could not be written" in run.stderr
    assert "run the same command again" in run.stderr
    assert "Traceback" not in run.stderr
    here, distinct, batched = state(store)
    assert here == distinct == batched
    assert here >= 10
    assert load([many], store=store, audit=False).rejected == 0
    assert state(store)[0] == TOTAL + 10


def denied(*line: str) -> subprocess.CompletedProcess[str]:
    """A command run by somebody whom the modes of files bind: root loses what lifts him above them."""
    command = [sys.executable, "-m", "rebelote", *line]
    if os.name != "posix":
        pytest.skip("modes as POSIX has them")
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("who may do everything is denied nothing")
        command = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", *command]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_store_nobody_may_write_is_told(tmp_path: Path) -> None:
    place = tmp_path / "shut"
    place.mkdir(mode=0o555)
    run = denied("ingest", str(folder() / "faults.jsonl"), "--store", str(place / "store.duckdb"))
    assert run.returncode == 2 and "cannot be opened as a store" in run.stderr and "Traceback" not in run.stderr
    assert not list(place.iterdir())


@pytest.mark.parametrize("times", ["kept", "lost", "without snapshots"])
def test_a_store_nobody_may_write_is_reported_on(times: str, tmp_path: Path) -> None:
    """Such as one on a medium that is only read, or a copy, whose snapshots have lost their time."""
    place = tmp_path / "archive"
    place.mkdir()
    store = place / "store.duckdb"
    load([folder() / "faults.jsonl"], store=store)
    if times == "lost":
        os.utime(store)
    elif times == "without snapshots":
        shutil.rmtree(snapshots(store))
    for each in (*place.rglob("*"), place):
        each.chmod(0o555 if each.is_dir() else 0o444)
    run = denied("audit", "--store", str(store))
    assert run.returncode == 0 and "10 deals, 10 audited" in run.stdout, run.stderr
    run = denied("audit", "--all", "--store", str(store))
    assert run.returncode == 2 and "cannot be opened as a store" in run.stderr
    for each in (*place.rglob("*"), place):
        each.chmod(0o755)


def test_a_file_nobody_may_read_is_a_reject_and_the_rest_goes_on(tmp_path: Path) -> None:
    shut = tmp_path / "logs" / "shut.jsonl"
    inner = tmp_path / "logs" / "inner"
    inner.mkdir(parents=True)
    shut.write_bytes(WHOLE)
    shut.chmod(0)
    inner.chmod(0)
    store = tmp_path / "store.duckdb"
    wanted = [str(folder() / "faults.jsonl"), str(tmp_path / "logs"), str(inner / "night.jsonl")]
    run = denied("ingest", *wanted, "--no-audit", "--store", str(store))
    inner.chmod(0o755)
    assert run.returncode == 0, run.stderr
    assert "10 deals, 10 new" in run.stdout
    for each in (shut, inner, inner / "night.jsonl"):
        assert f"{each}: Permission denied" in run.stdout


@pytest.mark.parametrize("line", ["nowhere.jsonl", "noise.jsonl", "noise.jsonl --strict"])
def test_a_first_load_that_fails_leaves_no_store(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("noise.jsonl").write_text("noise\n")
    name, *strict = line.split()
    with pytest.raises((NothingReadable, Refused)):
        load(name, store="store.duckdb", strict=bool(strict))
    assert [each.name for each in tmp_path.iterdir()] == ["noise.jsonl"]
    load(folder() / "faults.jsonl", store="store.duckdb", audit=False)
    with pytest.raises((NothingReadable, Refused)):
        load(name, store="store.duckdb", strict=bool(strict))
    assert state(Path("store.duckdb"))[0] == 10, "one that was there stays"


def test_ctrl_c_leaves_a_whole_store(tmp_path: Path, many: Path) -> None:
    store = tmp_path / "store.duckdb"
    run = subprocess.Popen(
        [sys.executable, "-c", LOAD, str(store), str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )  # fmt: skip
    assert run.stdout is not None
    run.stdout.readline()
    run.send_signal(signal.SIGINT)
    run.communicate()
    assert run.returncode != 0
    here, distinct, batched = state(store)
    assert here == distinct == batched > 0


def test_the_published_file_opens_in_any_client_and_fetches_nothing(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    load([folder() / "faults.jsonl"], store=store, audit=False)
    current = snapshots(store) / (snapshots(store) / "current").read_text(encoding="ascii").strip()
    with writer(store) as publisher:
        with duckdb.connect(str(current), read_only=True) as client:
            assert client.execute("select count(*) from deal").fetchall() == [(10,)]
        settings = "select value from duckdb_settings() where name = 'autoinstall_known_extensions'"
        assert publisher.connection.execute(settings).fetchall() == [("false",)]
    with reader(store) as connection:
        assert connection.execute(settings).fetchall() == [("false",)]
