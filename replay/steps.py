"""One deal step by step: before each call and card, what stood on the table, what was allowed, what was broken."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from replay.auction import AUCTION, call_fault, make_call, open_auction
from replay.cards import CONTRACTS, LAST_TRICK, RANKS, SUITS, UNKNOWN, VALUE, Card, Cards, Seat, mask, names
from replay.findings import ABSENT
from replay.judgement import PARTS, Finding, Judgement, Outcome, Verdict
from replay.law import legal_for, winning
from replay.record import CAPOT_BID, DOUBLE, PASS, REDOUBLE, TAKE, Announcement, Call, Deal, bid, call_name, in_order
from replay.rulesets import Ruleset
from replay.statement import settlement_lines
from replay.violations import card_text, seat_name


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened in a deal, with the table as it was before."""

    kind: str
    """deal, call, exchange, declaration, belote, play, trick or settlement."""
    seat: Seat | None = None
    position: int | None = None
    """The record's index of the call or play."""
    card: Card | None = None
    text: str
    allowed: Cards = 0
    """For a play: the legal cards of the hand as far as it is known."""
    hands: tuple[Cards, ...]
    """By seat: the cards still held."""
    trick: tuple[tuple[Seat, Card], ...] = ()
    """The cards on the table."""
    findings: tuple[Finding, ...] = ()
    points: tuple[int, ...] = ()
    """By side: card points so far, with the last trick once it is won."""
    tricks: tuple[int, ...] = ()
    allowed_calls: tuple[str, ...] = ()
    """For a call: the calls that the seat could make, as the record writes them; bids of points up to 250."""
    lines: tuple[tuple[str, ...], ...] = ()
    """For the settlement: its lines, each a label and one value a side, computed and as recorded."""


_EVERY_CALL: Final = (
    PASS,
    TAKE,
    *(bid(contract) for contract in range(len(CONTRACTS))),
    *(bid(suit, value) for value in range(80, 260, 10) for suit in range(len(SUITS))),
    *(bid(suit, CAPOT_BID) for suit in range(len(SUITS))),
    DOUBLE,
    REDOUBLE,
)
"""The calls that are tried when a step says which were allowed."""


def steps(deal: Deal, ruleset: Ruleset, judgement: Judgement) -> list[Step]:
    """The readable replay of a deal that was judged under a ruleset."""
    return list(_steps(deal, ruleset, judgement))


def _steps(deal: Deal, ruleset: Ruleset, judgement: Judgement) -> Iterator[Step]:
    players, sides = ruleset.players, ruleset.sides
    hands = full_hands(deal, judgement, players)
    points, tricks = [0] * sides, [0] * sides
    trick: list[tuple[Seat, Card]] = []
    pending = list(judgement.findings)

    def take(part: str, position: int | None, card: Card | None = None) -> tuple[Finding, ...]:
        here = [each for each in pending if each.code.startswith(part) and each.position == position]
        if card is not None:
            here = [each for each in here if each.card in (card, None)]
        for each in here:
            pending.remove(each)
        return tuple(here)

    def step(kind: str, text: str, **more: Any) -> Step:
        table = {"trick": tuple(trick), "points": tuple(points), "tricks": tuple(tricks)}
        return Step(kind=kind, text=text, hands=tuple(hands), **{**table, **more})

    dealer = "" if deal.dealer is None else f"{seat_name(deal.dealer)} deals"
    turned = "" if deal.turned is None else f"{card_text(deal.turned)} is turned"
    text = ", ".join(filter(None, (dealer, turned))) or "the deal"
    yield step("deal", text, seat=deal.dealer, findings=take("deal.", None))
    for position, (seat, call, allowed) in enumerate(calls_with_choice(deal, ruleset)):
        text = call_text(call, deal.turned)
        yield step("call", text, seat=seat, position=position, allowed_calls=allowed, findings=take("call.", position))
    plays = [(at, seat, deal.plays[at].card) for at, seat in enumerate(judgement.seats) if deal.plays]
    if judgement.missing is not None:
        plays.insert(judgement.missing[0], judgement.missing)
    if judgement.contract is None:
        plays = []

    def events(first: int, last: int) -> Iterator[Step]:
        """What was exchanged, announced and said before a play, or before none that is shown."""
        if deal.exchange is not None and first <= deal.exchange.play <= last:
            seat, given = deal.exchange.seat, _seven(deal)
            findings = take("exchange.", None)
            yield step("exchange", exchange_text(deal), seat=seat, position=deal.exchange.play, findings=findings)
            if given is not None and deal.turned is not None:
                hands[seat] = hands[seat] & ~(1 << given) | 1 << deal.turned
        for announced in (each for each in in_order(deal.declarations) if first <= each.play <= last):
            yield step(
                "declaration",
                announcement_text(announced),
                seat=announced.seat,
                position=announced.play,
                findings=take("declaration.", announced.play),
            )
        for said in (each for each in in_order(deal.belote) if first <= each.play <= last):
            again = any(
                each.seat == said.seat and each.suit == said.suit and each.play < said.play
                for each in deal.belote or ()
            )
            yield step(
                "belote",
                "rebelote" if again else "belote",
                seat=said.seat,
                position=said.play,
                findings=take("belote.", said.play),
            )

    shown = -1
    for number, (at, seat, card) in enumerate(plays):
        lacking = judgement.missing is not None and number == judgement.missing[0]
        if not lacking:
            yield from events(shown, at)
            shown = at + 1
        yield step(
            "play",
            f"{card_text(card)}, which the record lacks" if lacking else card_text(card),
            seat=seat,
            position=at,
            card=card,
            allowed=_allowed(ruleset, judgement.contract or 0, hands[seat], trick, seat),
            findings=take("play.", at, card)
            + (() if lacking else take("deal.", at, card) + take("declaration.", at) + take("belote.", at)),
        )
        if card < UNKNOWN:
            hands[seat] &= ~(1 << card)
        trick.append((seat, card))
        if len(trick) == players:
            place = number // players
            if place < len(judgement.winners):
                winner = judgement.winners[place]
                tricks[_side(winner, players)] += 1
                points[_side(winner, players)] += sum(
                    int(VALUE[judgement.contract, each]) for _, each in trick if each < UNKNOWN
                ) + (LAST_TRICK if place == ruleset.hand_size - 1 else 0)
                text = f"{seat_name(winner)} wins the trick"
                yield step("trick", text, seat=winner, position=at, findings=take("claim.winner", at))
            trick = []
    yield from events(shown, 1 << 20)
    trick = []
    yield step(
        "settlement",
        settlement_text(judgement, players),
        findings=tuple(pending),
        lines=settlement_lines(deal, ruleset, judgement),
    )


