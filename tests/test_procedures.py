"""Auction, dealing, exchange, belote, claims and penalties, case by case: P01 to P39 of the table of procedures."""

from typing import Any

import numpy as np
import pytest

from replay.auction import AUCTION, call_fault, make_call, open_auction
from replay.cards import CONTRACTS, PACK_32, VALUE, card, mask
from replay.judgement import Judgement, Outcome, Verdict
from replay.match import next_dealer
from replay.record import call_by_name
from replay.violations import CODES
from tests.deals import codes, deal, findings, judge, judged, play_on, table, verdict

# Three hands of ua3-000 and fr3-002, seat 2 dealing. The king of hearts is turned, and the stock holds it and
# four more: KH 7C 8C 9C TC. Seat 0 has the seven of hearts, in the first packet in one and the last in the other.
THREE_EARLY = ("7H AS TS 9S 8S 7S | AC KC QC", "AH TH JH AD TD KD | JC 9H 8H", "QH KS QS JS QD JD | 9D 8D 7D")
THREE_LATE = ("AC AS TS 9S 8S 7S | 7H KC QC", *THREE_EARLY[1:])


def three(system: str, **fields: Any) -> Judgement:
    fields = {"dealer": 2, "turned": "KH", "hands": THREE_EARLY, "calls": "take", "ended": "abandoned", **fields}
    return judged(system, **fields)


def after(system: str, calls: str, turned: str | None = None) -> Any:
    """Where an auction stands after some calls, seat 0 being eldest."""
    rules = table(system).rules
    state: Any = np.zeros(1, AUCTION).view(np.recarray)[0]
    open_auction(state, 0, -1 if turned is None else card(turned))
    for call in calls.split():
        make_call(rules, state, int(state.turn), call_by_name(call))
    return state


def fault(system: str, calls: str, call: str, turned: str | None = None) -> str | None:
    """What is wrong with a call after some calls, or None."""
    state = after(system, calls, turned)
    found = call_fault(table(system).rules, state, int(state.turn), call_by_name(call))
    return CODES[found] if found else None


def contract(said: Judgement) -> tuple[str | None, int | None, int]:
    return (None if said.contract is None else CONTRACTS[said.contract], said.taker, said.doubled)


def test_p01_six_passes_throw_the_deal_in_and_the_next_seat_deals() -> None:
    thrown_in = deal("ua3-000", 1, dealer=2, turned="9D", calls="pass " * 6)
    for dealer, expected in ((0, []), (1, ["deal.wrong-dealer"]), (2, ["deal.wrong-dealer"])):
        first, second = judge(thrown_in, deal("ua3-000", 2, dealer=dealer, turned="9D", calls="take"))
        assert (first.outcome, first.score, codes(first)) == (Outcome.THROWN_IN, None, [])
        assert verdict(first, "auction") == Verdict.LEGAL
        assert codes(second) == expected


def test_p02_the_first_to_play_ends_the_auction() -> None:
    said = judged("ua3-000", dealer=2, turned="9D", calls="pass take")
    assert contract(said) == ("D", 1, 1)
    assert codes(said) == []
    assert fault("ua3-000", "pass take", "pass", "9D") == "call.after-end"
    assert codes(judged("ua3-000", dealer=2, turned="9D", calls="pass take pass")) == ["call.after-end"]


def test_p03_the_second_round_names_another_suit() -> None:
    assert fault("ua3-000", "pass pass pass", "D", "9D") == "call.not-allowed"
    assert [fault("ua3-000", "pass pass pass", suit, "9D") for suit in "CHS"] == [None] * 3
    [found] = judged("ua3-000", dealer=2, turned="9D", calls="pass pass pass D").findings
    assert (found.code, found.seat, found.position, found.unsettled) == ("call.not-allowed", 0, 3, False)


def test_p05_the_turned_card_is_the_takers_and_the_pack_is_exhausted() -> None:
    hands = [
        "AS TS 9S 7S KD | QD 7C 8C",
        "8H QH AD 9D TD | 9C TC 8D",
        "9H 7H KH 7D JD | JH JC QC",
        "KS QS JS 8S AH | TH AC KC",
    ]
    calls = "pass pass take"
    assert codes(judged("fr4-001", dealer=3, turned="JH", hands=hands, calls=calls)) == []
    assert mask([card(each) for hand in hands for each in hand.replace("|", "").split()]) == PACK_32
    # Given to another seat: seat 0 has the jack, seat 2 a card of his.
    other = [hands[0].replace("QD", "JH"), hands[1], hands[2].replace("JH", "QD"), hands[3]]
    [found] = judged("fr4-001", dealer=3, turned="JH", hands=other, calls=calls).findings
    assert (found.code, found.seat, found.card) == ("deal.wrong-turned", 0, card("JH"))
    assert (found.recorded, found.computed) == ("seat 1", "seat 3")
    rules = table("fr4-001").rules
    assert (rules.hand_size * 4, rules.turned_to_taker) == (32, 1)


