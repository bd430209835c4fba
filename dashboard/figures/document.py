"""The reference page of the figures, written from their definitions: `python -m dashboard.figures.document`."""

from dashboard.figures import FIGURES, declarations, fairness, people
from dashboard.figures.exact import counts
from dashboard.figures.figure import FLAGS
from dashboard.figures.naming import SPLIT_WORDS

_HANDS = ((32, 8), (32, 9), (24, 8))
_KINDS = ("tierce", "quarte", "quinte", "carré", "couple")


def page() -> str:
    """The page as markdown."""
    lines = [
        "# The figures",
        "",
        "Written from their definitions by `python -m dashboard.figures.document > docs/figures.md`. Each is defined",
        "once, in `dashboard/figures`; the pages, `rebelote stats` and `rebelote.stats` all use that definition. Only",
        "primary verdicts count, those under a deal's own ruleset. Every rate has its count and its 95 %",
        "Wilson interval.",
        "",
        "## Deals left out",
        "",
        "A deal may have flags. Those with a revoke are left out unless asked for; the others count unless left",
        "out, and a figure that is about a flag keeps its deals.",
        "",
        "| flag | what it says |",
        "|---|---|",
        *(f"| {flag} | {meaning} |" for flag, (_, meaning) in FLAGS.items()),
        "",
        "## Rates",
        "",
    ]
    for figure in FIGURES.values():
        lines += [f"### `{figure.name}`: {figure.title}", "", figure.sentence, ""]
        lines += [f"Split by {', '.join(f'`{split}` ({SPLIT_WORDS[split]})' for split in figure.splits)}.", ""]
        if figure.bounds:
            lines += [f"Bounds: {', '.join(f'`{name}` {value:g}' for name, value in figure.bounds.items())}.", ""]
        if figure.keeps:
            lines += [f"Never leaves out: {', '.join(flag for flag in FLAGS if flag in figure.keeps)}.", ""]
    lines += ["## Missed", "", declarations.MISSED_SENTENCE, ""]
    lines += ["## Players and pairs", "", people.SENTENCE, "", "## Dealing", "", fairness.SENTENCE, ""]
    lines += ["## Exact chances", "", fairness.HELD_SENTENCE, "", "A couple is the king and queen of a suit.", ""]
    lines += ["| hand | hands | " + " | ".join(_KINDS) + " |", "|---|---:|" + "---:|" * len(_KINDS)]
    for pack, size in _HANDS:
        counted = counts(pack, size)
        shares = (f"{counted[kind]:,} ({100 * counted[kind] / counted['all']:.4f} %)" for kind in _KINDS)
        lines.append(f"| {size} of {pack} | {counted['all']:,} | " + " | ".join(shares) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
