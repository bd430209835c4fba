"""From a mark or a cell to its deals: what the address of the page Find deals says, and which deals that names."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st

from dashboard import columns
from dashboard.figures import FIGURES, Scope, declarations, fairness, people
from dashboard.figures.declarations import KINDS
from dashboard.figures.naming import SPLIT_WORDS, month_name
from dashboard.messages import mark
from dashboard.questions import deals_of_part, deals_of_violations
from dashboard.reading import Snapshot, behind, connection, figure, names_of
from dashboard.speaking import spoken, tr, tr_of
from dashboard.wording import in_markdown
from replay.judgement import PARTS
from replay.violations import CATALOGUE

Address = Mapping[str, str]
Lead = Callable[[int, str], Address | None]
"""From a row and a column of a table to the address of its deals."""
KEYS: Final = ("figure", "by", "group", "which", "below", "above", "least")
"""What the address says of a mark."""
VERDICTS: Final = ("legal", "violation", "unsettled", "not_auditable")
_PEOPLE: Final = {
    "deals": mark("deals"), "taken": mark("contracts taken"), "made": mark("contracts made"),
    "attacks": mark("deals in attack"), "defences": mark("deals in defence"), "capots": mark("capots"),
    "capots_against": mark("capots against"), "doubles": mark("doubles"), "doubles_paid": mark("doubles that paid"),
    "missed": mark("declarations missed"), "missed_worth": mark("declarations missed that would have counted"),
    "matches": mark("deals that decided a match"), "won": mark("deals that won a match"),
    "judged": mark("deals judged"), "faulty": mark("deals with violations"),
}  # fmt: skip
"""By column of the tables of players and pairs: what its deals are."""
_COUNTED_AS: Final = {
    "made_rate": "taken", "made_low": "taken", "made_high": "taken", "shrunken": "taken", "shrunken_low": "taken",
    "shrunken_high": "taken", "attack_mean": "attacks", "attack_low": "attacks", "attack_high": "attacks",
    "defence_mean": "defences", "defence_low": "defences", "defence_high": "defences", "faulty_rate": "faulty",
    "faulty_low": "faulty", "faulty_high": "faulty",
}  # fmt: skip
"""The deals behind columns that have none of their own."""


def plain(group: Any) -> str:
    """A group as the address has it."""
    return "" if group is None else str(group).lower() if isinstance(group, bool) else str(group)


def to_figure(
    name: str, by: str, group: Any, which: str | None = None, bounds: Mapping[str, float] | None = None
) -> Address:
    """The address of the deals behind a row of a rate: all, or those that succeeded (`yes`) or did not (`no`)."""
    told = {"figure": name, "by": by, "group": plain(group)}
    if which is not None:
        told["which"] = which
    return told | {bound: f"{value:g}" for bound, value in (bounds or {}).items()}


def to_people(column: str, *players: int) -> Address | None:
    """The address of the deals behind a column of a player or a pair."""
    if column not in _PEOPLE and column not in _COUNTED_AS:
        column = "deals"
    return {"figure": "pairs" if len(players) > 1 else "players", "by": column, "group": "-".join(map(str, players))}


def go(address: Address) -> None:
    """Open the page Find deals there; the filters beside the page come along of themselves."""
    st.switch_page("views/deals.py", query_params=dict(address))


def follow(chosen: Any, key: str, address: Callable[[], Address | None]) -> None:
    """Go to the deals of what was just chosen in a chart or a table, once.

    A chart keeps its choice: coming back to its page must not lead away again. But a run of that page which the browser
    had asked for before the way led off may overtake: followed is what arrived.
    """
    if not chosen:
        st.session_state.pop(f"followed {key}", None)
    elif st.session_state.get(f"followed {key}") != chosen and (told := address()) is not None:
        st.session_state["following"] = key, chosen
        go(told)


def arrived() -> None:
    """Remember what led here, where the deals of it are shown to their end."""
    if "following" in st.session_state:
        key, chosen = st.session_state.pop("following")
        st.session_state[f"followed {key}"] = chosen


def named(snapshot: Snapshot, scope: Scope, told: Address) -> tuple[str, str] | None:
    """What the address names, in two pieces of markdown; None where it names nothing."""
    name, by, group = told.get("figure", ""), told.get("by", ""), told.get("group", "")
    if name in FIGURES and by in FIGURES[name].splits:
        groups = figure(snapshot, name, by, scope, bounds(told))["group"].to_list()
        one = next((each for each in groups if plain(each) == group), None)
        said = names_of(snapshot, by, [one])[0] if one is not None or group == "" else tr("not known")
        return tr(FIGURES[name].title), f"{tr(SPLIT_WORDS[by])}: {in_markdown(said)}"
    if name in ("players", "pairs"):
        by = _COUNTED_AS.get(by, by)
    if name in ("players", "pairs") and by in _PEOPLE and _numbers(group):
        players = names_of(snapshot, "player", _numbers(group))
        who = tr("{one} and {other}").format(one=players[0], other=players[1]) if len(players) > 1 else players[0]
        return capital(tr(_PEOPLE[by])), in_markdown(who, 200)
    if name == "companions" and by in ("partner", "opponent") and group.isdigit() and scope.player is not None:
        said = tr("With this partner") if by == "partner" else tr("With this opponent")
        return said, in_markdown(names_of(snapshot, "player", [int(group)])[0])
    if name == "chances" and _hands(by) and group in (*KINDS, "couple"):
        pack, size, _ = _hands(by)
        kind = tr("king and queen") if group == "couple" else tr(group)
        hand = tr("{size} cards of {pack}").format(size=size, pack=pack)
        return tr("Declarations held"), f"{kind}, {hand}"
    if name == "dealing" and _hands(by) and by.count("-") == 4 and group.isdigit():
        pack, size, _ = _hands(by)
        *_, seat, counted = by.split("-")
        if not seat.isdigit() or counted not in fairness.MARKED:
            return None
        said = tr("{mark}: {count} among {size} cards of {pack}, seat {seat}")
        return tr("Hands dealt"), said.format(
            count=group, mark=tr_of("cards", counted), size=size, pack=pack, seat=int(seat) + 1
        )
    if name == "missed" and group in KINDS:
        words = tr("held and not announced") if by == "times" else tr("held and not announced, would have counted")
        return tr("Declarations missed"), f"{tr(group)}, {words}"
    if name == "violations" and by in ("code", "player", "rules", "file", "month"):
        if by == "player":
            said = names_of(snapshot, "player", [int(group) if group.isdigit() else None])[0]
        elif by == "month":
            said = month_name(int(group)) if group.isdigit() else tr("no date")
        else:
            said = tr(CATALOGUE[group].title) if group in CATALOGUE else group
        return tr("Violations"), in_markdown(said)
    if name == "parts" and by in PARTS and group in VERDICTS:
        return capital(tr(by)), columns.title(group.replace("_", " "), spoken())
    return None


def capital(text: str) -> str:
    """The same text with a capital first letter."""
    return text[:1].upper() + text[1:]


def deals(snapshot: Snapshot, scope: Scope, told: Address, first: int, shown: int) -> list[int]:
    """The deals that the address names, by number in the store, a page of them."""
    name, by, group = told.get("figure", ""), told.get("by", ""), told.get("group", "")
    opened = connection(snapshot)
    if name in FIGURES:
        succeeded = {"yes": True, "no": False}.get(told.get("which", ""))
        return behind(snapshot, name, by, group or None, scope, succeeded, first, shown, bounds(told))
    if name in ("players", "pairs"):
        found = people.deals_behind(opened, _COUNTED_AS.get(by, by), _numbers(group), scope, first, shown)
    elif name == "companions":
        found = people.deals_with(opened, int(group), by == "partner", scope, first, shown)
    elif name == "chances":
        found = fairness.held_deals(opened, _hands(by), group, scope, first, shown)
    elif name == "dealing":
        *_, seat, counted = by.split("-")
        found = fairness.dealt_deals(opened, _hands(by), int(seat), counted, int(group), scope, first, shown)
    elif name == "missed":
        counting = True if by == "counting" else None
        found = declarations.missed_deals(opened, KINDS.index(group), scope, counting, first, shown)
    elif name == "violations":
        found = deals_of_violations(snapshot, scope, by, group, first, shown)
    else:
        found = deals_of_part(snapshot, scope, PARTS.index(by), VERDICTS.index(group), first, shown)
    numbers: list[int] = found["deal"].to_list()
    return numbers


def bounds(told: Address) -> dict[str, float] | None:
    """The bounds that the address moves, None where it moves none."""
    kind = FIGURES.get(told.get("figure", ""))
    moved = {}
    for bound in kind.bounds if kind is not None else ():
        try:
            moved[bound] = float(told[bound])
        except (KeyError, ValueError):
            continue
    return moved or None


def _numbers(group: str) -> list[int]:
    """The players that a group names."""
    parts = group.split("-")
    return [int(each) for each in parts] if all(each.isdigit() for each in parts) and len(parts) < 3 else []


def _hands(by: str) -> tuple[int, int, bool] | Any:
    """Pack, size, and whether tested; nothing where the address says something else."""
    pack, size, tested, *_ = [*by.split("-"), "", "", ""]
    return (int(pack), int(size), tested == "true") if pack.isdigit() and size.isdigit() else None
