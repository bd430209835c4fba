"""Every figure against the same figure counted a second time, from deals and judgements, in polars."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import polars as pl
import pytest

from dashboard.figures import FIGURES, Scope, compute, deals_behind
from ingest.canonical import encode
from ingest.load import load
from ingest.publish import reader
from ingest.store import writer
from tests import dealt
from tests.counting import SYSTEMS, rows_of, some_matches, trials, within

SEEDS = (1, 2)
BOUNDS = {"least": 2, "below": 0.55, "above": 0.45}
SCOPES = [
    Scope(),
    Scope(player=("test", "p3")),
    Scope(rules="coinche-004", player=("test", "p0")),
    Scope(player=("test", "nobody")),
]


class World(NamedTuple):
    """A store of random matches, and the same counted a second time."""

    connection: duckdb.DuckDBPyConnection
    rows: list[dict[str, Any]]
    ids: dict[int, str]


@pytest.fixture(scope="module", params=SEEDS)
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp(f"figures{request.param}")
    matches = some_matches(request.param) + some_matches(request.param + 100, SYSTEMS[:3])
    lines = b"\n".join(encode(deal) for deals in matches for deal in deals)
    (folder / "deals.jsonl").write_bytes(lines + b"\n")
    load([folder / "deals.jsonl"], store=folder / "store.duckdb")
    with reader(folder / "store.duckdb") as connection:
        ids = dict(connection.execute("select player, id from player").fetchall())
        yield World(connection, rows_of(matches), ids)


def said_plainly(split: str, group: Any, ids: dict[int, str]) -> Any:
    """A group as the second count names it."""
    if group is None:
        return None
    if split in ("taker", "player", "doubler") and not isinstance(group, bool):
        return ids[group]
    if split == "pair":
        return tuple(sorted((ids[group >> 32], ids[group & 0xFFFFFFFF])))
    return Path(group).name if split == "file" else group


def counted_again(world: World, name: str, scope: Scope) -> list[dict[str, Any]]:
    player = None if scope.player is None else scope.player[1]
    figure = FIGURES[name]
    rows = within(world.rows, scope.rules, player, set(figure.keeps))
    every = trials(name, rows, world.rows, player, **BOUNDS)
    return [each for each in every if not figure.own or player is None or each["player"] == player]


def grouped(counted: list[dict[str, Any]], split: str) -> dict[Any, tuple[int, int]]:
    """By group as its text: how many, and how many of them succeeded."""
    schema = {"group": pl.String, "success": pl.Boolean}
    frame = pl.DataFrame([{"group": repr(each[split]), "success": each["success"]} for each in counted], schema=schema)
    return {row[0]: row[1:] for row in frame.group_by("group").agg(pl.len(), pl.col("success").sum()).rows()}


@pytest.mark.parametrize("scope", SCOPES, ids=["all", "player", "rules-player", "nobody"])
@pytest.mark.parametrize("name", FIGURES)
def test_the_figure_is_what_the_deals_say(world: World, name: str, scope: Scope) -> None:
    bounds = {bound: value for bound, value in BOUNDS.items() if bound in FIGURES[name].bounds}
    counted = counted_again(world, name, scope)
    for split in FIGURES[name].splits:
        found = compute(world.connection, FIGURES[name], split, scope, bounds)
        shown = {
            repr(said_plainly(split, row["group"], world.ids)): (row["count"], row["successes"])
            for row in found.to_dicts()
        }
        assert shown == grouped(counted, split), split


def test_the_deals_of_this_test_have_what_is_counted() -> None:
    """A figure of which nothing succeeds, or everything, would agree with many definitions."""
    rows = [row for seed in SEEDS for row in rows_of(some_matches(seed) + some_matches(seed + 100, SYSTEMS[:3]))]
    for name in FIGURES:
        counted = [each["success"] for each in trials(name, rows, rows, None, **BOUNDS)]
        # A belote said aloud counts, whatever comes: the simulated hands lose none.
        assert 0 < sum(counted) < len(counted) + (name == "belote-counted"), name
    assert {flag for row in rows for flag in row["flags"]} == {
        "revoked", "thrown-in", "abandoned", "partial", "bot", "simulated"
    }  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_what_the_store_keeps_is_what_a_scan_counts(world: World, name: str) -> None:
    for split in list(FIGURES[name].splits)[:2]:
        kept = compute(world.connection, FIGURES[name], split)
        assert kept.equals(compute(world.connection, FIGURES[name], split, facts="fact_scan"))


def test_every_column_that_the_store_keeps_is_what_a_scan_gives(world: World) -> None:
    kept = "(select * from fact order by deal)", "(select * from fact_scan order by deal)"
    for one, other in (kept, kept[::-1]):
        assert world.connection.execute(f"select count(*) from (from {one} except all from {other})").fetchall() == [
            (0,)
        ]


@pytest.mark.parametrize("name", FIGURES)
def test_behind_every_row_are_its_deals(world: World, name: str) -> None:
    """As many different deals as its trials, or fewer where one deal has several."""
    figure = FIGURES[name]
    split = next(iter(figure.splits))
    for row in compute(world.connection, figure, split).to_dicts():
        every = deals_behind(world.connection, figure, split, row["group"], shown=10_000)["deal"].to_list()
        won = deals_behind(world.connection, figure, split, row["group"], succeeded=True, shown=10_000)[
            "deal"
        ].to_list()
        assert 0 < len(every) <= row["count"]
        assert set(won) <= set(every) and len(won) <= row["successes"] and bool(won) == bool(row["successes"])


def test_flags_leave_deals_out_and_back_in(world: World) -> None:
    """Each flag alone; a figure that is about a flag keeps its deals."""
    for flag in ("simulated", "bot", "revoked"):
        found = compute(world.connection, FIGURES["bidding"], "contract", Scope(without=frozenset({flag})))
        left = [row for row in world.rows if flag not in row["flags"] and row["made"] is not None]
        assert found["count"].sum() == len(left)
    every = compute(world.connection, FIGURES["thrown-in"], "ruleset", Scope(without=frozenset({"thrown-in"})))
    assert every["successes"].sum() > 0


def test_other_filters_narrow_the_deals(world: World) -> None:
    import datetime

    found = compute(world.connection, FIGURES["bidding"], "contract", Scope(contract=2))
    assert found["group"].to_list() in ([2], [])
    day = Scope(since=datetime.date(2026, 2, 1), until=datetime.date(2026, 2, 28))
    assert compute(world.connection, FIGURES["bidding"], "month", day)["group"].to_list() == [2026 * 12 + 1]
    assert compute(world.connection, FIGURES["bidding"], "month", Scope(file="nowhere.jsonl")).is_empty()


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str], duckdb.DuckDBPyConnection]:
    """A small store in which verdicts were changed by an SQL statement."""

    def change(sql: str) -> duckdb.DuckDBPyConnection:
        load([dealt.write(tmp_path / "a.jsonl", [dealt.deal(seed) for seed in range(20)])], store=tmp_path / "a.duckdb")
        with writer(tmp_path / "a.duckdb") as publisher:
            publisher.connection.execute(sql)
            publisher.publish()
        return reader(tmp_path / "a.duckdb")

    return change


@pytest.mark.parametrize("level", [82, 120, 162, 1000])
def test_a_bid_of_points_needs_its_points(changed: Any, level: int) -> None:
    """Where no settlement is judged, more than the defence is not enough; capot needs every trick."""
    with changed(f"update judgement set level = {level}, outcome = 0") as connection:
        found = compute(connection, FIGURES["bidding"], "contract", facts="fact_scan")
        expected = 0
        for points, tricks, taker in connection.execute("select points, tricks, taker from verdict").fetchall():
            mine = points[taker % 2]
            expected += tricks[taker % 2] == 8 if level == 1000 else mine >= level and 2 * mine > sum(points)
        assert found["successes"].sum() == expected


def test_verdicts_under_other_rulesets_are_never_added_up(changed: Any) -> None:
    with changed("insert into judgement select * replace (false as is_primary) from judgement") as doubled:
        for figure in FIGURES.values():
            for split in list(figure.splits)[:1]:
                found = compute(doubled, figure, split, facts="fact_scan")
                assert found.equals(compute(doubled, figure, split))


def test_an_empty_store_gives_empty_figures(tmp_path: Path) -> None:
    with writer(tmp_path / "empty.duckdb"):
        pass
    with reader(tmp_path / "empty.duckdb") as connection:
        for figure in FIGURES.values():
            for split in figure.splits:
                found = compute(connection, figure, split)
                assert found.is_empty()
                assert found.columns == ["group", "count", "successes", "rate", "low", "high"]


def test_a_match_judged_again_is_counted_once(tmp_path: Path) -> None:
    """A new deal of a match makes all of it due."""
    from ingest.audit import audit

    for number in (1, 2):
        record = dealt.deal(number, match="m") | {"deal": number}
        load([dealt.write(tmp_path / f"{number}.jsonl", [record])], store=tmp_path / "s.duckdb")
    audit(tmp_path / "s.duckdb", everything=True)
    with reader(tmp_path / "s.duckdb") as connection:
        assert connection.execute("select count(*), count(distinct deal) from fact").fetchall() == [(2, 2)]


def test_a_store_audited_under_two_rulesets_shows_the_same_charts(tmp_path: Path) -> None:
    """Another ruleset judges beside the deals' own, which figures are of: every rate by every split, every table."""
    from dashboard.figures import adding, summaries
    from ingest.audit import audit

    def charts() -> list[pl.DataFrame]:
        with reader(store) as connection:
            rates = [
                compute(connection, figure, split, scope)
                for figure in FIGURES.values()
                for split in figure.splits
                for scope in SCOPES[:2]
            ]
            tables = [adding.rows(connection, table, Scope()) for table in summaries.tables()]
            return rates + [each.sort(each.columns) for each in tables]

    store = tmp_path / "store.duckdb"
    matches = some_matches(SEEDS[0])
    (tmp_path / "deals.jsonl").write_bytes(b"\n".join(encode(deal) for deals in matches for deal in deals))
    load([tmp_path / "deals.jsonl"], store=store)
    before = charts()
    assert any(len(each) > 1 for each in before)
    other = audit(store, rules="bg4-004")
    assert other.violations
    assert all(one.equals(again) for one, again in zip(before, charts(), strict=True))


def test_every_figure_says_in_words_what_it_counts() -> None:
    for name, figure in FIGURES.items():
        assert figure.name == name
        assert figure.sentence.startswith("Of the ") and figure.sentence.endswith(".")
