"""Every code of the catalogue: one deal that breaks that rule and nothing else, and the same deal mended."""

import dataclasses
from typing import Any

import pytest

from replay.cards import card, mask
from replay.cards import cards as named
from replay.judgement import Finding, Verdict
from replay.record import Deal
from replay.violations import CATALOGUE, sentence
from tests.deals import codes, deal, findings, judge, judged, play_on, table, verdict

# Four hands with hearts trumps in fr4-001: seat 3 deals, seat 0 takes the turned jack.
# Seats 1 and 2 have no spade: a spade led by seat 0 is ruffed by 1 and overruffed by 2.
HANDS = (
    "AS TS 9S 7S KD | JH 7C 8C",
    "8H QH AD QD TD | 9C TC 8D",
    "9H 7H KH 7D 9D | JC QC JD",
    "KS QS JS 8S AH | TH AC KC",
)
# The same with 8H and 9H exchanged: seat 2 cannot beat a ruff with the nine.
LOW_HANDS = (HANDS[0], HANDS[1].replace("8H", "9H"), HANDS[2].replace("9H", "8H"), HANDS[3])
# Seat 0 has the queen of trumps to lead, seat 1 king and seven.
TRUMP_HANDS = (
    "AS TS 9S 7S KD | QH 7C 8C",
    "KH 7H AD QD TD | 9C TC 8D",
    "9H JH 8H 7D 9D | JC QC JD",
    "KS QS JS 8S AH | TH AC KC",
)
WHOLE = play_on("fr4-001", "H", 0, HANDS)
# Trick by trick with its winner and points, by side so far:
# AS 8H 9H KS   2   29    29-0         7D TH KD QD   3   17        91-17
# 7H AH JH QH   0   34    63-0         JS 9S TD 9D   3   12        91-29
# TS AD KH QS   2   28    91-0         8S 7S 9C JC   3    2        91-31
#                                      AC 7C TC QC   3   24        91-55
#                                      KC 8C 8D JD   3    6 + 10   91-71
assert WHOLE.split()[:12] == ["AS", "8H", "9H", "KS", "7H", "AH", "JH", "QH", "TS", "AD", "KH", "QS"]


def french(**fields: Any) -> Deal:
    """A deal of fr4-001 with these hands, as far as it was played."""
    fields = {"dealer": 3, "turned": "JH", "hands": HANDS, "calls": "take", **fields}
    return deal("fr4-001", **fields)


def begun(plays: Any, **fields: Any) -> Deal:
    """A deal of which only the beginning was played."""
    return french(plays=plays, ended="abandoned", **fields)


def seated(*plays: str) -> list[dict[str, Any]]:
    """Plays with their seats: `0:AS`."""
    return [{"seat": int(each[0]), "card": each[2:]} for each in plays]


def ladder(calls: str, system: str = "bg4-004", **fields: Any) -> Deal:
    """A deal of which only the calls were kept; seat 3 dealt."""
    return deal(system, **{"dealer": 3, "calls": calls, **fields})


def sheet(system: str = "bg4-004", number: int = 1, **claims: Any) -> Deal:
    """A line of a score sheet: what came of a deal, without one card."""
    sides = 3 if system in ("ua3-000", "fr3-002", "bg3-003") else 2
    fields = {key: claims.pop(key) for key in ("dealer", "overrides", "calls", "match") if key in claims}
    claims = {"taker": 0, "declarations": [0] * sides, "belote": [0] * sides, "points_include": ["last_trick"]} | claims
    return deal(system, number, claims=claims, **fields)


# Three hands of ua3-000: seat 2 deals, the turned king of hearts stays with the stock (KH 7C 8C 9C TC).
THREE = (
    "7H AS TS 9S 8S 7S | AC KC QC",
    "AH TH JH AD TD KD | JC 9H 8H",
    "QH KS QS JS QD JD | 9D 8D 7D",
)
# Four hands of bg4-004. Seat 0: tierce 7 8 9 of clubs, seat 1: king and queen of spades, seat 2: four aces.
BULGARIAN = (
    "7C 8C 9C 7D 8D | 7H 8H 7S",
    "KS QS TS JC QC | KD TD 9D",
    "AC AD AH AS JD | QD KH 9H",
    "TC KC JS 9S 8S | TH JH QH",
)
# Seat 0 has four aces of which one would be the top of A K Q of clubs.
SHARED = (
    "AC KC QC AD AH | AS 7D 8D",
    "KS QS TS JC 7C | KD TD 9D",
    "9C 8C 7H 8H JD | QD KH 9H",
    "TC 7S JS 9S 8S | TH JH QH",
)
SPADES = {"dealer": 3, "hands": BULGARIAN, "calls": "pass S pass pass pass"}


def bulgarian(plays: str, **fields: Any) -> Deal:
    return deal("bg4-004", **{**SPADES, "plays": plays, "ended": "abandoned", **fields})


def said(seat: int, play: int, cards: str = "", **kind: Any) -> dict[str, Any]:
    return {"seat": seat, "play": play, **({"cards": cards} if cards else kind)}


def three(system: str = "ua3-000", **fields: Any) -> Deal:
    """A deal of three with the hands above, hearts taken by seat 1."""
    fields = {"dealer": 2, "turned": "KH", "hands": THREE, "calls": "pass take", "ended": "abandoned", **fields}
    return deal(system, **fields)


