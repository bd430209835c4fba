"""Trees of play counted a second time: by the rules said in words, and by sums over positions instead of a walk."""

from tests.oracle_play import legal, points, side_of, winner
from tests.oracle_rules import Knobs

LAST_TRICK = 10
Sums = tuple[int, tuple[int, ...], int]
"""Lines, card points by side summed over them, and lines that end with one side having every trick."""


def tree(knobs: Knobs, contract: str, hands: list[list[str]], leader: int, depth: int) -> Sums:
    """Every line of so many cards from equal hands before a lead. The same position is counted once, however met."""
    players, sides = len(hands), 2 if knobs["deal.players"] == 4 else len(hands)
    known: dict[tuple[object, ...], Sums] = {}

    def below(
        left: tuple[frozenset[str], ...], turn: int, trick: tuple[str, ...], took: frozenset[int], n: int
    ) -> Sums:
        over = not any(left)
        if n == 0 or over:
            return 1, (0,) * sides, int(over and len(took) == 1)
        key = (left, turn, trick, took, n)
        if key not in known:
            known[key] = add(
                after(left, turn, trick, took, n, card)
                for card in legal(knobs, contract, list(trick), list(left[turn]))
            )
        return known[key]

    def add(parts: "object") -> Sums:
        lines, sums, sweeps = 0, [0] * sides, 0
        for more, each, swept in parts:  # type: ignore[attr-defined]
            lines, sweeps = lines + more, sweeps + swept
            sums = [a + b for a, b in zip(sums, each, strict=True)]
        return lines, tuple(sums), sweeps

    def after(
        left: tuple[frozenset[str], ...], turn: int, trick: tuple[str, ...], took: frozenset[int], n: int, card: str
    ) -> Sums:
        rest = tuple(hand - {card} if seat == turn else hand for seat, hand in enumerate(left))
        trick = (*trick, card)
        if len(trick) < players:
            return below(rest, (turn + 1) % players, trick, took, n - 1)
        first = (turn + 1) % players
        taker = (first + winner(contract, list(trick))) % players
        side = side_of(knobs, taker)
        worth = points(contract, list(trick)) + (0 if any(rest) else LAST_TRICK)
        lines, sums, sweeps = below(rest, taker, (), took | {side}, n - 1)
        return lines, tuple(each + worth * lines * (at == side) for at, each in enumerate(sums)), sweeps

    return below(tuple(map(frozenset, hands)), leader, (), frozenset(), depth)
