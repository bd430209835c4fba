"""A chart in the looks of the pages, as Streamlit takes it without looking at every piece again."""

from typing import Final, NamedTuple
from zlib import crc32

from plotly.basedatatypes import BaseFigure

from dashboard.charts import Chart


class Looks(NamedTuple):
    """The colours of whatever in a chart is not a mark."""

    ink: str
    lines: str
    ground: str
    edge: str


LOOKS: Final = {
    "light": Looks("#35453f", "#e6eaf1", "#ffffff", "#ced0cf"),
    "dark": Looks("#c9d6d1", "#2c383b", "#10181a", "#3b4648"),
}
"""By theme. The ink is darker than Streamlit's own grey, which is hard to read."""

_FONT: Final = '"Source Sans", sans-serif'


class Drawn(BaseFigure):  # type: ignore[misc]
    """A chart that Streamlit takes as it is: data that is no figure of Plotly's it checks piece by piece."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def to_dict(self) -> Chart:
        """The chart."""
        return self._chart


def dressed(chart: Chart, theme: str, separators: str, chosen: bool) -> Drawn:
    """A chart with the looks of a theme, numbers written with these separators, its marks there to be chosen or not.

    Streamlit sets every chart twice over. Plotly draws it anew for a template, for data without a revision, and for
    what Streamlit says where we do not: types of axes, and what the mouse does.
    """
    looks = LOOKS.get(theme, LOOKS["light"])
    layout = chart["layout"]
    whole = {
        **layout,
        "font": {"family": _FONT, "size": 12, "color": looks.ink},
        "separators": separators,
        "paper_bgcolor": looks.ground,
        "plot_bgcolor": looks.ground,
        "hovermode": "closest",
        "clickmode": "event+select" if chosen else "none",
        "dragmode": "pan" if chosen else False,
        "hoverlabel": {
            "bgcolor": looks.ground, "bordercolor": looks.edge, "font": {"family": _FONT, "color": looks.ink},
            **layout.get("hoverlabel", {}),
        },
        "modebar": {"bgcolor": "rgba(0, 0, 0, 0)", "color": looks.edge, "activecolor": looks.ink},
        "margin": {"pad": 8, **layout["margin"]},
        "datarevision": crc32(repr(chart).encode()),
    }  # fmt: skip
    for axis in ("xaxis", "yaxis"):
        whole[axis] = {"type": "linear", "gridcolor": looks.lines, **layout[axis]}
    written = {"textfont": {"color": looks.ink}}
    data = [
        {**each, "selected": written, "unselected": written} if each.get("mode") == "text" else each
        for each in chart["data"]
    ]
    return Drawn({"data": data, "layout": whole})
