"""The overview: how many deals, what is wrong with them, and the three figures."""

import polars as pl
import streamlit as st

from dashboard.charts import intervals
from dashboard.figures import BIDDING, CAPOTS, DECLARATIONS, Figure, Scope
from dashboard.figures.declarations import KINDS
from dashboard.filters import clear
from dashboard.questions import headline, taker_names
from dashboard.reading import figure
from dashboard.wording import CONTRACT_WORDS, in_chart, number

SHOWN_TAKERS = 10
"""Takers in the chart, those with most contracts first."""


def chart(kind: Figure, frame: pl.DataFrame, labels: list[str], title: str, key: str, whole: bool) -> None:
    """One figure: its title, its chart or why there is none, and its definition."""
    with st.container(border=True, height="stretch"):
        st.subheader(title, anchor=False)
        if frame.is_empty():
            st.info(f"No {kind.counted} here that can be counted.", icon=":material/filter_alt_off:")
        else:
            drawn = intervals(frame, labels, kind.counted, kind.succeeded, whole)
            st.plotly_chart(drawn, key=key, config={"displaylogo": False, "displayModeBar": False})
        with st.expander("What is counted"):
            st.write(kind.sentence)
            st.write("The line is the 95 % Wilson interval: the fewer are counted, the wider it is.")


def show(snapshot: str, scope: Scope) -> None:
    """The page."""
    st.title("Overview", anchor=False)
    heads = headline(snapshot, scope)
    if heads["deals"] == 0:
        if scope == Scope():
            st.info("The store holds no deals yet. Load some, then reload this page:", icon=":material/inbox:")
            st.code("rebelote ingest FILES…", language="bash")
        else:
            st.info("No deal in the store fits these filters.", icon=":material/filter_alt_off:")
            st.button("Show everything", on_click=clear)
        return
    boxes = st.columns(5)
    for box, (name, value, more) in zip(
        boxes,
        [
            ("Deals", heads["deals"], "Recorded deals in the store that fit the filters."),
            ("Matches", heads["matches"], "Matches to which these deals belong."),
            ("Players", heads["players"], "Different players who sat in these deals, where the records name them."),
            ("Deals with a violation", heads["faulty"], "Deals in which at least one rule was broken."),
            ("Violations", heads["violations"], "Broken rules, each at its place; see the page Violations."),
        ],
        strict=True,
    ):
        box.metric(name, number(value), help=more, border=True)

    contracts = figure(snapshot, BIDDING.name, "contract", scope)
    by_points = int((contracts["count"] - contracts["settled"]).sum())
    if by_points:
        st.caption(
            f":material/info: {number(by_points)} of {number(int(contracts['count'].sum()))} contracts are judged by "
            "card points alone, without declarations and belote: the settlement of their deals is not judged."
        )
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
            BIDDING, takers, [in_chart(name) for name in names], "Bidding success by taker", "bidding-taker", True
        )  # fmt: skip
    left, right = st.columns(2)
    with left:
        held = figure(snapshot, DECLARATIONS.name, "kind", scope)
        chart(DECLARATIONS, held, [KINDS[each] for each in held["group"]], "Declarations held in a hand", "held", False)
    with right:
        capots = figure(snapshot, CAPOTS.name, "contract", scope)
        chart(CAPOTS, capots, [CONTRACT_WORDS[each] for each in capots["group"]], "Capots by contract", "capots", False)


show(st.session_state["snapshot"], st.session_state["scope"])