THROWN_IN = {"calls": "pass pass pass pass pass pass pass pass"}
FIRST = {"contract": "H", "points": [100, 62], "score": [100, 62], "totals": [100, 62]}


@dataclasses.dataclass(frozen=True)
class Broken:
    """Deals of one match, the last of which breaks one rule at one place, and the same without that."""

    deals: tuple[Deal, ...]
    mended: tuple[Deal, ...]
    seat: int | None = None
    position: int | None = None
    card: str | None = None
    allowed: str = ""
    says: str = ""
    """Words of its sentence."""
    also: Any = None

    @classmethod
    def one(cls, broken: Deal, mended: Deal, **place: Any) -> "Broken":
        return cls((broken,), (mended,), **place)


one = Broken.one
BROKEN: dict[str, Broken] = {
    # deal
    "deal.card-missing": one(
        french(hands=(HANDS[0], HANDS[1].removesuffix(" 8D"), *HANDS[2:])),
        french(),
        seat=1,
        card="8D",
        says="A card is missing from the hand of seat 2",
    ),
    "deal.card-twice": one(
        french(hands=(HANDS[0], HANDS[1].replace("8H", "AS"), *HANDS[2:])),
        french(),
        seat=1,
        card="AS",
        says="AS is there twice",
    ),
    "deal.not-in-pack": one(
        deal(
            "bg3-003",
            dealer=2,
            hands=["9C TC JC 7S KC | AC 9D TD", "JD QD KD AD 9H | TH JH QH", "KH AH 9S TS JS | QS KS AS"],
            calls="H pass pass",
        ),
        deal(
            "bg3-003",
            dealer=2,
            hands=["9C TC JC QC KC | AC 9D TD", "JD QD KD AD 9H | TH JH QH", "KH AH 9S TS JS | QS KS AS"],
            calls="H pass pass",
        ),
        seat=0,
        card="7S",
        says="7S is not in the pack",
    ),
    "deal.hand-size": one(
        three(hands=(THREE[0], THREE[1] + " 7C", THREE[2])), three(), seat=1, says="dealt 10 cards instead of 9"
    ),
    "deal.wrong-dealer": Broken(
        (deal("fr4-001", 1, dealer=0, **THROWN_IN), deal("fr4-001", 2, dealer=2, claims=FIRST, calls="take")),
        (deal("fr4-001", 1, dealer=0, **THROWN_IN), deal("fr4-001", 2, dealer=1, claims=FIRST, calls="take")),
        seat=2,
        says="seat 3 dealt, it was the turn of seat 2",
    ),
    "deal.wrong-packets": one(
        french(hands=(HANDS[0], "8H QH AD QD TD 9C | TC 8D", *HANDS[2:])),
        french(),
        seat=1,
        says="seat 2 held 6 cards before the auction instead of 5",
    ),
    "deal.wrong-turned": one(
        french(turned="8D"),
        french(),
        seat=1,
        card="8D",
        says="8D went to seat 2 instead of seat 1",
    ),
    "deal.thrown-in": one(
        french(calls=THROWN_IN["calls"], plays=WHOLE, claims={"contract": "H", "taker": 0}),
        french(plays=WHOLE, claims={"contract": "H", "taker": 0}),
        says="Everybody passed",
    ),
    # call
    "call.out-of-turn": one(
        ladder(
            [
                {"call": "H", "seat": 0},
                {"call": "pass", "seat": 2},
                {"call": "pass", "seat": 3},
                {"call": "pass", "seat": 0},
            ]
        ),  # type: ignore[arg-type]
        ladder(
            [
                {"call": "H", "seat": 0},
                {"call": "pass", "seat": 1},
                {"call": "pass", "seat": 2},
                {"call": "pass", "seat": 3},
            ]
        ),  # type: ignore[arg-type]
        seat=2,
        position=1,
        says="seat 3 called, it was the turn of seat 2",
    ),
    "call.too-low": one(
        ladder("H D pass pass pass"),
        ladder("H S pass pass pass"),
        seat=1,
        position=1,
        says="bid D, which is not above H",
    ),
    "call.not-allowed": one(
        ladder("pass pass pass D", "ua3-000", dealer=2, turned="9D"),
        ladder("pass pass pass C", "ua3-000", dealer=2, turned="9D"),
        seat=0,
        position=3,
        says="seat 1 called D",
    ),
    "call.own-side": one(
        ladder("H pass double pass pass pass"),
        ladder("H double pass pass pass"),
        seat=2,
        position=2,
        says="called double",
    ),
    "call.after-end": one(
        ladder("pass take pass", "fr4-001"),
        ladder("pass take", "fr4-001"),
        seat=2,
        position=2,
        says="called pass when the auction was over",
    ),
    "call.forced": one(
        ladder("pass pass pass pass", "bela-004"),
        ladder("pass pass pass C", "bela-004"),
        seat=3,
        position=3,
        says="must name a suit",
    ),
    "call.unfinished": one(ladder("H pass pass"), ladder("H pass pass pass"), position=3, says="stops before its end"),
    # exchange
    "exchange.not-allowed": one(
        three(calls="pass pass pass S", exchange={"seat": 0, "play": 0}),
        three(exchange={"seat": 0, "play": 0}),
        seat=0,
        card="7H",
        says="not allowed",
    ),
    "exchange.no-seven": one(
        three(exchange={"seat": 2, "play": 0}),
        three(exchange={"seat": 0, "play": 0}),
        seat=2,
        card="7H",
        says="seat 3 does not hold the seven",
    ),
    "exchange.too-late": one(
        three(exchange={"seat": 0, "play": 3}, plays="AS JH KS AH QH KH"),
        three(exchange={"seat": 0, "play": 0}, plays="AS JH KS AH QH KH"),
        seat=0,
        card="7H",
        says="too late",
    ),
    # play
    "play.out-of-turn": one(
        begun(seated("0:AS", "2:7D", "1:8H", "3:8S")),
        begun(seated("0:AS", "1:8H", "2:KH", "3:8S")),
        seat=2,
        position=1,
        card="7D",
        says="seat 3 played 7D, it was the turn of seat 2",
    ),
    "play.not-held": one(
        begun(seated("0:AS", "1:8H", "2:QH", "3:8S")),
        begun(seated("0:AS", "1:8H", "2:KH", "3:8S")),
        seat=2,
        position=2,
        card="QH",
        says="which he does not hold",
    ),
    "play.must-follow": one(
        begun("AS 8H KH AC"),
        begun("AS 8H KH 8S"),
        seat=3,
        position=3,
        card="AC",
        allowed="KS QS JS 8S",
        says="instead of following suit: 8S JS QS KS",
    ),
    "play.must-ruff": one(
        begun("AS 8D"), begun("AS 8H"), seat=1, position=1, card="8D", allowed="8H QH", says="instead of ruffing: 8H QH"
    ),
    "play.must-overruff": one(
        begun("AS QH 7H"), begun("AS QH KH"), seat=2, position=2, card="7H", allowed="9H KH", says="overruffing: 9H KH"
    ),
    "play.must-underruff": one(
        begun("AS 9H 7D", hands=LOW_HANDS),
        begun("AS 9H 7H", hands=LOW_HANDS),
        seat=2,
        position=2,
        card="7D",
        allowed="8H 7H KH",
        says="instead of a lower trump: 7H 8H KH",
    ),
    "play.must-head": one(
        begun("QH 7H", hands=TRUMP_HANDS, turned="QH"),
        begun("QH KH", hands=TRUMP_HANDS, turned="QH"),
        seat=1,
        position=1,
        card="7H",
        allowed="KH",
        says="instead of heading: KH",
    ),
    "play.wrong-leader": one(
        begun(seated("0:AS", "1:8H", "2:KH", "3:8S", "3:AC")),
        begun(seated("0:AS", "1:8H", "2:KH", "3:8S", "2:JC")),
        seat=3,
        position=4,
        card="AC",
        says="the lead was with seat 3",
    ),
    "play.missing": one(
        french(plays=WHOLE.replace("TS AD KH", "TS KH")),
        french(plays=WHOLE),
        seat=1,
        position=9,
        card="AD",
        says="missing",
    ),
    # declaration
    "declaration.not-held": one(
        bulgarian("7S", declarations=[said(0, 0, "AC KC QC")]),
        bulgarian("7S", declarations=[said(0, 0, "9C 8C 7C")]),
        seat=0,
        position=0,
        says="announced QC KC AC, which he does not hold",
    ),
    "declaration.late": one(
        bulgarian("7S QS AS 9S TC 7C JC AC", declarations=[said(2, 7, "AC AD AH AS")]),
        bulgarian("7S QS AS 9S TC 7C JC AC", declarations=[said(2, 2, "AC AD AH AS")]),
        seat=2,
        position=7,
        says="too late",
    ),
    "declaration.outranked": one(
        three(plays="AS JH KS AH", declarations=[said(0, 0, "AC KC QC"), said(0, 1, "TS 9S 8S 7S")]),
        three(plays="AS JH KS AH", declarations=[said(0, 0, "TS 9S 8S 7S"), said(0, 1, "AC KC QC")]),
        seat=0,
        position=1,
        says="above his first",
    ),
    "declaration.wrong-value": one(
        bulgarian("7S", calls="NT pass pass pass", declarations=[said(0, 0, "9C 8C 7C")]),
        bulgarian("7S", calls="AT pass pass pass", declarations=[said(0, 0, "9C 8C 7C")]),
        seat=0,
        position=0,
        says="worth nothing here",
    ),
    "declaration.shared-card": one(
        bulgarian("7D", hands=SHARED, declarations=[said(0, 0, "AC AD AH AS"), said(0, 0, "AC KC QC")]),
        bulgarian("7D", hands=SHARED, declarations=[said(0, 0, "AC AD AH AS")]),
        seat=0,
        position=0,
        says="a card that serves another declaration",
    ),
    "declaration.not-declared": one(
        three("fr3-002", plays="AH QH 7H", declarations=[]),
        three("fr3-002", plays="AH QH 7H", declarations=[said(1, 0, "JH TH 9H 8H")]),
        seat=1,
        position=0,
        says="seat 2 holds 8H 9H TH JH and did not announce it",
    ),
    # belote
    "belote.not-held": one(
        bulgarian("7S QS", belote=[{"seat": 0, "suit": "S", "play": 0}]),
        bulgarian("7S QS", belote=[{"seat": 1, "suit": "S", "play": 1}]),
        seat=0,
        position=0,
        says="without king and queen of trumps",
    ),
    "belote.late": one(
        bulgarian("7S QS AS 9S TC 7C JC", belote=[{"seat": 1, "suit": "S", "play": 6}]),
        bulgarian("7S QS AS 9S TC 7C JC", belote=[{"seat": 1, "suit": "S", "play": 1}]),
        seat=1,
        position=6,
        says="with which it cannot be said",
    ),
    "belote.lost-by-discard": one(
        bulgarian("7H KS", calls="AT pass pass pass", belote=[{"seat": 1, "suit": "S", "play": 1}]),
        bulgarian("7S QS", calls="AT pass pass pass", belote=[{"seat": 1, "suit": "S", "play": 1}]),
        seat=1,
        position=1,
        says="thrown on another suit",
    ),
    # claim
    "claim.winner": one(
        begun("AS 8H KH 8S", claims={"winners": [1]}),
        begun("AS 8H KH 8S", claims={"winners": [2]}),
        position=3,
        says="gives the trick to seat 2, it goes to seat 3",
    ),
    "claim.points": one(
        french(plays=WHOLE, claims={"points": [81, 81], "points_include": ["last_trick"]}),
        french(plays=WHOLE, claims={"points": [91, 71], "points_include": ["last_trick"]}),
        says="counts 81-81, it is 91-71",
    ),
    "claim.contract": one(
        ladder("H pass pass pass", claims={"contract": "S"}),
        ladder("H pass pass pass", claims={"contract": "H"}),
        says="says S, the auction ended in H by seat 1",
    ),
    "claim.declarations": one(
        deal(
            "bg4-004",
            **SPADES,
            plays=play_on("bg4-004", "S", 0, BULGARIAN),
            declarations=[said(0, 0, "9C 8C 7C")],
            belote=[],
            claims={"declarations": [0, 20]},
        ),
        deal(
            "bg4-004",
            **SPADES,
            plays=play_on("bg4-004", "S", 0, BULGARIAN),
            declarations=[said(0, 0, "9C 8C 7C")],
            belote=[],
            claims={"declarations": [20, 0]},
        ),
        says="counts 0-20 for declarations, it is 20-0",
    ),
    "claim.belote": one(
        french(plays=WHOLE, claims={"belote": [20, 0]}),
        french(plays=WHOLE, claims={"belote": [0, 0]}),
        says="counts 20-0 for belote, it is 0-0",
    ),
    "claim.rounding": one(
        sheet(contract="H", points=[106, 56], score=[11, 6]),
        sheet(contract="H", points=[106, 56], score=[10, 6]),
        says="writes 11-6, rightly rounded it is 10-6",
    ),
    "claim.hanging": Broken(
        (sheet(number=1, contract="H", points=[81, 81], score=[0, 8], hanging=[0, 9]),),
        (sheet(number=1, contract="H", points=[81, 81], score=[0, 8], hanging=[0, 8]),),
        says="lets 0-9 hang before and after, it is 0-8",
    ),
    "claim.score": one(
        sheet("fr4-001", contract="H", points=[100, 62], score=[162, 0]),
        sheet("fr4-001", contract="H", points=[100, 62], score=[100, 62]),
        says="writes 162-0, it is 100-62",
    ),
    "claim.total": Broken(
        (
            sheet("fr4-001", 1, **FIRST),
            sheet("fr4-001", 2, contract="H", points=[90, 72], score=[90, 72], totals=[200, 134]),
        ),
        (
            sheet("fr4-001", 1, **FIRST),
            sheet("fr4-001", 2, contract="H", points=[90, 72], score=[90, 72], totals=[190, 134]),
        ),
        says="adds up to 200-134, it is 190-134",
    ),
    "claim.penalty": one(
        sheet("fr4-002", contract="H", points=[100, 62], score=[100, 62], penalties=[20, 0]),
        sheet("fr4-002", contract="H", points=[100, 62], score=[100, 62], penalties=[50, 0]),
        says="penalties of 20-0",
    ),
    "claim.target": Broken(
        (
            sheet("fr4-001", 1, **FIRST),
            deal(
                "fr4-001", 2, dealer=3, calls="take", turned="JH", hands=HANDS, plays="AS", ended="claimed", ended_by=0
            ),
        ),
        (
            sheet("fr4-001", 1, **FIRST),
            deal("fr4-001", 2, dealer=3, calls="take", turned="JH", hands=HANDS, plays="AS", ended="abandoned"),
        ),
        seat=0,
        says="seat 1 stopped the play, his side has 100",
    ),
    "claim.sum": one(
        sheet("fr4-001", contract="H", points=[100, 63], score=[100, 62]),
        sheet("fr4-001", contract="H", points=[100, 62], score=[100, 62]),
        says="counts 100-63, all cards of the deal have 162",
    ),
    # match
    "match.ended-early": Broken(
        (sheet("fr4-001", 1, **FIRST, match_winner=0),), (sheet("fr4-001", 1, **FIRST),), says="which was not over"
    ),
    "match.went-on": Broken(
        (
            sheet("fr4-001", 1, **FIRST, overrides={"match.target": 100}),
            sheet("fr4-001", 2, **{**FIRST, "totals": [200, 124]}, overrides={"match.target": 100}),
        ),
        (
            sheet("fr4-001", 1, **FIRST, overrides={"match.target": 101}),
            sheet("fr4-001", 2, **{**FIRST, "totals": [200, 124]}, overrides={"match.target": 101}),
        ),
        says="was over before this deal",
    ),
    "match.wrong-winner": one(
        sheet("fr4-001", 1, **FIRST, overrides={"match.target": 100}, match_winner=1),
        sheet("fr4-001", 1, **FIRST, overrides={"match.target": 100}, match_winner=0),
        says="lets side 2 win, it is side 1",
    ),
}


