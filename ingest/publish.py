"""Snapshots: after a commit the store is copied to a file of its own, and readers open only those.

`FILE.d/N.duckdb` are the copies, `FILE.d/current` names the newest, two are kept. A reader therefore never waits for
a writer, nor keeps one out.
"""

import os
import shutil
import time
from pathlib import Path
from typing import Any, BinaryIO, Final

import duckdb

from ingest.errors import NoStore, StoreHeld, WrongUse

SOON: Final = 2.0
"""Seconds between snapshots at least."""
LARGE: Final = 64 << 20
SELDOM: Final = 30.0
"""Seconds between them once the store has more bytes than `LARGE`."""
KEPT: Final = 2
SETTINGS: Final[dict[str, Any]] = {"autoinstall_known_extensions": "false"}
"""Of every connection: nothing is fetched from anywhere."""


def folder(store: Path) -> Path:
    """Where the snapshots of a store are."""
    return store.with_name(store.name + ".d")


def newest(store: Path) -> Path | None:
    """The newest snapshot of a store, whether it is up to date or not."""
    try:
        snapshot = folder(store) / (folder(store) / "current").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return snapshot if snapshot.suffix == ".duckdb" and snapshot.is_file() else None


def is_fresh(store: Path) -> bool:
    """Whether the newest snapshot holds everything that was committed: it bears the time of the file it copies."""
    snapshot = newest(store)
    log = store.with_name(store.name + ".wal")
    try:
        if snapshot is None or (log.exists() and log.stat().st_size > 0):
            return False
        return snapshot.stat().st_mtime_ns == store.stat().st_mtime_ns
    except FileNotFoundError:
        return False


class Publisher:
    """Publishes the store of one writer, not too often.

    `source` is the store's file, open: closing any handle of it would let go of DuckDB's lock, so the writer keeps one
    until DuckDB has let go itself.
    """

    def __init__(self, store: Path, connection: duckdb.DuckDBPyConnection, source: BinaryIO) -> None:
        self.store = store
        self.connection = connection
        self.source = source
        self.last = time.monotonic()

    def after_commit(self) -> None:
        """Publish if the last time is long enough ago."""
        pause = SELDOM if os.fstat(self.source.fileno()).st_size > LARGE else SOON
        if time.monotonic() - self.last >= pause:
            self.publish()

    def publish(self) -> None:
        """Publish what was committed, unless the newest snapshot has it."""
        self.connection.execute("checkpoint")
        if not is_fresh(self.store):
            _copy(self.store, self.source)
        self.last = time.monotonic()


def _copy(store: Path, source: BinaryIO) -> None:
    place = folder(store)
    place.mkdir(exist_ok=True)
    numbers = sorted(int(each.stem) for each in place.glob("*.duckdb") if each.stem.isdecimal())
    snapshot = place / f"{numbers[-1] + 1 if numbers else 1}.duckdb"
    partial = snapshot.with_suffix(".partial")
    source.seek(0)
    with partial.open("wb") as copy:
        shutil.copyfileobj(source, copy, 1 << 20)
        copy.flush()
        os.fsync(copy.fileno())
    stamp = os.fstat(source.fileno())
    os.utime(partial, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    partial.replace(snapshot)
    pointer = place / "current.partial"
    with pointer.open("w", encoding="ascii") as name:
        name.write(snapshot.name + "\n")
        name.flush()
        os.fsync(name.fileno())
    pointer.replace(place / "current")
    for number in numbers[: -KEPT + 1]:
        # A reader that has it open keeps what it sees.
        (place / f"{number}.duckdb").unlink(missing_ok=True)
    for left in place.glob("*.partial"):
        left.unlink(missing_ok=True)


def fresh(store: Path) -> Path:
    """The newest snapshot, published first where it is missing or older than the store.

    While another process writes the store, what was published last has to do; a store that we may not write is read
    as it is. Raises NoStore, and StoreHeld where nothing was published yet.
    """
    from ingest.store import writer

    if not store.is_file():
        raise NoStore(f"there is no store at {store} yet: load records into it first (rebelote ingest FILES…)")
    if not is_fresh(store):
        try:
            with writer(store) as publisher:
                publisher.publish()
        except StoreHeld:
            if newest(store) is None:
                raise
        except (WrongUse, OSError):
            if os.access(store, os.W_OK) and os.access(store.parent, os.W_OK):
                raise
            return _as_it_is(store)
    snapshot = newest(store)
    if snapshot is None:
        raise WrongUse(f"{folder(store)} has no snapshot of the store, and none could be written there")
    return snapshot


def _as_it_is(store: Path) -> Path:
    """What to read of a store that cannot be published: a copied snapshot has lost its time, but not its size."""
    snapshot = newest(store)
    same = snapshot is not None and snapshot.stat().st_size == store.stat().st_size
    return snapshot if snapshot is not None and same else store


def reader(store: Path | str) -> duckdb.DuckDBPyConnection:
    """A read-only connection to the newest snapshot of a store; the caller closes it."""
    while True:
        snapshot = fresh(Path(store))
        try:
            connection = duckdb.connect(str(snapshot), read_only=True, config=SETTINGS)
        except duckdb.IOException:
            if snapshot.exists():
                raise
            continue  # two newer ones were published meanwhile
        connection.execute("set timezone = 'UTC'")
        return connection
