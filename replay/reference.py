"""The reference: every word of rules and reports explained, and the pages and schema made from one statement of each.

`python -m replay.reference knobs`, `sources` or `schema` writes the published file to standard output.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

from replay.clauses import FACTS, KEYS
from replay.consistency import without_effect
from replay.judgement import STATED
from replay.knobs import GROUPS, KNOB, KNOBS, Knob, Value, did_you_mean
from replay.rulesets import Ruleset, load, names
from replay.sources import cited, citing, clause_groups, clauses, documents, points, systems, tables
from replay.violations import CATALOGUE

PUBLISHED: Final = {
    "knobs": "docs/knobs.md",
    "sources": "docs/sources.md",
    "schema": "data/schema/ruleset.schema.json",
}
"""Where a checkout keeps what this module writes."""


# One word


def explain(word: str) -> str | None:
    """What a word means: a knob, fact, place in a document, open point, violation, ruleset or part; None if unknown.

    `nearest` then says what may have been meant.
    """
    word = word.strip()
    found = [say(word) for say in (_knob, _fact, _place, _point, _violation, _document, _ruleset, _part)]
    return "\n\n".join(filter(None, found)) or None


def nearest(word: str) -> str:
    """`; did you mean "x"?` for a word that cannot be explained, or nothing."""
    known = [*KEYS, *(knob.key for knob in KNOBS), *clause_groups(), *points(), *CATALOGUE, *documents(), *names()]
    return did_you_mean(word.strip(), known)


def _knob(word: str) -> str:
    return "\n\n".join(_one_knob(knob) for knob in KNOBS if word in (knob.name, knob.key))


def _one_knob(knob: Knob) -> str:
    lines = [f"{knob.name}: a setting of rulesets", f"  {knob.meaning}"]
    lines += [f"  {value}: {meaning}" for value, meaning in (knob.choices or {}).items()]
    if knob.choices is None:
        lines.append(f"  {_kind(knob)}")
    lines.append(f"  Default: {_value(knob.default)}")
    return "\n".join([*lines, *_in_systems(knob.name), *_said(f"{knob.source}, {_open(knob.name)}")])


def _fact(word: str) -> str:
    if word not in FACTS:
        return ""
    lines = [f"{word}: a fact that no setting decides", f"  {FACTS[word]}", *_in_systems(word)]
    said = ", ".join(ruleset.clauses.get(word, "") for ruleset in (*systems(), *tables()))
    return "\n".join([*lines, *_said(f"{said}, {_open(word)}")])


def _in_systems(key: str) -> list[str]:
    rows = []
    for ruleset in (*systems(), *tables()):
        if key in KNOB and without_effect(ruleset.values, [key]):
            continue
        value = f" {_value(ruleset.values[key])}" if key in KNOB else ""
        reason = _reason(ruleset, key)
        if value or reason:
            rows.append(f"  {ruleset.name}:{value}{f' ({reason})' if reason else ''}")
    return rows


def _reason(ruleset: Ruleset, key: str) -> str:
    """Where a ruleset has a setting or fact from."""
    said, point = ruleset.clauses.get(key, ""), ruleset.unsettled.get(key, "")
    return f"{said}; open: {point}" if said and point else f"open: {point}" if point else said


def _open(key: str) -> str:
    return ", ".join(ruleset.unsettled.get(key, "") for ruleset in (*systems(), *tables()))


def _said(text: str) -> list[str]:
    """What the places and open points that a text names say, each once."""
    out = []
    for place in dict.fromkeys(cited(text)):
        if place in points():
            out.append(f"  {place}: {points()[place].about} {points()[place].ours}")
        elif place in clauses():
            out.append(f"  {place}: {clauses()[place]}")
    return out


def _place(word: str) -> str:
    places = [place for place in cited(word) if place in clauses()] if re.fullmatch(r"\d{3}:\d+(-\d+)?", word) else []
    if not places:
        return ""
    document = documents()[word[:3]]
    lines = [f"{word}: {document.title}, in {document.language}"]
    lines += dict.fromkeys(f"  {clauses()[place]}" for place in places)
    return "\n".join([*lines, *_resting(places)])


def _point(word: str) -> str:
    point = points().get(re.sub(r"-(\d)$", r"-0\1", word.upper()))
    if point is None:
        return ""
    lines = [f"{point.number}: a point that the documents leave open", f"  {point.about}", f"  {point.ours}"]
    return "\n".join([*lines, *([f"  {point.nothing}"] if point.nothing else _resting([point.number]))])


def _resting(places: Iterable[str]) -> list[str]:
    by_name: dict[str, list[str]] = {}
    for place in places:
        for ruleset, key in citing(place):
            if key not in by_name.setdefault(ruleset.name, []):
                by_name[ruleset.name].append(key)
    return [f"  {name}: {', '.join(keys)}" for name, keys in by_name.items()]


def _violation(word: str) -> str:
    entry = CATALOGUE.get(word)
    if entry is None:
        return ""
    lines = [f"{word}: {entry.title} ({entry.severity})", f"  {entry.sentence}", f"  It rests on {entry.rule}."]
    return "\n".join([*lines, "", _one_knob(KNOB[entry.rule]) if entry.rule in KNOB else _fact(entry.rule)])


def _document(word: str) -> str:
    document = documents().get(word)
    if document is None:
        return ""
    rulesets = ", ".join(document.systems + document.tables)
    return f"{word}: {document.title}, in {document.language}\n  {document.about}\n  {rulesets}"


def _ruleset(word: str) -> str:
    if word not in names():
        return ""
    ruleset = load(word)
    read_from = [document for document in documents().values() if word in document.systems + document.tables]
    about = f", after document {read_from[0].number}" if read_from else ""
    return f"{word}: {ruleset.title}{about}\n  {ruleset.players} players, {ruleset.hand_size} cards each"


def _part(word: str) -> str:
    if word not in STATED or word in FACTS:
        return ""
    codes = [code for code in CATALOGUE if code.partition(".")[0] in (word, word.removesuffix("s"))]
    settings = [knob.name for knob in KNOBS if knob.group == word]
    lines = (
        [f"{word}: a part of a deal with a verdict of its own"] if word != "settlement" else [f"{word}: the scoring"]
    )
    lines += [f"  settings: {', '.join(settings)}"] if settings else []
    return "\n".join(lines + ([f"  violations: {', '.join(codes)}"] if codes else []))


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(value)}]"
    return str(value)


def _kind(knob: Knob) -> str:
    if knob.numbers is not None:
        return f"a whole number from {knob.numbers[0]} to {knob.numbers[1]}"
    return "packets of cards, `3+2|3`" if knob.pattern is not None else "true or false"


# Pages


def knobs_page() -> str:
    """The reference of all settings and facts, as Markdown."""
    lines = [
        "# Settings of a ruleset",
        "",
        "Written by `python -m replay.reference knobs` from `replay/knobs.py` and `replay/clauses.py`.",
        "",
        "A ruleset is a TOML file. `extends` names the ruleset that it differs from, shipped or in the same folder; it",
        "states only what is different. `[clauses]` says from where a setting or fact is known, `[unsettled]` that it",
        "is a default where the source is silent: to break it is *unsettled*, no violation. `not_stated` lists parts",
        f"of a deal of which the ruleset says nothing: {', '.join(f'`{part}`' for part in STATED)}.",
        "`abstract = true` marks a file that others extend and nobody plays by. Editors that know JSON Schema complete",
        "and check such a file by [ruleset.schema.json](../data/schema/ruleset.schema.json).",
        "",
        "```toml",
        'title = "Our table"',
        'extends = "fr4-001"',
        "",
        "[match]",
        "target = 501",
        "```",
        "",
        "The numbers of places and open points are those of [sources.md](sources.md).",
    ]
    for group in GROUPS:
        lines += ["", f"## [{group}]"]
        for knob in KNOBS:
            if knob.group == group:
                lines += ["", f"### {knob.key}", "", knob.meaning, ""]
                lines += [f"- `{value}`: {meaning}" for value, meaning in (knob.choices or {}).items()]
                lines += [] if knob.choices else [f"- {_kind(knob)}"]
                several = "; any number of them" if knob.several else ""
                lines += ["", f"Default `{_value(knob.default)}`{several}. Sources: {knob.source}."]
    lines += ["", "## Facts", "", "No setting decides these, but a finding may rest on one.", ""]
    lines += [f"- `{name}`: {sentence}" for name, sentence in FACTS.items()]
    return "\n".join(lines) + "\n"


def sources_page() -> str:
    """The documents, what each cited place says, the open points, and all rulesets side by side."""
    lines = [
        "# Sources",
        "",
        "Written by `python -m replay.reference sources` from `replay/sources.toml` and the rulesets.",
        "",
        "The rules are read from five documents. A number such as 003:46 is a line of one, blank lines counted.",
        "None of their sentences stands here: what a place says is put in our own words, and only as far as the rules",
        "need it. A number such as A-07 is a question that they leave open, with what is done about it. Whoever breaks",
        "such a default is reported as *unsettled*. `rebelote rules explain 003:46` says the same as this page.",
        "",
        "| document | what it is | language | systems |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {each.number} | *{each.title}*. {each.about} | {each.language} | {', '.join(each.systems + each.tables)} |"
        for each in documents().values()
    ]
    for document in documents().values():
        lines += ["", f"## {document.number}: {document.title}", ""]
        lines += [f"- **{key}** {text}" for key, text in clause_groups().items() if key.startswith(document.number)]
    lines += ["", "## Open points"]
    for point in points().values():
        resting = [line.strip() for line in _resting([point.number])]
        rests = point.nothing or f"Rests on it: {'; '.join(resting)}."
        lines += ["", f"### {point.number}", "", point.about, "", f"**Here:** {point.ours}", "", rests]
    lines += [
        "",
        "## The eleven systems",
        "",
        "A star marks a default where the source is silent; - what has no effect.",
        "",
        *_side_by_side(systems()),
        "",
        "## Public tables",
        "",
        "What federations, platforms and programs play; each extends one of the eleven.",
        "",
        *_side_by_side(tables()),
    ]
    return "\n".join(lines) + "\n"


def _side_by_side(rulesets: tuple[Ruleset, ...]) -> list[str]:
    lines = [f"| setting | {' | '.join(each.name for each in rulesets)} |", "|---" * (len(rulesets) + 1) + "|"]
    return lines + [f"| {knob.name} | {' | '.join(_cell(each, knob) for each in rulesets)} |" for knob in KNOBS]


def _cell(ruleset: Ruleset, knob: Knob) -> str:
    if without_effect(ruleset.values, [knob.name]):
        return "-"
    star = "\\*" if knob.name in ruleset.unsettled else ""
    return _value(ruleset.values[knob.name]).replace("|", "\\|") + star


def ruleset_schema() -> dict[str, Any]:
    """The JSON Schema of a ruleset's file, for editors."""
    said = {"type": "object", "propertyNames": {"enum": list(KEYS)}, "additionalProperties": {"type": "string"}}
    groups = {
        group: {
            "type": "object",
            "additionalProperties": False,
            "properties": {knob.key: knob.schema() for knob in KNOBS if knob.group == group},
        }
        for group in GROUPS
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rebelote ruleset",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "title": {"type": "string", "description": "What people call this game."},
            "extends": {"type": "string", "description": "The ruleset from which this one differs."},
            "abstract": {"type": "boolean", "description": "Whether it is only there to be extended."},
            "not_stated": {
                "type": "array",
                "items": {"enum": list(STATED)},
                "description": "Parts of a deal of which the ruleset says nothing.",
            },
            **groups,
            "clauses": {**said, "description": "Where a setting or fact is known from."},
            "unsettled": {**said, "description": "Settings and facts that are defaults where the source is silent."},
        },
    }


def schema_text() -> str:
    """The schema as the published file has it."""
    return json.dumps(ruleset_schema(), indent=2, ensure_ascii=False) + "\n"


WRITERS: Final[dict[str, Callable[[], str]]] = {"knobs": knobs_page, "sources": sources_page, "schema": schema_text}

if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in WRITERS:
        sys.stdout.write(WRITERS[sys.argv[1]]())
    else:
        sys.exit(f"say which: {', '.join(WRITERS)}")
