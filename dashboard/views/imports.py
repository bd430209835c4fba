"""Imports: bring files to the store and watch them load; what was loaded, and the lines that could not be read."""

from typing import Any

import polars as pl
import streamlit as st

from dashboard.importing import LOADING, MOST_MEGABYTES, SUFFIXES, Upload, begin, told, uploads
from dashboard.notices import load_first
from dashboard.panels import export
from dashboard.questions import files, rejects
from dashboard.reading import Snapshot, store
from dashboard.speaking import plural, tr
from dashboard.wording import in_markdown, number
from ingest.errors import WrongUse
from ingest.mapping import names as mapping_names
from replay import rulesets

# Rejected lines in the table.
SHOWN_REJECTS = 1000


def upload() -> None:
    """Choose files, with mapping and ruleset, and start their loading."""
    if not uploads():
        st.info(tr("Uploads are switched off here: `rebelote ingest` loads files."), icon=":material/block:")
        return
    with st.form("upload", clear_on_submit=True):
        chosen = st.file_uploader(
            tr("Files of recorded deals"),
            type=[suffix[1:] for suffix in SUFFIXES],
            accept_multiple_files=True,
            max_upload_size=MOST_MEGABYTES,
            help=tr("Of any format that `rebelote ingest` reads; they are read as records, and never run."),
        )
        left, right = st.columns(2)
        mapping = left.selectbox(tr("Mapping, for a foreign log"), mapping_names(), index=None, placeholder=tr("none"))
        rules = right.selectbox(
            tr("Ruleset, for records that name none"), rulesets.names(), index=None, placeholder=tr("none")
        )
        sent = st.form_submit_button(tr("Load"), icon=":material/upload:")
    if sent and chosen:
        try:
            st.session_state[LOADING] = begin({each.name: each.getvalue() for each in chosen}, store(), mapping, rules)
        except WrongUse as error:
            st.error(in_markdown(str(error), 300), icon=":material/error:")


@st.fragment(run_every=1.0)
def watch() -> None:
    """How far the loading is; the page is drawn anew once it is done."""
    begun: Upload = st.session_state[LOADING]
    running = begun.running()
    said = told(begun.folder)
    if running and said["state"] in ("waiting", "loading"):
        done, total = said.get("done") or 0, said.get("total") or 0
        st.progress(
            min(1.0, done / total) if total else 0.0,
            text=in_markdown(
                said.get("message") or tr("{hits} of {count}").format(hits=number(done), count=number(total))
            ),
        )
        return
    if said["state"] in ("waiting", "loading"):
        said = {
            "state": "failed",
            "message": tr("the process that loaded ended before it was done: load the file again"),
        }
    begun.forget()
    st.session_state["uploaded"] = said
    del st.session_state[LOADING]
    st.rerun()


def outcome(said: dict[str, Any]) -> None:
    """What became of the loading."""
    if said["state"] != "done":
        st.error(in_markdown(said.get("message", ""), 600), icon=":material/error:")
        return
    parts = [
        plural("{count} new deal", "{count} new deals", said["new"]),
        tr("{count} known before").format(count=number(said["known"])),
        plural("{count} line rejected", "{count} lines rejected", said["rejects"]),
    ]
    st.success(", ".join(parts), icon=":material/check:")


def show(snapshot: Snapshot | None) -> None:
    """The page; the filters of deals do not concern it."""
    st.title(tr("Imports"), anchor=False)
    upload()
    if LOADING in st.session_state:
        watch()
    elif (said := st.session_state.pop("uploaded", None)) is not None:
        outcome(said)
    if snapshot is None or (loaded := files(snapshot)).is_empty():
        load_first(tr("No file has been loaded yet. Load some, then reload this page:"))
        return
    boxes = st.columns(3)
    boxes[0].metric(tr("Files"), number(loaded.height), border=True)
    boxes[1].metric(
        tr("Deals read"), number(int(loaded["deals"].sum())), border=True,
        help=plural(
            "A deal counts in every file that has it; the store holds {count} deal.",
            "A deal counts in every file that has it; the store holds {count} deals.",
            int(loaded["new_deals"].sum()),
        ),
    )  # fmt: skip
    boxes[2].metric(tr("Lines rejected"), number(int(loaded["rejects"].sum())), border=True)
    st.subheader(tr("Loaded"), anchor=False)
    st.dataframe(
        loaded.with_columns(pl.col("mapping").fill_null("")),
        hide_index=True,
        alt=tr("Files loaded, the newest first"),
        column_config={
            "path": st.column_config.TextColumn(tr("File"), width="large"),
            "format": tr("Format"),
            "mapping": tr("Mapping"),
            "deals": st.column_config.NumberColumn(tr("Deals"), help=tr("Deals read from the file.")),
            "new_deals": st.column_config.NumberColumn(tr("New"), help=tr("Deals that the store did not hold before.")),
            "rejects": st.column_config.NumberColumn(tr("Rejected"), help=tr("Lines that could not be read.")),
            "bytes": st.column_config.NumberColumn(tr("Size"), format="bytes"),
            "finished": st.column_config.DatetimeColumn(tr("Loaded"), format="YYYY-MM-DD HH:mm"),
        },
    )
    export(loaded, "files", "files")
    st.subheader(tr("Rejected lines"), anchor=False)
    bad = rejects(snapshot, SHOWN_REJECTS)
    if bad.is_empty():
        st.success(tr("Every line could be read."), icon=":material/check:")
        return
    st.dataframe(
        bad,
        hide_index=True,
        alt=tr("Lines that could not be read"),
        column_config={
            "path": tr("File"),
            "line": tr("Line"),
            "column": tr("Column"),
            "reason": st.column_config.TextColumn(tr("Reason"), width="large"),
            "excerpt": st.column_config.TextColumn(tr("Excerpt"), width="large"),
        },
    )
    export(bad, "rejects", "rejects")
    if bad.height == SHOWN_REJECTS:
        st.caption(tr("The first {count}.").format(count=number(SHOWN_REJECTS)))


show(st.session_state.get("snapshot"))
