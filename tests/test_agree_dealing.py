"""Hands as they are dealt: how many cards come before the auction and after it, and where the turned card goes."""

import random
from typing import Any

import msgspec
from hypothesis import given

from replay.record import Deal
from replay.rulesets import Ruleset
from replay.verdicts import judge_match
from tests import oracle
from tests.dealing_out import Dealt, one_deal
from tests.knobs import TABLES, examples


def unplayed(ruleset: Ruleset, chance: random.Random) -> tuple[Dealt, Deal]:
    """A deal up to the end of its auction."""
    while (dealt := one_deal(ruleset, chance, dealer=chance.randrange(ruleset.players))).thrown_in:
        pass
    claims = msgspec.structs.replace(
        dealt.record.claims, winners=None, points=None, declarations=None, belote=None, hanging=None, score=None,
        totals=None, match_winner=None,
    )  # fmt: skip
    return dealt, msgspec.structs.replace(dealt.record, plays=None, exchange=None, claims=claims)


def deal_codes(ruleset: Ruleset, record: Deal, **changes: Any) -> list[str]:
    (judgement,) = judge_match([msgspec.structs.replace(record, **changes)], [ruleset])
    return [each.code for each in judgement.findings if each.code.startswith("deal.")]


@examples(200)
@given(TABLES)
def test_hands_have_the_cards_that_the_packets_give(table):
    ruleset, chance = table
    dealt, record = unplayed(ruleset, chance)
    assert record.hands is not None and record.before is not None
    first, second = oracle.packets(dealt.knobs)
    assert set(record.before) == {sum(first)}
    assert {len(hand) for hand in record.hands} == {sum(first) + sum(second)}
    assert deal_codes(ruleset, record) == []
    seat = chance.randrange(ruleset.players)
    bar = chance.randrange(len(record.hands[seat]) + 1)
    before = tuple(bar if each == seat else count for each, count in enumerate(record.before))
    assert deal_codes(ruleset, record, before=before) == ["deal.wrong-packets"] * (bar != sum(first))
    assert deal_codes(ruleset, record, before=before, dealt_order=False) == []
    short = tuple(hand[1:] if each == seat else hand for each, hand in enumerate(record.hands))
    assert "deal.card-missing" in deal_codes(ruleset, record, hands=short, before=None)


@examples(200)
@given(TABLES)
def test_the_turned_card_is_the_takers_or_nobodys(table):
    ruleset, chance = table
    dealt, record = unplayed(ruleset, chance)
    if dealt.turned is None or record.hands is None or record.turned is None:
        return
    taker, seat = record.claims.taker, chance.randrange(ruleset.players)
    hands = [list(hand) for hand in record.hands]
    if oracle.taker_gets_turned_card(dealt.knobs):
        assert taker is not None and record.turned in hands[taker]
        # The taker's turned card for any card of a seat.
        at = chance.randrange(len(hands[seat]))
        hands[taker][hands[taker].index(record.turned)], hands[seat][at] = hands[seat][at], record.turned
        expected = ["deal.wrong-turned"] * (seat != taker)
    else:
        assert not any(record.turned in hand for hand in hands)
        hands[seat][chance.randrange(len(hands[seat]))] = record.turned
        expected = ["deal.card-twice"]
    assert deal_codes(ruleset, record, hands=tuple(map(tuple, hands))) == expected
