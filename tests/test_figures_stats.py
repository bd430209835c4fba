"""`rebelote stats`, its Python interface, players and pairs, and the fairness of the dealing, against second counts."""

import csv
import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

import rebelote
from dashboard.figures import FIGURES, Scope, compute, declarations, exact, fairness, people, rating
from dashboard.figures.figure import ALWAYS_OUT, FLAGS
from dashboard.stats import TABLES, as_csv, as_table, known, stats
from ingest.canonical import encode
from ingest.errors import WrongUse
from ingest.load import load
from ingest.publish import reader
from rebelote.cli import cli
from replay.cards import CARD_NAMES
from tests import dealt
from tests.counting import WORTH as CARRES
from tests.counting import held_items, power, rows_of, some_matches, within

SEED = 5


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return rows_of(some_matches(SEED) + some_matches(SEED + 1))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stats")
    matches = some_matches(SEED) + some_matches(SEED + 1)
    (folder / "deals.jsonl").write_bytes(b"\n".join(encode(deal) for deals in matches for deal in deals) + b"\n")
    load([folder / "deals.jsonl"], store=folder / "store.duckdb")
    return folder / "store.duckdb"


def missed_of(one: dict[str, Any], seat: int) -> list[tuple[str, int, bool]]:
    """What a seat held and did not announce: kind, worth, and whether it would have counted."""
    if not one["speaks"] or one["whole"][seat] is None:
        return []
    out = []
    side = seat % one["sides"]
    said = {each["kind"] for each in one["said"] if each["seat"] == seat}
    best = max((each["power"] for each in one["said"] if each["seat"] % one["sides"] != side), default=0)
    for held in held_items(one["whole"][seat]):
        if held["kind"] in said:
            continue
        worth = CARRES[held["top"]] if held["kind"] == "carre" else {3: 20, 4: 50}.get(held["length"], 100)
        counts = (one["declared"] or [0] * 4)[side] > 0 or power(held["kind"], held["top"], held["length"]) > best
        out.append((held["kind"], worth, counts))
    return out


def test_players_are_what_their_deals_say(store: Path, rows: list[dict[str, Any]]) -> None:
    wins: dict[str, int] = {}
    last: dict[str, dict[str, Any]] = {}
    for one in within(rows, None, None, set()):
        if one["winner"] is not None and one["number"] > last.get(one["match"], {"number": 0})["number"]:
            last[one["match"]] = one
    expected: dict[str, dict[str, Any]] = defaultdict(lambda: defaultdict(int))
    sat: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for one in within(rows, None, None, set()):
        for seat, name in enumerate(one["players"]):
            if name is None:
                continue
            side, mine = seat % one["sides"], expected[name]
            sat[name].add((one["match"], side))
            mine["deals"] += 1
            mine["taken"] += one["taker"] == seat and one["made"] is not None
            mine["made"] += one["taker"] == seat and bool(one["made"])
            mine["capots"] += one["capot"] == side
            mine["capots_against"] += one["capot"] not in (None, side)
            mine["doubles"] += one["doubler"] == seat and one["made"] is not None
            mine["doubles_paid"] += one["doubler"] == seat and one["made"] is False
            missed = missed_of(one, seat)
            mine["missed"] += len(missed)
            mine["missed_worth"] += sum(worth for _, worth, counts in missed if counts)
            if one["attack"] is not None and one["points"] is not None:
                attacking = one["points"][one["attack"]]
                if side == one["attack"]:
                    mine["attacks"] += 1
                    mine["attack_points"] += attacking
                elif one["sides"] == 2:
                    mine["defences"] += 1
                    mine["defence_points"] += sum(one["points"]) - attacking
    for name, where in sat.items():
        expected[name]["matches"] = sum(match in last for match, _ in where)
        expected[name]["won"] = sum(match in last and last[match]["winner"] == side for match, side in where)
    with reader(store) as connection:
        ids = dict(connection.execute("select player, id from player").fetchall())
        found = {ids[each["player"]]: each for each in people.players(connection).to_dicts()}
        assert found.keys() == expected.keys() and not wins
        for name, mine in expected.items():
            row = found[name]
            for key in ("deals", "taken", "made", "capots", "capots_against", "doubles", "doubles_paid", "missed",
                        "missed_worth", "attacks", "defences"):  # fmt: skip
                assert row[key] == mine[key], (name, key)
            assert (row["matches"] or 0, row["won"] or 0) == (mine["matches"], mine["won"])
            if mine["attacks"]:
                assert row["attack_mean"] == pytest.approx(mine["attack_points"] / mine["attacks"])
            if mine["defences"]:
                assert row["defence_mean"] == pytest.approx(mine["defence_points"] / mine["defences"])
        kinds = {each["kind"]: each for each in declarations.missed(connection).to_dicts()}
        every = [
            item for one in within(rows, None, None, set()) for seat in range(one["n"]) for item in missed_of(one, seat)
        ]
        for number, kind in enumerate(("tierce", "quarte", "quinte", "carre")):
            mine_too = [item for item in every if item[0] == kind]
            row = kinds.get(number, {"times": 0, "worth": 0, "counting": 0, "counting_worth": 0})
            assert (row["times"], row["worth"]) == (len(mine_too), sum(item[1] for item in mine_too))
            assert row["counting_worth"] == sum(item[1] for item in mine_too if item[2])


