"""Deals with broken rules: the engine finds at each place what the second telling of the rules finds there, no more."""

import random
from typing import Any

import msgspec
from hypothesis import given

from replay.cards import CONTRACTS, RANKS, SUITS, card, mask
from replay.judgement import Finding, Judgement
from replay.record import Announcement, Belote, Call, Deal, Play, call_by_name
from replay.rulesets import Ruleset
from replay.verdicts import judge_match
from tests import oracle
from tests.dealing_out import Dealt, cards_mask, one_deal, turns_of, whole_match
from tests.knobs import TABLES, examples


def played_deal(ruleset: Ruleset, chance: random.Random, unruly: float = 0.0) -> Dealt:
    """A deal that was not thrown in."""
    while (dealt := one_deal(ruleset, chance, dealer=chance.randrange(ruleset.players), unruly=unruly)).thrown_in:
        pass
    return dealt


def judged(ruleset: Ruleset, record: Deal) -> Judgement:
    return judge_match([record], [ruleset])[0]


def of_part(judgement: Judgement, part: str) -> list[Finding]:
    return [each for each in judgement.findings if each.code.startswith(part)]


@examples(200)
@given(TABLES)
def test_every_card_that_may_not_be_played_is_found_with_those_that_might(table):
    ruleset, chance = table
    dealt = played_deal(ruleset, chance, unruly=0.3)
    record = dealt.record
    shown = chance.choice(["hands", "no hands", "seats"])
    if shown == "no hands":
        record = msgspec.structs.replace(record, hands=None, before=None)
    if shown == "seats":
        seated = zip(record.plays or (), dealt.played["seats"], strict=True)
        record = msgspec.structs.replace(record, plays=tuple(Play(each.card, seat) for each, seat in seated))
    expected = {
        place: mask([card(each) for each in allowed])
        for place, (name, allowed) in enumerate(zip(dealt.played["plays"], dealt.played["allowed"], strict=True))
        if name not in allowed
    }
    judgement = judged(ruleset, record)
    assert {each.position: each.allowed for each in of_part(judgement, "play.")} == expected
    assert len(of_part(judgement, "play.")) == len(expected)
    others = [each.code for each in judgement.findings if each.code.partition(".")[0] not in ("play", "exchange")]
    assert [each for each in others if each != "declaration.not-declared"] == []


@examples(200)
@given(TABLES)
def test_an_exchange_is_found_where_it_is_not_allowed(table):
    ruleset, chance = table
    dealt = played_deal(ruleset, chance, unruly=0.9)
    said = dealt.record.exchange
    expected = False
    if said is not None and dealt.turned is not None:
        seat, when = said.seat, said.play
        early = when < 0 and dealt.knobs["deal.seven_exchange"] == "before_second_deal"
        own_plays = sum(place < when for place in turns_of(dealt, seat))
        hand = (dealt.first if early else dealt.whole)[seat]
        expected = not oracle.exchange_allowed(dealt.knobs, dealt.contract, dealt.turned, hand, early, own_plays)
    assert (of_part(judged(ruleset, dealt.record), "exchange.") != []) == expected


def any_declaration(hand: list[str], chance: random.Random) -> dict[str, Any]:
    """One that the hand holds, mostly, or any other."""
    held = oracle.hand_declarations({"declarations.contest": "joint", "declarations.cards": "shared"}, hand)
    if held and chance.random() < 0.8:
        one = chance.choice(held)
        if one["kind"] == "sequence" and one["length"] > 3 and chance.random() < 0.3:
            return {**one, "length": one["length"] - 1}
        return one
    if chance.random() < 0.3:
        return {"kind": "carre", "rank": chance.choice("9TJQKA")}
    length = chance.randint(3, 5)
    top = chance.choice(RANKS[length - 1 :])
    return {"kind": "sequence", "length": length, "top": top, "suit": chance.choice(SUITS)}


