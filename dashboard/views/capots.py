"""Capots: how often, by which side, of which contracts, and how they came."""

import streamlit as st

from dashboard.figures import CAPOTS, FIGURES, Scope
from dashboard.notices import no_deals, unnamed
from dashboard.panels import panel
from dashboard.questions import any_deals
from dashboard.reading import Snapshot
from dashboard.speaking import tr


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Capots"), anchor=False)
    if not any_deals(snapshot, scope):
        no_deals(scope)
        return
    sides = FIGURES["capot-sides"]
    no_trumps = tr("Of none of these deals is the taker's whole hand known, with one suit as trumps.")
    for row in (
        ((CAPOTS, "contract", tr("By contract")), (sides, "side", tr("By side"))),
        ((CAPOTS, "announced", tr("Bid or not")), (CAPOTS, "month", tr("By month"))),
        (
            (CAPOTS, "trumps", tr("By trumps in the taker's whole hand")),
            (CAPOTS, "declaration", tr("By whether the attack held a declaration")),
        ),
        ((FIGURES["capot-players"], "player", tr("By player")), (sides, "pair", tr("By pair"))),
        ((CAPOTS, "ruleset", tr("By ruleset")),),
    ):
        for place, (kind, split, title) in zip(st.columns(2), row, strict=False):
            with place:
                panel(
                    snapshot,
                    kind,
                    split,
                    scope,
                    title,
                    key=f"capots-{split}",
                    whole=False,
                    unnamed=no_trumps if split == "trumps" else unnamed(split),
                )


show(st.session_state["snapshot"], st.session_state["scope"])
