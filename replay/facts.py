"""What figures count of a deal, worked out beside its verdict: its outcome, its auction, and what its hands held."""

from typing import Any

from replay.cards import NO_TRUMP
from replay.contest import CONTEST_NONE
from replay.facts_columns import (
    ATTACK,
    ATTACK_POINTS,
    ATTACK_SCORE,
    AUCTION_ROUND,
    BELOTE_COUNTING,
    BROKEN,
    CAPOT,
    CONTRACT,
    CONTRACTS,
    COUNTING,
    DEALER,
    DEFENCE_POINTS,
    DEFENCE_SCORE,
    DOUBLED,
    DOUBLER,
    FLAGS,
    HAND_SIZE,
    LEVEL,
    MADE_AT,
    NONE,
    OUTCOME,
    PACK,
    PLACE,
    POINTS0,
    POINTS1,
    SIDES,
    STAGE,
    TABLE_SIZE,
    TAKER,
    WINNER,
    Facts,
    known,
)
from replay.facts_hands import class_of, note_belotes, note_cards, note_declarations, note_taker
from replay.findings import ABSENT, PLAY_PART
from replay.jit import inlined, plain, rule
from replay.judgement import Outcome
from replay.knobs import code
from replay.record import CAPOT_BID, DOUBLE, PASS, REDOUBLE
from replay.seats import side_of
from replay.violations import PART_OF

STYLE_TAKE = code("auction.style", "take")
MADE, THROWN_IN = int(Outcome.MADE), int(Outcome.THROWN_IN)
SETTLED_FROM, SETTLED_TO = int(Outcome.MADE), int(Outcome.HANGING)
ABANDONED = 2
FAULTY, PASSED, BROKEN_OFF, INCOMPLETE, SIMULATED = 1, 2, 4, 8, 32
"""Flags of a deal: a rule of play was broken, thrown in, abandoned, not known to its end, simulated."""


def count_facts(
    table: Any,
    deals: Any,
    calls: Any,
    declarations: Any,
    belotes: Any,
    judged: Any,
    found: Any,
    unsettled: Any,
    first: int,
    out: Facts,
) -> None:
    """Work out the facts of judged deals, into columns from row `first` on; the room before it is filled.

    `found` are the findings in order of their deals, `unsettled` says which of them are.
    """
    table, deals, calls, declarations = map(plain, (table, deals, calls, declarations))
    belotes, judged, found = map(plain, (belotes, judged, found))
    _count_facts(table, deals, calls, declarations, belotes, judged, found, unsettled, first, out)


@rule
def _count_facts(
    table: Any,
    deals: Any,
    calls: Any,
    declarations: Any,
    belotes: Any,
    judged: Any,
    found: Any,
    unsettled: Any,
    first: int,
    out: Facts,
) -> None:
    next_found = 0
    for at in range(len(deals)):
        deal, row = deals[at], judged[at]
        rules = table[deal.rules]
        place = first + at
        numbers = out.numbers[:, place]
        numbers[:] = NONE
        n = out.faults_at[place]
        faulty = False
        broken = 0
        while next_found < len(found) and found[next_found].deal == at:
            each = found[next_found]
            if each.code != ABSENT and not unsettled[next_found]:
                faulty = faulty or PART_OF[each.code] == PLAY_PART
                broken += 1
                out.faults[n] = each.seat
                n += 1
            next_found += 1
        out.faults_at[place + 1] = n
        numbers[BROKEN] = broken
        sort_faults(out.faults, out.faults_at[place], n)
        note_outcome(rules, deal, row, numbers, faulty)
        out.settled[place] = SETTLED_FROM <= row.outcome <= SETTLED_TO
        out.complete[place] = row.winners_n == rules.hand_size
        note_cards(rules, deal, row, out.before[place], out.whole[place], numbers)
        note_taker(rules, out.before[place], out.whole[place], numbers)
        note_auction(rules, deal, calls, out, place, numbers)
        out.speaks[place] = (
            deal.declarations_n >= 0
            and rules.declarations_contest != CONTEST_NONE
            and row.contract != ABSENT
            and (row.contract != NO_TRUMP or rules.declarations_no_trump)
        )
        note_declarations(rules, deal, declarations, row, out, place)
        note_belotes(rules, deal, belotes, row, out.whole[place], numbers)


@inlined
def sort_faults(seats: Any, first: int, last: int) -> None:
    """Put the seats that broke a rule in order, those not known last."""
    for i in range(first + 1, last):
        j = i
        while j > first and seats[j - 1] != seats[j] and (seats[j - 1] == ABSENT or 0 <= seats[j] < seats[j - 1]):
            seats[j - 1], seats[j] = seats[j], seats[j - 1]
            j -= 1


