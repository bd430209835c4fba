"""The second statement of the rules on auction, dealing, exchange, belote, declarations in time, claims and penalties.

The numbers P01 to P39 are those of the sources' table of procedural cases.
"""

import pytest

from tests import oracle
from tests.oracle import RULES

BG = RULES["bg4-004"]


def heard(system, calls, eldest=0, turned_suit=None):
    return oracle.auction(RULES[system], calls.split(), eldest, turned_suit)


def may_say(system, calls, call, turned_suit=None):
    seat = heard(system, calls, 0, turned_suit)["next_seat"]
    return oracle.call_allowed(RULES[system], calls.split(), seat, call, turned_suit)


def test_p01_two_rounds_of_passes_are_thrown_in_for_the_next_dealer():
    said = heard("ua3-000", "pass " * 6, turned_suit="D")
    assert (said["finished"], said["thrown_in"]) == (True, True)
    assert oracle.next_dealer(RULES["ua3-000"], 2, None, [0, 0, 0]) == 0


def test_p02_the_first_to_take_ends_the_auction():
    said = heard("ua3-000", "pass take", turned_suit="D")
    assert (said["contract"], said["taker"], said["next_seat"]) == ("D", 1, None)
    assert not oracle.call_allowed(RULES["ua3-000"], ["pass", "take"], 2, "pass", "D")


def test_p03_the_second_round_names_another_suit():
    assert not may_say("ua3-000", "pass pass pass", "D", "D")
    assert may_say("ua3-000", "pass pass pass", "C", "D")


def test_p05_the_turned_card_is_the_takers_and_the_pack_is_exhausted():
    knobs = RULES["fr4-001"]
    dealt = oracle.deal_out(knobs, oracle.pack(knobs), 0, 2)
    assert [len(hand) for hand in dealt["before"]] == [5, 5, 5, 5]
    assert [len(hand) for hand in dealt["after"]] == [3, 3, 3, 3]
    assert dealt["after"][2][0] == dealt["turned"]
    assert dealt["stock"] == []


def test_the_taker_gets_his_two_cards_before_the_packets_of_the_others():
    knobs = RULES["fr4-002"]
    cards = oracle.pack(knobs)
    dealt = oracle.deal_out(knobs, cards, 0, 2)
    assert dealt["after"] == [cards[23:26], cards[26:29], [cards[20], *cards[21:23]], cards[29:32]]


def test_p07_five_cards_stay_out_of_play():
    knobs = RULES["ua3-000"]
    dealt = oracle.deal_out(knobs, oracle.pack(knobs), 0, 1)
    out = [dealt["turned"], *dealt["stock"][:]]
    in_play = [card for hand in dealt["before"] + dealt["after"] for card in hand]
    assert (oracle.undealt(knobs), len(out), len(in_play)) == (5, 5, 27)
    assert oracle.points("H", in_play) == 152 - oracle.points("H", out)


def test_p08_the_seven_of_trumps_may_be_exchanged_until_ones_first_card():
    knobs = RULES["ua3-000"]
    assert oracle.exchange_allowed(knobs, "H", "KH", ["7H", "AS"], before_second_deal=False, own_plays=0)
    assert not oracle.exchange_allowed(knobs, "H", "KH", ["7H", "AS"], before_second_deal=False, own_plays=1)
    assert not oracle.exchange_allowed(knobs, "S", "KH", ["7H", "AS"], before_second_deal=False, own_plays=0)


def test_p10_the_seven_of_the_turned_suit_may_be_exchanged_before_the_second_deal():
    knobs = RULES["fr3-002"]
    assert oracle.exchange_allowed(knobs, "S", "KH", ["7H", "AS"], before_second_deal=True, own_plays=0)
    assert not oracle.exchange_allowed(knobs, "S", "KH", ["7H", "AS"], before_second_deal=False, own_plays=0)


def test_p11_no_exchange():
    assert not oracle.exchange_allowed(RULES["fr4-001"], "H", "KH", ["7H"], before_second_deal=True, own_plays=0)


def test_p12_a_bid_must_be_higher():
    assert [may_say("bg4-004", "H", call) for call in ("D", "H", "S", "NT")] == [False, False, True, True]


