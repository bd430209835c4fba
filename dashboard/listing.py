"""A list of deals on a page: each row leads to its deal."""

from collections.abc import Callable

import polars as pl
import streamlit as st

from dashboard import columns
from dashboard.figures.figure import FLAGS
from dashboard.messages import mark
from dashboard.panels import export
from dashboard.speaking import spoken, tr
from dashboard.wording import CONTRACT_WORDS, one_line, player_name

_OUTCOMES = {0: mark("not judged"), 1: mark("made"), 2: mark("inside"), 3: mark("hanging"), 4: mark("thrown in")}


def table(found: pl.DataFrame) -> pl.DataFrame:
    """The deals in words: address, ruleset, day, contract, taker, outcome, violations, flags."""
    rows = []
    for each in found.to_dicts():
        outcome = tr(_OUTCOMES[each["outcome"]])
        if each["outcome"] == 0 and each["made"] is not None:
            outcome = tr("made by points") if each["made"] else tr("not made by points")
        contract = "" if each["contract"] is None else tr(CONTRACT_WORDS[each["contract"]])
        level = {None: "", 1000: tr("capot") + " "}.get(each["level"], f"{each['level']} ")
        doubled = {2: " " + tr("doubled"), 4: " " + tr("redoubled")}.get(each["doubled"], "")
        taker = "" if each["taker_id"] is None else player_name(each["taker_name"], each["taker_id"])
        rows.append(
            {
                "deal": f"{each['match']}/{each['number']}", "rules": one_line(each["rules"]),
                "day": str(each["day"] or ""), "contract": level + contract + doubled,
                "taker": taker, "outcome": outcome, "violations": each["broken"],
                "flags": ", ".join(tr(flag) for flag, (bit, _) in FLAGS.items() if each["flags"] & bit),
            }
        )  # fmt: skip
    schema = {"deal": pl.String, "rules": pl.String, "day": pl.String, "contract": pl.String, "taker": pl.String,
              "outcome": pl.String, "violations": pl.Int64, "flags": pl.String}  # fmt: skip
    return pl.DataFrame(rows, schema=schema)


def listing(found: pl.DataFrame, key: str, every: Callable[[], pl.DataFrame | None] | None = None) -> None:
    """Show deals, give them along, and go to the one whose row is chosen.

    `every` gives all of them for the export, where more are found than shown.
    """
    shown = table(found)
    event = st.dataframe(
        shown,
        hide_index=True,
        key=key,
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            name: st.column_config.TextColumn(columns.title(name, spoken()), width=150 if name == "outcome" else None)
            if shown[name].dtype == pl.String
            else columns.title(name, spoken())
            for name in shown.columns
        },
        alt=tr("Deals; choose a row to open it"),
    )
    export(lambda: table(every_one) if every and (every_one := every()) is not None else shown, "deals", key)
    rows = event.selection.rows if hasattr(event, "selection") else []
    if rows and rows[0] < shown.height:
        st.switch_page("views/deal.py", query_params={"deal": shown["deal"][rows[0]]})
