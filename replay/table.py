"""The rules by name: a plain Python interface in card names and lists, for tests, notebooks and other programs."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from replay.announcing import counts_nothing
from replay.cards import CARD_NAMES, CONTRACTS, LAST_TRICK, RANKS, SUITS, VALUE, card, is_trump_suit, mask, members
from replay.contest import ENTERED, enter, hold_contest
from replay.declarations import CARRE, best_of_hand
from replay.findings import ABSENT
from replay.frame import SEATS
from replay.judgement import Outcome
from replay.law import legal, winning
from replay.match import match_winner
from replay.record import CAPOT_BID
from replay.rulesets import Ruleset
from replay.settlement import settled


def legal_cards(ruleset: Ruleset, contract: str, trick: Sequence[str], hand: Sequence[str]) -> list[str]:
    """The cards of a hand that may be played next, after those of the trick in order of play."""
    played = np.array([card(each) for each in trick], np.int64)
    allowed = legal(ruleset.rules, CONTRACTS.index(contract), mask([card(each) for each in hand]), played, len(trick))
    return [CARD_NAMES[each] for each in members(int(allowed))]


def trick_winner(ruleset: Ruleset, contract: str, trick: Sequence[str]) -> tuple[int, int]:
    """Which card of a trick wins it, as an index in order of play, and how many card points it holds."""
    played = np.array([card(each) for each in trick], np.int64)
    kind = CONTRACTS.index(contract)
    return int(winning(kind, played, len(trick))), int(VALUE[kind, played].sum())


def best_declarations(ruleset: Ruleset, hand: Sequence[str]) -> int:
    """The most that the declarations of a hand can be worth together."""
    return int(best_of_hand(ruleset.rules, mask([card(each) for each in hand])))


def contest(ruleset: Ruleset, contract: str, announced: Sequence[Mapping[str, Any]]) -> list[int]:
    """Points by side of the announced declarations that count.

    Each has `order` in which it was announced, `side`, `kind` ("sequence" with `length`, `top` and `suit`, or
    "carre" with `rank`).
    """
    entries: Any = np.zeros(len(announced) * 2, ENTERED).view(np.recarray)
    n = 0
    for each in announced:
        carre = each["kind"] == "carre"
        length = CARRE if carre else int(each["length"])
        top = RANKS.index(each["rank"] if carre else each["top"])
        # A sequence whose suit is not known is taken for a plain one.
        suit = -1 if carre else SUITS.find(each["suit"])
        trump = suit >= 0 and is_trump_suit(CONTRACTS.index(contract), suit)
        n = enter(
            ruleset.rules, entries, n, int(each["side"]), int(each["side"]), int(each["order"]), length, top, trump
        )
    points = np.zeros(SEATS, np.int64)
    if counts_nothing(ruleset.rules, CONTRACTS.index(contract)):
        return [0] * ruleset.sides
    hold_contest(ruleset.rules, entries, n, points)
    return [int(each) for each in points[: ruleset.sides]]


def deal_score(
    ruleset: Ruleset,
    *,
    contract: str,
    taker_side: int,
    card_points: Sequence[int],
    last_trick_side: int,
    tricks: Sequence[int] | None = None,
    declarations: Sequence[int] | None = None,
    belote: Sequence[int] | None = None,
    multiplier: int = 1,
    bid: int | str | None = None,
    hanging_in: int = 0,
) -> dict[str, Any]:
    """What each side writes for a deal (`recorded`), what hangs after it (`hanging_out`) and its `outcome`.

    `card_points` are without the last trick's ten; without `tricks` nobody is taken to have none; `outcome` is made,
    inside, hanging, or doubled for a decided doubled contract of a rising auction.
    """
    cards = _by_side(card_points)
    cards[last_trick_side] += LAST_TRICK
    level = CAPOT_BID if bid == "capot" else int(bid or 0)
    account = settled(
        ruleset.rules, CONTRACTS.index(contract), taker_side, level, multiplier, hanging_in,
        cards=cards, tricks=tricks or (1,) * ruleset.sides, declared=declarations or (), belote=belote or (),
        last=last_trick_side,
    )  # fmt: skip
    outcome = Outcome(int(account.outcome)).name.lower()
    if multiplier > 1 and ruleset.values["auction.style"] == "ladder" and outcome != "hanging":
        outcome = "doubled"
    recorded = [int(each) for each in account.score[: ruleset.sides]]
    return {"recorded": recorded, "hanging_out": int(account.hanging), "outcome": outcome}


def match_end(
    ruleset: Ruleset,
    totals: Sequence[int],
    last_trick_side: int | None = None,
    points_hang: bool = False,
    deal_was_all_tricks: bool = False,
    taker_side: int | None = None,
) -> int | None:
    """The side that has won the match after a deal, or None while it goes on."""
    last = ABSENT if last_trick_side is None else last_trick_side
    taker = ABSENT if taker_side is None else taker_side
    winner = int(match_winner(ruleset.rules, _by_side(totals), last, taker, deal_was_all_tricks, points_hang))
    return None if winner == ABSENT else winner


def _by_side(values: Sequence[int]) -> Any:
    out = np.zeros(SEATS, np.int64)
    out[: len(values)] = values
    return out
