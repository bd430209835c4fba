"""Deals as columns: filled into the records that compiled rules read, and what these say written out as columns."""

from typing import Any, Final, NamedTuple

import numpy as np

from replay.cards import NOTHING
from replay.findings import ABSENT
from replay.frame import HAND, HELD, PLAYS, SEATS, TRICKS, Frame
from replay.hands import highest
from replay.jit import inlined, plain, rule
from replay.judgement import PARTS

LAST_TRICK_INCLUDED: Final = 0
CAPOT_INCLUDED: Final = 1
"""What recorded points hold besides cards, by the number that stands for it in `include`."""


USUAL_HAND, USUAL_PLAYS = 8, 32
"""Cards of a hand and of all hands in most games: so many are copied at once."""


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


def fill(columns: Columns, order: Any, first: int, last: int, room: Frame) -> None:
    """Fill the records of the deals from first to last of an order, which goes by match and number."""
    _fill(columns, order, first, last, Frame(*map(plain, room)))


@rule
def _fill(columns: Columns, order: Any, first: int, last: int, room: Frame) -> None:
    calls_at = declarations_at = belotes_at = 0
    matches, numbers, rules = columns.match, columns.number, columns.rules
    dealer, turned, dealt_order = columns.dealer, columns.turned, columns.dealt_order
    exchange_seat, exchange_play = columns.exchange_seat, columns.exchange_play
    ended, ended_by, simulated = columns.ended, columns.ended_by, columns.simulated
    contract, taker, doubled = columns.contract, columns.taker, columns.doubled
    match_winner, include = columns.match_winner, columns.include
    hands, sizes, before = columns.hands, columns.hand_sizes, columns.before
    plays, play_seats, winners = columns.plays, columns.play_seats, columns.winners
    points, counted, belote, hanging = columns.points, columns.declared, columns.belote, columns.hanging
    score, totals, penalties = columns.score, columns.totals, columns.penalties
    said, said_by, declared, words = columns.calls, columns.call_seats, columns.declarations, columns.belotes
    for place in range(first, last):
        i = order[place]
        row = room.deals[place - first]
        row.rules = rules[i]
        row.starts_match = place == first or matches[order[place - 1]] != matches[i]
        row.number = numbers[i]
        row.dealer = dealer[i]
        row.turned = turned[i]
        row.dealt_order = dealt_order[i]
        row.has_hands = hands.valid[i]
        fill_hands(hands.values, hands.offsets[i], sizes.values, sizes.offsets[i], sizes.offsets[i + 1], row)
        row.before[:] = ABSENT
        if before.valid[i]:
            start = before.offsets[i]
            for seat in range(before.offsets[i + 1] - start):
                row.before[seat] = before.values[start + seat]
        row.plays_n = fill_bytes(plays.valid[i], plays.offsets[i], plays.offsets[i + 1], plays.values, row.plays)
        fill_bytes(
            play_seats.valid[i], play_seats.offsets[i], play_seats.offsets[i + 1], play_seats.values, row.play_seats
        )
        row.exchange_seat = exchange_seat[i]
        row.exchange_play = exchange_play[i]
        row.ended = ended[i]
        row.ended_by = ended_by[i]
        row.simulated = simulated[i]
        row.claim_contract = contract[i]
        row.claim_taker = taker[i]
        row.claim_doubled = doubled[i]
        row.claim_match_winner = match_winner[i]
        row.claim_winners[:] = ABSENT
        row.claim_winners_n = ABSENT
        if winners.valid[i]:
            start, end = winners.offsets[i], winners.offsets[i + 1]
            row.claim_winners_n = end - start
            if end - start == USUAL_HAND:
                for trick in range(USUAL_HAND):
                    winner = int(winners.values[start + trick])
                    row.claim_winners[trick] = ABSENT if winner == NOTHING else winner
            else:
                for trick in range(min(end - start, TRICKS)):
                    winner = int(winners.values[start + trick])
                    row.claim_winners[trick] = ABSENT if winner == NOTHING else winner
        row.claim_last_trick = 0
        row.claim_capot = 0
        if include.valid[i]:
            for at in range(include.offsets[i], include.offsets[i + 1]):
                if include.values[at] == LAST_TRICK_INCLUDED:
                    row.claim_last_trick = 1
                elif include.values[at] == CAPOT_INCLUDED:
                    row.claim_capot = 1
        row.calls_at = calls_at
        row.calls_n = ABSENT
        if said.valid[i]:
            start, end = said.offsets[i], said.offsets[i + 1]
            row.calls_n = end - start
            seats = said_by.offsets[i]
            seated = said_by.valid[i]
            for at in range(start, end):
                each = room.calls[calls_at]
                each.call = said.values[at]
                each.seat = ABSENT
                if seated and said_by.values[seats + at - start] != NOTHING:
                    each.seat = said_by.values[seats + at - start]
                calls_at += 1
        row.declarations_at = declarations_at
        row.declarations_n = ABSENT
        if declared.valid[i]:
            start, end = declared.offsets[i], declared.offsets[i + 1]
            row.declarations_n = end - start
            for rank in range(end - start):
                at = nth(declared.play, start, end, rank)
                one = room.declarations[declarations_at]
                one.seat = declared.seat[at]
                one.play = declared.play[at]
                one.cards = declared.first[at]
                one.kind = declared.kind[at]
                one.top = declared.top[at]
                declarations_at += 1
        row.belotes_at = belotes_at
        row.belotes_n = ABSENT
        if words.valid[i]:
            start, end = words.offsets[i], words.offsets[i + 1]
            row.belotes_n = end - start
            for rank in range(end - start):
                at = nth(words.play, start, end, rank)
                word = room.belotes[belotes_at]
                word.seat = words.seat[at]
                word.suit = words.first[at]
                word.play = words.play[at]
                belotes_at += 1
        row.claim_has_score = score.valid[i]
        row.claim_has_totals = totals.valid[i]
        row.claim_has_penalties = penalties.valid[i]
        fill_numbers(points, i, row.claim_points)
        fill_numbers(counted, i, row.claim_declarations)
        fill_numbers(belote, i, row.claim_belote)
        fill_numbers(hanging, i, row.claim_hanging)
        fill_numbers(score, i, row.claim_score)
        fill_numbers(totals, i, row.claim_totals)
        fill_numbers(penalties, i, row.claim_penalties)