def test_every_code_has_its_broken_deal() -> None:
    assert set(BROKEN) == set(CATALOGUE)


@pytest.mark.parametrize("code", CATALOGUE)
def test_one_mistake_is_one_violation_at_its_place(code: str) -> None:
    broken = BROKEN[code]
    found = findings(*broken.deals)
    assert [each.code for _, each in found] == [code]
    number, finding = found[0]
    assert number == broken.deals[-1].number
    assert (finding.seat, finding.position) == (broken.seat, broken.position)
    assert finding.card == (None if broken.card is None else card(broken.card))
    if broken.allowed:
        assert finding.allowed == mask(named(broken.allowed))
    assert finding.clause
    text = sentence(finding, table(broken.deals[-1].rules))
    assert broken.says in text
    assert text.endswith(".") and "something else" not in text and "someone" not in text


@pytest.mark.parametrize("code", CATALOGUE)
def test_the_mended_deal_breaks_nothing(code: str) -> None:
    assert findings(*BROKEN[code].mended) == []


# What rests on a default of a silent source is unsettled, with the number of the open point.


def unsettled(*deals: Deal) -> list[tuple[str, str]]:
    """Codes and open points of what was found, all of it unsettled."""
    found = [finding for _, finding in findings(*deals)]
    assert all(each.unsettled for each in found)
    return [(each.code, each.clause) for each in found]


