"""The overview: how many deals, what is wrong with them, and the figures that one asks for first."""

import streamlit as st

from dashboard.figures import BIDDING, CAPOTS, DECLARATIONS, Scope
from dashboard.notices import no_deals
from dashboard.panels import panel
from dashboard.questions import headline, not_judged
from dashboard.reading import Snapshot, figure
from dashboard.wording import number


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title("Overview", anchor=False)
    heads = headline(snapshot, scope)
    if heads["deals"] == 0:
        no_deals(scope)
        return
    boxes = st.columns(5)
    for box, (name, value, more) in zip(
        boxes,
        [
            ("Deals", heads["deals"], "Judged deals in the store that fit the filters."),
            ("Matches", heads["matches"], "Matches to which these deals belong."),
            ("Players", heads["players"], "Different players who sat in these deals, where the records name them."),
            ("Faulty deals", heads["faulty"], "Deals in which at least one rule was broken."),
            ("Violations", heads["violations"], "Broken rules, each at its place; see the page Audit."),
        ],
        strict=True,
    ):
        box.metric(name, number(value), help=more, border=True)

    contracts = figure(snapshot, BIDDING.name, "contract", scope)
    counted = int(contracts["count"].sum())
    settled = int(figure(snapshot, "inside", "contract", scope)["count"].sum())
    notes = []
    if waiting := not_judged(snapshot):
        notes.append(f"{number(waiting)} deals of the store are not judged yet, and count nowhere: `rebelote audit`.")
    if heads["simulated"]:
        notes.append(
            f"{number(heads['simulated'])} of {number(heads['deals'])} deals are simulated: programs dealt, bid and "
            "played them."
        )
    if settled < counted:
        notes.append(
            f"{number(counted - settled)} of {number(counted)} contracts are judged by card points alone, without "
            "declarations and belote: the settlement of their deals is not judged."
        )
    if counted < heads["deals"] and scope.player is None:
        notes.append(
            f"{number(heads['deals'] - counted)} of {number(heads['deals'])} deals do not count for bidding success: "
            "their contract or taker is not known, they were thrown in, left out, or not played to the end."
        )
    if notes:
        st.caption(":material/info: " + " ".join(notes))
    left, right = st.columns(2)
    with left:
        panel(snapshot, BIDDING, "contract", scope, "Bidding success by contract", key="overview-contract")
    with right:
        panel(
            snapshot, BIDDING, "taker", scope, "Bidding success by taker", key="overview-taker", named=True, rows=6,
            none="The records of these deals do not name the takers.",
        )  # fmt: skip
    left, right = st.columns(2)
    with left:
        panel(snapshot, DECLARATIONS, "kind", scope, "Declarations held in a hand", key="overview-held", whole=False)
    with right:
        panel(snapshot, CAPOTS, "contract", scope, "Capots by contract", key="overview-capots", whole=False)


show(st.session_state["snapshot"], st.session_state["scope"])
