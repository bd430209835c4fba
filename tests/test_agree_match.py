"""What passes from deal to deal: the end, the next dealer, a stopped deal, and what a revoke costs."""

import msgspec
from hypothesis import given

from replay.record import Play
from replay.verdicts import judge_match
from tests import oracle
from tests.dealing_out import one_deal, whole_match
from tests.knobs import TABLES, examples


@examples(60)
@given(TABLES)
def test_a_match_ends_when_it_should_and_no_sooner(table):
    ruleset, chance = table
    ruleset = ruleset.with_overrides({"match.target": chance.choice([60, 151, 301])})
    deals = whole_match(ruleset, chance, 12)
    records = [
        msgspec.structs.replace(each.record, claims=msgspec.structs.replace(each.record.claims, match_winner=None))
        for each in deals
    ]
    more = one_deal(ruleset, chance, len(deals) + 1, chance.randrange(ruleset.players))
    unclaimed = msgspec.structs.replace(more.record.claims, hanging=None, totals=None, score=None, match_winner=None)
    more_record = msgspec.structs.replace(more.record, claims=unclaimed)
    found = [
        [finding.code for finding in each.findings if finding.code.startswith("match.")]
        for each in judge_match([*records, more_record], [ruleset] * (len(deals) + 1))
    ]
    assert found[:-1] == [[] for _ in deals]
    # Where the end must be announced a match goes on when nobody does.
    ended = deals[-1].winner is not None and ruleset.values["match.end"] == "reached"
    assert ("match.went-on" in found[-1]) == ended


@examples(200)
@given(TABLES)
def test_the_deal_passes_to_the_next_dealer(table):
    ruleset, chance = table
    deals = whole_match(ruleset, chance, 3)
    if len(deals) < 2:
        return
    at = chance.randrange(1, len(deals))
    record = deals[at].record
    wrong = chance.randrange(ruleset.players)
    calls = tuple(
        msgspec.structs.replace(each, seat=((record.dealer or 0) + 1 + place) % ruleset.players)
        for place, each in enumerate(record.calls or ())
    )
    plays = record.plays and tuple(
        Play(each.card, seat) for each, seat in zip(record.plays, deals[at].played["seats"], strict=True)
    )
    records = [each.record for each in deals]
    records[at] = msgspec.structs.replace(record, dealer=wrong, calls=calls, plays=plays)
    judgement = judge_match(records, [ruleset] * len(records))[at]
    said = "deal.wrong-dealer" in [each.code for each in judgement.findings]
    # A match that keeps no thrown-in deals may have had one here.
    unsure = not any(each.thrown_in for each in deals)
    assert said == (wrong != record.dealer and not unsure)
    if unsure:
        assert (judgement.reasons[0] != "") == (wrong != record.dealer)


@examples(200)
@given(TABLES)
def test_a_deal_may_be_stopped_by_who_has_the_target(table):
    ruleset, chance = table
    deals = whole_match(ruleset, chance, 3)
    last = deals[-1]
    if last.thrown_in:
        return
    knobs, players = last.knobs, ruleset.players
    size, seat = len(last.played["plays"]), chance.randrange(players)
    stop = chance.choice([chance.randrange(1, size), players * chance.randrange(1, ruleset.hand_size)])
    played = oracle.play_out(
        knobs, last.contract, (last.record.dealer or 0) + 1, last.record.claims.taker or 0, last.played["plays"][:stop],
        last.hands,
    )  # fmt: skip
    if chance.random() < 0.5 and played["winners"]:
        seat = played["winners"][-1]
    side = oracle.side_of(knobs, seat)
    announced = tuple(each for each in last.record.declarations or () if each.play < stop)
    if len(announced) < len(last.record.declarations or ()):
        # Whether what is announced later would count cannot be told from here.
        return
    said = tuple(each for each in last.record.belote or () if each.play < stop)
    spoken = [(each.seat, each.suit) for each in said]
    # Where rebelote must be said too, a pair counts from its second word.
    words = {each for each in spoken if spoken.count(each) > 1 or not knobs["declarations.rebelote"]}
    before = deals[-2].totals[side] if len(deals) > 1 and deals[-2].totals else 0
    belote = sum(20 for each, _ in words if oracle.side_of(knobs, each) == side)
    counted = before + played["card_points"][side] + last.declared[side] + belote
    target = max(1, counted + chance.choice([-5, 0, 0, 1, 30]))
    ruleset = ruleset.with_overrides({"match.target": target})
    good = oracle.claim_is_good(
        dict(ruleset.values), before, played["card_points"][side], last.declared[side], belote,
        after_own_trick=stop % players == 0 and played["winners"][-1:] == [seat],
        tricks_left=ruleset.hand_size - len(played["winners"]),
    )  # fmt: skip
    record = msgspec.structs.replace(
        last.record, plays=(last.record.plays or ())[:stop], belote=said, ended="claimed", ended_by=seat,
        claims=msgspec.structs.replace(
            last.record.claims, winners=None, points=None, declarations=None, belote=None, hanging=None, score=None,
            totals=None, match_winner=None,
        ),
    )  # fmt: skip
    earlier = [
        msgspec.structs.replace(each.record, claims=msgspec.structs.replace(each.record.claims, match_winner=None))
        for each in deals[:-1]
    ]
    judgement = judge_match([*earlier, record], [ruleset] * len(deals))[-1]
    assert ("claim.target" in [each.code for each in judgement.findings]) == (not good)
    assert not [each.code for each in judgement.findings if each.code.startswith("play.")]


@examples(200)
@given(TABLES)
def test_a_revoke_costs_the_deal_and_the_penalty(table):
    ruleset, chance = table
    ruleset = ruleset.with_overrides({"match.revoke_penalty": 100})
    dealt = one_deal(ruleset, chance, unruly=0.2)
    if dealt.thrown_in:
        return
    knobs, played = dealt.knobs, dealt.played
    revoked = {
        oracle.side_of(knobs, seat)
        for name, seat, allowed in zip(played["plays"], played["seats"], played["allowed"], strict=True)
        if name not in allowed
    }
    payer = chance.randrange(ruleset.sides)
    written = oracle.settle_revoke(
        knobs, dealt.contract, payer, played["card_points"], played["last_trick_side"], played["trick_counts"],
        dealt.declared, dealt.belote,
    )  # fmt: skip
    score = written["recorded"]
    if chance.random() < 0.3:
        other = chance.choice([side for side in range(ruleset.sides) if side != payer])
        score = [each + 10 * (side == other) for side, each in enumerate(score)]
    claims = msgspec.structs.replace(
        dealt.record.claims,
        score=tuple(score),
        totals=tuple(score),
        hanging=None,
        match_winner=None,
        penalties=tuple(100 * (side == payer) for side in range(ruleset.sides)),
    )
    (judgement,) = judge_match([msgspec.structs.replace(dealt.record, claims=claims)], [ruleset])
    codes = {each.code for each in judgement.findings if each.code.startswith("claim.")}
    wrong = score != written["recorded"]
    assert codes == ({"claim.penalty"} if payer not in revoked else set()) | ({"claim.score"} if wrong else set())
