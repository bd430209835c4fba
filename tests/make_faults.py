"""Writes `data/samples/faults.jsonl`: ten deals, played by the law but for the faults written into them.

Run as `python -m tests.make_faults`, and look at what comes out: the labels say what is wrong, and where.
"""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ingest.canonical import encode
from replay.cards import ALL_TRUMP, CARD_NAMES, LAST_TRICK, VALUE, Card, mask, members
from replay.law import MUST_FOLLOW, MUST_HEAD, MUST_OVERRUFF, MUST_RUFF, MUST_UNDERRUFF, broken_duty, legal_for, winning
from replay.record import PASS, TAKE, Call, Claims, Deal, Play, Player, bid
from replay.rulesets import Ruleset, load

SEATS = ("south", "east", "north", "west")
DUTIES = {
    MUST_FOLLOW: "play.must-follow",
    MUST_HEAD: "play.must-head",
    MUST_RUFF: "play.must-ruff",
    MUST_OVERRUFF: "play.must-overruff",
    MUST_UNDERRUFF: "play.must-underruff",
}


class Cannot(Exception):
    """These cards give no occasion for the fault that is wanted."""


def play_out(
    rules: Ruleset,
    contract: int,
    hands: Sequence[int],
    leader: int,
    chance: random.Random,
    duties: Sequence[int],
    swapped: int | None = None,
) -> tuple[list[Play], list[int], list[dict[str, Any]]]:
    """Plays, winners and labels of a deal in which each duty is broken once, and else every card is legal.

    In the trick `swapped` the third seat plays before the second.
    """
    left, held = list(duties), list(hands)
    plays: list[Play] = []
    winners: list[int] = []
    labels: list[dict[str, Any]] = []
    for number in range(8):
        order = [(leader + i) % 4 for i in range(4)]
        if number == swapped:
            order[1], order[2] = order[2], order[1]
            labels.append({"code": "play.out-of-turn", "position": 4 * number + 1})
        trick = np.zeros(4, np.int64)
        for n, seat in enumerate(order):
            best = winning(contract, trick, n) if n else 0
            partner = n > 0 and (order[best] + 2) % 4 == seat
            chosen: Card | None = None
            for card in members(held[seat]) if number < 7 else []:
                duty = broken_duty(rules.rules, contract, held[seat], trick, n, partner, n == 3, card)
                if duty in left and number > 0:
                    left.remove(duty)
                    labels.append({"code": DUTIES[duty], "position": len(plays)})
                    chosen = card
                    break
            if chosen is None:
                legal = legal_for(rules.rules, contract, held[seat], trick, n, partner, n == 3)
                chosen = chance.choice(members(legal))
            held[seat] &= ~(1 << chosen)
            trick[n] = chosen
            plays.append(Play(chosen, seat))
        leader = order[winning(contract, trick, 4)]
        winners.append(leader)
    if left:
        raise Cannot
    return plays, winners, labels


def points(contract: int, plays: Sequence[Play], winners: Sequence[int]) -> tuple[int, int]:
    sums = [0, 0]
    for trick, winner in enumerate(winners):
        sums[winner % 2] += sum(int(VALUE[contract, each.card]) for each in plays[4 * trick : 4 * trick + 4])
    sums[winners[-1] % 2] += LAST_TRICK
    return sums[0], sums[1]


