"""The figures against what the records say when counted a second time, card by card, without the store."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from dashboard.figures import BIDDING, CAPOTS, DECLARATIONS, FIGURES, Scope, compute
from dashboard.figures.declarations import KINDS
from dashboard.figures.interval import Z, with_interval
from ingest.load import load
from ingest.publish import reader
from ingest.store import writer
from tests import dealt
from tests.oracle_declarations import carres, unbroken
from tests.oracle_play import points

CONTRACTS = ["C", "D", "H", "S", "NT", "AT"]
RULES = ("fr4-001", "bg4-004")
SCOPES = [
    Scope(),
    Scope(rules="fr4-001"),
    Scope(player=("test", "p3")),
    Scope(rules="bg4-004", player=("test", "p0")),
    Scope(player=("test", "nobody")),
]


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    whole = [dealt.deal(seed, RULES[seed % 2]) for seed in range(120)]
    broken_off = dealt.deal(900)
    broken_off["plays"] = " ".join(broken_off["plays"].split()[:21])
    broken_off["ended"] = "abandoned"
    nobody = dealt.deal(901)
    del nobody["players"]
    no_taker = dealt.deal(902)
    del no_taker["claims"]["taker"]
    no_hands = dealt.deal(903)
    del no_hands["hands"], no_hands["dealt_order"]
    return [*whole, broken_off, nobody, no_taker, no_hands]


@pytest.fixture(scope="module")
def store(records: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("figures")
    load([dealt.write(folder / "deals.jsonl", records)], store=folder / "store.duckdb")
    return folder / "store.duckdb"


@pytest.fixture
def connection(store: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with reader(store) as opened:
        yield opened


def is_whole(record: dict[str, Any]) -> bool:
    return len(record["plays"].split()) == 32


def points_by_side(record: dict[str, Any]) -> list[int]:
    sums = [0, 0]
    tricks = record["known"]["tricks"]
    for number, (seat, cards) in enumerate(tricks):
        sums[seat % 2] += points(record["claims"]["contract"], cards) + (10 if number == 7 else 0)
    return sums


def sits(record: dict[str, Any], scope: Scope) -> list[int]:
    """The seats that the scope looks at, none where the record is not of its ruleset."""
    if scope.rules not in (None, record["rules"]):
        return []
    if scope.player is None:
        return [0, 1, 2, 3]
    return [seat for seat, each in enumerate(record.get("players", [])) if each["id"] == scope.player[1]]


def contracts_of(records: list[dict[str, Any]], scope: Scope) -> Iterator[dict[str, Any]]:
    for record in records:
        taker = record["claims"].get("taker")
        if is_whole(record) and taker in sits(record, scope):
            mine, theirs = points_by_side(record)[taker % 2], points_by_side(record)[1 - taker % 2]
            named = record.get("players")
            yield {
                "contract": CONTRACTS.index(record["claims"]["contract"]),
                "taker": named[taker]["id"] if named else None,
                "success": mine > theirs,
            }


def hands_of(records: list[dict[str, Any]], scope: Scope) -> Iterator[dict[str, Any]]:
    for record in records:
        for seat in sits(record, scope) if is_whole(record) or "hands" in record else []:
            hand = record["known"]["hands"][seat]
            runs = {min(5, sequence["length"]) for sequence in unbroken(hand)}
            held = {*(KINDS[length - 3] for length in runs), *(["carré"] if carres(hand) else [])}
            for number, kind in enumerate(KINDS):
                yield {"kind": number, "success": kind in held}


def capots_of(records: list[dict[str, Any]], scope: Scope) -> Iterator[dict[str, Any]]:
    for record in records:
        seats = sits(record, scope)
        if is_whole(record) and seats:
            winners = {seat % 2 for seat, _ in record["known"]["tricks"]}
            capot = len(winners) == 1 and (scope.player is None or winners == {seats[0] % 2})
            yield {"contract": CONTRACTS.index(record["claims"]["contract"]), "success": capot}


def counted(trials: Iterator[dict[str, Any]], split: str) -> dict[Any, tuple[int, int]]:
    frame = pl.DataFrame(list(trials))
    if frame.is_empty():
        return {}
    groups = frame.group_by(split).agg(count=pl.len(), successes=pl.col("success").sum())
    return {row[split]: (row["count"], row["successes"]) for row in groups.to_dicts()}


def shown(frame: pl.DataFrame) -> dict[Any, tuple[int, int]]:
    return {row["group"]: (row["count"], row["successes"]) for row in frame.to_dicts()}


@pytest.mark.parametrize("scope", SCOPES)
def test_bidding_success_by_contract(connection: Any, records: list[dict[str, Any]], scope: Scope) -> None:
    assert shown(compute(connection, BIDDING, "contract", scope)) == counted(contracts_of(records, scope), "contract")


@pytest.mark.parametrize("scope", SCOPES)
def test_bidding_success_by_taker(connection: Any, records: list[dict[str, Any]], scope: Scope) -> None:
    ids = dict(connection.execute("select player, id from player").fetchall())
    found = shown(compute(connection, BIDDING, "taker", scope))
    expected = counted(contracts_of(records, scope), "taker")
    assert {ids.get(player): counts for player, counts in found.items()} == expected


@pytest.mark.parametrize("scope", SCOPES)
def test_declarations_held(connection: Any, records: list[dict[str, Any]], scope: Scope) -> None:
    assert shown(compute(connection, DECLARATIONS, "kind", scope)) == counted(hands_of(records, scope), "kind")


@pytest.mark.parametrize("scope", SCOPES)
def test_capots_by_contract(connection: Any, records: list[dict[str, Any]], scope: Scope) -> None:
    assert shown(compute(connection, CAPOTS, "contract", scope)) == counted(capots_of(records, scope), "contract")


def test_the_deals_of_this_test_have_what_is_counted(records: list[dict[str, Any]]) -> None:
    """A figure of which nothing succeeds would agree with any definition."""
    for trials, split in ((contracts_of, "contract"), (hands_of, "kind"), (capots_of, "contract")):
        counts = counted(trials(records, Scope()), split).values()
        assert any(0 < successes < count for count, successes in counts), trials


@pytest.fixture
def changed(store: Path, tmp_path: Path) -> Callable[[str], duckdb.DuckDBPyConnection]:
    """A store like this one in which verdicts were changed by an SQL statement."""

    def change(sql: str) -> duckdb.DuckDBPyConnection:
        copy = tmp_path / "store.duckdb"
        copy.write_bytes(store.read_bytes())
        with writer(copy) as publisher:
            publisher.connection.execute(sql)
            publisher.publish()
        return reader(copy)

    return change


def test_a_judged_settlement_outranks_card_points(changed: Any, records: list[dict[str, Any]]) -> None:
    """Inside and hanging are not made; a thrown-in deal has no contract."""
    with changed("update verdict set outcome = 1 + deal % 4") as connection:
        outcomes = dict(
            connection.execute(
                "select contract, (count(*) filter (outcome < 4), count(*) filter (outcome = 1)) "
                "from verdict where taker is not null group by 1"
            ).fetchall()
        )
        found = compute(connection, BIDDING, "contract")
        assert shown(found) == {contract: counts for contract, counts in outcomes.items() if contract is not None}
        assert found["settled"].to_list() == found["count"].to_list()


@pytest.mark.parametrize("level", [82, 120, 162, 1000])
def test_a_bid_of_points_needs_its_points(changed: Any, records: list[dict[str, Any]], level: int) -> None:
    """More than the defence is not enough for a bid above it; a bid of capot needs every trick."""
    with changed(f"update verdict set level = {level}, outcome = 0") as connection:
        found = compute(connection, BIDDING, "contract")
        expected = 0
        for record in records:
            taker = record["claims"].get("taker")
            if is_whole(record) and taker is not None:
                mine = points_by_side(record)[taker % 2]
                tricks = {seat % 2 for seat, _ in record["known"]["tricks"]}
                every = tricks == {taker % 2}
                expected += every if level == 1000 else mine >= level and mine > points_by_side(record)[1 - taker % 2]
        assert found["successes"].sum() == expected


def test_verdicts_under_other_rulesets_are_never_added_up(connection: Any, changed: Any) -> None:
    with changed("insert into verdict select * replace (false as is_primary) from verdict") as doubled:
        for figure in FIGURES.values():
            for split in figure.splits:
                assert compute(doubled, figure, split).equals(compute(connection, figure, split))


def test_an_empty_store_gives_empty_figures(tmp_path: Path) -> None:
    with writer(tmp_path / "empty.duckdb"):
        pass
    with reader(tmp_path / "empty.duckdb") as connection:
        for figure in FIGURES.values():
            for split in figure.splits:
                found = compute(connection, figure, split)
                assert found.is_empty()
                assert found.columns == ["group", "count", "successes", "rate", "settled", "low", "high"]


def test_the_interval_is_wilsons() -> None:
    """Its ends are the rates from which what was counted lies just Z standard errors away."""
    counts = [(n, k) for n in (1, 2, 7, 100, 12345) for k in {0, 1, n // 3, n - 1, n}]
    frame = with_interval(pl.DataFrame(counts, schema=["count", "successes"], orient="row"))
    for row in frame.to_dicts():
        n, rate = row["count"], row["successes"] / row["count"]
        assert 0 <= row["low"] <= rate <= row["high"] <= 1
        for end in (row["low"], row["high"]):
            if 0 < end < 1:
                assert abs(rate - end) == pytest.approx(Z * math.sqrt(end * (1 - end) / n), rel=1e-6, abs=1e-9)
    assert with_interval(pl.DataFrame({"count": [0], "successes": [0]})).row(0)[2:] == (None, None)


def test_every_figure_says_in_words_what_it_counts() -> None:
    for name, figure in FIGURES.items():
        assert figure.name == name
        assert figure.sentence.startswith("Of the ") and figure.sentence.endswith(".")