@pytest.mark.parametrize(
    ("system", "calls", "contract", "taker", "doubled"),
    [
        ("bg4-004", "C double D pass pass pass", "D", 2, 1),  # P13
        ("bg4-004", "S double redouble pass pass pass", "S", 0, 4),  # P15
        ("bg4-003", "C double redouble D pass pass pass", "D", 3, 1),  # P16
        ("bg4-004", "pass pass pass S pass pass pass", "S", 3, 1),  # P18
        ("bg3-003", "pass H double pass pass", "H", 1, 2),
        ("coinche-004", "80H double redouble", "H", 0, 4),
        ("coinche-004", "80H pass 90H double pass pass pass", "H", 2, 2),
        ("fr2-002", "pass pass pass S", "S", 1, 1),
    ],
)
def test_what_the_auction_comes_to(system, calls, contract, taker, doubled):
    said = heard(system, calls, turned_suit="D" if system == "fr2-002" else None)
    assert (said["illegal"], said["finished"]) == (None, True)
    assert (said["contract"], said["taker"], said["doubled"]) == (contract, taker, doubled)


def test_p17_four_passes_are_thrown_in():
    assert heard("bg4-004", "pass pass pass pass")["thrown_in"]


def test_doubling_is_for_the_other_side_and_redoubling_for_ones_own():
    assert [may_say("bg4-004", "H", call) for call in ("double", "redouble")] == [True, False]
    assert [may_say("bg4-004", "H pass", call) for call in ("double", "redouble")] == [False, False]
    assert [may_say("bg4-004", "H double", call) for call in ("double", "redouble")] == [False, True]
    assert [may_say("bg4-004", "H double pass", call) for call in ("double", "redouble")] == [False, False]
    assert [may_say("coinche-004", "80H double", call) for call in ("90H", "capotS", "redouble")] == [
        False,
        False,
        True,
    ]


def test_p20_the_dealer_must_name_a_suit():
    assert [may_say("bela-004", "pass pass pass", call) for call in ("pass", "C")] == [False, True]


def test_p21_the_first_suit_named_is_trumps():
    said = heard("bela-004", "pass C")
    assert (said["finished"], said["contract"], said["taker"]) == (True, "C", 1)


def test_p22_bids_of_points_rise_by_tens_and_capot_is_above_them():
    assert [may_say("coinche-004", "80H", call) for call in ("85S", "80S", "90S", "capotC")] == [
        False,
        False,
        True,
        True,
    ]
    assert [may_say("coinche-004", "", call) for call in ("70H", "80H", "80NT", "H")] == [False, True, False, False]
    assert [may_say("coinche-004", "capotH", call) for call in ("300S", "capotS", "double")] == [False, False, True]


def test_p24_the_taker_leads_and_deals_next():
    assert oracle.opening_leader(RULES["fr3-002"], 0, 1) == 1
    assert oracle.next_dealer(RULES["fr3-002"], 2, 1, [0, 90, 70]) == 1


def test_p25_eldest_leads_and_the_top_scorer_deals_next():
    assert oracle.opening_leader(RULES["ua3-000"], 0, 1) == 0
    assert oracle.next_dealer(RULES["ua3-000"], 2, 1, [85, 0, 65]) == 0
    assert oracle.next_dealer(RULES["ua3-000"], 0, 1, [80, 2, 80]) == 2


def test_p27_belote_is_said_with_the_first_of_the_two():
    knobs = RULES["fr4-001"]
    assert oracle.belote_allowed(knobs, "H", "H", ["KH", "QH", "7S"], "QH", [], [])
    assert not oracle.belote_allowed(knobs, "H", "H", ["KH", "7S"], "KH", [], [("QH", "H")])
    assert not oracle.belote_allowed(knobs, "H", "H", ["KH", "QH", "7S"], "7S", [], [])
    assert not oracle.belote_allowed(knobs, "H", "S", ["KS", "QS"], "QS", [], [])


