"""Gather every text for people into the message catalogues and compile them: `python -m tests.make_messages`.

Texts stand in calls of `tr`, `plural` and `mark`, and in tables: the catalogue of violations, the reasons why a part
cannot be judged, rulesets and their settings, clauses and open points, the figures with what they count. A new
language: its name in `LANGUAGES`, then this command, and a translation for each text of its `.po` file.
"""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from dashboard.figures import FIGURES, fairness, naming
from dashboard.figures.figure import FLAGS
from dashboard.messages import LANGUAGES
from dashboard.stats import TABLES
from dashboard.viewer.telling import SEAT, WITHIN
from dashboard.wording import CONTRACT_WORDS
from replay import rulesets
from replay.findings import REASONS
from replay.knobs import KNOBS
from replay.sources import clause_groups, points
from replay.violations import CATALOGUE

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "dashboard" / "messages"
KEYWORDS = {"tr": None, "mark": None, "plural": (1, 2), "tr_of": ((1, "c"), 2)}


def template() -> Catalog:
    """Every text of the program, with where it is said."""
    catalogue = Catalog(project="Rebelote", charset="utf-8", fuzzy=False)
    for path in sorted((ROOT / "dashboard").rglob("*.py")):
        with path.open("rb") as source:
            for _line, message, comments, context in extract("python", source, KEYWORDS):
                place = [(path.relative_to(ROOT).as_posix(), "")]
                catalogue.add(message, locations=place, auto_comments=comments, context=context)
    for code, entry in CATALOGUE.items():
        for text in (entry.title, entry.sentence):
            catalogue.add(text, locations=[("replay/violations.py", "")], auto_comments=[code])
    for reason in filter(None, REASONS):
        catalogue.add(reason, locations=[("replay/findings.py", "")])
    for name in rulesets.names():
        catalogue.add(rulesets.load(name).title, locations=[(f"replay/rulesets/{name}.toml", "")])
    for place, texts in tables().items():
        for text in filter(None, texts):
            catalogue.add(text, locations=[(place, "")])
    for context, texts in in_context().items():
        for text in texts:
            catalogue.add(text, locations=[("dashboard/figures", "")], context=context)
    return catalogue


def tables() -> dict[str, list[str]]:
    """Texts that stand in tables, by where these are."""
    knobs = [text for knob in KNOBS for text in (knob.meaning, *(knob.choices or {}).values())]
    open_points = [text for point in points().values() for text in (point.about, point.ours)]
    figures = [text for figure in FIGURES.values() for text in (figure.title, figure.sentence)]
    return {
        "replay/knobs.py": knobs,
        "replay/sources.toml": [*clause_groups().values(), *open_points],
        "dashboard/figures": [*figures, *(sentence for sentence, _ in TABLES.values()), *naming.texts()],
        "dashboard/figures/figure.py": [text for flag, (_, meaning) in FLAGS.items() for text in (flag, meaning)],
        "dashboard/wording.py": list(CONTRACT_WORDS),
    }


def in_context() -> dict[str, list[str]]:
    """Texts that other languages say otherwise in a context, by context."""
    return {
        "figure": [
            text for figure in FIGURES.values() for text in (figure.counted, figure.succeeded, figure.repeated) if text
        ],
        "contracts": ["made", "inside", "hanging"],
        "bound": [bound for figure in FIGURES.values() for bound in figure.bounds],
        "cards": list(fairness.MARKED),
        WITHIN: [SEAT],
    }


def path(code: str, kind: str) -> Path:
    """The catalogue of a language: kind `po` to edit, `mo` to ship."""
    return FOLDER / code / "LC_MESSAGES" / f"rebelote.{kind}"


def stored(code: str) -> Catalog:
    """The catalogue of a language as it is on disk, an empty one where there is none."""
    if not path(code, "po").exists():
        return Catalog(locale=code)
    with path(code, "po").open("rb") as opened:
        return read_po(opened, locale=code)


def updated(code: str) -> Catalog:
    """The catalogue of a language with the texts of today; what nobody says any more is dropped."""
    catalogue = stored(code)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.project, catalogue.version = "Rebelote", "1"
    catalogue.header_comment = f"# Rebelote in {LANGUAGES[code]}."
    catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = "Rebelote"
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """A catalogue as a file, the same every time for the same texts."""
    out = BytesIO()
    write_po(out, catalogue, width=110, sort_output=True, omit_header=False, include_lineno=False)
    dated = ('"POT-Creation', '"PO-Revision', '"Generated-By')
    lines = [each for each in out.getvalue().decode().splitlines() if not each.startswith(dated)]
    return ("\n".join(lines) + "\n").encode()


def forms(message: Message) -> tuple[str, ...]:
    """What a text is in a language, in each of its numbers."""
    return message.string if isinstance(message.string, tuple) else (message.string,)


def main() -> None:
    """Write every catalogue anew."""
    for code in LANGUAGES:
        if code == "en":
            continue
        path(code, "po").parent.mkdir(parents=True, exist_ok=True)
        path(code, "po").write_bytes(written(updated(code)))
        catalogue = stored(code)
        with path(code, "mo").open("wb") as compiled:
            write_mo(compiled, catalogue)
        missing = [each for each in catalogue if each.id and not all(forms(each))]
        print(f"{code}: {len(catalogue)} texts, {len(missing)} not translated")


if __name__ == "__main__":
    main()
