"""The interval of a rate: how far the true rate may lie from the counted one."""

from typing import Final

import polars as pl

Z: Final = 1.959963984540054
"""Standard deviations of a 95 % interval."""


def with_interval(counts: pl.DataFrame) -> pl.DataFrame:
    """Add `low` and `high`, the 95 % Wilson score interval of `successes` in `count`; null where nothing was counted."""
    n = pl.when(pl.col("count") > 0).then(pl.col("count").cast(pl.Float64))
    rate = pl.col("successes") / n
    centre = (rate + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = (Z / (1 + Z**2 / n)) * (rate * (1 - rate) / n + Z**2 / (4 * n**2)).sqrt()
    return counts.with_columns(low=(centre - half).clip(0.0, 1.0), high=(centre + half).clip(0.0, 1.0))
