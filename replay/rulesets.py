"""Rulesets: TOML files over the knobs, each extending another, checked and turned into the compiled record."""

import functools
import hashlib
import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from replay import citations
from replay.clauses import FACTS
from replay.compiled import Rules, compile_rules, hand_size, sides
from replay.consistency import Problem as Problem
from replay.consistency import contradictions as contradictions
from replay.consistency import without_effect
from replay.judgement import STATED
from replay.knobs import GROUPS, KNOB, KNOBS, Value, did_you_mean, quoted

_TOP_KEYS: Final = ("title", "extends", "abstract", "not_stated", "clauses", "unsettled", *GROUPS)


class RulesetError(Exception):
    """A ruleset that cannot be used; `problems` says everything that is wrong with it."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        self.name = name
        self.problems = problems
        super().__init__(f"ruleset {name}: " + "; ".join(map(str, problems)))


class UnknownRuleset(RulesetError):
    """There is no ruleset of this name, or no such file."""


@dataclass(frozen=True)
class Ruleset:
    """The rules of one table, complete: every knob has its value."""

    name: str
    title: str
    values: Mapping[str, Value]
    """By knob name."""
    clauses: Mapping[str, str]
    """By knob or fact: the place in a rule document that states it."""
    unsettled: Mapping[str, str]
    """By knob or fact: the open point (A-07) where the value is a default for the source's silence."""
    not_stated: tuple[str, ...] = ()
    """Parts of a deal of which this ruleset says nothing: they are not auditable under it."""

    @functools.cached_property
    def rules(self) -> Rules:
        """The compiled form: one record of integers, an argument of every rule."""
        return compile_rules(self.values, self.not_stated, self.unsettled)

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.values["deal.players"])  # type: ignore[arg-type]

    @property
    def sides(self) -> int:
        """How many write a score: two pairs, or each player."""
        return sides(self.values)

    @property
    def hand_size(self) -> int:
        """Cards in a full hand."""
        return hand_size(self.values)

    @functools.cached_property
    def digest(self) -> str:
        """The same for the same rules, whatever the file looks like."""
        return hashlib.sha256(self.toml().encode()).hexdigest()[:16]

    def toml(self) -> str:
        """The whole ruleset as a file of its own, that extends nothing."""
        lines = [f"title = {_toml(self.title)}", f"not_stated = {_toml(self.not_stated)}"]
        for group in GROUPS:
            lines += ["", f"[{group}]"]
            lines += [f"{knob.key} = {_toml(self.values[knob.name])}" for knob in KNOBS if knob.group == group]
        for title, table in (("clauses", self.clauses), ("unsettled", self.unsettled)):
            lines += ["", f"[{title}]", *(f"{_toml(key)} = {_toml(table[key])}" for key in sorted(table))]
        return "\n".join(lines) + "\n"

    def with_overrides(self, overrides: Mapping[str, Any]) -> "Ruleset":
        """This ruleset at a table that differs in some knobs; raises RulesetError for what is no knob or value.

        A changed knob loses its clause and its open point: the table decided it.
        """
        if not overrides:
            return self
        problems, values = _read_values(overrides.items())
        if not problems:
            merged = {**self.values, **values}
            problems = contradictions(merged)
        if problems:
            raise RulesetError(self.name, problems)
        return Ruleset(
            self.name,
            self.title,
            MappingProxyType(merged),
            MappingProxyType({key: text for key, text in self.clauses.items() if key not in values}),
            MappingProxyType({key: text for key, text in self.unsettled.items() if key not in values}),
            self.not_stated,
        )


@functools.cache
def names() -> tuple[str, ...]:
    """The rulesets that come with the program."""
    return tuple(name for name in sorted(_shipped()) if not _parse(name, _shipped()[name]).get("abstract"))


def load(name_or_path: str | os.PathLike[str]) -> Ruleset:
    """The ruleset with this name, or in this file; raises RulesetError with everything that is wrong."""
    name_or_path = os.fspath(name_or_path)
    if name_or_path in _shipped():
        return _load_shipped(name_or_path)
    name, text, folder = _find(name_or_path)
    problems = _unfounded(text)
    if problems:
        raise RulesetError(name, problems)
    return from_toml(text, name, folder)