def clash(knobs: dict[str, Any], one: dict[str, Any], before: list[dict[str, Any]]) -> bool:
    """Whether a card of a declaration serves one before it that it may not share with."""
    if knobs["declarations.cards"] == "shared":
        if one["kind"] == "carre":
            return False
        before = [other for other in before if other["kind"] == "sequence"]
    return any(oracle.cards_of(one) & oracle.cards_of(other) for other in before)


def hands_at(dealt: Dealt, seat: int, play: int) -> list[list[str]]:
    """What a seat may have held just before a play: an exchange at the same place comes before or after."""
    said = dealt.record.exchange
    before = said is not None and said.seat == seat and play <= said.play
    return [dealt.hands[seat], dealt.whole[seat]] if before else [dealt.hands[seat]]


@examples(200)
@given(TABLES)
def test_announcements_are_found_that_are_not_held_or_come_at_the_wrong_time(table):
    ruleset, chance = table
    dealt = played_deal(ruleset, chance)
    knobs, players = dealt.knobs, ruleset.players
    events, expected, counted = [], [], []
    accepted: dict[int, list[tuple[int, dict[str, Any]]]] = {seat: [] for seat in range(players)}
    for play in sorted(chance.choice([0, 0, 1, 2, 3, 4, 5, 6, 7]) for _ in range(8)):
        seat = chance.randrange(players)
        one = any_declaration(chance.choice(hands_at(dealt, seat, play)), chance)
        turn = sum(place < play for place in turns_of(dealt, seat))
        events.append(Announcement(seat, play, cards_mask(one)))
        faults = set()
        if knobs["declarations.contest"] == "none" or dealt.contract == "NT":
            faults.add("wrong-value")
        elif not any(oracle.cards_of(one) <= set(hand) for hand in hands_at(dealt, seat, play)):
            faults.add("not-held")
        else:
            if fault := oracle.time_fault(knobs, turn, one, accepted[seat], play, dealt.contract):
                faults.add(fault)
            if clash(knobs, one, [other for _, other in accepted[seat]]):
                faults.add("shared-card")
        if not faults:
            accepted[seat].append((turn, one))
            counted.append((seat, turn, one))
        expected.append(faults)
    record = msgspec.structs.replace(
        dealt.record,
        declarations=tuple(events),
        claims=msgspec.structs.replace(
            dealt.record.claims, declarations=None, score=None, hanging=None, totals=None, match_winner=None
        ),
    )
    judgement = judged(ruleset, record)
    found = [each for each in of_part(judgement, "declaration.") if each.code != "declaration.not-declared"]
    assert len(found) == sum(map(bool, expected))
    wrong = [(event, faults) for event, faults in zip(events, expected, strict=True) if faults]
    for each, (event, faults) in zip(found, wrong, strict=True):
        assert (each.seat, each.position) == (event.seat, event.play)
        assert each.code.removeprefix("declaration.") in faults
    leader = oracle.opening_leader(knobs, (record.dealer or 0) + 1, record.claims.taker or 0) % players
    counted.sort(key=lambda one: (one[1], (one[0] - leader) % players))
    announced = [
        {**one, "side": oracle.side_of(knobs, seat), "order": order} for order, (seat, _, one) in enumerate(counted)
    ]
    assert list(judgement.declared or ()) == oracle.contest(knobs, dealt.contract, announced)
    held = knobs["declarations.contest"] != "none" and dealt.contract != "NT"
    taker = record.claims.taker or 0
    silent = knobs["declarations.time"] == "before_lead" and held and not accepted[taker]
    best = oracle.hand_declarations(knobs, dealt.hands[taker])
    assert ("declaration.not-declared" in [each.code for each in judgement.findings]) == bool(silent and best)


