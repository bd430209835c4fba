"""The viewer of one deal: its data, and the page that steps through it in the browser."""

from importlib import resources

from dashboard.viewer.payload import fault_address, payload

HTML, CSS, JS = (
    resources.files(__name__).joinpath(f"table.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js")
)
"""The viewer's page, its style and its program."""

__all__ = ["CSS", "HTML", "JS", "fault_address", "payload"]
