"""Charts of figures: a dot for the rate, a line for its interval, the counts beside it; the same colours everywhere.

A chart is what Plotly draws, as plain data: its own objects check every piece as it is added, and take ten times as
long. What these charts are made of is checked by tests.
"""

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from dashboard.labels import Label, fitted, in_full, widest
from dashboard.speaking import decimals, spoken, tr
from dashboard.wording import in_chart, number, share

CHOSEN: Final = "#2B8CD6"
"""What was counted in the deals chosen. These three differ for every kind of colour sight, on light and on dark."""
WHOLE: Final = "#E69F00"
"""The same in the whole store, or of whom one compares with."""
EXACT: Final = "#00A37A"
"""An exact chance."""

_ROW: Final = 34
"""Pixels a row of a chart takes."""
_LEFT: Final = 14
"""Pixels to the left and right of what is written beside an axis."""

_STEPS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
_MOST_TICKS: Final = 4.5

_AXIS: Final = {
    "zeroline": False, "fixedrange": True, "automargin": False, "ticks": "", "tickangle": 0,
    "ticklabeloverflow": "allow",
}  # fmt: skip
"""An axis that nobody moves, with the room it is given: Plotly needs to measure none of its labels."""

Chart = dict[str, Any]
"""A chart for Plotly: its `data` and its `layout`."""


