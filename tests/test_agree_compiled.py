"""The rules count the same compiled and interpreted."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import numba

from replay import table
from replay.verdicts import judge_matches
from tests.dealing_out import whole_match
from tests.knobs import EXAMPLES, any_table
from tests.test_agree_rules import any_settlement

COUNT = max(40, EXAMPLES // 10)


def said() -> list[str]:
    """Everything that is said of some matches, honest and unruly, and of some settlements."""
    out: list[str] = []
    for seed in range(COUNT):
        ruleset, chance = any_table(seed)
        deals = whole_match(ruleset, chance, 3, unruly=chance.choice([0.0, 0.2, 0.8]))
        judged = judge_matches([each.record for each in deals], [ruleset] * len(deals))
        out += [msgspec.json.encode(each).decode() for each in judged]
        out += [str(table.deal_score(ruleset, **any_settlement(ruleset, chance))) for _ in range(5)]
    return out


def test_compiled_and_interpreted_rules_say_the_same():
    compiled = not numba.config.DISABLE_JIT
    program = "import numba; from tests.test_agree_compiled import said\nprint(numba.config.DISABLE_JIT, *said(), sep='\\n')"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parent.parent,
        env={**os.environ, "NUMBA_DISABLE_JIT": str(int(compiled))},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    first, *other = ran.stdout.splitlines()
    assert int(first) == compiled
    assert other == said()