def test_p07_five_cards_stay_out_of_play() -> None:
    rules = table("ua3-000").rules
    assert (rules.deal_pack - 3 * rules.hand_size, rules.turned_to_taker) == (5, 0)
    plays = play_on("ua3-000", "H", 0, THREE_EARLY)
    said = three("ua3-000", calls="take", plays=plays, ended=None, declarations=[], belote=[])
    assert said.points is not None
    out = [card(each) for each in ["KH", "7C", "8C", "9C", "TC"]]
    assert mask([card(each) for each in plays.split()]) == PACK_32 & ~mask(out)
    # K of trumps 4 and ten of clubs 10 are out: 152 - 14 + 10 for the last trick.
    assert int(VALUE[CONTRACTS.index("H"), out].sum()) == 14
    assert sum(said.points) == 152 - 14 + 10


def test_the_turned_card_in_a_hand_is_there_twice_where_it_stays_with_the_stock() -> None:
    hands = (THREE_EARLY[0].replace("AC", "KH"), *THREE_EARLY[1:])
    [found] = three("ua3-000", hands=hands).findings
    assert (found.code, found.card) == ("deal.card-twice", card("KH"))


@pytest.mark.parametrize("hands", [THREE_EARLY, THREE_LATE])
def test_p08_the_seven_of_trumps_may_be_exchanged_until_ones_own_first_card(hands: tuple[str, ...]) -> None:
    # Seat 0 leads AS, 1 has no spade and ruffs, 2 follows; 1 leads AH.
    plays = "AS JH KS AH QH KH"
    for play, expected in ((-1, []), (0, []), (1, ["exchange.too-late"]), (3, ["exchange.too-late"])):
        said = three("ua3-000", hands=hands, plays=plays, exchange={"seat": 0, "play": play})
        assert codes(said) == expected, play
    assert codes(three("ua3-000", hands=hands, plays="AS JH KS AH QH 7H")) == []


def test_p08_the_king_that_was_taken_is_held_and_the_seven_is_not() -> None:
    said = three("ua3-000", plays="AS JH KS AH QH 7H", exchange={"seat": 0, "play": 0})
    assert codes(said) == ["play.not-held"]


def test_p10_the_seven_of_the_turned_suit_is_exchanged_before_the_second_deal_or_never() -> None:
    for calls in ("take", "pass pass pass S"):
        plays = "AS JH KS" if calls == "take" else "AS AH KS"
        fields = {"calls": calls, "plays": plays, "declarations": [], "belote": []}
        early = three("fr3-002", **fields, exchange={"seat": 0, "play": -1})
        assert [each for each in codes(early) if each.startswith("exchange")] == []
        late = three("fr3-002", **fields, exchange={"seat": 0, "play": 0})
        assert "exchange.too-late" in codes(late)
        drawn = three("fr3-002", **fields, hands=THREE_LATE, exchange={"seat": 0, "play": -1})
        assert "exchange.no-seven" in codes(drawn)


def test_p11_no_exchange() -> None:
    for system in ("fr4-001", "fr4-002", "frbelote-004"):
        said = judged(
            system, dealer=3, turned="KH", calls="take", exchange={"seat": 0, "play": 0}, claims={"contract": "H"}
        )
        assert codes(said) == ["exchange.not-allowed"]
        # Of the article with four players the source says nothing, save that the turned card is the taker's.
        assert said.findings[0].unsettled == (system == "fr4-002")


def test_p12_a_bid_must_be_higher() -> None:
    assert [fault("bg4-004", "H", call) for call in ("D", "H", "S", "NT", "AT")] == ["call.too-low"] * 2 + [None] * 3


def test_p13_a_higher_bid_wipes_out_a_double() -> None:
    said = judged("bg4-004", dealer=3, calls="C double D pass pass pass")
    assert contract(said) == ("D", 2, 1)
    assert codes(said) == []


