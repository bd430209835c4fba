"""The files: what was loaded, and the lines that could not be read."""

import streamlit as st

from dashboard.notices import load_first
from dashboard.questions import files, rejects
from dashboard.reading import Snapshot
from dashboard.wording import number

# Rejected lines in the table.
SHOWN_REJECTS = 1000


def show(snapshot: Snapshot) -> None:
    """The page; the filters of deals do not concern it."""
    st.title("Files", anchor=False)
    loaded = files(snapshot)
    if loaded.is_empty():
        load_first("No file has been loaded yet. Load some, then reload this page:")
        return
    boxes = st.columns(3)
    boxes[0].metric("Files", number(loaded.height), border=True)
    boxes[1].metric("Deals read", number(int(loaded["deals"].sum())), border=True)
    boxes[2].metric("Lines rejected", number(int(loaded["rejects"].sum())), border=True)
    st.subheader("Loaded", anchor=False)
    st.dataframe(
        loaded, hide_index=True, alt="Files loaded, the newest first",
        column_config={
            "path": st.column_config.TextColumn("File", width="large"),
            "format": "Format",
            "mapping": "Mapping",
            "deals": st.column_config.NumberColumn("Deals", help="Deals read from the file."),
            "new_deals": st.column_config.NumberColumn("New", help="Deals that the store did not hold before."),
            "rejects": st.column_config.NumberColumn("Rejected", help="Lines that could not be read."),
            "bytes": st.column_config.NumberColumn("Size", format="bytes"),
            "finished": st.column_config.DatetimeColumn("Loaded", format="YYYY-MM-DD HH:mm"),
        },
    )  # fmt: skip
    st.subheader("Rejected lines", anchor=False)
    bad = rejects(snapshot, SHOWN_REJECTS)
    if bad.is_empty():
        st.success("Every line could be read.", icon=":material/check:")
        return
    st.dataframe(
        bad, hide_index=True, alt="Lines that could not be read",
        column_config={
            "path": "File", "line": "Line", "column": "Column",
            "reason": st.column_config.TextColumn("Reason", width="large"),
            "excerpt": st.column_config.TextColumn("Excerpt", width="large"),
        },
    )  # fmt: skip
    if bad.height == SHOWN_REJECTS:
        st.caption(f"The first {number(SHOWN_REJECTS)}.")


show(st.session_state["snapshot"])
