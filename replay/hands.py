"""Who held what: the recorded hands, checked against the deal's rules, with what the plays add."""

from typing import Any

from replay.cards import NOTHING, UNKNOWN
from replay.compiled import Rules
from replay.findings import ABSENT, DEAL_PART, NO_CARDS, NO_HANDS, cannot, differ, find
from replay.frame import HAND
from replay.jit import inlined, rule
from replay.violations import number

CARD_TWICE = number("deal.card-twice")
CARD_MISSING = number("deal.card-missing")
NOT_IN_PACK = number("deal.not-in-pack")
HAND_SIZE = number("deal.hand-size")
WRONG_PACKETS = number("deal.wrong-packets")


@inlined
def read_hands(rules: Rules, deal: Any, judged: Any, found: Any, count: Any, index: int) -> None:
    """Put the recorded hands into `judged.hands` as sets, say whether each is whole, and report what is wrong.

    A hand is whole when it has as many different known cards as the deal gives (000:22, 001:7, 004:15). One without a
    card is not known.
    """
    players = rules.deal_players
    if deal.has_hands != 0 and put_whole(rules, deal, judged):
        check_packets(rules, deal, found, count, index, rules.hand_size)
        return
    for seat in range(players):
        judged.hands[seat] = 0
        judged.hands_known[seat] = 0
    if deal.has_hands == 0:
        cannot(judged, DEAL_PART, NO_HANDS)
        return
    seen = 0
    total = 0
    unknown = 0
    for seat in range(players):
        total += deal.hand_sizes[seat]
        for at in range(min(deal.hand_sizes[seat], len(deal.hands[seat]))):
            card = int(deal.hands[seat, at])
            if card >= UNKNOWN:
                unknown += 1
                continue
            bit = 1 << card
            if bit & rules.pack_cards == 0:
                find(found, count, index, NOT_IN_PACK, seat, ABSENT, card, NO_CARDS)
            elif seen & bit:
                find(found, count, index, CARD_TWICE, seat, ABSENT, card, NO_CARDS)
                unknown += 1
            else:
                judged.hands[seat] |= bit
            seen |= bit
    size = dealt_cards(rules, deal)
    short_seat = ABSENT
    wrong = 0
    for seat in range(players):
        if deal.hand_sizes[seat] != size and deal.hand_sizes[seat] != 0:
            wrong += 1
            short_seat = seat
        judged.hands_known[seat] = size_of(judged.hands[seat]) == size and deal.hand_sizes[seat] == size
    if wrong == 1 and deal.hand_sizes[short_seat] == size - 1:
        card = NOTHING
        rest = rules.pack_cards & ~seen
        if (
            unknown == 0
            and rules.hand_size * players == rules.deal_pack
            and size == rules.hand_size
            and size_of(rest) == 1
        ):
            card = lowest(rest)
        find(found, count, index, CARD_MISSING, short_seat, ABSENT, card, NO_CARDS)
    elif wrong > 0:
        for seat in range(players):
            if deal.hand_sizes[seat] != size and deal.hand_sizes[seat] != 0:
                at = find(found, count, index, HAND_SIZE, seat, ABSENT, NOTHING, NO_CARDS)
                differ(found, at, deal.hand_sizes[seat], size)
    check_packets(rules, deal, found, count, index, size)


@inlined
def put_whole(rules: Rules, deal: Any, judged: Any) -> bool:
    """Put recorded hands that are all whole, with nothing wrong, into `judged.hands`; whether they are.

    Nothing that was put can be relied on if not.
    """
    size = rules.hand_size
    together = 0
    right = True
    for seat in range(rules.deal_players):
        hand = 0
        for at in range(HAND):
            card = int(deal.hands[seat, at])
            hand |= int(card < UNKNOWN) << (card & 31)
        right = right and deal.hand_sizes[seat] == size and size_of(hand) == size
        judged.hands[seat] = hand
        judged.hands_known[seat] = 1
        together |= hand
    return right and together & ~rules.pack_cards == 0 and size_of(together) == size * rules.deal_players


@inlined
def dealt_cards(rules: Rules, deal: Any) -> int:
    """How many cards a hand should have: all of them, or those before the auction where the deal was thrown in."""
    if deal.plays_n > 0 or deal.claim_contract != ABSENT:
        return int(rules.hand_size)
    for seat in range(rules.deal_players):
        if deal.hand_sizes[seat] > rules.before_auction:
            return int(rules.hand_size)
    return int(rules.before_auction)


@inlined
def check_packets(rules: Rules, deal: Any, found: Any, count: Any, index: int, size: int) -> None:
    """Compare the bars of the recorded hands with the packets before the auction (002:17, 004:6, 004:58)."""
    if deal.dealt_order == 0:
        return
    for seat in range(rules.deal_players):
        if deal.before[seat] != ABSENT and deal.before[seat] != rules.before_auction and deal.hand_sizes[seat] == size:
            at = find(found, count, index, WRONG_PACKETS, seat, ABSENT, NOTHING, NO_CARDS)
            differ(found, at, deal.before[seat], rules.before_auction)


@rule
def size_of(cards: int) -> int:
    """How many cards a set has."""
    n = 0
    # Compilers know this loop, and make one instruction of it.
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


@rule
def lowest(cards: int) -> int:
    """The card with the lowest number in a set that is not empty."""
    return highest(cards & -cards)


@rule
def highest(cards: int) -> int:
    """The card with the highest number in a set that is not empty."""
    card = 0
    for step in (16, 8, 4, 2, 1):
        if cards >> (card + step) != 0:
            card += step
    return card


@rule
def owner(rules: Rules, hands: Any, card: int) -> int:
    """The seat whose hand has a card, or ABSENT."""
    for seat in range(rules.deal_players):
        if (hands[seat] >> card) & 1:
            return seat
    return ABSENT
