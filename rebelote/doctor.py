"""What is installed, where things are kept, and what is missing."""

import platform
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement

import rebelote
from ingest import judging, samples
from ingest.load import load
from rebelote.simulate import simulate
from replay import jit, rulesets


def examine(store: Path) -> tuple[list[str], bool]:
    """The findings, a line each, and whether nothing is missing."""
    lines = [f"rebelote   {rebelote.__version__}", f"Python     {platform.python_version()} on {platform.platform()}"]
    missing = []
    for library in _libraries():
        try:
            found = version(library.name)
        except PackageNotFoundError:
            missing.append(f"{library} is not installed")
            continue
        lines.append(f"{library.name:10} {found}")
        if not library.specifier.contains(found, prereleases=True):
            missing.append(f"{library} is wanted, {found} is installed")
    lines.append(f"rulesets   {', '.join(rulesets.names())}")
    lines.append(f"compiled   {_folder(jit.CACHE)}")
    if not jit.KEPT:
        missing.append(f"{jit.CACHE} cannot be written: rules are compiled anew each time, which takes about a minute")
    try:
        lines.append(f"samples    {_folder(samples.folder())}")
    except FileNotFoundError as error:
        missing.append(str(error))
    size = f"{store.stat().st_size / 1e6:.1f} MB" if store.is_file() else "none yet: rebelote ingest makes it"
    lines.append(f"store      {store.absolute()} ({size})")
    lines += [f"missing    {each}" for each in missing] or ["missing    nothing"]
    return lines, not missing


def compile_rules() -> None:
    """Load and audit the samples in a store that is thrown away, and simulate a match: after it every rule, and what
    simulated players do, is compiled and kept. A second process does a half of it."""
    quiet = subprocess.DEVNULL
    rest = subprocess.Popen([sys.executable, "-m", "rebelote.doctor"], stdin=quiet, stdout=quiet, stderr=quiet)
    with tempfile.TemporaryDirectory() as folder:
        load([samples.folder()], store=Path(folder) / "rebelote.duckdb")
    rest.wait()


def compile_rest() -> None:
    """Compile what writes verdicts and facts, and what simulated players do."""
    judging.prepare()
    with tempfile.TemporaryDirectory() as folder:
        simulate(Path(folder) / "match.jsonl", rules="bg4-004", matches=1)


def _libraries() -> list[Requirement]:
    """What the installed program says that it needs, without the extras."""
    wanted = map(Requirement, requires("rebelote") or [])
    return [each for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})]


def _folder(path: Path) -> str:
    if not path.is_dir():
        return f"{path} (not there)"
    files = [each for each in path.rglob("*") if each.is_file()]
    return f"{path} ({len(files)} files, {sum(each.stat().st_size for each in files) / 1e6:.1f} MB)"


if __name__ == "__main__":
    compile_rest()
