"""One deal step by step: before each call and card, what stood on the table, what was allowed, what was broken."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from replay.cards import CARD_NAMES, CONTRACTS, UNKNOWN, VALUE, Card, Cards, Seat, mask, names
from replay.judgement import PARTS, Finding, Judgement, Outcome, Verdict
from replay.law import legal_for, winning
from replay.record import CAPOT_BID, DOUBLE, PASS, REDOUBLE, TAKE, Announcement, Call, Deal, call_name
from replay.rulesets import Ruleset
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


_DECLARED: Final = {1: "carré", 3: "tierce", 4: "quarte"}


def steps(deal: Deal, ruleset: Ruleset, judgement: Judgement) -> list[Step]:
    """The readable replay of a deal that was judged under a ruleset."""
    return list(_steps(deal, ruleset, judgement))


def _steps(deal: Deal, ruleset: Ruleset, judgement: Judgement) -> Iterator[Step]:
    players, sides = ruleset.players, ruleset.sides
    hands = full_hands(deal, judgement, players)
    pending = list(judgement.findings)

    def take(part: str, position: int | None, card: Card | None = None) -> tuple[Finding, ...]:
        here = [each for each in pending if each.code.startswith(part) and each.position == position]
        if card is not None:
            here = [each for each in here if each.card in (card, None)]
        for each in here:
            pending.remove(each)
        return tuple(here)

    dealer = "" if deal.dealer is None else f"{seat_name(deal.dealer)} deals"
    turned = "" if deal.turned is None else f"{card_text(deal.turned)} is turned"
    yield Step(
        kind="deal",
        seat=deal.dealer,
        text=", ".join(filter(None, (dealer, turned))) or "the deal",
        hands=tuple(hands),
        findings=take("deal.", None),
    )
    for position, (seat, call) in enumerate(call_seats(deal, players)):
        yield Step(
            kind="call",
            seat=seat,
            position=position,
            text=call_text(call, deal.turned),
            hands=tuple(hands),
            findings=take("call.", position),
        )
    points, tricks = [0] * sides, [0] * sides
    trick: list[tuple[Seat, Card]] = []
    contract = judgement.contract
    for at, seat in enumerate(judgement.seats):
        if deal.plays is None or at >= len(deal.plays) or contract is None:
            break
        card = deal.plays[at].card
        if deal.exchange is not None and deal.exchange.play == at:
            yield Step(
                kind="exchange",
                seat=deal.exchange.seat,
                position=at,
                text="exchanges the seven for the turned card",
                hands=tuple(hands),
                trick=tuple(trick),
                findings=take("exchange.", None),
            )
        for announced in (each for each in deal.declarations or () if each.play == at):
            yield Step(
                kind="declaration",
                seat=announced.seat,
                position=at,
                text=announcement_text(announced),
                hands=tuple(hands),
                trick=tuple(trick),
                findings=take("declaration.", at),
                points=tuple(points),
                tricks=tuple(tricks),
            )
        for said in (each for each in deal.belote or () if each.play == at):
            again = any(
                each.seat == said.seat and each.suit == said.suit and each.play < at for each in deal.belote or ()
            )
            yield Step(
                kind="belote",
                seat=said.seat,
                position=at,
                text="rebelote" if again else "belote",
                hands=tuple(hands),
                trick=tuple(trick),
                findings=take("belote.", at),
                points=tuple(points),
                tricks=tuple(tricks),
            )
        yield Step(
            kind="play",
            seat=seat,
            position=at,
            card=card,
            text=card_text(card),
            allowed=_allowed(ruleset, contract, hands[seat], trick, seat),
            hands=tuple(hands),
            trick=tuple(trick),
            findings=take("play.", at) + take("deal.", at, card),
            points=tuple(points),
            tricks=tuple(tricks),
        )
        if card < UNKNOWN:
            hands[seat] &= ~(1 << card)
        trick.append((seat, card))
        if len(trick) == players:
            number = at // players
            if number < len(judgement.winners):
                side = _side(judgement.winners[number], players)
                tricks[side] += 1
                points[side] += sum(int(VALUE[contract, each]) for _, each in trick if each < UNKNOWN)
                points[side] += 10 if number == ruleset.hand_size - 1 else 0
                yield Step(
                    kind="trick",
                    seat=judgement.winners[number],
                    position=at,
                    text=f"{seat_name(judgement.winners[number])} wins the trick",
                    hands=tuple(hands),
                    trick=tuple(trick),
                    findings=take("claim.winner", at),
                    points=tuple(points),
                    tricks=tuple(tricks),
                )
            trick = []
    yield Step(
        kind="settlement",
        text=settlement_text(judgement, players),
        hands=tuple(hands),
        findings=tuple(pending),
        points=tuple(points),
        tricks=tuple(tricks),
    )


def full_hands(deal: Deal, judgement: Judgement, players: int) -> list[Cards]:
    """The cards of each seat: as recorded, with what it turned out to play where the record leaves that open."""
    hands = [mask(hand) for hand in deal.hands] if deal.hands else [0] * players
    held = 0
    for hand in hands:
        held |= hand
    for seat, play in zip(judgement.seats, deal.plays or (), strict=False):
        if play.card < UNKNOWN and not held >> play.card & 1:
            hands[seat] |= 1 << play.card
    return hands


def call_seats(deal: Deal, players: int) -> list[tuple[Seat | None, Call]]:
    """Who made each call: as recorded, else in turn from the eldest; None where the dealer is not known."""
    out: list[tuple[Seat | None, Call]] = []
    turn = None if deal.dealer is None else (deal.dealer + 1) % players
    for call in deal.calls or ():
        seat = turn if call.seat is None else call.seat
        out.append((seat, call))
        turn = None if seat is None else (seat + 1) % players
    return out


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
    top = "" if announced.top is None else f" to {CARD_NAMES[announced.top][0]}"
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