@inlined
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


@inlined
def fill_hands(cards: Any, at: int, sizes: Any, first: int, last: int, row: Any) -> None:
    """Put the recorded hands of a deal, seat by seat, into its record."""
    row.hands[:] = NOTHING
    row.hand_sizes[:] = 0
    if row.has_hands:
        for seat in range(last - first):
            size = int(sizes[first + seat])
            row.hand_sizes[seat] = size
            if size == USUAL_HAND:
                for n in range(USUAL_HAND):
                    row.hands[seat, n] = cards[at + n]
            else:
                for n in range(min(size, HAND)):
                    row.hands[seat, n] = cards[at + n]
            at += size


@inlined
def fill_bytes(valid: bool, start: int, end: int, values: Any, into: Any) -> int:
    """Put a list of bytes into a record; the answer is how long it is, ABSENT where there is none."""
    into[:] = NOTHING
    if not valid:
        return ABSENT
    if end - start == USUAL_PLAYS:
        for at in range(USUAL_PLAYS):
            into[at] = values[start + at]
    else:
        for at in range(min(end - start, len(into))):
            into[at] = values[start + at]
    return int(end - start)


@inlined
def fill_numbers(lists: Lists, i: int, into: Any) -> None:
    """Put the list of row i into a record, ABSENT where there is none, or no more of it."""
    start = lists.offsets[i]
    n = lists.offsets[i + 1] - start if lists.valid[i] else 0
    for at in range(len(into)):
        into[at] = ABSENT
        if at < n:
            into[at] = lists.values[start + at]


class Verdicts(NamedTuple):
    """What is said of deals, column by column: of a list the offsets stand beside its values."""

    said: Any
    """By part a byte, the first lowest: the verdict, and four times the reason why it is not auditable."""
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
    taken: Any
    """Tricks by side, four bits each, the first lowest, and above them how many sides; ABSENT without a trick."""
    declared: Any
    declared_at: Any
    belote: Any
    belote_at: Any
    score: Any
    score_at: Any
    totals: Any
    totals_at: Any
    held: Any
    """Declarations that hands held: the top card, 32 times the kind, and 512 times the seat."""
    held_at: Any
    odd: Any
    """1 where the seats of the plays do not follow from leader and winners."""
    as_claimed: Any
    """Bits by CLAIMED: what is as the record claims it, and left out here."""


CLAIMED: Final = ("winners", "points", "declared", "belote", "score", "totals")
"""What a verdict can share with the record."""


