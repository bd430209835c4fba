"""The readable replay of a deal: what stood on the table, what was allowed, what was broken, how it was settled."""

from typing import Any

from replay.cards import card, mask, members
from replay.cards import cards as named
from replay.judgement import PARTS
from replay.record import Deal
from replay.steps import Step, steps
from tests.deals import deal, judge, play_on, table

HANDS = (
    "AS TS 9S 7S KD | JH 7C 8C",
    "8H QH AD QD TD | 9C TC 8D",
    "9H 7H KH 7D 9D | JC QC JD",
    "KS QS JS 8S AH | TH AC KC",
)
FRENCH = {"dealer": 3, "turned": "JH", "hands": HANDS, "calls": "take"}
WHOLE = play_on("fr4-001", "H", 0, HANDS)
THREE = ("7H AS TS 9S 8S 7S | AC KC QC", "AH TH JH AD TD KD | JC 9H 8H", "QH KS QS JS QD JD | 9D 8D 7D")


def told(*deals: Deal) -> list[Step]:
    """The steps of the last deal of a match."""
    judgement = judge(*deals)[-1]
    return steps(deals[-1], table(deals[-1].rules, deals[-1].overrides), judgement)


def of_kind(found: list[Step], kind: str) -> list[Step]:
    return [each for each in found if each.kind == kind]


def lines(found: list[Step]) -> dict[str, tuple[str, ...]]:
    return {label: values for label, *values in ((each[0], *each[1:]) for each in found[-1].lines)}  # type: ignore[misc]


def test_a_deal_is_told_in_order_and_loses_no_finding() -> None:
    found = told(deal("fr4-001", **FRENCH, plays=WHOLE.replace("9H KS", "9H AC", 1), claims={"points": [0, 162]}))
    assert [each.kind for each in found[:6]] == ["deal", "call", "play", "play", "play", "play"]
    assert found[-1].kind == "settlement"
    shown = [finding.code for each in found for finding in each.findings]
    judgement = judge(deal("fr4-001", **FRENCH, plays=WHOLE.replace("9H KS", "9H AC", 1), claims={"points": [0, 162]}))[
        0
    ]
    assert sorted(shown) == sorted(each.code for each in judgement.findings)
    [revoke] = [each for each in found if each.findings and each.kind == "play" and each.position == 3]
    assert (revoke.findings[0].code, revoke.allowed) == ("play.must-follow", mask(named("KS QS JS 8S")))
    assert len(PARTS) == 8


def test_a_call_says_which_calls_were_allowed() -> None:
    calls = of_kind(told(deal("fr4-001", **{**FRENCH, "calls": "pass pass pass pass S"})), "call")
    assert [each.seat for each in calls] == [0, 1, 2, 3, 0]
    assert calls[0].allowed_calls == ("pass", "take", "H")
    assert calls[4].allowed_calls == ("pass", "C", "D", "S")


def test_a_rising_auction_says_what_is_above_the_last_bid() -> None:
    calls = of_kind(told(deal("bg4-004", dealer=3, calls="pass H double NT pass pass pass pass")), "call")
    assert calls[0].allowed_calls == ("pass", "C", "D", "H", "S", "NT", "AT")
    assert calls[2].allowed_calls == ("pass", "S", "NT", "AT", "double")
    assert calls[3].allowed_calls == ("pass", "S", "NT", "AT", "redouble")
    assert calls[6].allowed_calls == ("pass", "AT", "double")
    assert calls[7].allowed_calls == ()
    assert [finding.code for finding in calls[7].findings] == ["call.after-end"]


def test_an_auction_of_points_says_what_may_be_bid() -> None:
    calls = of_kind(told(deal("coinche-004", dealer=3, calls="80H pass 240S double redouble")), "call")
    assert calls[0].allowed_calls[:5] == ("pass", "80C", "80D", "80H", "80S")
    assert calls[2].allowed_calls[:3] == ("pass", "90C", "90D")
    bids = ("250C", "250D", "250H", "250S", "capotC", "capotD", "capotH", "capotS")
    assert calls[3].allowed_calls == ("pass", *bids, "double")
    assert calls[4].allowed_calls == ("pass", "redouble")
    [high] = of_kind(told(deal("coinche-004", dealer=3, calls="300H")), "call")
    assert "300H" in high.allowed_calls and not high.findings


def test_the_dealer_may_not_pass_where_he_must_name() -> None:
    calls = of_kind(told(deal("bela-004", dealer=3, calls="pass pass pass C")), "call")
    assert calls[2].allowed_calls == ("pass", "C", "D", "H", "S")
    assert calls[3].allowed_calls == ("C", "D", "H", "S")


def test_no_call_is_said_to_be_allowed_where_the_dealer_is_not_known() -> None:
    [call] = of_kind(told(deal("bela-004", calls="C")), "call")
    assert (call.seat, call.allowed_calls) == (None, ())


def test_an_exchange_changes_the_hand() -> None:
    for play in (-1, 0):
        found = told(
            deal("ua3-000", dealer=2, turned="KH", hands=THREE, calls="pass take", plays="AS JH KS", ended="abandoned",
                 exchange={"seat": 0, "play": play})
        )  # fmt: skip
        [exchange] = of_kind(found, "exchange")
        after = found[found.index(exchange) + 1]
        assert (exchange.text, exchange.seat) == ("exchanges 7H for KH", 0)
        assert card("7H") in members(exchange.hands[0]) and card("KH") not in members(exchange.hands[0])
        assert card("7H") not in members(after.hands[0]) and card("KH") in members(after.hands[0])