def test_p15_a_redouble_counts_four_times() -> None:
    said = judged("bg4-004", dealer=3, calls="S double redouble pass pass pass")
    assert (contract(said), codes(said)) == (("S", 0, 4), [])


def test_p16_a_bid_may_follow_a_redouble() -> None:
    said = judged("bg4-003", dealer=3, calls="C double redouble D pass pass pass")
    assert (contract(said), codes(said)) == (("D", 3, 1), [])


def test_p17_four_passes_give_no_score_pass_the_deal_on_and_end_no_match() -> None:
    # Side 0 stands at 152 after a capot, which cannot end the match; a thrown-in deal is never looked at.
    capot = {"contract": "H", "taker": 0, "points": [252, 0], "points_include": ["last_trick", "capot"]}
    capot |= {"declarations": [0, 0], "belote": [0, 0], "score": [25, 0], "totals": [152, 100]}
    match = [
        deal("bg4-004", 7, dealer=0, calls="pass pass pass H pass pass pass", claims=capot),
        deal("bg4-004", 8, dealer=1, calls="pass pass pass pass"),
        deal("bg4-004", 9, dealer=2, calls="pass H pass pass pass"),
    ]
    said = judge(*match)
    assert [codes(each) for each in said] == [[], [], []]
    assert (said[1].outcome, said[1].score, said[1].totals) == (Outcome.THROWN_IN, None, (152, 100))


def test_p18_a_bid_after_three_passes() -> None:
    said = judged("bg4-004", dealer=3, calls="pass pass pass S pass pass pass")
    assert (contract(said), codes(said)) == (("S", 3, 1), [])


def test_p20_the_dealer_must_name_a_suit() -> None:
    assert fault("bela-004", "pass pass pass", "pass") == "call.forced"
    assert codes(judged("bela-004", dealer=3, calls="pass pass pass pass")) == ["call.forced"]
    assert codes(judged("bela-004", dealer=3, calls="pass pass pass C")) == []


def test_p21_the_first_suit_named_is_trumps() -> None:
    said = judged("bela-004", dealer=3, calls="pass C")
    assert (contract(said), codes(said)) == (("C", 1, 1), [])
    assert fault("bela-004", "pass C", "pass") == "call.after-end"


def test_p22_bids_of_points_rise_by_tens_and_capot_is_above_them() -> None:
    faults = [fault("coinche-004", "80H", call) for call in ("85S", "80S", "90S", "capotC")]
    assert faults == ["call.not-allowed", "call.too-low", None, None]
    for call in ("85S", "80S"):
        [found] = judged("coinche-004", dealer=3, calls=f"80H {call} pass pass pass").findings
        assert (found.position, found.unsettled, found.clause) == (1, True, "A-30")


def test_p24_the_taker_leads_and_deals_next() -> None:
    played = deal("fr3-002", 1, dealer=2, turned="KH", calls="pass take", claims={
        "points": [50, 90, 22], "points_include": ["last_trick"], "declarations": [0] * 3, "belote": [0] * 3,
        "score": [50, 90, 22]})  # fmt: skip
    thrown_in = deal("fr3-002", 3, dealer=2, calls="pass " * 6)
    for dealer, expected in ((1, []), (0, ["deal.wrong-dealer"])):
        said = judge(played, deal("fr3-002", 2, dealer=dealer, turned="KH", calls="take"), thrown_in)
        assert (said[0].leader, codes(said[1])) == (1, expected)


def test_p25_eldest_leads_and_the_top_scorer_deals_next() -> None:
    def match(dealer: int, score: list[int]) -> list[str]:
        played = deal("ua3-000", 1, dealer=2, turned="KH", calls="pass take", claims={"contract": "H", "score": score})
        thrown_in = deal("ua3-000", 3, dealer=dealer, turned="KH", calls="pass " * 6)
        return codes(judge(played, deal("ua3-000", 2, dealer=dealer, turned="KH", calls="take"), thrown_in)[1])

    assert judged("ua3-000", dealer=2, turned="KH", calls="pass take").leader == 0
    assert [match(dealer, [85, 0, 65]) for dealer in range(3)] == [[], ["deal.wrong-dealer"], ["deal.wrong-dealer"]]
    # Of equals the first after the old dealer.
    assert [match(dealer, [2, 80, 80]) for dealer in range(3)] == [["deal.wrong-dealer"], [], ["deal.wrong-dealer"]]
    scores = np.array([80, 2, 80, 0])
    assert next_dealer(table("ua3-000").rules, 0, 1, scores) == 2