def test_pairs_are_what_their_deals_say(store: Path, rows: list[dict[str, Any]]) -> None:
    expected: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in within(rows, None, None, set()):
        if one["n"] == 4 and None not in one["players"]:
            for side in (0, 1):
                mine = expected[tuple(sorted((one["players"][side], one["players"][side + 2])))]
                mine[0] += 1
                mine[1] += one["attack"] == side and one["made"] is not None
                mine[2] += one["attack"] == side and bool(one["made"])
    with reader(store) as connection:
        ids = dict(connection.execute("select player, id from player").fetchall())
        found = people.pairs(connection).to_dicts()
    shown = {
        tuple(sorted((ids[row["player"]], ids[row["partner"]]))): [row["deals"], row["taken"], row["made"]]
        for row in found
    }
    assert shown == dict(expected)


@pytest.mark.parametrize("without", [ALWAYS_OUT, frozenset(FLAGS), frozenset({"simulated", "partial"})])
def test_violations_of_players_and_pairs_keep_the_deals_that_they_spoil(
    store: Path, rows: list[dict[str, Any]], without: frozenset[str]
) -> None:
    """A revoke is a violation: a filter that leaves revoked deals out does not clear whoever revoked."""
    kept = [one for one in rows if not one["flags"] & (without - {"revoked", "thrown-in", "abandoned", "partial"})]
    expected: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0])
    for one in kept:
        for seat, name in enumerate(one["players"]):
            if name is not None:
                expected[(name,)][0] += 1
                expected[(name,)][1] += seat in one["faults"]
        for side in (0, 1) if one["n"] == 4 else ():
            two = (one["players"][side], one["players"][side + 2])
            if None not in two:
                expected[tuple(sorted(two))][0] += 1
                expected[tuple(sorted(two))][1] += bool({side, side + 2} & set(one["faults"]))
    scope = Scope(without=without)
    with reader(store) as connection:
        ids = dict(connection.execute("select player, id from player").fetchall())
        alone, together = people.players(connection, scope), people.pairs(connection, scope)
        said = compute(connection, FIGURES["player-faults"], "player", scope).drop_nulls("group")
    assert sorted(alone.select("player", "judged", "faulty").rows()) == sorted(
        said.select("group", "count", "successes").rows()
    )
    found = {(ids[row["player"]],): [row["judged"], row["faulty"]] for row in alone.to_dicts()}
    for row in together.to_dicts():
        found[tuple(sorted((ids[row["player"]], ids[row["partner"]])))] = [row["judged"], row["faulty"]]
        assert row["faulty_low"] <= row["faulty_rate"] <= row["faulty_high"]
    assert found == dict(expected) and sum(faulty for _, faulty in found.values())


