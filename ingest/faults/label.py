"""Labels: what a fault is called and where it stands, written into a record before anybody audits it."""

from typing import Any, Final, NamedTuple, TypeAlias

Label: TypeAlias = dict[str, Any]
LEGAL: Final = "legal"
"""Stands for the code of an edit that breaks no rule."""


class Placed(NamedTuple):
    """A label and the deal of the match that bears it."""

    at: int
    label: Label


def label(
    code: str, position: int | None = None, seat: int | None = None, follows: tuple[tuple[str, int | None], ...] = ()
) -> Label:
    """A fault at its place: `position` among plays or calls, None for the whole deal.

    `follows` are the violations that come with it unavoidably, each with its position in the same deal.
    """
    out: Label = {"code": code, "position": position}
    if seat is not None:
        out["seat"] = seat
    if follows:
        out["follows"] = [{"code": each, "position": place} for each, place in follows]
    return out
