"""Is the dealing fair? The hands dealt before the auction against the exact distribution, seat by seat."""

from dataclasses import replace
from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures import exact
from dashboard.figures.adding import Table, rows
from dashboard.figures.declarations import KINDS
from dashboard.figures.figure import Scope, query, scope_parameters, scoped
from dashboard.figures.interval import with_interval
from dashboard.figures.significance import chi_square_tail, goodness, holm, two_sided_sum
from dashboard.figures.together import holding

SENTENCE: Final = (
    "The cards of each seat as dealt before the auction: how many of each suit, how many aces and how many jacks, "
    "against the exact (hypergeometric) chances. The unit is the deal: each test looks at one seat, so no deal counts "
    "twice in it. Only deals from files that keep thrown-in deals are tested, for an auction picks the hands that are "
    "played; where they are not kept, the distribution is shown without a test. Many tests are made at once: their "
    "p-values are corrected after Holm."
)
"""What is looked at, in words."""

TESTS_SENTENCE: Final = (
    "A test for each seat and each suit or rank: Pearson's chi-square of the hands observed against the exact chances, "
    "where numbers of cards that are expected fewer than five times are taken together. p after Holm is corrected for "
    "all tests made at once."
)
"""What one test is, in words."""

HELD_SENTENCE: Final = (
    "Of the hands known in full, those that hold at least one declaration of the kind, beside the exact chance for a "
    "hand of that many cards of that pack, from counting all hands. The unit of the test is the deal: its hands depend "
    "on each other. p is exact, twice the tail of the number of such hands, from the exact chances that none, one or "
    "more hands of a deal hold the kind. It is made only where thrown-in deals are kept with whole hands, and "
    "corrected after Holm. The interval is Wilson's, of as many hands as say as much, were they independent: fewer "
    "than were counted where the hands of a deal are alike."
)

MARKED: Final = ("clubs", "diamonds", "hearts", "spades", "aces", "jacks")
"""What is counted of a hand: a suit, or a rank."""
_MASKS: Final = (0xFF, 0xFF << 8, 0xFF << 16, 0xFF << 24, 0x80808080, 0x10101010)

KEPT: Final = """select file, ruleset, bool_or(outcome = 4 and dealt_size is not null) as has_thrown,
        bool_or(outcome = 4 and bit_count(known) = table_size) as has_whole
    from {facts} group by all"""
"""Files that keep thrown-in deals with the cards dealt."""
_KEPT: Final = f""",
kept as (
    {KEPT}
)"""

_DEALT: Final = (
    _KEPT
    + """,
hand as (
    select {dimensions}deal, pack, dealt_size, has_thrown as tested, unnest(range(seats)) as seat, before
    from scoped join kept using (file, ruleset) where dealt_size is not null
),
mark as (select unnest(range(6)) as mark, unnest($masks) as cards)
select {dimensions}pack, dealt_size, tested, seat, mark.mark,
    bit_count(before[seat + 1] & mark.cards)::integer as held, count(*) as deals
from hand, mark where before[seat + 1] is not null
group by all"""
)

_HELD: Final = (
    _KEPT
    + """,
each as (
    select {dimensions}deal, pack, hand_size, has_whole as tested, kind, bit_count(known) as hands,
        bit_count(case when kind = 4 then couples else holders[kind + 1] & known end) as held
    from (select *, unnest(range(5)) as kind from scoped join kept using (file, ruleset)) where known <> 0
)
select {dimensions}pack, hand_size, tested, kind, hands, count(*) as deals, sum(held)::bigint as held,
    sum(held * held)::bigint as squares
from each group by all"""
)

DEALT: Final = Table(
    "dealt",
    _DEALT,
    ("pack", "dealt_size", "tested", "seat", "mark", "held"),
    ("deals",),
    {"masks": list(_MASKS)},
    usual=frozenset(),
)
HELD: Final = Table(
    "held", _HELD, ("pack", "hand_size", "tested", "kind", "hands"), ("deals", "held", "squares"), usual=frozenset(),
)  # fmt: skip