def test_who_revoked_in_his_only_deals_is_listed(tmp_path: Path) -> None:
    """Every deal of theirs is left out, and their violations count none the less."""
    matches = some_matches(SEED) + some_matches(SEED + 1)
    lines = [encode(deal) for deals in matches for deal, one in zip(deals, rows_of([deals]), strict=True)
             if "revoked" in one["flags"]]  # fmt: skip
    (tmp_path / "deals.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    load([tmp_path / "deals.jsonl"], store=tmp_path / "store.duckdb")
    with reader(tmp_path / "store.duckdb") as connection:
        found = people.players(connection)
        assert not found["deals"].sum() and found["faulty"].sum() and found["made_rate"].is_null().all()
        assert found.height == people.players(connection, Scope(without=frozenset())).height
        assert people.players(connection, shown=1).height == 1


def test_ratings_follow_who_wins() -> None:
    """One always wins, one always loses; uncertainty shrinks with every match."""
    matches = pl.DataFrame(
        {"match": range(40), "winner": [0] * 40, "sides": [2] * 40, "seats": [4] * 40, "players": [[1, 2, 3, 4]] * 40}
    )
    found = {row["player"]: row for row in rating.ratings(matches).to_dicts()}
    assert found[1]["mu"] == found[3]["mu"] > 25 > found[2]["mu"] == found[4]["mu"]
    assert found[1]["sigma"] < rating.ratings(matches.head(1)).row(0, named=True)["sigma"] < 25 / 3
    assert {row["matches"] for row in found.values()} == {40}
    assert rating.ratings(matches.head(0)).is_empty()


def dealt_store(folder: Path, deals: int, unfair: bool) -> Path:
    """Hands of eight dealt by chance and thrown in; an unfair dealer gives seat 0 the ace of spades mostly."""
    chance = random.Random(11)
    lines = []
    for number in range(deals):
        pack = list(CARD_NAMES)
        chance.shuffle(pack)
        if unfair and chance.random() < 0.5:
            at = pack.index("AS")
            pack[0], pack[at] = pack[at], pack[0]
        record = {
            "rebelote": 1, "match": f"m{number}", "deal": 1, "rules": "coinche-004", "dealer": 3, "dealt_order": True,
            "hands": [" ".join(pack[8 * seat : 8 * seat + 8]) + " |" for seat in range(4)], "calls": ["pass"] * 4,
        }  # fmt: skip
        lines.append(json.dumps(record))
    (folder / "dealt.jsonl").write_text("\n".join(lines) + "\n")
    load([folder / "dealt.jsonl"], store=folder / "dealt.duckdb")
    return folder / "dealt.duckdb"


@pytest.mark.parametrize("unfair", [False, True])
def test_an_unfair_dealer_is_found_and_a_fair_one_is_not(tmp_path: Path, unfair: bool) -> None:
    with reader(dealt_store(tmp_path, 1200, unfair)) as connection:
        dealt = fairness.dealing(connection)
        tests = fairness.verdicts(dealt)
        assert tests.height == 4 * 6 and tests["deals"].unique().to_list() == [1200]
        suspects = tests.filter(pl.col("p_holm") < 0.01)
        assert (0, "aces") in suspects.select("seat", "mark").rows() if unfair else suspects.is_empty()
        held = fairness.held(connection)
        assert held["tested"].all() and held["deals"].unique().to_list() == [1200]
        for row in held.to_dicts():
            assert row["chance"] == exact.chance(32, 8, row["kind"])
            # Whoever gets the one ace, runs and carrés hardly change.
            assert row["low"] - 0.02 < row["chance"] < row["high"] + 0.02
            assert row["p_holm"] >= row["p"]


def test_hands_dealt_are_counted_card_by_card(store: Path, rows: list[dict[str, Any]]) -> None:
    with reader(store) as connection:
        found = fairness.dealing(connection)
    expected: dict[Any, int] = defaultdict(int)
    marks = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "aces": "A", "jacks": "J"}
    for one in rows:
        for seat, hand in enumerate(one["before"]):
            for mark, letter in marks.items() if hand is not None else ():
                count = sum(card[1 if len(mark) > 5 or mark == "clubs" else 0] == letter for card in hand)
                expected[one["pack"], len(hand), seat, mark, count] += 1
    shown: dict[Any, int] = defaultdict(int)
    for row in found.to_dicts():
        if row["observed"]:
            shown[row["pack"], row["size"], row["seat"], row["mark"], row["held"]] += row["observed"]
    assert shown == expected


