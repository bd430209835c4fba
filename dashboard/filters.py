"""The filters that every page shares, kept in the address: ruleset, player, contract, days, file, and flags."""

import datetime
from collections import Counter
from collections.abc import Mapping
from typing import Final

import streamlit as st

from dashboard.asking import understand
from dashboard.figures import Scope
from dashboard.figures.figure import ALWAYS_OUT, FLAGS
from dashboard.messages import Language
from dashboard.reading import Snapshot, ask, connection, players, rulesets
from dashboard.speaking import spoken, tr
from dashboard.stats import files_called, players_called
from dashboard.wording import CONTRACT_WORDS, one_line, player_name
from replay.cards import CONTRACTS, NO_TRUMP

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


def asked_player(snapshot: Snapshot, key: str, title: str) -> Mapping[str, tuple[str, str]]:
    """Whom a choice of players offers: also who was asked for in the address, however spelled, or is chosen already."""
    labels = dict(player_labels(snapshot))

    def find(text: str) -> str | None:
        if text in labels:
            return text
        found = players_called(connection(snapshot), text)
        if len(found) != 1:
            return None
        label = next((each for each, whose in labels.items() if whose == found[0]), "/".join(filter(None, found[0])))
        labels.setdefault(label, found[0])
        return label

    def why(text: str) -> str:
        several = players_called(connection(snapshot), text)
        return tr("whose name several have, told apart by NAMESPACE/ID") if several else tr("who is not in this store")

    understand(key, list(labels), lambda each, _: each, title, find=find, why=why)
    if isinstance(chosen := st.session_state.get(key), str):
        find(chosen)
    return labels


def _asked_file(snapshot: Snapshot) -> list[str]:
    """The files offered for choice, as `asked_player` does players."""
    files: list[str] = ask(snapshot, "select distinct path from file order by path limit 2000")["path"].to_list()

    def find(text: str) -> str | None:
        found = files_called(connection(snapshot), text)
        if len(found) == 1 and found[0] not in files:
            files.append(found[0])
        return found[0] if len(found) == 1 else None

    def why(text: str) -> str:
        several = files_called(connection(snapshot), text)
        return tr("which several files of this store are called") if several else tr("a file that is not in this store")

    understand("file", files, lambda each, _: _tail(each), tr("File"), find=find, why=why)
    if isinstance(chosen := st.session_state.get("file"), str) and chosen not in files:
        find(chosen)
    return files


def choose(snapshot: Snapshot) -> Scope:
    """Show the filters beside the page and return what is chosen; what the address asks in vain chooses nothing."""
    labels, files = asked_player(snapshot, "player", tr("Player")), _asked_file(snapshot)
    contracts = range(len(CONTRACT_WORDS))
    understand("contract", contracts, contract_label, tr("Contract"), find=_contract)
    understand("out", list(FLAGS), flag_label, tr("Leave out"), many=True)
    names = rulesets(snapshot)
    understand(
        "rules", names, lambda each, _: each, tr("Ruleset"), why=lambda _: tr("a ruleset that no deal here is under")
    )
    for key, title in (("since", tr("From")), ("until", tr("To"))):
        days = list(filter(None, map(_date, st.query_params.get_all(key))))
        understand(key, days, lambda day, _: day.isoformat(), title, find=_date, why=lambda _: tr("which is no day"))
    language = spoken()
    with st.sidebar:
        st.subheader(tr("Show"))
        rules = st.selectbox(
            tr("Ruleset"), names, index=None, placeholder=tr("All rulesets"), key="rules",
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
        since = _day(tr("From"), "since")
        until = _day(tr("To"), "until")
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


def _contract(text: str) -> int | None:
    """A contract as the command line spells it."""
    return CONTRACTS.index(text.upper()) if text.upper() in CONTRACTS else None


def _date(text: str) -> datetime.date | None:
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_DAY <= day <= LAST_DAY else None


def flag_label(flag: str, language: Language) -> str:
    """A flag in words."""
    return language(flag)


def _day(label: str, key: str) -> datetime.date | None:
    # Beside one another there is no room for a day and what clears it.
    value = st.date_input(
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
