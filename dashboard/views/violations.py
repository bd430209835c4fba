"""The violations: every broken rule with its sentence and clause, each leading to its deal."""

import math

import streamlit as st

from dashboard.figures import Scope
from dashboard.filters import clear, in_address
from dashboard.questions import headline, violation_codes, violations
from dashboard.viewer import fault_address
from dashboard.wording import in_markdown, number, player_name
from replay.judgement import Finding
from replay.rulesets import from_toml
from replay.violations import CATALOGUE, sentence

SHOWN = 20
"""Violations on one page of the list."""
_BADGES = {"error": (":material/error:", "red"), "warning": (":material/warning:", "orange"),
           "note": (":material/info:", "blue")}  # fmt: skip


def title(code: str) -> str:
    """What a code is called."""
    return CATALOGUE[code].title if code in CATALOGUE else code


def place(code: str, position: int | None, table_size: int) -> str:
    """Where in the deal it happened, for people."""
    if position is None:
        return "whole deal"
    if code.startswith("call."):
        return f"call {position + 1}"
    return f"trick {position // table_size + 1}, card {position % table_size + 1}"


def show(snapshot: str, scope: Scope) -> None:
    """The page."""
    st.title("Violations", anchor=False)
    codes = violation_codes(snapshot, scope)
    total = sum(codes.values())
    if not total:
        if headline(snapshot, scope)["deals"] == 0:
            st.info("No deal in the store fits these filters.", icon=":material/filter_alt_off:")
        else:
            st.success("No rule was broken in these deals, as far as they could be judged.", icon=":material/check:")
        if scope != Scope():
            st.button("Show everything", on_click=clear)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        code = st.selectbox(
            "Rule broken", list(codes), index=None, placeholder=f"All rules ({number(total)})", key="code",
            bind="query-params", format_func=lambda each: f"{title(each)} – {each} ({number(codes[each])})", width=460,
        )  # fmt: skip
    count = codes[code] if code else total
    leaves = math.ceil(count / SHOWN)
    leaf = st.pagination(leaves, key=f"leaf {code} {scope}") if leaves > 1 else 1
    rows = violations(snapshot, scope, code, (leaf - 1) * SHOWN, SHOWN).to_dicts()
    first = (leaf - 1) * SHOWN
    st.caption(f"{number(first + 1)} to {number(first + len(rows))} of {number(count)}")
    for row in rows:
        ruleset = from_toml(row["toml"], row["rules"])
        finding = Finding(
            code=row["code"], unsettled=row["unsettled"], seat=row["seat"], position=row["position"], card=row["card"],
            allowed=row["allowed"], recorded=row["recorded"], computed=row["computed"], clause=row["clause"],
        )  # fmt: skip
        address = f"{row['match']}/{row['number']}"
        link = {"deal": address, "fault": fault_address(finding), **in_address()}
        with st.container(border=True):
            what, where = st.columns([4, 1.4], vertical_alignment="center")
            with what:
                icon, colour = _BADGES[CATALOGUE[row["code"]].severity]
                with st.container(horizontal=True, vertical_alignment="center"):
                    st.badge(title(row["code"]), icon=icon, color=colour)
                    if row["unsettled"]:
                        st.badge("unsettled", icon=":material/help:", color="gray")
                    st.caption(f"`{row['code']}`")
                st.markdown(in_markdown(sentence(finding, ruleset), 300))
                who = player_name(row["player_name"], row["player_id"]) if row["player_id"] is not None else None
                said = [place(row["code"], row["position"], ruleset.players), in_markdown(row["rules"])]
                if who:
                    said.insert(0, f"**{in_markdown(who)}**")
                if row["clause"]:
                    said.append(f"clause {in_markdown(row['clause'])}")
                st.caption(" · ".join(said))
            with where:
                st.page_link(
                    "views/deal.py", label=in_markdown(address, 40), icon=":material/playing_cards:", query_params=link,
                    help="Open this deal where it happened",
                )  # fmt: skip


show(st.session_state["snapshot"], st.session_state["scope"])
