"""Compiled rules: the one decorator for integer functions, with a cache that follows the sources."""

import gc
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba.core import event
from numba.core.caching import UserProvidedCacheLocator

F = TypeVar("F", bound=Callable[..., Any])


_HERE: Final = Path(__file__).parent


def _user_cache() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.path.expanduser(base)) / "rebelote"


@cache
def _sources_digest(folder: Path) -> str:
    """Digest of every source of a folder with Python's and numba's versions.

    Numba looks only at the file of the function itself: a change in a rule that it calls would go unseen.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _prepare() -> tuple[Path, bool]:
    """The folder of compiled rules, and whether it can be written."""
    folder = _user_cache() / f"compiled-{_sources_digest(_HERE)}"
    if not folder.is_absolute():
        return folder, False  # a user without a home
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"rebelote")
    except OSError:
        return folder, False
    for old in folder.parent.glob("compiled-*"):
        try:
            # One that another process started with in the last hour may still be written to.
            if old != folder and time.time() - old.stat().st_mtime > 3600:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            continue  # another process was quicker
    return folder, True


SHORT: Final = 1_000
"""Bytes of Python's code up to which a rule is short: some thirty lines."""

CACHE, KEPT = _prepare()
"""The folder of this version's compiled rules, and whether they are kept there; else they live as long as the
process. Numba's own choice would be beside the sources, where it does not see a change in another module."""


def _first_to_say() -> bool:
    """Whether no other process of the same command has just said it: several may need the rules at once."""
    if not KEPT or not hasattr(os, "getpgrp"):
        return True
    mark = CACHE / f"said-{os.getpgrp()}"
    try:
        if mark.exists() and time.time() - mark.stat().st_mtime > 600:
            mark.unlink()
        mark.touch(exist_ok=False)
    except OSError:
        return False
    return True


class Place(UserProvidedCacheLocator):
    """Where numba keeps what it compiled: by what the sources say, so that a copy of them elsewhere has it at once."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder of a source within that of its package, which bears the digest of all of them."""
        return Path(py_file).parent.name


class _Announcer(event.Listener):
    """Says before the first compilation of a process why it is about to be quiet."""

    def __init__(self) -> None:
        self.said = False

    def on_start(self, event: Any) -> None:
        """Say it once."""
        if self.said:
            return
        self.said = True
        if not _first_to_say():
            return
        how_often = (
            "once per installation"
            if KEPT
            else f"each time, since {CACHE} cannot be written (make that possible, or set XDG_CACHE_HOME to a folder "
            "that can be)"
        )
        print(f"rebelote: compiling the rules: about a minute, {how_often}", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing."""


class _Tidy(event.Listener):
    """Leaves what a compilation throws away until the outermost one has ended: looking for it takes a tenth of it."""

    def __init__(self) -> None:
        self.within = 0
        self.collects = False

    def on_start(self, event: Any) -> None:
        """Collect nothing from here on."""
        if not self.within:
            self.collects = gc.isenabled()
            gc.disable()
        self.within += 1

    def on_end(self, event: Any) -> None:
        """Collect as before."""
        self.within -= 1
        if not self.within and self.collects:
            gc.enable()


for _listener in (_Announcer(), _Tidy()):
    event.register("numba:compile", _listener)  # type: ignore[no-untyped-call]


def plain(records: Any) -> Any:
    """Records as compiled rules take them at once: of a recarray numba works out the type anew for every call."""
    return records.view(np.ndarray)


def constant(value: int) -> int:
    """A number that compiled rules pass to each other: as a plain int, numba would compile anew for each value."""
    return cast(int, np.int64(value))


NONE_YET: Final = constant(0)
"""What grows and is handed on begins with it."""


def _compiled(function: F, **how: Any) -> F:
    # Compiled functions of other packages are kept by their own sources as well.
    place = Path(function.__code__.co_filename).parent
    folder = CACHE if place.is_relative_to(_HERE) else CACHE / f"{place.name}-{_sources_digest(place)}"
    # Nobody calls rules from C: the entries for that would take a seventh of the time.
    how |= {"cache": KEPT, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    compile_it: Callable[[F], F] = cast(Any, numba.njit)(**how)
    config: Any = numba.config
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), f"{__name__}.{Place.__name__}"
    try:
        return compile_it(function)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


def rule(function: F) -> F:
    """Compile a rule; threads may run it side by side, and it counts the same when interpreted.

    A rule makes no arrays: it works in those that it is given, so that none need be counted, nor freed.
    """
    return _compiled(function, _nrt=False, forceinline=False)


def inlined(function: F) -> F:
    """Compile a rule into those that ask for it: what is asked of every deal, in a place or two.

    A call hands over seven numbers for each array, which takes longer than many an answer. A short rule is written into
    them before they are compiled, which spares compiling it by itself; of long ones that would take longer than it
    spares.
    """
    if len(function.__code__.co_code) <= SHORT:
        return _compiled(function, _nrt=False, inline="always")
    return _compiled(function, _nrt=False, forceinline=True)


def making_arrays(function: F) -> F:
    """Compile a rule that makes arrays of its own: for what is seldom asked."""
    return _compiled(function, _nrt=True, forceinline=False)
