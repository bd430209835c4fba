"""Whole matches: players sit down, deal, bid, play and write until a side has won, deal after deal into a frame."""

from typing import Any, Final

import numpy as np

from replay.auction import AUCTION, make_call, open_auction
from replay.cards import LAST_TRICK, SEVEN, VALUE
from replay.compiled import Rules
from replay.contest import ENTERED, ENTRIES
from replay.dealing import BEFORE_SECOND_DEAL, EXCHANGE_NONE
from replay.findings import ABSENT
from replay.frame import SEATS
from replay.jit import NONE_YET, constant, rule
from replay.knobs import code
from replay.law import winning
from replay.match import match_winner, next_dealer
from replay.players.bidding import choose_call
from replay.players.cardplay import choose_card
from replay.players.chance import WORDS, below, happens, seed_chance
from replay.players.dealing_out import deal_after, deal_before, hand_of, shuffle
from replay.players.telling import TOLD, count_told, tell_before_lead, tell_belote, tell_with_card, think
from replay.running import CLAIM_NONE, CLAIM_OWN_TRICK, STOPPED
from replay.seats import copy, side_of
from replay.settlement import ACCOUNT, HANG, STYLE_POINTS, settle

TABLE: Final = np.dtype(
    [
        ("match", np.int64),  # which of the seed's matches this is
        ("number", np.int64),  # deals so far
        ("dealer", np.int64),
        ("totals", np.int64, (SEATS,)),
        ("hanging", np.int64),
        ("over", np.int64),
        ("players", np.int64, (SEATS,)),  # by seat, in the order of NAMES
        ("chance", np.int64, (WORDS,)),
    ]
)
"""A match as it stands between two deals."""
SEATED: Final = np.dtype([("match", np.int64), ("players", np.int64, (SEATS,))])
"""Which match a deal belongs to, and who played it."""
DEALT: Final = np.dtype(
    [
        ("pack", np.int64, (32,)),
        ("held", np.int64, (SEATS,)),
        ("hands", np.int64, (SEATS,)),  # as sets, without what was played
        ("trick", np.int64, (SEATS,)),
        ("cards", np.int64, (SEATS,)),  # points by side, with the last trick
        ("tricks", np.int64, (SEATS,)),
        ("declared", np.int64, (SEATS,)),  # points of declarations that count, by side
        ("last", np.int64),  # who took the last trick
        ("stopped", np.int64),  # the seat that claimed the match in mid-deal, or ABSENT
    ]
)
"""Room for one deal while it is played."""
LEAD_ELDEST = code("play.opening_lead", "eldest")
BY_TAKER = code("declarations.order", "taker")
NOTED = code("auction.doubling", "noted")
DOUBLES_NOTED = 100
"""Of a thousand deals whose doubles are noted afterwards, how many are doubled."""
SEVEN_GIVEN = 900
"""Of a thousand who may give a seven for the turned card, how many do."""
OFFERED = constant(0)
"""The play before which the exchange is possible for everybody."""
MOST_CALLS: Final = 128
"""More calls than any auction can have."""
MOST_TOLD: Final = 32


@rule
def sit_down(rules: Rules, players: int, seed: int, match: int, table: Any) -> None:
    """Begin a match: who sits where out of so many players, and who deals first, by chance."""
    table.match = match
    table.number = 0
    table.totals[:] = 0
    table.hanging = 0
    table.over = 0
    seed_chance(table.chance, seed, match)
    for seat in range(rules.deal_players):
        new = False
        while not new:
            table.players[seat] = below(table.chance, players)
            new = True
            for other in range(seat):
                new = new and table.players[other] != table.players[seat]
    table.dealer = below(table.chance, rules.deal_players)


@rule
def play_matches(
    rules: Rules, temper: Any, seed: int, last: int, table: Any, scratch: Any, deals: Any, calls: Any,
    declarations: Any, belotes: Any, seated: Any, counts: Any,
) -> None:  # fmt: skip
    """Play deals into the frame until match number `last` is over or the frame is full.

    `counts` says how many deals, calls, declarations and belotes the frame holds; its deals are blank. A match that is
    over makes room for the next one at the table.
    """
    while counts[0] < len(deals):
        if (
            counts[1] + MOST_CALLS > len(calls)
            or counts[2] + MOST_TOLD > len(declarations)
            or counts[3] + MOST_TOLD > len(belotes)
        ):
            return
        if table.over:
            if table.match == last:
                return
            sit_down(rules, len(temper), seed, table.match + 1, table)
        at = counts[0]
        seated[at].match = table.match
        copy(table.players, seated[at].players)
        play_deal(rules, temper, table, scratch, deals[at], calls, declarations, belotes, counts)
        counts[0] += 1


