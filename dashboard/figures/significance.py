"""Whether a deviation can be chance: tails of sums and of the chi-square distribution, and Holm's correction."""

import math
from collections.abc import Mapping, Sequence

import numpy as np


def two_sided_sum(found: int, units: Mapping[tuple[float, ...], int]) -> float:
    """The chance of a sum at least as far from the expected one as `found`: twice the tail on its side, at most 1.

    `units` says how many independent numbers are added, by their chances to be 0, 1, 2… The distribution of the sum is
    exact, so the test holds its level however few there are.
    """
    number = np.array(list(units.values()), float)
    chances = np.zeros((len(units), max(map(len, units), default=1)))
    for place, each in enumerate(units):
        chances[place, : len(each)] = each
    values = np.arange(chances.shape[1])
    # The distribution is leant on, each chance by exp(lean * value), until `found` is expected: there its transform is
    # as exact as numbers are, and the leaning is taken back term by term.
    least, most = -40.0, 40.0
    for _ in range(40):
        lean = (least + most) / 2
        leant = chances * np.exp(lean * values)
        if number @ (leant @ values / leant.sum(axis=1)) < found:
            least = lean
        else:
            most = lean
    scale = leant.sum(axis=1)
    leant /= scale[:, None]
    mean = leant @ values
    spread = math.sqrt(max(0.0, number @ (leant @ values**2 - mean**2)))
    top = int(number @ [max(np.flatnonzero(each)) for each in chances]) if units else 0
    width = min(top + 1, 2 * math.ceil(15 * spread) + 64)
    turns = np.exp(-2j * math.pi * np.outer(values, np.arange(width)) / width)
    around = np.fft.ifft(np.prod((leant @ turns) ** number[:, None], axis=0)).real.clip(0)
    first = max(0, min(found - width // 2, top + 1 - width))
    sums = np.arange(first, first + width)
    upward = found >= number @ (chances @ values)
    sums = sums[sums >= found if upward else sums <= found]
    weights = around[sums % width] * np.exp(lean * (found - sums))
    return min(1.0, 2 * math.exp(min(0.0, number @ np.log(scale) - lean * found)) * float(weights.sum()))


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is at least `value`."""
    if value <= 0 or freedom == 0:
        return 1.0
    half = value / 2
    if freedom % 2 == 0:
        # The chance that a Poisson variable of mean `half` stays below freedom / 2.
        return math.fsum(math.exp(-half + k * math.log(half) - math.lgamma(k + 1)) for k in range(freedom // 2))
    tail = math.fsum(
        math.exp(-half + (k + 0.5) * math.log(half) - math.lgamma(k + 1.5)) for k in range((freedom - 1) // 2)
    )
    return math.erfc(math.sqrt(half)) + tail


def goodness(observed: Sequence[int], chances: Sequence[float], least: float = 5.0) -> tuple[float, int]:
    """The chi-square statistic of counts against exact chances, and its degrees of freedom.

    Neighbouring classes are put together until each expects at least so many.
    """
    total = sum(observed)
    merged: list[list[float]] = []
    for count, chance in zip(observed, chances, strict=True):
        if merged and merged[-1][1] < least:
            merged[-1][0] += count
            merged[-1][1] += chance * total
        else:
            merged.append([count, chance * total])
    if len(merged) > 1 and merged[-1][1] < least:
        last = merged.pop()
        merged[-1][0] += last[0]
        merged[-1][1] += last[1]
    return math.fsum((count - expected) ** 2 / expected for count, expected in merged if expected), len(merged) - 1


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values of many tests corrected after Holm, in their order."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    corrected = [0.0] * len(chances)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[place]))
        corrected[place] = highest
    return corrected
