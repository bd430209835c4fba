"""Cases that public programs got wrong, or in which tables differ, under the public table that each speaks of."""

from typing import Any

import pytest

from replay.rulesets import load
from replay.table import contest, deal_score, legal_cards, match_end
from tests.deals import codes, judged, play_on
from tests.test_cases import HANDS, carre, sequence, written


def legal(system: str, trump: str, trick: str, hand: str) -> set[str]:
    return set(legal_cards(load(system), trump, trick.split(), hand.split()))


def score(system: str, **deal: Any) -> list[int]:
    return list(deal_score(load(system), **deal)["recorded"])


# Card play

FRENCH = ("ffb-belote", "ffb-contree", "ffb-coinche", "bga-coinche", "belote-cli", "colver")


def test_c01_c05_a_partner_who_holds_the_trick_frees() -> None:
    for system in FRENCH:
        assert legal(system, "S", "QD 8S AD", "QC KC 8H QH 9C") == {"QC", "KC", "8H", "QH", "9C"}
        assert legal(system, "S", "AD 8D", "AS 8S 7C QH") == {"AS", "8S", "7C", "QH"}
    # Where a free ruff must go over one's partner's, the seven of trumps alone stays free.
    assert legal("bga-coinche", "S", "QD 8S AD", "QC KC 7S 8H QH") == {"QC", "KC", "7S", "8H", "QH"}
    assert legal("bga-coinche", "S", "QD 8S AD", "QC 9S 7S 8H QH") == {"QC", "9S", "8H", "QH"}
    assert legal("ffb-coinche", "S", "QD 8S AD", "QC 9S 7S 8H QH") == {"QC", "9S", "7S", "8H", "QH"}


def test_c04_trumps_are_compared_by_rank() -> None:
    for system in (*FRENCH, "bela-hr", "bitola"):
        assert legal(system, "C", "7C", "8C TC AC 8D QH") == {"8C", "TC", "AC"}
        assert legal(system, "H", "7H", "8H JH") == {"8H", "JH"}


def test_c06_only_the_federations_belote_has_one_go_under_a_ruff() -> None:
    hand = "7S 8S KC QH"
    for system in ("ffb-belote", "bga-coinche", "belote-cli"):
        assert legal(system, "S", "8D AD JS", hand) == {"7S", "8S"}
    for system in ("ffb-contree", "ffb-coinche", "colver"):
        assert legal(system, "S", "8D AD JS", hand) == set(hand.split())


def test_c09_bitola_and_croatia_spare_no_partner() -> None:
    for system in ("bitola", "bela-hr"):
        assert legal(system, "H", "9C QH 7C", "9H TH 8D TD JD QD AD") == {"9H", "TH"}
        assert legal(system, "S", "9C AC TC", "8S JD KD") == {"8S"}


def test_plain_suits_are_headed_in_bitola_and_croatia() -> None:
    for system in ("bitola", "bela-hr"):
        assert legal(system, "D", "KH", "8H AH KC AC") == {"AH"}
        assert legal(system, "D", "KH", "7H 8H KC") == {"7H", "8H"}
        assert legal(system, "D", "JH", "QH KH AH 7C") == {"QH", "KH", "AH"}
        assert legal(system, "D", "KH 7H", "8H AH KC") == {"AH"}
        assert legal(system, "D", "AH", "KD 7C") == {"KD"}
        assert legal(system, "D", "QD", "7D KD AC") == {"KD"}
    # Over a ruff Bitola still wants the higher card, Croatia does not.
    assert legal("bitola", "D", "KH 7D", "8H AH KC") == {"AH"}
    assert legal("bela-hr", "D", "KH 7D", "8H AH KC") == {"8H", "AH"}


def test_a_card_that_does_not_head_a_plain_suit_is_found_by_its_name() -> None:
    hands = [hand.replace(" |", "") for hand in HANDS]
    deal = {"dealer": 3, "hands": hands, "dealt_order": False, "calls": "pass pass pass H"}
    # Jack before queen: seat 2 has both, and seat 3 king and ace above the ten.
    assert codes(judged("bela-hr", **deal, plays="8C TC QC AC")) == []
    (found,) = judged("bela-hr", **deal, plays="8C TC QC KC").findings
    assert (found.code, found.position, found.clause) == ("play.must-head", 3, "009:5")
    assert codes(judged("bela-004", **deal, plays="8C TC QC KC")) == []


