"""The paste box: records of any format, judged and shown at once, stored only on request."""

import streamlit as st

from dashboard.importing import LOADING, Pasted, begin, judge_pasted, uploads
from dashboard.reading import store
from dashboard.speaking import plural, spoken, tr
from dashboard.viewer import CSS, HTML, JS, payload
from dashboard.viewer.page import page
from dashboard.viewer.payload import seat_names
from dashboard.viewer.telling import broken_text
from dashboard.wording import in_markdown, number, one_line
from ingest.mapping import names as mapping_names
from replay import rulesets
from replay.steps import steps
from replay.violations import CATALOGUE

viewer = st.components.v2.component("rebelote.pasted", html=HTML, css=CSS, js=JS)


@st.cache_resource(max_entries=16, show_spinner=False)
def judged(text: str, mapping: str | None, rules: str | None) -> Pasted:
    """A pasted text judged."""
    return judge_pasted(text, mapping, rules)


def verdict(found: Pasted) -> None:
    """The verdict on what was pasted, and one deal of it on the table."""
    if found.problem is not None:
        st.error(in_markdown(found.problem, 800), icon=":material/error:")
        return
    for line, reason in found.rejects:
        st.warning(
            in_markdown(tr("line {line}: {reason}").format(line=line, reason=reason), 400), icon=":material/warning:"
        )
    broken = [each for each in found.deals if any(not fault.unsettled for fault in each.judgement.findings)]
    if broken:
        st.error(
            plural(
                "{count} of {every} deals breaks a rule.",
                "{count} of {every} deals break a rule.",
                len(broken),
                every=number(len(found.deals)),
            ),
            icon=":material/gavel:",
        )
    else:
        st.success(
            plural(
                "No rule is broken in {count} deal, as far as it can be judged.",
                "No rule is broken in {count} deals, as far as they can be judged.",
                len(found.deals),
            ),
            icon=":material/check:",
        )
    index = 0
    if len(found.deals) > 1:
        index = st.selectbox(
            tr("Deal"),
            range(len(found.deals)),
            width=360,
            format_func=lambda each: one_line(f"{found.deals[each].deal.match}/{found.deals[each].deal.number}"),
        )
    one = found.deals[index]
    language = spoken()
    names = dict(enumerate(seat_names(one.deal, one.ruleset.players, language)))
    for fault in one.judgement.findings:
        said = broken_text(fault, one.ruleset, language, names)
        where = "" if fault.clause == "" else f" · {in_markdown(fault.clause)}"
        badge = tr("unsettled") if fault.unsettled else tr(CATALOGUE[fault.code].title)
        st.markdown(f"**{in_markdown(badge)}**: {in_markdown(said, 300)}{where}")
    played = steps(one.deal, one.ruleset, one.judgement)
    data = payload(one.deal, one.ruleset, one.judgement, played, None, tr=language)
    viewer(key="pasted-viewer", data={"deal": data, "page": page(data), "linked": False})


def show() -> None:
    """The page."""
    st.title(tr("Paste"), anchor=False)
    st.caption(
        tr("Paste one or many records, one a line. They are judged here and kept nowhere, unless you store them.")
    )
    text = st.text_area(
        tr("Records"),
        key="pasted",
        height=160,
        max_chars=1_000_000,
        label_visibility="collapsed",
        placeholder='{"rebelote": 1, "match": "table-4", "deal": 1, "rules": "fr4-001", …}',
    )
    left, right = st.columns(2)
    mapping = left.selectbox(
        tr("Mapping, for a foreign log"), mapping_names(), index=None, placeholder=tr("none"), key="paste-mapping"
    )
    rules = right.selectbox(
        tr("Ruleset, for records that name none"),
        rulesets.names(),
        index=None,
        placeholder=tr("none"),
        key="paste-rules",
    )
    if not text.strip():
        return
    with st.spinner(tr("Judging")):
        found = judged(text, mapping, rules)
    verdict(found)
    if uploads() and found.deals and st.button(tr("Store these deals"), icon=":material/save:"):
        st.session_state[LOADING] = begin({"pasted.jsonl": text.encode()}, store(), mapping, rules)
        st.switch_page("views/imports.py")


show()
