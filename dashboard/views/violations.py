"""The violations: every broken rule with its sentence and clause, each leading to its deal."""

import math
from typing import Literal

import streamlit as st

from dashboard.figures import Scope
from dashboard.notices import no_deals
from dashboard.questions import headline, violation_codes, violations
from dashboard.reading import Snapshot
from dashboard.viewer import fault_address
from dashboard.wording import in_markdown, number, player_name
from replay.judgement import Finding
from replay.rulesets import from_toml
from replay.violations import CATALOGUE, sentence

# Violations on one page of the list.
SHOWN = 20
_BADGES: dict[str, tuple[str, Literal["red", "orange", "blue"]]] = {
    "error": (":material/error:", "red"),
    "warning": (":material/warning:", "orange"),
    "note": (":material/info:", "blue"),
}


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


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title("Violations", anchor=False)
    codes = violation_codes(snapshot, scope)
    total = sum(codes.values())
    if not total:
        if headline(snapshot, scope)["deals"] == 0:
            no_deals(scope)
        else:
            st.success("No rule was broken in these deals, as far as they could be judged.", icon=":material/check:")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        code = st.selectbox(
            "Rule broken", list(codes), index=None, placeholder=f"All rules ({number(total)})", key="code",
            bind="query-params", format_func=lambda each: f"{title(each)} ({each})", width=460,
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
        link = {"deal": address, "fault": fault_address(finding)}
        with st.container(border=True):
            what, where = st.columns([5, 1.3], vertical_alignment="center")
            with what:
                icon, colour = _BADGES[CATALOGUE[row["code"]].severity]
                said_so = sentence(finding, ruleset)
                with st.container(horizontal=True, vertical_alignment="center"):
                    st.badge(title(row["code"]), icon=icon, color=colour)
                    if row["unsettled"]:
                        st.badge("unsettled", icon=":material/help:", color="gray")
                    st.markdown(in_markdown(said_so[:1].upper() + said_so[1:], 300), width="content")
                said = [place(row["code"], row["position"], ruleset.players), in_markdown(row["rules"])]
                if row["player_id"] is not None:
                    said.insert(0, f"**{in_markdown(player_name(row['player_name'], row['player_id']))}**")
                if row["clause"]:
                    said.append(f"{'open point' if row['unsettled'] else 'clause'} {in_markdown(row['clause'])}")
                said.append(in_markdown(row["code"]))
                st.caption(" · ".join(said))
            with where:
                st.page_link(
                    "views/deal.py", label=in_markdown(address, 40), icon=":material/playing_cards:", query_params=link,
                    help="Open this deal where it happened",
                )  # fmt: skip


show(st.session_state["snapshot"], st.session_state["scope"])
