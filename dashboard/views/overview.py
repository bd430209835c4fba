"""The overview: how many deals, what is wrong with them, and the three figures."""

import polars as pl
import streamlit as st

from dashboard.charts import intervals
from dashboard.figures import BIDDING, CAPOTS, DECLARATIONS, Figure, Scope
from dashboard.figures.declarations import KINDS
from dashboard.notices import no_deals
from dashboard.questions import headline, taker_names
from dashboard.reading import Snapshot, figure
from dashboard.wording import CONTRACT_WORDS, in_chart, number

# Takers in the chart, those with most contracts first.
SHOWN_TAKERS = 10


def chart(
    kind: Figure, frame: pl.DataFrame, labels: list[str], title: str, key: str, whole: bool, none: str | None = None
) -> None:
    """One figure: its title, its chart or why there is none, and its definition."""
    with st.container(border=True, height="stretch"):
        st.subheader(title, anchor=False)
        if frame.is_empty():
            st.info(none or f"No {kind.counted} here that can be counted.", icon=":material/filter_alt_off:")
        else:
            drawn = intervals(frame, labels, kind.counted, kind.succeeded, whole)
            st.plotly_chart(drawn, key=key, config={"displaylogo": False, "displayModeBar": False})
        with st.expander("What is counted"):
            st.write(kind.sentence)
            st.write("The line is the 95 % Wilson interval: the fewer are counted, the wider it is.")


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
            ("Deals", heads["deals"], "Recorded deals in the store that fit the filters."),
            ("Matches", heads["matches"], "Matches to which these deals belong."),
            ("Players", heads["players"], "Different players who sat in these deals, where the records name them."),
            ("Faulty deals", heads["faulty"], "Deals in which at least one rule was broken."),
            ("Violations", heads["violations"], "Broken rules, each at its place; see the page Violations."),
        ],
        strict=True,
    ):
        box.metric(name, number(value), help=more, border=True)

    contracts = figure(snapshot, BIDDING.name, "contract", scope)
    counted = int(contracts["count"].sum())
    by_points = counted - int(contracts["settled"].sum())
    notes = []
    if heads["simulated"]:
        notes.append(
            f"{number(heads['simulated'])} of {number(heads['deals'])} deals are simulated: programs dealt, bid and "
            "played them."
        )
    if by_points:
        notes.append(
            f"{number(by_points)} of {number(counted)} contracts are judged by card points alone, without declarations "
            "and belote: the settlement of their deals is not judged."
        )
    if counted < heads["deals"] and scope.player is None:
        notes.append(
            f"{number(heads['deals'] - counted)} of {number(heads['deals'])} deals do not count for bidding success: "
            "their contract or taker is not known, they were thrown in, or not played to the end."
        )
    if notes:
        st.caption(":material/info: " + " ".join(notes))
    left, right = st.columns(2)
    with left:
        chart(
            BIDDING, contracts, [CONTRACT_WORDS[each] for each in contracts["group"]], "Bidding success by contract",
            "bidding-contract", True,
        )  # fmt: skip
    with right:
        takers = figure(snapshot, BIDDING.name, "taker", scope).drop_nulls("group")
        takers = takers.sort("count", "group", descending=[True, False]).head(SHOWN_TAKERS)
        names = taker_names(snapshot, takers["group"].to_list())
        chart(
            BIDDING, takers, [in_chart(name) for name in names], "Bidding success by taker", "bidding-taker", True,
            "The records of these deals do not name the takers.",
        )  # fmt: skip
    left, right = st.columns(2)
    with left:
        held = figure(snapshot, DECLARATIONS.name, "kind", scope)
        chart(DECLARATIONS, held, [KINDS[each] for each in held["group"]], "Declarations held in a hand", "held", False)
    with right:
        capots = figure(snapshot, CAPOTS.name, "contract", scope)
        chart(CAPOTS, capots, [CONTRACT_WORDS[each] for each in capots["group"]], "Capots by contract", "capots", False)


show(st.session_state["snapshot"], st.session_state["scope"])
