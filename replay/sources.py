"""The rule documents: what each cited place in them says, and the points that they leave open."""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from replay.citations import cited as cited
from replay.citations import data
from replay.rulesets import Ruleset, load


@dataclass(frozen=True, slots=True)
class Document:
    """One of the texts that the rules are read from."""

    number: str
    title: str
    language: str
    about: str
    systems: tuple[str, ...]
    """Rulesets of the eleven systems that are read from it."""
    tables: tuple[str, ...]
    """Rulesets of public tables: federations, platforms, programs."""


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A question that a document leaves open, and what is done about it."""

    number: str
    about: str
    ours: str
    nothing: str
    """Why no setting can be broken because of it; empty if one can."""


@functools.cache
def documents() -> Mapping[str, Document]:
    """By number, `003`."""
    return {
        number: Document(
            number,
            each["title"],
            each["language"],
            each["about"],
            tuple(each.get("systems", ())),
            tuple(each.get("tables", ())),
        )
        for number, each in data()["documents"].items()
    }


@functools.cache
def clauses() -> Mapping[str, str]:
    """What each cited place says, in our words, by place: `003:46`; places that belong together share a text."""
    return {place: text for key, text in data()["clauses"].items() for place in cited(key)}


def clause_groups() -> Mapping[str, str]:
    """The same as they are written, `000:8-17` in one."""
    groups: Mapping[str, str] = data()["clauses"]
    return groups


@functools.cache
def points() -> Mapping[str, OpenPoint]:
    """By number, `A-07`."""
    return {
        number: OpenPoint(number, each["about"], each["ours"], each.get("nothing", ""))
        for number, each in data()["points"].items()
    }


@functools.cache
def systems() -> tuple[Ruleset, ...]:
    """The rulesets that are read from the documents, in the order of these."""
    return tuple(load(name) for document in documents().values() for name in document.systems)


@functools.cache
def tables() -> tuple[Ruleset, ...]:
    """The rulesets of public tables, in the order of their documents."""
    return tuple(load(name) for document in documents().values() for name in document.tables)


def citing(place: str) -> Iterator[tuple[Ruleset, str]]:
    """Which setting or fact of which system or public table rests on a place or open point."""
    for ruleset in (*systems(), *tables()):
        table = ruleset.unsettled if place.startswith("A-") else ruleset.clauses
        yield from ((ruleset, key) for key, text in table.items() if place in cited(text))
