"""One deal judged part by part, in the order of play, and again in each reading where its auction is at fault."""

from typing import Any

from replay.accounts import OURS, count_declared, reckon
from replay.announcing import counts_nothing, read_announcements
from replay.auction import AS_CALLED, AS_CLAIMED, NOTED, READINGS, TURNED_UNKNOWN, read_auction
from replay.belote import read_belotes
from replay.claims import (
    CONTRACT,
    compare_contract,
    compare_declarations,
    compare_penalties,
    compare_points,
    compare_score,
    compare_winners,
    nothing_claimed,
)
from replay.compiled import Rules
from replay.dealing import WRONG_TURNED, check_turned, exchange_seven, judge_exchange
from replay.declarations import note_held
from replay.findings import (
    ABSENT,
    AUCTION_PART,
    BELOTE_PART,
    CLAIMS_PART,
    DECLARATIONS_PART,
    NO_CONTRACT,
    NO_SCORE,
    NOT_PLAYED_OUT,
    NOT_STATED,
    PLAY_PART,
    cannot,
)
from replay.frame import SEATS
from replay.hands import read_hands
from replay.jit import inlined, rule
from replay.judgement import STATED
from replay.knobs import code
from replay.play import read_play
from replay.quick import copy_plays, play_through
from replay.running import check_thrown_in
from replay.seats import copy, side_of
from replay.violations import PART_OF

LEAD_ELDEST = code("play.opening_lead", "eldest")
SETTLEMENT = STATED.index("settlement")


@inlined
def read_opening(
    rules: Rules, deal: Any, calls: Any, state: Any, reading: int, row: Any, found: Any, count: Any, index: int
) -> None:
    """Judge a deal up to its contract: the hands and the auction, in one reading of it."""
    read_hands(rules, deal, row, found, count, index)
    read_auction(rules, deal, calls, state, reading, row, found, count, index)
    read_contract(rules, deal, state, reading, row)
    check_thrown_in(rules, deal, state, found, count, index)
    if (rules.not_stated >> AUCTION_PART) & 1 == 0:
        compare_contract(rules, deal, state, found, count, index)


@inlined
def read_deal(
    table: Any,
    rules: Rules,
    deal: Any,
    calls: Any,
    declarations: Any,
    belotes: Any,
    state: Any,
    reading: int,
    running: Any,
    entries: Any,
    room: Any,
    plays: Any,
    row: Any,
    found: Any,
    count: Any,
    index: int,
    played: bool,
) -> None:
    """Judge one deal that was not thrown in, part by part in the order of play, in one reading of its auction.

    `played` says that it is judged up to its last card, and that nothing was found.
    """
    first = count[0]
    work, ours, theirs = room[0][0], room[1][0], room[1][1]
    dealt, declared, revoked = work.dealt, work.declared, work.revoked
    if not played:
        read_opening(rules, deal, calls, state, reading, row, found, count, index)
    copy(row.hands, dealt)
    if row.contract == ABSENT:
        cannot(row, PLAY_PART, NO_CONTRACT)
        cannot(row, DECLARATIONS_PART, NO_CONTRACT)
        cannot(row, BELOTE_PART, NO_CONTRACT)
        nothing_claimed(deal, row)
        cannot(row, CLAIMS_PART, NO_CONTRACT)
        note_hands(rules, row, dealt)
        return
    exchange_seven(rules, deal, row)
    if played:
        copy_plays(deal, plays)
    elif play_through(rules, deal, row, plays) < max(deal.plays_n, 1):
        read_play(rules, deal, row, plays, found, count, index)
    for seat in range(rules.deal_players):
        # What the plays add to a hand was dealt, all but the turned card that a seven was given for.
        added = row.hands[seat] & ~dealt[seat]
        if seat == deal.exchange_seat and 0 <= deal.turned < 32 and not rules.turned_to_taker:
            added &= ~(1 << int(deal.turned))
        dealt[seat] |= added
    held = dealt[deal.exchange_seat] if deal.exchange_seat != ABSENT else 0
    judge_exchange(rules, deal, row, held, found, count, index)
    check_turned(rules, deal, row, dealt, found, count, index)
    compare_winners(rules, deal, row, found, count, index)
    believed = compare_points(rules, deal, row, plays, found, count, index)
    n = read_announcements(rules, deal, row, work, declarations, entries, found, count, index)
    row.has_declared = row.reasons[DECLARATIONS_PART] == 0 or counts_nothing(rules, row.contract)
    count_declared(rules, row, entries, n, declared)
    copy(declared, row.declared)
    for seat in range(SEATS):
        work.either[seat] = row.hands[seat] | dealt[seat]
    read_belotes(rules, deal, row, work.either, plays, belotes, found, count, index)
    copy(dealt, row.hands)
    note_hands(rules, row, dealt)
    if (rules.not_stated >> SETTLEMENT) & 1:
        cannot(row, CLAIMS_PART, NOT_STATED)
        return
    if deal.ended != 0:
        if deal.claim_has_score or deal.claim_declarations[0] != ABSENT or deal.claim_belote[0] != ABSENT:
            cannot(row, CLAIMS_PART, NOT_PLAYED_OUT)
        return
    compare_declarations(table, rules, deal, row, entries, n, found, count, index)
    if not believed:
        cannot(row, CLAIMS_PART, NO_SCORE)
        return
    revoked[:] = 0
    for at in range(first, min(count[0], len(found))):
        if PART_OF[found[at].code] == PLAY_PART and found[at].seat != ABSENT:
            revoked[side_of(rules, found[at].seat)] = 1
    settled = reckon(rules, deal, row, entries, n, max(running.hanging, 0), OURS, ours)
    penalised = compare_score(
        table, rules, deal, row, entries, n, running.hanging, revoked, settled, ours, theirs, found, count, index
    )
    if settled:
        row.outcome = ours.outcome
        if running.hanging != ABSENT:
            row.has_score = 1
            copy(ours.score, row.score)
            row.hanging = ours.hanging
            if penalised:
                # A revoke costs points, and those that hang wait (open point A-43).
                copy(deal.claim_score, row.score)
                row.hanging = running.hanging
    if deal.claim_has_penalties:
        compare_penalties(rules, deal, row, found, count, index, revoked)


