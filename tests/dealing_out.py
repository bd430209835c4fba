"""Matches dealt by chance and played, counted and written by the second telling of the rules, as recorded deals."""

import random
from dataclasses import dataclass, field
from typing import Any

from replay.cards import CONTRACTS, RANKS, SUITS, card, cards, mask
from replay.record import Announcement, Belote, Call, Claims, Deal, Exchange, Play, bid, call_by_name
from replay.rulesets import Ruleset
from tests import oracle

KIND = {3: "tierce", 4: "quarte", 5: "quinte"}


@dataclass
class Dealt:
    """A recorded deal, and what the second telling says of it."""

    record: Deal
    knobs: dict[str, Any]
    thrown_in: bool = False
    contract: str = ""
    turned: str | None = None
    calls: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    """With which the deal was played: after an exchange."""
    first: list[list[str]] = field(default_factory=list)
    """Before the second deal."""
    whole: list[list[str]] = field(default_factory=list)
    """As dealt."""
    played: dict[str, Any] = field(default_factory=dict)
    """What `oracle.play_out` says."""
    declared: list[int] = field(default_factory=list)
    belote: list[int] = field(default_factory=list)
    settled: dict[str, Any] = field(default_factory=dict)
    outcome: str = ""
    """Made, inside or hanging, whether doubled or not."""
    totals: list[int] = field(default_factory=list)
    winner: int | None = None


def sides(knobs: dict[str, Any]) -> int:
    return 2 if knobs["deal.players"] == 4 else int(knobs["deal.players"])


def bid_code(contract: str, level: int | str | None) -> int:
    return call_by_name(f"{level or ''}{contract}")


def hold_auction(knobs: dict[str, Any], eldest: int, turned_suit: str | None, chance: random.Random) -> list[str]:
    """Lawful calls to the end of an auction."""
    calls: list[str] = []
    eager = chance.choice([0.1, 0.4, 0.7])
    while (seat := oracle.auction(knobs, calls, eldest, turned_suit)["next_seat"]) is not None:
        allowed = [
            call
            for call in oracle.possible_calls(knobs)
            if oracle.call_allowed(knobs, calls, seat, call, turned_suit, eldest)
        ]
        others = [call for call in allowed if call != "pass"]
        if "pass" in allowed and (chance.random() > eager or not others):
            calls.append("pass")
        else:
            # The lowest ones mostly: a ladder should have its steps; a double wherever there may be one.
            doubles = [call for call in others if call.endswith("double")]
            few = others if chance.random() < 0.1 else others[:6]
            calls.append(chance.choice(doubles if doubles and chance.random() < 0.3 else few))
    return calls


def exchange(
    knobs: dict[str, Any], contract: str, turned: str, dealt: dict[str, Any], chance: random.Random, unruly: float
) -> tuple[int, int] | None:
    """Who gives his seven for the turned card, and before which play, -1 before the second deal; None for nobody."""
    if chance.random() < unruly:
        return chance.randrange(knobs["deal.players"]), chance.randrange(-1, 8)
    for seat, before in enumerate(dealt["before"]):
        for when in (-1, 0):
            hand = before + dealt["after"][seat] if when == 0 else before
            if oracle.exchange_allowed(knobs, contract, turned, hand, when < 0, 0) and chance.random() < 0.8:
                return seat, when
    return None


def play_by_chance(
    knobs: dict[str, Any], contract: str, leader: int, hands: list[list[str]], chance: random.Random, unruly: float
) -> list[str]:
    """The plays of a deal: lawful ones, and at this rate any card of the hand."""
    players = knobs["deal.players"]
    left = [list(hand) for hand in hands]
    plays: list[str] = []
    while left[leader]:
        trick: list[str] = []
        for turn in range(players):
            hand = left[(leader + turn) % players]
            allowed = hand if chance.random() < unruly else sorted(oracle.legal(knobs, contract, trick, hand))
            trick.append(chance.choice(allowed))
            hand.remove(trick[-1])
        leader = (leader + oracle.winner(contract, trick)) % players
        plays += trick
    return plays


def is_even(knobs: dict[str, Any], taker: int, played: dict[str, Any]) -> bool:
    """Whether the cards alone leave the attack with what its best opponent has."""
    points = list(played["card_points"])
    points[played["last_trick_side"]] += 10
    own = points.pop(oracle.side_of(knobs, taker))
    return bool(own == max(points))


def cards_mask(declaration: dict[str, Any]) -> int:
    return mask([card(each) for each in oracle.cards_of(declaration)])


def announcement(
    seat: int, play: int, declaration: dict[str, Any], hand: list[str], chance: random.Random
) -> Announcement:
    """A declaration as a record has it: by its cards, or by kind and top where that says which."""
    if declaration["kind"] == "carre":
        if chance.random() < 0.3:
            return Announcement(seat, play, kind="carre", top=RANKS.index(declaration["rank"]))
    else:
        length = min(5, declaration["length"])
        like = [suit for suit in SUITS if oracle.cards_of({**declaration, "suit": suit, "length": length}) <= set(hand)]
        if len(like) == 1 and chance.random() < 0.3:
            return Announcement(seat, play, kind=KIND[length], top=RANKS.index(declaration["top"]))
    return Announcement(seat, play, cards_mask(declaration))


