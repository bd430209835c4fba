"""The filters that every page shares: ruleset and player, kept in the address."""

from collections import Counter

import streamlit as st

from dashboard.figures import Scope
from dashboard.reading import Snapshot, players, rulesets
from dashboard.wording import one_line, player_name

KEYS = ("rules", "player")
"""Their names in the address."""


def choose(snapshot: Snapshot) -> Scope:
    """Show the filters beside the page and return what is chosen; an unknown value in the address chooses nothing."""
    seats = players(snapshot).to_dicts()
    shared = Counter(player_name(each["name"], each["id"]) for each in seats)
    labels: dict[str, tuple[str, str]] = {}
    for each in seats:
        name = player_name(each["name"], each["id"])
        # Two of the same name are told apart by what tells them apart in the records.
        whose = " ".join(filter(None, (each["namespace"], each["id"])))
        label = name if shared[name] == 1 else one_line(f"{name} ({whose})", 120)
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


def clear() -> None:
    """Choose everything again."""
    for key in KEYS:
        st.session_state[key] = None
