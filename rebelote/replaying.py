"""Deals of a store for their viewers: found by their address, judged in their match, told in a language."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dashboard.messages import language
from dashboard.viewer.page import page
from dashboard.viewer.payload import file_name, payload
from dashboard.viewer.settling import Scored
from ingest.errors import WrongUse
from ingest.excerpt import printable
from ingest.read import Judged, judged_match
from ingest.report import counted
from replay.steps import steps


def deal(store: Path, address: str, step: int | None = None, code: str | None = None) -> dict[str, Any]:
    """The payload of the deal at `MATCH/NUMBER`; raises WrongUse where there is none."""
    deals, number = find(store, address)
    if number is None:
        raise WrongUse(
            f"{printable(address)} is a match of {counted(len(deals), 'deal')}: "
            f"write {printable(address)}/{deals[0].deal.number} for one, or --html FOLDER for pages of all"
        )
    return told(deals, number, step, code)


def find(store: Path, address: str) -> tuple[list[Judged], int | None]:
    """The deals of the match of an address, and the number of the one meant; None for a whole match.

    Raises WrongUse where there is no such deal.
    """
    match, slash, number = address.rpartition("/")
    one = slash and match and number.isascii() and number.isdigit()
    deals = judged_match(store, match) if one else []
    if not deals:
        # The name of a match may look like the address of a deal.
        if whole := judged_match(store, address):
            return whole, None
        if not one:
            raise WrongUse(
                f"{printable(address)} is no deal's address: write MATCH/NUMBER, as the audit shows it; "
                "nor is it a match of the store"
            )
        raise WrongUse(f"there is no match {printable(match)} in the store")
    if int(number) not in (each.deal.number for each in deals):
        there = ", ".join(str(each.deal.number) for each in deals[:20]) + (" …" if len(deals) > 20 else "")
        raise WrongUse(f"match {printable(match)} has no deal {number}; it has {there}")
    return deals, int(number)


def told(deals: Sequence[Judged], number: int, step: int | None = None, code: str | None = None) -> dict[str, Any]:
    """The payload of one of the deals of a match."""
    found = next(each for each in deals if each.deal.number == number)
    played = steps(found.deal, found.ruleset, found.judgement)
    scored = [Scored(each.deal, each.judgement) for each in deals]
    return payload(found.deal, found.ruleset, found.judgement, played, step, match=scored, tr=language(code))


def write_match(deals: Sequence[Judged], folder: Path, code: str | None = None, indices: str | None = None) -> Path:
    """Write a page for each deal of a match into a folder, each linked to the others; the page of the first."""
    data = [told(deals, each.deal.number, None, code) for each in deals]
    beside = {each["address"]: file_name(each) for each in data}
    folder.mkdir(parents=True, exist_ok=True)
    for each in data:
        each["index"] = indices or each["index"]
        (folder / beside[each["address"]]).write_text(page(each, beside), encoding="utf-8")
    return folder / beside[data[0]["address"]]
