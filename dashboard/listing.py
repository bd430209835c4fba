"""A list of deals on a page: each row leads to its deal."""

from collections.abc import Callable

import polars as pl
import streamlit as st

from dashboard.figures.figure import FLAGS
from dashboard.panels import export
from dashboard.wording import CONTRACT_WORDS, one_line, player_name

_OUTCOMES = {0: "not judged", 1: "made", 2: "inside", 3: "hanging", 4: "thrown in"}


def table(found: pl.DataFrame) -> pl.DataFrame:
    """The deals in words: address, ruleset, day, contract, taker, outcome, violations, flags."""
    rows = []
    for each in found.to_dicts():
        outcome = _OUTCOMES[each["outcome"]]
        if each["outcome"] == 0 and each["made"] is not None:
            outcome = "made by points" if each["made"] else "not made by points"
        contract = "" if each["contract"] is None else CONTRACT_WORDS[each["contract"]]
        level = {None: "", 1000: "capot "}.get(each["level"], f"{each['level']} ")
        taker = "" if each["taker_id"] is None else player_name(each["taker_name"], each["taker_id"])
        rows.append(
            {
                "deal": f"{each['match']}/{each['number']}", "rules": one_line(each["rules"]),
                "day": str(each["day"] or ""),
                "contract": level + contract + {1: "", 2: " doubled", 4: " redoubled"}.get(each["doubled"], ""),
                "taker": taker, "outcome": outcome, "violations": each["broken"],
                "flags": ", ".join(flag for flag, (bit, _) in FLAGS.items() if each["flags"] & bit),
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
        column_config={"outcome": st.column_config.TextColumn(width=150)},
        key=key,
        on_select="rerun",
        selection_mode="single-row",
        alt="Deals; choose a row to open it",
    )
    export(lambda: table(every_one) if every and (every_one := every()) is not None else shown, "deals", key)
    rows = event.selection.rows if hasattr(event, "selection") else []
    if rows and rows[0] < shown.height:
        st.switch_page("views/deal.py", query_params={"deal": shown["deal"][rows[0]]})