@inlined
def note_outcome(rules: Any, deal: Any, row: Any, numbers: Any, faulty: bool) -> None:
    """Note the contract, what came of it, and in whose favour."""
    sides = rules.sides
    numbers[TABLE_SIZE] = rules.deal_players
    numbers[SIDES] = sides
    numbers[HAND_SIZE] = rules.hand_size
    numbers[PACK] = rules.deal_pack
    numbers[DEALER] = known(deal.dealer)
    numbers[TAKER] = known(row.taker)
    numbers[CONTRACT] = known(row.contract)
    numbers[LEVEL] = row.level if row.level > 1 else NONE
    numbers[DOUBLED] = row.doubled
    numbers[OUTCOME] = row.outcome
    numbers[CAPOT] = known(row.capot)
    complete = row.winners_n == rules.hand_size
    numbers[FLAGS] = (
        FAULTY * faulty
        + PASSED * (row.outcome == THROWN_IN)
        + BROKEN_OFF * (deal.ended == ABANDONED)
        + INCOMPLETE * (not complete and row.outcome != THROWN_IN)
        + SIMULATED * (deal.simulated != 0)
    )
    if row.has_points and sides == 2:
        numbers[POINTS0], numbers[POINTS1] = row.points[0], row.points[1]
    counting = belote_counting = 0
    for seat in range(rules.deal_players):
        side = side_of(rules, seat)
        counting |= (1 << seat) * (row.has_declared != 0 and row.declared[side] > 0)
        belote_counting |= (1 << seat) * (row.has_belote != 0 and row.belote[side] > 0)
    numbers[COUNTING] = counting
    numbers[BELOTE_COUNTING] = belote_counting
    if deal.claim_match_winner != ABSENT:
        numbers[WINNER] = deal.claim_match_winner
    elif row.has_totals:
        best = ahead = 0
        for side in range(sides):
            if row.totals[side] > row.totals[best]:
                best = side
        for side in range(sides):
            ahead += row.totals[side] == row.totals[best]
        if row.totals[best] >= rules.match_target and ahead == 1:
            numbers[WINNER] = best
    if row.contract == ABSENT or row.taker == ABSENT:
        return
    attack = side_of(rules, row.taker)
    numbers[ATTACK] = attack
    points = score = 0
    for side in range(sides):
        points += row.points[side]
        score += row.score[side]
    if row.has_points:
        numbers[ATTACK_POINTS] = row.points[attack]
        numbers[DEFENCE_POINTS] = points - row.points[attack]
    if row.has_score:
        numbers[ATTACK_SCORE] = row.score[attack]
        numbers[DEFENCE_SCORE] = score - row.score[attack]
    if SETTLED_FROM <= row.outcome <= SETTLED_TO:
        numbers[MADE_AT] = row.outcome == MADE
    elif row.outcome != THROWN_IN and complete and row.has_points and deal.ended == 0:
        if row.level == CAPOT_BID:
            numbers[MADE_AT] = row.capot == attack
        else:
            level = row.level if row.level > 1 else 0
            numbers[MADE_AT] = row.points[attack] > points - row.points[attack] and row.points[attack] >= level


@inlined
def note_auction(rules: Any, deal: Any, calls: Any, out: Facts, place: int, numbers: Any) -> None:
    """Note when the contract was named, who doubled it, and who passed before anybody spoke with which hand."""
    players = rules.deal_players
    take = rules.auction_style == STYLE_TAKE
    numbers[STAGE] = 0
    n = out.passes_at[place]
    if deal.calls_n >= 0:
        last_bid = last_double = ABSENT
        quiet = deal.calls_n
        for at in range(deal.calls_n):
            call = calls[deal.calls_at + at].call
            if call != PASS:
                quiet = min(quiet, at)
            if call == DOUBLE:
                last_double = at
            elif call != PASS and call != REDOUBLE:
                last_bid = at
        if last_bid != ABSENT:
            numbers[AUCTION_ROUND] = last_bid // players + 1
            if take:
                numbers[STAGE] = min(last_bid // players, 1) + 1
        if last_double != ABSENT:
            numbers[DOUBLER] = caller(deal, calls, last_double, players)
        if deal.dealer != ABSENT:
            for at in range(quiet):
                n = note_pass(rules, deal, calls, at, out, place, n)
    out.passes_at[place + 1] = n
    if numbers[TAKER] != NONE and deal.dealer != ABSENT:
        numbers[PLACE] = (numbers[TAKER] - deal.dealer + players - 1) % players


@inlined
def caller(deal: Any, calls: Any, at: int, players: int) -> int:
    """Who made a call: as recorded, else whose turn it was; NONE where that is not known."""
    seat = calls[deal.calls_at + at].seat
    if seat != ABSENT:
        return int(seat)
    return NONE if deal.dealer == ABSENT else (deal.dealer + 1 + at) % players


@inlined
def note_pass(rules: Any, deal: Any, calls: Any, at: int, out: Facts, place: int, n: int) -> int:
    """Note one pass with the classes of the hand in all contracts that could be bid; the answer is how many there are.

    One whose hand at the auction is not known tells nothing.
    """
    players = rules.deal_players
    seat = caller(deal, calls, at, players)
    turn = (deal.dealer + 1 + at) % players
    hand = out.before[place, seat]
    take = rules.auction_style == STYLE_TAKE
    if hand == ABSENT or (take and not 0 <= deal.turned < 32):
        return n
    out.passes[n, 0] = seat
    out.passes[n, 1] = min(at // players, 1) + 1 if take else 0
    bar = deal.before[turn]
    out.passes[n, 2] = bar if bar != ABSENT else deal.hand_sizes[turn]
    first = out.classes_at[n]
    last = first
    for contract in range(CONTRACTS):
        if take and (contract == deal.turned >> 3) != (at < players):
            continue
        out.classes[last] = class_of(hand, contract)
        last += 1
    out.classes_at[n + 1] = last
    return n + 1
