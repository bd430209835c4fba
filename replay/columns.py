"""Deals as columns: filled into the records that compiled rules read, and what these say written out as columns."""

from typing import Any, Final, NamedTuple

import numpy as np

from replay.cards import NOTHING
from replay.findings import ABSENT
from replay.frame import HAND, HELD, PLAYS, SEATS, TRICKS
from replay.jit import rule
from replay.judgement import PARTS

LAST_TRICK_INCLUDED: Final = 0
CAPOT_INCLUDED: Final = 1
"""What recorded points hold besides cards, by the number that stands for it in `include`."""


class Lists(NamedTuple):
    """A column of lists: of row i the values from offsets[i] to offsets[i + 1], if it has any at all."""

    valid: Any
    offsets: Any
    values: Any


class Events(NamedTuple):
    """A column of lists of things that happened before a play, each with several numbers."""

    valid: Any
    offsets: Any
    seat: Any
    play: Any
    first: Any
    """The cards of a declaration, the suit of a belote."""
    kind: Any
    top: Any


class Columns(NamedTuple):
    """Deals column by column, of whole matches. Numbers are ABSENT where the record has none."""

    match: Any
    number: Any
    rules: Any
    """Index of the ruleset."""
    dealer: Any
    turned: Any
    dealt_order: Any
    hands: Lists
    hand_sizes: Lists
    before: Lists
    plays: Lists
    play_seats: Lists
    exchange_seat: Any
    exchange_play: Any
    calls: Lists
    call_seats: Lists
    declarations: Events
    belotes: Events
    contract: Any
    taker: Any
    doubled: Any
    match_winner: Any
    winners: Lists
    points: Lists
    include: Lists
    declared: Lists
    belote: Lists
    hanging: Lists
    score: Lists
    totals: Lists
    penalties: Lists
    ended: Any
    ended_by: Any
    simulated: Any


class Room(NamedTuple):
    """Room for the records of deals with their calls and announcements, as in a Frame."""

    deals: Any
    calls: Any
    declarations: Any
    belotes: Any


@rule
def fill(columns: Columns, order: Any, first: int, last: int, room: Room) -> None:
    """Fill the records of the deals from first to last of an order, which goes by match and number."""
    calls_at = declarations_at = belotes_at = 0
    for place in range(first, last):
        i = order[place]
        row = room.deals[place - first]
        row.rules = columns.rules[i]
        row.starts_match = place == first or columns.match[order[place - 1]] != columns.match[i]
        row.number = columns.number[i]
        row.dealer = columns.dealer[i]
        row.turned = columns.turned[i]
        row.dealt_order = columns.dealt_order[i]
        fill_hands(columns, i, row)
        row.plays_n = fill_bytes(columns.plays, i, row.plays)
        row.play_seats[:] = NOTHING
        fill_bytes(columns.play_seats, i, row.play_seats)
        row.exchange_seat = columns.exchange_seat[i]
        row.exchange_play = columns.exchange_play[i]
        row.ended = columns.ended[i]
        row.ended_by = columns.ended_by[i]
        row.simulated = columns.simulated[i]
        fill_claims(columns, i, row)
        row.calls_at = calls_at
        row.calls_n = ABSENT
        if columns.calls.valid[i]:
            start, end = columns.calls.offsets[i], columns.calls.offsets[i + 1]
            row.calls_n = end - start
            seats = columns.call_seats.offsets[i]
            seated = columns.call_seats.valid[i]
            for at in range(start, end):
                each = room.calls[calls_at]
                each.call = columns.calls.values[at]
                each.seat = ABSENT
                if seated and columns.call_seats.values[seats + at - start] != NOTHING:
                    each.seat = columns.call_seats.values[seats + at - start]
                calls_at += 1
        row.declarations_at = declarations_at
        row.declarations_n = ABSENT
        events = columns.declarations
        if events.valid[i]:
            start, end = events.offsets[i], events.offsets[i + 1]
            row.declarations_n = end - start
            for rank in range(end - start):
                at = nth(events.play, start, end, rank)
                said = room.declarations[declarations_at]
                said.seat = events.seat[at]
                said.play = events.play[at]
                said.cards = events.first[at]
                said.kind = events.kind[at]
                said.top = events.top[at]
                declarations_at += 1
        row.belotes_at = belotes_at
        row.belotes_n = ABSENT
        events = columns.belotes
        if events.valid[i]:
            start, end = events.offsets[i], events.offsets[i + 1]
            row.belotes_n = end - start
            for rank in range(end - start):
                at = nth(events.play, start, end, rank)
                word = room.belotes[belotes_at]
                word.seat = events.seat[at]
                word.suit = events.first[at]
                word.play = events.play[at]
                belotes_at += 1


