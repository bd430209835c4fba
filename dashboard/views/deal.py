"""The deal: choose one, and step through it card by card."""

import streamlit as st

from dashboard.figures import Scope
from dashboard.notices import no_deals
from dashboard.questions import deal_numbers, matches, neighbours
from dashboard.reading import Snapshot, judged_deal
from dashboard.viewer import CSS, HTML, JS, payload
from dashboard.wording import in_markdown, number, one_line
from replay.judgement import PARTS, Judgement, Verdict
from replay.steps import steps

# Matches offered for choice; any other opens by its address.
SHOWN_MATCHES = 2000

viewer = st.components.v2.component("rebelote.deal", html=HTML, css=CSS, js=JS)


def address() -> tuple[str, int] | None:
    """Match and number that the address asks for, `MATCH/NUMBER`; a match's name may hold slashes itself."""
    match, slash, deal = st.query_params.get("deal", "").rpartition("/")
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
    go(match, deal_numbers(st.session_state["snapshot"], match)[0])


def go_number(match: str) -> None:
    """Show the deal of the match whose number was just chosen."""
    go(match, st.session_state["number"])


def start() -> int | str | None:
    """The step that the address asks for: its index, or a finding in it."""
    step = st.query_params.get("step", "")
    return int(step) if step.isascii() and step.isdigit() else st.query_params.get("fault")


def choose(snapshot: Snapshot, scope: Scope) -> tuple[str, int] | None:
    """Show what chooses the deal and return the choice; None where there is nothing to choose from."""
    names = matches(snapshot, scope, SHOWN_MATCHES)
    asked = address()
    if asked is None:
        if not names:
            return None
        asked = (names[0], deal_numbers(snapshot, names[0])[0])
    match, deal = asked
    numbers = deal_numbers(snapshot, match)
    if match not in names:
        names.insert(0, match)
    before, after = neighbours(snapshot, scope, match, deal)
    # What the address says comes first, whatever was chosen on an earlier visit.
    st.session_state["match"] = match
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Match", names, key="match", format_func=one_line, on_change=go_match, width=360)
        if deal in numbers:
            st.session_state["number"] = deal
            st.selectbox("Deal", numbers, key="number", on_change=go_number, args=(match,), width=110)
        for label, icon, to in (("Previous deal", "chevron_left", before), ("Next deal", "chevron_right", after)):
            st.button(
                label, icon=f":material/{icon}:", disabled=to is None, on_click=go, args=to or ("", 0), key=label,
            )  # fmt: skip
    return asked


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title("Deal", anchor=False)
    asked = choose(snapshot, scope)
    if asked is None:
        no_deals(scope)
        return
    match, deal = asked
    found = judged_deal(snapshot, match, deal)
    if found is None:
        st.warning(
            f"The store holds no deal {in_markdown(f'{match}/{deal}', 120)}. Choose another, or load its file.",
            icon=":material/search_off:",
        )
        return
    played = steps(found.deal, found.ruleset, found.judgement)
    data = payload(found.deal, found.ruleset, found.judgement, played, start())
    viewer(key="viewer", data=data)
    open_parts(found.judgement)


def open_parts(judgement: Judgement) -> None:
    """Say which parts of the deal could not be judged, and why: silence never means legal."""
    rows = [
        (part, reason)
        for part, verdict, reason in zip(PARTS, judgement.verdicts, judgement.reasons, strict=True)
        if verdict == Verdict.NOT_AUDITABLE
    ]
    if rows:
        with st.expander(f"{number(len(rows))} parts of this deal were not judged"):
            st.table({part.capitalize(): in_markdown(reason) for part, reason in rows}, border="horizontal")


show(st.session_state["snapshot"], st.session_state["scope"])
