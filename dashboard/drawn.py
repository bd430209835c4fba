"""A chart as Streamlit takes it without looking at every piece again; tests hold the charts to what Plotly knows."""

from functools import cache
from typing import Any

from plotly.basedatatypes import BaseFigure

from dashboard.charts import Chart


class Drawn(BaseFigure):  # type: ignore[misc]
    """A chart that Streamlit takes as it is: data that is no figure of Plotly's it checks piece by piece."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart

    def to_dict(self) -> Chart:
        """The chart with the looks of the pages."""
        return {**self._chart, "layout": {"template": _looks(), **self._chart["layout"]}}


@cache
def _looks() -> dict[str, Any]:
    """What Streamlit has Plotly take where a chart says nothing."""
    from plotly.io import templates

    looks: dict[str, Any] = templates[templates.default].to_plotly_json()
    return looks
