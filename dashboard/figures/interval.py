"""The interval of a rate: how far the true rate may lie from the counted one."""

from typing import Final

import polars as pl

Z: Final = 1.959963984540054
"""Standard deviations of a 95 % interval."""


def with_interval(counts: pl.DataFrame) -> pl.DataFrame:
    """Add `low` and `high`, the 95 % Wilson score interval of `successes` in `count`; null where `count` is 0."""
    n = pl.when(pl.col("count") > 0).then(pl.col("count").cast(pl.Float64))
    rate = pl.col("successes") / n
    centre = (rate + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = (Z / (1 + Z**2 / n)) * (rate * (1 - rate) / n + Z**2 / (4 * n**2)).sqrt()
    # At the ends the interval reaches the end itself, which floating sums miss by a hair.
    low = pl.when(pl.col("successes") > 0).then(centre - half).when(pl.col("count") > 0).then(0.0)
    high = pl.when(pl.col("successes") < pl.col("count")).then(centre + half).when(pl.col("count") > 0).then(1.0)
    return counts.with_columns(low=low, high=high)
