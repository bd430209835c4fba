"""Compiled rules: the one decorator for integer functions, with a cache that follows the sources."""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])


def _user_cache() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "rebelote"


def _sources_digest() -> str:
    """Digest of every source of `replay` with Python's and numba's versions.

    Numba looks only at the file of the function itself: a change in a rule that it calls would go unseen.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _prepare() -> Path:
    folder = _user_cache() / f"compiled-{_sources_digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        for old in folder.parent.glob("compiled-*"):
            # One that another process started with in the last hour may still be written to.
            if old != folder and time.time() - old.stat().st_mtime > 3600:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass  # numba then chooses a folder of its own
    return folder


CACHE: Final = _prepare()
"""The folder of this version's compiled rules."""
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]


def constant(value: int) -> int:
    """A number that compiled rules pass to each other: as a plain int, numba would compile anew for each value."""
    return cast(int, np.int64(value))


def rule(function: F) -> F:
    """Compile a rule; threads may run it side by side, and it counts the same when interpreted."""
    compiled: F = numba.njit(cache=True, nogil=True, error_model="numpy")(function)  # type: ignore[assignment]
    return compiled