# Seat 1 has king and queen of spades, and queen of clubs to lead to.
BELOTE = (
    "AS 7S 8S 7C 8C | 9C 7D 8D",
    "KS QS TS JC QC | KD TD QD",
    "JS AC AD AH JD | 9D KH 9H",
    "TC KC 9S 7H 8H | TH JH QH",
)


def belote(system: str, said: list[int], plays: str, **fields: Any) -> Judgement:
    """Belote said by seat 1 with the plays at some indices; spades are trumps, seat 0 leads."""
    fields = {"calls": "pass S" if system == "fr4-001" else "S pass pass pass", "dealer": 3, "hands": BELOTE, **fields}
    if system == "fr4-001":
        # The second round: another suit was turned, and went to the taker.
        fields |= {"turned": "TD", "calls": "pass pass pass pass pass S"}
    events = [{"seat": 1, "suit": "S", "play": at} for at in said]
    return judged(system, plays=plays, belote=events, declarations=[], ended="abandoned", **fields)


# 0 leads 7S: 1 must head it, 2 too, 3 follows; 2 leads AC: 3 TC, 0 7C, 1 JC.
FIRST_QUEEN = "7S QS JS 9S AC TC 7C JC"


def test_p27_the_second_word_is_not_needed() -> None:
    said = belote("fr4-001", [1], FIRST_QUEEN)
    assert (said.belote, codes(said)) == ((0, 20), [])
    assert belote("fr4-001", [], FIRST_QUEEN).belote == (0, 0)
    late = belote("fr4-001", [7], FIRST_QUEEN)
    assert (late.belote, codes(late)) == ((0, 0), ["belote.late"])


def test_p28_belote_may_be_said_with_the_second_card_or_with_any() -> None:
    hands = ("AS TS 9S 8S 7S AD | AC KC QC", "AH KH QH 9D TD KD | JC 9H 8H", "JH KS QS JS QD JD | TH 8D 7D")
    # 0 leads AS: 1 ruffs with the queen, 2 follows; 1 leads 9D: 2 QD, 0 AD; 0 leads TS: 1 ruffs, 2 follows.
    plays = "AS QH KS 9D QD AD TS KH QS"
    fields = {"turned": "7H", "hands": hands, "calls": "pass take", "plays": plays}

    def at(system: str, play: int) -> tuple[Any, list[str]]:
        said = three(system, **fields, belote=[{"seat": 1, "suit": "H", "play": play}], declarations=[])
        return said.belote, codes(said)

    # The queen goes with play 1, the king with play 7; play 3 is another card of the same seat.
    assert at("ua3-000", 1) == ((0, 20, 0), [])
    assert at("ua3-000", 3) == ((0, 20, 0), [])
    assert at("ua3-000", 7) == ((0, 20, 0), [])
    after_both = three("ua3-000", **{**fields, "plays": plays + " KD JD 7S"},
                       belote=[{"seat": 1, "suit": "H", "play": 9}], declarations=[])  # fmt: skip
    assert codes(after_both) == ["belote.late"]


def test_p30_in_all_trumps_every_suit_has_its_belote() -> None:
    hands = (
        "AS 7S 8S 7C 8C | 9C 7H 8H",
        "KS QS KD QD 9D | TC JC QC",
        "JS AC AD AH JD | TD KH 9H",
        "TS KC 9S 7D 8D | TH JH QH",
    )
    # 7S QS JS 9S: 2 holds JS; 2 leads AC: 3 KC, 0 7C, 1 JC; 1 leads QD: 2 AD or JD heads, 3 7D, 0 throws.
    plays = "7S QS JS 9S AC KC 9C JC QD JD 7D 7H"
    fields = {"dealer": 3, "hands": hands, "plays": plays, "calls": "AT pass pass pass", "ended": "abandoned"}
    words = [{"seat": 1, "suit": "S", "play": 1}, {"seat": 1, "suit": "D", "play": 8}]
    said = judged("bg4-004", **fields, declarations=[], belote=words)
    assert (said.belote, codes(said)) == ((0, 40), [])
    none = judged("bg4-004", **{**fields, "calls": "NT pass pass pass"}, declarations=[], belote=words)
    assert [each.code for each in none.findings if each.code.startswith("belote")] == ["belote.not-held"] * 2


