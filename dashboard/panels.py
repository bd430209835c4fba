"""A figure on a page: its chart, the way from every mark to its deals, its numbers, and its definition."""

import io
from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.charts import intervals, over_time
from dashboard.figures import Figure, Scope
from dashboard.figures.naming import SPLIT_WORDS
from dashboard.reading import Snapshot, figure, names_of
from dashboard.wording import in_chart, number

PLOTLY: Final = {
    "displaylogo": False,
    "modeBarButtonsToRemove": [
        "select2d",
        "lasso2d",
        "zoom2d",
        "pan2d",
        "autoScale2d",
        "resetScale2d",
        "zoomIn2d",
        "zoomOut2d",
    ],
    "toImageButtonOptions": {"format": "svg", "filename": "rebelote"},
}
"""Plotly's own button saves a chart as SVG."""

SHOWN_ROWS: Final = 20
"""Rows of a chart; the numbers beside it have all."""


def panel(
    snapshot: Snapshot,
    kind: Figure,
    split: str,
    scope: Scope,
    title: str,
    *,
    key: str,
    whole: bool = True,
    only: Sequence[Any] | None = None,
    beside: Scope | None = None,
    bounds: Mapping[str, float] | None = None,
    exact: Mapping[Any, float] | None = None,
    none: str | None = None,
    named: bool = False,
    rows: int = SHOWN_ROWS,
    names: tuple[str, str] = ("chosen", "whole store"),
) -> None:
    """Draw a figure by a split. `only` keeps these groups; `named` drops the one without a name; `rows` are drawn."""
    frame = figure(snapshot, kind.name, split, scope, bounds)
    if only is not None:
        frame = frame.filter(pl.col("group").is_in(list(only)))
    if named:
        frame = frame.drop_nulls("group")
    with st.container(border=True, height="stretch"):
        st.subheader(title, anchor=False)
        if frame.is_empty():
            st.info(none or f"No {kind.counted} here that can be counted.", icon=":material/filter_alt_off:")
        else:
            shown = frame
            if split in ("taker", "player", "pair", "doubler", "file"):
                frame = shown = frame.sort("count", "group", descending=[True, False], nulls_last=True)
            if split != "month" and frame.height > rows:
                shown = frame.head(rows)
            labels = names_of(snapshot, split, shown["group"].to_list())
            safe = [in_chart(label) for label in labels]
            if split == "month":
                drawn = over_time(shown, safe, kind.counted, kind.succeeded)
            else:
                # What is chosen may be the whole store itself.
                other = (
                    None if beside is None or beside == scope else figure(snapshot, kind.name, split, beside, bounds)
                )
                chances = None if exact is None else [exact.get(group) for group in shown["group"].to_list()]
                drawn = intervals(
                    shown, safe, kind.counted, kind.succeeded, whole, beside=other, exact=chances, names=names
                )
            chosen = st.plotly_chart(
                drawn,
                key=key,
                config=PLOTLY,
                on_select="rerun",
                selection_mode="points",
                alt=f"{title}: the rates are in Numbers",
            )
            _follow(chosen, kind, split, shown, key)
            if shown.height < frame.height:
                st.caption(
                    f"The {number(shown.height)} with most {kind.counted} of {number(frame.height)}; Numbers has all."
                )
        with st.container(horizontal=True):
            if not frame.is_empty():
                with st.popover("Numbers", icon=":material/table_rows:"):
                    numbers(
                        frame.with_columns(
                            pl.Series(
                                SPLIT_WORDS[split], names_of(snapshot, split, frame["group"].to_list()), pl.String
                            )
                        ).select(SPLIT_WORDS[split], "count", "successes", "rate", "low", "high"),
                        f"{kind.name}-{split}",
                        key,
                        kind,
                        split,
                        frame["group"].to_list(),
                    )
            with st.popover("What is counted", icon=":material/help:"):
                st.write(kind.sentence)
                for name, value in {**kind.bounds, **(bounds or {})}.items():
                    if name != "each":
                        st.write(f"Bound *{name}*: {value:g}")
                st.write(
                    "The line is the 95 % Wilson interval: the fewer are counted, the wider it is. A click on a dot, "
                    "or on a row under Numbers, leads to its deals."
                )


def numbers(
    frame: pl.DataFrame, name: str, key: str, kind: Figure | None = None, split: str = "", groups: Sequence[Any] = ()
) -> None:
    """A table with its exports; a chosen row leads to its deals, where a figure says which."""
    columns = {column: _column(column, frame[column].dtype) for column in frame.columns}
    event = st.dataframe(
        frame,
        hide_index=True,
        key=f"table {key}",
        column_config=columns,
        alt=name,
        on_select="rerun" if kind is not None else "ignore",
        selection_mode="single-row",
    )
    export(frame, name, key)
    if kind is not None:
        rows = event.selection.rows if hasattr(event, "selection") else []
        if rows and rows[0] < len(groups):
            _go(kind, split, groups[rows[0]])


def _column(name: str, kind: pl.DataType) -> Any:
    """How a column of numbers is titled and written."""
    title = name.replace("_", " ")
    if not kind.is_numeric():
        return title
    if name in ("rate", "low", "high", "chance", "deviation") or name.startswith(("shrunken", "made_")):
        return st.column_config.NumberColumn(title, format="percent")
    return st.column_config.NumberColumn(title, format="%.2f" if kind.is_float() else "localized")


def export(frame: pl.DataFrame, name: str, key: str) -> None:
    """Buttons that give a table as CSV or Parquet."""
    with st.container(horizontal=True):
        st.download_button(
            "CSV",
            lambda: frame.write_csv().encode(),
            f"{name}.csv",
            "text/csv",
            key=f"csv {key}",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "Parquet",
            lambda: _parquet(frame),
            f"{name}.parquet",
            "application/vnd.apache.parquet",
            key=f"parquet {key}",
            icon=":material/download:",
            on_click="ignore",
        )


def _parquet(frame: pl.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()


def _follow(chosen: Any, kind: Figure, split: str, shown: pl.DataFrame, key: str) -> None:
    points = chosen.selection.points if hasattr(chosen, "selection") else []
    if points:
        index = points[0]["point_index"]
        # A chart keeps its choice: coming back to the page must not lead away again.
        seen = (split, index)
        if st.session_state.get(f"followed {key}") != seen:
            st.session_state[f"followed {key}"] = seen
            _go(kind, split, shown["group"][index])
    else:
        st.session_state.pop(f"followed {key}", None)


def _go(kind: Figure, split: str, group: Any) -> None:
    told = {
        "figure": kind.name,
        "by": split,
        "group": "" if group is None else str(group).lower() if isinstance(group, bool) else str(group),
    }
    # The common filters come along of themselves: they are bound to the address.
    st.switch_page("views/deals.py", query_params=told)