@rule
def play_deal(
    rules: Rules,
    temper: Any,
    table: Any,
    scratch: Any,
    deal: Any,
    calls: Any,
    declarations: Any,
    belotes: Any,
    counts: Any,
) -> None:
    """One deal from the pack to the score, and what it does to the match."""
    state, dealt, told = scratch[0][0], scratch[1][0], scratch[2][0]
    players = rules.deal_players
    chance = table.chance
    table.number += 1
    deal.starts_match = table.number == 1
    deal.number = table.number
    deal.dealer = table.dealer
    deal.has_hands = 1
    deal.dealt_order = 1
    deal.simulated = 1
    shuffle(rules, chance, dealt.pack)
    gone = deal_before(rules, table.dealer, dealt.pack, deal.hands, dealt.held)
    deal.turned = dealt.pack[gone] if rules.turned else ABSENT
    copy(dealt.held[:players], deal.before[:players])
    hold_auction(rules, temper, table, state, deal, calls, counts)
    if state.thrown_in:
        copy(dealt.held[:players], deal.hand_sizes[:players])
        table.dealer = next_dealer(rules, table.dealer, ABSENT, table.totals)
        return
    deal_after(rules, table.dealer, state.taker, dealt.pack, gone, deal.hands, dealt.held)
    copy(dealt.held[:players], deal.hand_sizes[:players])
    for seat in range(players):
        dealt.hands[seat] = hand_of(deal.hands, seat, dealt.held[seat])
    exchange(rules, chance, state.contract, table.dealer, deal, dealt)
    deal.claim_contract = 8 * state.level + state.contract
    deal.claim_taker = state.taker
    if rules.auction_doubling == NOTED and happens(chance, DOUBLES_NOTED):
        state.doubled = 4 if happens(chance, DOUBLES_NOTED) else 2
    deal.claim_doubled = state.doubled
    deal.plays_n = 0
    first = counts[2]
    deal.declarations_at, deal.belotes_at = counts[2], counts[3]
    think(rules, temper, chance, state.contract, state.taker, table.players, dealt.hands, told)
    play_cards(rules, temper, table, state, deal, dealt, told, scratch[3], declarations, belotes, counts)
    deal.declarations_n, deal.belotes_n = counts[2] - first, counts[3] - deal.belotes_at
    if dealt.stopped != ABSENT:
        deal.ended = STOPPED
        deal.ended_by = dealt.stopped
        deal.claim_match_winner = side_of(rules, dealt.stopped)
        table.over = 1
        return
    leader = opening_leader(rules, table.dealer, state.taker)
    opener = state.taker if rules.declarations_order == BY_TAKER else leader
    count_told(rules, state.contract, opener, declarations, first, counts[2], told, scratch[3], dealt.declared)
    write_score(rules, table, state, deal, dealt, told, scratch[4][0])


@rule
def hold_auction(rules: Rules, temper: Any, table: Any, state: Any, deal: Any, calls: Any, counts: Any) -> None:
    """Let them bid until no call may follow."""
    open_auction(state, (table.dealer + 1) % rules.deal_players, deal.turned)
    deal.calls_at = counts[1]
    while state.over == 0:
        seat = int(state.turn)
        hand = hand_of(deal.hands, seat, deal.before[seat])
        call = choose_call(rules, temper[table.players[seat]], table.chance, state, hand, int(deal.turned))
        calls[counts[1]].call = call
        calls[counts[1]].seat = ABSENT
        counts[1] += 1
        make_call(rules, state, seat, call)
    deal.calls_n = counts[1] - deal.calls_at


@rule
def opening_leader(rules: Rules, dealer: int, taker: int) -> int:
    """Who leads to the first trick."""
    return (dealer + 1) % rules.deal_players if rules.play_opening_lead == LEAD_ELDEST else taker


@rule
def exchange(rules: Rules, chance: Any, contract: int, dealer: int, deal: Any, dealt: Any) -> None:
    """Who holds the seven may give it for the turned card (000:60, 002:21); most do.

    Before the second deal only one of the first cards will do, in any contract; else any, in the turned suit.
    """
    if rules.deal_seven_exchange == EXCHANGE_NONE or deal.turned == ABSENT:
        return
    seven = (int(deal.turned) & ~7) + SEVEN
    early = rules.deal_seven_exchange == BEFORE_SECOND_DEAL
    if not early and contract != deal.turned >> 3:
        return
    for seat in range(rules.deal_players):
        held = hand_of(deal.hands, seat, deal.before[seat]) if early else dealt.hands[seat]
        if (held >> seven) & 1 and happens(chance, SEVEN_GIVEN):
            deal.exchange_seat = seat
            deal.exchange_play = ABSENT if early else OFFERED
            dealt.hands[seat] = (dealt.hands[seat] & ~(1 << seven)) | (1 << int(deal.turned))


