"""Writes `data/samples/SYSTEM.jsonl` for each of the eleven systems: two short matches, one clean, one with faults.

Run as `python -m tests.make_samples`; the labels say what is wrong, and where.
"""

from itertools import count
from typing import Any

import msgspec

from ingest.faults import Injector
from ingest.samples import folder
from replay import rulesets
from tests.proof import ELEVEN, matches

TARGETS = {
    "ua3-000": 151, "fr4-001": 251, "fr3-002": 151, "fr2-002": 151, "fr4-002": 251, "bg4-003": 41, "bg3-003": 41,
    "bg4-004": 41, "frbelote-004": 251, "coinche-004": 401, "bela-004": 251,
}  # fmt: skip
"""Low, so that the matches are short."""
LEAST, MOST = 3, 6
"""Deals of a match."""
FAULTS = 3


def short_match(name: str, seed: int, *, broken: bool) -> list[dict[str, Any]]:
    """The first match of a seed that is short enough, and has enough faults if it is to be broken."""
    overrides = {"match.target": TARGETS[name]}
    ruleset = rulesets.load(name).with_overrides(overrides)
    for number in count(1):
        injector = Injector(ruleset.values, f"{name} {number}", 0.8 if broken else 0.0)
        (match,) = matches(ruleset, seed, number, number, overrides)
        if not LEAST <= len(match) <= MOST:
            continue
        match = injector.break_match(match)
        if broken and sum("labels" in record for record in match) < FAULTS:
            continue
        for record in match:
            record["match"] = f"{name}-{'faults' if broken else 'clean'}"
        return match
    raise AssertionError


def main() -> None:
    for place, name in enumerate(ELEVEN):
        records = [*short_match(name, 40 + place, broken=False), *short_match(name, 60 + place, broken=True)]
        lines = [msgspec.json.encode(record) + b"\n" for record in records]
        (folder() / f"{name}.jsonl").write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
