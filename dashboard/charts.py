"""Charts of figures: a dot for the rate, a line for its interval, and the counts beside it."""

import plotly.graph_objects as go
import polars as pl

from dashboard.wording import number, share

_ROW = 36
"""Pixels a row of a chart takes."""


def intervals(frame: pl.DataFrame, labels: list[str], counted: str, succeeded: str, whole: bool) -> go.Figure:
    """A dot-and-interval chart of a computed figure, the first row on top.

    The labels are harmless text, one a row. The axis runs from 0 to 100 % if whole, else as far as the intervals.
    """
    rows = list(range(frame.height))
    # Labels may be equal, as names can be: rows stand at numbers and only carry their labels.
    chart = go.Figure(
        go.Scatter(
            x=frame["rate"].to_list(),
            y=rows,
            mode="markers",
            marker={"size": 11},
            cliponaxis=False,
            error_x={
                "type": "data",
                "symmetric": False,
                "array": (frame["high"] - frame["rate"]).to_list(),
                "arrayminus": (frame["rate"] - frame["low"]).to_list(),
                "thickness": 2.5,
                "width": 5,
            },
            customdata=[
                [label, share(row["rate"]), share(row["low"]), share(row["high"]), number(row["successes"]),
                 number(row["count"])]
                for label, row in zip(labels, frame.to_dicts(), strict=True)
            ],
            hovertemplate=(
                f"<b>%{{customdata[0]}}</b><br>%{{customdata[4]}} {succeeded} of %{{customdata[5]}} {counted}"
                "<br>%{customdata[1]}, 95 % interval %{customdata[2]} to %{customdata[3]}<extra></extra>"
            ),
        )
    )  # fmt: skip
    counts = [f"{number(each['successes'])} of {number(each['count'])}" for each in frame.to_dicts()]
    rates = [share(rate) for rate in frame["rate"]]
    for row, rate, count in zip(rows, rates, counts, strict=True):
        chart.add_annotation(
            x=1, xref="paper", xanchor="left", xshift=10, y=row, showarrow=False, align="left", font={"size": 13},
            text=f"<b>{rate}</b>  {count}",
        )  # fmt: skip
    top = 1.0 if whole else min(1.0, max(frame["high"].to_list(), default=1.0) * 1.06)
    chart.update_xaxes(
        range=[-0.02 * top, top * 1.02], tickformat=".0%" if top > 0.08 else ".1%", nticks=6, zeroline=False,
        showgrid=True, fixedrange=True, tickangle=0,
    )  # fmt: skip
    chart.update_yaxes(
        range=[len(rows) - 0.5, -0.5], tickvals=rows, ticktext=labels, showgrid=False, zeroline=False, fixedrange=True,
        tickfont={"size": 13},
    )  # fmt: skip
    beside = 20 + 7 * max(map(len, map("".join, zip(rates, counts, strict=True))), default=0) + 14
    chart.update_layout(
        height=70 + _ROW * max(len(rows), 1), margin={"l": 8, "r": beside, "t": 8, "b": 34}, showlegend=False,
        hoverlabel={"align": "left"},
    )  # fmt: skip
    return chart
