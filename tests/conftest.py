"""What all tests share: cases kept outside the project, and a count of what was skipped for their want."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tests.browser", "tests.opening"]

# The same examples for everybody, as long as they take: a slow machine is no failure.
settings.register_profile("rebelote", derandomize=True, deadline=None)
settings.load_profile("rebelote")

OUTSIDE = "REBELOTE_OUTSIDE"


@pytest.fixture(scope="session")
def checkout() -> Path:
    return Path(__file__).parent.parent


@pytest.fixture(scope="session")
def outside() -> Callable[[str], Path]:
    """A file of the folder that REBELOTE_OUTSIDE names, by its path in it."""

    def find(name: str) -> Path:
        if not os.environ.get(OUTSIDE):
            pytest.skip(f"{OUTSIDE} names no folder with {name}")
        path = Path(os.environ[OUTSIDE], name)
        assert path.exists(), f"{OUTSIDE} names a folder without {name}"
        return path

    return find


def _wanting(terminal: pytest.TerminalReporter) -> int:
    return sum(OUTSIDE in str(report.longrepr) for report in terminal.stats.get("skipped", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if count := _wanting(terminalreporter):
        terminalreporter.write_line(f"{count} skipped for want of {OUTSIDE}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Who names the folder wants those tests run: a skip is a failure then."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get(OUTSIDE) and terminal is not None and _wanting(terminal) and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