@examples(200)
@given(TABLES)
def test_belote_is_found_where_it_may_not_be_said(table):
    ruleset, chance = table
    dealt = played_deal(ruleset, chance)
    plays, seats = dealt.played["plays"], dealt.played["seats"]
    moments = set(oracle.belote_moments(dealt.knobs, dealt.contract, dealt.played))
    courts = [place for place, name in enumerate(plays) if name[0] in "KQ"]
    events, expected = [], []
    said: set[tuple[int, str]] = set()
    again: set[tuple[int, str]] = set()
    points = [0] * ruleset.sides
    for play in sorted(chance.choice([*courts, chance.randrange(len(plays))]) for _ in range(8)):
        suit = plays[play][1] if chance.random() < 0.8 else chance.choice(SUITS)
        seat = seats[play] if chance.random() < 0.9 else chance.randrange(ruleset.players)
        if seat != seats[play] and dealt.knobs["declarations.belote_card"] == "anytime":
            continue
        event = Belote(seat, SUITS.index(suit), play)
        if event in events:
            continue  # the same word recorded twice was said once
        events.append(event)
        if (seat, suit) in said:
            # The word a second time goes with the second card.
            second = max(plays.index("K" + suit), plays.index("Q" + suit))
            wrong = play != second and dealt.knobs["declarations.belote_card"] != "anytime"
            again |= set() if wrong else {(seat, suit)}
        else:
            wrong = (play, seat, suit) not in moments
            if not wrong:
                said.add((seat, suit))
                points[oracle.side_of(dealt.knobs, seat)] += 20
        if wrong:
            expected.append((seat, play))
    for seat, _ in said - again if dealt.knobs["declarations.rebelote"] else ():
        points[oracle.side_of(dealt.knobs, seat)] -= 20
    record = msgspec.structs.replace(
        dealt.record,
        belote=tuple(events),
        claims=msgspec.structs.replace(
            dealt.record.claims, belote=None, score=None, hanging=None, totals=None, match_winner=None
        ),
    )
    judgement = judged(ruleset, record)
    assert [(each.seat, each.position) for each in of_part(judgement, "belote.")] == expected
    assert list(judgement.belote or ()) == points


@examples(200)
@given(TABLES)
def test_of_a_record_that_tells_no_announcements_every_belote_is_assumed(table):
    ruleset, chance = table
    dealt = played_deal(ruleset, chance)
    record = msgspec.structs.replace(dealt.record, belote=None, declarations=None)
    at_most = oracle.belote_at_most(dealt.knobs, dealt.contract, dealt.played)
    assert list(judged(ruleset, record).belote or ()) == at_most


SAYINGS = ("pass", "take", "double", "redouble", "C", "H", "S", "NT", "AT", "70H", "80H", "85D", "90S", "100C", "160H",
           "260D", "capotC", "capotNT", "110AT")  # fmt: skip


@examples(250)
@given(TABLES)
def test_every_call_is_judged_as_it_comes(table):
    ruleset, chance = table
    dealt = one_deal(ruleset, chance, dealer=chance.randrange(ruleset.players))
    knobs, players = dealt.knobs, ruleset.players
    eldest = ((dealt.record.dealer or 0) + 1) % players
    turned = dealt.turned and dealt.turned[1]
    for length in range(len(dealt.calls) + 1):
        calls = dealt.calls[:length]
        standing = oracle.auction(knobs, calls, eldest, turned)
        more = chance.choice([*SAYINGS, *(oracle.possible_calls(knobs) if chance.random() < 0.3 else ())])
        said = [call_by_name(each) for each in calls]
        only_called = Deal(match="m", number=1, rules="r", dealer=dealt.record.dealer, turned=dealt.record.turned)
        records = [tuple(Call(each) for each in said), (*(Call(each) for each in said), Call(call_by_name(more)))]
        seat = standing["next_seat"]
        other = None if seat is None else (seat + chance.randrange(1, players)) % players
        if other is not None:
            records.append((*(Call(each) for each in said), Call(call_by_name("pass"), other)))
        alone, longer, *turn = [judged(ruleset, msgspec.structs.replace(only_called, calls=each)) for each in records]
        wrong = [each.code for each in of_part(alone, "call.")]
        doubled = knobs["auction.style"] == "points" and standing["doubled"] > 1
        assert wrong == ([] if standing["finished"] or doubled else ["call.unfinished"])
        contract = standing["contract"] and CONTRACTS.index(standing["contract"])
        assert (alone.contract, alone.taker, alone.doubled) == (contract, standing["taker"], standing["doubled"])
        assert alone.level == {"capot": 1000}.get(standing["level"], standing["level"])
        assert (alone.outcome.name == "THROWN_IN") == standing["thrown_in"]
        found = [each.position for each in of_part(longer, "call.") if each.code != "call.unfinished"]
        allowed = seat is not None and oracle.call_allowed(knobs, calls, seat, more, turned, eldest)
        assert found == ([] if allowed else [length]), (calls, more)
        for each in turn:
            assert "call.out-of-turn" in [finding.code for finding in each.findings]