def _percents(bottom: float, top: float) -> dict[str, Any]:
    """The marks of an axis of rates, written as the texts beside it write rates."""
    step = next((each for each in _STEPS if (top - bottom) / each < _MOST_TICKS), _STEPS[-1])
    places = 1 if step < 0.01 else 0
    first, last = -int(-bottom / step // 1), int(top / step + 1e-9)
    values = [round(each * step, 4) for each in range(first, last + 1)]
    return {
        "range": [bottom, top],
        "tickmode": "array",
        "tickvals": values,
        "ticktext": [decimals(f"{100 * each:.{places}f} %") for each in values],
    }


def intervals(
    frame: pl.DataFrame,
    labels: Sequence[Label],
    counted: str,
    succeeded: str,
    whole: bool,
    *,
    beside: pl.DataFrame | None = None,
    exact: Sequence[float | None] | None = None,
    names: tuple[str, str] = ("", ""),
) -> Chart:
    """A dot-and-interval chart of a computed figure, the first row on top.

    The labels are texts as recorded, one a row. The axis runs as far as the intervals if whole, else from 0 on.
    `beside` has the same groups counted elsewhere, `exact` a chance for each row.
    """
    rows = list(range(frame.height))
    labels, full = fitted(labels), in_full(labels)
    data: list[dict[str, Any]] = []
    if beside is not None:
        other = frame.select("group").join(beside, on="group", how="left", nulls_equal=True, maintain_order="left")
        data.append(
            _dots(other, [row + 0.26 for row in rows], full, counted, succeeded, WHOLE, names[1], "circle-open")
        )
    # Labels may be equal, as names can be: rows stand at numbers and only carry their labels.
    data.append(_dots(frame, rows, full, counted, succeeded, CHOSEN, names[0], "circle"))
    if exact is not None:
        data.append(
            {
                "type": "scatter",
                "x": list(exact),
                "y": rows,
                "mode": "markers",
                "name": tr("exact chance"),
                "cliponaxis": False,
                "marker": {"symbol": "diamond-open", "size": 12, "color": EXACT, "line": {"width": 2}},
                "customdata": [
                    [label, decimals(f"{100 * each:.3f} %")] if each is not None else [label, "?"]
                    for label, each in zip(full, exact, strict=True)
                ],
                "hovertemplate": "<b>%{customdata[0]}</b><br>"
                + tr("exact chance")
                + " %{customdata[1]}<extra></extra>",
            }
        )
    of = tr("{hits} of {count}")
    counts = [of.format(hits=number(each["successes"]), count=number(each["count"])) for each in frame.to_dicts()]
    told = spoken().decimals
    rates = [told(share(rate)) for rate in frame["rate"]]
    ends = [frame, *([other] if beside is not None else [])]
    lows = [each for one in ends for each in one["low"].to_list() if each is not None]
    highs = [each for one in ends for each in one["high"].to_list() if each is not None]
    chances = [each for each in exact or () if each is not None]
    bottom, top = _range([*lows, *chances], [*highs, *chances], whole)
    margin = 0.03 * (top - bottom)
    said = [f"<b>{rate}</b>  {count}" for rate, count in zip(rates, counts, strict=True)]
    data.append(_beside(top + margin, said))
    legend = beside is not None or exact is not None
    layout = {
        "xaxis": {**_AXIS, **_percents(bottom - margin, top + margin), "showgrid": True},
        "yaxis": _row_axis(labels),
        "height": 70 + _ROW * max(len(rows), 1) + (30 if legend else 0),
        "showlegend": legend,
        "hoverlabel": {"align": "left"},
        "margin": {
            "l": _LEFT + widest(labels),
            "r": 16 + widest(rates) + widest(counts),
            "t": 34 if legend else 8,
            "b": 34,
        },
        "legend": {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "traceorder": "reversed"},
    }
    return {"data": data, "layout": layout}


def _beside(edge: float, texts: list[str]) -> dict[str, Any]:
    """What stands to the right of the rows, beyond the edge of the chart; a note each would take Plotly long."""
    return {
        "type": "scatter", "mode": "text", "x": [edge] * len(texts), "y": list(range(len(texts))),
        "text": [f"\u00a0\u00a0{each}" for each in texts], "textposition": "middle right", "textfont": {"size": 13},
        "cliponaxis": False, "hoverinfo": "skip", "showlegend": False,
    }  # fmt: skip


def _row_axis(labels: list[str]) -> dict[str, Any]:
    """The rows by their labels as plain text, the first on top."""
    return {
        **_AXIS, "range": [len(labels) - 0.5, -0.5], "tickvals": list(range(len(labels))),
        "ticktext": [in_chart(each) for each in labels], "showgrid": False, "tickfont": {"size": 13},
    }  # fmt: skip


def _range(lows: list[float], highs: list[float], whole: bool) -> tuple[float, float]:
    """From where to where an axis of rates runs: from 0 for rates that are small, else as far as there is to see."""
    if not whole:
        return 0.0, min(1.0, max(0.01, max(highs, default=1.0) * 1.04))
    low, high = min(lows, default=0.0), max(highs, default=1.0)
    # Never so narrow that a hundredth looks like much.
    middle, half = (low + high) / 2, max(high - low, 0.2) / 2
    low, high = (0.0, 2 * half) if middle < half else (1 - 2 * half, 1.0) if middle + half > 1 else (low, high)
    return max(0.0, min(low, middle - half)), min(1.0, max(high, middle + half))


def _dots(
    frame: pl.DataFrame,
    rows: Sequence[float],
    labels: list[str],
    counted: str,
    succeeded: str,
    colour: str,
    name: str,
    symbol: str,
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "x": frame["rate"].to_list(),
        "y": rows,
        "mode": "markers",
        "name": name,
        "marker": {"size": 9, "color": colour, "symbol": symbol, "line": {"width": 2, "color": colour}},
        # A mark chosen keeps its looks: choosing leads to its deals.
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
        "cliponaxis": False,
        "error_x": _interval(frame, colour, 2.5, 5),
        "customdata": _said(frame, labels),
        "hovertemplate": _hover(counted, succeeded),
    }


def _said(frame: pl.DataFrame, labels: list[str]) -> list[list[Any]]:
    told = spoken().decimals
    return [
        [
            label,
            told(share(row["rate"])),
            told(share(row["low"])),
            told(share(row["high"])),
            number(row["successes"] or 0),
            number(row["count"] or 0),
        ]
        for label, row in zip(labels, frame.to_dicts(), strict=True)
    ]


def _hover(counted: str, succeeded: str) -> str:
    said = tr("{counted}: {hits} of {count} {succeeded}").format(
        hits="%{customdata[4]}", succeeded=succeeded, count="%{customdata[5]}", counted=counted
    )
    interval = tr("{rate}, 95 % interval {low} to {high}").format(
        rate="%{customdata[1]}", low="%{customdata[2]}", high="%{customdata[3]}"
    )
    return f"<b>%{{customdata[0]}}</b><br>{said}<br>{interval}<extra></extra>"


def _interval(frame: pl.DataFrame, colour: Any = CHOSEN, thickness: float = 2, width: int = 4) -> dict[str, Any]:
    """The bar from the lower to the upper end of a rate's interval."""
    return {
        "type": "data",
        "symmetric": False,
        "array": (frame["high"] - frame["rate"]).to_list(),
        "arrayminus": (frame["rate"] - frame["low"]).to_list(),
        "thickness": thickness,
        "width": width,
        "color": colour,
    }


def over_time(frame: pl.DataFrame, labels: list[str], counted: str, succeeded: str, whole: bool = True) -> Chart:
    """A computed figure by month, the months from left to right, each a dot with its interval."""
    marks = {
        "type": "scatter",
        "x": labels,
        "y": frame["rate"].to_list(),
        "mode": "markers",
        "cliponaxis": False,
        "marker": {"size": 10, "color": CHOSEN},
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
        "error_y": _interval(frame),
        "customdata": _said(frame, labels),
        "hovertemplate": _hover(counted, succeeded),
    }
    lows, highs = ([each for each in frame[end].to_list() if each is not None] for end in ("low", "high"))
    bottom, top = _range(lows, highs, whole)
    margin = 0.04 * (top - bottom)
    percents = _percents(bottom - margin, top + margin)
    # As many months are written as there is room for.
    every = -(-len(labels) // 6)
    layout = {
        "yaxis": {**_AXIS, **percents},
        "xaxis": {
            **_AXIS, "type": "category", "showgrid": False, "range": [-0.6, max(len(labels), 2) - 0.4],
            "tickmode": "array", "tickvals": labels[::every],
        },
        "height": 280,
        "margin": {"l": _LEFT + widest(percents["ticktext"]), "r": 16, "t": 8, "b": 34},
        "showlegend": False,
        "hoverlabel": {"align": "left"},
    }  # fmt: skip
    return {"data": [marks], "layout": layout}


def means(
    labels: Sequence[Label],
    values: Sequence[float | None],
    lows: Sequence[float | None],
    highs: Sequence[float | None],
    counts: Sequence[int],
    unit: str,
    of: str,
) -> Chart:
    """Means with the intervals of the mean, a row each; the axis need not begin at 0."""
    rows = list(range(len(labels)))
    labels, full = fitted(labels), in_full(labels)
    marks = {
        "type": "scatter",
        "x": list(values),
        "y": rows,
        "mode": "markers",
        "marker": {"size": 9, "color": CHOSEN},
        "cliponaxis": False,
        "error_x": {
            "type": "data",
            "symmetric": False,
            "thickness": 2.5,
            "width": 5,
            "color": CHOSEN,
            "array": [
                None if each is None or end is None else end - each for each, end in zip(values, highs, strict=True)
            ],
            "arrayminus": [
                None if each is None or end is None else each - end for each, end in zip(values, lows, strict=True)
            ],
        },
        "customdata": [[label, number(count)] for label, count in zip(full, counts, strict=True)],
        "hovertemplate": "<b>%{customdata[0]}</b><br>"
        + tr("{value} {unit} ({counted}: {count})").format(
            value="%{x:.1f}", unit=unit, count="%{customdata[1]}", counted=of
        )
        + "<extra></extra>",
    }
    said = [
        f"<b>{'?' if value is None else decimals(f'{value:.1f}')}</b>  " + tr("in {count}").format(count=number(count))
        for value, count in zip(values, counts, strict=True)
    ]
    ends = [each for some in (lows, highs, values) for each in some if each is not None] or [0.0, 1.0]
    room = 0.05 * (max(ends) - min(ends) or 1)
    edges = min(ends) - room, max(ends) + room
    layout = {
        "xaxis": {**_AXIS, "range": list(edges), "showgrid": True, "nticks": 6},
        "yaxis": _row_axis(labels),
        "height": 70 + _ROW * max(len(rows), 1),
        "margin": {"l": _LEFT + widest(labels), "r": 130, "t": 8, "b": 34},
        "showlegend": False,
    }
    return {"data": [marks, _beside(edges[1], said)], "layout": layout}


def deviations(frame: pl.DataFrame, title: str) -> Chart:
    """How far what one seat was dealt lies from the exact chances: `held`, `observed`, `deals`, `chance`, `rate`…"""
    off = (frame["rate"] - frame["chance"]).to_list()
    marks = {
        "type": "scatter",
        "x": frame["held"].to_list(),
        "y": off,
        "mode": "markers",
        "marker": {"size": 9, "color": CHOSEN},
        "error_y": _interval(frame),
        "customdata": [
            [
                number(each["observed"]),
                number(each["deals"]),
                decimals(f"{each['rate']:.2%}"),
                decimals(f"{each['chance']:.2%}"),
            ]
            for each in frame.to_dicts()
        ],
        "hovertemplate": tr("{held} held, deals: {hits} of {count}, {rate}").format(
            held="%{x}", hits="%{customdata[0]}", count="%{customdata[1]}", rate="%{customdata[2]}"
        )
        + "<br>"
        + tr("exact chance")
        + " %{customdata[3]}<extra></extra>",
    }
    layout = {
        "shapes": [
            {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "layer": "below",
             "line": {"color": EXACT, "width": 2}}
        ],
        "yaxis": {**_AXIS, "tickformat": "+.1%", "nticks": 5},
        "xaxis": {**_AXIS, "dtick": 1, "showgrid": False},
        "height": 210,
        "margin": {"l": _LEFT + 42, "r": 8, "t": 30, "b": 34},
        "showlegend": False,
        "title": {"text": f"<b>{title}</b>", "font": {"size": 14}, "x": 0, "xanchor": "left", "y": 0.98},
    }  # fmt: skip
    return {"data": [marks], "layout": layout}
