"""What figures count of a deal, worked out beside its verdict: hands, who held and said what, what came of it."""

from typing import Any, Final, NamedTuple

import numpy as np

from replay.cards import ACE, ALL_TRUMP, JACK, KING, NINE, NO_TRUMP, QUEEN, SUIT_CARDS, UNKNOWN
from replay.contest import CONTEST_NONE
from replay.declarations import CARRE, carre_cards, is_carre, run_length, strength, value_of
from replay.findings import ABSENT, PLAY_PART
from replay.frame import HELD, SEATS
from replay.hands import size_of
from replay.jit import rule
from replay.judgement import Outcome
from replay.knobs import code
from replay.record import CAPOT_BID, DOUBLE, PASS, REDOUBLE
from replay.seats import side_of
from replay.violations import PART_OF

NONE: Final = -(1 << 15)
"""Stands for a number that is not known: scores may be negative."""
KINDS: Final = 4
"""Tierce, quarte, quinte or longer, carré."""
PASSES: Final = 8
CONTRACTS: Final = 6
STYLE_TAKE = code("auction.style", "take")
MADE, THROWN_IN = int(Outcome.MADE), int(Outcome.THROWN_IN)
SETTLED_FROM, SETTLED_TO = int(Outcome.MADE), int(Outcome.HANGING)
ABANDONED = 2
FAULTY, PASSED, BROKEN_OFF, INCOMPLETE, SIMULATED = 1, 2, 4, 8, 32
"""Flags of a deal: a rule of play was broken, thrown in, abandoned, not known to its end, simulated."""
TRUMP_POINTS: Final = np.array([0, 0, 14, 10, 20, 3, 4, 11], np.int64)
"""By rank of a trump."""


class Facts(NamedTuple):
    """Facts of deals column by column, NONE or a mask for what is not known; lists with their offsets beside them."""

    numbers: Any
    """By deal the numbers named in NUMBERS."""
    speaks: Any
    settled: Any
    complete: Any
    holders: Any
    speakers: Any
    before: Any
    """By seat the set of cards held at the auction, -1 where not known."""
    whole: Any
    missed: Any
    """Held and not announced: seat, kind, worth, whether it would count."""
    missed_at: Any
    passes: Any
    """Passes before the first bid: seat, stage, cards held; -1 where not known."""
    passes_at: Any
    classes: Any
    """For each pass the class of the hand in each contract that could be bid."""
    classes_at: Any
    faults: Any
    faults_at: Any


NUMBERS: Final = (
    "table_size", "sides", "dealer", "taker", "doubler", "contract", "level", "doubled", "outcome", "attack", "capot",
    "made", "auction_round", "place", "stage", "before_size", "strength", "trumps", "trump_points", "trumps_whole",
    "flags", "attack_points", "defence_points", "attack_score", "defence_score", "points0", "points1", "hand_size",
    "pack", "known", "couples", "belote_held", "belote_said", "counting", "belote_counting", "dealt_size", "broken",
    "winner",
)  # fmt: skip
(
    TABLE_SIZE, SIDES, DEALER, TAKER, DOUBLER, CONTRACT, LEVEL, DOUBLED, OUTCOME, ATTACK, CAPOT, MADE_AT, AUCTION_ROUND,
    PLACE, STAGE, BEFORE_SIZE, STRENGTH, TRUMPS, TRUMP_POINTS_AT, TRUMPS_WHOLE, FLAGS, ATTACK_POINTS, DEFENCE_POINTS,
    ATTACK_SCORE, DEFENCE_SCORE, POINTS0, POINTS1, HAND_SIZE, PACK, KNOWN, COUPLES, BELOTE_HELD, BELOTE_SAID, COUNTING,
    BELOTE_COUNTING, DEALT_SIZE, BROKEN, WINNER,
) = range(len(NUMBERS))  # fmt: skip


def room_for_facts(n: int, calls: int, findings: int) -> Facts:
    """Room for the facts of n deals with so many calls and findings together."""

    def offsets(size: int) -> Any:
        return np.zeros(size + 1, np.int32)

    return Facts(
        numbers=np.empty((len(NUMBERS), n), np.int16),
        speaks=np.empty(n, np.bool_),
        settled=np.empty(n, np.bool_),
        complete=np.empty(n, np.bool_),
        holders=np.empty((n, KINDS), np.uint8),
        speakers=np.empty((n, KINDS), np.uint8),
        before=np.empty((n, SEATS), np.int64),
        whole=np.empty((n, SEATS), np.int64),
        missed=np.empty((n * HELD, 4), np.int16),
        missed_at=offsets(n),
        passes=np.empty((calls, 3), np.int16),
        passes_at=offsets(n),
        classes=np.empty(calls * CONTRACTS, np.uint16),
        classes_at=offsets(calls),
        faults=np.empty(findings, np.int16),
        faults_at=offsets(n),
    )


