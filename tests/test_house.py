"""How the house stands: its layout, its names, and what no file of it says."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = ("rebelote", "dashboard", "ingest", "replay")
FILE_READERS = {"rulesets.py", "citations.py", "jit.py"}
"""The modules of `replay` that may touch files: rulesets are read, compiled rules kept."""


def _tracked(checkout: Path) -> list[Path]:
    listed = subprocess.run(["git", "-C", checkout, "ls-files", "-z"], capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.split("\0") if name and (path := checkout / name).is_file()]


def _modules(checkout: Path, *packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((checkout / package).rglob("*.py"))]


def test_the_five_folders_stand(checkout: Path) -> None:
    for name in ("ingest", "replay", "dashboard", "data", "tests"):
        assert (checkout / name).is_dir()
    for name in PACKAGES:
        assert (checkout / name / "__init__.py").is_file(), name
    assert not list((checkout / "data").rglob("*.py")), "data is no package"


def test_nothing_beside_the_app_hides_another_module(checkout: Path) -> None:
    """Streamlit puts the app's folder first on the import path."""
    from importlib.metadata import packages_distributions

    beside = {path.stem for path in (checkout / "dashboard").iterdir() if path.is_dir() or path.suffix == ".py"}
    beside -= {"__init__", "__pycache__"}
    assert "app" in beside
    assert not beside & sys.stdlib_module_names
    assert not beside & {*PACKAGES, "data", "tests"}
    assert not beside & set(packages_distributions())


def test_no_module_has_a_name_that_says_nothing(checkout: Path) -> None:
    said = {path.stem for path in _modules(checkout, *PACKAGES, "tests")}
    assert not said & {"utils", "util", "core", "common", "helpers", "helper", "manager", "misc"}


def test_every_module_says_what_it_is(checkout: Path) -> None:
    silent = [path for path in _modules(checkout, *PACKAGES) if not ast.get_docstring(ast.parse(path.read_text()))]
    assert not silent


def test_a_module_holds_one_idea(checkout: Path) -> None:
    long = [path for path in _modules(checkout, *PACKAGES) if len(path.read_text().splitlines()) > 500]
    assert not long


def test_modules_that_state_rules_open_no_file(checkout: Path) -> None:
    """import-linter sees imports; a bare `open` needs none."""
    opening = {"open", "exec", "eval", "__import__", "read_text", "read_bytes", "write_text", "write_bytes"}
    found = []
    for path in _modules(checkout, "replay"):
        if path.name in FILE_READERS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in opening:
                    found.append(f"{path.name}:{node.lineno}: {name}")
    assert not found


def test_no_file_names_a_machine_or_a_registry(checkout: Path) -> None:
    """Neither a home or working folder of whoever wrote it, nor a host that packages come from."""
    folder = re.compile(rb"(?<![\w.])/(home|Users|root|work|mnt|opt)/\w+")
    host = re.compile(rb"\b(files\.pythonhosted|py" rb"pi\.(org|python)|regis" rb"try\.npmjs|ana" rb"conda\.(org|com))")
    found = []
    for path in _tracked(checkout):
        for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
            if folder.search(line) or host.search(line) or str(checkout).encode() in line:
                found.append(f"{path.relative_to(checkout)}:{number}")
    assert not found


def test_constraints_are_names_and_versions_only(checkout: Path) -> None:
    lines = (checkout / "constraints.txt").read_text().splitlines()
    assert lines
    assert not [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+", line)]
    names = [line.partition("==")[0].lower() for line in lines]
    assert names == sorted(names)


def test_what_is_installed_is_what_the_constraints_say(checkout: Path) -> None:
    """What passes here is what the file promises to others."""
    from importlib.metadata import PackageNotFoundError, version

    differing = []
    for line in (checkout / "constraints.txt").read_text().splitlines():
        name, _, wanted = line.partition("==")
        try:
            found = version(name)
        except PackageNotFoundError:
            continue  # for another system, or an extra that is not installed
        if found != wanted:
            differing.append(f"{line}, installed {found}")
    assert not differing


def test_every_dependency_is_in_the_constraints(checkout: Path) -> None:
    import tomllib

    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    held = {line.partition("==")[0].lower().replace("_", "-") for line in (checkout / "constraints.txt").open()}
    assert not {re.split(r"[<>=!~\[ ]", each)[0].lower() for each in wanted} - held


def test_the_readme_shows_what_happens(checkout: Path, tmp_path: Path) -> None:
    """Its record is loaded, and the audit says what stands below it."""
    from ingest.audit import audit
    from ingest.load import load

    readme = (checkout / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"```json\n(.*?)```.*?```\n(.*?)```", readme, re.DOTALL)
    assert shown
    record = tmp_path / "night.jsonl"
    record.write_text(shown[1].replace("\n", "") + "\n")
    load([record], store=tmp_path / "rebelote.duckdb")
    (found,) = audit(tmp_path / "rebelote.duckdb").violations
    said = f"{found.match}/{found.deal}   {found.place}   {found.sentence} [{found.rules} {found.clause}]"
    assert said == shown[2].strip()