# bg4-003: seat 1 holds no spade, seat 3 (his partner) the ace.
PARTNER_HOLDS = (
    "7S 8S 9S 7C 8C | 9C 7H 8H",
    "JH QH KH JC QC | KC JD QD",
    "TS JS QS 9H TC | AC 7D 8D",
    "AS KS TH AH 9D | TD KD AD",
)


def test_ruffing_ones_partners_trick_is_unsettled_in_bg4_003() -> None:
    # Seat 3 is eldest and leads AS; seat 0 and, last but one, seat 1 must ruff although seat 3 holds the trick.
    fields = {"dealer": 2, "hands": PARTNER_HOLDS, "ended": "abandoned", "calls": "H pass pass pass"}
    broken = deal("bg4-003", **fields, plays="AS 7S KC")
    [said] = judge(broken)
    assert [(each.code, each.position, each.clause) for each in said.findings] == [("play.must-ruff", 2, "A-07")]
    assert verdict(said, "play") == Verdict.UNSETTLED
    assert not findings(deal("bg4-003", **fields, plays="AS 7S JH"))


def test_ruffing_an_opponents_trick_is_settled_in_bg4_003() -> None:
    fields = {"dealer": 3, "hands": PARTNER_HOLDS, "ended": "abandoned", "calls": "pass pass pass H pass pass pass"}
    [(_, found)] = findings(deal("bg4-003", **fields, plays="7S KC"))
    assert (found.code, found.unsettled, found.clause) == ("play.must-ruff", False, "003:21")


