"""The language of the pages: that of the address, of a choice before, else of the browser; and what pages say in it."""

import threading
import weakref
from collections.abc import Callable
from typing import Any, Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard.messages import LANGUAGES, Language, language
from replay.violations import CATALOGUE

_CHOSEN: Final = "language"
"""Where a session keeps what was chosen: a widget's own value is forgotten where it is not shown."""


class _Heard(threading.local):
    """What was found out of the run that a thread is in: a page says hundreds of texts."""

    run: Callable[[], Any] = staticmethod(lambda: None)
    language: Language = language(None)


_heard: Final = _Heard()


def listen() -> Language:
    """Find out the language of the page, as every run begins."""
    run = get_script_run_ctx(suppress_warning=True)
    if run is None:
        return language(None)
    asked = st.query_params.get("lang")
    if asked in LANGUAGES:
        st.session_state[_CHOSEN] = asked
    _heard.run, _heard.language = weakref.ref(run), language(st.session_state.get(_CHOSEN) or st.context.locale)
    return _heard.language


def spoken() -> Language:
    """The language of the page; English where there is none."""
    run = get_script_run_ctx(suppress_warning=True)
    return _heard.language if run is not None and _heard.run() is run else listen()


def tr(message: str) -> str:
    """A text in the language of the page."""
    return spoken()(message)


def tr_of(context: str, message: str) -> str:
    """A text that is said otherwise in this context, in the language of the page."""
    return spoken().of(context, message)


def plural(one: str, many: str, count: int, **fields: int | str) -> str:
    """A text for so many, in the language of the page."""
    return spoken().plural(one, many, count, **fields)


def decimals(text: str) -> str:
    """A number as text, its decimals written as in the language of the page."""
    return spoken().decimals(text)


def choose_language() -> None:
    """Show the choice of a language beside the page, and keep it in the address."""
    code = spoken().code
    if (code != "en" or st.session_state.get(_CHOSEN)) and st.query_params.get("lang") != code:
        st.query_params["lang"] = code
    st.session_state["languages"] = code
    st.sidebar.selectbox(
        "Language · Langue", list(LANGUAGES), key="languages", format_func=LANGUAGES.__getitem__, on_change=_change
    )


def _change() -> None:
    st.session_state[_CHOSEN] = st.query_params["lang"] = st.session_state["languages"]


def code_label(code: str, language: Language) -> str:
    """A violation by its title and code."""
    return f"{language(CATALOGUE[code].title)} ({code})" if code in CATALOGUE else code