def turns_of(dealt: Dealt, seat: int) -> list[int]:
    """The places of a seat's plays."""
    return [place for place, each in enumerate(dealt.played["seats"]) if each == seat]


def announce(dealt: Dealt, leader: int, chance: random.Random) -> tuple[list[Announcement], list[int]]:
    """Some of what the hands hold, announced in due time, and the points by side that count."""
    knobs, players = dealt.knobs, dealt.knobs["deal.players"]
    spoken: list[tuple[int, int, Announcement, dict[str, Any]]] = []
    if dealt.contract == "NT":
        return [], [0] * sides(knobs)
    for turn in range(players):
        seat = (leader + turn) % players
        before: list[tuple[int, dict[str, Any]]] = []
        for declaration in oracle.hand_declarations(knobs, dealt.hands[seat]):
            at = int(knobs["declarations.time"] == "two_steps" and bool(before) and chance.random() < 0.5)
            # `at` is the speaker's own turn; before the opening lead it is nobody's.
            place = 0 if knobs["declarations.time"] == "before_lead" else turns_of(dealt, seat)[at]
            if chance.random() < 0.1 or oracle.time_fault(knobs, at, declaration, before, place, dealt.contract):
                continue
            before.append((at, declaration))
            said = announcement(seat, place, declaration, dealt.hands[seat], chance)
            spoken.append((at, turn, said, {**declaration, "side": oracle.side_of(knobs, seat)}))
    spoken.sort(key=lambda one: one[:2])
    announced = [{**one[3], "order": order} for order, one in enumerate(spoken)]
    return [one[2] for one in spoken], oracle.contest(knobs, dealt.contract, announced)


def say_belote(dealt: Dealt, chance: random.Random) -> tuple[list[Belote], list[int]]:
    """Some of the belotes, said in due form, and their points by side."""
    knobs = dealt.knobs
    moments: dict[tuple[int, str], list[int]] = {}
    for place, seat, suit in oracle.belote_moments(knobs, dealt.contract, dealt.played):
        moments.setdefault((seat, suit), []).append(place)
    said, points = [], [0] * sides(knobs)
    plays = dealt.played["plays"]
    for (seat, suit), places in moments.items():
        if chance.random() < 0.2:
            continue
        place = chance.choice(places)
        said.append(Belote(seat, SUITS.index(suit), place))
        second = max(plays.index("K" + suit), plays.index("Q" + suit))
        again = second > place and chance.random() < 0.5
        if again:
            said.append(Belote(seat, SUITS.index(suit), second))
        points[oracle.side_of(knobs, seat)] += 20 if again or not knobs["declarations.rebelote"] else 0
    return sorted(said, key=lambda one: one.play), points


def claims(dealt: Dealt, standing: dict[str, Any], hanging_in: int, chance: random.Random) -> Claims:
    """What an honest record says came out."""
    knobs, played = dealt.knobs, dealt.played
    points = list(played["card_points"])
    points[played["last_trick_side"]] += 10
    include: tuple[str, ...] = ("last_trick",)
    if chance.random() < 0.3:
        include = ("last_trick", "capot")
        for side, count in enumerate(played["trick_counts"]):
            if count == len(played["winners"]):
                points[side] += knobs["settlement.capot"]
    return Claims(
        contract=bid_code(dealt.contract, standing["level"]),
        taker=standing["taker"],
        doubled=standing["doubled"],
        winners=tuple(played["winners"]),
        points=tuple(points),
        points_include=include,
        declarations=tuple(dealt.declared),
        belote=tuple(dealt.belote),
        hanging=(hanging_in, dealt.settled["hanging_out"]),
        score=tuple(dealt.settled["recorded"]),
        totals=tuple(dealt.totals),
        match_winner=dealt.winner,
    )


def count_up(dealt: Dealt, standing: dict[str, Any], hanging_in: int, totals: list[int]) -> None:
    """Settle a played deal and see whether it ends the match."""
    knobs, played = dealt.knobs, dealt.played
    taken = (played["card_points"], played["last_trick_side"], played["trick_counts"], dealt.declared, dealt.belote)
    bid_for = (knobs, dealt.contract, oracle.side_of(knobs, standing["taker"]))
    level = standing["level"]
    dealt.settled = oracle.settle(*bid_for, *taken, multiplier=standing["doubled"], bid=level, hanging_in=hanging_in)
    dealt.outcome = oracle.settle(*bid_for, *taken, bid=level)["outcome"]
    dealt.totals = [before + now for before, now in zip(totals, dealt.settled["recorded"], strict=True)]
    dealt.winner = oracle.match_end(
        knobs,
        dealt.totals,
        played["last_trick_side"],
        dealt.settled["hanging_out"] > 0,
        max(played["trick_counts"]) == len(played["winners"]),
    )


