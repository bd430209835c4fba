"""The command line: what it promises a shell."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import duckdb
import pytest

import rebelote
from ingest import samples
from replay import rulesets

COMMANDS = [
    "convert",
    "players",
    "players list",
    "players merge",
    "players split",
    "players rename",
    "players undo",
    "",
    "ingest",
    "audit",
    "stats",
    "replay",
    "dashboard",
    "rules",
    "rules list",
    "rules show",
    "rules check",
    "rules perft",
    "rules explain",
    "rulings",
    "rulings mark",
    "rulings list",
    "rulings undo",
    "demo",
    "doctor",
    "simulate",
]
HEAVY = {"numba", "duckdb", "polars", "streamlit", "pyarrow", "plotly", "numpy", "pandas"}
posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def _start(folder: Path, *line: str, **environment: str) -> subprocess.Popen[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("REBELOTE")}
    return subprocess.Popen(
        [sys.executable, "-m", "rebelote", *line],
        cwd=folder,
        env={**inherited, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _run(folder: Path, *line: str, **environment: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    process = _start(folder, *line, **environment)
    out, err = process.communicate()
    return process.returncode, out, err


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose rebelote.duckdb holds the samples."""
    folder = tmp_path_factory.mktemp("loaded")
    code, out, err = _run(folder, "ingest", str(samples.folder()))
    assert code == 0, err
    assert out
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_imports_nothing_heavy(command: str) -> None:
    program = (
        "import sys; from rebelote.cli import cli\n"
        "try: cli.main(sys.argv[1:], prog_name='rebelote')\n"
        f"finally: print('imported', sorted({HEAVY!r} & {{name.partition('.')[0] for name in sys.modules}}))"
    )
    line = [sys.executable, "-c", program, *command.split(), "--help"]
    ran = subprocess.run(line, capture_output=True, text=True, env={**os.environ, "COLUMNS": "120"})
    assert ran.returncode == 0, ran.stderr
    help_, _, imported = ran.stdout.rpartition("imported ")
    assert imported.strip() == "[]"
    assert re.search(rf"Examples?:\s+rebelote {command}", help_), help_


def test_every_command_is_helped_here() -> None:
    from rebelote.cli import cli

    assert {each.split()[0] for each in COMMANDS if each} == set(cli.commands)


def test_every_command_takes_a_store() -> None:
    from rebelote.cli import cli, players, rules, rulings

    groups = (rules, players, rulings)
    for command in [*cli.commands.values(), *(each for group in groups for each in group.commands.values())]:
        if command not in groups:
            assert "--store" in {name for option in command.params for name in option.opts}, command.name


def test_the_version_is_the_installed_one(tmp_path: Path) -> None:
    assert _run(tmp_path, "--version") == (0, f"rebelote {version('rebelote')}\n", "")


def test_python_interface_is_lazy_and_whole() -> None:
    program = f"import sys, rebelote; print({HEAVY!r} & set(sys.modules), rebelote.__version__)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout == f"set() {version('rebelote')}\n"
    for name in rebelote.__all__:
        assert getattr(rebelote, name)
    with pytest.raises(AttributeError):
        rebelote.nothing_of_that_name  # noqa: B018


@pytest.mark.parametrize(
    "line",
    ["audit --format xml", "audt", "ingest", "dashboard --port 0", "rules show nobody", "ingest . --rules nobody"],
)
def test_wrong_use_is_one_message_and_2(tmp_path: Path, line: str) -> None:
    code, out, err = _run(tmp_path, *line.split())
    assert (code, out) == (2, "")
    assert err.startswith("rebelote: ") and "Traceback" not in err


def test_no_store_to_audit_says_what_makes_one(tmp_path: Path) -> None:
    code, out, err = _run(tmp_path, "audit")
    assert (code, out) == (2, "")
    assert "rebelote ingest" in err
    assert not list(tmp_path.iterdir())


def test_nothing_readable_is_3(tmp_path: Path) -> None:
    (tmp_path / "garbage.jsonl").write_text("neither here\nnor there\n")
    code, _, err = _run(tmp_path, "ingest", "garbage.jsonl")
    assert code == 3
    assert "garbage.jsonl" in err


def test_a_missing_file_is_named_and_nothing_is_readable(tmp_path: Path) -> None:
    code, _, err = _run(tmp_path, "ingest", "nowhere.jsonl")
    assert code == 3
    assert "nowhere.jsonl" in err


def test_a_store_held_by_another_is_4(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "rebelote.duckdb")):
        code, _, err = _run(tmp_path, "ingest", str(samples.folder()))
    assert code == 4
    assert "rebelote.duckdb" in err and str(os.getpid()) in err


def test_the_variable_names_the_store_and_the_option_outranks_it(tmp_path: Path) -> None:
    code, _, err = _run(tmp_path, "audit", REBELOTE_STORE="by-variable.duckdb")
    assert code == 2 and "by-variable.duckdb" in err
    code, _, err = _run(tmp_path, "audit", "--store", "by-option.duckdb", REBELOTE_STORE="by-variable.duckdb")
    assert code == 2 and "by-option.duckdb" in err


def test_results_go_to_standard_output_and_nothing_else_does(loaded: Path) -> None:
    code, out, _ = _run(loaded, "audit", "--format", "json")
    said = json.loads(out)
    assert code == 0, "found or not, the work is done"
    assert said["deals"] == said["audited"] > 0
    assert isinstance(said["not_auditable"], dict)
    assert isinstance(said["unsettled"], list)
    wanted = [
        "match",
        "deal",
        "code",
        "severity",
        "seat",
        "position",
        "card",
        "allowed",
        "sentence",
        "clause",
        "rules",
        "file",
        "line",
    ]
    assert said["violations"]
    for entry in said["violations"]:
        assert not wanted - entry.keys()


