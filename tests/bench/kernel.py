"""The speed of legality, winner and points beside plain C, checked card for card: `python -m tests.bench.kernel`."""

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from replay import rulesets
from replay.abreast import ABREAST, LANES, line_up, play_abreast, read_lane
from replay.cards import NOTHING
from replay.compiled import stack
from replay.frame import ABSENT, DEAL, JUDGED
from replay.jit import making_arrays, plain, rule
from replay.law import legal_after, winning

DEALS = 1_000_000
CHUNK = 1_000
"""Deals that stay in the processor's cache, as they do in an audit."""


@making_arrays
def random_plays(rules: Any, seed: int, hands: Any, plays: Any, leaders: Any, contracts: Any, illegal: int) -> None:
    """Deal and play at random; of `illegal` in a hundred deals two plays are swapped."""
    np.random.seed(seed)
    pack = np.arange(32)
    left = np.zeros(4, np.int64)
    for d in range(len(leaders)):
        np.random.shuffle(pack)
        for seat in range(4):
            left[seat] = 0
            for i in range(8):
                left[seat] |= 1 << pack[8 * seat + i]
            hands[d, seat] = left[seat]
        leaders[d] = np.random.randint(4)
        contracts[d] = np.random.randint(6)
        leader = leaders[d]
        for first in range(0, 32, 4):
            best_seat, best = leader, 0
            for i in range(4):
                seat = (leader + i) % 4
                allowed = left[seat]
                if i > 0:
                    partner = (best_seat + 2) % 4 == seat
                    allowed = legal_after(rules, contracts[d], left[seat], plays[d, first], best, partner, i == 3)
                chosen = np.random.randint(32)
                while (allowed >> chosen) & 1 == 0:
                    chosen = (chosen + 1) % 32
                plays[d, first + i] = chosen
                left[seat] &= ~(1 << chosen)
                best_seat = (leader + winning(contracts[d], plays[d, first : first + i + 1], i + 1)) % 4
                best = plays[d, first + winning(contracts[d], plays[d, first : first + i + 1], i + 1)]
            leader = best_seat
        if np.random.randint(100) < illegal:
            a, b = np.random.randint(32), np.random.randint(32)
            plays[d, a], plays[d, b] = plays[d, b], plays[d, a]


@rule
def play_all(table: Any, deals: Any, judged: Any, abreast: Any, in_order: Any) -> None:
    """The engine's play of ordinary deals of four, side by side; of each how many plays are in order."""
    abreast.rules[:] = ABSENT
    n = 0
    for d in range(len(deals)):
        in_order[d] = 0
        n += line_up(table[deals[d].rules], deals[d], judged[d], d, abreast, n)
        if n == LANES or d == len(deals) - 1:
            play_abreast(abreast)
            for lane in range(n):
                at = abreast.deal[lane]
                in_order[at] = read_lane(abreast, lane, deals[at], judged[at])
            n = 0


def records(hands: Any, plays: Any, leaders: Any, contracts: Any) -> tuple[Any, Any]:
    """Deals as the engine takes them."""
    deals: Any = np.zeros(len(leaders), DEAL).view(np.recarray)
    judged: Any = np.zeros(len(leaders), JUDGED).view(np.recarray)
    deals.plays_n = 32
    deals.plays[:] = NOTHING
    deals.play_seats[:] = NOTHING
    deals.plays[:, :32] = plays
    judged.contract, judged.leader = contracts, leaders
    judged.hands[:] = hands
    judged.hands_known[:] = 1
    return deals, judged


def compiled_c() -> ctypes.CDLL | None:
    """The C version, if there is a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    target = Path(tempfile.mkdtemp()) / "trick.so"
    source = Path(__file__).with_name("trick.c")
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(target), str(source)], check=True)
    library = ctypes.CDLL(str(target))
    library.prepare()
    return library


def pointer(array: Any) -> Any:
    return ctypes.c_void_p(array.ctypes.data)


def main() -> None:
    """Check and time; one line a measure on standard output."""
    library = compiled_c()
    if library is None:
        sys.exit("no C compiler: nothing to compare with")
    for name in ("bg4-004", "fr4-001"):
        rules = rulesets.load(name).rules
        hands = np.zeros((DEALS, 4), np.uint32)
        plays = np.zeros((DEALS, 32), np.uint8)
        leaders, contracts = np.zeros(DEALS, np.uint8), np.zeros(DEALS, np.uint8)
        random_plays(rules, 1, hands, plays, leaders, contracts, 10)
        theirs = np.zeros(DEALS, np.uint8), np.zeros(DEALS, np.uint16), np.zeros(DEALS, np.uint8)
        ours = np.zeros(DEALS, np.uint8)
        abreast = np.zeros(1, ABREAST).view(np.recarray)[0]
        table = plain(stack([rules], [[]]))
        differences, c_time, our_time = 0, 0.0, 0.0
        for first in range(0, DEALS, CHUNK):
            part = slice(first, first + CHUNK)
            deals, judged = records(hands[part], plays[part], leaders[part], contracts[part])
            start = time.perf_counter()
            play_all(table, plain(deals), plain(judged), abreast, ours[part])
            middle = time.perf_counter()
            arrays = [pointer(each[part]) for each in (hands, plays, leaders, contracts)]
            answers = [pointer(each[part]) for each in theirs]
            again = time.perf_counter()
            library.play(ctypes.c_long(CHUNK), *arrays, int(rules.play_underruff), *answers)
            end = time.perf_counter()
            if first:  # the first chunk warms up
                our_time += middle - start
                c_time += end - again
            whole = ours[part] == 32
            bits = (np.asarray(judged.winners[:, :8]) & 1 == 0) @ (1 << np.arange(8))
            differences += int((ours[part] != theirs[0][part]).sum())
            differences += int((whole & (judged.points[:, 0] != theirs[1][part])).sum())
            differences += int((whole & (bits != theirs[2][part])).sum())
        n = DEALS - CHUNK
        legal = int((ours == 32).sum())
        print(
            f"{name}: {DEALS:,} deals, {DEALS - legal:,} with an illegal card, {differences} differences; "
            f"C {c_time / n * 1e9:.0f} ns, engine {our_time / n * 1e9:.0f} ns a deal, ratio {our_time / c_time:.2f}"
        )


if __name__ == "__main__":
    main()
