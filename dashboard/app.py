"""The dashboard: its pages, what they share, and what they say while there is nothing to show."""

import streamlit as st

from dashboard.filters import choose
from dashboard.reading import newest, store
from dashboard.wording import in_markdown

st.set_page_config(page_title="Rebelote", page_icon=":material/playing_cards:", layout="wide")

page = st.navigation(
    [
        st.Page("views/overview.py", title="Overview", icon=":material/analytics:", default=True),
        st.Page("views/violations.py", title="Violations", icon=":material/gavel:", url_path="violations"),
        st.Page("views/deal.py", title="Deal", icon=":material/playing_cards:", url_path="deal"),
        st.Page("views/files.py", title="Files", icon=":material/folder_open:", url_path="files"),
    ]
)

snapshot = newest()
if snapshot is None:
    st.title("Rebelote")
    st.info(
        f"There is no store at {in_markdown(str(store()), 300)} yet. Load recorded deals into it, then reload this page:",
        icon=":material/inbox:",
    )
    st.code("rebelote ingest FILES…", language="bash")
    st.caption("`rebelote dashboard --store FILE` shows another store.")
else:
    st.session_state["snapshot"] = snapshot
    st.session_state["scope"] = choose(snapshot)
    page.run()
