"""What is installed works without the checkout: the wheel has everything, and loads the samples."""

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PACKAGES = ("rebelote", "dashboard", "ingest", "replay")


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(checkout)]
    built = subprocess.run(line, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = folder.glob("rebelote-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel alone; what it depends on is found where the tests find it."""
    environment = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    place = {"base": str(environment), "platbase": str(environment)}
    python = Path(sysconfig.get_path("scripts", "venv", place)) / Path(sys.executable).name
    line = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*line, str(wheel)], check=True)
    # A .pth file of a folder that is itself named by one is not read: the checkout stays out of sight.
    own = Path(sysconfig.get_path("purelib", "venv", place))
    (own / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def _run(python: Path, folder: Path, *line: str) -> str:
    folder.mkdir(exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "REBELOTE"))}
    ran = subprocess.run(
        [python.parent / line[0], *line[1:]], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_wheel_holds_the_four_packages_and_nothing_else(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path, checkout: Path) -> None:
    listed = subprocess.run(["git", "-C", checkout, "ls-files", "-z", *PACKAGES], capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    wanted = {name for name in listed.stdout.split("\0") if name and (checkout / name).is_file()}
    wanted |= {f"ingest/samples/{path.name}" for path in (checkout / "data" / "samples").iterdir()}
    assert {"rebelote/py.typed", "ingest/schema.sql", "replay/rulesets/fr4-001.toml", "dashboard/app.py"} <= wanted
    assert not wanted - set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_names_its_dependencies_licence_and_command(wheel: Path, checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    archive = zipfile.ZipFile(wheel)
    (folder,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
    said = Parser().parsestr(archive.read(f"{folder}/METADATA").decode())
    required = map(Requirement, said.get_all("Requires-Dist", []))
    plain = {(each.name, each.specifier) for each in required if each.marker is None}
    assert plain == {(each.name, each.specifier) for each in map(Requirement, project["dependencies"])}
    assert said["License-Expression"] == "MIT"
    assert said["Requires-Python"] == project["requires-python"]
    assert {f"{folder}/licenses/LICENSE", f"{folder}/licenses/NOTICE"} <= set(archive.namelist())
    assert "rebelote = rebelote.cli:main" in archive.read(f"{folder}/entry_points.txt").decode()


def test_the_installed_command_loads_and_audits_the_samples(installed: Path, checkout: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    ask = "import rebelote, replay, ingest, dashboard; from ingest.samples import folder; print(folder())"
    samples = Path(_run(installed, elsewhere, installed.name, "-c", ask).strip())
    assert samples.is_relative_to(installed.parent.parent)

    assert "rebelote " in _run(installed, elsewhere, "rebelote", "--version")
    _run(installed, elsewhere, "rebelote", "ingest", str(samples))
    assert (elsewhere / "rebelote.duckdb").is_file()

    said = json.loads(_run(installed, elsewhere, "rebelote", "audit", "--format", "json"))
    lines = [line for path in (checkout / "data" / "samples").glob("*.jsonl") for line in path.open() if line.strip()]
    assert said["deals"] == said["audited"] == len(lines) > 0
    assert said["violations"], "the faults written into the samples are found"


def test_the_installed_command_finds_its_dashboard(installed: Path, tmp_path: Path) -> None:
    ask = "from rebelote.serve import arguments; print(arguments(8501)[1])"
    app = Path(_run(installed, tmp_path, installed.name, "-c", ask).strip())
    assert app.is_file() and app.is_relative_to(installed.parent.parent)
