"""The demonstration: the samples in a store of their own, audited."""

import hashlib
import shutil
from pathlib import Path
from typing import Final

import ingest
import replay
from ingest import report as reports
from ingest import samples
from ingest.audit import audit
from ingest.load import load
from ingest.progress import Progress

FOLDER: Final = Path(".demo")


def prepare(store: Path | None, progress: Progress) -> tuple[Path, str]:
    """Load and audit the samples; the store, and the audit's summary.

    Without a store one is made in FOLDER, named by what went into it: a changed sample, ruleset or rule
    makes another, and the former ones go. A store that is given only receives the samples.
    """
    store = store or _own_store()
    load([samples.folder()], store=store, progress=progress)
    return store, reports.table(audit(store, progress=progress))


def _own_store() -> Path:
    FOLDER.mkdir(exist_ok=True)
    store = FOLDER / f"rebelote-{_digest()}.duckdb"
    for old in FOLDER.glob("rebelote-*.duckdb*"):
        if not old.name.startswith(store.name):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    return store


def _digest() -> str:
    digest = hashlib.sha256()
    for folder in (samples.folder(), *(Path(path) for package in (ingest, replay) for path in package.__path__)):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]
