"""A figure on a page: its chart, the way from every mark to its deals, its numbers, and its definition."""

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard import columns
from dashboard.charts import Chart, intervals, over_time
from dashboard.drawn import dressed
from dashboard.figures import Figure, Scope
from dashboard.figures.naming import SPLIT_WORDS
from dashboard.leading import Address, Lead, follow, to_figure
from dashboard.reading import Snapshot, figure, names_of, pair_names
from dashboard.speaking import decimals, spoken, tr, tr_of
from dashboard.stats import as_csv
from dashboard.wording import number

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
"""Rows of a chart; the numbers beside it have more."""
SHOWN_NUMBERS: Final = 500
"""Rows of the numbers beside a chart; what is exported has all."""


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
    unnamed: str | None = None,
    rows: int = SHOWN_ROWS,
    names: tuple[str, str] | None = None,
) -> None:
    """Draw a figure by a split. `only` keeps these groups; `rows` are drawn.

    Where nothing is counted, `none` says why. `unnamed` drops the group without a name, and says why there is no other.
    """
    counted, succeeded = tr_of("figure", kind.counted_by(split)), tr_of("figure", kind.succeeded)
    frame = figure(snapshot, kind.name, split, scope, bounds)
    if only is not None:
        frame = frame.filter(pl.col("group").is_in(list(only)))
    undated = int(frame.filter(pl.col("group").is_null())["count"].sum()) if split == "month" else 0
    if not frame.is_empty() and unnamed is not None:
        none = unnamed
    if unnamed is not None or split == "month":
        frame = frame.drop_nulls("group")
    with st.container(border=True, height="stretch"):
        st.subheader(title, anchor=False)
        if frame.is_empty():
            if undated:
                none = tr("{count} here ({counted}), none with a date.").format(count=number(undated), counted=counted)
            st.info(
                none or tr("No {counted} here that can be counted.").format(counted=counted),
                icon=":material/filter_alt_off:",
            )
        else:
            shown = frame
            if split in ("taker", "player", "pair", "doubler", "file"):
                frame = shown = frame.sort("count", "group", descending=[True, False], nulls_last=True)
            if split != "month" and frame.height > rows:
                shown = frame.head(rows)
            labels = _labels(snapshot, split, shown["group"].to_list())
            if split == "month":
                drawn = over_time(shown, labels, counted, succeeded, whole)
            else:
                # What is chosen may be the whole store itself.
                other = (
                    None if beside is None or beside == scope else figure(snapshot, kind.name, split, beside, bounds)
                )
                chances = None if exact is None else [exact.get(group) for group in shown["group"].to_list()]
                drawn = intervals(
                    shown, labels, counted, succeeded, whole, beside=other, exact=chances,
                    names=names or (tr("chosen"), tr("whole store")),
                )  # fmt: skip
            groups = shown["group"].to_list()
            chart(drawn, key, tr("{title}: the rates are in Numbers").format(title=title),
                  lambda row: to_figure(kind.name, split, groups[row], bounds=bounds))  # fmt: skip
            if undated:
                st.caption(
                    tr("Without a date, and so not in it: {count} ({counted}).").format(
                        count=number(undated), counted=counted
                    )
                )
            if shown.height < frame.height:
                st.caption(
                    tr("The {count} with most {counted} of {every}; Numbers has all.").format(
                        count=number(shown.height), counted=counted, every=number(frame.height)
                    )
                )
        every = None if frame.is_empty() else lambda: _all_rows(snapshot, kind, split, frame, title, key, bounds)
        explained(key, _definition(kind, bounds), every)


def _labels(snapshot: Snapshot, split: str, groups: list[Any]) -> list[Any]:
    """What the groups of a chart are called: a pair by its two names."""
    if split == "pair" and None not in groups:
        return pair_names(snapshot, [(each >> 32, each & 0xFFFFFFFF) for each in groups])
    names = names_of(snapshot, split, groups)
    return [each.rsplit("/", 1)[-1] for each in names] if split == "file" else names


def explained(key: str, text: str, every: Callable[[], None] | None = None, label: str | None = None) -> None:
    """What a chart shows, in words, and below them what `every` shows, all its numbers, in a box.

    It is made, and sent, only while somebody has it open.
    """
    label = label or (tr("What is counted") if every is None else tr("Numbers and definition"))
    icon, name = ("help", "explained") if every is None else ("table_rows", "numbers")
    box = st.popover(label, icon=f":material/{icon}:", key=f"{name} {key}", on_change="rerun")
    if box.open:
        with box:
            st.write(text)
            if every is not None:
                every()


