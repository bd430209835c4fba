"""The dashboard: its pages, what they share, and what they say while there is nothing to show."""

from pathlib import Path

import streamlit as st

from dashboard.filters import choose
from dashboard.notices import load_first
from dashboard.reading import newest, store
from dashboard.wording import in_markdown
from ingest.errors import NoStore, StoreHeld, WrongUse

st.set_page_config(page_title="Rebelote", page_icon=str(Path(__file__).parent / "icon.svg"), layout="wide")


page = st.navigation(
    [
        st.Page("views/overview.py", title="Overview", icon=":material/analytics:", default=True),
        st.Page("views/violations.py", title="Violations", icon=":material/gavel:", url_path="violations"),
        st.Page("views/deal.py", title="Deal", icon=":material/playing_cards:", url_path="deal"),
        st.Page("views/files.py", title="Files", icon=":material/folder_open:", url_path="files"),
    ]
)

try:
    snapshot = newest()
except NoStore:
    st.title("Rebelote", anchor=False)
    place = in_markdown(str(store()), 300)
    load_first(f"There is no store at {place} yet. Load recorded deals into it, then reload this page:")
except (StoreHeld, WrongUse) as error:
    st.title("Rebelote", anchor=False)
    st.warning(in_markdown(str(error), 600), icon=":material/error:")
else:
    st.session_state["snapshot"] = snapshot
    st.session_state["scope"] = choose(snapshot)
    page.run()
