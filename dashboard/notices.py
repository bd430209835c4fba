"""What pages say when there is nothing to show, and what to do then."""

import streamlit as st

from dashboard.figures import Scope
from dashboard.filters import clear
from dashboard.speaking import tr


def load_first(message: str) -> None:
    """Nothing was loaded yet."""
    st.info(message, icon=":material/inbox:")
    st.code(tr("rebelote ingest FILES…"), language="bash")
    st.caption(tr("`rebelote dashboard --store FILE` shows another store."))


def no_deals(scope: Scope) -> None:
    """The store has no deal, or none that fits the filters."""
    if scope in (Scope(), Scope(without=frozenset())):
        load_first(tr("The store holds no deals yet. Load some, then reload this page:"))
    else:
        st.info(tr("No deal in the store fits these filters."), icon=":material/filter_alt_off:")
        st.button(tr("Show everything"), on_click=clear)
