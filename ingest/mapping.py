"""Mappings: TOML files that say how the fields and spellings of a foreign log become ours."""

import functools
import os
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from ingest import spellings
from ingest.errors import WrongUse
from ingest.rejects import dotted, unfit
from replay.cards import CARD_BY_NAME, CONTRACTS, RANKS, SUITS, Card
from replay.knobs import did_you_mean, quoted
from replay.record import call_by_name
from replay.rulesets import text_of, why_unread

Scalar = str | int | bool


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a mapping's file."""


class Field(_Table, frozen=True, kw_only=True):
    """Where a value comes from: a field, perhaps with words of its own, or a constant."""

    field: str | None = None
    values: dict[str, Scalar] | None = None
    """The log's value, as text, and ours."""
    value: Scalar | None = None
    """The same in every record."""


Source = str | Field
"""A dotted path, or a table that says more."""


class Recognise(_Table, frozen=True, kw_only=True):
    """What shows that a log is of this kind: a field whose text has a form."""

    field: str
    pattern: str


class Seats(_Table, frozen=True, kw_only=True):
    """The log's names of the seats."""

    order: tuple[int | str, ...]
    """In playing order: the first is our seat 0."""
    listed: tuple[int | str, ...] | None = None
    """In the order in which lists by seat are written, where that is another."""


class Cards(_Table, frozen=True, kw_only=True):
    """The log's spelling of cards."""

    form: str = "{rank}{suit}"
    locale: str | None = None
    """The language whose spellings hold, besides those given here."""
    ranks: dict[str, str] = {}
    suits: dict[str, str] = {}
    rank: str | None = None
    """The field of the rank, where a card is an object; likewise of the suit."""
    suit: str | None = None
    unknown: str | None = None
    """What stands for a card that is not known."""


class Rows(_Table, frozen=True, kw_only=True):
    """How the rows of a table that belong to one deal are gathered into one record."""

    by: tuple[str, ...]
    """The columns that are the same in all rows of a deal; the rows stand together."""
    list: str = "rows"
    """The list into which they are gathered."""
    item: tuple[str, ...]
    """The columns of a row's own."""
    order: str | None = None
    """The column by which they are sorted, where they are not in order."""


class Players(_Table, frozen=True, kw_only=True):
    """A list by seat of who plays."""

    list: str
    id: str | None = None
    name: str | None = None


class Calls(_Table, frozen=True, kw_only=True):
    """A list of calls."""

    list: str
    call: str | None = None
    """Inside an item; without it the item itself is the call."""
    seat: str | None = None
    words: dict[str, str]
    """The log's word and ours; `{points}`, `{suit}` and `{contract}` stand for any."""
    take_turned: bool = False
    """Whether to name the suit of the turned card in the first round is to take."""


class Plays(_Table, frozen=True, kw_only=True):
    """A list of cards in order of play."""

    list: str
    card: str | None = None
    seat: str | None = None
    seats: str | None = None
    """A list beside it with the seat of each."""


class Contract(_Table, frozen=True, kw_only=True):
    """The contract a record claims."""

    contract: Source
    points: Source | None = None
    capot: int | None = None
    """The number of points that means a bid of capot."""


class Claims(_Table, frozen=True, kw_only=True):
    """What a record says came out."""

    contract: Contract | None = None
    taker: Source | None = None
    doubled: Source | None = None
    winners: Source | None = None
    points: Source | None = None
    points_include: tuple[Literal["last_trick", "capot"], ...] = ()
    declarations: Source | None = None
    belote: Source | None = None
    hanging_before: Source | None = None
    hanging_after: Source | None = None
    score: Source | None = None
    totals: Source | None = None
    match_winner: Source | None = None
    penalties: Source | None = None


class Form(_Table, frozen=True, kw_only=True):
    """A mapping's file."""

    title: str
    match: str
    """The match of a record: `{digest}`, `{line}`, `{file}`, or a field's path in braces."""
    deal: Source = Field(value=1)
    rules: str | None = None
    """The ruleset of records that name none, unless the command gives one."""
    namespace: str | None = None
    """Of the players' ids."""
    recognise: Recognise | None = None
    records: str | None = None
    """Where the list of records is in a JSON document."""
    rows: Rows | None = None
    seats: Seats
    cards: Cards
    contracts: dict[str, str] = {}
    """The log's words for contracts, besides its suits."""
    own_rules: Source | None = None
    dealer: Source | None = None
    time: Source | None = None
    turned: Source | None = None
    hands: str | None = None
    dealt_order: bool = True
    simulated: bool = False
    bots: tuple[int | str, ...] = ()
    players: Players | None = None
    calls: Calls | None = None
    plays: Plays | None = None
    claims: Claims = Claims()