def one_deal(
    ruleset: Ruleset,
    chance: random.Random,
    number: int = 1,
    dealer: int = 0,
    hanging_in: int = 0,
    totals: list[int] | None = None,
    unruly: float = 0.0,
) -> Dealt:
    """One deal from the shuffled pack to the score; `unruly` is the share of plays with any card of the hand, and the
    chance of an exchange by anyone at any time."""
    knobs: dict[str, Any] = dict(ruleset.values)
    players = knobs["deal.players"]
    pack = oracle.pack(knobs)
    chance.shuffle(pack)
    if chance.random() < 0.15:
        # Long suits, for declarations and capots.
        pack.sort(key=lambda each: (each[1], chance.random() < 0.3))
    eldest = (dealer + 1) % players
    turned = oracle.deal_out(knobs, pack, eldest, 0)["turned"]
    calls = hold_auction(knobs, eldest, turned and turned[1], chance)
    standing = oracle.auction(knobs, calls, eldest, turned and turned[1])
    dealt_cards = oracle.deal_out(knobs, pack, eldest, standing["taker"] or 0)
    before = dealt_cards["before"]
    plain: dict[str, Any] = {
        "match": "m",
        "number": number,
        "rules": ruleset.name,
        "dealer": dealer,
        "turned": turned and card(turned),
        "calls": tuple(Call(call_by_name(each)) for each in calls),
    }
    if standing["thrown_in"]:
        hands = tuple(tuple(cards(" ".join(hand))) for hand in before)
        record = Deal(**plain, hands=hands, before=tuple(map(len, hands)))
        return Dealt(record, knobs, thrown_in=True, calls=calls, turned=turned, totals=list(totals or []))

    contract = standing["contract"]
    whole = [first + second for first, second in zip(before, dealt_cards["after"], strict=True)]
    hands = [list(hand) for hand in whole]
    given = exchange(knobs, contract, turned, dealt_cards, chance, unruly) if turned else None
    if given and turned and not any(turned in hand for hand in hands):
        hands[given[0]] = [turned if each == "7" + turned[1] else each for each in hands[given[0]]]
    leader = oracle.opening_leader(knobs, eldest, standing["taker"])
    # Points that are equal are rare, and much hangs on them: some deals are played until they are.
    for _ in range(40 if chance.random() < 0.2 else 1):
        plays = play_by_chance(knobs, contract, leader, hands, chance, unruly)
        played = {**oracle.play_out(knobs, contract, eldest, standing["taker"], plays, hands), "plays": plays}
        if is_even(knobs, standing["taker"], played):
            break
    dealt = Dealt(Deal(**plain), knobs, False, contract, turned, calls, hands, before, whole, played)
    announced: list[Announcement] = []
    said: list[Belote] = []
    dealt.declared, dealt.belote = [0] * sides(knobs), [0] * sides(knobs)
    if not is_even(knobs, standing["taker"], played) or chance.random() < 0.3:
        announced, dealt.declared = announce(dealt, leader, chance)
        said, dealt.belote = say_belote(dealt, chance)
    count_up(dealt, standing, hanging_in, totals or [0] * sides(knobs))
    if given and given[1] == 0 and not unruly:
        given = given[0], chance.randint(0, turns_of(dealt, given[0])[0])
    dealt.record = Deal(
        **plain,
        hands=tuple(tuple(cards(" ".join(hand))) for hand in whole),
        before=tuple(map(len, before)),
        exchange=Exchange(*given) if given else None,
        declarations=tuple(announced),
        belote=tuple(said),
        plays=tuple(Play(card(each)) for each in plays),
        claims=claims(dealt, standing, hanging_in, chance),
    )
    return dealt


def whole_match(ruleset: Ruleset, chance: random.Random, most: int, unruly: float = 0.0) -> list[Dealt]:
    """The deals of a match, to its end or to so many."""
    knobs: dict[str, Any] = dict(ruleset.values)
    deals: list[Dealt] = []
    dealer, hanging, totals = chance.randrange(knobs["deal.players"]), 0, [0] * sides(knobs)
    while len(deals) < most:
        dealt = one_deal(ruleset, chance, len(deals) + 1, dealer, hanging, totals, unruly)
        deals.append(dealt)
        taker = None if dealt.thrown_in else dealt.record.claims.taker
        dealer = oracle.next_dealer(knobs, dealer, taker, dealt.settled.get("recorded", []))
        if not dealt.thrown_in:
            hanging, totals = dealt.settled["hanging_out"], dealt.totals
        if dealt.winner is not None:
            break
    return deals


__all__ = ["CONTRACTS", "Dealt", "bid", "cards_mask", "one_deal", "sides", "turns_of", "whole_match"]