def wrong_claim(dealt: Dealt, chance: random.Random) -> tuple[Deal, set[str]]:
    """The record with one claim changed, and the findings of which it must give one."""
    claims, sides = dealt.record.claims, len(dealt.totals)
    side = chance.randrange(sides)

    def other(numbers: tuple[int, ...] | None, by: int) -> tuple[int, ...]:
        assert numbers is not None
        return tuple(each + by * (place == side) for place, each in enumerate(numbers))

    by = chance.choice([1, 2, 10, 20, 100, -1, -7])
    kinds = ("winners", "points", "declarations", "belote", "hanging", "score", "totals", "taker", "winner")
    kind = chance.choice(kinds)
    changed: dict[str, Any]
    codes: set[str]
    if kind == "winners":
        winners = list(dealt.played["winners"])
        trick = chance.randrange(len(winners))
        winners[trick] = (winners[trick] + 1) % dealt.knobs["deal.players"]
        changed, codes = {"winners": tuple(winners)}, {"claim.winner"}
    elif kind == "points":
        changed, codes = {"points": other(claims.points, by)}, {"claim.points"}
    elif kind == "declarations":
        changed, codes = {"declarations": other(claims.declarations, 20)}, {"claim.declarations"}
    elif kind == "belote":
        changed, codes = {"belote": other(claims.belote, 20)}, {"claim.belote"}
    elif kind == "hanging":
        assert claims.hanging is not None
        changed, codes = {"hanging": (claims.hanging[0], claims.hanging[1] + 3)}, {"claim.hanging"}
    elif kind == "score":
        changed = {"score": other(claims.score, by), "totals": other(claims.totals, by)}
        codes = {"claim.score", "claim.rounding"}
    elif kind == "totals":
        changed, codes = {"totals": other(claims.totals, by)}, {"claim.total"}
    elif kind == "taker":
        changed, codes = {"taker": (dealt.record.claims.taker or 0) ^ 1}, {"claim.contract"}
    else:
        wrong = 0 if dealt.winner is None else (dealt.winner + 1) % sides
        changed = {"match_winner": wrong}
        codes = {"match.ended-early" if dealt.winner is None else "match.wrong-winner"}
    if kind in ("score", "totals", "hanging"):
        changed["match_winner"] = None
    return msgspec.structs.replace(dealt.record, claims=msgspec.structs.replace(claims, **changed)), codes


@examples(250)
@given(TABLES)
def test_a_wrong_claim_is_found_once_and_nothing_else(table):
    ruleset, chance = table
    deals = whole_match(ruleset, chance, 4)
    if deals[-1].thrown_in:
        return
    record, codes = wrong_claim(deals[-1], chance)
    records = [each.record for each in deals[:-1]] + [record]
    found = [each.code for each in judge_match(records, [ruleset] * len(deals))[-1].findings]
    found = [each for each in found if each != "declaration.not-declared"]
    assert len(found) == 1, (found, codes)
    assert found[0] in codes
