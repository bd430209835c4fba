"""The filters that every page shares: ruleset and player, kept in the address."""

from collections import Counter

import streamlit as st

from dashboard.figures import Scope
from dashboard.reading import players, rulesets
from dashboard.wording import one_line, player_name

KEYS = ("rules", "player")
"""Their names in the address."""


def choose(snapshot: str) -> Scope:
    """Show the filters beside the page and return what is chosen; an unknown value in the address chooses nothing."""
    seats = players(snapshot).to_dicts()
    shared = Counter(player_name(each["name"], each["id"]) for each in seats)
    labels: dict[str, tuple[str, str]] = {}
    for each in seats:
        name = player_name(each["name"], each["id"])
        # Two of the same name are told apart by what tells them apart in the records.
        label = name if shared[name] == 1 else one_line(f"{name} ({each['namespace']} {each['id']})", 120)
        labels[label] = (each["namespace"], each["id"])
    with st.sidebar:
        st.subheader("Show")
        rules = st.selectbox(
            "Ruleset", rulesets(snapshot), index=None, placeholder="All rulesets", key="rules", bind="query-params"
        )
        player = st.selectbox(
            "Player", list(labels), index=None, placeholder="All players", key="player", bind="query-params",
            disabled=not labels, help=None if labels else "The records name no players.",
        )  # fmt: skip
    return Scope(rules, labels.get(player) if player else None)


def in_address() -> dict[str, str]:
    """The filters as they stand in the address, for links that keep them."""
    return {key: str(st.session_state[key]) for key in KEYS if st.session_state.get(key)}


def clear() -> None:
    """Choose everything again."""
    for key in KEYS:
        st.session_state[key] = None
