"""The audit: violations by code, player, ruleset, file and month; the unsettled and the not auditable apart."""

import polars as pl
import streamlit as st

from dashboard.asking import tell, understand
from dashboard.figures import FIGURES, Scope
from dashboard.figures.faults import BROKEN_RULES, FAULTY_DEALS, JUDGED_DEALS
from dashboard.figures.naming import month_name
from dashboard.leading import VERDICTS, plain
from dashboard.messages import Language, mark
from dashboard.notices import no_deals, unnamed
from dashboard.panels import numbers, panel
from dashboard.questions import headline, judged, parts, violation_table
from dashboard.reading import Snapshot, names_of
from dashboard.speaking import spoken, tr
from dashboard.wording import number, one_line
from replay.judgement import PARTS
from replay.violations import CATALOGUE

_BY = {
    "code": mark("rule broken"), "player": mark("player"), "rules": mark("ruleset"), "file": mark("file"),
    "month": mark("month"),
}  # fmt: skip


def named(snapshot: Snapshot, found: pl.DataFrame, by: str) -> pl.DataFrame:
    """The table with its groups in words."""
    groups = found["group"].to_list()
    if by == "player":
        words = names_of(snapshot, "player", groups)
    elif by == "month":
        words = [tr("no date") if each is None else month_name(each) for each in groups]
    elif by == "code":
        words = [tr(CATALOGUE[each].title) if each in CATALOGUE else each for each in groups]
    else:
        words = [one_line(str(each), 200) for each in groups]
    return found.with_columns(pl.Series("group", words, pl.String)).rename({"group": _BY[by]})


def by_label(by: str, language: Language) -> str:
    """What violations are counted by."""
    return language(_BY[by])


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Audit"), anchor=False)
    heads = headline(snapshot, judged(scope))
    if heads["deals"] == 0:
        no_deals(scope)
        return
    verdicts = parts(snapshot, scope)
    boxes = st.columns(4)
    boxes[0].metric(tr("Deals"), number(heads["deals"]), border=True, help=tr(JUDGED_DEALS))
    boxes[1].metric(tr("Faulty deals"), number(heads["faulty"]), border=True, help=tr(FAULTY_DEALS))
    boxes[2].metric(tr("Violations"), number(heads["violations"]), border=True, help=tr(BROKEN_RULES))
    boxes[3].metric(
        tr("Unsettled parts"),
        number(int(verdicts["unsettled"].sum())),
        border=True,
        help=tr("A default was broken where the source of the rules is silent: no accusation."),
    )
    left, right = st.columns(2)
    with left:
        panel(
            snapshot,
            FIGURES["faults"],
            "ruleset",
            scope,
            tr("Deals with violations, by ruleset"),
            key="faults-ruleset",
            whole=False,
        )
    with right:
        panel(
            snapshot, FIGURES["faults"], "month", scope, tr("Deals with violations, by month"), key="faults-month",
            whole=False,
        )  # fmt: skip
    left, right = st.columns(2)
    with left:
        panel(
            snapshot,
            FIGURES["player-faults"],
            "player",
            scope,
            tr("Violations by player"),
            key="faults-player",
            whole=False,
            unnamed=unnamed("player"),
        )
    with right:
        panel(
            snapshot,
            FIGURES["faults"],
            "file",
            scope,
            tr("Deals with violations, by file"),
            key="faults-file",
            whole=False,
        )
    st.header(tr("Violations counted"), anchor=False, divider="gray")
    language = spoken()
    understand("audit-by", list(_BY), by_label, tr("By"))
    by = st.segmented_control(
        tr("By"),
        list(_BY),
        default="code",
        required=True,
        format_func=lambda each: by_label(each, language),
        key="audit-by",
        bind="query-params",
    )
    tell("audit-by")
    by = by or "code"
    found = violation_table(snapshot, scope, by)
    groups = found["group"].to_list()
    numbers(
        named(snapshot, found, by), f"violations-{by}", f"violations-{by}",
        lambda row, column: {"figure": "violations", "by": by, "group": plain(groups[row])},
    )  # fmt: skip
    st.page_link("views/violations.py", label=tr("Every violation, one by one"), icon=":material/gavel:")
    st.header(tr("What could be judged"), anchor=False, divider="gray")
    st.caption(
        tr("By part of a deal. Not auditable is not legal: the record lacks what is needed, or the part is not stated.")
    )
    parts_judged = verdicts["part"].to_list()
    rows = verdicts.with_columns(
        pl.Series("part", [tr(PARTS[each - 1]) for each in parts_judged], pl.String),
        pl.Series("reason", [tr(each) if each else "" for each in verdicts["reason"].to_list()], pl.String),
    )
    numbers(
        rows.rename({"not_auditable": "not auditable", "reason": "commonest reason"}), "parts", "parts",
        lambda row, column: {
            "figure": "parts", "by": PARTS[parts_judged[row] - 1],
            "group": column if column in VERDICTS else "not_auditable",
        },
    )  # fmt: skip


show(st.session_state["snapshot"], st.session_state["scope"])
