"""Sign-in before everything, where the installation asks for it: Streamlit's own OIDC, off by default."""

import os

import streamlit as st

from dashboard.speaking import tr


def signed_in() -> bool:
    """Whether the pages may be shown; else what is shown instead is the way to sign in.

    `REBELOTE_SIGN_IN=on` asks for it; the provider is in Streamlit's secrets (`[auth]`).
    """
    if os.environ.get("REBELOTE_SIGN_IN", "off") != "on" or getattr(st.user, "is_logged_in", False):
        return True
    st.title("Rebelote", anchor=False)
    st.button(tr("Sign in"), on_click=st.login, icon=":material/login:")
    return False