def test_p28_belote_may_wait_for_the_second_card_or_come_with_any():
    for system in ("ua3-000", "fr3-002"):
        assert oracle.belote_allowed(RULES[system], "H", "H", ["KH", "7S"], "KH", [], [("QH", "H")])
    assert oracle.belote_allowed(RULES["ua3-000"], "H", "H", ["KH", "7S"], "7S", [], [("QH", "H")])
    assert not oracle.belote_allowed(RULES["fr3-002"], "H", "H", ["KH", "7S"], "7S", [], [("QH", "H")])
    assert not oracle.belote_allowed(RULES["ua3-000"], "H", "H", ["7S"], "7S", [], [("QH", "H"), ("KH", "H")])


def test_p30_in_all_trumps_every_suit_has_a_belote_and_in_no_trump_none():
    hand = ["KS", "QS", "KD", "QD"]
    assert [oracle.belote_allowed(BG, "AT", s, hand, "Q" + s, [], []) for s in "CDHS"] == [False, True, False, True]
    assert not oracle.belote_allowed(BG, "NT", "S", hand, "QS", [], [])


def test_p31_belote_comes_with_a_card_that_leads_follows_or_ruffs():
    for trick in ([], ["7S"], ["7D"]):
        assert oracle.belote_allowed(BG, "S", "S", ["KS", "QS"], "KS", trick, [])


def test_belote_after_one_of_the_two_was_thrown_on_another_suit():
    for system, sayable in (("bg4-004", False), ("bg4-003", True)):
        knobs = RULES[system]
        assert not oracle.belote_allowed(knobs, "AT", "S", ["KS", "QS"], "KS", ["7D"], [])
        assert oracle.belote_allowed(knobs, "AT", "S", ["QS", "7C"], "QS", ["7S"], [("KS", "D")]) is sayable


TIERCE = {"kind": "sequence", "length": 3, "top": "K", "suit": "D"}
FIFTY = {"kind": "sequence", "length": 4, "top": "K", "suit": "S"}


def test_p32_a_declaration_after_ones_first_card_is_late():
    assert oracle.time_fault(BG, 0, TIERCE, [], plays=3) is None
    assert oracle.time_fault(BG, 1, TIERCE, [], plays=4) == "late"
    assert oracle.time_fault(RULES["fr3-002"], 0, TIERCE, [], plays=1) == "late"


def test_the_first_declaration_forbids_later_higher_ones():
    knobs = RULES["ua3-000"]
    assert oracle.time_fault(knobs, 1, TIERCE, [(0, FIFTY)], plays=4) is None
    assert oracle.time_fault(knobs, 1, FIFTY, [(0, TIERCE)], plays=4) == "outranked"
    assert oracle.time_fault(knobs, 1, TIERCE, [], plays=4) == "late"
    assert oracle.time_fault(knobs, 2, TIERCE, [(0, FIFTY)], plays=7) == "late"


def test_p34_a_claim_between_a_trick_of_ones_own_and_the_next_lead():
    knobs = RULES["ua3-000"]
    assert oracle.claim_is_good(knobs, 470, 31, after_own_trick=True)
    assert not oracle.claim_is_good(knobs, 470, 31)
    assert not oracle.claim_is_good(knobs, 470, 30, after_own_trick=True)
    assert not oracle.claim_is_good(knobs, 470, 31, after_own_trick=True, tricks_left=0)


def test_p36_p37_a_claim_at_any_moment_or_never():
    assert oracle.claim_is_good(RULES["fr4-002"], 930, 70)
    assert not oracle.claim_is_good(RULES["fr4-001"], 990, 62, after_own_trick=True)


def test_p39_only_the_second_mistake_in_dealing_costs():
    assert [oracle.misdeal_penalty(RULES["fr3-002"], mistakes) for mistakes in (1, 2)] == [0, 50]
    assert oracle.misdeal_penalty(BG, 2) == 0


def test_a_revoke_costs_the_points_of_the_deal_and_a_hundred():
    settled = oracle.settle_revoke(RULES["fr4-002"], "H", 0, [100, 52], 0, [5, 3], [0, 20], [20, 0], hanging_in=81)
    assert settled == {"recorded": [-100, 72], "hanging_out": 81, "outcome": "revoke"}
