"""The judge: plays every recorded deal again, from the hands to the score, and says what was broken."""

from typing import Any, Final

import numpy as np

from replay.accounts import OURS, count_declared, reckon
from replay.announcing import counts_nothing, read_announcements
from replay.auction import AUCTION, read_auction
from replay.belote import read_belotes
from replay.cards import NOTHING
from replay.claims import (
    compare_contract,
    compare_declarations,
    compare_penalties,
    compare_points,
    compare_score,
    compare_winners,
    nothing_claimed,
)
from replay.compiled import Rules
from replay.contest import ENTERED, ENTRIES
from replay.dealing import check_turned, exchange_seven, judge_exchange
from replay.declarations import note_held
from replay.findings import (
    ABSENT,
    AUCTION_PART,
    BELOTE_PART,
    CLAIMS_PART,
    DECLARATIONS_PART,
    NO_CONTRACT,
    NOT_STATED,
    PLAY_PART,
    cannot,
    close,
)
from replay.frame import FINDING, JUDGED, PLAYS, SEATS, Frame
from replay.hands import read_hands
from replay.jit import rule
from replay.judgement import PARTS, STATED, Outcome
from replay.knobs import code
from replay.play import read_play
from replay.quick import play_through
from replay.running import RUNNING, close_deal, is_thrown_in, open_deal, start_match
from replay.seats import side_of
from replay.settlement import RESULT
from replay.violations import PART_OF

ENGINE: Final = "2"
"""Version of the rules engine: a new one makes every verdict due again."""

LEAD_ELDEST = code("play.opening_lead", "eldest")
THROWN_IN = int(Outcome.THROWN_IN)
SETTLEMENT = STATED.index("settlement")


@rule
def judge(
    table: Any, deals: Any, calls: Any, declarations: Any, belotes: Any, scratch: Any, judged: Any, found: Any, count: Any
) -> None:
    """Judge deals in order of match and number; `table` holds the rulesets that they name by index.

    Fills one row of `judged` a deal and writes findings to `found`; `count[0]` says how many there are. `scratch`
    is room for one auction, one running match and one contest.
    """
    state, running, entries = scratch[0][0], scratch[1][0], scratch[2]
    plays = np.full(PLAYS + 1, NOTHING, np.int64)
    for index in range(len(deals)):
        deal = deals[index]
        rules = table[deal.rules]
        row = judged[index]
        first = count[0]
        clear(row)
        for part in range(len(PARTS)):
            if (rules.not_stated >> part) & 1:
                cannot(row, part, NOT_STATED)
        if deal.starts_match:
            start_match(running, deals, calls, index)
        open_deal(rules, deal, running, row, found, count, index)
        if is_thrown_in(deal, calls):
            read_hands(rules, deal, row, found, count, index)
            read_auction(rules, deal, calls, state, row, found, count, index)
            row.outcome = THROWN_IN if state.thrown_in else 0
        else:
            judge_deal(
                table, rules, deal, calls, declarations, belotes, state, running, entries, plays, row, found, count, index
            )
        nothing_claimed(deal, row)
        close_deal(rules, deal, running, row, found, count, index)
        for at in range(first, min(count[0], len(found))):
            part = PART_OF[found[at].code]
            if (rules.not_stated >> part) & 1 and part != CLAIMS_PART:
                found[at].code = ABSENT
        close(rules, row, found, first, count[0])