@dataclass(frozen=True)
class Mapping:
    """A mapping with its tables made ready."""

    name: str
    form: Form
    text: str
    cards: dict[str, Card]
    contracts: dict[str, int]
    seats: dict[str, int]
    words: tuple[tuple[re.Pattern[str], str], ...]

    def recognises(self, record: Any) -> bool:
        """Whether a record is of the kind that this mapping reads."""
        wanted = self.form.recognise
        if wanted is None or not isinstance(record, dict):
            return False
        found = at(record, steps(wanted.field))
        return isinstance(found, str) and re.fullmatch(wanted.pattern, found) is not None


class MappingError(WrongUse):
    """A mapping that cannot be used."""


def names() -> tuple[str, ...]:
    """The mappings that come with the program."""
    return tuple(sorted(_shipped()))


def load(name_or_path: str | os.PathLike[str]) -> Mapping:
    """The mapping with this name, or in this file; raises MappingError saying what is wrong."""
    name_or_path = os.fspath(name_or_path)
    if name_or_path in _shipped():
        return _load_shipped(name_or_path)
    path = Path(name_or_path)
    if path.suffix == ".toml" or "/" in name_or_path:
        try:
            return from_toml(text_of(path), path.stem)
        except (OSError, UnicodeDecodeError) as error:
            raise MappingError(f"mapping {name_or_path} cannot be read: {why_unread(error)}") from error
    hint = did_you_mean(name_or_path, list(names()))
    known = ", ".join(names())
    raise MappingError(f"unknown mapping {quoted(name_or_path)}{hint}: known are {known}, or give a .toml file")


def recognise(record: Any) -> Mapping | None:
    """The mapping that comes with the program and knows this record."""
    return next((each for each in map(_load_shipped, names()) if each.recognises(record)), None)


def from_toml(text: str, name: str) -> Mapping:
    """The mapping that a file's text says."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MappingError(f"mapping {name}: {error}") from error
    try:
        form = msgspec.convert(table, Form)
    except msgspec.ValidationError as error:
        fault = unfit(error, Form.__struct_fields__)
        hint = ""
        if len(fault.path) == 2 and fault.reason == "unknown field" and fault.path[0] in TABLES:
            hint = did_you_mean(fault.path[1], list(TABLES[str(fault.path[0])].__struct_fields__))
        raise MappingError(f'mapping {name}: "{dotted(fault.path)}": {fault.reason}{hint}') from error
    try:
        return _ready(form, name, text)
    except ValueError as error:
        raise MappingError(f"mapping {name}: {error}") from error


TABLES: Final[dict[str, type[_Table]]] = {
    "recognise": Recognise, "rows": Rows, "seats": Seats, "cards": Cards, "players": Players, "calls": Calls,
    "plays": Plays,
    "claims": Claims,
}  # fmt: skip
"""The tables of a mapping's file, besides its tables of words."""


