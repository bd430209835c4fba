"""Dealing out: the pack is shuffled, dealt in packets, a card turned, and dealt on once there is a taker."""

from typing import Any

from replay.compiled import Rules
from replay.jit import rule
from replay.knobs import code
from replay.players.chance import below

TAKER_FIRST = code("deal.taker_packet", "first")


@rule
def shuffle(rules: Rules, chance: Any, pack: Any) -> int:
    """Put the cards in play into `pack` in an order of chance; the answer is how many they are."""
    n = 0
    for card in range(32):
        if (rules.pack_cards >> card) & 1:
            pack[n] = card
            n += 1
    for last in range(n - 1, 0, -1):
        other = below(chance, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return n


@rule
def deal_before(rules: Rules, dealer: int, pack: Any, hands: Any, held: Any) -> int:
    """Deal the packets before the auction, the seat after the dealer first; the answer is how many cards are gone.

    `hands` takes the cards by seat in the order dealt, `held` how many each has.
    """
    players = rules.deal_players
    gone = 0
    held[:] = 0
    for packet in range(rules.packets_before):
        for turn in range(players):
            seat = (dealer + 1 + turn) % players
            gone = give(pack, gone, hands, held, seat, rules.packets[packet])
    return gone


@rule
def give(pack: Any, gone: int, hands: Any, held: Any, seat: int, cards: int) -> int:
    """Give a seat the next cards of the pack; the answer is how many are gone then."""
    for _ in range(cards):
        hands[seat, held[seat]] = pack[gone]
        held[seat] += 1
        gone += 1
    return gone


@rule
def deal_after(rules: Rules, dealer: int, taker: int, pack: Any, gone: int, hands: Any, held: Any) -> None:
    """Deal on to full hands; where the taker gets the turned card he gets as many fewer (001:9, 002:75, 004:56)."""
    players = rules.deal_players
    if rules.turned:
        turned = pack[gone]
        gone += 1
        if rules.turned_to_taker:
            hands[taker, held[taker]] = turned
            held[taker] += 1
    if rules.turned_to_taker and rules.deal_taker_packet == TAKER_FIRST:
        gone = give(pack, gone, hands, held, taker, rules.hand_size - held[taker])
    for packet in range(rules.packets_before, len(rules.packets)):
        for turn in range(players):
            seat = (dealer + 1 + turn) % players
            gone = give(pack, gone, hands, held, seat, min(rules.packets[packet], rules.hand_size - held[seat]))


@rule
def hand_of(hands: Any, seat: int, n: int) -> int:
    """The first n cards of a seat, as a set."""
    held = 0
    for at in range(n):
        held |= 1 << int(hands[seat, at])
    return held