@rule
def nth(plays: Any, start: int, end: int, rank: int) -> int:
    """Where the event stands that comes after `rank` others in the order of play; equal ones as they stand.

    Where one does not say when, all stay as they stand.
    """
    for at in range(start, end):
        if plays[at] < 0:
            return start + rank
    for at in range(start, end):
        before = 0
        for other in range(start, end):
            before += plays[other] < plays[at] or (plays[other] == plays[at] and other < at)
        if before == rank:
            return at
    return start + rank


@rule
def fill_hands(columns: Columns, i: int, row: Any) -> None:
    """Put the recorded hands of a deal into its record, seat by seat."""
    row.has_hands = columns.hands.valid[i]
    row.hands[:] = NOTHING
    row.hand_sizes[:] = 0
    row.before[:] = ABSENT
    if columns.hands.valid[i]:
        at = columns.hands.offsets[i]
        first = columns.hand_sizes.offsets[i]
        for seat in range(columns.hand_sizes.offsets[i + 1] - first):
            size = int(columns.hand_sizes.values[first + seat])
            row.hand_sizes[seat] = size
            for n in range(min(size, HAND)):
                row.hands[seat, n] = columns.hands.values[at + n]
            at += size
    if columns.before.valid[i]:
        first = columns.before.offsets[i]
        for seat in range(columns.before.offsets[i + 1] - first):
            row.before[seat] = columns.before.values[first + seat]


@rule
def fill_bytes(lists: Lists, i: int, into: Any) -> int:
    """Put a list of bytes into a record; the answer is how long it is, ABSENT where there is none."""
    into[:] = NOTHING
    if not lists.valid[i]:
        return ABSENT
    start, end = lists.offsets[i], lists.offsets[i + 1]
    for at in range(min(end - start, len(into))):
        into[at] = lists.values[start + at]
    return int(end - start)


@rule
def fill_numbers(lists: Lists, i: int, into: Any) -> bool:
    """Put a list of numbers into a record, ABSENT where there is none; whether there is."""
    into[:] = ABSENT
    if not lists.valid[i]:
        return False
    start, end = lists.offsets[i], lists.offsets[i + 1]
    for at in range(min(end - start, len(into))):
        into[at] = lists.values[start + at]
    return True


@rule
def fill_claims(columns: Columns, i: int, row: Any) -> None:
    """Put what a deal's record says came out into its record."""
    row.claim_contract = columns.contract[i]
    row.claim_taker = columns.taker[i]
    row.claim_doubled = columns.doubled[i]
    row.claim_match_winner = columns.match_winner[i]
    row.claim_winners[:] = ABSENT
    row.claim_winners_n = ABSENT
    if columns.winners.valid[i]:
        start, end = columns.winners.offsets[i], columns.winners.offsets[i + 1]
        row.claim_winners_n = end - start
        for trick in range(min(end - start, TRICKS)):
            winner = columns.winners.values[start + trick]
            if winner != NOTHING:
                row.claim_winners[trick] = winner
    fill_numbers(columns.points, i, row.claim_points)
    row.claim_last_trick = 0
    row.claim_capot = 0
    if columns.include.valid[i]:
        for at in range(columns.include.offsets[i], columns.include.offsets[i + 1]):
            if columns.include.values[at] == LAST_TRICK_INCLUDED:
                row.claim_last_trick = 1
            elif columns.include.values[at] == CAPOT_INCLUDED:
                row.claim_capot = 1
    fill_numbers(columns.declared, i, row.claim_declarations)
    fill_numbers(columns.belote, i, row.claim_belote)
    fill_numbers(columns.hanging, i, row.claim_hanging)
    row.claim_has_score = fill_numbers(columns.score, i, row.claim_score)
    row.claim_has_totals = fill_numbers(columns.totals, i, row.claim_totals)
    row.claim_has_penalties = fill_numbers(columns.penalties, i, row.claim_penalties)


class Verdicts(NamedTuple):
    """What is said of deals, column by column: of a list the offsets stand beside its values."""

    verdicts: Any
    reasons: Any
    contract: Any
    level: Any
    taker: Any
    doubled: Any
    outcome: Any
    leader: Any
    capot: Any
    hanging: Any
    seats: Any
    seats_at: Any
    winners: Any
    winners_at: Any
    points: Any
    points_at: Any
    tricks: Any
    tricks_at: Any
    declared: Any
    declared_at: Any
    belote: Any
    belote_at: Any
    score: Any
    score_at: Any
    totals: Any
    totals_at: Any
    held_seat: Any
    held_kind: Any
    held_cards: Any
    held_at: Any
    odd: Any
    """1 where the seats of the plays do not follow from leader and winners."""


