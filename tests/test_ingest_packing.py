"""Lists packed into numbers lose nothing, whatever stands in them: what is unpacked, in Python, by compiled loops or
by the store's own view, is what was packed."""

from collections.abc import Iterator
from importlib import resources
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest import columns
from ingest.packing.forms import CARDS, FORMS, INCLUDED, lists_of
from ingest.packing.table import packed, unpacked
from ingest.rows import COLUMNS
from replay.cards import NOTHING, UNKNOWN

CARD = st.integers(0, 31) | st.just(UNKNOWN)
BYTE = st.integers(0, 255)
SIDES = st.lists(st.integers(-1, 1023), max_size=4) | st.lists(st.integers(-(2**15), 2**15 - 1), max_size=5)
TOTALS = SIDES | st.lists(st.integers(-(2**31), 2**31 - 1), max_size=5)
KEYS = {"match": 1, "number": 1, "file": 1, "line": 1, "batch": 1, "ruleset": 1}


def cards(most: int) -> st.SearchStrategy[Any]:
    return st.none() | st.lists(CARD, max_size=most) | st.lists(BYTE, max_size=most + 4)


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    """A row of `deal` with lists that a record has, or none ever had."""
    row: dict[str, Any] = dict.fromkeys(COLUMNS.names) | KEYS | {"dealt_order": True, "simulated": False}
    hands = draw(st.lists(st.lists(CARD, max_size=9), max_size=4))
    row |= {"hands": [card for hand in hands for card in hand], "hand_sizes": [len(hand) for hand in hands]}
    if draw(st.booleans()):
        row |= {"hands": draw(cards(40)), "hand_sizes": draw(st.none() | st.lists(BYTE, max_size=5))}
    row["before_auction"] = draw(st.none() | st.lists(st.integers(0, 9), max_size=4) | st.lists(BYTE, max_size=5))
    row["plays"] = draw(cards(36))
    claims: dict[str, Any] = {name.removeprefix("claims."): draw(st.none() | SIDES) for name in FORMS if "." in name}
    claims |= {"contract": draw(st.none() | st.just(8)), "taker": draw(st.none() | st.integers(0, 3))}
    claims |= {"doubled": None, "match_winner": None, "totals": draw(st.none() | TOTALS)}
    seats = st.lists(st.none() | st.integers(0, 3), max_size=9) | st.lists(st.none() | st.integers(0, 254), max_size=11)
    claims["winners"] = draw(st.none() | seats)
    claims["points_include"] = draw(st.none() | st.lists(st.sampled_from(INCLUDED), max_size=3))
    row["claims"] = draw(st.sampled_from([claims, claims, None]))
    return row


@pytest.fixture(scope="module")
def store() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        connection.execute((resources.files("ingest") / "schema.sql").read_text(encoding="utf-8"))
        connection.execute("set timezone = 'UTC'")
        yield connection


def table(rows: list[dict[str, Any]]) -> pa.Table:
    """Rows of `deal` with keys, as they come to the store."""
    keys = {"deal": pa.uint64(), "file": pa.uint32(), "batch": pa.uint32(), "ruleset": pa.uint32()}
    schema = pa.schema([each for each in COLUMNS if each.name not in ("rules", "seats")] + list(pa.schema(keys)))
    return pa.Table.from_pylist([row | {"deal": key} for key, row in enumerate(rows)], schema)


def kept(store: duckdb.DuckDBPyConnection, rows: list[dict[str, Any]]) -> None:
    store.execute("delete from record")
    store.register("incoming", packed(table(rows)))
    store.execute("insert into record by name select * from incoming")


def said(row: dict[str, Any]) -> dict[str, Any]:
    """The packed lists of a row by name."""
    claims = row["claims"] or {}
    return {name: row[name] for name in (*CARDS, "hand_sizes", "before_auction")} | {
        name: claims.get(name.removeprefix("claims.")) for name in FORMS if name.startswith("claims.")
    }


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(rows(), min_size=1, max_size=3))
def test_whatever_a_row_holds_is_unpacked_as_it_was(store: duckdb.DuckDBPyConnection, given: list[Any]) -> None:
    kept(store, given)
    wanted = [said(row) for row in given]
    shown = store.sql("select * from deal order by deal").to_arrow_table().to_pylist()
    assert [said(row) for row in shown] == wanted
    assert [row["claims"] is None for row in shown] == [row["claims"] is None for row in given]
    stored = store.sql("select * from record order by deal").to_arrow_table().to_pylist()
    assert [said(lists_of(row)) for row in stored] == wanted
    read = unpacked(columns.read(store, "true", {}))
    for name in wanted[0]:
        found = read[name]
        for row, had in enumerate(wanted):
            values = found.values[found.offsets[row] : found.offsets[row + 1]].tolist()
            assert bool(found.valid[row]) == (had[name] is not None), name
            own = [NOTHING if each is None else each for each in had[name] or ()]
            if name == "claims.points_include":
                own = [INCLUDED.index(each) for each in own]
            assert values == own, name


def test_what_a_record_can_say_of_a_deal_is_packed(store: duckdb.DuckDBPyConnection) -> None:
    whole = {
        "hands": [*range(32), UNKNOWN, 5, UNKNOWN, 31], "hand_sizes": [9, 9, 9, 9], "before_auction": [5, 5, 5, 5],
        "plays": [UNKNOWN, *range(31), 7, 7, 7, UNKNOWN],
    }  # fmt: skip
    claims = dict.fromkeys(("contract", "taker", "doubled", "match_winner")) | {
        name.removeprefix("claims."): [0, 1023, 162, -1] for name in FORMS if name.startswith("claims.")
    }
    claims |= {"winners": [0, 1, 2, 3, None, 3, 2, 1, None], "points_include": ["capot", "last_trick"]}
    row = dict.fromkeys(COLUMNS.names) | KEYS | {"dealt_order": True, "simulated": False} | whole | {"claims": claims}
    kept(store, [row])
    assert store.execute("select odd from record").fetchall() == [(None,)]
    assert said(store.sql("select * from deal").to_arrow_table().to_pylist()[0]) == said(row)


@pytest.mark.parametrize(("plays", "led"), [(None, None), ([], None), ([0], 0), ([31, 3], 31), ([UNKNOWN, 3], None)])
def test_the_first_lead_is_read_from_the_packed_plays(
    store: duckdb.DuckDBPyConnection, plays: list[int] | None, led: int | None
) -> None:
    row = dict.fromkeys(COLUMNS.names) | KEYS | {"dealt_order": True, "simulated": False, "plays": plays}
    kept(store, [row])
    assert store.execute("select card_led(plays_0, plays_n) from record").fetchall() == [(led,)]


def test_the_view_shows_the_columns_that_are_read(store: duckdb.DuckDBPyConnection) -> None:
    """Under the names and types that rows come with, so that whoever asks `deal` sees lists."""
    shown = store.sql("select * from deal limit 0").to_arrow_table().schema
    for each in COLUMNS:
        if each.name not in ("rules", "seats"):
            assert shown.field(each.name).type == each.type, each.name
