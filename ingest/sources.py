"""Where records come from: files, folders, globs and standard input, plain or packed, each opened as one stream."""

import glob
import gzip
import hashlib
import io
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias, cast

import msgspec
import pyarrow as pa

Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""One path, or several."""
SUFFIXES: Final = (".jsonl", ".ndjson", ".json", ".belote", ".csv", ".tsv", ".parquet")
"""What is loaded of a folder, plain or packed."""
PACKED: Final = (".gz", ".zst", ".zip")
STDIN: Final = "-"
_GZIP, _ZSTD, _ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"
LARGEST_TEXT: Final = 1 << 30
"""Bytes of a text that has to be turned into UTF-8 as a whole, at most."""


class Damaged(Exception):
    """A packed file ends too early, or is not what it seems."""


class Source(msgspec.Struct, frozen=True):
    """One stream of records."""

    name: str
    """As people see it; a member of an archive after the archive's."""
    open: Callable[[], BinaryIO]
    """Opens it anew, unpacked; the caller closes it."""
    raw: Callable[[], BinaryIO]
    """Opens what is stored, for its digest and size."""
    path: Path | None = None
    """The file, where it is one that needs no unpacking."""


class Missing(msgspec.Struct, frozen=True):
    """What was named and is not there, or cannot be opened."""

    name: str
    reason: str


def listed(paths: Paths) -> list[str]:
    """One path, or several, as a list of texts."""
    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    return [os.fspath(each) for each in several]


def readable(path: str) -> str:
    """A path as a text that can be shown and kept: bytes that are no text are spelled out."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def sources(paths: Paths) -> Iterator[Source | Missing]:
    """The streams of all that is named: files, those of folders and archives by name, `-` for standard input."""
    for path in listed(paths):
        if path == STDIN:
            yield _read_once("standard input", sys.stdin.buffer)
            continue
        named = [path]
        if any(each in path for each in "*?[") and not os.path.lexists(path):
            named = sorted(glob.glob(path, recursive=True))
            if not named:
                yield Missing(readable(path), "no file has such a name")
        for each in named:
            yield from _of(Path(each))


def _of(path: Path) -> Iterator[Source | Missing]:
    name = readable(str(path))
    if os.path.isdir(path):
        shut: list[OSError] = []
        inside = sorted(
            Path(folder, file)
            for folder, _, files in os.walk(path, onerror=shut.append)
            for file in files
            if is_record_file(file)
        )
        yield from (Missing(readable(str(each.filename)), why(each)) for each in shut)
        if not inside and not shut:
            yield Missing(name, f"there are no record files in this folder ({', '.join(SUFFIXES)}; also packed)")
        for each in inside:
            yield from _of(each)
        return
    try:
        with path.open("rb") as file:
            if path.is_fifo():
                yield _read_once(name, file)
                return
            head = file.read(4)
    except OSError as error:
        yield Missing(name, why(error))
        return
    if head.startswith(_ZIP):
        yield from _members(path)
    else:
        yield from _unpacked(name, lambda: path.open("rb"), path)


def why(error: OSError) -> str:
    """Why a file could not be opened."""
    return "there is no such file" if isinstance(error, FileNotFoundError) else error.strerror or str(error)


def is_record_file(name: str) -> bool:
    """Whether a file's name is one of records, packed or not."""
    bare = name.lower()
    for each in PACKED:
        if each == ".zip" and bare.endswith(each):
            return True
        bare = bare.removesuffix(each)
    return bare.endswith(SUFFIXES)


def _unpacked(name: str, raw: Callable[[], BinaryIO], path: Path | None) -> Iterator[Source]:
    with raw() as file:
        head = file.read(4)
    if head.startswith(_GZIP):
        yield Source(name, lambda: _guarded(cast(BinaryIO, gzip.open(raw()))), raw)  # noqa: SIM115 (the caller closes it)
    elif head.startswith(_ZSTD):
        yield Source(name, lambda: _guarded(_zstd(raw)), raw)
    elif head.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield Source(name, lambda: _utf8(raw), raw)
    else:
        yield Source(name, raw, raw, path)


