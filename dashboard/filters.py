"""The filters that every page shares, kept in the address: ruleset, player, contract, days, file, and flags."""

import datetime
from collections import Counter
from collections.abc import Mapping
from typing import Final

import streamlit as st

from dashboard.figures import Scope
from dashboard.figures.figure import ALWAYS_OUT, FLAGS
from dashboard.messages import Language
from dashboard.reading import Snapshot, ask, players, rulesets
from dashboard.speaking import settle, spoken, tr
from dashboard.wording import CONTRACT_WORDS, one_line, player_name
from replay.cards import NO_TRUMP

FIRST_DAY: Final = datetime.date(1900, 1, 1)
LAST_DAY: Final = datetime.date(2199, 12, 31)
KEYS: Final = ("rules", "player", "contract", "file", "since", "until", "out")
"""Their names in the address."""


@st.cache_resource(max_entries=3, show_spinner=False)
def player_labels(snapshot: Snapshot) -> Mapping[str, tuple[str, str]]:
    """The players offered for choice: by what they are called, namespace and id."""
    seats = players(snapshot).to_dicts()
    shared = Counter(player_name(each["name"], each["id"]) for each in seats)
    labels: dict[str, tuple[str, str]] = {}
    for each in seats:
        name = player_name(each["name"], each["id"])
        # Two of the same name are told apart by what tells them apart in the records.
        whose = " ".join(filter(None, (each["namespace"], each["id"])))
        label = name if shared[name] == 1 else one_line(f"{name} ({whose})", 120)
        labels[label] = (each["namespace"], each["id"])
    return labels


def choose(snapshot: Snapshot) -> Scope:
    """Show the filters beside the page and return what is chosen; an unknown value in the address chooses nothing."""
    labels = player_labels(snapshot)
    files = ask(snapshot, "select distinct path from file order by path limit 2000")["path"].to_list()
    contracts = range(len(CONTRACT_WORDS))
    settle("contract", contracts, contract_label)
    settle("out", list(FLAGS), flag_label, many=True)
    language = spoken()
    with st.sidebar:
        st.subheader(tr("Show"))
        rules = st.selectbox(
            tr("Ruleset"), rulesets(snapshot), index=None, placeholder=tr("All rulesets"), key="rules",
            bind="query-params",
        )  # fmt: skip
        player = st.selectbox(
            tr("Player"), list(labels), index=None, placeholder=tr("All players"), key="player", bind="query-params",
            disabled=not labels, help=None if labels else tr("The records name no players."),
        )  # fmt: skip
        contract = st.selectbox(
            tr("Contract"), contracts, index=None, placeholder=tr("All contracts"), key="contract", bind="query-params",
            format_func=lambda each: contract_label(each, language),
        )  # fmt: skip
        left, right = st.columns(2)
        since = _day(left, tr("From"), "since")
        until = _day(right, tr("To"), "until")
        file = st.selectbox(
            tr("File"), files, index=None, placeholder=tr("All files"), key="file", bind="query-params",
            format_func=_tail,
        )  # fmt: skip
        out = st.multiselect(
            tr("Leave out"), list(FLAGS), default=sorted(ALWAYS_OUT), key="out", bind="query-params",
            placeholder=tr("nothing"),
            format_func=lambda each: flag_label(each, language),
            help=tr("Deals with these flags are left out, except from figures that are about them: {flags}.").format(
                flags="; ".join(f"{tr(flag)}: {tr(meaning)}" for flag, (_, meaning) in FLAGS.items())
            ),
        )  # fmt: skip
    return Scope(
        rules=rules, player=labels.get(player) if player else None,
        contract=contract, file=file, since=since, until=until,
        without=frozenset(out),
    )  # fmt: skip


def contract_label(contract: int, language: Language) -> str:
    """A contract without its sign."""
    said = language(CONTRACT_WORDS[contract])
    return said.split()[-1] if contract < NO_TRUMP else said


def flag_label(flag: str, language: Language) -> str:
    """A flag in words."""
    return language(flag)


def _day(place: "st.delta_generator.DeltaGenerator", label: str, key: str) -> datetime.date | None:
    value = place.date_input(
        label, value=None, min_value=FIRST_DAY, max_value=LAST_DAY, key=key, bind="query-params", format="YYYY-MM-DD"
    )
    return value if isinstance(value, datetime.date) else None


def _tail(path: str) -> str:
    """The end of a long path: what tells files apart."""
    path = one_line(path, 400)
    return path if len(path) <= 44 else "…" + path[-43:]


def clear() -> None:
    """Choose everything again."""
    for key in KEYS:
        st.session_state[key] = None if key != "out" else sorted(ALWAYS_OUT)
