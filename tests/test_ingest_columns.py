"""Deals judged column by column: the records filled from the store's columns are those made of the deals themselves,
and every verdict and violation in the store is what the judge says of the deal."""

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest import columns
from ingest.canonical import encode
from ingest.errors import NothingReadable
from ingest.judging import _room
from ingest.load import load
from ingest.publish import reader
from ingest.read import rulesets_by_number, stored
from ingest.samples import folder
from replay.columns import fill
from replay.findings import REASONS
from replay.frame import frame as records
from replay.judge import ENGINE
from replay.record import Deal
from replay.verdicts import judge_matches
from tests import records as recorded

FOUR = ("fr4-001", "bg4-004", "coinche-004", "bela-004")
"""Rulesets for four."""


def loaded(place: Path, deals: list[Deal]) -> Path:
    """A store of these deals, as far as a store takes them."""
    file, store = place / "deals.jsonl", place / "store.duckdb"
    file.write_bytes(b"\n".join(map(encode, deals)))
    load([file], store=store)
    return store


def check_records(store: Path) -> int:
    """Compare both ways to the judge's records, field by field; the answer is how many deals."""
    with reader(store) as connection:
        rulesets = sorted(rulesets_by_number(connection))
        places = {number: place for place, number in enumerate(rulesets)}
        deals = stored(connection, "where true order by d.match, d.number", {})
        filled, _ = columns.columns(columns.read(connection, "true", {}), places)
    order = np.lexsort((filled.number, filled.match))
    room = _room(filled, order, [(0, len(deals))])
    fill(filled, order, 0, len(deals), room)
    expected = records([each.deal for each in deals], [places[each.ruleset] for each in deals])
    for had, wanted in zip(room, expected, strict=True):
        assert len(had) == len(wanted)
        for name in wanted.dtype.names:
            assert np.array_equal(had[name], wanted[name]), name
    return len(deals)


def check_verdicts(store: Path) -> int:
    """Compare what the store says of every deal with the judge's own words; the answer is how many deals."""
    with reader(store) as connection:
        rulesets = rulesets_by_number(connection)
        deals = stored(connection, "where true order by d.match, d.number", {})
        verdicts = {row["deal"]: row for row in connection.sql("from verdict where is_primary").pl().to_dicts()}
        reasons = dict(connection.execute("from reason").fetchall())
        seats = dict(
            connection.execute(
                """
                select v.deal, seats_of(v.seats, v.leader, v.winners, r.players, len(d.plays))
                from verdict v join deal d using (deal) join ruleset r on r.ruleset = v.ruleset where v.is_primary
                """
            ).fetchall()
        )
        found: dict[int, list[dict[str, Any]]] = {each.key: [] for each in deals}
        for row in connection.sql("from violation where is_primary").pl().to_dicts():
            found[row.pop("deal")].append(row)
    assert len(verdicts) == len(deals)
    rules = [rulesets[each.ruleset] for each in deals]
    for each, judged in zip(deals, judge_matches([each.deal for each in deals], rules), strict=True):
        row = verdicts[each.key]
        assert (row["ruleset"], row["engine"]) == (each.ruleset, ENGINE)
        assert row["verdicts"] == [int(verdict) for verdict in judged.verdicts]
        assert [reasons[reason] for reason in row["reasons"]] == list(judged.reasons)
        assert tuple(seats[each.key] or ()) == judged.seats
        assert [held["cards"] for held in row["held"]] == [held.cards for held in judged.held]
        for name in ("contract", "level", "taker", "doubled", "leader", "capot", "hanging"):
            assert row[name] == getattr(judged, name), name
        assert row["outcome"] == int(judged.outcome)
        for name in ("winners", "points", "tricks", "declared", "belote", "score", "totals"):
            value = getattr(judged, name)
            assert row[name] == (None if value is None else list(value)), name
        own = [{"ruleset": each.ruleset, "is_primary": True} | msgspec.structs.asdict(one) for one in judged.findings]
        assert sorted(found[each.key], key=str) == sorted(own, key=str)
    return len(deals)


def test_every_sample_is_judged_by_columns_as_it_is_by_itself(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    load([folder()], store=store)
    assert check_records(store) == check_verdicts(store) > 100


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(recorded.deals(st.sampled_from(FOUR), fitting=True), min_size=1, max_size=4))
def test_whatever_a_record_can_say_is_judged_by_columns_as_it_is_by_itself(
    tmp_path_factory: pytest.TempPathFactory, deals: list[Deal]
) -> None:
    try:
        store = loaded(tmp_path_factory.mktemp("any"), deals)
    except NothingReadable:
        return
    check_records(store)
    check_verdicts(store)


def test_reasons_are_kept_by_number(tmp_path: Path) -> None:
    store = tmp_path / "store.duckdb"
    load([folder() / "colver.jsonl"], store=store)
    with reader(store) as connection:
        assert connection.execute("select list(text order by reason) from reason").fetchall() == [(list(REASONS),)]


def test_events_out_of_order_are_put_in_the_order_of_play(tmp_path: Path) -> None:
    turned = []
    for line in (folder() / "bg4-004.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if len(record.get("belote", ())) + len(record.get("declarations", ())) > 1:
            turned.append({**record, **{name: record.get(name, [])[::-1] for name in ("belote", "declarations")}})
    assert turned
    (tmp_path / "turned.jsonl").write_text("\n".join(map(json.dumps, turned)))
    load([tmp_path / "turned.jsonl"], store=tmp_path / "store.duckdb")
    assert check_records(tmp_path / "store.duckdb") == check_verdicts(tmp_path / "store.duckdb") == len(turned)
