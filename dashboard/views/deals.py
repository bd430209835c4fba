"""Find deals: those behind a mark of a chart, or by contract, taker, outcome, violation, and cards held or led."""

import streamlit as st

from dashboard.figures import FIGURES, Scope
from dashboard.figures.naming import SPLIT_WORDS
from dashboard.filters import player_labels
from dashboard.listing import listing
from dashboard.notices import no_deals
from dashboard.questions import OUTCOMES, find, headline, listed
from dashboard.reading import Snapshot, behind, figure, names_of
from dashboard.wording import in_markdown, number
from replay.cards import CARD_NAMES
from replay.violations import CATALOGUE

SHOWN = 100


def of_figure(snapshot: Snapshot, scope: Scope) -> bool:
    """The deals behind a row of a figure that the address names; False where it names none."""
    kind = FIGURES.get(st.query_params.get("figure", ""))
    by = st.query_params.get("by", "")
    if kind is None or by not in kind.splits:
        return False
    group = st.query_params.get("group") or None
    frame = figure(snapshot, kind.name, by, scope)
    groups = [
        None if each is None else str(each).lower() if isinstance(each, bool) else str(each)
        for each in frame["group"].to_list()
    ]
    said = "not known"
    if group in groups:
        said = names_of(snapshot, by, [frame["group"][groups.index(group)]])[0]
    st.markdown(f"**{kind.title}**, {SPLIT_WORDS[by]}: {in_markdown(said)}")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        which = st.segmented_control(
            "Of them",
            ["all", kind.succeeded, f"not {kind.succeeded}"],
            default="all",
            required=True,
            key=f"of {kind.name}",
        )
        st.button("Find others", icon=":material/search:", on_click=forget)
    succeeded = {"all": None, kind.succeeded: True}.get(which or "all", False)
    page = st.session_state.get("page of deals", 1)
    deals = behind(snapshot, kind.name, by, group, scope, succeeded, 0, SHOWN * page)
    results(snapshot, deals, SHOWN * page)
    return True


def forget() -> None:
    """Look for other deals than those of a figure."""
    for key in ("figure", "by", "group"):
        st.query_params.pop(key, None)


def results(snapshot: Snapshot, deals: list[int], asked: int) -> None:
    """The deals found, as a list."""
    if not deals:
        st.info("No deal has all of this.", icon=":material/search_off:")
        return
    more = len(deals) == asked
    st.caption(
        f"{'The first ' if more else ''}{number(len(deals))} deals. Choose a row to open it; the address of this "
        "page leads here again."
    )
    listing(listed(snapshot, deals), "found")
    if more and st.button("Show more"):
        st.session_state["page of deals"] = st.session_state.get("page of deals", 1) + 1
        st.rerun()


def search(snapshot: Snapshot, scope: Scope) -> None:
    """Look for deals by what is in them; contract, ruleset, days and file are chosen beside the page."""
    labels = player_labels(snapshot)
    first, second, third = st.columns(3)
    taker = first.selectbox("Taker", list(labels), index=None, placeholder="anybody", key="taker", bind="query-params")
    outcome = second.selectbox(
        "Outcome", list(OUTCOMES), index=None, placeholder="any", key="ended", bind="query-params"
    )
    code = third.selectbox(
        "Violation",
        sorted(CATALOGUE),
        index=None,
        placeholder="any or none",
        key="broken",
        bind="query-params",
        format_func=lambda each: f"{CATALOGUE[each].title} ({each})",
    )
    first, second, third = st.columns(3)
    held = first.multiselect("Held together in a hand", CARD_NAMES, key="held", bind="query-params")
    led = second.selectbox(
        "Led to the first trick", CARD_NAMES, index=None, placeholder="any card", key="led", bind="query-params"
    )
    match = third.text_input("Match", key="of-match", bind="query-params") or None
    page = st.session_state.get("page of deals", 1)
    deals = find(
        snapshot,
        scope,
        taker=labels.get(taker) if taker else None,
        outcome=outcome,
        code=code,
        held=[CARD_NAMES.index(card) for card in held],
        led=None if led is None else CARD_NAMES.index(led),
        match=match,
        first=0,
        shown=SHOWN * page,
    )
    results(snapshot, deals, SHOWN * page)


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title("Find deals", anchor=False)
    if headline(snapshot, scope)["deals"] == 0:
        no_deals(scope)
    elif not of_figure(snapshot, scope):
        search(snapshot, scope)


show(st.session_state["snapshot"], st.session_state["scope"])
