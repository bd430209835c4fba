"""Words for people: names of contracts, players and rates, and recorded text made harmless for each place."""

import html
import re
from typing import Final

CONTRACT_WORDS: Final = ("♣ clubs", "♦ diamonds", "♥ hearts", "♠ spades", "no trump", "all trumps")
"""By contract."""

_PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_WORD_JOINER: Final = "\u2060"


def one_line(text: str, limit: int = 80) -> str:
    """A recorded text on one line: no control characters, nothing that turns the direction, cut where too long."""
    text = _CONTROL.sub(" ", text).strip()
    return text if len(text) <= limit else text[: limit - 1] + "…"


def in_markdown(text: str, limit: int = 80) -> str:
    """A recorded text for a place that reads markdown, where it stands for itself alone.

    Every mark is escaped; colons are parted from what follows, for `:name:` becomes a picture even so.
    """
    return _PUNCTUATION.sub(r"\\\1", one_line(text, limit)).replace(":", ":" + _WORD_JOINER)


def in_chart(text: str, limit: int = 120) -> str:
    """A recorded text for a chart, which reads some HTML and, between dollars, formulas.

    Of the names for characters it knows those of `&`, `<` and `>`; no quotes, which do no harm as they are.
    """
    return html.escape(one_line(text, limit), quote=False).replace("$", "&#36;")


def player_name(name: str | None, player_id: str) -> str:
    """What a player is called: the recorded name, else the id."""
    return one_line(name or player_id) or "(no name)"


def share(rate: float | None) -> str:
    """A rate for people: `58 %`, with decimals where it is small."""
    if rate is None:
        return "?"
    percent = 100 * rate
    if 0 < percent < 0.1:
        return f"{percent:.2g} %"
    if 99 < percent < 100:
        return f"{min(percent, 99.9):.1f} %"
    return f"{percent:.1f} %" if 0 < percent < 10 else f"{percent:.0f} %"


def number(count: int) -> str:
    """A count for people, in groups of three."""
    return f"{count:,}".replace(",", "\u202f")
