"""The violations: every broken rule with its sentence and clause, each leading to its deal."""

import math
from typing import Literal

import streamlit as st

from dashboard.asking import tell, understand
from dashboard.figures import Scope
from dashboard.notices import no_deals
from dashboard.questions import any_deals, violation_codes, violation_table, violations
from dashboard.reading import Snapshot
from dashboard.ruling import badge, ruler
from dashboard.speaking import code_label, plural, spoken, tr
from dashboard.viewer import fault_address
from dashboard.viewer.telling import broken_text
from dashboard.wording import in_markdown, number, player_name
from replay.judgement import Finding
from replay.rulesets import from_toml
from replay.violations import CATALOGUE

# Violations on one page of the list.
SHOWN = 20
_BADGES: dict[str, tuple[str, Literal["red", "orange", "blue"]]] = {
    "error": (":material/error:", "red"),
    "warning": (":material/warning:", "orange"),
    "note": (":material/info:", "blue"),
}


def title(code: str) -> str:
    """What a code is called."""
    return tr(CATALOGUE[code].title) if code in CATALOGUE else code


def place(code: str, position: int | None, table_size: int) -> str:
    """Where in the deal it happened, for people."""
    if position is None:
        return tr("Whole deal")
    if code.startswith("call."):
        return tr("Call {call}").format(call=position + 1)
    return tr("Trick {trick}, card {card}").format(trick=position // table_size + 1, card=position % table_size + 1)


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Violations"), anchor=False)
    codes = violation_codes(snapshot, scope)
    total = sum(codes.values())
    if not total:
        if not any_deals(snapshot, scope):
            no_deals(scope)
        else:
            st.success(
                tr("No rule was broken in these deals, as far as they could be judged."), icon=":material/check:"
            )
        return
    unsettled = int(violation_table(snapshot, scope, "code")["unsettled"].sum())
    if unsettled:
        st.caption(
            ":material/info: "
            + plural(
                "{count} of these {every} is unsettled, because the source of the rules is silent there: it stands in "
                "the list, and does not count as a violation on the pages Overview and Audit.",
                "{count} of these {every} are unsettled, because the source of the rules is silent there: they stand "
                "in the list, and do not count as violations on the pages Overview and Audit.",
                unsettled,
                every=number(total),
            )
        )
    language = spoken()
    understand("code", list(codes), code_label, tr("Rule broken"), find=lambda text: text if text in codes else None)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        code = st.selectbox(
            tr("Rule broken"), list(codes), index=None, key="code",
            placeholder=tr("All rules ({count})").format(count=number(total)),
            bind="query-params", format_func=lambda each: code_label(each, language), width=460,
        )  # fmt: skip
    tell("code")
    count = codes[code] if code else total
    leaves = math.ceil(count / SHOWN)
    leaf = st.pagination(leaves, key=f"leaf {code} {scope}") if leaves > 1 else 1
    rows = violations(snapshot, scope, code, (leaf - 1) * SHOWN, SHOWN).to_dicts()
    first = (leaf - 1) * SHOWN
    st.caption(
        tr("{first} to {last} of {count}").format(
            first=number(first + 1), last=number(first + len(rows)), count=number(count)
        )
    )
    for row in rows:
        ruleset = from_toml(row["toml"], row["rules"])
        finding = Finding(
            code=row["code"], unsettled=row["unsettled"], seat=row["seat"], position=row["position"], card=row["card"],
            allowed=row["allowed"], recorded=row["recorded"], computed=row["computed"], clause=row["clause"],
        )  # fmt: skip
        address = f"{row['match']}/{row['number']}"
        player = "" if row["player_id"] is None else player_name(row["player_name"], row["player_id"])
        link = {"deal": address, "fault": fault_address(finding)}
        with st.container(border=True):
            what, where = st.columns([5, 1.3], vertical_alignment="center")
            with what:
                icon, colour = _BADGES[CATALOGUE[row["code"]].severity]
                known = {} if row["player_id"] is None else {row["seat"]: player}
                said_so = broken_text(finding, ruleset, language, known)
                with st.container(horizontal=True, vertical_alignment="center"):
                    st.badge(title(row["code"]), icon=icon, color=colour)
                    if row["unsettled"]:
                        st.badge(tr("unsettled"), icon=":material/help:", color="gray")
                    if row["said"] is not None:
                        badge(row["said"], row["ruled_by"], row["note"])
                    st.markdown(in_markdown(said_so, 300), width="content")
                said = [place(row["code"], row["position"], ruleset.players), in_markdown(row["rules"])]
                if row["player_id"] is not None:
                    said.insert(0, f"**{in_markdown(player)}**")
                if row["clause"]:
                    rests = tr("open point {clause}") if row["unsettled"] else tr("clause {clause}")
                    said.append(rests.format(clause=in_markdown(row["clause"])))
                said.append(in_markdown(row["code"]))
                st.caption(" · ".join(said))
            with where:
                st.page_link(
                    "views/deal.py", label=in_markdown(address, 40), icon=":material/playing_cards:", query_params=link,
                    help=tr("Open this deal where it happened"),
                )  # fmt: skip
                ruler(row, f"{address} {row['code']} {row['position']} {row['seat']}")


show(st.session_state["snapshot"], st.session_state["scope"])