# Scoring


def test_c21_board_game_arena_tells_a_capot_by_points() -> None:
    points = {"contract": "S", "taker_side": 0, "card_points": [152, 0], "last_trick_side": 0, "bid": 100}
    assert score("bga-coinche", **points, tricks=[7, 1]) == [350, 0]
    assert score("ffb-coinche", **points, tricks=[7, 1]) == [260, 0]
    assert score("colver", **points, tricks=[7, 1]) == [262, 0]
    assert score("bga-coinche", **{**points, "bid": "capot"}, tricks=[7, 1]) == [500, 0]


def test_c22_a_bid_of_82_must_reach_82_and_counts_80() -> None:
    deal = {"contract": "S", "taker_side": 0, "last_trick_side": 1, "bid": 82}
    assert score("bga-coinche", card_points=[82, 70], **deal) == [162, 80]
    assert score("bga-coinche", card_points=[81, 71], **deal) == [0, 242]
    assert score("bga-coinche", card_points=[62, 90], belote=[20, 0], **deal) == [162, 100]
    assert codes(judged("bga-coinche", dealer=3, calls="82H 90S pass pass pass pass")) == []
    assert codes(judged("bga-coinche", dealer=3, calls="80H pass pass pass pass")) == ["call.not-allowed"]
    assert codes(judged("bga-coinche", dealer=3, calls="92H pass pass pass pass")) == ["call.not-allowed"]


def test_c22_two_thousand_do_not_end_the_game() -> None:
    arena = load("bga-coinche")
    assert match_end(arena, [2000, 1500]) is None
    assert match_end(arena, [2001, 1500]) == 0
    assert match_end(load("ffb-coinche").with_overrides({"match.target": 2000}), [2000, 1500]) == 0


def test_c22_all_trumps_and_no_trump_are_brought_to_152() -> None:
    # 124 of 248 are 76, and ten; 100 of 120 are 127, 20 are 25, and ten.
    deal = {"taker_side": 0, "bid": 82}
    assert score("bga-coinche", contract="AT", card_points=[124, 124], last_trick_side=0, **deal) == [166, 76]
    assert score("bga-coinche", contract="NT", card_points=[100, 20], last_trick_side=1, **deal) == [207, 35]
    # Failed: 162 whatever the rounding.
    assert score("bga-coinche", contract="AT", card_points=[100, 148], last_trick_side=1, **deal) == [0, 242]


def test_c22_a_defence_writes_nothing_of_a_doubled_bid_that_is_made() -> None:
    deal = {"contract": "S", "taker_side": 0, "card_points": [105, 47], "last_trick_side": 1, "bid": 100}
    assert score("bga-coinche", **deal, multiplier=2, belote=[0, 20]) == [410, 0]
    assert score("bga-coinche", **deal, multiplier=4) == [820, 0]
    # The federation keeps its belote for it, and counts the whole deal.
    assert score("ffb-coinche", **deal, multiplier=2, belote=[0, 20]) == [520, 20]


def test_c25_capot_and_belote() -> None:
    sweep = {"contract": "S", "taker_side": 0, "card_points": [152, 0], "last_trick_side": 0, "tricks": [8, 0]}
    assert score("ffb-belote", **sweep, belote=[20, 0]) == [272, 0]
    assert score("ffb-belote", **sweep, belote=[0, 20]) == [252, 20]
    assert score("belote-cli", **sweep, belote=[0, 20]) == [252, 20]
    assert score("bitola", **sweep) == [252, 0]


def test_c30_one_deal_in_four_formulas() -> None:
    made = {
        "contract": "S",
        "taker_side": 0,
        "card_points": [105, 47],
        "last_trick_side": 1,
        "bid": 80,
        "multiplier": 2,
    }
    assert score("ffb-contree", **made) == [480, 0]
    assert score("bga-coinche", **made) == [370, 0]
    assert score("colver", **made) == [322, 0]
    failed = {**made, "card_points": [52, 100], "bid": 100}
    assert score("ffb-contree", **failed) == [0, 520]
    assert score("bga-coinche", **failed) == [0, 524]
    assert score("colver", **failed) == [0, 362]
    assert score("colver", **{**failed, "multiplier": 4}) == [0, 462]


