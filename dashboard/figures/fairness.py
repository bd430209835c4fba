"""Is the dealing fair? The hands dealt before the auction against the exact distribution, seat by seat."""

from dataclasses import replace
from typing import Any, Final

import duckdb
import polars as pl

from dashboard.figures import exact
from dashboard.figures.adding import Table, rows
from dashboard.figures.declarations import KINDS
from dashboard.figures.figure import Scope, query, scope_parameters, scoped
from dashboard.figures.significance import chi_square_tail, goodness, holm, two_sided

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
    "on each other. It is made only where thrown-in deals are kept with whole hands, and corrected after Holm."
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
select {dimensions}pack, hand_size, tested, kind, count(*) as deals, sum(hands)::bigint as hands,
    sum(held)::bigint as held, sum(held * held)::bigint as squares, sum(held * hands)::bigint as products,
    sum(hands * hands)::bigint as hand_squares
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
    "held", _HELD, ("pack", "hand_size", "tested", "kind"),
    ("deals", "hands", "held", "squares", "products", "hand_squares"), usual=frozenset(),
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

    Rows with `pack`, `size`, `tested`, `kind`, `deals`, `hands`, `held`, `rate`, `low`, `high` (95 %, from the spread
    between deals), `chance`, `deviation` (rate less chance), and, where tested, `p` and `p_holm`.
    """
    scope = _everything(scope or Scope())
    found = rows(connection, HELD, scope, facts)
    out: list[dict[str, Any]] = []
    for row in found.to_dicts():
        kind = (*KINDS, "couple")[row["kind"]]
        chance = exact.chance(row["pack"], row["hand_size"], kind)
        hands, deals = row["hands"], row["deals"]
        rate = row["held"] / hands
        # The error of a ratio whose unit is the deal: how far each deal's hands are from what the rate makes of them.
        spread = row["squares"] - 2 * rate * row["products"] + rate**2 * row["hand_squares"]
        error = (spread * deals / max(deals - 1, 1)) ** 0.5 / hands
        against = row["squares"] - 2 * chance * row["products"] + chance**2 * row["hand_squares"]
        z = (row["held"] - chance * hands) / against**0.5 if against > 0 else 0.0
        out.append(
            {"pack": row["pack"], "size": row["hand_size"], "tested": row["tested"], "kind": kind, "deals": deals,
             "hands": hands, "held": row["held"], "rate": rate, "low": max(0.0, rate - 1.959964 * error),
             "high": min(1.0, rate + 1.959964 * error), "chance": chance, "deviation": rate - chance,
             "p": two_sided(z) if row["tested"] else None}
        )  # fmt: skip
    schema = {"pack": pl.Int64, "size": pl.Int64, "tested": pl.Boolean, "kind": pl.String, "deals": pl.Int64,
              "hands": pl.Int64, "held": pl.Int64, "rate": pl.Float64, "low": pl.Float64, "high": pl.Float64,
              "chance": pl.Float64, "deviation": pl.Float64, "p": pl.Float64}  # fmt: skip
    frame = pl.DataFrame(out, schema=schema)
    tested = [place for place, p in enumerate(frame["p"].to_list()) if p is not None]
    corrected: list[float | None] = [None] * frame.height
    for place, p in zip(tested, holm([frame["p"][place] for place in tested]), strict=True):
        corrected[place] = p
    return frame.with_columns(p_holm=pl.Series(corrected, dtype=pl.Float64))


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