def room_for_more(facts: Facts, n: int, findings: int) -> Facts:
    """The same room, enlarged where so many findings more would not fit after those of n deals."""
    wanted = int(facts.faults_at[n]) + findings
    if wanted <= len(facts.faults):
        return facts
    return facts._replace(faults=np.resize(facts.faults, 2 * wanted))


@rule
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


@rule
def sort_faults(seats: Any, first: int, last: int) -> None:
    """Put the seats that broke a rule in order, those not known last."""
    for i in range(first + 1, last):
        j = i
        while j > first and seats[j - 1] != seats[j] and (seats[j - 1] == ABSENT or 0 <= seats[j] < seats[j - 1]):
            seats[j - 1], seats[j] = seats[j], seats[j - 1]
            j -= 1


@rule
def known(value: int) -> int:
    """A number, NONE where it is absent."""
    return NONE if value == ABSENT else value


@rule
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


@rule
def note_cards(rules: Any, deal: Any, row: Any, before: Any, whole: Any, numbers: Any) -> None:
    """Note each hand as a set: as held at the auction, and whole, as recorded or else as played."""
    players, size = rules.deal_players, rules.hand_size
    before[:] = ABSENT
    whole[:] = 0
    dealt_whole = rules.before_auction == size
    least = most = ABSENT
    barred = True
    smallest = 1 << 10
    for seat in range(players):
        barred = barred and deal.before[seat] != ABSENT
        smallest = min(smallest, deal.hand_sizes[seat])
    by_size = deal.has_hands != 0 and not barred and dealt_whole and smallest == size
    seen = all_known = 0
    fits = deal.plays_n >= 0 and row.plays_n - (row.gap != ABSENT) == deal.plays_n
    unknown_before = False
    for seat in range(players):
        bar = deal.before[seat] if barred else deal.hand_sizes[seat] if by_size else ABSENT
        if bar != ABSENT:
            least = bar if least == ABSENT else min(least, bar)
            most = max(most, bar)
        if not deal.has_hands:
            continue
        hand = unknown = at_auction = 0
        for i in range(min(deal.hand_sizes[seat], len(deal.hands[seat]))):
            card = int(deal.hands[seat, i])
            if card >= UNKNOWN:
                unknown += 1
            else:
                hand |= 1 << card
            if i + 1 == bar:
                at_auction = hand
        if deal.hand_sizes[seat] == size and size_of(hand) == size and hand & seen == 0:
            whole[seat] = hand
            all_known |= 1 << seat
        seen |= hand
        unknown_before = unknown_before or unknown > 0
        if (deal.dealt_order or dealt_whole) and bar > 0 and size_of(at_auction) == bar:
            before[seat] = at_auction
    if fits and all_known != (1 << players) - 1:
        for seat in range(players):
            if (all_known >> seat) & 1:
                continue
            hand = 0
            place = 0
            for at in range(row.plays_n):
                if at == row.gap:
                    continue
                if row.seats[at] == seat and deal.plays[place] < UNKNOWN:
                    hand |= 1 << int(deal.plays[place])
                place += 1
            if size_of(hand) == size:
                whole[seat] = hand
                all_known |= 1 << seat
    numbers[KNOWN] = all_known
    numbers[DEALT_SIZE] = least if least == most and least != ABSENT else NONE
    if row.taker != ABSENT:
        bar = deal.before[row.taker] if barred else deal.hand_sizes[row.taker] if by_size else ABSENT
        numbers[BEFORE_SIZE] = known(bar)
    couples = 0
    for seat in range(players):
        for suit in range(4):
            couples |= (1 << seat) * has_couple(whole[seat], suit)
    numbers[COUPLES] = couples


@rule
def has_couple(hand: int, suit: int) -> bool:
    """Whether a hand has king and queen of a suit."""
    return (hand >> (8 * suit + KING)) & 1 == 1 and (hand >> (8 * suit + QUEEN)) & 1 == 1


@rule
def class_of(hand: int, contract: int) -> int:
    """A hand seen by who would take: of a suit its trumps, its jack and nine, and aces beside it; of no trump its
    aces; of all trumps its jacks and nines."""
    aces = size_of(hand & carre_cards(ACE))
    if contract == NO_TRUMP:
        return 225 + aces
    if contract == ALL_TRUMP:
        return 450 + 25 * size_of(hand & carre_cards(NINE)) + 5 * size_of(hand & carre_cards(JACK))
    trumps = (hand >> (8 * contract)) & 0xFF
    leaders = 2 * ((trumps >> JACK) & 1) + ((trumps >> NINE) & 1)
    return 5 * (5 * size_of(trumps) + leaders) + aces - ((trumps >> ACE) & 1)


