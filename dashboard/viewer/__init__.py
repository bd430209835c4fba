"""The viewer of one deal: its data, the page that steps through it in the browser, and the one in the terminal."""

from importlib import resources
from typing import Final

from dashboard.viewer.payload import fault_address, file_name, payload

_FOLDER: Final = resources.files(__name__)


def read(*names: str) -> str:
    """Files of the viewer, one after another: its scripts share one scope."""
    return "\n".join(_FOLDER.joinpath(name).read_text(encoding="utf-8") for name in names)


SCRIPTS: Final = (
    "deck.js", "saying.js", "settings.js", "seats.js", "centre.js", "caption.js", "score.js", "plays.js", "tables.js",
    "sheet.js", "picture.js", "sharing.js", "controls.js", "keys.js", "table.js",
)  # fmt: skip
"""What the component and the page share, each file one idea, in the order in which they are put together."""
HTML: Final = read("table.html")
CSS: Final = read("table.css")
JS: Final = read(*SCRIPTS, "component.js")
"""The component: the viewer's page, its style and its program."""

__all__ = ["CSS", "HTML", "JS", "SCRIPTS", "fault_address", "file_name", "payload", "read"]