def test_p31_belote_comes_with_a_card_that_leads_follows_or_ruffs() -> None:
    assert belote("bg4-004", [1], FIRST_QUEEN).belote == (0, 20)  # follows
    hearts = (BELOTE[0].replace("7D", "7H"), *BELOTE[1:3], BELOTE[3].replace("7H", "7D"))
    ruffs = belote("bg4-004", [1], "7H QS", hands=hearts)
    assert (ruffs.belote, codes(ruffs)) == ((0, 20), [])
    led = belote("bg4-004", [0], "KS", dealer=0, calls="S pass pass pass")
    assert (led.belote, codes(led)) == ((0, 20), [])


def test_p32_a_tierce_at_the_second_card_counts_nothing() -> None:
    hands = ("9C 8C 7C AS 7S | 7D 8D 8S", *BELOTE[1:])
    for play, points, found in ((0, (20, 0), []), (6, (0, 0), ["declaration.late"])):
        said = judged("bg4-004", dealer=3, hands=hands, calls="S pass pass pass", plays=FIRST_QUEEN, ended="abandoned",
                      declarations=[{"seat": 0, "play": play, "cards": "9C 8C 7C"}], belote=[])  # fmt: skip
        assert (said.declared, codes(said)) == (points, found)


def claim(system: str, totals: list[int], plays: str | None, by: int, **fields: Any) -> tuple[list[str], Verdict]:
    """A match that stood at some totals, and a deal in which a seat stopped the play."""
    sheet = {"contract": "H", "score": [0] * len(totals), "totals": totals}
    before = deal(system, 4, claims=sheet)
    stopped = deal(system, 5, plays=plays, ended="claimed", ended_by=by, declarations=[], belote=[], **fields)
    said = judge(before, stopped)
    assert codes(said[0]) == []
    return codes(said[1]), verdict(said[1], "match")


def test_p34_a_claim_between_a_trick_of_ones_own_and_the_next_lead() -> None:
    # 0 leads AS: 1 ruffs JH, 2 KS: 11 + 20 + 4 = 35 for seat 1, and so his 466 are 501.
    fields = {"dealer": 2, "turned": "KH", "hands": THREE_EARLY, "calls": "pass take"}
    good = ([], Verdict.LEGAL)
    assert claim("ua3-000", [100, 466, 100], "AS JH KS", 1, **fields) == good
    assert claim("ua3-000", [100, 466, 100], "AS JH KS AH", 1, **fields)[0] == ["claim.target"]  # has led
    assert claim("ua3-000", [501, 466, 100], "AS JH KS", 0, **fields)[0] == ["claim.target"]  # another's trick
    assert claim("ua3-000", [100, 300, 100], "AS JH KS", 1, **fields)[0] == ["claim.target"]  # too few


def test_p34_a_claim_that_needs_the_last_trick_or_a_capot_rests_on_an_open_point() -> None:
    fields = {"dealer": 2, "turned": "KH", "hands": THREE_EARLY, "calls": "pass take", "declarations": [], "belote": []}
    for total, open_point in ((465, True), (300, False)):
        before = deal("ua3-000", 4, claims={"contract": "H", "score": [0, 0, 0], "totals": [100, total, 100]})
        stopped = deal("ua3-000", 5, plays="AS JH KS", ended="claimed", ended_by=1, **fields)
        [found] = judge(before, stopped)[1].findings
        assert (found.unsettled, found.computed) == (open_point, str(total + 35))


def test_p36_a_side_may_stop_the_play_at_any_moment() -> None:
    hands = (
        "AS TS 9S 7S KD | JH 7C 8C",
        "8H QH AD QD TD | 9C TC 8D",
        "9H 7H KH 7D 9D | JC QC JD",
        "KS QS JS 8S AH | TH AC KC",
    )
    fields = {"dealer": 3, "turned": "JH", "hands": hands, "calls": "take"}
    # AS 8H 9H KS 29, 7H AH JH QH 34: 63 in tricks; the play may stop in the middle of the third.
    plays = "AS 8H 9H KS 7H AH JH QH TS"
    assert claim("fr4-002", [937, 500], plays, 2, **fields) == ([], Verdict.LEGAL)
    assert claim("fr4-002", [800, 500], plays, 2, **fields)[0] == ["claim.target"]


