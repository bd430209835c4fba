"""The deal: choose one, and step through it card by card."""

import streamlit as st

from dashboard.figures import Scope
from dashboard.notices import no_deals
from dashboard.questions import deal_numbers, matches, neighbours
from dashboard.reading import Snapshot, judged_deals
from dashboard.speaking import spoken, tr
from dashboard.viewer import CSS, HTML, JS, payload
from dashboard.viewer.page import page
from dashboard.viewer.settling import Scored
from dashboard.wording import in_markdown, one_line
from replay.steps import steps

# Matches offered for choice; any other opens by its address.
SHOWN_MATCHES = 2000

viewer = st.components.v2.component("rebelote.deal", html=HTML, css=CSS, js=JS)


def parsed(text: str) -> tuple[str, int] | None:
    """Match and number of an address `MATCH/NUMBER`; a match's name may hold slashes itself."""
    match, slash, deal = text.rpartition("/")
    return (match, int(deal)) if slash and deal.isascii() and deal.isdigit() else None


def go(match: str, deal: int) -> None:
    """Show another deal, from its start."""
    st.query_params["deal"] = f"{match}/{deal}"
    for key in ("step", "fault"):
        if key in st.query_params:
            del st.query_params[key]


def go_match() -> None:
    """Show the first deal of the match just chosen."""
    match = st.session_state["match"]
    if match is None:
        return
    go(match, deal_numbers(st.session_state["snapshot"], match)[0])


def go_number(match: str) -> None:
    """Show the deal of the match whose number was just chosen."""
    go(match, st.session_state["number"])


def go_linked() -> None:
    """Show the deal that was chosen in the viewer's table of the match."""
    asked = parsed(str(st.session_state["viewer"].get("deal") or ""))
    if asked is not None:
        go(*asked)


def start() -> int | str | None:
    """The step that the address asks for: its index, or a finding in it."""
    step = st.query_params.get("step", "")
    return int(step) if step.isascii() and step.isdigit() else st.query_params.get("fault")


def choose(snapshot: Snapshot, scope: Scope) -> tuple[str, int] | None:
    """Show what chooses the deal; the choice, None where there is nothing to choose from.

    An address that is none is not replaced by another: nothing is chosen then.
    """
    names = matches(snapshot, scope, SHOWN_MATCHES)
    address = st.query_params.get("deal", "")
    asked = parsed(address)
    if not address:
        if not names:
            return None
        asked = (names[0], deal_numbers(snapshot, names[0])[0])
    match, deal = asked or ("", 0)
    numbers = deal_numbers(snapshot, match)
    if numbers and match not in names:
        names.insert(0, match)
    before, after = neighbours(snapshot, scope, match, deal) if deal in numbers else (None, None)
    # What the address says comes first, whatever was chosen on an earlier visit.
    st.session_state["match"] = match if numbers else None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            tr("Match"), names, index=None, placeholder=tr("Choose a match"), key="match",
            format_func=one_line, on_change=go_match, width=280,
        )  # fmt: skip
        if deal in numbers:
            st.session_state["number"] = deal
            st.selectbox(tr("Deal"), numbers, key="number", on_change=go_number, args=(match,), width=110)
        st.button(
            tr("Previous deal"), icon=":material/chevron_left:", disabled=before is None, on_click=go,
            args=before or ("", 0), key="Previous deal",
        )  # fmt: skip
        st.button(
            tr("Next deal"), icon=":material/chevron_right:", disabled=after is None, on_click=go,
            args=after or ("", 0), key="Next deal",
        )  # fmt: skip
    return match, deal


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Deal"), anchor=False)
    asked = choose(snapshot, scope)
    if asked is None:
        no_deals(scope)
        return
    match, deal = asked
    deals = judged_deals(snapshot, match)
    found = next((each for each in deals if each.deal.number == deal), None)
    if found is None:
        missing = tr("The store holds no deal {deal}. Choose another, or load its file.")
        address = st.query_params.get("deal", "")
        st.warning(missing.format(deal=in_markdown(address, 120)), icon=":material/search_off:")
        return
    played = steps(found.deal, found.ruleset, found.judgement)
    scored = [Scored(each.deal, each.judgement) for each in deals]
    data = payload(found.deal, found.ruleset, found.judgement, played, start(), match=scored, tr=spoken())
    viewer(key="viewer", data={"deal": data, "page": page(data), "linked": True}, on_deal_change=go_linked)


show(st.session_state["snapshot"], st.session_state["scope"])
