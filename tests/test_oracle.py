"""The second statement of the rules gives the worked answers, and agrees with a published program on every row."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle, vectors
from tests.oracle import RULES, SYSTEMS

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = json.loads((HERE / "cases" / "golden.json").read_text(encoding="utf-8"))
ABOUT = {"id", "kind", "rules", "source", "basis", "note"}
ANSWERS = {"legal", "winning_card", "points", "points_by_side", "total", "recorded", "hanging_out", "outcome", "winner"}
BG = RULES["bg4-004"]


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What the oracle says to a case, under the names of the case's own answers."""
    knobs = RULES[case["rules"]]
    asked = {name: field for name, field in case.items() if name not in ABOUT | ANSWERS}
    match case["kind"]:
        case "legal_cards":
            return {"legal": sorted(oracle.legal(knobs, **asked))}
        case "trick_winner":
            winning = case["trick"][oracle.winner(**asked)]
            return {"winning_card": winning, "points": oracle.points(case["contract"], case["trick"])}
        case "declarations":
            return {"points_by_side": oracle.contest(knobs, **asked)}
        case "best_declarations_of_hand":
            return {"total": oracle.declarations_total(oracle.hand_declarations(knobs, **asked))}
        case "deal_score":
            return oracle.settle(knobs, **asked)
        case "match_end":
            return {"winner": oracle.match_end(knobs, **asked)}
    raise AssertionError(f"no such kind: {case['kind']}")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_case(case):
    expected = {name: field for name, field in case.items() if name in ANSWERS}
    if "legal" in expected:
        expected["legal"] = sorted(expected["legal"])
    assert answer(case) == expected