def test_c31_a_bid_is_reached_before_rounding() -> None:
    for system in ("ffb-contree", "ffb-coinche"):
        assert score(system, contract="S", taker_side=0, card_points=[98, 54], last_trick_side=1, bid=100) == [0, 260]


def test_c32_who_wins_takes_the_declarations_of_a_failed_or_swept_deal() -> None:
    assert written("ffb-coinche", points=[110, 52], declarations=[20, 0], bid=150) == [0, 330]
    assert written("ffb-coinche", points=[162, 0], tricks=[8, 0], declarations=[0, 50], bid=100) == [400, 0]
    assert written("bela-hr", points=[162, 0], tricks=[8, 0], declarations=[0, 50]) == [252, 0]


def test_c36_a_tie() -> None:
    tie = {"contract": "S", "taker_side": 0, "card_points": [81, 71], "last_trick_side": 1}
    assert score("ffb-belote", **tie) == [0, 81]
    assert score("bela-hr", **tie) == [0, 162]
    assert score("bitola", **tie) == [81, 81]
    assert score("ffb-contree", **tie, bid=80) == [0, 240]


def test_c36_of_equal_sequences_the_federation_counts_the_one_in_trumps_or_neither() -> None:
    coinche = load("ffb-coinche")
    assert contest(coinche, "S", [sequence(0, "K", "D"), sequence(1, "K", "S")]) == [0, 20]
    assert contest(coinche, "S", [sequence(0, "K", "D"), sequence(1, "K", "H"), sequence(0, "9", "C")]) == [0, 0]


def test_c38_the_best_declaration_decides() -> None:
    for system in ("bitola", "ffb-coinche", "bela-hr", "belote-cli"):
        assert contest(load(system), "S", [carre(0, "Q"), carre(0, "K"), carre(1, "9")]) == [0, 150]
        two = [sequence(0, "K", "D"), sequence(0, "J", "C"), sequence(1, "J", "H", 4)]
        assert contest(load(system), "S", two) == [0, 50]
    # In Bitola kings are no better than queens: who speaks first.
    assert contest(load("bitola"), "S", [carre(0, "Q"), carre(1, "K")]) == [100, 0]
    assert contest(load("ffb-coinche"), "S", [carre(0, "Q"), carre(1, "K")]) == [0, 100]


def test_belote_cli_sets_four_sevens_above_every_sequence() -> None:
    assert contest(load("belote-cli"), "S", [carre(0, "7"), sequence(1, "A", "H", 5)]) == [0, 0]
    assert contest(load("belote-cli"), "NT", [sequence(0, "A", "D", 6), sequence(1, "A", "H", 5)]) == [100, 0]


@pytest.mark.parametrize("said", ["belote", "both"])
def test_the_federation_wants_rebelote_said_too(said: str) -> None:
    hands = (HANDS[0], HANDS[1].replace("QH", "9H"), HANDS[2].replace("9H", "QH"), HANDS[3])
    plays = play_on("fr4-001", "H", 0, hands)
    places = sorted(plays.split().index(each) for each in ("KH", "QH"))
    words = [{"seat": 2, "suit": "H", "play": place} for place in (places if said == "both" else places[:1])]
    deal = {"dealer": 3, "turned": "JH", "hands": hands, "calls": "take", "plays": plays, "belote": words}
    assert judged("ffb-belote", **deal).belote == ((20, 0) if said == "both" else (0, 0))
    assert judged("fr4-001", **deal).belote == (20, 0)


def test_c46_at_board_game_arena_anybody_doubles_at_any_moment() -> None:
    calls = [{"seat": 0, "call": "82H"}, {"seat": 3, "call": "double"}, {"seat": 0, "call": "redouble"}]
    assert codes(judged("bga-coinche", dealer=3, calls=calls)) == []
    assert "call.out-of-turn" in codes(judged("coinche-004", dealer=3, calls=[{**calls[0], "call": "80H"}, *calls[1:]]))
    assert codes(judged("bga-coinche", dealer=3, calls="82H pass pass pass 90H")) == ["call.not-allowed"]
    assert codes(judged("bga-coinche", dealer=3, calls="82H pass pass pass 90S pass pass pass pass")) == []