def turned_card_deal(chance: random.Random, dealer: int) -> dict[str, Any]:
    """Five cards each, one turned, taken in the first round by the first who holds two of its suit."""
    pack = list(range(32))
    chance.shuffle(pack)
    order = [(dealer + 1 + i) % 4 for i in range(4)]
    hands: dict[int, list[Card]] = {seat: [] for seat in order}
    for packet in (3, 2):
        for seat in order:
            hands[seat] += [pack.pop() for _ in range(packet)]
    turned = pack.pop()
    suit = turned // 8
    takers = [seat for seat in order if sum(card // 8 == suit for card in hands[seat]) >= 2]
    if not takers:
        raise Cannot
    taker = takers[0]
    for seat in order:
        hands[seat] += [turned] if seat == taker else []
        hands[seat] += [pack.pop() for _ in range(2 if seat == taker else 3)]
    calls = [Call(PASS)] * order.index(taker) + [Call(TAKE)]
    return {
        "hands": tuple(tuple(hands[seat]) for seat in range(4)),
        "turned": turned,
        "calls": tuple(calls),
        "contract": suit,
        "taker": taker,
    }


def ladder_deal(chance: random.Random, dealer: int, contract: int) -> dict[str, Any]:
    """Five cards each and three more, the eldest bids, the others pass."""
    pack = list(range(32))
    chance.shuffle(pack)
    order = [(dealer + 1 + i) % 4 for i in range(4)]
    hands: dict[int, list[Card]] = {seat: [] for seat in order}
    for packet in (3, 2, 3):
        for seat in order:
            hands[seat] += [pack.pop() for _ in range(packet)]
    calls = (Call(bid(contract)), Call(PASS), Call(PASS), Call(PASS))
    return {
        "hands": tuple(tuple(hands[seat]) for seat in range(4)),
        "turned": None,
        "calls": calls,
        "contract": contract,
        "taker": order[0],
    }


def record(
    rules: Ruleset, number: int, seed: int, contract: int | None, duties: Sequence[int] = (), swapped: int | None = None
) -> Deal:
    """A deal that stands alone but for its match; seeds are tried from the given one on."""
    dealer = (number - 1) % 4
    while True:
        chance = random.Random(seed)
        seed += 1
        try:
            start = turned_card_deal(chance, dealer) if contract is None else ladder_deal(chance, dealer, contract)
            hands = [mask(hand) for hand in start["hands"]]
            plays, winners, labels = play_out(
                rules, start["contract"], hands, (dealer + 1) % 4, chance, duties, swapped
            )
        except Cannot:
            continue
        break
    return Deal(
        match=f"faults-{rules.name}",
        number=number,
        rules=rules.name,
        players=tuple(Player(seat, None, "samples") for seat in SEATS),
        dealer=dealer,
        time=f"2026-01-{10 if contract is None else 17}T20:{10 * number:02}:00Z",
        turned=start["turned"],
        hands=start["hands"],
        before=(5, 5, 5, 5),
        calls=start["calls"],
        plays=tuple(plays),
        claims=Claims(
            contract=bid(start["contract"]),
            taker=start["taker"],
            winners=tuple(winners),
            points=points(start["contract"], plays, winners),
            points_include=("last_trick",),
        ),
        simulated=True,
        labels=tuple(labels),
    )


def wrong_points(deal: Deal) -> Deal:
    assert deal.claims.points is not None
    ours, theirs = deal.claims.points
    claims = msgspec.structs.replace(deal.claims, points=(ours + 10, theirs - 10))
    labels = (*deal.labels, {"code": "claim.points", "position": None})
    return msgspec.structs.replace(deal, claims=claims, labels=labels)


def wrong_winner(deal: Deal, trick: int) -> Deal:
    winners = list(deal.claims.winners or ())
    assert winners[trick] is not None
    winners[trick] = (winners[trick] + 1) % 4
    claims = msgspec.structs.replace(deal.claims, winners=tuple(winners))
    labels = (*deal.labels, {"code": "claim.winner", "position": 4 * trick + 3})
    return msgspec.structs.replace(deal, claims=claims, labels=labels)


def not_held(deal: Deal) -> Deal:
    """The last two seats of the last trick play each other's card; the record's numbers follow from that."""
    assert deal.plays is not None and deal.claims.contract is not None and deal.claims.winners is not None
    plays = list(deal.plays)
    plays[30], plays[31] = Play(plays[31].card, plays[30].seat), Play(plays[30].card, plays[31].seat)
    contract = deal.claims.contract % 8
    last = np.array([each.card for each in plays[28:]], np.int64)
    seat = plays[28 + winning(contract, last, 4)].seat
    assert seat is not None
    winners = [*(each for each in deal.claims.winners[:7] if each is not None), seat]
    claims = msgspec.structs.replace(deal.claims, winners=tuple(winners), points=points(contract, plays, winners))
    labels = ({"code": "play.not-held", "position": 30}, {"code": "play.not-held", "position": 31})
    return msgspec.structs.replace(deal, plays=tuple(plays), claims=claims, labels=labels)


def card_missing(deal: Deal, position: int) -> Deal:
    """One card is not in the stream of plays, which names no seats."""
    assert deal.plays is not None
    plays = tuple(Play(each.card) for i, each in enumerate(deal.plays) if i != position)
    labels = ({"code": "play.missing", "position": position},)
    return msgspec.structs.replace(deal, plays=plays, labels=labels)


def card_twice(deal: Deal) -> Deal | None:
    """The last card is written as one that fell before; None where the record's numbers would change with it."""
    assert deal.plays is not None and deal.claims.contract is not None and deal.claims.winners is not None
    contract = deal.claims.contract % 8
    for earlier in deal.plays[:28]:
        plays = [*deal.plays[:31], Play(earlier.card, deal.plays[31].seat)]
        last = np.array([each.card for each in plays[28:]], np.int64)
        same = plays[28 + winning(contract, last, 4)].seat == deal.claims.winners[7]
        winners = [each for each in deal.claims.winners if each is not None]
        if same and points(contract, plays, winners) == deal.claims.points:
            labels = ({"code": "deal.card-twice", "position": 31},)
            return msgspec.structs.replace(deal, plays=tuple(plays), labels=labels)
    return None


def deals() -> list[Deal]:
    """Twelve faults in nine deals, and a deal without one."""
    french, bulgarian = load("fr4-001"), load("bg4-004")
    out = [
        record(french, 1, 100, None, [MUST_FOLLOW]),
        record(french, 2, 200, None, [MUST_RUFF]),
        record(french, 3, 300, None, [MUST_OVERRUFF]),
        record(french, 4, 400, None, [MUST_UNDERRUFF, MUST_HEAD]),
        record(french, 5, 500, None),
        wrong_points(record(bulgarian, 1, 600, ALL_TRUMP, [MUST_HEAD])),
        not_held(record(bulgarian, 2, 700, 2)),
        wrong_winner(record(bulgarian, 3, 800, 4, swapped=2), 5),
        card_missing(record(bulgarian, 4, 900, 3), 13),
    ]
    seed = 1000
    while (twice := card_twice(record(bulgarian, 5, seed, 0))) is None:
        seed += 1
    return [*out, twice]


def main() -> None:
    path = Path(__file__).parent.parent / "data" / "samples" / "faults.jsonl"
    path.write_bytes(b"".join(encode(each) + b"\n" for each in deals()))
    for each in deals():
        print(each.match, each.number, each.labels, [CARD_NAMES[play.card] for play in each.plays or ()])


if __name__ == "__main__":
    main()
