"""Compiled rules are kept by the digest of the sources: a changed rule is never answered from an old compilation."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import replay.jit
from ingest.samples import folder

INNER = "from replay.jit import rule\n\n@rule\ndef points(card):\n    return card + {}\n"
OUTER = (
    "from replay.jit import rule\nfrom replay.inner import points\n\n"
    "@rule\ndef twice(card):\n    return 2 * points(card)\n"
)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A `replay` of two rules, one of which calls the other from its own module."""
    package = tmp_path / "program" / "replay"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    shutil.copy(replay.jit.__file__, package)
    (package / "inner.py").write_text(INNER.format(1))
    (package / "outer.py").write_text(OUTER)
    return package


def _ask(game: Path, question: str) -> str:
    """What Python prints for an expression, in a process of its own with a user's cache folder of its own."""
    return _told(game, question)[0]


def _told(game: Path, question: str) -> tuple[str, str]:
    """The same, with what stands on standard error."""
    home = game.parent.parent / "home"
    places = {"HOME": home, "USERPROFILE": home, "XDG_CACHE_HOME": home / ".cache", "LOCALAPPDATA": home / "local"}
    program = f"import sys; sys.path.insert(0, {str(game.parent)!r}); from replay import jit\n{question}"
    ran = subprocess.run(
        [sys.executable, "-P", "-B", "-c", program],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "0",
            **{name: str(place) for name, place in places.items()},
            "NUMBA_CACHE_DIR": "",
        },
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip(), ran.stderr


def _folder(game: Path) -> Path:
    return Path(_ask(game, "print(jit.CACHE)"))


def _aged(folder: Path, seconds: float) -> Path:
    folder.mkdir(parents=True)
    (folder / "rule.nbi").write_text("old")
    then = time.time() - seconds
    os.utime(folder, (then, then))
    return folder


def test_the_folder_is_the_users_and_the_same_for_the_same_sources(game: Path) -> None:
    first = _folder(game)
    assert game.parent.parent / "home" in first.parents
    assert first == _folder(game)


@pytest.mark.parametrize("change", ["a rule", "a new module", "a name"])
def test_a_changed_source_has_another_folder(game: Path, change: str) -> None:
    before = _folder(game)
    if change == "a rule":
        (game / "inner.py").write_text(INNER.format(2))
    elif change == "a new module":
        (game / "deeper").mkdir()
        (game / "deeper" / "more.py").write_text("")
    else:
        (game / "inner.py").rename(game / "within.py")
    assert _folder(game) != before


def test_compiled_rules_are_kept_there_and_nowhere_else(game: Path) -> None:
    _ask(game, "from replay.outer import twice; print(twice(1))")
    assert list(_folder(game).rglob("*.nbi"))
    assert not list(game.rglob("*.nbi"))


def test_a_changed_rule_in_another_module_is_not_answered_from_the_cache(game: Path) -> None:
    question = "from replay.outer import twice; print(twice(1))"
    assert _ask(game, question) == "4"
    (game / "inner.py").write_text(INNER.format(10))
    assert _ask(game, question) == "22"


def test_the_same_rules_in_another_place_are_compiled_already(game: Path) -> None:
    question = "from replay.outer import twice; print(twice(1), twice.stats.cache_hits[(jit.numba.int64,)])"
    assert _told(game, question.partition(", twice.stats")[0] + ")")[0] == "4"
    other = game.parent.with_name("elsewhere") / "replay"
    shutil.copytree(game, other)
    assert _told(other, question) == ("4 1", "")


def test_folders_of_former_versions_go_but_not_one_in_use(game: Path) -> None:
    now = _folder(game)
    old = _aged(now.parent / "compiled-of-last-year", 86400 * 365)
    young = _aged(now.parent / "compiled-just-now", 60)
    stranger = _aged(now.parent / "something-else", 86400 * 365)
    assert _folder(game) == now
    assert not old.exists()
    assert young.exists() and stranger.exists() and now.exists()


def test_a_cache_that_cannot_be_written_costs_only_time_and_says_so(game: Path) -> None:
    home = game.parent.parent / "home"
    home.mkdir()
    (home / ".cache").write_text("a file where the folder should be")
    (home / "local").write_text("")
    (home / "Library").write_text("")
    (game / "__pycache__").write_text("nor can anything be kept beside the sources")
    out, err = _told(game, "from replay.outer import twice; print(twice(1), twice(1.5))")
    assert out == "4 5.0"
    (line,) = err.splitlines()
    assert line.startswith("rebelote: compiling the rules: ") and "cannot be written" in line


def test_the_first_compilation_of_an_installation_is_announced_once(game: Path) -> None:
    question = "from replay.outer import twice; print(twice(1))"
    assert _told(game, question) == ("4", "rebelote: compiling the rules: about a minute, once per installation\n")
    assert _told(game, question) == ("4", "")


def test_once_all_is_compiled_nothing_is_compiled_any_more(tmp_path: Path) -> None:
    match, notation, store = (str(tmp_path / name) for name in ("match.jsonl", "match.belote", "rebelote.duckdb"))
    for arguments in (
        ["doctor", "--compile"],
        ["simulate", "--rules", "fr3-002", "--matches", "1", "--faults", "0.3", "--out", match],
        ["ingest", match, str(folder()), "--store", store],
        ["audit", "--all", "--store", store],
        ["convert", match, notation],
        ["ingest", notation, "--store", str(tmp_path / "other.duckdb")],
    ):
        ran = subprocess.run([sys.executable, "-m", "rebelote", *arguments], capture_output=True, text=True)
        if arguments[0] != "doctor":
            assert "compiling" not in ran.stderr, arguments
        assert ran.returncode in (0, 1), ran.stderr
