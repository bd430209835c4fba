"""The matches, and the deals of one."""

import math

import polars as pl
import streamlit as st

from dashboard import columns
from dashboard.figures import Scope
from dashboard.listing import listing
from dashboard.notices import no_deals
from dashboard.panels import export
from dashboard.questions import count_matches, deals_of_match, match_list
from dashboard.reading import Snapshot
from dashboard.speaking import plural, spoken, tr
from dashboard.wording import in_markdown

SHOWN = 50


def forget() -> None:
    """Show all matches again."""
    st.query_params.pop("match", None)


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Matches"), anchor=False)
    chosen = st.query_params.get("match")
    if chosen is not None and not (deals := deals_of_match(snapshot, chosen)).is_empty():
        st.subheader(in_markdown(chosen, 120), anchor=False)
        st.caption(
            plural("{count} deal. Choose a row to open it.", "{count} deals. Choose a row to open it.", deals.height)
        )
        listing(deals, "deals of match")
        st.button(tr("All matches"), icon=":material/arrow_back:", on_click=forget)
        return
    count = count_matches(snapshot, scope)
    if count == 0:
        no_deals(scope)
        return
    leaves = math.ceil(count / SHOWN)
    leaf = st.pagination(leaves, key=f"matches {scope}") if leaves > 1 else 1
    found = match_list(snapshot, scope, (leaf - 1) * SHOWN, SHOWN)
    st.caption(
        plural(
            "{count} match. Choose a row to see its deals.", "{count} matches. Choose a row to see its deals.", count
        )
    )
    event = st.dataframe(
        found.with_columns(pl.col("day").cast(pl.String).fill_null("")),
        hide_index=True,
        key="matches",
        on_select="rerun",
        selection_mode="single-row",
        alt=tr("Matches"),
        column_config={name: columns.title(name, spoken()) for name in found.columns}
        | {"totals": st.column_config.ListColumn(tr("totals at the end"))},
    )
    export(found.drop("totals"), "matches", "matches-export")
    rows = event.selection.rows if hasattr(event, "selection") else []
    if rows and rows[0] < found.height:
        st.query_params["match"] = found["match"][rows[0]]
        st.rerun()


show(st.session_state["snapshot"], st.session_state["scope"])
