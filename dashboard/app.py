"""The dashboard: its pages, what they share, and what they say while there is nothing to show."""

from pathlib import Path

import streamlit as st

from dashboard.asking import begin, tell
from dashboard.filters import KEYS, choose
from dashboard.notices import load_first
from dashboard.reading import newest, store
from dashboard.signing import signed_in
from dashboard.speaking import choose_language, listen, tr
from dashboard.timing import timed
from dashboard.wording import in_markdown
from ingest.errors import NoStore, StoreHeld, WrongUse

listen()
# Before the pages are known: else the browser asks another machine for the picture of one.
st.set_page_config(page_icon=str(Path(__file__).parent / "icon.svg"), layout="wide")
# One flat list: sections of it are marked up so that a screen reader takes them for no list.
page = st.navigation(
    [
        st.Page("views/overview.py", title=tr("Overview"), icon=":material/analytics:", default=True),
        st.Page("views/bidding.py", title=tr("Bidding"), icon=":material/campaign:", url_path="bidding"),
        st.Page("views/declarations.py", title=tr("Declarations"), icon=":material/style:", url_path="declarations"),
        st.Page("views/capots.py", title=tr("Capots"), icon=":material/trophy:", url_path="capots"),
        st.Page("views/players.py", title=tr("Players"), icon=":material/person:", url_path="players"),
        st.Page("views/pairs.py", title=tr("Pairs"), icon=":material/group:", url_path="pairs"),
        st.Page("views/fairness.py", title=tr("Fairness"), icon=":material/balance:", url_path="fairness"),
        st.Page("views/audit.py", title=tr("Audit"), icon=":material/fact_check:", url_path="audit"),
        st.Page("views/violations.py", title=tr("Violations"), icon=":material/gavel:", url_path="violations"),
        st.Page("views/rulesets.py", title=tr("Rulesets"), icon=":material/menu_book:", url_path="rulesets"),
        st.Page("views/matches.py", title=tr("Matches"), icon=":material/view_list:", url_path="matches"),
        st.Page("views/deals.py", title=tr("Find deals"), icon=":material/search:", url_path="deals"),
        st.Page("views/deal.py", title=tr("Deal"), icon=":material/playing_cards:", url_path="deal"),
        st.Page("views/paste.py", title=tr("Paste"), icon=":material/content_paste:", url_path="paste"),
        st.Page("views/imports.py", title=tr("Imports"), icon=":material/upload_file:", url_path="imports"),
    ],
    expanded=True,
)
st.set_page_config(page_title=f"{page.title} · Rebelote")
# Pages that need no store.
ALONE = ("paste", "imports")
# Pages without figures: they show what was loaded last at once, summed up or not.
OF_NOW = ("paste", "imports", "deal", "rulesets")

with timed(page.url_path):
    choose_language()
    if not signed_in():
        st.stop()

    try:
        snapshot = newest(page.url_path not in OF_NOW)
    except NoStore:
        if page.url_path in ALONE:
            st.session_state.pop("snapshot", None)
            page.run()
            st.stop()
        st.title("Rebelote", anchor=False)
        place = in_markdown(str(store()), 300)
        load_first(
            tr("There is no store at {place} yet. Load recorded deals into it, then reload this page:").format(
                place=place
            )
        )
    except (StoreHeld, WrongUse) as error:
        st.title("Rebelote", anchor=False)
        st.warning(in_markdown(str(error), 600), icon=":material/error:")
    else:
        st.session_state["snapshot"] = snapshot
        begin(page.url_path)
        st.session_state["scope"] = choose(snapshot)
        tell(*KEYS)
        page.run()
