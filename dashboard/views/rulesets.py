"""The rulesets: those of the deals in the store, every setting with what it means, and what is open."""

from dataclasses import replace

import streamlit as st

from dashboard.figures import Scope
from dashboard.questions import rulesets_in_use
from dashboard.reading import Snapshot
from dashboard.speaking import plural, tr
from dashboard.wording import in_markdown, one_line
from replay import rulesets
from replay.knobs import KNOBS
from replay.rulesets import from_toml


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Rulesets"), anchor=False)
    used = [each for each in rulesets_in_use(snapshot).to_dicts() if scope.rules in (None, each["name"])]
    if replace(scope, rules=None) != Scope():
        st.caption(
            tr("Of the filters this page follows the ruleset's alone: deals are counted in the whole store."),
        )
    choices: dict[str, str] = {}
    for each in used:
        name = one_line(each["name"])
        if each["overrides"] != "{}":
            name = tr("{name}, changed: {settings}").format(name=name, settings=one_line(each["overrides"], 60))
        deals = plural("{count} deal", "{count} deals", each["deals"])
        choices[f"{name} ({deals})"] = each["toml"]
    rest = set() if scope.rules else set(rulesets.names()) - {each["name"] for each in used}
    unused = tr("no deals here")
    for name in sorted(rest):
        choices[f"{name} ({unused})"] = rulesets.load(name).toml()
    chosen = st.selectbox(tr("Ruleset"), list(choices), key="shown-rules", width=520)
    text = choices[chosen]
    ruleset = from_toml(text)
    st.subheader(in_markdown(tr(ruleset.title) or ruleset.name), anchor=False)
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
        meaning = tr(knob.choices.get(said, "")) if knob.choices is not None and not knob.several else ""
        rests = ruleset.clauses.get(knob.name) or (
            tr("open point {clause}").format(clause=ruleset.unsettled[knob.name])
            if knob.name in ruleset.unsettled
            else ""
        )
        rows.append(
            {
                tr("Setting"): knob.name,
                tr("Value"): said or tr("none"),
                tr("Which means"): meaning,
                tr("What it is"): tr(knob.meaning),
                tr("Rests on"): rests,
            }
        )
    widths = {tr("Value"): 150, tr("Which means"): 230, tr("Rests on"): 120}
    st.dataframe(
        rows, hide_index=True, height=520, alt=tr("The settings of the ruleset"),
        column_config={name: st.column_config.TextColumn(width=width) for name, width in widths.items()},
    )  # fmt: skip
    st.download_button(
        tr("As a file"),
        text,
        f"{ruleset.name or 'ruleset'}.toml",
        "application/toml",
        icon=":material/download:",
        on_click="ignore",
    )


show(st.session_state["snapshot"], st.session_state["scope"])