def _zstd(raw: Callable[[], BinaryIO]) -> BinaryIO:
    return cast(BinaryIO, pa.CompressedInputStream(pa.PythonFile(raw(), mode="r"), "zstd"))


def _utf8(raw: Callable[[], BinaryIO]) -> BinaryIO:
    """A text in UTF-16, which its first two bytes show, in UTF-8."""
    with raw() as file:
        content = file.read(LARGEST_TEXT + 1)
    if len(content) > LARGEST_TEXT:
        raise Damaged("the text is in UTF-16 and larger than can be turned into UTF-8: save it in that encoding")
    try:
        return io.BytesIO(content.decode("utf-16").encode())
    except UnicodeError as error:
        raise Damaged("the text begins as UTF-16 and is not: save it in UTF-8") from error


def _members(path: Path) -> Iterator[Source | Missing]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = sorted(each for each in archive.namelist() if not each.endswith("/"))
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        yield Missing(readable(str(path)), f"the archive is damaged: {error}")
        return
    chosen = [each for each in names if is_record_file(each)] or names
    if not chosen:
        yield Missing(readable(str(path)), "the archive is empty")
    for name in chosen:
        whole = f"{readable(str(path))}/{name}"

        def raw(name: str = name) -> BinaryIO:
            return _member(path, name)

        try:
            yield from _unpacked(whole, raw, None)
        except (zipfile.BadZipFile, OSError, Damaged, NotImplementedError, RuntimeError) as error:
            # A wrong sum, an encrypted member, a way of packing that is not known here.
            yield Missing(whole, f"cannot be unpacked: {error}")


def _member(path: Path, name: str) -> BinaryIO:
    """A member of an archive, unpacked into a file of its own."""
    spool = cast(BinaryIO, tempfile.SpooledTemporaryFile(1 << 26))  # noqa: SIM115 (the caller closes it)
    with zipfile.ZipFile(path) as archive, archive.open(name) as member:
        shutil.copyfileobj(member, spool, 1 << 20)
    spool.seek(0)
    return spool


def _read_once(name: str, stream: BinaryIO) -> Source:
    """Standard input, or what another program hands over, kept in a file: it is read more than once."""
    kept = Path(tempfile.mkstemp(prefix="rebelote-", suffix=".stdin")[1])
    try:
        with kept.open("wb") as copy:
            shutil.copyfileobj(stream, copy, 1 << 20)
        spool = kept.open("rb")
    finally:
        kept.unlink()

    def again() -> BinaryIO:
        content = open(f"/proc/self/fd/{spool.fileno()}", "rb") if Path("/proc/self/fd").exists() else None  # noqa: SIM115 (the caller closes it)
        if content is not None:
            return content
        spool.seek(0)
        return io.BytesIO(spool.read())

    (source,) = _unpacked(name, again, None)
    return source


class _Guarded(io.RawIOBase):
    """A stream whose damage is told in one way."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, target: "memoryview") -> int:  # type: ignore[override]
        try:
            piece = self.stream.read(len(target))
        except (EOFError, OSError, ValueError, pa.ArrowInvalid) as error:
            raise Damaged(f"the packed file is damaged or cut off: {error}") from error
        except Exception as error:
            if type(error).__module__ != "zlib":
                raise
            raise Damaged(f"the packed file is damaged or cut off: {error}") from error
        target[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        if not self.closed:
            self.stream.close()
        super().close()


def _guarded(stream: BinaryIO) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(_Guarded(stream), 1 << 20))


def digest(source: Source, *context: str) -> str:
    """A digest of what is stored and of how it is read."""
    whole = hashlib.sha256(repr(context).encode())
    with source.raw() as file:
        while piece := file.read(1 << 20):
            whole.update(piece)
    return whole.hexdigest()[:32]


def size(source: Source) -> int:
    """How many bytes are stored."""
    with source.raw() as file:
        return file.seek(0, 2)