def test_p37_no_claim_in_mid_deal() -> None:
    hands = (
        "AS TS 9S 7S KD | JH 7C 8C",
        "8H QH AD QD TD | 9C TC 8D",
        "9H 7H KH 7D 9D | JC QC JD",
        "KS QS JS 8S AH | TH AC KC",
    )
    fields = {"dealer": 3, "turned": "JH", "hands": hands, "calls": "take"}
    plays = "AS 8H 9H KS 7H AH JH QH"
    assert claim("fr4-001", [990, 500], plays, 0, **fields)[0] == ["claim.target"]


def test_a_claim_is_not_accused_for_want_of_announcements_in_the_record() -> None:
    before = deal("ua3-000", 4, claims={"contract": "H", "score": [0, 0, 0], "totals": [100, 400, 100]})
    stopped = deal(
        "ua3-000",
        5,
        dealer=2,
        turned="KH",
        hands=THREE_EARLY,
        calls="pass take",
        plays="AS JH KS",
        ended="claimed",
        ended_by=1,
    )
    said = judge(before, stopped)[1]
    assert (codes(said), verdict(said, "match")) == ([], Verdict.NOT_AUDITABLE)


def test_p39_only_a_second_mistake_in_dealing_costs_fifty() -> None:
    claims = {"contract": "H", "taker": 1, "points": [50, 90, 22], "points_include": ["last_trick"],
              "declarations": [0] * 3, "belote": [0] * 3, "score": [50, 90, 22]}  # fmt: skip
    for penalty, expected in ((0, []), (50, []), (20, ["claim.penalty"]), (100, ["claim.penalty"])):
        recorded = {**claims, "penalties": [0, 0, penalty], "totals": [50, 90, 22 - penalty]}
        if penalty == 100:
            recorded["score"] = [50, 90, 0]
            recorded["totals"] = [50, 90, -100]
        assert [each.code for _, each in findings(deal("fr3-002", **{"claims": recorded}))] == expected
    # Where the source has no penalties they rest on the open point that none is scored.
    [(_, found)] = findings(deal("ua3-000", claims={**claims, "penalties": [0, 0, 50]}))
    assert (found.code, found.unsettled, found.clause) == ("claim.penalty", True, "A-33")


def test_passing_again_and_again_leaves_every_style_where_it_should_end() -> None:
    for system, passes in (
        ("ua3-000", 6),
        ("fr2-002", 4),
        ("fr4-001", 8),
        ("bg4-004", 4),
        ("bg3-003", 3),
        ("coinche-004", 4),
    ):
        state = after(system, "pass " * passes, "9D" if table(system).rules.turned else None)
        assert (state.thrown_in, state.over) == (1, 1), system
        assert fault(system, "pass " * (passes - 1), "pass", "9D") is None


# The same procedures where the table has no number for them.


def test_an_exchange_wants_the_turned_suit_as_trumps_or_any() -> None:
    fields = {"calls": "pass pass pass S", "exchange": {"seat": 0, "play": -1}, "plays": None}
    assert codes(three("ua3-000", **fields)) == ["exchange.not-allowed"]
    assert codes(three("fr3-002", **fields)) == []


def test_only_the_other_side_doubles_and_only_the_doubled_side_answers() -> None:
    for system, calls in (
        ("bg4-004", "H pass double pass pass pass"),
        ("bg4-003", "H double pass redouble pass pass pass"),
    ):
        [found] = judged(system, dealer=3, calls=calls).findings
        assert (found.code, found.unsettled) == ("call.own-side", system == "bg4-003")
    # Three each for himself: any opponent doubles, the taker alone redoubles.
    assert codes(judged("bg3-003", dealer=2, calls="H pass double redouble pass pass")) == []
    assert codes(judged("bg3-003", dealer=2, calls="H double redouble pass pass")) == ["call.own-side"]


def test_nobody_doubles_where_the_game_has_no_doubles() -> None:
    for system, calls in (
        ("fr4-001", "double"),
        ("ua3-000", "double"),
        ("bela-004", "H double"),
        ("frbelote-004", "pass double"),
    ):
        turned = None if system == "bela-004" else "9D"
        said = judged(system, dealer=2 if system == "ua3-000" else 3, turned=turned, calls=calls)
        assert codes(said) in (["call.not-allowed"], ["call.after-end"]), system


