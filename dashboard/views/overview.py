"""The overview: how many deals, what is wrong with them, and the figures that one asks for first."""

import streamlit as st

from dashboard.figures import BIDDING, CAPOTS, DECLARATIONS, Scope
from dashboard.figures.faults import BROKEN_RULES, FAULTY_DEALS
from dashboard.notices import no_deals, unnamed
from dashboard.panels import panel
from dashboard.questions import headline, not_judged
from dashboard.reading import Snapshot, figure
from dashboard.speaking import plural, tr
from dashboard.wording import number

# Pixels of a tile: the longest title and its hint fit, and tiles that do not fit side by side begin a new line.
_TILE = 168


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Overview"), anchor=False)
    heads = headline(snapshot, scope)
    if heads["deals"] == 0:
        no_deals(scope)
        return
    with st.container(horizontal=True):
        for name, value, more in (
            (tr("Deals"), heads["deals"], tr("Judged deals in the store that fit the filters.")),
            (tr("Matches"), heads["matches"], tr("Matches to which these deals belong.")),
            (
                tr("Players"),
                heads["players"],
                tr("Different players who sat in these deals, where the records name them."),
            ),
            (tr("Faulty deals"), heads["faulty"], tr(FAULTY_DEALS)),
            (tr("Violations"), heads["violations"], tr(BROKEN_RULES)),
        ):
            st.metric(name, number(value), help=more, border=True, width=_TILE)

    contracts = figure(snapshot, BIDDING.name, "contract", scope)
    counted = int(contracts["count"].sum())
    settled = int(figure(snapshot, "inside", "contract", scope)["count"].sum())
    notes = []
    if waiting := not_judged(snapshot):
        notes.append(
            plural(
                "{count} deal of the store is not judged yet, and counts nowhere: `rebelote audit`.",
                "{count} deals of the store are not judged yet, and count nowhere: `rebelote audit`.",
                waiting,
            )
        )
    every = plural("{count} deal", "{count} deals", heads["deals"])
    if heads["simulated"]:
        notes.append(
            plural(
                "{count} of {every} is simulated: programs dealt, bid and played it.",
                "{count} of {every} are simulated: programs dealt, bid and played them.",
                heads["simulated"],
                every=every,
            )
        )
    if settled < counted:
        notes.append(
            plural(
                "{count} of {every} is judged by card points alone, without declarations and belote: the "
                "settlement of its deal is not judged.",
                "{count} of {every} are judged by card points alone, without declarations and belote: the "
                "settlement of their deals is not judged.",
                counted - settled,
                every=plural("{count} contract", "{count} contracts", counted),
            )
        )
    if counted < heads["deals"] and scope.player is None:
        notes.append(
            plural(
                "{count} of {every} does not count for bidding success: its contract or taker is not known, "
                "it was thrown in, left out, or not played to the end.",
                "{count} of {every} do not count for bidding success: their contract or taker is not known, "
                "they were thrown in, left out, or not played to the end.",
                heads["deals"] - counted,
                every=every,
            )
        )
    if notes:
        st.caption(":material/info: " + " ".join(notes))
    left, right = st.columns(2)
    with left:
        panel(snapshot, BIDDING, "contract", scope, tr("Bidding success by contract"), key="overview-contract")
    with right:
        panel(
            snapshot, BIDDING, "taker", scope, tr("Bidding success by taker"), key="overview-taker", rows=6,
            unnamed=unnamed("taker"),
        )  # fmt: skip
    left, right = st.columns(2)
    with left:
        panel(
            snapshot, DECLARATIONS, "kind", scope, tr("Declarations held in a hand"), key="overview-held", whole=False
        )
    with right:
        panel(snapshot, CAPOTS, "contract", scope, tr("Capots by contract"), key="overview-capots", whole=False)


show(st.session_state["snapshot"], st.session_state["scope"])
