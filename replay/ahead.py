"""Ordinary deals judged ahead, up to their last card: whole hands, an auction without a fault, every card legal."""

from typing import Any

from replay.abreast import LANES, PLAYED, fits, line_up, play_abreast, read_lane
from replay.auction import AS_CALLED
from replay.deal import read_opening
from replay.findings import ABSENT, NOT_STATED, cannot
from replay.jit import inlined, rule
from replay.judgement import PARTS


@inlined
def begin(rules: Any, blank: Any, judged: Any, index: int) -> None:
    """Begin a deal of which nothing is known yet."""
    judged[index] = blank[0]
    for part in range(len(PARTS)):
        if (rules.not_stated >> part) & 1:
            cannot(judged[index], part, NOT_STATED)


@rule
def judge_ahead(
    table: Any, deals: Any, calls: Any, state: Any, blank: Any, abreast: Any, judged: Any, found: Any, count: Any
) -> None:
    """Judge what can be judged of ordinary deals without the ones before, several side by side.

    They are marked as `in_turn`; of all others `judged` holds nothing that counts. No finding is left: a deal with
    one is not ordinary.
    """
    abreast.rules[:] = ABSENT
    n = 0
    for index in range(len(deals)):
        deal = deals[index]
        rules = table[deal.rules]
        row = judged[index]
        row.in_turn = 0
        if fits(rules, deal):
            begin(rules, blank, judged, index)
            read_opening(rules, deal, calls, state, AS_CALLED, row, found, count, index)
            if count[0] == 0 and line_up(rules, deal, row, index, abreast, n):
                n += 1
            count[0] = 0
        if n == LANES or index == len(deals) - 1:
            play_abreast(abreast)
            for lane in range(n):
                at = abreast.deal[lane]
                if read_lane(abreast, lane, deals[at], judged[at]) < PLAYED:
                    judged[at].in_turn = 0
            n = 0
