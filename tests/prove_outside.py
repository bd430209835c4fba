"""The proofs from outside, run by `make prove`: other programs, trees, every hand. They write docs/outside.md."""

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from replay import perft
from replay.rulesets import load, names
from tests.exhaustive import HANDS, RUN, WITH_BELOTE, WITH_CARRE, counts
from tests.make_perft import FOLDER
from tests.programs import PROGRAMS, SEED, Comparison, compare, report
from tests.proof import ELEVEN, Clean, prove_clean

PAGE = Path(__file__).parent.parent / "docs" / "outside.md"


@dataclass(frozen=True)
class Trees:
    """What a ruleset's file of counted trees came to."""

    rules: str
    counts: int
    lines: int
    differ: int


def count_trees(name: str) -> Trees:
    """Count all of a ruleset's file."""
    _, positions = perft.read((FOLDER / f"{name}.perft").read_text(encoding="utf-8"))
    compared = list(perft.compare(load(name), positions))
    lines = sum(each.found.leaves for each in compared)
    return Trees(name, len(compared), lines, sum(not each.agrees for each in compared))


@dataclass(frozen=True)
class Ran:
    """What tests that stand for themselves came to."""

    what: str
    command: str
    passed: int
    failed: int
    skipped: int


TESTS = {
    "positions, hands and rounds that Bridge Belot v2.06 wrote": "tests/test_vectors.py",
    "public bugs and disputes, each under the tables it speaks of": "tests/test_cases.py tests/test_cases_tables.py",
    "known defects of five engines, fresh deals of two programs": "tests/test_programs.py",
    "logs of other programs, among them one of human players": "tests/test_samples.py tests/test_baloot.py",
    "no dead settings: each value told from the next by a deal": "tests/test_dead_knobs.py",
}


def run(what: str, files: str) -> Ran:
    """Run tests as anybody would, with the folder that REBELOTE_OUTSIDE names, if any."""
    options = ["-q", "-p", "no:cacheprovider", "-n", "0"]
    done = subprocess.run([sys.executable, "-m", "pytest", *options, *files.split()], capture_output=True, text=True)
    last = done.stdout.strip().rpartition("\n")[2]
    found = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error|skipped)", last)}
    failed = found.get("failed", 0) + found.get("error", 0) + (done.returncode != 0 and not found)
    return Ran(what, f"pytest {files}", found.get("passed", 0), failed, found.get("skipped", 0))


def page(
    programs: list[Comparison],
    asked: int,
    seed: int,
    trees: list[Trees],
    hands: list[int],
    tables: list[Clean],
    ran: list[Ran],
) -> str:
    """The page on what was proved from outside."""
    today = f"{datetime.now(UTC):%d %B %Y}"
    lines = [
        "# Proved from outside",
        "",
        "Written by `make prove` (`python -m tests.prove_outside`). An engine that agrees with itself proves nothing:",
        "here it is held against other programs, against counts that others can make too, and against what the public",
        "got wrong. Where these disagree among themselves, [disagreements.md](disagreements.md) says who plays what.",
        "",
        "| check | compared | differences | date | command |",
        "|---|---|---|---|---|",
    ]
    for each in programs:
        what = f"{each.deals:,} deals of {each.program}, {each.plays:,} plays: cards, winners, points, scores"
        command = f"`python -m tests.programs --deals {asked} --seed {seed} {each.program}`"
        lines.append(f"| another program | {what} | {len(each.differences)} | {today} | {command} |")
    total, differ = sum(each.lines for each in trees), sum(each.differ for each in trees)
    what = f"{len(trees)} rulesets, {sum(each.counts for each in trees)} counts, {total:,} lines of play"
    lines.append(f"| counted trees | {what} | {differ} | {today} | `rebelote rules perft tests/cases/perft/*.perft` |")
    what = f"the declarations of all {hands[HANDS]:,} hands of eight cards, against closed forms"
    lines.append(f"| every hand | {what} | 0 | {today} | `pytest tests/test_perft.py -k every_hand` |")
    dealt = sum(each.deals for each in tables)
    found = sum(each.found.total() for each in tables)
    what = f"{dealt:,} simulated deals of {len(tables)} public tables, found clean by the audit"
    lines.append(f"| public tables | {what} | {found} | {today} | `python -m tests.prove_outside` |")
    for each_run in ran:
        what = f"{each_run.what} | {each_run.passed} tests passed, {each_run.skipped} skipped"
        lines.append(f"| {what} | {each_run.failed} | {today} | `{each_run.command}` |")
    lines += [
        "",
        "Fresh deals under any seed: `python -m tests.programs --seed 7`, or `REBELOTE_SEED=7 make test`.",
        "",
        "## The programs' own settings",
        "",
        "No deal is left out, and nothing is corrected: what is odd in a program is a setting of its ruleset. How many",
        "deals hang on it, is how many the audit would accuse where that one setting were as in the system extended.",
    ]
    for each in programs:
        lines += ["", f"### {each.program}", "", "| kind of deal | deals |", "|---|---|"]
        lines += [f"| {kind} | {count:,} |" for kind, count in sorted(each.kinds.items()) if count]
        lines += ["", "| setting | deals that hang on it |", "|---|---|"]
        lines += [f"| {name} | {count:,} |" for name, count in each.touched.items()]
    lines += ["", "## Counted trees", "", "| ruleset | counts | lines of play | differ |", "|---|---|---|---|"]
    lines += [f"| {each.rules} | {each.counts} | {each.lines:,} | {each.differ} |" for each in trees]
    lines += [
        "",
        "## Every hand",
        "",
        "| hands of eight cards with | hands | closed form |",
        "|---|---|---|",
        f"| a carré | {hands[WITH_CARRE]:,} | 6·C(28,4) - C(6,2) |",
        f"| king and queen of a suit | {hands[WITH_BELOTE]:,} | 4·C(30,6) - 6·C(28,4) + 4·C(26,2) - 1 |",
    ]
    for name, count in zip(
        ("no sequence", "a tierce at most", "a quarte at most", "a quinte or longer"), hands[RUN:], strict=True
    ):
        lines.append(f"| {name} | {count:,} | subsets of one suit, four times |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Prove, write the page, and say what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000, help="deals of each program")
    parser.add_argument("--tables", type=int, default=5_000, help="simulated deals of each public table")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--page", type=Path, default=PAGE)
    asked = parser.parse_args()
    programs = []
    for program in PROGRAMS:
        programs.append(compare(program, asked.deals, asked.seed))
        print(*report(programs[-1]), sep="\n", file=sys.stderr)
    trees = [count_trees(name) for name in names()]
    hands = counts()
    tables = [prove_clean(name, asked.tables) for name in names() if name not in ELEVEN]
    ran = [run(what, files) for what, files in TESTS.items()]
    asked.page.write_text(page(programs, asked.deals, asked.seed, trees, hands, tables, ran), encoding="utf-8")
    wrong = sum(len(each.differences) for each in programs) + sum(each.differ for each in trees)
    wrong += sum(each.failed for each in ran)
    return 1 if wrong + sum(each.found.total() for each in tables) else 0


if __name__ == "__main__":
    sys.exit(main())