def room_for_verdicts(n: int) -> Verdicts:
    """Room for what is said of n deals."""
    parts = len(PARTS)

    def offsets() -> Any:
        return np.zeros(n + 1, np.int32)

    return Verdicts(
        verdicts=np.empty((n, parts), np.uint8),
        reasons=np.empty((n, parts), np.uint8),
        contract=np.empty(n, np.int16),
        level=np.empty(n, np.int16),
        taker=np.empty(n, np.int16),
        doubled=np.empty(n, np.uint8),
        outcome=np.empty(n, np.uint8),
        leader=np.empty(n, np.int16),
        capot=np.empty(n, np.int16),
        hanging=np.empty(n, np.int16),
        seats=np.empty(n * PLAYS, np.uint8),
        seats_at=offsets(),
        winners=np.empty(n * TRICKS, np.uint8),
        winners_at=offsets(),
        points=np.empty(n * SEATS, np.int16),
        points_at=offsets(),
        tricks=np.empty(n * SEATS, np.uint8),
        tricks_at=offsets(),
        declared=np.empty(n * SEATS, np.int16),
        declared_at=offsets(),
        belote=np.empty(n * SEATS, np.int16),
        belote_at=offsets(),
        score=np.empty(n * SEATS, np.int16),
        score_at=offsets(),
        totals=np.empty(n * SEATS, np.int32),
        totals_at=offsets(),
        held_seat=np.empty(n * HELD, np.uint8),
        held_kind=np.empty(n * HELD, np.uint8),
        held_cards=np.empty(n * HELD, np.uint32),
        held_at=offsets(),
        odd=np.empty(n, np.uint8),
    )


@rule
def write_out(table: Any, deals: Any, judged: Any, first: int, out: Verdicts) -> None:
    """Write judged records into columns from row `first` on; the room before it is filled."""
    for at in range(len(judged)):
        row = judged[at]
        rules = table[deals[at].rules]
        place = first + at
        out.verdicts[place] = row.verdicts
        out.reasons[place] = row.reasons
        out.contract[place] = row.contract
        out.level[place] = row.level if row.level > 1 else ABSENT
        out.taker[place] = row.taker
        out.doubled[place] = row.doubled
        out.outcome[place] = row.outcome
        out.leader[place] = row.leader
        out.capot[place] = row.capot
        out.hanging[place] = row.hanging
        odd = not seats_follow(rules, row) or row.plays_n != max(deals[at].plays_n, 0)
        out.odd[place] = odd
        n = out.seats_at[place]
        if odd:
            for play in range(row.plays_n):
                if play != row.gap:
                    out.seats[n] = row.seats[play]
                    n += 1
        out.seats_at[place + 1] = n
        put(row.winners, row.winners_n, out.winners, out.winners_at, place)
        sides = rules.sides
        put(row.points, sides if row.has_points else 0, out.points, out.points_at, place)
        put(row.tricks, sides if row.winners_n > 0 else 0, out.tricks, out.tricks_at, place)
        put(row.declared, sides if row.has_declared else 0, out.declared, out.declared_at, place)
        put(row.belote, sides if row.has_belote else 0, out.belote, out.belote_at, place)
        put(row.score, sides if row.has_score else 0, out.score, out.score_at, place)
        put(row.totals, sides if row.has_totals else 0, out.totals, out.totals_at, place)
        n = out.held_at[place]
        for each in range(row.held_n):
            out.held_seat[n] = row.held_seat[each]
            out.held_kind[n] = row.held_kind[each]
            out.held_cards[n] = row.held_cards[each]
            n += 1
        out.held_at[place + 1] = n


@rule
def put(values: Any, n: int, into: Any, offsets: Any, place: int) -> None:
    """Append the first n values to a column of lists."""
    at = offsets[place]
    for i in range(n):
        into[at + i] = values[i]
    offsets[place + 1] = at + n


@rule
def seats_follow(rules: Any, row: Any) -> bool:
    """Whether every trick was played round from its leader, each led by who took the last."""
    if row.gap != ABSENT:
        return False
    players = rules.deal_players
    for play in range(row.plays_n):
        lead = row.leader
        if play >= players:
            trick = play // players - 1
            if trick >= row.winners_n:
                return False
            lead = int(row.winners[trick])
        if lead == ABSENT or row.seats[play] != (lead + play % players) % players:
            return False
    return True
