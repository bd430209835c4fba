"""Fairness: the hands dealt to every seat against the exact distribution."""

import polars as pl
import streamlit as st

from dashboard.charts import deviations
from dashboard.figures import Scope
from dashboard.figures.fairness import MARKED, SENTENCE, TESTS_SENTENCE, verdicts
from dashboard.figures.interval import with_interval
from dashboard.leading import Address, plain
from dashboard.notices import no_deals
from dashboard.panels import chart, explained, numbers
from dashboard.questions import any_deals
from dashboard.reading import Snapshot, table
from dashboard.speaking import plural, tr, tr_of
from dashboard.wording import number


def worded(frame: pl.DataFrame) -> pl.DataFrame:
    """A table with its seats counted from 1 and the cards counted in words."""
    words = [tr_of("cards", each) for each in frame["mark"].to_list()]
    return frame.with_columns(pl.col("seat") + 1, pl.Series("mark", words, pl.String))


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Is the dealing fair?"), anchor=False)
    if not any_deals(snapshot, scope):
        no_deals(scope)
        return
    dealt = table(snapshot, "dealing", scope)
    if dealt.is_empty():
        st.info(
            tr("No hand of these deals is recorded as it was dealt before the auction."),
            icon=":material/filter_alt_off:",
        )
        return
    st.write(tr(SENTENCE))
    kinds = dealt.select("pack", "size", "tested").unique(maintain_order=True).sort("tested", descending=True).rows()
    words = {
        kind: (
            tr("{size} cards of {pack}") if kind[2] else tr("{size} cards of {pack}, thrown-in deals not kept")
        ).format(size=kind[1], pack=kind[0])
        for kind in kinds
    }
    kind = kinds[0]
    if len(kinds) > 1:
        kind = st.selectbox(tr("Hands"), kinds, format_func=lambda each: words[each], width=420) or kind
    chosen = dealt.filter((pl.col("pack") == kind[0]) & (pl.col("size") == kind[1]) & (pl.col("tested") == kind[2]))
    if kind[2]:
        tests = verdicts(dealt).filter((pl.col("pack") == kind[0]) & (pl.col("size") == kind[1]))
        worst = min(tests["p_holm"].to_list(), default=1.0)
        bad = tests.filter(pl.col("p_holm") < 0.05).height
        smallest = f"{worst:.2g}"
        if bad:
            st.error(
                plural(
                    "{count} of {every} tests deviates more than chance allows (the smallest p after Holm is {p}).",
                    "{count} of {every} tests deviate more than chance allows (the smallest p after Holm is {p}).",
                    bad,
                    every=number(tests.height),
                    p=smallest,
                ),
                icon=":material/warning:",
            )
        else:
            st.success(
                plural(
                    "None of {every} tests deviates more than chance allows (the smallest p after Holm is {p}). That "
                    "does not prove a fair shuffle: it finds no fault in {count} deal.",
                    "None of {every} tests deviates more than chance allows (the smallest p after Holm is {p}). That "
                    "does not prove a fair shuffle: it finds no fault in {count} deals.",
                    max(tests["deals"].to_list(), default=0),
                    every=number(tests.height),
                    p=smallest,
                ),
                icon=":material/check:",
            )
        explained(
            "dealing-tests", tr(TESTS_SENTENCE),
            # First what somebody looks for: the box has no room for all columns.
            lambda: numbers(
                worded(tests).select("seat", "mark", "deals", "p_holm", pl.exclude("seat", "mark", "deals", "p_holm")),
                "dealing-tests", "dealing-tests",
            ),
            tr("Tests"),
        )  # fmt: skip
    else:
        st.warning(
            tr(
                "Not tested: no file of these keeps thrown-in deals with their cards, and the auction picks the hands "
                "that are played. What is shown may deviate from the exact chances for that alone."
            ),
            icon=":material/info:",
        )
    seats = chosen["seat"].unique().sort().to_list()
    seat = st.segmented_control(
        tr("Seat"),
        seats,
        default=seats[0],
        required=True,
        format_func=lambda each: tr("seat {seat}").format(seat=each + 1),
        key="dealt-seat",
    )
    columns = st.columns(3)
    for place, mark in enumerate(MARKED):
        rows = chosen.filter((pl.col("seat") == seat) & (pl.col("mark") == mark))
        rows = with_interval(
            rows.with_columns(count="deals", successes="observed", rate=pl.col("observed") / pl.col("deals"))
        )
        with columns[place % 3], st.container(border=True):
            by, held = f"{kind[0]}-{kind[1]}-{plain(kind[2])}-{seat}-{mark}", rows["held"].to_list()

            def lead(row: int, by: str = by, held: list[int] = held) -> Address:
                return {"figure": "dealing", "by": by, "group": str(held[row])}

            chart(
                deviations(rows, tr("{mark} in the hand").format(mark=tr_of("cards", mark))),
                f"dealt-{mark}",
                tr("How many {mark} were dealt").format(mark=tr_of("cards", mark)),
                lead,
            )
    st.caption(
        tr(
            "By how many of the cards a hand holds: how much more or less often than the exact chance (the green "
            "line), with its 95 % interval."
        )
    )
    every = chosen.to_dicts()
    explained(
        "dealing", tr("A row for each seat, each suit or rank, and each number of such cards in a hand."),
        lambda: numbers(
            worded(chosen), "dealing", "dealing",
            lambda row, column: {
                "figure": "dealing", "group": str(every[row]["held"]),
                "by": f"{kind[0]}-{kind[1]}-{plain(kind[2])}-{every[row]['seat']}-{every[row]['mark']}",
            },
        ),
    )  # fmt: skip


show(st.session_state["snapshot"], st.session_state["scope"])