def test_overruffing_ones_partner_is_unsettled_in_bg4_003() -> None:
    # Diamonds trumps: seat 0 leads hearts, 1 ruffs low, 2 follows, 3 could overruff his partner and does not.
    hands = (
        "AH 7H 8H 9H AS | KS QS JS",
        "7D 8D 9D AC KC | QC JC TC",
        "TH JH QH KH 7S | 8S 9S TS",
        "TD JD QD KD AD | 7C 8C 9C",
    )
    fields = {"dealer": 3, "hands": hands, "ended": "abandoned", "calls": "D pass pass pass"}
    assert unsettled(deal("bg4-003", **fields, plays="AH 7D TH 7C")) == [("play.must-overruff", "A-07")]
    assert not findings(deal("bg4-003", **fields, plays="AH 7D TH QD"))


def test_ruffing_ones_partners_trick_is_unsettled_in_bela() -> None:
    hands = tuple(hand.replace(" |", "", 1) for hand in PARTNER_HOLDS)
    fields = {"dealer": 2, "hands": hands, "dealt_order": False, "ended": "abandoned", "calls": "H"}
    assert unsettled(deal("bela-004", **fields, plays="AS 7S KC")) == [("play.must-ruff", "A-07")]


def test_declarations_without_a_trick_voided_in_the_recorded_score_are_unsettled_in_frbelote() -> None:
    # 152 + 10 + 90 for every trick; the defence's tierce stands by default: 252-20.
    claims = {"contract": "H", "points": [252, 0], "points_include": ["last_trick", "capot"], "declarations": [0, 20]}
    assert unsettled(sheet("frbelote-004", **claims, score=[252, 0])) == [("claim.score", "A-24")]
    assert not findings(sheet("frbelote-004", **claims, score=[252, 20]))


