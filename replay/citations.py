"""Citations: places in the rule documents and open points as texts name them, and which there are."""

import functools
import re
import tomllib
from importlib import resources
from typing import Any, Final

_CITATION: Final = re.compile(r"\b(A-\d\d)\b|\b(\d{3}):(\d+)(?:-(\d+))?\b")


@functools.cache
def cited(text: str) -> tuple[str, ...]:
    """The places and open points that a text names, ranges place by place: `003:62-63` is 003:62 and 003:63."""
    out: list[str] = []
    for point, document, first, last in _CITATION.findall(text):
        out += [point] if point else [f"{document}:{n}" for n in range(int(first), int(last or first) + 1)]
    return tuple(out)


@functools.cache
def known() -> frozenset[str]:
    """Every place that is quoted, and every open point."""
    return frozenset(place for key in data()["clauses"] for place in cited(key)) | frozenset(data()["points"])


@functools.cache
def data() -> dict[str, dict[str, Any]]:
    """What the game says of its sources: documents, clauses, points."""
    return tomllib.loads(shipped_text("sources.toml"))


def shipped_text(name: str) -> str:
    """A text file that comes with the game: `sources.toml`."""
    return (resources.files("replay") / name).read_text(encoding="utf-8")
