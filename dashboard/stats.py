"""Figures from Python and the command line: the same definitions as the pages, by name."""

import datetime
import math
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures import FIGURES, Scope, compute, declarations, fairness, people, rating
from dashboard.figures.adding import bounded
from dashboard.figures.declarations import KINDS
from dashboard.figures.figure import ALWAYS_OUT, FLAGS, query
from dashboard.figures.naming import group_names, player_names
from dashboard.wording import number, share
from ingest.errors import WrongUse
from ingest.publish import reader
from ingest.spreadsheet import as_text
from replay.cards import CONTRACTS
from replay.knobs import did_you_mean

RATED_MATCHES: Final = 2_000
"""Finished matches that a rating looks at, the latest ones."""


def _named(connection: duckdb.DuckDBPyConnection, frame: pl.DataFrame, *columns: str) -> pl.DataFrame:
    names = player_names(connection, [each for column in columns for each in frame[column].to_list()])
    return frame.with_columns(
        pl.Series(column, [names.get(each, "") for each in frame[column].to_list()], pl.String) for column in columns
    )


def _players(connection: duckdb.DuckDBPyConnection, scope: Scope) -> pl.DataFrame:
    found = people.players(connection, scope).sort("shrunken", "deals", descending=True, nulls_last=True)
    return _named(connection, found, "player")


def _pairs(connection: duckdb.DuckDBPyConnection, scope: Scope) -> pl.DataFrame:
    found = people.pairs(connection, scope).sort("shrunken", "deals", descending=True, nulls_last=True)
    return _named(connection, found, "player", "partner")


def _ratings(connection: duckdb.DuckDBPyConnection, scope: Scope) -> pl.DataFrame:
    return _named(connection, rating.ratings(rating.finished_matches(connection, scope, RATED_MATCHES)), "player")


def _missed(connection: duckdb.DuckDBPyConnection, scope: Scope) -> pl.DataFrame:
    found = declarations.missed(connection, scope)
    return found.with_columns(pl.Series("kind", [KINDS[each] for each in found["kind"].to_list()], pl.String))


TABLES: Final[dict[str, tuple[str, Callable[[duckdb.DuckDBPyConnection, Scope], pl.DataFrame]]]] = {
    "players": (people.SENTENCE, _players),
    "pairs": ("As for players, of two who sit across from one another; what either took or doubled counts.", _pairs),
    "ratings": (
        "The skill of players after their finished matches, after Plackett and Luce: the mean, its uncertainty, and "
        "the mean less three times that.",
        _ratings,
    ),
    "missed": (declarations.MISSED_SENTENCE, _missed),
    "chances": (fairness.HELD_SENTENCE, fairness.held),
    "dealing": (fairness.SENTENCE, fairness.dealing),
    "dealing-tests": (
        fairness.TESTS_SENTENCE,
        lambda connection, scope: fairness.verdicts(fairness.dealing(connection, scope)),
    ),
}
"""What is no single rate, by name: its sentence, and how it is computed."""


def known() -> dict[str, str]:
    """Every figure by name, with its sentence."""
    return {name: figure.sentence for name, figure in FIGURES.items()} | {
        name: sentence for name, (sentence, _) in TABLES.items()
    }


def stats(
    store: Path | str,
    figure: str,
    *,
    by: str | None = None,
    player: str | None = None,
    rules: str | None = None,
    contract: str | None = None,
    file: str | None = None,
    month: str | None = None,
    since: datetime.date | None = None,
    until: datetime.date | None = None,
    without: Iterable[str] = ALWAYS_OUT,
    bounds: Mapping[str, float] | None = None,
) -> pl.DataFrame:
    """A figure of a store as a frame; figures that are rates have `group`, `count`, `successes`, `rate`, `low`, `high`.

    `player` is an id, a name, or `NAMESPACE/ID`; `month` is `2026-02`; `contract` one of C D H S NT AT. `by` splits a
    rate, else its first split does. Raises WrongUse for anything that is not there, and NoStore.
    """
    with reader(store) as connection:
        if month is not None:
            since, until = _month(month)
        scope = Scope(
            rules=rules, player=None if player is None else _player(connection, player), contract=_contract(contract),
            file=_file(connection, file), since=since, until=until, without=frozenset(map(_flag, without)),
        )  # fmt: skip
        if (
            rules is not None
            and not query(connection, "select 1 from ruleset where name = $rules", {"rules": rules}).height
        ):
            names = query(connection, "select distinct name from ruleset order by 1")["name"].to_list()
            raise WrongUse(
                f"no deal of the store is under the ruleset {rules!r}; there are {', '.join(names) or 'none'}"
            )
        if figure in TABLES:
            if by is not None:
                raise WrongUse(f"{figure} has no splits: leave --by out")
            return TABLES[figure][1](connection, scope)
        if figure not in FIGURES:
            raise WrongUse(f"unknown figure {figure!r}{did_you_mean(figure, list(known()))}: rebelote stats lists them")
        chosen = FIGURES[figure]
        split = by or next(iter(chosen.splits))
        if split not in chosen.splits:
            raise WrongUse(f"{figure} cannot be split by {split!r}; it can by {', '.join(chosen.splits)}")
        for name, value in (bounds or {}).items():
            if name not in chosen.bounds:
                raise WrongUse(f"{figure} has no bound {name!r}; it has {', '.join(chosen.bounds) or 'none'}")
            if name == bounded(chosen) and not 0 <= value <= 1:
                raise WrongUse(f"the bound {name} of {figure} is a rate, from 0 to 1: {name}={value:g} is none")
            if name != bounded(chosen) and not 1 <= value < math.inf:
                raise WrongUse(f"the bound {name} of {figure} is a number of contracts, 1 or more: not {value:g}")
        found = compute(connection, chosen, split, scope, bounds)
        if split in ("taker", "player", "pair", "doubler", "file"):
            found = found.sort("count", "group", descending=[True, False], nulls_last=True)
        names = group_names(connection, split, found["group"].to_list())
        return found.with_columns(pl.Series("group", names, pl.String))