def _ready(form: Form, name: str, text: str) -> Mapping:
    locale = form.cards.locale
    if locale is not None and locale not in spellings.LOCALES:
        raise ValueError(f"cards.locale: {quoted(locale)} is none: expected one of {', '.join(spellings.LOCALES)}")
    if locale is None and not (form.cards.ranks and form.cards.suits):
        raise ValueError("cards: expected ranks and suits, or the locale whose spellings hold")
    ranks = _spellings("cards.ranks", {**_of(spellings.ranks, locale), **form.cards.ranks}, RANKS)
    suits = _spellings("cards.suits", {**_of(spellings.suits, locale), **form.cards.suits}, SUITS)
    if (form.cards.rank is None) != (form.cards.suit is None):
        raise ValueError("cards: expected both rank and suit where a card is an object, or neither")
    if not {"rank", "suit"} == set(re.findall(r"{(\w*)}", form.cards.form)):
        raise ValueError(f'cards.form: expected {{rank}} and {{suit}} in it, not "{form.cards.form}"')
    cards = {
        form.cards.form.replace("{rank}", rank).replace("{suit}", suit): CARD_BY_NAME[ranks[rank] + suits[suit]]
        for rank in ranks
        for suit in suits
    }
    if len(cards) < len(ranks) * len(suits):
        raise ValueError("cards: two cards have the same spelling")
    contracts = {word: CONTRACTS.index(ours) for word, ours in suits.items()}
    for word, ours in _spellings("contracts", form.contracts, CONTRACTS).items():
        contracts[word] = CONTRACTS.index(ours)
    order = [str(each) for each in form.seats.order]
    if not 2 <= len(order) <= 4 or len(set(order)) < len(order):
        raise ValueError("seats.order: expected two to four different names")
    if form.seats.listed is not None and {str(each) for each in form.seats.listed} != set(order):
        raise ValueError("seats.listed: expected the names of seats.order in another order")
    for bot in form.bots:
        if str(bot) not in order:
            raise ValueError(f"bots: {quoted(bot)} is not a seat of seats.order")
    if form.recognise is not None:
        try:
            re.compile(form.recognise.pattern)
        except re.error as error:
            raise ValueError(f"recognise.pattern: {error}") from error
    words = () if form.calls is None else tuple(_word(*each, suits, contracts) for each in form.calls.words.items())
    return Mapping(name, form, text, cards, contracts, {seat: i for i, seat in enumerate(order)}, words)


def _of(spelled: Callable[[str], dict[str, str]], locale: str | None) -> dict[str, str]:
    return {} if locale is None else spelled(locale)


def _spellings(key: str, table: dict[str, str], ours: str | tuple[str, ...]) -> dict[str, str]:
    for word, name in table.items():
        if name not in ours:
            raise ValueError(f"{key}.{word}: {quoted(name)} is none of ours: expected one of {' '.join(ours)}")
    return table


def _word(theirs: str, ours: str, suits: dict[str, str], contracts: dict[str, int]) -> tuple[re.Pattern[str], str]:
    """A call's word as a pattern; the places it leaves open are found again in our word."""
    any_of = {"points": r"\d{1,4}", "suit": _any_of(suits), "contract": _any_of(contracts)}
    pattern = ""
    for literal, place in re.findall(r"([^{]+)|{(\w*)}", theirs):
        if place and place not in any_of:
            raise ValueError(f'calls.words: "{{{place}}}" is none of {{points}}, {{suit}}, {{contract}}')
        pattern += f"(?P<{place}>{any_of[place]})" if place else re.escape(literal)
    try:
        call_by_name(ours.replace("{points}", "90").replace("{suit}", "H").replace("{contract}", "H"))
    except ValueError:
        known = "pass, {suit}, double"
        raise ValueError(f"calls.words.{theirs}: {quoted(ours)} is no call of ours, such as {known}") from None
    missing = set(re.findall(r"{(\w+)}", ours)) - set(re.findall(r"{(\w+)}", theirs))
    if missing:
        raise ValueError(f"calls.words.{theirs}: nothing there says {', '.join(sorted(missing))}")
    return re.compile(pattern), ours


def _any_of(words: dict[str, Any]) -> str:
    return "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True))


def steps(path: str) -> list[str | int]:
    """A dotted path in steps; a number is a place in a list."""
    return [int(each) if each.isdecimal() else each for each in path.split(".")]


def at(record: Any, path: list[str | int]) -> Any:
    """The value at a path, or None where there is none."""
    for step in path:
        if isinstance(record, dict):
            record = record.get(str(step))
        elif isinstance(record, list) and isinstance(step, int) and step < len(record):
            record = record[step]
        else:
            return None
    return record


@functools.cache
def _shipped() -> dict[str, str]:
    folder = resources.files("ingest") / "mappings"
    return {
        each.name.removesuffix(".toml"): each.read_text(encoding="utf-8")
        for each in folder.iterdir()
        if each.name.endswith(".toml")
    }


@functools.cache
def _load_shipped(name: str) -> Mapping:
    return from_toml(_shipped()[name], name)