def test_what_the_auction_picked_is_shown_and_not_tested(tmp_path: Path) -> None:
    """A file without one thrown-in deal may have left them out."""
    deals = [deal for deals in some_matches(3, ("coinche-004",) * 3) for deal in deals if deal.plays]
    (tmp_path / "played.jsonl").write_bytes(b"\n".join(map(encode, deals)) + b"\n")
    load([tmp_path / "played.jsonl"], store=tmp_path / "played.duckdb")
    with reader(tmp_path / "played.duckdb") as connection:
        dealt = fairness.dealing(connection)
        assert dealt.height and not dealt["tested"].any() and fairness.verdicts(dealt).is_empty()
        held = fairness.held(connection)
        assert held["p"].is_null().all() and held["chance"].is_not_null().all()


@pytest.mark.parametrize("name", known())
def test_every_figure_is_had_by_name(store: Path, name: str) -> None:
    found = stats(store, name)
    assert as_table(found).count("\n") == found.height
    if name in FIGURES:
        with reader(store) as connection:
            again = compute(connection, FIGURES[name], next(iter(FIGURES[name].splits)))
        # Players and files come with the most counted first, everything else in order of its groups.
        assert sorted(map(repr, found.drop("group").rows())) == sorted(map(repr, again.drop("group").rows()))
    assert len(known()[name]) > 20


def told(*words: str) -> str:
    result = CliRunner().invoke(cli, ["stats", *words])
    assert result.exit_code == 0, result.output
    return result.output


def test_stats_of_a_player_and_of_a_month(store: Path) -> None:
    place = ["--store", str(store)]
    for words in (
        ["bidding", "--by", "contract", "--player", "p3"],
        ["bidding", "--by", "taker", "--month", "2026-02"],
    ):
        table = told(*words, *place)
        assert "95 %" in table and "of" not in table.splitlines()[0]
        read = json.loads(told(*words, "--format", "json", *place))
        assert read and set(read[0]) == {"group", "count", "successes", "rate", "low", "high"}
        assert told(*words, "--format", "csv", *place).splitlines()[0] == "group,count,successes,rate,low,high"
    assert {name for name in known() if f"{name}\n" in told(*place)} == set(known())
    assert rebelote.stats(store, "bidding", by="month", month="2026-02")["group"].to_list() == ["2026-02"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"figure": "biding"}, "did you mean"),
        ({"figure": "bidding", "by": "weather"}, "can by|by contract"),
        ({"figure": "bidding", "player": "nobody"}, "no player"),
        ({"figure": "bidding", "rules": "whist"}, "no deal"),
        ({"figure": "bidding", "month": "May"}, "2026-02"),
        ({"figure": "bidding", "contract": "X"}, "no contract"),
        ({"figure": "bidding", "without": ["simulatd"]}, "simulated"),
        ({"figure": "bidding", "bounds": {"below": 0.3}}, "no bound"),
        ({"figure": "players", "by": "contract"}, "no splits"),
        ({"figure": "bidding", "file": "nowhere"}, "files"),
    ],
)
def test_wrong_use_says_what_to_do(store: Path, asked: dict[str, Any], answer: str) -> None:
    with pytest.raises(WrongUse, match=answer):
        stats(store, **asked)


@pytest.mark.parametrize(
    ("bound", "answer"),
    [("below=7", "from 0 to 1"), ("below=-0.1", "from 0 to 1"), ("below=nan", "from 0 to 1"), ("least=0", "1 or more"),
     ("least=inf", "1 or more"), ("below=1", None), ("below=0", None)],
)  # fmt: skip
def test_a_bound_that_is_a_rate_is_one(store: Path, bound: str, answer: str | None) -> None:
    result = CliRunner().invoke(cli, ["stats", "overbidding", "--bound", bound, "--store", str(store)])
    assert result.exit_code == (2 if answer else 0)
    assert answer is None or answer in result.output


