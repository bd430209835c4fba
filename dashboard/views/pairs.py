"""Pairs: two who sit across from one another, and how they do together."""

import polars as pl
import streamlit as st

from dashboard.charts import intervals
from dashboard.figures import FIGURES, Scope
from dashboard.figures.people import SENTENCE
from dashboard.leading import to_people
from dashboard.notices import no_deals, nobody, unnamed
from dashboard.panels import chart, explained, numbers, panel
from dashboard.questions import any_deals
from dashboard.reading import Snapshot, pair_names, table
from dashboard.speaking import tr, tr_of

_SHOWN = 20


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Pairs"), anchor=False)
    if not any_deals(snapshot, scope):
        no_deals(scope)
        return
    found = table(snapshot, "pairs", scope)
    if not found["deals"].sum():
        # Those whose deals are all left out have their violations in the list.
        nobody(snapshot, scope, "pair")
    if found.is_empty():
        return
    names = pair_names(snapshot, found.select("player", "partner").rows())
    both = [tr("{one} and {other}").format(one=one, other=other) for one, other in names]
    ones, others = [one for one, _ in names], [other for _, other in names]
    named = found.with_columns(pl.Series("pair", both), pl.Series("one", ones), pl.Series("other", others))
    if found["deals"].sum():
        ranking(snapshot, scope, named)
    st.subheader(tr("All pairs"), anchor=False)
    columns = [
        "pair",
        "deals",
        "taken",
        "made",
        "made_rate",
        "made_low",
        "made_high",
        "shrunken",
        "shrunken_low",
        "shrunken_high",
        "attacks",
        "attack_mean",
        "attack_low",
        "attack_high",
        "defences",
        "defence_mean",
        "defence_low",
        "defence_high",
        "capots",
        "capots_against",
        "doubles",
        "doubles_paid",
        "missed",
        "missed_worth",
        "judged",
        "faulty",
        "faulty_rate",
        "faulty_low",
        "faulty_high",
    ]
    st.caption(tr("A cell leads to its deals."))
    every = named.select("player", "partner").rows()
    numbers(named.select(columns), "pairs", "pairs", lambda row, column: to_people(column, *every[row]))


def ranking(snapshot: Snapshot, scope: Scope, named: pl.DataFrame) -> None:
    """The pairs by shrunken rate, and their capots."""
    ranked = named.filter(pl.col("taken") > 0).sort("shrunken", "deals", descending=True).head(_SHOWN)
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        st.subheader(tr("Contracts made, rates drawn to the mean"), anchor=False)
        drawn = intervals(
            ranked.select(
                group="pair", count="taken", successes="made", rate="shrunken", low="shrunken_low", high="shrunken_high"
            ),
            ranked.select("one", "other").rows(),
            tr_of("figure", "contracts"),
            tr_of("figure", "made"),
            True,
        )
        best = ranked.select("player", "partner").rows()
        chart(
            drawn, "pair-ranking", tr("Contracts made by pairs, drawn to the mean of all"),
            lambda row: to_people("taken", *best[row]),
        )  # fmt: skip
        explained("pair-ranking", tr(SENTENCE) + " " + tr("Of a pair, what either took or doubled counts."))
    with right:
        panel(
            snapshot, FIGURES["capot-sides"], "pair", scope, tr("Capots"), key="pair-capots", whole=False,
            unnamed=unnamed("pair"),
        )  # fmt: skip


show(st.session_state["snapshot"], st.session_state["scope"])
