"""Whether a record can be one of its ruleset's: as many seats and sides as play there."""

from collections.abc import Iterable

from replay.record import Deal
from replay.rulesets import Ruleset

_BY_SIDE = ("points", "declarations", "belote", "score", "totals", "penalties")


def misfit(deal: Deal, ruleset: Ruleset) -> str | None:
    """Why a deal cannot have been played under a ruleset: another number of seats or sides; None where it can."""
    players, sides = ruleset.players, ruleset.sides
    where = f"{ruleset.name} is for {players} players"
    if deal.players and len(deal.players) != players:
        return f'"players": {len(deal.players)} of them, but {where}'
    if deal.hands is not None and len(deal.hands) != players:
        return f'"hands": {len(deal.hands)} of them, but {where}; a hand that is not known is written ""'
    for field, seat in _seats(deal):
        if seat is not None and seat >= players:
            return f'"{field}": seat {seat}, but {where}, seats 0 to {players - 1}'
    for field in _BY_SIDE:
        numbers = getattr(deal.claims, field)
        if numbers is not None and len(numbers) != sides:
            return f'"claims.{field}": {len(numbers)} numbers, but under {ruleset.name} {sides} sides play'
    winner = deal.claims.match_winner
    if winner is not None and winner >= sides:
        return f'"claims.match_winner": side {winner}, but under {ruleset.name} {sides} sides play'
    return None


def _seats(deal: Deal) -> Iterable[tuple[str, int | None]]:
    yield "dealer", deal.dealer
    yield "ended_by", deal.ended_by
    yield "claims.taker", deal.claims.taker
    yield from (("claims.winners", seat) for seat in deal.claims.winners or ())
    yield from (("bots", seat) for seat in deal.bots)
    if deal.exchange is not None:
        yield "exchange", deal.exchange.seat
    yield from (("calls", each.seat) for each in deal.calls or ())
    yield from (("plays", each.seat) for each in deal.plays or ())
    yield from (("declarations", each.seat) for each in deal.declarations or ())
    yield from (("belote", each.seat) for each in deal.belote or ())