def test_it_knows_nothing_of_the_engine():
    for path in HERE.glob("oracle*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.split(".")[0] in ("replay", "ingest", "dashboard", "rebelote")]


@pytest.mark.parametrize("system", SYSTEMS)
def test_shipped_ruleset_has_the_values_read_from_the_source(system):
    rulesets = pytest.importorskip("replay.rulesets", reason="no rulesets yet")
    if system not in rulesets.names():
        pytest.skip(f"{system} is not shipped yet")
    shipped = rulesets.load(system).values
    as_list = {name: tuple(each) if isinstance(each, (list, tuple)) else each for name, each in shipped.items()}
    assert {name: as_list.get(name) for name in RULES[system]} == RULES[system]


# The published program


def needs_rows(name):
    count = vectors.COUNTS[name]
    return pytest.mark.skipif(vectors.OUTSIDE is None, reason=f"{count} rows not compared: {vectors.NOT_SET}")


@needs_rows("legal_moves")
def test_every_legal_card_of_the_program():
    rows = vectors.rows("legal_moves")
    wrong = []
    for row in rows:
        contract, trick, hand, allowed = vectors.legal_case(row)
        got = sorted(oracle.legal(BG, contract, trick, hand))
        if got != allowed:
            wrong.append((row, got))
    assert (len(rows), wrong) == (vectors.COUNTS["legal_moves"], [])


@needs_rows("declarations")
def test_every_declaration_of_the_program():
    rows = vectors.rows("declarations")
    wrong = []
    for row in rows:
        got = oracle.hand_declarations(BG, vectors.cards(row["hand"]))
        if sorted(map(shape, got)) != sorted(map(shape, vectors.declared(row["found"]))):
            wrong.append((row, got))
    assert (len(rows), wrong) == (vectors.COUNTS["declarations"], [])


def shape(declaration):
    if declaration["kind"] == "carre":
        return "carre", declaration["rank"], 4
    return "sequence", declaration["top"], min(5, declaration["length"])


@needs_rows("scored_rounds")
def test_every_score_of_the_program(capsys):
    wrong, touched = vectors.compare_rounds(
        lambda contract, announced: oracle.contest(BG, contract, announced), lambda fields: oracle.settle(BG, **fields)
    )
    with capsys.disabled():
        print(f"\noracle: {touched}")
    assert (touched["rounds"], wrong) == (vectors.COUNTS["scored_rounds"], [])


# What no worked case reaches


def score(system, overrides, **fields):
    settled = oracle.settle({**RULES[system], **overrides}, "H", 0, **fields)
    return settled["recorded"], settled["hanging_out"], settled["outcome"]


@pytest.mark.parametrize(
    ("sums", "recorded"),
    [
        ([70, 46, 36], [8, 4, 4]),  # 80, 46, 36: of the two on the digit the larger goes down
        ([66, 41, 45], [7, 4, 5]),  # 76 alone on the digit is the larger one
    ],
)
def test_three_sums_are_rounded_together(sums, recorded):
    assert score("bg3-003", {}, card_points=sums, last_trick_side=0, tricks=[4, 2, 2]) == (recorded, 0, "made")


def test_the_pot_waits_while_two_opponents_share_the_top():
    given = {"card_points": [30, 50, 50], "last_trick_side": 0, "tricks": [3, 3, 3], "hanging_in": 40}
    assert score("ua3-000", {}, **given) == ([0, 70, 70], 40, "inside")
    assert score("fr3-002", {}, **given) == ([0, 70, 70], 40, "inside")


def test_a_second_tie_adds_to_what_hangs():
    given = {"card_points": [71, 81], "last_trick_side": 0, "tricks": [4, 4], "hanging_in": 81}
    assert score("fr4-001", {}, **given) == ([0, 81], 162, "hanging")
    assert score("fr4-001", {"settlement.equal": "fail"}, **given) == ([0, 243], 0, "inside")


def test_a_kept_belote_is_not_part_of_what_a_failed_attack_loses():
    given = {"card_points": [40, 102], "last_trick_side": 1, "tricks": [3, 5], "belote": [20, 0]}
    assert score("frbelote-004", {"settlement.belote_kept": True}, **given) == ([20, 152], 0, "inside")
    assert score("frbelote-004", {}, **given) == ([0, 172], 0, "inside")


def test_a_capot_as_an_entry_does_not_decide_the_contract():
    given = {"card_points": [0, 152], "last_trick_side": 1, "tricks": [0, 9], "declarations": [200, 0]}
    kept = {"settlement.trickless_declarations": "keep"}
    assert score("fr2-002", kept, **given) == ([200, 262], 0, "made")
    assert score("fr2-002", {}, **given) == ([0, 262], 0, "inside")


@pytest.mark.parametrize(
    ("system", "contract", "cards", "endings"),
    [
        ("bg4-003", "S", 162, {(5, 7), (7, 5)}),
        ("bg4-003", "AT", 258, set()),
        ("bg4-003", "NT", 130, set()),
        ("bg4-004", "S", 162, set()),
        ("bg4-004", "AT", 258, set()),
        ("bg4-004", "NT", 130, set()),
    ],
)
def test_two_roundings_add_up_but_for_the_endings_that_the_source_leaves_open(system, contract, cards, endings):
    times = 2 if contract == "NT" else 1
    astray = set()
    for own in range(10, cards + 1):
        for declared in [[0, 0]] if contract == "NT" else [[0, 0], [20, 0], [0, 50], [100, 20]]:
            settled = oracle.settle(RULES[system], contract, 0, [own - 10, cards - own], 0, [4, 4], declared)
            written = sum(settled["recorded"]) + settled["hanging_out"]
            if settled["outcome"] != "inside" and written != round((times * cards + sum(declared)) / 10):
                astray.add((own % 10, (cards - own) % 10))
    assert astray == endings


@given(data=st.data())
def test_nothing_is_lost_or_made_where_every_point_is_written(data):
    system = data.draw(st.sampled_from(["fr4-001", "fr4-002", "frbelote-004", "bela-004", "fr2-002"]))
    cards = data.draw(st.integers(0, 152))
    tricks = data.draw(st.integers(1, 7))
    extra = st.sampled_from([0, 20])
    declared, belote = [data.draw(extra), data.draw(extra)], [data.draw(extra), 0]
    hanging = data.draw(st.integers(0, 200))
    settled = oracle.settle(
        RULES[system], "H", 0, [cards, 152 - cards], 1, [tricks, 8 - tricks], declared, belote, hanging_in=hanging
    )
    assert sum(settled["recorded"]) + settled["hanging_out"] == 162 + sum(declared) + sum(belote) + hanging


@given(data=st.data())
def test_a_legal_card_is_always_there_and_follows_suit_where_it_can(data):
    knobs = RULES[data.draw(st.sampled_from(SYSTEMS))]
    contract = data.draw(st.sampled_from([*"CDHS", "NT", "AT"]))
    cards = data.draw(st.permutations(oracle.pack(knobs)))
    size = data.draw(st.integers(0, knobs["deal.players"] - 1))
    trick, hand = cards[:size], cards[size : size + data.draw(st.integers(1, 8))]
    allowed = oracle.legal(knobs, contract, trick, hand)
    assert allowed and allowed <= set(hand)
    if trick and any(card[1] == trick[0][1] for card in hand):
        assert {card[1] for card in allowed} == {trick[0][1]}


@given(data=st.data())
def test_a_lawful_deal_takes_every_point_and_a_belote_is_in_one_hand(data):
    knobs = RULES[data.draw(st.sampled_from(SYSTEMS))]
    contract = data.draw(st.sampled_from("CDHS"))
    players, size = knobs["deal.players"], oracle.hand_size(knobs)
    cards = data.draw(st.permutations(oracle.pack(knobs)))
    hands = [list(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
    left = [list(hand) for hand in hands]
    plays: list[str] = []
    turn = oracle.opening_leader(knobs, 0, 1)
    for _ in range(size):
        trick: list[str] = []
        for i in range(players):
            seat = (turn + i) % players
            trick.append(min(oracle.legal(knobs, contract, trick, left[seat])))
            left[seat].remove(trick[-1])
        turn = (turn + oracle.winner(contract, trick)) % players
        plays += trick
    played = oracle.play_out(knobs, contract, 0, 1, plays)
    assert all(card in allowed for card, allowed in zip(plays, played["allowed"], strict=True))
    assert [sorted(played["held"][played["seats"].index(seat)]) for seat in range(players)] == list(map(sorted, hands))
    assert sum(played["card_points"]) == oracle.points(contract, plays)
    assert (sum(played["trick_counts"]), played["last_trick_side"]) == (size, oracle.side_of(knobs, turn))
    holders = [seat for seat in range(players) if {"K" + contract, "Q" + contract} <= set(hands[seat])]
    assert oracle.belote_at_most(knobs, contract, played) == [
        20 * sum(oracle.side_of(knobs, seat) == side for seat in holders) for side in range(len(played["card_points"]))
    ]


@given(data=st.data())
def test_every_auction_ends_and_someone_can_always_speak(data):
    knobs = RULES[data.draw(st.sampled_from(SYSTEMS))]
    calls: list[str] = []
    while not (said := oracle.auction(knobs, calls, 0, "D"))["finished"]:
        allowed = [
            call
            for call in oracle.possible_calls(knobs)
            if oracle.call_allowed(knobs, calls, said["next_seat"], call, "D")
        ]
        assert allowed and len(calls) < 60
        calls.append("pass" if "pass" in allowed and data.draw(st.booleans()) else data.draw(st.sampled_from(allowed)))
    assert said["thrown_in"] == (said["taker"] is None)
