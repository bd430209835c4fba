"""The demonstration: the samples, and simulated deals of the main systems, in a store of their own, audited."""

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
from rebelote.simulate import simulate

FOLDER: Final = Path(".demo")
SYSTEMS: Final = ("bg4-004", "coinche-004", "fr4-001", "frbelote-004", "bela-004", "ua3-000")
"""Those of which deals are simulated, so that charts have something to say."""
DEALS: Final = 1_500
SEED: Final = 4


def prepare(store: Path | None, progress: Progress) -> tuple[Path, str]:
    """Load and audit the samples and simulated deals; the store, and the audit's summary.

    Without a store one is made in FOLDER, named by what went into it: a changed sample, ruleset or rule
    makes another, and the former ones go. A store that is given only receives the deals.
    """
    FOLDER.mkdir(exist_ok=True)
    store = store or _own_store()
    simulated = [FOLDER / f"simulated-{name}.jsonl" for name in SYSTEMS]
    for name, path in zip(SYSTEMS, simulated, strict=True):
        # The same deals each time: a store that has them takes nothing new.
        simulate(path, rules=name, deals=DEALS, seed=SEED, progress=progress)
    load([samples.folder(), *simulated], store=store, progress=progress)
    return store, reports.table(audit(store, progress=progress))


def _own_store() -> Path:
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
