"""Deals as the viewer shows them: dealt by chance under any ruleset, from the samples, and with hostile texts."""

import functools
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from dashboard.messages import language
from dashboard.viewer import payload
from dashboard.viewer.settling import Scored
from ingest.canonical import decode
from ingest.samples import folder
from replay.record import Deal, Player
from replay.rulesets import load
from replay.steps import steps
from replay.verdicts import judge_match
from tests.dealing_out import whole_match
from tests.dealt import HOSTILE

BREAKING = (
    "</script><script>window.hurt=1</script>",
    "<!--<script>window.hurt=1",
    "]]><svg onload='window.hurt=1'>",
    "line\u2028break\u2029 \x1b[31mred \x07 {seat} {0} %s",
    '"><img src=x onerror=window.hurt=1>',
    "javascript:window.hurt=1",
    *HOSTILE,
)
"""Texts that would do harm in a page, in a script within it, or in a terminal."""


@functools.cache
def dealt(system: str, seed: int) -> tuple[Deal, ...]:
    """The deals of a match dealt by chance, as an honest record has them."""
    return tuple(each.record for each in whole_match(load(system), random.Random(seed), 5))


def told(deals: Sequence[Deal], number: int, start: int | str | None = None, code: str = "en") -> dict[str, Any]:
    """The payload of a deal of a match."""
    rules = [load(each.rules).with_overrides(each.overrides) for each in deals]
    judgements = judge_match(deals, rules)
    at = next(at for at, each in enumerate(deals) if each.number == number)
    deal, judgement = deals[at], judgements[at]
    scored = [Scored(*each) for each in zip(deals, judgements, strict=True)]
    return payload(
        deal, rules[at], judgement, steps(deal, rules[at], judgement), start, match=scored, tr=language(code)
    )


@functools.cache
def played(system: str, kind: str = "play", code: str = "en") -> dict[str, Any]:
    """A deal under a ruleset that was played out and has a step of this kind: the first found by chance."""
    for seed in range(200):
        deals = dealt(system, seed)
        for deal in deals:
            wanted = {"declaration": deal.declarations, "exchange": deal.exchange, "belote": deal.belote}
            if deal.plays and wanted.get(kind, True):
                return told(deals, deal.number, code=code)
    raise AssertionError(f"no deal of {system} with {kind}")


@functools.cache
def samples(match: str) -> tuple[Deal, ...]:
    """The deals of a match in the samples with faults."""
    found = [decode(line) for line in (folder() / "faults.jsonl").read_bytes().splitlines()]
    return tuple(each for each in found if isinstance(each, Deal) and each.match == match)


def hostile() -> list[Deal]:
    """A deal in which everything that a record may say freely says something harmful."""
    [deal] = [each for each in samples("faults-fr4-001") if each.number == 1]
    notes = ({"text": text, "position": at} for at, text in enumerate(BREAKING))
    return [
        msgspec.structs.replace(
            deal,
            match=BREAKING[0],
            players=tuple(Player(f"p{at}", BREAKING[at]) for at in (0, 3, 4, 5)),
            notes=(*notes, {"text": BREAKING[0]}, {"anything": BREAKING[4]}),
            labels=({"code": BREAKING[1]},),
            extra={BREAKING[2]: BREAKING[0]},
        )
    ]


def without_play(deal: Deal, at: int) -> Deal:
    """The same deal with one play left out of the record."""
    plays = deal.plays or ()
    return msgspec.structs.replace(deal, plays=(*plays[:at], *plays[at + 1 :]))
