"""What an address asks for: understood however it is spelled, and said on the page where there is no such thing."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import streamlit as st

from dashboard.messages import LANGUAGES, Language, language
from dashboard.speaking import spoken, tr
from dashboard.wording import in_markdown

_VAIN: Final = "asked in vain"
"""Where a session keeps what was asked in vain: Streamlit takes it out of the address at once."""


class _Vain(NamedTuple):
    page: str
    said: str
    chosen: Any
    """What the filter said when the page was shown first."""


def begin(page: str) -> None:
    """As every run begins: forget what the address of another page asked in vain."""
    kept = st.session_state.get(_VAIN, {})
    st.session_state["page asked"] = page
    st.session_state[_VAIN] = {key: vain for key, vain in kept.items() if vain.page == page}


def understand(
    key: str,
    options: Sequence[Any],
    label: Callable[[Any, Language], str],
    title: str,
    *,
    many: bool = False,
    find: Callable[[str], Any] = lambda text: None,
    why: Callable[[str], str | None] = lambda text: None,
) -> None:
    """Understand what the address says of a choice, in whatever language it was written.

    A widget writes its label into the address, and reads there no label but that of the page's language. `find` gives
    what another text stands for, None if nothing; `why` says of one in vain what is wrong, else that it is no choice
    under the `title` of the widget.
    """
    given = [each for each in st.query_params.get_all(key) if each]
    here = {label(option, spoken()) for option in options}
    if not given or here.issuperset(given):
        return
    by_label = {label(option, language(code)): option for code in (*LANGUAGES, spoken().code) for option in options}
    found = [by_label[each] if each in by_label else find(each) for each in given]
    known = [each for each in found if each is not None]
    if known:
        st.session_state[key] = known if many else known[0]
    if vain := [text for text, each in zip(given, found, strict=True) if each is None]:
        no_choice = tr("which is no choice under {title}").format(title=title)
        _remember(key, ((text, why(text) or no_choice) for text in vain))


def _remember(key: str, vain: Iterable[tuple[str, str]]) -> None:
    said = tr("The address asks for {asked}, {why}: that filter is left out.")
    lines = [said.format(asked=in_markdown(text, 40), why=why) for text, why in vain]
    page = st.session_state.get("page asked", "")
    # An address may ask for any number of things.
    st.session_state.setdefault(_VAIN, {})[key] = _Vain(page, "\n\n".join(lines[:5]), ...)


def tell(*keys: str) -> None:
    """Say what was asked in vain of these choices, once they are shown, until something else is chosen there."""
    kept = st.session_state.get(_VAIN, {})
    for key in keys:
        if key not in kept:
            continue
        chosen = st.session_state.get(key)
        if kept[key].chosen is ...:
            kept[key] = kept[key]._replace(chosen=chosen)
        if kept[key].chosen == chosen:
            st.warning(kept[key].said, icon=":material/filter_alt_off:")
        else:
            del kept[key]