def test_fail_on_is_1_when_something_was_found(loaded: Path) -> None:
    code, out, _ = _run(loaded, "audit", "--fail-on", "error")
    assert code == 1
    assert out


def test_fail_on_counts_only_what_was_asked_about(loaded: Path) -> None:
    legal = next(iter((samples.folder() / "colver.jsonl").open()), None)
    assert legal is not None
    code, out, err = _run(loaded, "audit", "--file", str(samples.folder() / "colver.jsonl"), "--fail-on", "note")
    assert code == 0, out + err


def test_a_ruleset_shown_is_a_ruleset_file(tmp_path: Path) -> None:
    code, out, _ = _run(tmp_path, "rules", "show", "bg4-004")
    assert code == 0
    assert rulesets.from_toml(out).values == rulesets.load("bg4-004").values


def test_a_ruleset_is_checked_with_what_was_meant(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "fr4-001"\n[match]\ntarget = 501\n', encoding="utf-8")
    assert _run(tmp_path, "rules", "check", "house.toml")[:2] == (0, "house.toml: nothing is wrong\n")
    house.write_text('extends = "fr4-001"\n[play]\noverruf = true\n', encoding="utf-8")
    code, out, _ = _run(tmp_path, "rules", "check", "house.toml")
    assert code == 1 and 'did you mean "play.overruff"' in out
    code, out, err = _run(tmp_path, "rules", "check", "absent.toml")
    assert (code, out) == (2, "") and "there is no such file" in err


def test_codes_clauses_and_open_points_are_explained(tmp_path: Path) -> None:
    code, out, _ = _run(tmp_path, "rules", "explain", "play.must-overruff", "003:46", "A-22")
    assert code == 0 and "play.must-overruff" in out and "003:46" in out and "A-22" in out
    code, _, err = _run(tmp_path, "rules", "explain", "play.must-overuff")
    assert code == 2 and 'did you mean "play.must-overruff"' in err


def test_rules_list_names_all(tmp_path: Path) -> None:
    _, out, _ = _run(tmp_path, "rules", "list")
    assert [line.split()[0] for line in out.splitlines()] == list(rulesets.names())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_what_goes_wrong_beside_the_work_is_never_1(loaded: Path) -> None:
    """1 says that something was found; a full disk says nothing of the kind, and a fault of the program neither."""
    for line in ("audit --fail-on error", "rules list", "audit --help"):
        with open("/dev/full", "wb") as full:
            command = [sys.executable, "-m", "rebelote", *line.split()]
            ran = subprocess.run(command, cwd=loaded, stdout=full, stderr=subprocess.PIPE, text=True)
        assert (ran.returncode, ran.stderr) == (5, "rebelote: stopped: No space left on device\n")
    broken = (
        "from rebelote import cli, doctor; doctor.examine = None; import sys; sys.argv[1:] = ['doctor']; cli.main()"
    )
    ran = subprocess.run([sys.executable, "-c", broken], cwd=loaded, capture_output=True, text=True)
    assert ran.returncode == 5 and "Traceback" in ran.stderr


@posix
def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    process = _start(tmp_path, "rules", "show", "bg4-004")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.wait() in (-signal.SIGPIPE, 0)
    assert process.stderr.read() == ""


@posix
def test_interrupted_it_says_so_and_is_130(tmp_path: Path) -> None:
    """Ctrl-C comes in the moment in which the file is opened."""
    (tmp_path / "night.jsonl").write_text("{}\n")
    program = (
        "import os, signal, sys; from rebelote.cli import main\n"
        "def press(event, arguments):\n"
        "    if event == 'open' and str(arguments[0]).endswith('night.jsonl'): os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.addaudithook(press); sys.argv[1:] = ['ingest', 'night.jsonl']; main()"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (130, "")
    said = "rebelote: interrupted; what was committed is kept, and the same command goes on from there"
    assert ran.stderr.strip() == said


def test_doctor_says_where_things_are_and_misses_nothing(tmp_path: Path) -> None:
    code, out, err = _run(tmp_path, "doctor")
    assert code == 0, out + err
    for word in ("rebelote", "Python", "duckdb", "compiled", "samples", "store"):
        assert re.search(rf"^{word} ", out, re.MULTILINE), out
    assert out.rstrip().endswith("nothing")
    assert not list(tmp_path.iterdir())


def test_demo_notices_a_changed_sample_and_a_changed_ruleset(checkout: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    for name in ("rebelote", "dashboard", "ingest", "replay", "data/samples"):
        shutil.copytree(checkout / name, program / name, ignore=shutil.ignore_patterns("__pycache__"))
    here = tmp_path / "here"
    here.mkdir()

    def demo() -> tuple[str, set[str]]:
        code, out, err = _run(here, "demo", "--no-serve", PYTHONPATH=str(program))
        assert code == 0, err
        return out, {path.name for path in (here / ".demo").glob("*.duckdb")}

    first, stores = demo()
    assert len(stores) == 1
    assert demo() == (first, stores), "unchanged, it is the same"

    sample = next((program / "data" / "samples").glob("colver*.jsonl"))
    sample.write_text("".join(sample.open().readlines()[:-1]))
    fewer, changed = demo()
    assert len(changed) == 1 and changed != stores
    assert fewer != first

    ruleset = program / "replay" / "rulesets" / "fr4-001.toml"
    ruleset.write_text(re.sub(r'title = "[^"]*"', 'title = "Another title"', ruleset.read_text()))
    _, again = demo()
    assert len(again) == 1 and again != changed
