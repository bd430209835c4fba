"""The rulesets: those of the deals in the store, every setting with what it means, and what is open."""

import streamlit as st

from dashboard.questions import rulesets_in_use
from dashboard.reading import Snapshot
from dashboard.wording import in_markdown, number, one_line
from replay import rulesets
from replay.knobs import KNOBS
from replay.rulesets import from_toml


def show(snapshot: Snapshot) -> None:
    """The page."""
    st.title("Rulesets", anchor=False)
    used = rulesets_in_use(snapshot).to_dicts()
    choices: dict[str, str] = {}
    for each in used:
        changed = "" if each["overrides"] == "{}" else f", changed: {one_line(each['overrides'], 60)}"
        choices[f"{one_line(each['name'])}{changed} ({number(each['deals'])} deals)"] = each["toml"]
    rest = set(rulesets.names()) - {each["name"] for each in used}
    for name in sorted(rest):
        choices[f"{name} (no deals here)"] = rulesets.load(name).toml()
    chosen = st.selectbox("Ruleset", list(choices), key="shown-rules", width=520)
    text = choices[chosen]
    ruleset = from_toml(text)
    st.subheader(in_markdown(ruleset.title or ruleset.name), anchor=False)
    rows = []
    for knob in KNOBS:
        value = ruleset.values[knob.name]
        said = (
            ", ".join(value)
            if isinstance(value, tuple)
            else str(value).lower()
            if isinstance(value, bool)
            else str(value)
        )
        meaning = knob.choices.get(said, "") if knob.choices is not None and not knob.several else ""
        rests = ruleset.clauses.get(knob.name) or (
            f"open: {ruleset.unsettled[knob.name]}" if knob.name in ruleset.unsettled else ""
        )
        rows.append(
            {
                "Setting": knob.name,
                "Value": said or "none",
                "Which means": meaning,
                "What it is": knob.meaning,
                "Rests on": rests,
            }
        )
    widths = {"Value": 150, "Which means": 230, "Rests on": 120}
    st.dataframe(
        rows, hide_index=True, height=520, alt="The settings of the ruleset",
        column_config={name: st.column_config.TextColumn(width=width) for name, width in widths.items()},
    )  # fmt: skip
    st.download_button(
        "As a file",
        text,
        f"{ruleset.name or 'ruleset'}.toml",
        "application/toml",
        icon=":material/download:",
        on_click="ignore",
    )


show(st.session_state["snapshot"])