def _everything(scope: Scope) -> Scope:
    """Fairness is of all deals, however they went on."""
    return replace(scope, without=scope.without - {"revoked", "thrown-in", "abandoned", "partial"})


def dealing(connection: duckdb.DuckDBPyConnection, scope: Scope | None = None, facts: str = "fact") -> pl.DataFrame:
    """How often each seat was dealt so many cards of a suit or rank: `observed` of `deals`, with the exact `chance`.

    Rows by `pack`, `size` of the hand, `tested` (thrown-in deals are kept), `seat`, `mark` and `held`.
    """
    scope = _everything(scope or Scope())
    found = rows(connection, DEALT, scope, facts)
    out = []
    for key, group in found.group_by("pack", "dealt_size", "tested", "seat", "mark", maintain_order=True):
        pack, size, tested, seat, mark = (int(each) for each in key)
        marked = pack // 4 if mark < 4 else 4
        seen = dict(zip(group["held"].to_list(), group["deals"].to_list(), strict=True))
        for held, chance in enumerate(exact.of_marked(pack, marked, size)):
            out.append(
                {"pack": pack, "size": size, "tested": bool(tested), "seat": seat, "mark": MARKED[mark], "held": held,
                 "observed": seen.get(held, 0), "deals": sum(seen.values()), "chance": chance}
            )  # fmt: skip
    schema = {"pack": pl.Int64, "size": pl.Int64, "tested": pl.Boolean, "seat": pl.Int64, "mark": pl.String,
              "held": pl.Int64, "observed": pl.Int64, "deals": pl.Int64, "chance": pl.Float64}  # fmt: skip
    return pl.DataFrame(out, schema=schema)


def verdicts(dealt: pl.DataFrame) -> pl.DataFrame:
    """The tests of a computed `dealing`, a row for each seat and mark: `chi_square`, `freedom`, `p`, `p_holm`."""
    out: list[dict[str, Any]] = []
    keys = ("pack", "size", "seat", "mark")
    for key, group in dealt.filter("tested").group_by(*keys, maintain_order=True):
        value, freedom = goodness(group["observed"].to_list(), group["chance"].to_list())
        out.append(
            {**dict(zip(keys, key, strict=True)), "deals": group["deals"][0], "chi_square": value, "freedom": freedom,
             "p": chi_square_tail(value, freedom)}
        )  # fmt: skip
    schema = {"pack": pl.Int64, "size": pl.Int64, "seat": pl.Int64, "mark": pl.String, "deals": pl.Int64,
              "chi_square": pl.Float64, "freedom": pl.Int64, "p": pl.Float64}  # fmt: skip
    frame = pl.DataFrame(out, schema=schema)
    return frame.with_columns(p_holm=pl.Series(holm(frame["p"].to_list()), dtype=pl.Float64))


