"""Whether a deviation can be chance: tails of the normal and chi-square distributions, and Holm's correction."""

import math
from collections.abc import Sequence


def two_sided(z: float) -> float:
    """The chance of a standard normal deviation at least as large as `z`, either way."""
    return math.erfc(abs(z) / math.sqrt(2))


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