def calls_with_choice(deal: Deal, ruleset: Ruleset) -> list[tuple[Seat | None, Call, tuple[str, ...]]]:
    """Who made each call, and which calls he could make then; neither where the dealer is not known."""
    rules = ruleset.rules
    state: Any = np.zeros(1, AUCTION).view(np.recarray)[0]
    open_auction(
        state,
        ABSENT if deal.dealer is None else (deal.dealer + 1) % ruleset.players,
        ABSENT if deal.turned is None else deal.turned,
    )
    out: list[tuple[Seat | None, Call, tuple[str, ...]]] = []
    for call in deal.calls or ():
        seat = int(state.turn) if call.seat is None else call.seat
        if seat == ABSENT:
            out.append((None, call, ()))
            continue
        tried = _EVERY_CALL if call.call in _EVERY_CALL else (*_EVERY_CALL, call.call)
        allowed = tuple(call_name(each) for each in tried if call_fault(rules, state, seat, each) == 0)
        out.append((seat, call, allowed))
        if not state.over:
            make_call(rules, state, seat, call.call)
    return out


def _seven(deal: Deal) -> Card | None:
    return None if deal.turned is None or deal.turned >= UNKNOWN else deal.turned // 8 * 8


def exchange_text(deal: Deal) -> str:
    """The exchange of the seven in words."""
    given = _seven(deal)
    if given is None or deal.turned is None:
        return "exchanges the seven for the turned card"
    return f"exchanges {card_text(given)} for {card_text(deal.turned)}"


def full_hands(deal: Deal, judgement: Judgement, players: int) -> list[Cards]:
    """The cards of each seat: as recorded, with what it turned out to play where the record leaves that open."""
    hands = [mask(hand) for hand in deal.hands] if deal.hands else [0] * players
    held = 0
    for hand in hands:
        held |= hand
    for seat, play in zip(judgement.seats, deal.plays or (), strict=False):
        exchanged = deal.exchange is not None and deal.exchange.seat == seat and play.card == deal.turned
        if play.card < UNKNOWN and not held >> play.card & 1 and not exchanged:
            hands[seat] |= 1 << play.card
    return hands


def call_text(call: Call, turned: Card | None) -> str:
    """A call in words."""
    if call.call == PASS:
        return "pass"
    if call.call == TAKE:
        return "takes" if turned is None else f"takes {CONTRACTS[turned // 8]}" if turned < UNKNOWN else "takes"
    if call.call in (DOUBLE, REDOUBLE):
        return call_name(call.call)
    value, contract = divmod(call.call, 8)
    return f"{'capot' if value == CAPOT_BID else value if value > 1 else ''} {CONTRACTS[contract]}".strip()


def announcement_text(announced: Announcement) -> str:
    """An announced declaration in words, with its cards where the record has them."""
    if announced.cards:
        return f"announces {names(announced.cards)}"
    top = "" if announced.top is None else f" to {RANKS[announced.top]}"
    return f"announces a {announced.kind}{top}"


def settlement_text(judgement: Judgement, players: int) -> str:
    """How the deal came out, as far as it is known."""
    if judgement.outcome == Outcome.THROWN_IN:
        return "all passed: the deal is thrown in"
    parts = []
    if judgement.points is not None:
        parts.append("card points " + "-".join(map(str, judgement.points)))
    if judgement.outcome != Outcome.UNKNOWN:
        parts.append(judgement.outcome.name.lower())
    if judgement.score is not None:
        parts.append("score " + "-".join(map(str, judgement.score)))
    open_parts = [
        part for part, verdict in zip(PARTS, judgement.verdicts, strict=True) if verdict == Verdict.NOT_AUDITABLE
    ]
    if open_parts:
        parts.append("not auditable: " + ", ".join(open_parts))
    return "; ".join(parts) or "the end of the record"


def _allowed(ruleset: Ruleset, contract: int, hand: Cards, trick: Sequence[tuple[Seat, Card]], seat: Seat) -> Cards:
    if any(card >= UNKNOWN for _, card in trick):
        return hand
    cards = np.array([card for _, card in trick], np.int64)
    n = len(cards)
    best = trick[int(winning(contract, cards, n))][0] if n else None
    partner = ruleset.sides == 2 and ruleset.players == 4 and best is not None and (best + 2) % 4 == seat
    return int(legal_for(ruleset.rules, contract, hand, cards, n, partner, n == ruleset.players - 1))


def _side(seat: Seat, players: int) -> int:
    return seat & 1 if players == 4 else seat
