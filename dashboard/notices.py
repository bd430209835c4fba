"""What pages say when there is nothing to show, and what to do then."""

from typing import Final

import streamlit as st

from dashboard.figures import Scope
from dashboard.filters import clear
from dashboard.messages import mark
from dashboard.questions import any_left
from dashboard.reading import Snapshot
from dashboard.speaking import tr

_UNNAMED: Final = {
    "player": mark("The records of these deals name no players."),
    "pair": mark("The records of these deals name no pairs."),
    "taker": mark("The records of these deals do not name the takers."),
}
"""By whom figures are split by."""


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


def unnamed(split: str) -> str | None:
    """Why no deal counted names whom a split is by; None for a split that is by nobody."""
    return tr(_UNNAMED[split]) if split in _UNNAMED else None


def nobody(snapshot: Snapshot, scope: Scope, split: str) -> None:
    """There are deals that fit the filters, and no player or pair to show."""
    if any_left(snapshot, scope):
        st.info(tr(_UNNAMED[split]), icon=":material/person_off:")
    else:
        st.info(tr("All of these deals are left out: see Leave out beside the page."), icon=":material/filter_alt_off:")
