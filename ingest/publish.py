"""Snapshots: after a commit the store is copied to a file of its own, and readers open only those.

`FILE.d/N.duckdb` are the copies, `FILE.d/current` names the newest, two are kept. A reader therefore never waits for
a writer, nor keeps one out.
"""

import os
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

import duckdb

from ingest.errors import NoStore, StoreHeld, WrongUse
from ingest.version import refuse_other

T = TypeVar("T")

SOON: Final = 2.0
"""Seconds between snapshots at least."""
LARGE: Final = 64 << 20
SELDOM: Final = 30.0
"""Seconds between them once the store has more bytes than `LARGE`."""
KEPT: Final = 2
SETTINGS: Final[dict[str, Any]] = {
    "autoinstall_known_extensions": "false",
    "storage_compatibility_version": "v1.5.0",
    "memory_limit": "768MB",
}
"""Of every connection: nothing is fetched from anywhere, older clients open what is written, and DuckDB keeps no more
of a large store in memory than this."""
SESSION: Final = "set timezone = 'UTC'; set enable_progress_bar = false"
"""Said in every connection: times are universal, and no bar is drawn among results that are piped."""


def folder(store: Path) -> Path:
    """Where the snapshots of a store are."""
    return store.with_name(store.name + ".d")


def store_of(snapshot: Path) -> Path:
    """The store that a snapshot copies; one that is read as it is stands for itself."""
    return snapshot.parent.with_suffix("") if snapshot.parent.suffix == ".d" else snapshot


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
    with partial.open("wb") as copy:
        _copy_bytes(source, copy)
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
        with suppress(PermissionError):  # Windows lets none go that is read; a later time will
            (place / f"{number}.duckdb").unlink(missing_ok=True)
    for left in place.glob("*.partial"):
        left.unlink(missing_ok=True)


def _copy_bytes(source: BinaryIO, copy: BinaryIO) -> None:
    """Copy a file whole; by the system itself where it can, which on some file systems copies nothing at all."""
    done = 0
    with suppress(AttributeError, OSError):
        while piece := os.copy_file_range(source.fileno(), copy.fileno(), 1 << 30, done, done):
            done += piece
    source.seek(done)
    copy.seek(done)
    shutil.copyfileobj(source, copy, 1 << 20)


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
    return _opened(Path(store), _open)


def _opened(store: Path, how: Callable[[Path], T]) -> T:
    """What comes of opening the newest snapshot."""
    while True:
        snapshot = fresh(store)
        try:
            return how(snapshot)
        except (duckdb.IOException, FileNotFoundError):
            if snapshot.exists():
                raise
            # Two newer ones were published meanwhile.


def _open(snapshot: Path) -> duckdb.DuckDBPyConnection:
    stamp = stamp_of(snapshot)
    with _lock:
        if (held := _held.get(snapshot)) is not None and held.stamp != stamp:
            # DuckDB goes on serving the old file under this name until every connection to it is closed.
            _let_go(snapshot)
    return _connected(snapshot)


def _connected(snapshot: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(str(snapshot), read_only=True, config=SETTINGS)
    try:
        refuse_other(connection, store_of(snapshot))
        connection.execute(SESSION)
    except BaseException:
        connection.close()
        raise
    return connection


class Lasting:
    """A snapshot that stays open in this process, for questions that take less time than opening it."""

    def __init__(self, snapshot: Path, stamp: tuple[int, ...]) -> None:
        self.stamp = stamp
        self.connection = _connected(snapshot)
        self.known: dict[str, Any] = {}
        """What was read of it and never changes."""

    def ask(self, sql: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        """The rows of an answer by column; any number of threads may ask."""
        with self.connection.cursor() as cursor:
            answer = cursor.execute(sql, parameters)
            names = [each[0] for each in answer.description or ()]
            return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]


def lasting(store: Path | str) -> Lasting:
    """The newest snapshot of a store, opened by the first who asks for it."""
    return _opened(Path(store), _lasting)


def _lasting(snapshot: Path) -> Lasting:
    stamp = stamp_of(snapshot)
    with _lock:
        if snapshot not in _held or _held[snapshot].stamp != stamp:
            for each in [snapshot, *list(_held)[: -KEPT + 1]]:
                _let_go(each)
            _held[snapshot] = Lasting(snapshot, stamp)
        return _held[snapshot]


def _let_go(snapshot: Path) -> None:
    """Close a snapshot that was kept open; one that a parent process opened is only forgotten, never closed here."""
    if (held := _held.pop(snapshot, None)) is not None:
        if held.stamp[0] == os.getpid():
            held.connection.close()
        else:
            _inherited.append(held)


def stamp_of(snapshot: Path) -> tuple[int, ...]:
    """What tells a file from another under the same name, and this process from the one that it was forked from."""
    stat = snapshot.stat()
    return os.getpid(), stat.st_ino, stat.st_mtime_ns


_lock: Final = threading.Lock()
_held: Final[dict[Path, Lasting]] = {}
_inherited: Final[list[Lasting]] = []
