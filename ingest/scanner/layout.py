"""Where scanned lines are put: the columns of numbers, and the lists."""

from typing import Final

from replay.jit import constant

ABSENT: Final = constant(-32768)
"""Stands for a number that the record does not have."""

# Columns of `small`, one number of a line each.
(
    TAKEN, NUMBER, DEALER, TURNED, MIXED, EXCHANGE_SEAT, EXCHANGE_PLAY, CONTRACT, TAKER, DOUBLED, INCLUDED,
    MATCH_WINNER, ENDED, ENDED_BY, SIMULATED, INSTANT, CLAIMED, HIGHEST, SIDES, FOREIGN,
    MATCH, RULES, OVERRIDES, PLAYERS, TIME, LABELS, NOTES, EXTRA,
) = (constant(each) for each in range(28))  # fmt: skip
WIDTH: Final = 28 + 8
"""`MATCH` and what follows it are where a piece begins; eight columns further on stands where it ends."""
PIECE: Final = constant(8)

EMPTY: Final = constant(2)
"""Claims that claim nothing."""

# Rows of `bytes_`, and of `counts` (by line, ABSENT where there is no list).
HANDS, HAND_SIZES, BEFORE, PLAYS, WINNERS, BOTS, CALLS, DECLARED, BELOTES = (constant(each) for each in range(9))
POINTS, DECLARATIONS, BELOTE, HANGING, SCORE, TOTALS, PENALTIES = (constant(each) for each in range(9, 16))
LISTS: Final = 16
NUMBERS: Final = constant(9)
"""The first list that is a row of `numbers`."""