def test_a_scope_is_the_whole_store_without_what_it_leaves_out() -> None:
    scope = Scope(rules="fr4-001", without=frozenset({"bot"}))
    assert scope.whole() == Scope(without=frozenset({"bot"}))
    assert set(TABLES) & set(FIGURES) == set()


def test_behind_every_cell_of_players_and_pairs_are_its_deals(store: Path) -> None:
    counting = ("deals", "taken", "made", "attacks", "defences", "capots", "capots_against", "doubles", "doubles_paid",
                "matches", "won")  # fmt: skip
    with reader(store) as connection:
        for found, keys in (
            (people.players(connection), ["player"]),
            (people.pairs(connection), ["player", "partner"]),
        ):
            for row in found.head(3).to_dicts():
                whose = [row[key] for key in keys]
                for column in counting:
                    behind = people.deals_behind(connection, column, whose, Scope(), 0, 10_000)
                    assert behind.height == row[column], (whose, column)
                for column in ("judged", "faulty"):
                    behind = people.deals_behind(connection, column, whose, Scope(), 0, 10_000)
                    assert behind.height == row[column], (whose, column)
                behind = people.deals_behind(connection, "missed", whose, Scope(), 0, 10_000)
                assert bool(behind.height) == bool(row["missed"]) and behind.height <= row["missed"]


def test_behind_every_chance_and_hand_are_its_deals(store: Path) -> None:
    with reader(store) as connection:
        for row in fairness.held(connection).to_dicts():
            of = (row["pack"], row["size"], row["tested"])
            behind = fairness.held_deals(connection, of, row["kind"], Scope(), 0, 10_000).height
            assert bool(behind) == bool(row["held"]) and behind <= row["held"]
        for row in fairness.dealing(connection).filter(pl.col("seat") == 1).to_dicts():
            of = (row["pack"], row["size"], row["tested"])
            behind = fairness.dealt_deals(
                connection, of, row["seat"], row["mark"], row["held"], Scope(), 0, 10_000
            ).height
            assert behind == row["observed"]
        for row in declarations.missed(connection).to_dicts():
            behind = declarations.missed_deals(connection, row["kind"], Scope(), None, 0, 10_000).height
            assert 0 < behind <= row["times"]


NAMES = ('=HYPERLINK("http://x")', "+49 Zoe", "-Ann", "@bob", "Ann", "1+1=2", "", None)


def test_no_cell_of_an_exported_table_is_a_formula_and_numbers_stay_numbers() -> None:
    frame = pl.DataFrame({"player": NAMES, "deals": range(8), "deviation": [-0.5] * 8})
    read = pl.read_csv(as_csv(frame).encode())
    assert read["player"].to_list()[:-1] == [
        "'=HYPERLINK(\"http://x\")", "'+49 Zoe", "'-Ann", "'@bob", "Ann", "1+1=2", "",
    ]  # fmt: skip
    assert read.drop("player").equals(frame.drop("player"))


@pytest.mark.parametrize("name", [each for each in NAMES if each])
def test_names_in_the_exports_of_the_command_line_are_no_formulas(tmp_path: Path, name: str) -> None:
    record = dealt.deal(3)
    for player in record["players"]:
        player["name"] = name
    load([dealt.write(tmp_path / "one.jsonl", [record])], store=tmp_path / "one.duckdb")
    place = ["--store", str(tmp_path / "one.duckdb")]
    cells = [row["player"] for row in csv.DictReader(told("players", "--format", "csv", *place).splitlines())]
    assert cells and all(name in cell and not cell.startswith(("=", "+", "-", "@")) for cell in cells)
    # Other programs get the name as it is.
    assert all(each["player"].startswith(name) for each in json.loads(told("players", "--format", "json", *place)))
