"""Rulesets: TOML files over the knobs, each extending another, checked and turned into the compiled record."""

import functools
import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from replay.clauses import FACTS
from replay.compiled import Rules, compile_rules, hand_size, sides
from replay.judgement import PARTS
from replay.knobs import GROUPS, KNOB, KNOBS, Value, did_you_mean

_TOP_KEYS: Final = ("title", "extends", "abstract", "not_stated", "clauses", "unsettled", *GROUPS)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a ruleset's file."""

    key: str
    """The dotted key, empty for the whole file."""
    message: str
    line: int | None = None
    """Only where the reader of the file names one."""
    warning: bool = False
    """The ruleset works all the same: a setting without effect."""

    def __str__(self) -> str:
        at = f"line {self.line}: " if self.line else ""
        return f"{at}{self.key}: {self.message}" if self.key else f"{at}{self.message}"


class RulesetError(Exception):
    """A ruleset that cannot be used; `problems` says everything that is wrong with it."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        self.name = name
        self.problems = problems
        super().__init__(f"ruleset {name}: " + "; ".join(map(str, problems)))


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
        return int(self.values["deal.players"])  # type: ignore[arg-type]

    @property
    def sides(self) -> int:
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
            problems = [each for each in contradictions(merged) if not each.warning]
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


def names() -> tuple[str, ...]:
    """The rulesets that come with the program."""
    return tuple(name for name in sorted(_shipped()) if not _parse(name, _shipped()[name]).get("abstract"))


def load(name_or_path: str) -> Ruleset:
    """The ruleset with this name, or in this file; raises RulesetError with everything that is wrong."""
    if name_or_path in _shipped():
        return _load_shipped(name_or_path)
    path = Path(name_or_path)
    if path.suffix == ".toml" or "/" in name_or_path:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RulesetError(name_or_path, [Problem("", f"cannot be read: {error}")]) from error
        return from_toml(text, path.stem, path.parent)
    known = names()
    hint = did_you_mean(name_or_path, list(known))
    raise RulesetError(name_or_path, [Problem("", f"unknown ruleset{hint}; known are {', '.join(known)}")])


def from_toml(text: str, name: str = "given", folder: Path | None = None) -> Ruleset:
    """The ruleset that a file's text says; `extends` is looked for among the shipped ones, then in the folder."""
    problems: list[Problem] = []
    ruleset = read(text, name, folder, problems)
    problems = [each for each in problems if not each.warning]
    if problems or ruleset is None:
        raise RulesetError(name, problems)
    return ruleset


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
    for table in chain:
        problems += _unknown_keys(table)
        found, changed = _read_values(_settings(table))
        problems += found
        for key in changed:
            # What the parent said of the old value says nothing of the new one.
            clauses.pop(key, None)
            unsettled.pop(key, None)
        values |= changed
        for key, text_of in table.get("clauses", {}).items():
            clauses[key] = str(text_of)
            unsettled.pop(key, None)
        for key, text_of in table.get("unsettled", {}).items():
            unsettled[key] = str(text_of)
        not_stated = tuple(table.get("not_stated", not_stated))
        title = str(table.get("title", title))
    problems += contradictions(values)
    return Ruleset(
        name, title, MappingProxyType(values), MappingProxyType(clauses), MappingProxyType(unsettled), not_stated
    )


def contradictions(values: Mapping[str, Value]) -> list[Problem]:
    """Knobs that do not go together, and, as warnings, settings without effect."""
    found: list[Problem] = []
    players, style = values["deal.players"], values["auction.style"]
    pack = int(str(values["deal.pack"]))
    dealt = int(players) * hand_size(values)  # type: ignore[arg-type]
    if hand_size(values) > 9:
        found.append(Problem("deal.packets", f"a hand has at most nine cards, not {hand_size(values)}"))
    if dealt > pack:
        found.append(Problem("deal.packets", f"{players} hands take {dealt} cards, the pack has {pack}"))
    if style == "take" and not str(values["deal.packets"]).partition("|")[2]:
        found.append(Problem("deal.packets", "take or pass on a turned card wants a second deal after the bar"))
    if values["settlement.inside"] != "all" and players != 3:
        found.append(Problem("settlement.inside", f"{values['settlement.inside']!r} is for three players only"))
    if values["deal.seven_exchange"] != "none" and style != "take":
        found.append(Problem("deal.seven_exchange", 'needs a turned card: auction.style = "take"'))
    if values["deal.seven_exchange"] != "none" and dealt == pack:
        found.append(Problem("deal.seven_exchange", "the turned card goes to the taker, who uses up the pack"))
    return found


def _settings(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for group in GROUPS:
        settings = table.get(group, {})
        if isinstance(settings, Mapping):
            yield from ((f"{group}.{key}", value) for key, value in settings.items())


def _read_values(settings: Any) -> tuple[list[Problem], dict[str, Value]]:
    problems: list[Problem] = []
    values: dict[str, Value] = {}
    for name, value in settings:
        if name not in KNOB:
            problems.append(Problem(name, f"unknown knob{did_you_mean(name, KNOB)}"))
        elif (message := KNOB[name].problem(value)) is not None:
            problems.append(Problem(name, message))
        else:
            values[name] = tuple(value) if isinstance(value, list) else value
    return problems, values


def _unknown_keys(table: Mapping[str, Any]) -> list[Problem]:
    problems = [
        Problem(key, f"unknown key{did_you_mean(key, list(_TOP_KEYS))}") for key in table if key not in _TOP_KEYS
    ]
    for group in (*GROUPS, "clauses", "unsettled"):
        if not isinstance(table.get(group, {}), Mapping):
            problems.append(Problem(group, f"expected a table [{group}]"))
    known = {**KNOB, **FACTS}
    for group in ("clauses", "unsettled"):
        if isinstance(table.get(group), Mapping):
            problems += [
                Problem(f"{group}.{key}", f"neither a knob nor a fact{did_you_mean(key, known)}")
                for key in table[group]
                if key not in known
            ]
    for part in table.get("not_stated", ()):
        if part not in PARTS:
            problems.append(Problem("not_stated", f"unknown part {part!r}{did_you_mean(part, list(PARTS))}"))
    return problems


def _chain(name: str, text: str, folder: Path | None) -> list[dict[str, Any]]:
    """The tables from the farthest ancestor to this one."""
    chain = [_parse(name, text)]
    seen = [name]
    while (parent := chain[0].get("extends")) is not None:
        if parent in seen:
            raise RulesetError(name, [Problem("extends", f"goes in a circle: {' → '.join([*seen, str(parent)])}")])
        seen.append(str(parent))
        if parent in _shipped():
            chain.insert(0, _parse(str(parent), _shipped()[str(parent)]))
            continue
        path = None if folder is None else folder / str(parent)
        for candidate in () if path is None else (path, path.with_name(path.name + ".toml")):
            if candidate.is_file():
                chain.insert(0, _parse(str(parent), candidate.read_text(encoding="utf-8")))
                break
        else:
            hint = did_you_mean(parent, list(_shipped()))
            raise RulesetError(name, [Problem("extends", f"no ruleset named {parent!r}{hint}, and no such file")])
    return chain


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
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
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
