"""What is installed, where things are kept, and what is missing."""

import platform
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement

import rebelote
from ingest import columns, judging, samples
from ingest.load import load
from ingest.publish import reader
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
    """Compile the judge, and in a second process all else that loading, auditing and simulating need."""
    quiet = subprocess.DEVNULL
    rest = subprocess.Popen([sys.executable, "-m", "rebelote.doctor"], stdin=quiet, stdout=quiet, stderr=quiet)
    judging.prepare_judge()
    rest.wait()


def compile_rest() -> None:
    """Load the samples, compile what brings their deals to the judge and his verdicts back, and simulate a match."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "rebelote.duckdb"
        load([samples.folder()], store=store, audit=False)
        with reader(store) as connection:
            judging.prepare_rest(columns.read(connection, "true", {}))
        # Last, for it needs some of the judge's rules.
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
