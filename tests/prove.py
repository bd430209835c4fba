"""The long proofs, run by hand: `make prove` writes what came of them, with the date, into docs/faults.md."""

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from ingest.faults.label import LEGAL
from replay.judge import ENGINE
from replay.violations import CATALOGUE as CODES
from tests.proof import CATALOGUE, ELEVEN, Broken, Clean, prove_clean, prove_faults

PAGE = Path(__file__).parent.parent / "docs" / "faults.md"


def page(clean: list[Clean], broken: list[Broken]) -> str:
    """The page on faults: the catalogue, and the tables of the last proofs."""
    return "\n".join([*_catalogue(), *_clean(clean), *_broken(broken), *_by_fault(broken)]) + "\n"


def _catalogue() -> list[str]:
    out = [
        "# Faults",
        "",
        "Written by `make prove` (`python -m tests.prove`) from `ingest/faults/` and from what the proofs found.",
        "",
        "`rebelote simulate --faults RATE` breaks that share of simulated deals, each in one known way, and writes a",
        "label into the record before anybody audits it: `code` and `position` of the violation, the `seat` where",
        "one breaks it, `fault` as named below, and under `follows` the violations that come with it unavoidably. The",
        "code `legal` marks an edit that breaks no rule. The injector works on the plain record and knows the game in",
        "its own plain words (`ingest/faults/plain.py`); it imports nothing of the rules engine. In a match either",
        "some deals are broken, each by itself, or one fault runs through all deals that follow, and is the only one.",
        "",
        "| fault | code | what is done | what follows |",
        "|---|---|---|---|",
    ]
    for fault in CATALOGUE:
        name = f"`{fault.name}`" + (f" ({fault.program})" if fault.program else "")
        code = f"`{fault.code}`" if fault.code != LEGAL else LEGAL
        out.append(f"| {name} | {code} | {fault.does} | {fault.follows} |")
    return out


def _clean(clean: list[Clean]) -> list[str]:
    out = [
        "",
        f"## Clean deals, {datetime.now(UTC):%d %B %Y}, engine {ENGINE}",
        "",
        "Simulated deals, written as JSON lines, read again and judged under their own ruleset. Notes are counted too.",
        "",
        "| ruleset | deals | matches | found: violations, unsettled, notes |",
        "|---|---|---|---|",
    ]
    return out + [f"| {each.rules} | {each.deals:,} | {each.matches:,} | {each.found.total()} |" for each in clean]


def _broken(broken: list[Broken]) -> list[str]:
    out = [
        "",
        f"## Labelled faults, {datetime.now(UTC):%d %B %Y}, engine {ENGINE}",
        "",
        "Expected are all violations that labels name, with what follows; found wrongly is whatever else the audit",
        "says of any deal, broken or not.",
        "",
        "| ruleset | deals | faults | expected | missed | found wrongly | recall | precision |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for each in broken:
        missed, extra = each.missed.total(), each.extra.total()
        found = each.expected - missed
        out.append(
            f"| {each.rules} | {each.deals:,} | {each.faults.total():,} | {each.expected:,} | {missed} | {extra} "
            f"| {found / each.expected:.4f} | {found / (found + extra):.4f} |"
        )
    return out


def _by_fault(broken: list[Broken]) -> list[str]:
    out = [
        "",
        "By fault, how many were made in each ruleset: `-` where it cannot be, or none was met with. After a slash,",
        "only where they are fewer, those of which the audit said what the label says and nothing else.",
        "",
        "| fault | " + " | ".join(each.rules for each in broken) + " |",
        "|---|" + "---|" * len(broken),
    ]
    for fault in CATALOGUE:
        cells = []
        for each in broken:
            made, right = each.faults[fault.name], each.right[fault.name]
            cells.append("-" if not made else f"{made}" if made == right else f"{made}/{right}")
        out.append(f"| `{fault.name}` | " + " | ".join(cells) + " |")
    return out


def main() -> int:
    """Prove, write the page, and say what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="clean deals of each ruleset")
    parser.add_argument("--faults", type=int, default=10_000, help="faults of each ruleset")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--page", type=Path, default=PAGE)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.processes) as pool:
        clean = []
        for proof in pool.map(prove_clean, ELEVEN, [asked.deals] * len(ELEVEN)):
            print(f"{proof.rules}: {proof.deals:,} clean deals, {proof.found.total()} findings", file=sys.stderr)
            clean.append(proof)
        broken = []
        for found in pool.map(prove_faults, ELEVEN, [asked.faults] * len(ELEVEN)):
            said = (
                f"{found.faults.total():,} faults, {found.missed.total()} missed, {found.extra.total()} found wrongly"
            )
            print(f"{found.rules}: {said}", *found.shown, sep="\n  ", file=sys.stderr)
            broken.append(found)
    asked.page.write_text(page(clean, broken), encoding="utf-8")
    codes: Counter[str] = sum((each.codes for each in broken), Counter())
    never = [code for code in CODES if not codes[code]]
    if never:
        print(f"no fault of these codes was made: {', '.join(never)}", file=sys.stderr)
    wrong = sum(each.found.total() for each in clean) + sum(each.missed.total() + each.extra.total() for each in broken)
    return 1 if wrong or never else 0


if __name__ == "__main__":
    sys.exit(main())