def test_declarations_and_belote_stand_before_the_play_they_came_with() -> None:
    found = told(
        deal("ua3-000", dealer=2, turned="KH", hands=THREE, calls="pass take", plays="AS JH KS AH", ended="abandoned",
             declarations=[{"seat": 0, "play": 0, "cards": "TS 9S 8S 7S"},
                           {"seat": 1, "play": 1, "kind": "tierce", "top": "A"}],
             belote=[{"seat": 1, "suit": "H", "play": 3}])
    )  # fmt: skip
    assert [each.kind for each in found] == [
        "deal", "call", "call", "declaration", "play", "declaration", "play", "play", "trick", "belote", "play",
        "settlement",
    ]  # fmt: skip
    assert [each.text for each in of_kind(found, "declaration")] == ["announces 7S 8S 9S TS", "announces a tierce to A"]
    [belote] = of_kind(found, "belote")
    assert [each.code for each in belote.findings] == ["belote.not-held"]
    assert (belote.points, belote.tricks) == ((0, 35, 0), (0, 1, 0))


def test_a_card_that_the_record_lacks_is_shown_in_its_place() -> None:
    found = told(deal("fr4-001", **FRENCH, plays=WHOLE.replace("TS AD KH", "TS KH")))
    played = of_kind(found, "play")
    assert len(played) == 32
    assert (played[9].text, played[9].seat) == ("AD, which the record lacks", 1)
    assert [each.code for each in played[9].findings] == ["play.missing"]
    assert [each.seat for each in of_kind(found, "trick")] == [2, 0, 2, 3, 3, 3, 3, 3]


def test_the_settlement_says_every_line_beside_the_recorded_one() -> None:
    # WHOLE is worth 91-71, the last trick among the 71; the record makes it 162-0.
    claims = {"points": [91, 71], "points_include": ["last_trick"], "score": [162, 0], "totals": [162, 0]}
    found = lines(told(deal("fr4-001", **FRENCH, plays=WHOLE, declarations=[], belote=[], claims=claims)))
    assert found == {
        "cards": ["91", "61"],
        "last trick": ["", "10"],
        "card points, as recorded": ["91", "71"],
        "points": ["91", "71"],
        "written": ["91", "71"],
        "score": ["91", "71"],
        "score, as recorded": ["162", "0"],
        "total": ["162", "0"],
        "total, as recorded": ["162", "0"],
    }


def test_the_settlement_says_what_hung_and_hangs() -> None:
    # The attack's 81 hang; the next deal's winner collects them.
    hung = deal("fr4-001", 1, claims={
        "contract": "H", "taker": 0, "points": [81, 81], "points_include": ["last_trick"], "belote": [0, 0],
    })  # fmt: skip
    found = lines(told(hung, deal("fr4-001", 2, **FRENCH, plays=WHOLE, declarations=[], belote=[])))
    assert found["written"] == ["91", "71"]
    assert found["points that hung"] == ["81", ""]
    assert found["score"] == ["172", "71"]
    assert found["total"] == ["172", "152"]


def capot(system: str, contract: str, calls: str, **fields: Any) -> dict[str, tuple[str, ...]]:
    """Seat 0 holds the eight best cards in spades and clubs."""
    hands = ("JS 9S AS TS AC TC KC QC", "KS QS 8S 7S JC 9C 8C 7C", "AD TD KD QD JD 9D 8D 7D", "AH TH KH QH JH 9H 8H 7H")
    plays = play_on(system, contract, 0, hands, wanted="AS TS")
    return lines(
        told(deal(system, dealer=3, hands=hands, dealt_order=False, calls=calls, plays=plays, belote=[], **fields))
    )


def test_the_settlement_says_capot_rounding_bid_and_doubling() -> None:
    found = capot("bg4-004", "S", "S double pass pass pass", declarations=[{"seat": 2, "play": 2, "kind": "quinte"}])
    # 152 + 10 + 90 + 100 = 352, 35 rounded, twice 70.
    assert (found["cards"], found["capot"]) == (["152", "0"], ["90", "0"])
    assert found["declarations"] == ["100", "0"]
    assert (found["points"], found["written, rounded, doubled"], found["score"]) == (
        ["352", "0"],
        ["70", "0"],
        ["70", "0"],
    )
    found = capot("coinche-004", "S", "100S pass pass pass", declarations=[])
    # 250 and the bid.
    assert (found["points"], found["bid"], found["score"]) == (["250", "0"], ["100", ""], ["350", "0"])
    found = capot("bg4-004", "NT", "NT pass pass pass", declarations=[])
    # 120 and 10, twice, and 90 once.
    assert (found["no trump counts twice"], found["points"], found["score"]) == (
        ["130", "0"],
        ["350", "0"],
        ["35", "0"],
    )


def test_a_score_sheet_has_its_recorded_lines_alone() -> None:
    claims = {"contract": "H", "taker": 0, "points": [100, 62], "points_include": ["last_trick"], "score": [100, 62]}
    found = lines(told(deal("fr4-001", claims={**claims, "belote": [0, 0], "hanging": [0, 0]})))
    assert found["card points, as recorded"] == ["100", "62"]
    assert found["score, as recorded"] == ["100", "62"]
    assert "cards" not in found