def room_for_verdicts(n: int) -> Verdicts:
    """Room for what is said of n deals."""

    def offsets() -> Any:
        return np.zeros(n + 1, np.int32)

    return Verdicts(
        said=np.empty(n, np.uint64),
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
        taken=np.empty(n, np.int16),
        declared=np.empty(n * SEATS, np.int16),
        declared_at=offsets(),
        belote=np.empty(n * SEATS, np.int16),
        belote_at=offsets(),
        score=np.empty(n * SEATS, np.int16),
        score_at=offsets(),
        totals=np.empty(n * SEATS, np.int32),
        totals_at=offsets(),
        held=np.empty(n * HELD, np.uint16),
        held_at=offsets(),
        odd=np.empty(n, np.uint8),
        as_claimed=np.empty(n, np.uint8),
    )


def write_out(table: Any, deals: Any, judged: Any, first: int, out: Verdicts) -> None:
    """Write judged records into columns from row `first` on; the room before it is filled."""
    _write_out(plain(table), plain(deals), plain(judged), first, out)


@rule
def _write_out(table: Any, deals: Any, judged: Any, first: int, out: Verdicts) -> None:
    for at in range(len(judged)):
        row, deal = judged[at], deals[at]
        rules = table[deal.rules]
        place = first + at
        said = 0
        for part in range(len(PARTS)):
            said |= (int(row.verdicts[part]) | int(row.reasons[part]) << 2) << 8 * part
        out.said[place] = said
        out.contract[place] = row.contract
        out.level[place] = row.level if row.level > 1 else ABSENT
        out.taker[place] = row.taker
        out.doubled[place] = row.doubled
        out.outcome[place] = row.outcome
        out.leader[place] = row.leader
        out.capot[place] = row.capot
        out.hanging[place] = row.hanging
        odd = (not row.in_turn and not seats_follow(rules, row)) or row.plays_n != max(deal.plays_n, 0)
        out.odd[place] = odd
        n = out.seats_at[place]
        if odd:
            for play in range(row.plays_n):
                if play != row.gap:
                    out.seats[n] = row.seats[play]
                    n += 1
        out.seats_at[place + 1] = n
        sides = rules.sides
        taken = sides << 4 * SEATS - 4
        for side in range(sides):
            taken |= row.tricks[side] << 4 * side
        out.taken[place] = taken if row.winners_n > 0 else ABSENT
        shared = put(
            row.winners, row.winners_n, deal.claim_winners, deal.claim_winners_n, out.winners, out.winners_at, place
        )
        n = sides if row.has_points else 0
        claims = deal.claim_points
        shared |= put(row.points, n, claims, claimed(claims, sides), out.points, out.points_at, place) << 1
        n = sides if row.has_declared else 0
        claims = deal.claim_declarations
        shared |= put(row.declared, n, claims, claimed(claims, sides), out.declared, out.declared_at, place) << 2
        n = sides if row.has_belote else 0
        claims = deal.claim_belote
        shared |= put(row.belote, n, claims, claimed(claims, sides), out.belote, out.belote_at, place) << 3
        n = sides if row.has_score else 0
        claims = deal.claim_score
        shared |= put(row.score, n, claims, claimed(claims, sides), out.score, out.score_at, place) << 4
        n = sides if row.has_totals else 0
        claims = deal.claim_totals
        shared |= put(row.totals, n, claims, claimed(claims, sides), out.totals, out.totals_at, place) << 5
        out.as_claimed[place] = shared
        n = out.held_at[place]
        for each in range(row.held_n):
            out.held[n] = highest(row.held_cards[each]) | int(row.held_kind[each]) << 5 | int(row.held_seat[each]) << 9
            n += 1
        out.held_at[place + 1] = n


@inlined
def claimed(numbers: Any, sides: int) -> int:
    """How many numbers a record has by side: as many as there are sides, or ABSENT, for none or for others."""
    return sides if numbers[sides - 1] != ABSENT and numbers[sides] == ABSENT else ABSENT


@inlined
def put(values: Any, n: int, claims: Any, claims_n: int, into: Any, offsets: Any, place: int) -> int:
    """Append the first n values to a column of lists, but for those that the record claims itself: then 1, else 0."""
    at = offsets[place]
    same = n == claims_n
    for i in range(n):
        into[at + i] = values[i]
        same = same and values[i] == claims[i]
    offsets[place + 1] = at if same else at + n
    return 1 if same else 0


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