def test_a_suit_sum_that_ends_in_five_may_be_rounded_both_ways_in_bg4_003() -> None:
    # 145-17: five up gives 15-2, five down 14-2.
    claims = {"contract": "S", "points": [145, 17]}
    assert not findings(sheet("bg4-003", **claims, score=[15, 2]))
    assert unsettled(sheet("bg4-003", **claims, score=[14, 2])) == [("claim.rounding", "A-08")]
    [(_, found)] = findings(sheet("bg4-003", **claims, score=[15, 1]))
    assert not found.unsettled
    [(_, found)] = findings(sheet("bg4-004", **claims, score=[15, 2]))
    assert (found.code, found.unsettled) == ("claim.rounding", False)


@pytest.mark.parametrize(
    ("system", "claims", "score", "point"),
    [
        # Redoubled 162: rounded first 16 x 4 = 64, multiplied first 648 -> 65.
        ("bg4-004", {"contract": "S", "points": [100, 62], "doubled": 4}, [65, 0], "A-09"),
        # 106-106 with a quarte on each side's own way: the hanging sum goes up, the written one down.
        ("bg4-004", {"contract": "S", "points": [81, 81], "declarations": [25, 25]}, [0, 11], "A-10"),
        # 71 points of the attack's cards and its belote: all 91 hang by default.
        ("fr4-001", {"contract": "S", "points": [71, 91], "belote": [20, 0]}, [20, 91], "A-16"),
        # 61 points of a failed taker: 30 and 30, the odd one is nobody's.
        ("ua3-000", {"contract": "S", "points": [41, 51, 70]}, [0, 72, 90], "A-12"),
        # The taker equals seat 1 and has less than seat 2: failed, though some let it hang.
        ("ua3-000", {"contract": "S", "points": [40, 40, 82]}, [0, 40, 82], "A-11"),
        # The equal points of a doubled deal all hang: some write the defence's.
        ("bg4-003", {"contract": "S", "points": [81, 81], "doubled": 2}, [0, 16], "A-29"),
        # Coinche, 105 + 100 = 205 to the nearest ten.
        ("coinche-004", {"contract": "100S", "points": [105, 57]}, [200, 60], "A-17"),
        # Coinched and made: one sum of 160 and the bid, not the winner's own points.
        ("coinche-004", {"contract": "100S", "points": [110, 52], "doubled": 2}, [420, 0], "A-17"),
    ],
)
def test_another_reading_of_an_open_point_is_unsettled(
    system: str, claims: dict[str, Any], score: list[int], point: str
) -> None:
    [(code, clause)] = unsettled(sheet(system, **claims, score=score))
    assert code in ("claim.score", "claim.rounding") and point in clause


def test_a_tie_in_bela_may_have_failed() -> None:
    claims = {"contract": "S", "points": [81, 81]}
    assert unsettled(sheet("bela-004", **claims, score=[0, 162])) == [("claim.score", "A-03")]


# No false accusation: one mistake is one violation.


def test_a_wrong_winner_does_not_also_give_wrong_points_and_score() -> None:
    # The record gives the first trick, 29 points, to seat 3, and counts so: 62-100, inside.
    claims = {"winners": [3, 0, 2, 3, 3, 3, 3, 3], "points": [62, 100], "points_include": ["last_trick"]}
    claims |= {"contract": "H", "taker": 0, "belote": [0, 0], "score": [0, 162], "totals": [0, 162]}
    assert [(each.code, each.position) for _, each in findings(french(plays=WHOLE, claims=claims))] == [
        ("claim.winner", 3)
    ]


def test_wrong_points_do_not_also_give_a_wrong_score() -> None:
    claims = {"points": [80, 82], "points_include": ["last_trick"], "belote": [0, 0], "score": [0, 162]}
    assert codes(judged("fr4-001", dealer=3, turned="JH", hands=HANDS, calls="take", plays=WHOLE, claims=claims)) == [
        "claim.points"
    ]


def test_a_wrong_declaration_does_not_also_give_a_wrong_score() -> None:
    wrong = {"contract": "S", "points": [100, 62], "declarations": [0, 20], "score": [100, 82]}
    assert not findings(sheet("frbelote-004", **wrong))


def test_a_wrong_score_does_not_make_later_totals_wrong() -> None:
    match = [
        sheet("fr4-001", 1, contract="H", points=[100, 62], score=[110, 62], totals=[110, 62]),
        sheet("fr4-001", 2, contract="H", points=[90, 72], score=[90, 72], totals=[200, 134]),
        sheet("fr4-001", 3, contract="H", points=[60, 102], score=[0, 162], totals=[200, 296]),
    ]
    assert [(number, each.code) for number, each in findings(*match)] == [(1, "claim.score")]


def test_a_wrong_total_does_not_make_later_totals_wrong() -> None:
    match = [
        sheet("fr4-001", 1, **{**FIRST, "totals": [110, 62]}),
        sheet("fr4-001", 2, contract="H", points=[90, 72], score=[90, 72], totals=[200, 134]),
    ]
    assert [(number, each.code) for number, each in findings(*match)] == [(1, "claim.total")]


def test_wrong_hanging_points_are_reported_once() -> None:
    # 81 hang, the record says 80, and the next deal's winner collects 80.
    match = [
        sheet("fr4-001", 1, contract="H", points=[81, 81], score=[0, 81], hanging=[0, 80]),
        sheet("fr4-001", 2, contract="H", points=[100, 62], score=[180, 62], hanging=[80, 0]),
    ]
    assert [(number, each.code) for number, each in findings(*match)] == [(1, "claim.hanging")]