@inlined
def note_hands(rules: Rules, row: Any, dealt: Any) -> None:
    """Note what declarations the hands held, as far as they are known to the last card."""
    for seat in range(rules.deal_players):
        if row.hands_known[seat]:
            note_held(row, seat, dealt[seat])


@inlined
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
    room: Any,
    plays: Any,
    judged: Any,
    blank: Any,
    found: Any,
    count: Any,
    index: int,
    reasons: Any,
    played: bool,
) -> None:
    """Judge one deal that was not thrown in; where its auction is at fault, in every reading, and keep the one that
    leaves least unexplained.

    One wrong call, word or card is one mistake: what the table made of it shows in the rest of the record. Of equal
    readings the first stands. `reasons` is room for those that were there before the deal; `played` says that it
    was judged ahead up to its last card.
    """
    opened = count[0]
    copy(judged[index].reasons, reasons)
    best = AS_CALLED
    least = 0
    for attempt in range(READINGS + 1):
        reading = attempt if attempt < READINGS else best
        row = judged[index]
        if attempt > 0:
            count[0] = opened
            judged[index] = blank[0]
            copy(reasons, row.reasons)
        read_deal(
            table,
            rules,
            deal,
            calls,
            declarations,
            belotes,
            state,
            reading,
            running,
            entries,
            room,
            plays,
            row,
            found,
            count,
            index,
            played and attempt == 0,
        )
        unexplained = count[0] - opened
        if attempt == 0:
            if not is_doubtful(found, opened, count[0]):
                return
            least = unexplained
        elif attempt < READINGS and unexplained < least and row.contract != ABSENT:
            if reading != TURNED_UNKNOWN or was_found(found, opened, count[0], WRONG_TURNED):
                least = unexplained
                best = reading


@rule
def is_doubtful(found: Any, first: int, last: int) -> bool:
    """Whether findings speak of the auction, of what came of it, or of the turned card, and of something else."""
    if last - first < 2:
        return False
    for at in range(first, min(last, len(found))):
        code = found[at].code
        if PART_OF[code] == AUCTION_PART or code == CONTRACT or code == WRONG_TURNED:
            return True
    return False


@rule
def was_found(found: Any, first: int, last: int, code: int) -> bool:
    """Whether findings have a code."""
    for at in range(first, min(last, len(found))):
        if found[at].code == code:
            return True
    return False


@inlined
def read_contract(rules: Rules, deal: Any, state: Any, reading: int, row: Any) -> None:
    """The contract that was played: what the calls led to, else what the record claims; and who led to it.

    The record comes first where the ruleset does not say what calls lead to, or where it is read so.
    """
    believed = (rules.not_stated >> AUCTION_PART) & 1 == 1 or reading == AS_CLAIMED
    believed = believed and deal.claim_contract != ABSENT
    if state.level != ABSENT and not believed:
        row.contract = state.contract
        row.level = state.level
        row.taker = state.taker
        row.doubled = state.doubled
        if row.contract == ABSENT and deal.claim_contract != ABSENT:
            row.contract = deal.claim_contract & 7
        if row.taker == ABSENT or (reading == AS_CLAIMED and deal.claim_taker != ABSENT):
            row.taker = deal.claim_taker
        if (reading == AS_CLAIMED or rules.auction_doubling == NOTED) and deal.claim_doubled != ABSENT:
            row.doubled = deal.claim_doubled
    elif deal.claim_contract != ABSENT:
        row.contract = deal.claim_contract & 7
        row.level = deal.claim_contract >> 3
        row.taker = deal.claim_taker if deal.claim_taker != ABSENT or state.level == ABSENT else state.taker
        if deal.claim_doubled != ABSENT:
            row.doubled = deal.claim_doubled
    if rules.play_opening_lead != LEAD_ELDEST:
        row.leader = row.taker
    elif deal.dealer != ABSENT:
        row.leader = (deal.dealer + 1) % rules.deal_players
