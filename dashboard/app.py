"""The dashboard: its pages, what they share, and what they say while there is nothing to show."""

from pathlib import Path

import streamlit as st

from dashboard.filters import choose
from dashboard.notices import load_first
from dashboard.reading import newest, store
from dashboard.signing import signed_in
from dashboard.wording import in_markdown
from ingest.errors import NoStore, StoreHeld, WrongUse

st.set_page_config(page_title="Rebelote", page_icon=str(Path(__file__).parent / "icon.svg"), layout="wide")


# One flat list: sections of it are marked up so that a screen reader takes them for no list.
page = st.navigation(
    [
        st.Page("views/overview.py", title="Overview", icon=":material/analytics:", default=True),
        st.Page("views/bidding.py", title="Bidding", icon=":material/campaign:", url_path="bidding"),
        st.Page("views/declarations.py", title="Declarations", icon=":material/style:", url_path="declarations"),
        st.Page("views/capots.py", title="Capots", icon=":material/trophy:", url_path="capots"),
        st.Page("views/players.py", title="Players", icon=":material/person:", url_path="players"),
        st.Page("views/pairs.py", title="Pairs", icon=":material/group:", url_path="pairs"),
        st.Page("views/fairness.py", title="Fairness", icon=":material/balance:", url_path="fairness"),
        st.Page("views/audit.py", title="Audit", icon=":material/fact_check:", url_path="audit"),
        st.Page("views/violations.py", title="Violations", icon=":material/gavel:", url_path="violations"),
        st.Page("views/rulesets.py", title="Rulesets", icon=":material/menu_book:", url_path="rulesets"),
        st.Page("views/matches.py", title="Matches", icon=":material/view_list:", url_path="matches"),
        st.Page("views/deals.py", title="Find deals", icon=":material/search:", url_path="deals"),
        st.Page("views/deal.py", title="Deal", icon=":material/playing_cards:", url_path="deal"),
        st.Page("views/paste.py", title="Paste", icon=":material/content_paste:", url_path="paste"),
        st.Page("views/imports.py", title="Imports", icon=":material/upload_file:", url_path="imports"),
    ],
    expanded=True,
)
# Pages that need no store.
ALONE = ("paste", "imports")

if not signed_in():
    st.stop()

try:
    snapshot = newest()
except NoStore:
    if page.url_path in ALONE:
        st.session_state.pop("snapshot", None)
        page.run()
        st.stop()
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