def test_a_gap_in_numbers_leaves_hanging_points_and_totals_open() -> None:
    # Deals 2 and 3 are missing: what hung and stood before deal 4 is not known, its own totals anchor deal 5.
    match = [
        sheet("fr4-001", 1, **FIRST),
        sheet("fr4-001", 4, contract="H", points=[90, 72], score=[171, 72], totals=[500, 300]),
        sheet("fr4-001", 5, contract="H", points=[90, 72], score=[90, 72], totals=[590, 300]),
    ]
    said = judge(*match)
    assert [codes(each) for each in said] == [[], [], ["claim.total"]]
    assert verdict(said[1], "claims") == Verdict.NOT_AUDITABLE
    assert said[1].totals == (500, 300)
    assert verdict(said[2], "match") == Verdict.LEGAL


def test_a_dealer_further_on_is_not_auditable_where_no_thrown_in_deals_are_kept() -> None:
    match = [sheet("fr4-001", 1, **FIRST, dealer=0), sheet("fr4-001", 2, **{**FIRST, "totals": [200, 124]}, dealer=2)]
    said = judge(*match)
    assert codes(said[1]) == []
    assert verdict(said[1], "deal") == Verdict.NOT_AUDITABLE


def test_an_unseen_revoke_keeps_its_ordinary_score_and_a_seen_one_costs_its_points() -> None:
    # Seat 3 revokes in the first trick of fr4-002 (AC on spades); played on from there with the same hands.
    plays = play_on("fr4-002", "H", 0, HANDS, begun="AS 8H KH AC")
    base = {
        "dealer": 3,
        "turned": "JH",
        "hands": HANDS,
        "calls": "take",
        "plays": plays,
        "declarations": [],
        "belote": [],
    }
    [unseen] = judge(deal("fr4-002", **base))
    assert codes(unseen) == ["play.must-follow", "declaration.not-declared"][: len(unseen.findings)]
    assert unseen.points is not None and unseen.score is not None
    ours, theirs = unseen.points
    for claims in (
        {"score": list(unseen.score)},
        {"score": [ours, -100]},
        {"score": [ours, -100], "penalties": [0, 100]},
        {"score": [ours, 0], "penalties": [0, 100]},
    ):
        assert [each.code for _, each in findings(deal("fr4-002", **base, claims=claims))] == ["play.must-follow"]
    wrong = {"score": [ours + theirs, -100], "penalties": [0, 100]}
    assert [(each.code, each.clause) for _, each in findings(deal("fr4-002", **base, claims=wrong))] == [
        ("play.must-follow", "002:51"), ("claim.score", "A-43"),
    ]  # fmt: skip


# Played by seat 1 in spades, undoubled: what the table made of a wrong call shows in the rest of the record.
PLAYED = play_on("bg4-004", "S", 0, BULGARIAN)
TAKEN = {"contract": "S", "taker": 1, "doubled": 1}


@pytest.mark.parametrize(
    ("calls", "code", "position"),
    [
        ("pass S H pass pass pass", "call.too-low", 2),
        ("pass S pass double pass pass", "call.own-side", 3),
        ("pass S redouble pass pass", "call.not-allowed", 2),
        ("double S pass pass pass", "call.not-allowed", 0),
        ("pass S H D pass pass pass", "call.too-low", 2),
        ([{"call": "pass", "seat": 0}, {"call": "S", "seat": 2}, "pass", "pass", "pass"], "call.out-of-turn", 1),
        ([{"call": "H", "seat": 3}, {"call": "pass", "seat": 0}, "S", "pass", "pass", "pass"], "call.out-of-turn", 0),
    ],
)
def test_a_wrong_call_that_the_table_did_not_take_is_no_other_mistake(calls: Any, code: str, position: int) -> None:
    right = deal(
        "bg4-004", dealer=3, hands=BULGARIAN, calls="pass S pass pass pass", plays=PLAYED, belote=[], declarations=[]
    )
    [said] = judge(right)
    assert said.points is not None and said.score is not None
    claims = {**TAKEN, "points": list(said.points), "points_include": ["last_trick"], "score": list(said.score)}
    broken = deal(
        "bg4-004", dealer=3, hands=BULGARIAN, calls=calls, plays=PLAYED, belote=[], declarations=[], claims=claims
    )
    found = [(each.code, each.position) for _, each in findings(broken) if each.code.startswith("call.")]
    assert found[0] == (code, position)
    assert {each.code for _, each in findings(broken)} <= {"call.too-low", code, "declaration.not-declared"}
    [said] = judge(broken)
    assert (said.contract, said.taker, said.doubled) == (3, 1, 1)


def test_a_contract_that_only_the_calls_deny_is_one_mistake() -> None:
    # Seat 1 bids spades and makes them; the record says seat 0, whose side went inside, and counts so.
    base = {"dealer": 3, "hands": BULGARIAN, "plays": PLAYED, "belote": [], "declarations": []}
    claims = {"contract": "S", "taker": 0, "score": [0, 16]}
    found = findings(deal("bg4-004", **base, calls="pass S pass pass pass", claims=claims))
    assert [each.code for _, each in found] == ["claim.contract"]


