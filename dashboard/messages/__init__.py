"""Texts in other languages: message catalogues read at run time with gettext, English where one has nothing."""

import functools
import gettext
from importlib import resources
from typing import Final

from dashboard.wording import number

LANGUAGES: Final = {"en": "English", "fr": "Français"}
"""The languages there are catalogues for, by code, as they call themselves; the program is written in English."""

_COMMAS: Final = {"fr"}
"""The languages that write a comma before decimals."""


class Language:
    """One language of the program: called with an English text, it gives its own."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations):
        self.code = code
        self._catalogue = catalogue

    def __call__(self, message: str) -> str:
        """The text in this language; the English one where the catalogue lacks it."""
        return self._catalogue.gettext(message) if message else ""

    def decimals(self, text: str) -> str:
        """A number as text with the mark before its decimals that this language writes."""
        return text.replace(".", ",") if self.code in _COMMAS else text

    def of(self, context: str, message: str) -> str:
        """The text in this language where it is said otherwise in a context than elsewhere."""
        return self._catalogue.pgettext(context, message) if message else ""

    def plural(self, one: str, many: str, count: int, **fields: int | str) -> str:
        """The text for so many, with `{count}` in groups of three and other fields filled in."""
        return self._catalogue.ngettext(one, many, count).format(count=number(count), **fields)


def mark(message: str) -> str:
    """Mark a text for the catalogues that is translated where it is used."""
    return message


@functools.cache
def language(code: str | None) -> Language:
    """The language of a code such as `fr` or `fr-CA`; English where there is no catalogue for it."""
    short = (code or "en").replace("_", "-").partition("-")[0].lower()
    if short not in LANGUAGES or short == "en":
        return Language("en", gettext.NullTranslations())
    catalogue = resources.files(__name__).joinpath(short, "LC_MESSAGES", "rebelote.mo")
    with catalogue.open("rb") as opened:
        return Language(short, gettext.GNUTranslations(opened))