@rule
def judge_deal(
    table: Any,
    rules: Rules,
    deal: Any,
    calls: Any,
    declarations: Any,
    belotes: Any,
    state: Any,
    running: Any,
    entries: Any,
    plays: Any,
    row: Any,
    found: Any,
    count: Any,
    index: int,
) -> None:
    """Judge one deal that was not thrown in, part by part in the order of play."""
    first = count[0]
    read_hands(rules, deal, row, found, count, index)
    read_auction(rules, deal, calls, state, row, found, count, index)
    read_contract(rules, deal, state, row)
    if (rules.not_stated >> AUCTION_PART) & 1 == 0:
        compare_contract(rules, deal, state, found, count, index)
    dealt = row.hands.copy()
    if row.contract == ABSENT:
        cannot(row, PLAY_PART, NO_CONTRACT)
        cannot(row, DECLARATIONS_PART, NO_CONTRACT)
        cannot(row, BELOTE_PART, NO_CONTRACT)
        note_hands(rules, row, dealt)
        return
    exchange_seven(rules, deal, row)
    if play_through(rules, deal, row, plays) < max(deal.plays_n, 1):
        read_play(rules, deal, row, plays, found, count, index)
    for seat in range(rules.deal_players):
        # What the plays add to a hand was dealt, all but the turned card that a seven was given for.
        added = row.hands[seat] & ~dealt[seat]
        if seat == deal.exchange_seat and 0 <= deal.turned < 32 and not rules.turned_to_taker:
            added &= ~(1 << deal.turned)
        dealt[seat] |= added
    held = dealt[deal.exchange_seat] if deal.exchange_seat != ABSENT else 0
    judge_exchange(rules, deal, row, held, found, count, index)
    check_turned(rules, deal, row, dealt, found, count, index)
    compare_winners(rules, deal, row, found, count, index)
    compare_points(rules, deal, row, plays, found, count, index)
    n = read_announcements(rules, deal, row, dealt, declarations, entries, found, count, index)
    row.has_declared = row.reasons[DECLARATIONS_PART] == 0 or counts_nothing(rules, row.contract)
    declared = np.zeros(SEATS, np.int64)
    count_declared(rules, row, entries, n, declared)
    row.declared[:] = declared
    read_belotes(rules, deal, row, row.hands | dealt, plays, belotes, found, count, index)
    row.hands[:] = dealt
    note_hands(rules, row, dealt)
    if (rules.not_stated >> SETTLEMENT) & 1:
        cannot(row, CLAIMS_PART, NOT_STATED)
        return
    if deal.ended != 0:
        return
    compare_declarations(table, rules, deal, row, entries, n, found, count, index)
    revoked = np.zeros(SEATS, np.int64)
    for at in range(first, min(count[0], len(found))):
        if PART_OF[found[at].code] == PLAY_PART and found[at].seat != ABSENT:
            revoked[side_of(rules, found[at].seat)] = 1
    penalised = compare_score(table, rules, deal, row, entries, n, running.hanging, revoked, found, count, index)
    score = np.zeros(SEATS, np.int64)
    result = np.zeros(RESULT, np.int64)
    if reckon(rules, deal, row, entries, n, max(running.hanging, 0), OURS, score, result):
        row.outcome = result[0]
        if running.hanging != ABSENT:
            row.has_score = 1
            row.score[:] = score
            row.hanging = result[1]
            if penalised:
                # A revoke costs points, and those that hang wait (open point A-43).
                row.score[:] = deal.claim_score
                row.hanging = running.hanging
    compare_penalties(rules, deal, row, found, count, index, revoked)


@rule
def note_hands(rules: Rules, row: Any, dealt: Any) -> None:
    """Note what declarations the hands held, as far as they are known to the last card."""
    for seat in range(rules.deal_players):
        if row.hands_known[seat]:
            note_held(row, seat, dealt[seat])


@rule
def clear(row: Any) -> None:
    """Start with nothing known."""
    row.contract = ABSENT
    row.level = ABSENT
    row.taker = ABSENT
    row.doubled = 1
    row.leader = ABSENT
    row.gap = ABSENT
    row.capot = ABSENT
    row.hanging = ABSENT
    row.seats[:] = NOTHING
    row.winners[:] = NOTHING


@rule
def read_contract(rules: Rules, deal: Any, state: Any, row: Any) -> None:
    """The contract that was played: what the calls led to, else what the record claims; and who led to it.

    The record comes first where the ruleset does not say what calls lead to.
    """
    believed = (rules.not_stated >> AUCTION_PART) & 1 == 1 and deal.claim_contract != ABSENT
    if state.level != ABSENT and not believed:
        row.contract = state.contract
        row.level = state.level
        row.taker = state.taker
        row.doubled = state.doubled
        if row.contract == ABSENT and deal.claim_contract != ABSENT:
            row.contract = deal.claim_contract & 7
        if row.taker == ABSENT:
            row.taker = deal.claim_taker
    elif deal.claim_contract != ABSENT:
        row.contract = deal.claim_contract & 7
        row.level = deal.claim_contract >> 3
        row.taker = deal.claim_taker
        if deal.claim_doubled != ABSENT:
            row.doubled = deal.claim_doubled
    if rules.play_opening_lead != LEAD_ELDEST:
        row.leader = row.taker
    elif deal.dealer != ABSENT:
        row.leader = (deal.dealer + 1) % rules.deal_players


def judge_frame(deals: Frame, table: Any) -> tuple[Any, Any]:
    """Judge a frame of whole matches; the rows of JUDGED, one a deal, and of FINDING, in order."""
    judged: Any = np.zeros(len(deals.deals), JUDGED).view(np.recarray)
    scratch = tuple(
        np.zeros(size, kind).view(np.recarray) for size, kind in ((1, AUCTION), (1, RUNNING), (ENTRIES, ENTERED))
    )
    size = 64 + len(deals.deals)
    while True:
        found: Any = np.zeros(size, FINDING).view(np.recarray)
        count = np.zeros(1, np.int64)
        judge(table, deals.deals, deals.calls, deals.declarations, deals.belotes, scratch, judged, found, count)
        if count[0] <= size:
            return judged, found[: count[0]]
        size = int(count[0])
        judged[:] = np.zeros(1, JUDGED)[0]