def test_a_card_turned_by_no_one_is_one_mistake() -> None:
    # The record turns the nine of spades, seat 0 takes hearts with the jack in hand: the wrong card was written down.
    claims = {"contract": "H", "taker": 0, "points": [91, 71], "points_include": ["last_trick"], "score": [91, 71]}
    assert [each.code for _, each in findings(french(turned="KS", plays=WHOLE, belote=[], claims=claims))] == [
        "deal.wrong-turned"
    ]


def test_a_thrown_in_deal_gives_nobody_points() -> None:
    passes = {"dealer": 3, "calls": THROWN_IN["calls"]}
    assert [each.code for _, each in findings(deal("fr4-001", **passes, claims={"score": [162, 0]}))] == [
        "deal.thrown-in"
    ]
    assert not findings(deal("fr4-001", **passes, claims={"score": [0, 0], "totals": [0, 0]}))


def test_rounding_may_leave_a_side_that_has_points_with_nothing() -> None:
    # 158-4: the four points are no ten; whoever went inside writes nothing, and one point more is no rounding.
    claims = {"contract": "S", "points": [158, 4]}
    assert not findings(sheet("bg4-004", **claims, score=[16, 0]))
    assert [each.code for _, each in findings(sheet("bg4-004", **claims, score=[16, 1]))] == ["claim.rounding"]
    inside = {"contract": "S", "points": [60, 102]}
    assert [each.code for _, each in findings(sheet("bg4-004", **inside, score=[1, 16]))] == ["claim.score"]


def test_a_score_without_its_contract_is_not_auditable() -> None:
    [said] = judge(deal("fr4-001", claims={"score": [100, 62], "totals": [100, 62]}))
    assert verdict(said, "claims") == Verdict.NOT_AUDITABLE
    match = [deal("fr4-001", number, claims={"score": [100, 62], "totals": [100, 62]}) for number in (1, 2)]
    assert [each.code for _, each in findings(*match)] == ["claim.total"]


def test_announcements_are_judged_in_the_order_of_play() -> None:
    first, second = said(0, 0, "7C 8C 9C"), said(2, 2, "AC AD AH AS")
    for events in ([first, second], [second, first]):
        assert not findings(bulgarian(PLAYED, declarations=events, ended=None, belote=[]))
    king, queen = ({"seat": 1, "suit": "S", "play": PLAYED.split().index(each)} for each in ("KS", "QS"))
    early, late = sorted((king, queen), key=lambda each: each["play"])
    assert not findings(bulgarian(PLAYED, belote=[late, early], declarations=[first, second], ended=None))


def test_a_penalty_for_no_revoke_is_one_mistake() -> None:
    claims = {"contract": "H", "points": [91, 71], "score": [91, 71], "penalties": [0, 100]}
    base = {"dealer": 3, "turned": "JH", "hands": HANDS, "calls": "take", "belote": [], "declarations": []}
    plays = play_on("fr4-002", "H", 0, HANDS)
    [said] = judge(deal("fr4-002", **base, plays=plays))
    claims = {"score": list(said.score or ()), "penalties": [0, 100]}
    found = [each.code for _, each in findings(deal("fr4-002", **base, plays=plays, claims=claims))]
    assert [each for each in found if each != "declaration.not-declared"] == ["claim.penalty"]


def test_a_deal_has_no_more_tricks_than_a_hand_has_cards() -> None:
    winners = [2, 0, 2, 3, 3, 3, 3, 3, 1]
    assert [each.code for _, each in findings(french(plays=WHOLE, claims={"winners": winners}))] == ["claim.winner"]


def test_a_score_sheet_that_does_not_tell_a_capot_cannot_be_accused_of_going_on() -> None:
    # bg4-004 forbids to end by a capot: with totals alone nobody can say whether the match was over.
    match = [
        sheet("bg4-004", 1, contract="S", points=None, declarations=None, belote=None, score=[152, 0], totals=[152, 0]),
        sheet("bg4-004", 2, contract="S", points=[100, 62], score=[10, 6], totals=[162, 6]),
    ]
    said = judge(*match)
    assert [codes(each) for each in said] == [[], []]
    assert verdict(said[0], "match") == Verdict.NOT_AUDITABLE


def test_a_card_beyond_the_last_trick_is_one_that_nobody_holds() -> None:
    [(_, found)] = findings(french(plays=WHOLE + " AS"))
    assert (found.code, found.seat, found.position, found.card) == ("play.not-held", 3, 32, card("AS"))
    plays = play_on("ua3-000", "H", 0, THREE) + " AS KS QS JS"
    [(_, found)] = findings(three(plays=plays, declarations=[], belote=[], ended=None))
    assert (found.code, found.position) == ("play.not-held", 27)


def test_a_take_without_the_turned_card_is_no_other_contract() -> None:
    assert not findings(deal("fr4-001", dealer=3, calls="pass take", claims={"contract": "H", "taker": 1}))


def test_findings_of_notes_leave_the_part_legal() -> None:
    [said] = judge(*BROKEN["declaration.not-declared"].deals)
    assert verdict(said, "declarations") == Verdict.LEGAL


def test_a_finding_without_seat_or_card_still_has_a_sentence() -> None:
    for code in CATALOGUE:
        text = sentence(Finding(code=code))
        assert text.endswith(".") and "{" not in text and "None" not in text, code
