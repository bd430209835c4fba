"""The judge: plays every recorded deal again, from the hands to the score, and says what was broken."""

from typing import Any, Final, NamedTuple

import numpy as np

from replay.abreast import ABREAST
from replay.ahead import begin, judge_ahead
from replay.auction import AS_CALLED, AUCTION, read_auction
from replay.cards import NOTHING
from replay.claims import nothing_claimed
from replay.contest import ENTERED, ENTRIES
from replay.deal import judge_deal
from replay.findings import ABSENT, CLAIMS_PART, close
from replay.frame import FINDING, JUDGED, PLAYS, WORK, Frame
from replay.hands import read_hands
from replay.jit import plain, rule
from replay.judgement import PARTS, Outcome
from replay.running import RUNNING, check_thrown_in, close_deal, is_thrown_in, open_deal, start_match
from replay.settlement import ACCOUNT
from replay.violations import PART_OF

ENGINE: Final = "4"
"""Version of the rules engine: a new one makes every verdict due again."""

THROWN_IN = int(Outcome.THROWN_IN)


@rule
def judge(
    table: Any,
    deals: Any,
    calls: Any,
    declarations: Any,
    belotes: Any,
    scratch: Any,
    judged: Any,
    found: Any,
    count: Any,
) -> None:
    """Judge deals in order of match and number; `table` holds the rulesets that they name by index.

    Fills one row of `judged` a deal and writes findings to `found`; `count[0]` says how many there are. `scratch`
    is room for one auction, one running match and one contest, a row of `judged` with nothing known, what is worked out
    of a deal, two accounts, deals side by side, the cards played and the reasons of a deal.
    """
    state, running, entries, blank = scratch[0][0], scratch[1][0], scratch[2], scratch[3]
    room = (scratch[4], scratch[5])
    work = scratch[4][0]
    plays, reasons = scratch[7], scratch[8]
    judge_ahead(table, deals, calls, state, blank, scratch[6][0], judged, found, count)
    for index in range(len(deals)):
        deal = deals[index]
        rules = table[deal.rules]
        row = judged[index]
        played = row.in_turn == 1
        first = count[0]
        if not played:
            begin(rules, blank, judged, index)
        if deal.starts_match:
            start_match(running, deals, calls, index)
        open_deal(rules, deal, running, row, found, count, index)
        if is_thrown_in(deal, calls):
            read_hands(rules, deal, row, found, count, index)
            read_auction(rules, deal, calls, state, AS_CALLED, row, found, count, index)
            row.outcome = THROWN_IN if state.thrown_in else 0
            check_thrown_in(rules, deal, state, found, count, index)
        else:
            judge_deal(
                table,
                rules,
                deal,
                calls,
                declarations,
                belotes,
                state,
                running,
                entries,
                room,
                plays,
                judged,
                blank,
                found,
                count,
                index,
                reasons,
                played,
            )
        nothing_claimed(deal, row)
        close_deal(rules, deal, running, row, work, found, count, index)
        for at in range(first, min(count[0], len(found))):
            part = PART_OF[found[at].code]
            if (rules.not_stated >> part) & 1 and part != CLAIMS_PART:
                found[at].code = ABSENT
        close(rules, row, found, first, count[0])


_SCRATCH: Final = (
    (1, AUCTION),
    (1, RUNNING),
    (ENTRIES, ENTERED),
    (1, JUDGED),
    (1, WORK),
    (2, ACCOUNT),
    (1, ABREAST),
)


class Room(NamedTuple):
    """What is worked in, to judge one frame after another."""

    scratch: Any
    judged: Any
    found: Any
    count: Any


def room_for_judging(n: int) -> Room:
    """Room to judge frames of up to n deals."""
    scratch = [np.zeros(size, kind).view(np.recarray) for size, kind in _SCRATCH]
    blank: Any = scratch[3][0]
    blank.contract = blank.level = blank.taker = blank.leader = blank.gap = blank.capot = blank.hanging = ABSENT
    blank.doubled = 1
    blank.seats[:] = NOTHING
    blank.winners[:] = NOTHING
    plays, reasons = np.full(PLAYS + 1, NOTHING, np.int64), np.zeros(len(PARTS), np.int64)
    judged, found = (np.empty(size, kind).view(np.recarray) for size, kind in ((n, JUDGED), (64 + n, FINDING)))
    return Room((*map(plain, scratch), plays, reasons), plain(judged), plain(found), np.zeros(1, np.int64))


def judge_frame(deals: Frame, table: Any, room: Room | None = None) -> tuple[Any, Any]:
    """Judge a frame of whole matches; the rows of JUDGED, one a deal, and of FINDING, in order.

    They stay until the room is used again.
    """
    room = room or room_for_judging(len(deals.deals))
    judged, found, count = room.judged[: len(deals.deals)], room.found, room.count
    table, rows, calls, declarations, belotes = map(plain, (table, *deals))
    while True:
        count[0] = 0
        judge(table, rows, calls, declarations, belotes, room.scratch, judged, found, count)
        if count[0] <= len(found):
            return judged.view(np.recarray), found[: count[0]].view(np.recarray)
        found = plain(np.empty(int(count[0]), FINDING).view(np.recarray))
