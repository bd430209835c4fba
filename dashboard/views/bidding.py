"""Bidding: contracts made, the hands they were taken with, doubles, thrown-in deals, bids too high or low."""

import streamlit as st

from dashboard.asking import tell, understand
from dashboard.figures import BIDDING, FIGURES, Scope
from dashboard.figures.naming import SPLIT_WORDS
from dashboard.messages import Language
from dashboard.notices import no_deals, unnamed
from dashboard.panels import panel
from dashboard.questions import any_deals
from dashboard.reading import Snapshot
from dashboard.speaking import spoken, tr

_SPLITS = ("contract", "level", "doubling", "round", "seat", "taker", "pair", "ruleset")
_OUTCOMES = {"made": "bidding", "inside": "inside", "hanging": "hanging"}


def outcome_label(outcome: str, language: Language) -> str:
    """An outcome of contracts, in the plural."""
    return language.of("contracts", outcome)


def split_label(split: str, language: Language) -> str:
    """What a chart is split by."""
    return language(SPLIT_WORDS[split])


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Bidding"), anchor=False)
    if not any_deals(snapshot, scope):
        no_deals(scope)
        return
    language = spoken()
    understand("outcome", list(_OUTCOMES), outcome_label, tr("Contracts"))
    understand("bidding-by", _SPLITS, split_label, tr("By"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        outcome = st.segmented_control(
            tr("Contracts"),
            list(_OUTCOMES),
            default="made",
            required=True,
            key="outcome",
            bind="query-params",
            format_func=lambda each: outcome_label(each, language),
            help=tr("Inside and hanging need a judged settlement; made is known by card points too."),
        )
        by = st.selectbox(
            tr("By"),
            _SPLITS,
            key="bidding-by",
            bind="query-params",
            format_func=lambda each: split_label(each, language),
            width=260,
        )
    tell("outcome", "bidding-by")
    kind = FIGURES[_OUTCOMES[outcome or "made"]]
    left, right = st.columns(2)
    with left:
        panel(
            snapshot,
            kind,
            by,
            scope,
            tr("{figure} by {split}").format(figure=tr(kind.title), split=tr(SPLIT_WORDS[by])),
            key=f"bidding-{kind.name}-{by}",
            unnamed=unnamed(by),
        )
    with right:
        panel(
            snapshot,
            kind,
            "month",
            scope,
            tr("{figure} by {split}").format(figure=tr(kind.title), split=tr(SPLIT_WORDS["month"])),
            key=f"bidding-{kind.name}-month",
        )

    st.header(tr("The hand dealt to the taker"), anchor=False, divider="gray")
    st.caption(
        tr(
            "As dealt before the auction, where trumps are one suit; without the turned card. Where "
            "filters are chosen, the open circle is the same hand in the whole store."
        )
    )
    no_hand = tr(
        "Of none of these contracts is the hand known as it was dealt before the auction, with one suit as trumps."
    )
    for splits in (("trumps", "trump-points"), ("aces", "masters")):
        for place, split in zip(st.columns(2), splits, strict=True):
            with place:
                panel(
                    snapshot,
                    BIDDING,
                    split,
                    scope,
                    tr("Contracts made by {split}").format(split=tr(SPLIT_WORDS[split])),
                    key=f"hand-{split}",
                    beside=scope.whole(),
                    unnamed=no_hand,
                )

    st.header(tr("Too high, too low"), anchor=False, divider="gray")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        below = st.slider(
            tr("Weak: made in less than"), 0.0, 1.0, 0.4, 0.05, key="below", bind="query-params", format="percent"
        )
        above = st.slider(
            tr("Strong: made in more than"), 0.0, 1.0, 0.6, 0.05, key="above", bind="query-params", format="percent"
        )
        least = st.number_input(tr("Least number of such hands"), 1, 10_000, 30, key="least", bind="query-params")
    left, right = st.columns(2)
    few = tr(
        "No hand here is known as it was dealt before the auction, or the store has too few like it: the least number "
        "of such hands is shown above."
    )
    with left:
        panel(
            snapshot,
            FIGURES["overbidding"],
            "taker",
            scope,
            tr("Taken on weak hands"),
            key="overbidding",
            unnamed=unnamed("taker"),
            bounds={"below": below, "least": least},
            whole=False,
            none=few,
        )
    with right:
        panel(
            snapshot,
            FIGURES["underbidding"],
            "player",
            scope,
            tr("Passed with strong hands"),
            key="underbidding",
            unnamed=unnamed("player"),
            bounds={"above": above, "least": least},
            none=few,
        )

    st.header(tr("Doubles and thrown-in deals"), anchor=False, divider="gray")
    left, right = st.columns(2)
    with left:
        panel(snapshot, FIGURES["doubles"], "doubler", scope, tr("Doubles that paid, by who doubled"), key="doubles")
    with right:
        panel(
            snapshot,
            FIGURES["thrown-in"],
            "ruleset",
            scope,
            tr("Thrown-in deals by ruleset"),
            key="thrown-in",
            whole=False,
        )


show(st.session_state["snapshot"], st.session_state["scope"])