def held(connection: duckdb.DuckDBPyConnection, scope: Scope | None = None, facts: str = "fact") -> pl.DataFrame:
    """Declarations held, by kind, against the exact chance for a hand of that size and pack.

    Rows with `pack`, `size`, `tested`, `kind`, `deals`, `hands`, `held`, `rate`, `low`, `high` (95 %), `chance`,
    `deviation` (rate less chance), and, where tested, `p` and `p_holm`.
    """
    scope = _everything(scope or Scope())
    found = rows(connection, HELD, scope, facts)
    out: list[dict[str, Any]] = []
    for key, group in found.group_by("pack", "hand_size", "tested", "kind", maintain_order=True):
        pack, size, kept, number = (int(each) for each in key)
        kind = (*KINDS, "couple")[number]
        # By how many hands of a deal are known: the deals of which so many are.
        known: dict[int, int] = dict(zip(group["hands"].to_list(), group["deals"].to_list(), strict=True))
        hands, hits = sum(some * deals for some, deals in known.items()), int(group["held"].sum())
        chance, rate = exact.chance(pack, size, kind), hits / hands
        p = None
        if kept:
            p = two_sided_sum(hits, {holding(pack, size, kind, some): deals for some, deals in known.items()})
        out.append(
            {"pack": pack, "size": size, "tested": bool(kept), "kind": kind, "deals": sum(known.values()),
             "hands": hands, "held": hits, "rate": rate, "chance": chance, "deviation": rate - chance, "p": p,
             "count": hands / _alike(group, hands, rate)}
        )  # fmt: skip
    schema = {"pack": pl.Int64, "size": pl.Int64, "tested": pl.Boolean, "kind": pl.String, "deals": pl.Int64,
              "hands": pl.Int64, "held": pl.Int64, "rate": pl.Float64, "chance": pl.Float64, "deviation": pl.Float64,
              "p": pl.Float64, "count": pl.Float64}  # fmt: skip
    counted = pl.DataFrame(out, schema=schema).with_columns(successes=pl.col("count") * pl.col("rate"))
    frame = with_interval(counted).select(
        "pack", "size", "tested", "kind", "deals", "hands", "held", "rate", "low", "high", "chance", "deviation", "p"
    )
    tested = [place for place, p in enumerate(frame["p"].to_list()) if p is not None]
    corrected: list[float | None] = [None] * frame.height
    for place, p in zip(tested, holm([frame["p"][place] for place in tested]), strict=True):
        corrected[place] = p
    return frame.with_columns(p_holm=pl.Series(corrected, dtype=pl.Float64))


def _alike(group: pl.DataFrame, hands: int, rate: float) -> float:
    """How many hands say as much as one, were they independent: more than one where the hands of a deal are alike."""
    deals = int(group["deals"].sum())
    if deals < 2 or not 0 < rate < 1:
        return 1.0
    # The variance of a ratio whose unit is the deal: how far each deal's hands are from what the rate makes of them.
    apart = group["squares"] - 2 * rate * group["hands"] * group["held"] + (rate * group["hands"]) ** 2 * group["deals"]
    return max(1.0, float(apart.sum()) * deals / (deals - 1) / (hands * rate * (1 - rate)))


def held_deals(
    connection: duckdb.DuckDBPyConnection, of: tuple[int, int, bool], kind: str, scope: Scope, first: int, shown: int
) -> pl.DataFrame:
    """The deals with such a hand, `of` a pack, a size, and whether tested; by number in the store."""
    head = _HELD[: _HELD.rindex("\nselect")].replace("{dimensions}", "").replace("{facts}", "fact")
    sql = (
        scoped(_everything(scope))
        + head
        + """
    select deal from each where pack = $pack and hand_size = $size and tested = $tested and kind = $kind and held > 0
    order by deal limit $shown offset $first"""
    )
    asked = {"pack": of[0], "size": of[1], "tested": of[2], "kind": (*KINDS, "couple").index(kind),
             "first": first, "shown": shown}  # fmt: skip
    return query(connection, sql, {**scope_parameters(connection, scope), **asked})


def dealt_deals(
    connection: duckdb.DuckDBPyConnection, of: tuple[int, int, bool], seat: int, mark: str, count: int, scope: Scope,
    first: int, shown: int,
) -> pl.DataFrame:  # fmt: skip
    """The deals in which a seat was dealt so many of a suit or a rank, by number in the store."""
    head = _DEALT[: _DEALT.rindex(",\nmark as")].replace("{dimensions}", "").replace("{facts}", "fact")
    sql = (
        scoped(_everything(scope))
        + head
        + """
    select deal from hand
    where pack = $pack and dealt_size = $size and tested = $tested and seat = $seat
        and bit_count(before[seat + 1] & $mask::uinteger) = $count
    order by deal limit $shown offset $first"""
    )
    asked = {"pack": of[0], "size": of[1], "tested": of[2], "seat": seat, "mask": _MASKS[MARKED.index(mark)],
             "count": count, "first": first, "shown": shown}  # fmt: skip
    return query(connection, sql, {**scope_parameters(connection, _everything(scope)), **asked})