@rule
def note_taker(rules: Any, before: Any, whole: Any, numbers: Any) -> None:
    """Note how strong the taker's hand was for his contract."""
    taker, contract = numbers[TAKER], numbers[CONTRACT]
    if taker == NONE or contract == NONE:
        return
    if before[taker] != ABSENT:
        numbers[STRENGTH] = class_of(before[taker], contract)
        if contract < NO_TRUMP:
            trumps = before[taker] & SUIT_CARDS[contract]
            numbers[TRUMPS] = size_of(trumps)
            points = 0
            for rank in range(8):
                points += TRUMP_POINTS[rank] * ((trumps >> (8 * contract + rank)) & 1)
            numbers[TRUMP_POINTS_AT] = points
    if contract < NO_TRUMP and (numbers[KNOWN] >> taker) & 1:
        numbers[TRUMPS_WHOLE] = size_of(whole[taker] & SUIT_CARDS[contract])


@rule
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


@rule
def caller(deal: Any, calls: Any, at: int, players: int) -> int:
    """Who made a call: as recorded, else whose turn it was; NONE where that is not known."""
    seat = calls[deal.calls_at + at].seat
    if seat != ABSENT:
        return int(seat)
    return NONE if deal.dealer == ABSENT else (deal.dealer + 1 + at) % players


@rule
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


@rule
def kind_of(kind: int) -> int:
    """Which of the KINDS a declaration is."""
    return 3 if kind == CARRE else min(kind, 5) - 3


@rule
def shape_said(event: Any) -> tuple[int, int]:
    """Kind and top rank of an announced declaration as its cards or its words say; a top not told is an ace."""
    cards = int(event.cards)
    if cards == 0:
        kind = int(event.kind)
        return CARRE if kind == ABSENT else kind, 7 if event.top == ABSENT else int(event.top)
    top = 31
    while (cards >> top) & 1 == 0:
        top -= 1
    size = size_of(cards)
    carre = size == 4 and size_of(cards & 0xFF) == 1 and size_of((cards >> 8) & 0xFF) == 1
    return CARRE if carre else size, top & 7


@rule
def power(rules: Any, kind: int, top: int) -> int:
    """The order of declarations, one that is none above every carré."""
    return 1009 if kind == CARRE and not is_carre(rules, top) else strength(rules, kind, top)


@rule
def note_declarations(rules: Any, deal: Any, events: Any, row: Any, out: Facts, place: int) -> None:
    """Note who held and who announced each kind, and what was held and not announced."""
    holders, speakers = out.holders[place], out.speakers[place]
    holders[:] = 0
    speakers[:] = 0
    for seat in range(rules.deal_players):
        hand = out.whole[place, seat]
        for suit in range(4):
            top = 7
            while top >= 2:
                length = run_length(hand, suit, top)
                if length >= 3:
                    holders[min(length, 5) - 3] |= 1 << seat
                top -= max(length, 1)
        for rank in range(NINE, 8):
            if hand & carre_cards(rank) == carre_cards(rank):
                holders[3] |= 1 << seat
    for at in range(max(deal.declarations_n, 0)):
        event = events[deal.declarations_at + at]
        kind = kind_of(shape_said(event)[0])
        if kind >= 0:
            speakers[kind] |= 1 << int(event.seat)
    n = out.missed_at[place]
    if out.speaks[place]:
        for at in range(row.held_n):
            seat, held = int(row.held_seat[at]), int(row.held_kind[at])
            kind = kind_of(held)
            if (speakers[kind] >> seat) & 1:
                continue
            side = side_of(rules, seat)
            _, top = shape_held(row.held_cards[at])
            rival = 0
            for other in range(max(deal.declarations_n, 0)):
                event = events[deal.declarations_at + other]
                if side_of(rules, int(event.seat)) != side:
                    said, said_top = shape_said(event)
                    rival = max(rival, power(rules, said, said_top))
            out.missed[n, 0] = seat
            out.missed[n, 1] = kind
            out.missed[n, 2] = value_of(held, top)
            counted = row.has_declared != 0 and row.declared[side] > 0
            out.missed[n, 3] = counted or power(rules, held, top) > rival
            n += 1
    out.missed_at[place + 1] = n


@rule
def shape_held(cards: int) -> tuple[int, int]:
    """The highest card of a held declaration, and its rank."""
    top = 31
    while (cards >> top) & 1 == 0:
        top -= 1
    return top, top & 7


@rule
def note_belotes(rules: Any, deal: Any, events: Any, row: Any, whole: Any, numbers: Any) -> None:
    """Note who held king and queen of the trump suit, and who said so."""
    contract = row.contract
    if contract == ABSENT or contract >= NO_TRUMP:
        return
    held = 0
    for seat in range(rules.deal_players):
        held |= (1 << seat) * has_couple(whole[seat], contract)
    numbers[BELOTE_HELD] = held
    if deal.belotes_n >= 0:
        said = 0
        for at in range(deal.belotes_n):
            said |= 1 << int(events[deal.belotes_at + at].seat)
        numbers[BELOTE_SAID] = said