@rule
def play_cards(
    rules: Rules, temper: Any, table: Any, state: Any, deal: Any, dealt: Any, told: Any, entries: Any,
    declarations: Any, belotes: Any, counts: Any,
) -> None:  # fmt: skip
    """Play trick after trick, announcing what is to be announced, until the hands are empty or the match is claimed."""
    players = rules.deal_players
    contract = int(state.contract)
    leader = opening_leader(rules, table.dealer, state.taker)
    opened = leader
    first = deal.declarations_at
    dealt.cards[:] = 0
    dealt.tricks[:] = 0
    dealt.stopped = ABSENT
    deal.claim_winners_n = 0
    gone = NONE_YET
    tell_before_lead(rules, told, declarations, counts, leader)
    for number in range(rules.hand_size):
        for n in range(players):
            seat = (leader + n) % players
            place = number * players + n
            best = winning(contract, dealt.trick, n) if n > 0 else 0
            partner = rules.pairs == 1 and n - best == 2
            attack = side_of(rules, seat) == side_of(rules, state.taker)
            own = temper[table.players[seat]]
            tell_with_card(rules, told, declarations, counts, seat, place, number)
            card = choose_card(
                rules, own, table.chance, contract, dealt.hands[seat], dealt.trick, n, gone, partner, attack
            )
            led = ABSENT if n == 0 else dealt.trick[0]
            tell_belote(rules, contract, told, belotes, counts, seat, place, card, dealt.hands[seat], led)
            dealt.hands[seat] &= ~(1 << card)
            dealt.trick[n] = card
            deal.plays[place] = card
            deal.plays_n += 1
        leader = (leader + winning(contract, dealt.trick, players)) % players
        side = side_of(rules, leader)
        dealt.tricks[side] += 1
        for n in range(players):
            gone |= 1 << dealt.trick[n]
            dealt.cards[side] += VALUE[contract, dealt.trick[n]]
        deal.claim_winners[number] = leader
        deal.claim_winners_n += 1
        # The contest is over, and known to all, after the second trick at the latest.
        if rules.match_claim != CLAIM_NONE and 0 < number < rules.hand_size - 1:
            opener = state.taker if rules.declarations_order == BY_TAKER else opened
            count_told(rules, contract, opener, declarations, first, counts[2], told, entries, dealt.declared)
            claim_match(rules, table, dealt, told, leader)
            if dealt.stopped != ABSENT:
                return
    dealt.cards[side_of(rules, leader)] += LAST_TRICK
    dealt.last = side_of(rules, leader)


@rule
def claim_match(rules: Rules, table: Any, dealt: Any, told: Any, leader: int) -> None:
    """Who sees that his side has reached the target stops the play (000:73, 002:85).

    One counts the score, the tricks so far, one's declarations and belotes; not what hangs, and no last trick.
    """
    for turn in range(rules.deal_players):
        seat = (leader + turn) % rules.deal_players
        if rules.match_claim == CLAIM_OWN_TRICK and turn > 0:
            return
        side = side_of(rules, seat)
        counted = table.totals[side] + dealt.cards[side] + dealt.declared[side] + told.belote[side]
        if counted >= rules.match_target:
            dealt.stopped = seat
            return


@rule
def write_score(rules: Rules, table: Any, state: Any, deal: Any, dealt: Any, told: Any, account: Any) -> None:
    """Settle the deal, add it up, and see whether the match is over and who deals next."""
    sides = rules.sides
    before = table.hanging
    for side in range(SEATS):
        account.cards[side], account.tricks[side] = dealt.cards[side], dealt.tricks[side]
        account.declared[side], account.belote[side] = dealt.declared[side], told.belote[side]
    account.last = dealt.last
    settle(rules, state.contract, side_of(rules, state.taker), state.level, state.doubled, before, account)
    score, belote = account.score, told.belote
    table.hanging = account.hanging
    capot = False
    for side in range(sides):
        table.totals[side] += score[side]
        capot = capot or dealt.tricks[side] == rules.hand_size
        deal.claim_points[side] = dealt.cards[side]
        deal.claim_declarations[side] = dealt.declared[side]
        deal.claim_belote[side] = belote[side]
        deal.claim_score[side] = score[side]
        deal.claim_totals[side] = table.totals[side]
    deal.claim_last_trick = 1
    deal.claim_has_score = 1
    deal.claim_has_totals = 1
    if rules.settlement_equal == HANG and rules.auction_style != STYLE_POINTS:
        deal.claim_hanging[0] = before
        deal.claim_hanging[1] = table.hanging
    winner = match_winner(rules, table.totals, dealt.last, side_of(rules, state.taker), capot, table.hanging > 0)
    if winner != ABSENT:
        deal.claim_match_winner = winner
        table.over = 1
    table.dealer = next_dealer(rules, table.dealer, state.taker, score)


def scratch() -> tuple[Any, ...]:
    """Room for what is played at one table: an auction, a deal, what is announced, a contest, and an account."""
    kinds = ((1, AUCTION), (1, DEALT), (1, TOLD), (ENTRIES, ENTERED), (1, ACCOUNT))
    return tuple(np.zeros(size, kind).view(np.recarray) for size, kind in kinds)