def _all_rows(
    snapshot: Snapshot, kind: Figure, split: str, frame: pl.DataFrame, title: str, key: str,
    bounds: Mapping[str, float] | None,
) -> None:  # fmt: skip
    every = frame["group"].head(SHOWN_NUMBERS).to_list()
    numbers(
        _named(snapshot, split, frame.head(SHOWN_NUMBERS)),
        f"{kind.name}-{split}",
        key,
        lambda row, column: to_figure(kind.name, split, every[row], "yes" if column == "successes" else None, bounds),
        title,
        whole=lambda: _named(snapshot, split, frame),
    )
    if frame.height > SHOWN_NUMBERS:
        st.caption(
            tr("The first {count} of {every}; the files have all.").format(
                count=number(SHOWN_NUMBERS), every=number(frame.height)
            )
        )


def _definition(kind: Figure, bounds: Mapping[str, float] | None) -> str:
    """What a figure counts, in paragraphs."""
    bound = tr("Bound *{name}*: {value}")
    return "\n\n".join(
        [
            tr(kind.sentence),
            *(
                bound.format(name=tr_of("bound", name), value=f"{value:g}")
                for name, value in {**kind.bounds, **(bounds or {})}.items()
            ),
            tr(
                "The line is the 95 % Wilson interval: the fewer are counted, the wider it is. A click on a "
                "dot, or on a cell under Numbers, leads to its deals."
            ),
        ]
    )


def _named(snapshot: Snapshot, split: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of a figure with their groups in words."""
    words = pl.Series(SPLIT_WORDS[split], names_of(snapshot, split, frame["group"].to_list()), pl.String)
    return frame.select(words, "count", "successes", "rate", "low", "high")


def chart(drawn: Chart, key: str, alt: str, lead: Callable[[int], Address | None] | None = None) -> None:
    """Show a chart; a click on a mark leads to its deals, by the index of the mark."""
    taken = dressed(drawn, st.context.theme.type or "light", decimals(".") + "\u202f", lead is not None)
    if lead is None:
        st.plotly_chart(taken, theme=None, key=key, config=PLOTLY, alt=alt)
        return
    chosen = st.plotly_chart(
        taken, theme=None, key=key, config=PLOTLY, on_select="rerun", selection_mode="points", alt=alt
    )
    points = chosen.selection.points if hasattr(chosen, "selection") else []
    index = points[0]["point_index"] if points else -1
    follow((alt, index) if points else None, key, lambda: lead(index))


def numbers(
    frame: pl.DataFrame,
    name: str,
    key: str,
    lead: Lead | None = None,
    alt: str = "",
    *,
    whole: Callable[[], pl.DataFrame] | None = None,
) -> None:
    """A table with its exports, of `whole` where this is its beginning; a cell leads to its deals if said so."""
    shown = frame.with_columns(pl.selectors.string().fill_null(""), pl.selectors.date().cast(pl.String).fill_null(""))
    event = st.dataframe(
        # Of other frames Streamlit would first make one of pandas.
        shown.to_arrow(compat_level=pl.CompatLevel.oldest()),
        hide_index=True,
        key=f"table {key}",
        column_config={column: _column(column, frame[column].dtype) for column in frame.columns},
        alt=alt or tr("Numbers"),
        on_select="ignore" if lead is None else "rerun",
        selection_mode="single-cell",
    )
    export(whole or frame, name, key)
    if lead is not None:
        cells = event.selection.cells if hasattr(event, "selection") else []
        row, column = cells[0] if cells else (-1, "")
        follow((name, row, column) if 0 <= row < frame.height else None, f"table {key}", lambda: lead(row, column))


def _column(name: str, kind: pl.DataType) -> Any:
    """How a column of numbers is titled and written."""
    title = columns.title(name, spoken())
    if not kind.is_numeric():
        return title
    if name in ("rate", "low", "high", "chance", "deviation") or name.startswith(("shrunken", "made_", "faulty_")):
        return st.column_config.NumberColumn(title, format="percent")
    if name in ("p", "p_holm"):
        return st.column_config.NumberColumn(title, format="%.2g")
    # So many decimals as its step has, and the browser's own marks, as of the counts.
    return st.column_config.NumberColumn(title, format="localized", step=0.01 if kind.is_float() else None)


def export(table: pl.DataFrame | Callable[[], pl.DataFrame], name: str, key: str) -> None:
    """Buttons that give a table as CSV or Parquet; one that is long to make is made when asked for."""

    def frame() -> pl.DataFrame:
        return table if isinstance(table, pl.DataFrame) else table()

    with st.container(horizontal=True):
        st.download_button(
            "CSV",
            lambda: as_csv(frame()).encode(),
            f"{name}.csv",
            "text/csv",
            key=f"csv {key}",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "Parquet",
            lambda: _parquet(frame()),
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
