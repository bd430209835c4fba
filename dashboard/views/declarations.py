"""Declarations and belote: held, against the exact chance; announced, counted, and missed."""

from functools import partial

import polars as pl
import streamlit as st

from dashboard.charts import intervals
from dashboard.figures import FIGURES, Scope
from dashboard.figures.declarations import KINDS, MISSED_SENTENCE
from dashboard.figures.fairness import HELD_SENTENCE
from dashboard.figures.interval import with_interval
from dashboard.figures.naming import SPLIT_WORDS
from dashboard.leading import Address, plain
from dashboard.notices import no_deals, unnamed
from dashboard.panels import SHOWN_ROWS, chart, explained, numbers, panel
from dashboard.questions import any_deals
from dashboard.reading import Snapshot, table
from dashboard.speaking import tr, tr_of
from dashboard.wording import number

# Players of a chart: the page has many charts.
_PEOPLE = 12


def against_chance(snapshot: Snapshot, scope: Scope) -> None:
    """The hands held beside the exact chances, one chart for each size of hand and pack."""
    held = table(snapshot, "held", scope)
    sizes = held.select("pack", "size", "tested").unique(maintain_order=True).rows()
    for place, (pack, size, tested) in zip(st.columns(max(1, min(2, len(sizes)))) * len(sizes), sizes, strict=False):
        rows = held.filter((pl.col("pack") == pack) & (pl.col("size") == size) & (pl.col("tested") == tested))
        labels = [tr("king and queen") if each == "couple" else tr(each) for each in rows["kind"].to_list()]
        shown = rows.select(group="kind", count="hands", successes="held", rate="rate", low="low", high="high")
        with place, st.container(border=True):
            title = tr("{size} cards of {pack}, thrown-in deals kept") if tested else tr("{size} cards of {pack}")
            st.subheader(title.format(size=size, pack=pack), anchor=False)
            drawn = intervals(
                shown, labels, tr_of("figure", "hands"), tr_of("figure", "held"), False,
                exact=rows["chance"].to_list(), names=(tr_of("figure", "held"), ""),
            )  # fmt: skip
            kinds, by = rows["kind"].to_list(), f"{pack}-{size}-{plain(tested)}"

            def lead(row: int, column: str = "", kinds: list[str] = kinds, by: str = by) -> Address:
                return {"figure": "chances", "by": by, "group": kinds[row]}

            chart(drawn, f"chance-{pack}-{size}-{tested}", tr("Held against the exact chance"), lead)
            if tested:
                said = [
                    tr("{label}: {deviation} points, p {p}").format(
                        label=label, deviation=f"{100 * row['deviation']:+.2f}", p=f"{row['p_holm']:.2g}"
                    )
                    for label, row in zip(labels, rows.to_dicts(), strict=True)
                    if row["p_holm"] is not None
                ]
                st.caption(tr("Deviation from the exact chance, p after Holm: {said}.").format(said="; ".join(said)))
            key = f"held-{pack}-{size}-{tested}"
            explained(
                key,
                tr(HELD_SENTENCE),
                partial(numbers, rows.with_columns(pl.Series("kind", labels)), f"held-{pack}-{size}", key, lead),
            )
    if not held["tested"].all():
        st.caption(
            tr(
                ":material/info: Tested only where a file keeps its thrown-in deals with whole hands. The deals played "
                "are picked by the auction elsewhere, so that a deviation says nothing of the dealing."
            )
        )


def missed(snapshot: Snapshot, scope: Scope) -> None:
    """What was held and not announced, and what it would have been worth."""
    found = table(snapshot, "missed", scope)
    if found.is_empty():
        st.info(tr("Nothing was missed, or no announcements are recorded."), icon=":material/check:")
        return
    named = [tr(KINDS[each]) for each in found["kind"].to_list()]
    kinds = [KINDS[each] for each in found["kind"].to_list()]

    def lead(row: int, column: str = "") -> Address:
        by = "counting" if column.startswith("counting") else "times"
        return {"figure": "missed", "by": by, "group": kinds[row]}

    shown = with_interval(
        found.select(group="kind", count="times", successes="counting", rate=pl.col("counting") / pl.col("times"))
    )
    with st.container(border=True):
        st.subheader(tr("Missed, and would have counted"), anchor=False)
        said = tr("{missed} missed; {counting} would have counted: **{points} points** given away.")
        st.write(
            said.format(
                missed=number(int(found["times"].sum())),
                counting=number(int(found["counting"].sum())),
                points=number(int(found["counting_worth"].sum())),
            )
        )
        drawn = intervals(shown, named, tr("missed"), tr("would have counted"), True)
        chart(drawn, "missed", tr("Missed declarations that would have counted"), lead)
        every = found.with_columns(pl.Series("kind", named))
        explained("missed", tr(MISSED_SENTENCE), lambda: numbers(every, "missed", "missed", lead))


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Declarations"), anchor=False)
    if not any_deals(snapshot, scope):
        no_deals(scope)
        return
    st.header(tr("Held, against the exact chance"), anchor=False, divider="gray")
    against_chance(snapshot, scope)
    st.header(tr("Announced and counted"), anchor=False, divider="gray")
    none = {
        "announced": tr("None was held here, or no announcements are recorded."),
        "counted": tr("None was announced here, or no announcements are recorded."),
    }
    for place, name in zip(st.columns(2), ("announced", "counted"), strict=True):
        with place:
            panel(
                snapshot,
                FIGURES[name],
                "kind",
                scope,
                tr(FIGURES[name].title),
                key=f"kind-{name}",
                none=none[name],
            )
    left, right = st.columns(2)
    with left:
        panel(
            snapshot,
            FIGURES["announced"],
            "player",
            scope,
            tr("Announced of those held, by player"),
            key="announced-player",
            unnamed=unnamed("player"),
            rows=_PEOPLE,
            none=none["announced"],
        )
    with right:
        panel(
            snapshot,
            FIGURES["declarations"],
            "month",
            scope,
            tr("Held by month, all kinds"),
            key="held-month",
            whole=False,
        )
    st.header(tr("Held and not announced"), anchor=False, divider="gray")
    missed(snapshot, scope)
    st.header(tr("Belote"), anchor=False, divider="gray")
    for pair in (
        (("belote", "taker"), ("couples", "ruleset")),
        (("belote-announced", "player"), ("belote-counted", "ruleset")),
    ):
        for place, (name, split) in zip(st.columns(2), pair, strict=True):
            with place:
                panel(
                    snapshot,
                    FIGURES[name],
                    split,
                    scope,
                    tr("{figure} by {split}").format(figure=tr(FIGURES[name].title), split=tr(SPLIT_WORDS[split])),
                    key=f"belote-{name}",
                    whole=name not in ("belote", "couples"),
                    none=none.get(name.removeprefix("belote-")),
                    unnamed=unnamed("player") if split == "player" else None,
                    rows=SHOWN_ROWS if split == "ruleset" else _PEOPLE,
                )


show(st.session_state["snapshot"], st.session_state["scope"])
