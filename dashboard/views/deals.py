"""Find deals: those behind a mark of a chart, or by contract, taker, outcome, violation, and cards held or led."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard import leading
from dashboard.asking import tell, understand
from dashboard.figures import FIGURES, Scope
from dashboard.filters import asked_player
from dashboard.listing import listing
from dashboard.messages import Language
from dashboard.messages.indices import INDICES
from dashboard.notices import no_deals
from dashboard.questions import OUTCOMES, any_deals, find, listed
from dashboard.reading import Snapshot
from dashboard.speaking import code_label, plural, spoken, tr, tr_of
from dashboard.viewer.parts import card_sign
from replay.cards import CARD_BY_NAME, CARD_NAMES
from replay.violations import CATALOGUE

SHOWN = 100
# Deals that an export of the list holds at most.
EXPORTED = 100_000


def of_mark(snapshot: Snapshot, scope: Scope) -> bool:
    """The deals behind a mark or a cell that the address names; False where it names none."""
    told = {key: st.query_params[key] for key in leading.KEYS if key in st.query_params}
    said = leading.named(snapshot, scope, told)
    if said is None:
        return False
    st.markdown(f"**{said[0]}**, {said[1]}")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if (kind := FIGURES.get(told["figure"])) is not None:
            succeeded = tr_of("figure", kind.succeeded)
            words = {"all": tr("all"), "yes": succeeded, "no": tr("not: {succeeded}").format(succeeded=succeeded)}
            # Not bound to the address, whose words are the same for every figure.
            key = f"which of {kind.name}"
            st.session_state[key] = told.get("which") if told.get("which") in words else "all"
            which = st.segmented_control(
                tr("Of them"), list(words), required=True, key=key, format_func=lambda each: words[each],
                on_change=choose, args=(key,),
            )  # fmt: skip
            told["which"] = which or "all"
        st.button(tr("Find others"), icon=":material/search:", on_click=forget)
    results(snapshot, lambda first, shown: leading.deals(snapshot, scope, told, first, shown), str(told))
    return True


def choose(key: str) -> None:
    """Say in the address which of the deals are wanted."""
    st.query_params["which"] = st.session_state[key] or "all"


def forget() -> None:
    """Look for other deals than those of a mark."""
    for key in leading.KEYS:
        st.query_params.pop(key, None)


def results(snapshot: Snapshot, found: Callable[[int, int], list[int]], what: str) -> None:
    """The deals found, as a list; `found` gives a page of them, from the first on so many."""
    shown = SHOWN * st.session_state.get(f"pages of {what}", 1)
    deals = found(0, shown)
    if not deals:
        st.info(tr("No deal has all of this."), icon=":material/search_off:")
        return
    more = len(deals) == shown
    st.caption(
        (
            plural("The first {count} deal.", "The first {count} deals.", len(deals))
            if more
            else plural("{count} deal.", "{count} deals.", len(deals))
        )
        + " "
        + tr("Choose a row to open it; the address of this page leads here again.")
    )
    listing(listed(snapshot, deals), "found", lambda: listed(snapshot, found(0, EXPORTED)) if more else None)
    if more and st.button(tr("Show more")):
        st.session_state[f"pages of {what}"] = shown // SHOWN + 1
        st.rerun()


def outcome_label(outcome: str, language: Language) -> str:
    """How a deal ended."""
    return language(outcome)


def card_label(card: str, language: Language) -> str:
    """A card by its index and suit."""
    return card_sign(CARD_BY_NAME[card], INDICES.get(language.code, INDICES["en"]))


def search(snapshot: Snapshot, scope: Scope) -> None:
    """Look for deals by what is in them; contract, ruleset, days and file are chosen beside the page."""
    labels = asked_player(snapshot, "taker", tr("Taker"))
    language = spoken()
    card = {each: each for each in CARD_NAMES}.get
    understand("ended", list(OUTCOMES), outcome_label, tr("Outcome"))
    understand("broken", sorted(CATALOGUE), code_label, tr("Violation"), find={each: each for each in CATALOGUE}.get)
    understand("held", CARD_NAMES, card_label, tr("Held together in a hand"), many=True, find=card)
    understand("led", CARD_NAMES, card_label, tr("Led to the first trick"), find=card)
    first, second, third = st.columns(3)
    taker = first.selectbox(
        tr("Taker"), list(labels), index=None, placeholder=tr("anybody"), key="taker", bind="query-params"
    )
    outcome = second.selectbox(
        tr("Outcome"),
        list(OUTCOMES),
        index=None,
        placeholder=tr("any"),
        key="ended",
        bind="query-params",
        format_func=lambda each: outcome_label(each, language),
    )
    code = third.selectbox(
        tr("Violation"),
        sorted(CATALOGUE),
        index=None,
        placeholder=tr("any or none"),
        key="broken",
        bind="query-params",
        format_func=lambda each: code_label(each, language),
    )
    first, second, third = st.columns(3)
    held = first.multiselect(
        tr("Held together in a hand"),
        CARD_NAMES,
        placeholder=tr("any cards"),
        key="held",
        bind="query-params",
        format_func=lambda each: card_label(each, language),
    )
    led = second.selectbox(
        tr("Led to the first trick"),
        CARD_NAMES,
        index=None,
        placeholder=tr("any card"),
        key="led",
        bind="query-params",
        format_func=lambda each: card_label(each, language),
    )
    match = third.text_input(tr("Match"), key="of-match", bind="query-params") or None
    tell("taker", "ended", "broken", "held", "led")
    asked: dict[str, Any] = {
        "taker": labels.get(taker) if taker else None,
        "outcome": outcome,
        "code": code,
        "held": [CARD_NAMES.index(card) for card in held],
        "led": None if led is None else CARD_NAMES.index(led),
        "match": match,
    }
    results(snapshot, lambda first, shown: find(snapshot, scope, **asked, first=first, shown=shown), str(asked))


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Find deals"), anchor=False)
    if not any_deals(snapshot, scope):
        no_deals(scope)
    elif not of_mark(snapshot, scope):
        search(snapshot, scope)
    leading.arrived()


show(st.session_state["snapshot"], st.session_state["scope"])
