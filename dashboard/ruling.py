"""Rulings on the pages: what an arbiter said of a violation, and where he says it."""

from typing import Any, Final, Literal

import streamlit as st

from dashboard.importing import uploads
from dashboard.messages import mark
from dashboard.reading import store
from dashboard.speaking import tr
from dashboard.wording import in_markdown
from ingest import rulings
from ingest.errors import StoreHeld, WrongUse

WORDS: Final = {"confirmed": mark("confirmed"), "waived": mark("waived"), "bad record": mark("bad record")}
_COLOURS: Final[dict[str, Literal["red", "gray", "violet"]]] = {
    "confirmed": "red",
    "waived": "gray",
    "bad record": "violet",
}


def badge(said: str, name: str, note: str | None) -> None:
    """Show a ruling, who made it, and why."""
    st.badge(tr(WORDS[said]), icon=":material/gavel:", color=_COLOURS[said])
    by = tr("by {name}").format(name=in_markdown(name, 60))
    st.caption(f"{by}: {in_markdown(note, 200)}" if note else by)


def ruler(row: dict[str, Any], key: str) -> None:
    """Let an arbiter rule on the violation of a row, where things may be brought to the store from the pages."""
    if not uploads():
        return
    with st.popover(tr("Rule"), icon=":material/gavel:"):
        said = st.radio(
            tr("This violation is"), list(WORDS), format_func=lambda each: tr(WORDS[each]), key=f"said {key}",
            captions=[
                tr("what it seems"), tr("without consequence: it counts no more"),
                tr("a fault of the record: it counts no more"),
            ],
        )  # fmt: skip
        name = st.text_input(tr("Your name"), max_chars=60, key=f"ruled by {key}")
        note = st.text_input(tr("Why"), max_chars=300, key=f"note {key}")
        if st.button(tr("Keep this ruling"), key=f"rule {key}", type="primary"):
            try:
                rulings.mark(
                    store(), row["match"], row["number"], row["code"], said, name=name, note=note,
                    position=row["position"], seat=row["seat"],
                )  # fmt: skip
            except (StoreHeld, WrongUse) as error:
                st.warning(in_markdown(str(error), 300), icon=":material/error:")
            else:
                st.rerun()