def _find(name_or_path: str) -> tuple[str, str, Path | None]:
    """Name, text and folder of a ruleset."""
    if name_or_path in _shipped():
        return name_or_path, _shipped()[name_or_path], None
    path = Path(name_or_path)
    if path.suffix == ".toml" or "/" in name_or_path:
        return path.stem, _text_of(path), path.parent
    known = names()
    hint = did_you_mean(name_or_path, list(known))
    raise UnknownRuleset(name_or_path, [Problem("", f"unknown ruleset{hint}; known are {', '.join(known)}")])


def from_toml(text: str, name: str = "given", folder: Path | None = None) -> Ruleset:
    """The ruleset that a file's text says; `extends` is looked for among the shipped ones, then in the folder."""
    problems: list[Problem] = []
    ruleset = read(text, name, folder, problems)
    problems = [each for each in problems if not each.warning]
    if problems or ruleset is None:
        raise RulesetError(name, problems)
    return ruleset


def check(name_or_path: str | os.PathLike[str]) -> list[Problem]:
    """Everything that is wrong with a ruleset, with warnings for settings without effect; empty if all is well.

    Raises UnknownRuleset where there is no such ruleset or file.
    """
    try:
        name, text, folder = _find(os.fspath(name_or_path))
    except UnknownRuleset:
        raise
    except RulesetError as error:
        return error.problems
    problems = _unfounded(text)
    read(text, name, folder, problems)
    return problems


