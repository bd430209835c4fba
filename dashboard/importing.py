"""Loading from the pages: an ingest process of its own, which tells how far it is in a file beside the upload.

`python -m dashboard.importing FOLDER` loads the files of an upload into its store; the page reads `progress.json`.
"""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from ingest.errors import NothingReadable, StoreHeld, WrongUse
from ingest.load import load
from ingest.publish import reader
from ingest.read import Judged, judged_deals
from ingest.report import LoadReport
from replay.rulesets import RulesetError

MOST_MEGABYTES: Final = int(os.environ.get("REBELOTE_UPLOAD_MB") or 50)
"""An upload's size at most."""
PASTED_BYTES: Final = 1 << 20
"""A paste's size at most."""
SUFFIXES: Final = (".jsonl", ".ndjson", ".json", ".belote", ".csv", ".parquet", ".txt")
"""How the names of files that are taken may end; what is in them decides how they are read, and nothing is unpacked."""
LOADING: Final = "loading"
"""Under which a session keeps its upload; no widget has this key."""
_TOLD: Final = "progress.json"
_WANTED: Final = "wanted.json"
_FOLDERS: Final = "rebelote-upload-"
_FORGOTTEN: Final = 24 * 3600
"""Seconds after which nobody asks any more what became of an upload."""


def uploads() -> bool:
    """Whether anything may be brought to the store from the pages; `REBELOTE_UPLOADS=off` says no."""
    return os.environ.get("REBELOTE_UPLOADS", "on") != "off"


@dataclass(frozen=True, slots=True)
class Upload:
    """Files that a process of its own loads."""

    folder: Path
    """Where it tells how far it is."""
    process: "subprocess.Popen[bytes]"

    def wait(self, timeout: float) -> int:
        """Wait for its end; its exit code."""
        return self.process.wait(timeout)

    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self.process.poll() is None

    def forget(self) -> None:
        """Remove what it told, once somebody has heard its end."""
        shutil.rmtree(self.folder, ignore_errors=True)


def begin(files: Mapping[str, bytes], store: Path, mapping: str | None, rules: str | None) -> Upload:
    """Start loading uploaded files in a process of its own."""
    if not uploads():
        raise WrongUse("uploads are switched off here")
    if sum(map(len, files.values())) > MOST_MEGABYTES << 20:
        raise WrongUse(f"an upload has at most {MOST_MEGABYTES} MB")
    _sweep()
    folder = Path(tempfile.gettempdir()) / f"{_FOLDERS}{secrets.token_hex(8)}"
    folder.mkdir(mode=0o700)
    names = []
    for number, (name, content) in enumerate(files.items()):
        names.append(_safe(name, number))
        (folder / names[-1]).write_bytes(content)
    wanted = {"store": str(store.absolute()), "mapping": mapping, "rules": rules, "files": names}
    (folder / _WANTED).write_text(json.dumps(wanted), encoding="utf-8")
    _tell(folder, state="waiting")
    root = Path(__file__).resolve().parent.parent
    process = subprocess.Popen(
        [sys.executable, "-m", "dashboard.importing", str(folder)],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return Upload(folder, process)


def _sweep() -> None:
    """Remove what uploads told whose page was closed before their end."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDERS}*"):
        try:
            if time.time() - folder.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # another process was quicker


def _safe(name: str, number: int) -> str:
    """A file's name without anything that leads elsewhere: letters, digits, and the ending that says its kind."""
    path = Path(name.replace("\\", "/"))
    stem = "".join(each if each.isalnum() or each in "-_." else "-" for each in path.stem)[:60].strip(".-") or "upload"
    suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else ".txt"
    return f"{stem}-{number + 1}{suffix}" if number else f"{stem}{suffix}"


def told(folder: Path) -> dict[str, Any]:
    """What the process said last: `state` (waiting, loading, done, failed) and, by state, `done` and `total`, what is
    `new`, `known` and in `rejects`, or a `message`."""
    try:
        said: dict[str, Any] = json.loads((folder / _TOLD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {"state": "failed", "message": "nothing is known of this upload any more"}
    return said


def _tell(folder: Path, **said: Any) -> None:
    partial = folder / f"{_TOLD}.partial"
    partial.write_text(json.dumps(said), encoding="utf-8")
    partial.replace(folder / _TOLD)


def run(folder: Path, patience: float = 120.0) -> None:
    """Load what a folder wants loaded, and tell how far it is; waits while another process holds the store."""
    wanted = json.loads((folder / _WANTED).read_text(encoding="utf-8"))
    paths = [folder / name for name in wanted["files"]]
    last = 0.0

    def progress(what: str, done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > 0.3:
            last = time.monotonic()
            _tell(folder, state="loading", what=what, done=done, total=total)

    end = time.monotonic() + patience
    while True:
        try:
            report = load(
                paths, store=wanted["store"], mapping=wanted["mapping"], rules=wanted["rules"], progress=progress
            )
            _tell(folder, state="done", **_counts(report))
        except StoreHeld as error:
            if time.monotonic() < end:
                _tell(folder, state="waiting", message="another process writes the store")
                time.sleep(0.5)
                continue
            _tell(folder, state="failed", message=str(error))
        except (NothingReadable, WrongUse, RulesetError) as error:
            _tell(folder, state="failed", message=str(error))
        break
    for path in paths:
        path.unlink(missing_ok=True)


def _counts(report: LoadReport) -> dict[str, int]:
    return {name: sum(getattr(each, name) for each in report.files) for name in ("new", "known", "rejects")}


class Pasted(msgspec.Struct, frozen=True):
    """What became of a pasted text: its deals judged, and what could not be read."""

    deals: list[Judged]
    problem: str | None
    rejects: list[tuple[int | None, str]]


@contextmanager
def _scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="rebelote-paste-") as folder:
        yield Path(folder)


def judge_pasted(text: str, mapping: str | None, rules: str | None) -> Pasted:
    """Judge pasted records of any format in a store of their own that is gone afterwards."""
    content = text.encode("utf-8", "replace")
    if len(content) > PASTED_BYTES:
        return Pasted([], f"a paste has at most {PASTED_BYTES >> 20} MB: upload a file instead", [])
    with _scratch() as folder:
        path, store = folder / "pasted.jsonl", folder / "pasted.duckdb"
        path.write_bytes(content.strip() + b"\n")
        try:
            load([path], store=store, mapping=mapping, rules=rules)
        except (NothingReadable, WrongUse, RulesetError) as error:
            return Pasted([], str(error).replace(str(path), "the paste").replace(str(folder), ""), [])
        with reader(store) as connection:
            bad = connection.execute("select line, reason from reject order by line").fetchall()
            return Pasted(judged_deals(connection), None, bad)


if __name__ == "__main__":
    run(Path(sys.argv[1]))