def test_a_doubled_bid_of_points_can_only_be_redoubled() -> None:
    [found] = judged("coinche-004", dealer=3, calls="80H double 90S").findings
    assert (found.code, found.position, found.unsettled, found.clause) == ("call.not-allowed", 2, True, "A-30")
    assert codes(judged("coinche-004", dealer=3, calls="80H double redouble pass")) == ["call.after-end"]
    assert [fault("coinche-004", "", call) for call in ("70H", "80H", "80NT", "H")] == [
        "call.not-allowed",
        None,
        "call.not-allowed",
        "call.not-allowed",
    ]


def test_one_wrong_call_is_not_held_against_the_calls_that_follow_it() -> None:
    # A double on one's own side that the table did not take: two passes more end the auction, three do as well.
    for calls in ("H pass double pass", "H pass double pass pass", "H pass double pass pass pass pass"):
        assert codes(judged("bg4-004", dealer=3, calls=calls)) == ["call.own-side"]


def test_two_players_pass_the_deal_to_each_other() -> None:
    match = [deal("fr2-002", 1, dealer=1, calls="pass " * 4), deal("fr2-002", 2, dealer=0, calls="pass " * 4)]
    assert [codes(each) for each in judge(*match)] == [[], []]
    assert [each.outcome for each in judge(*match)] == [Outcome.THROWN_IN] * 2


def test_the_taker_of_the_article_with_four_deals_next_which_is_unsettled() -> None:
    played = deal("fr4-002", 1, dealer=3, claims={"contract": "H", "taker": 1, "score": [62, 100]})
    thrown_in = deal("fr4-002", 3, dealer=1, calls="pass " * 8)
    for dealer, expected in ((1, []), (0, [("deal.wrong-dealer", "A-32")])):
        said = judge(played, deal("fr4-002", 2, dealer=dealer, turned="9D", calls="take"), thrown_in)[1]
        assert [(each.code, each.clause) for each in said.findings] == expected


def test_belote_is_lost_in_all_trumps_by_a_discard_or_may_still_be_said() -> None:
    # 7H is led to K S of seat 1, who has no heart; in the second trick he leads or follows with the queen.
    hands = (
        "7H 8H 7S 7C 8C | 9C 7D 8D",
        "KS QS JC QC TC | 9D TD JD",
        "AH KH 9S AC KC | AD KD QD",
        "TH JH 9H QH AS | TS JS 8S",
    )
    plays = "7H KS AH JH TS 7S QS 9S"
    fields = {
        "dealer": 3,
        "hands": hands,
        "calls": "AT pass pass pass",
        "plays": plays,
        "ended": "abandoned",
        "declarations": [],
    }
    for system, expected in (("bg4-004", ["belote.lost-by-discard"]), ("bg4-003", [])):
        said = judged(system, **fields, belote=[{"seat": 1, "suit": "S", "play": 6}])
        assert [each for each in codes(said) if each.startswith("belote")] == expected
        assert said.belote == ((0, 20) if system == "bg4-003" else (0, 0))
        thrown = judged(system, **fields, belote=[{"seat": 1, "suit": "S", "play": 1}])
        assert [each for each in codes(thrown) if each.startswith("belote")] != []


def test_declarations_come_in_two_steps_and_the_second_lower_than_the_first() -> None:
    def at(*said: tuple[int, str]) -> tuple[Any, list[str]]:
        events = [{"seat": 0, "play": play, "cards": cards} for play, cards in said]
        found = three("ua3-000", plays="7H AH QH TH KS AS", declarations=events, belote=[])
        return found.declared, codes(found)

    quarte, tierce = "TS 9S 8S 7S", "AC KC QC"
    assert at((0, quarte), (0, tierce)) == ((70, 0, 0), [])
    assert at((0, quarte), (5, tierce)) == ((70, 0, 0), [])
    assert at((0, tierce), (5, quarte)) == ((20, 0, 0), ["declaration.outranked"])
    assert at((5, quarte)) == ((0, 0, 0), ["declaration.late"])


def test_a_claim_may_not_wait_for_the_last_trick_or_come_before_the_first() -> None:
    fields = {"dealer": 2, "turned": "KH", "hands": THREE_EARLY, "calls": "pass take"}
    whole = play_on("ua3-000", "H", 0, THREE_EARLY)
    assert claim("ua3-000", [100, 500, 100], whole, 1, **fields)[0] == ["claim.target"]
    assert claim("ua3-000", [100, 501, 100], None, 1, **fields)[0] == ["claim.target"]
