"""One deal of a store for its viewers: found by its address, judged in its match, told in a language."""

from pathlib import Path
from typing import Any

from dashboard.messages import language
from dashboard.viewer.payload import payload
from dashboard.viewer.settling import Scored
from ingest.errors import WrongUse
from ingest.excerpt import printable
from ingest.read import judged_match
from replay.steps import steps


def deal(store: Path, address: str, step: int | None = None, code: str | None = None) -> dict[str, Any]:
    """The payload of the deal at `MATCH/NUMBER`; raises WrongUse where there is none."""
    match, slash, number = address.rpartition("/")
    if not slash or not match or not (number.isascii() and number.isdigit()):
        raise WrongUse(f"{printable(address)} is no deal's address: write MATCH/NUMBER, as the audit shows it")
    deals = judged_match(store, match)
    if not deals:
        raise WrongUse(f"there is no match {printable(match)} in the store")
    for each in deals:
        if each.deal.number == int(number):
            told = steps(each.deal, each.ruleset, each.judgement)
            scored = [Scored(one.deal, one.judgement) for one in deals]
            return payload(each.deal, each.ruleset, each.judgement, told, step, match=scored, tr=language(code))
    there = ", ".join(str(each.deal.number) for each in deals[:20])
    raise WrongUse(f"match {printable(match)} has no deal {number}; it has {there}{' …' if len(deals) > 20 else ''}")