def _month(month: str) -> tuple[datetime.date, datetime.date]:
    try:
        first = datetime.date.fromisoformat(f"{month}-01")
    except ValueError:
        raise WrongUse(f"{month!r} is no month: write it like 2026-02") from None
    return first, (first + datetime.timedelta(days=31)).replace(day=1) - datetime.timedelta(days=1)


def _contract(contract: str | None) -> int | None:
    if contract is None:
        return None
    if contract.upper() not in CONTRACTS:
        raise WrongUse(f"{contract!r} is no contract: one of {', '.join(CONTRACTS)}")
    return CONTRACTS.index(contract.upper())


def _flag(flag: str) -> str:
    if flag not in FLAGS:
        raise WrongUse(f"{flag!r} is no flag of a deal{did_you_mean(flag, list(FLAGS))}: one of {', '.join(FLAGS)}")
    return flag


def players_called(connection: duckdb.DuckDBPyConnection, player: str) -> list[tuple[str, str]]:
    """The players whom an id, a name or `NAMESPACE/ID` may mean, by namespace and id; at most five."""
    namespace, slash, name = player.partition("/")
    sql = """
    select distinct s.namespace, s.id from player p join person s using (player)
    where p.id = $player or p.name = $player or s.name = $player or ($slash and p.namespace = $namespace and p.id = $id)
    order by 1, 2 limit 5"""
    asked = {"player": player, "slash": bool(slash), "namespace": namespace, "id": name}
    return query(connection, sql, asked).rows()


def _player(connection: duckdb.DuckDBPyConnection, player: str) -> tuple[str, str]:
    found = players_called(connection, player)
    if not found:
        raise WrongUse(f"the store has no player {player!r}")
    if len(found) > 1:
        several = ", ".join(f"{namespace}/{name}" for namespace, name in found)
        raise WrongUse(f"{player!r} is several players: {several}; name one of them so")
    return found[0]


def files_called(connection: duckdb.DuckDBPyConnection, file: str) -> list[str]:
    """The files that a path, or the end of one, may mean."""
    sql = "select distinct path from file where path = $file or ends_with(path, '/' || $file) order by 1"
    found: list[str] = query(connection, sql, {"file": file})["path"].to_list()
    return found


def _file(connection: duckdb.DuckDBPyConnection, file: str | None) -> str | None:
    if file is None:
        return None
    found = files_called(connection, file)
    if len(found) != 1:
        raise WrongUse(f"{len(found)} files of the store are called {file!r}: name one as it was loaded")
    return found[0]


def as_csv(frame: pl.DataFrame) -> str:
    """A frame as CSV; before a text that a spreadsheet would work out, as names may be, stands an apostrophe."""
    texts = [
        pl.Series(name, [None if each is None else as_text(each) for each in frame[name].to_list()], pl.String)
        for name in frame.columns
        if frame[name].dtype == pl.String
    ]
    return frame.with_columns(texts).write_csv()


def as_table(frame: pl.DataFrame) -> str:
    """A frame as text for people: rates in percent with their intervals, counts in groups of three."""
    columns: list[tuple[str, list[str], bool]] = []
    for name in frame.columns:
        values = frame[name].to_list()
        if name.endswith("low") or name.endswith("high"):
            if name.endswith("high"):
                continue
            rates = name == "low" or not name.startswith(("attack", "defence"))
            said = [
                "" if low is None else f"{_rate(low, rates)} to {_rate(high, rates)}"
                for low, high in zip(values, frame[name[:-3] + "high"].to_list(), strict=True)
            ]
            columns.append((f"{name[:-3]}95 %".replace("_", " "), said, True))
            continue
        if name in ("rate", "made_rate", "faulty_rate", "shrunken", "chance", "deviation"):
            columns.append((name.replace("_", " "), [f"{100 * each:.2f} %" if name in ("chance", "deviation")
                            and each is not None else share(each) for each in values], True))  # fmt: skip
            continue
        text = frame[name].dtype in (pl.String, pl.Boolean)
        columns.append((name.replace("_", " "), [_cell(each) for each in values], not text))
    widths = [max(map(len, (title, *cells))) for title, cells, _ in columns]
    lines = []
    for row in ([title for title, _, _ in columns], *zip(*(cells for _, cells, _ in columns), strict=True)):
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, (_, _, right) in zip(row, widths, columns, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _rate(value: float, rates: bool) -> str:
    return f"{100 * value:.1f}" if rates else f"{value:.1f}"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1 else f"{value:.1f}"
    return number(value) if isinstance(value, int) else str(value)