def _unfounded(text: str) -> list[Problem]:
    """What is wrong with where a file has its rules from: nothing is set, or a place is cited that there is not.

    A file is held to it when it is given; what a store keeps was read under the places of its time.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return []  # said by whoever reads it
    problems = []
    if "extends" not in table and not any(_table(table, group) for group in GROUPS):
        message = 'it sets nothing: expected extends = "…", or settings such as target = 501 under [match]'
        problems.append(Problem("", message))
    for group in ("clauses", "unsettled"):
        for key, place in _table(table, group).items():
            if isinstance(place, str):
                problems += [Problem(f"{group}.{key}", message) for message in _doubts(group, place)]
    return problems


def _doubts(group: str, text: str) -> Iterator[str]:
    known = citations.known()
    named = citations.cited(text)
    if not text.strip():
        yield "expected a place in a rule document"
    elif group == "unsettled" and not any(each.startswith("A-") for each in named):
        yield f"expected an open point, such as A-07, not {quoted(text)}"
    yield from (f"there is no {each} in the sources" for each in named if each not in known)


def read(text: str, name: str, folder: Path | None, problems: list[Problem]) -> Ruleset | None:
    """Read a ruleset and collect its problems, warnings too; None where nothing can be made of it."""
    try:
        chain = _chain(name, text, folder)
    except RulesetError as error:
        problems += error.problems
        return None
    values: dict[str, Value] = {knob.name: knob.default for knob in KNOBS}
    clauses: dict[str, str] = {}
    unsettled: dict[str, str] = {}
    not_stated: tuple[str, ...] = ()
    title = name
    own: Mapping[str, Value] = {}
    for table in chain:
        problems += _misshapen(table)
        found, own = _read_values(_settings(table))
        problems += found
        for key in own:
            # What the parent said of the old value says nothing of the new one.
            clauses.pop(key, None)
            unsettled.pop(key, None)
        values |= own
        for key, text_of in _table(table, "clauses").items():
            clauses[key] = str(text_of)
            unsettled.pop(key, None)
        unsettled |= {key: str(text_of) for key, text_of in _table(table, "unsettled").items()}
        if isinstance(table.get("not_stated"), list):
            not_stated = tuple(map(str, table["not_stated"]))
        title = str(table.get("title", title))
    problems += contradictions(values)
    # A file that says everything, as `rules show` writes one, says what has no effect too.
    whole = "extends" not in chain[-1] and len(own) == len(KNOBS)
    if chain[-1].get("abstract") is not True and not whole:
        problems += without_effect(values, own)
    return Ruleset(
        name, title, MappingProxyType(values), MappingProxyType(clauses), MappingProxyType(unsettled), not_stated
    )


def _table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = table.get(key, {})
    return found if isinstance(found, Mapping) else {}


def _settings(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for group in GROUPS:
        yield from ((f"{group}.{key}", value) for key, value in _table(table, group).items())


def _read_values(settings: Iterable[tuple[str, Any]]) -> tuple[list[Problem], dict[str, Value]]:
    problems: list[Problem] = []
    values: dict[str, Value] = {}
    for name, value in settings:
        if name not in KNOB:
            problems.append(Problem(name, f"unknown knob{did_you_mean(name, KNOB)}"))
        elif (message := KNOB[name].problem(value)) is not None:
            problems.append(Problem(name, message))
        else:
            values[name] = KNOB[name].read(value)
    return problems, values


def _misshapen(table: Mapping[str, Any]) -> list[Problem]:
    problems = [
        Problem(key, f"unknown key{did_you_mean(key, list(_TOP_KEYS))}") for key in table if key not in _TOP_KEYS
    ]
    shapes = {"title": (str, "a text"), "abstract": (bool, "true or false"), "not_stated": (list, "a list of parts")}
    shapes |= dict.fromkeys((*GROUPS, "clauses", "unsettled"), (dict, "a table"))
    problems += [
        Problem(key, f"expected {words}, not {quoted(table[key])}")
        for key, (shape, words) in shapes.items()
        if key in table and not isinstance(table[key], shape)
    ]
    known = {**KNOB, **FACTS}
    for group in ("clauses", "unsettled"):
        for key, text in _table(table, group).items():
            if isinstance(text, Mapping):
                problems.append(Problem(f"{group}.{key}", 'a knob is quoted here: "play.ruff" = "…"'))
            elif key not in known:
                problems.append(Problem(f"{group}.{key}", f"neither a knob nor a fact{did_you_mean(key, known)}"))
            elif not isinstance(text, str):
                problems.append(Problem(f"{group}.{key}", f"expected a text, not {quoted(text)}"))
    for part in table["not_stated"] if isinstance(table.get("not_stated"), list) else ():
        if part not in STATED:
            problems.append(Problem("not_stated", f"unknown part {quoted(part)}{did_you_mean(part, list(STATED))}"))
    return problems


def _chain(name: str, text: str, folder: Path | None) -> list[dict[str, Any]]:
    """The tables from the farthest ancestor to this one."""
    chain = [_parse(name, text)]
    own_file = _place(folder, name)
    seen = [name if _shipped().get(name) == text or own_file is None else str(own_file)]
    while (parent := chain[0].get("extends")) is not None:
        if not isinstance(parent, str):
            raise RulesetError(name, [Problem("extends", f"expected the name of a ruleset, not {quoted(parent)}")])
        if parent in _shipped():
            where, parent_text = parent, _shipped()[parent]
        elif (place := _place(folder, parent)) is not None:
            where, parent_text, folder = str(place), _text_of(place), place.parent
        else:
            hint = did_you_mean(parent, list(_shipped()))
            raise RulesetError(name, [Problem("extends", f"no ruleset named {quoted(parent)}{hint}, and no such file")])
        if where in seen:
            way = " → ".join(Path(each).name for each in [*seen, where])
            raise RulesetError(name, [Problem("extends", f"goes in a circle: {way}")])
        seen.append(where)
        chain.insert(0, _parse(parent, parent_text))
    return chain


def _place(folder: Path | None, name: str) -> Path | None:
    """The file of this name in a folder, with or without its ending."""
    if folder is None:
        return None
    path = folder / name
    found = (each.resolve() for each in (path, path.with_name(path.name + ".toml")) if each.is_file())
    return next(found, None)


def _text_of(path: Path) -> str:
    try:
        return text_of(path)
    except (OSError, UnicodeDecodeError) as error:
        kind = UnknownRuleset if isinstance(error, FileNotFoundError) else RulesetError
        raise kind(str(path), [Problem("", f"cannot be read: {why_unread(error)}")]) from error


def text_of(path: Path) -> str:
    """A file's text, in UTF-8 with or without its mark; raises OSError and UnicodeDecodeError."""
    return path.read_text(encoding="utf-8-sig")


def why_unread(error: OSError | UnicodeDecodeError) -> str:
    """Why a file's text could not be read, in plain words."""
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8; save it in that encoding"
    return "there is no such file" if isinstance(error, FileNotFoundError) else error.strerror or str(error)


def _parse(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        raise RulesetError(name, [Problem("", str(error), int(at[1]) if at else None)]) from error


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        # The escapes of JSON are TOML's too; only DEL must be escaped besides.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


@functools.cache
def _shipped() -> Mapping[str, str]:
    folder = resources.files("replay") / "rulesets"
    return {
        each.name.removesuffix(".toml"): each.read_text(encoding="utf-8")
        for each in folder.iterdir()
        if each.name.endswith(".toml")
    }


@functools.cache
def _load_shipped(name: str) -> Ruleset:
    return from_toml(_shipped()[name], name)
