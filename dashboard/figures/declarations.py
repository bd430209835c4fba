"""Declarations and belote: how often they are held, announced, counted and missed."""

from typing import Final

import duckdb
import polars as pl

from dashboard.figures.adding import Table, rows
from dashboard.figures.figure import Figure, Scope, query, scope_parameters, scoped

KINDS: Final = ("tierce", "quarte", "quinte", "carré")
"""The kinds counted, in their order on a page."""

_KNOWN: Final = frozenset({"thrown-in", "revoked", "abandoned", "partial"})
"""However a deal went on, its hands were dealt."""

_SEATED: Final = """
seated as (select *, unnest(range(seats)) as seat from scoped),
hand as (
    select *, [p0, p1, p2, p3][seat + 1] as player, (counting >> seat) & 1 = 1 as counts,
        (seat::integer - dealer + seats - 1) % seats as hand_place
    from seated where (known >> seat) & 1 = 1
),
kind as (select unnest([0, 1, 2, 3]) as kind)"""
"""The hands that are known in full, and the kinds."""

_SPLITS: Final = {
    "kind": "kind",
    "player": "player",
    "ruleset": "rules",
    "month": "month",
    "contract": "contract",
    "seat": "hand_place",
}
_HELD: Final = "(holders[kind.kind + 1] >> hand.seat) & 1 = 1"
_SAID: Final = "(speakers[kind.kind + 1] >> hand.seat) & 1 = 1"

DECLARATIONS: Final = Figure(
    name="declarations",
    title="Declarations held",
    counted="hands",
    succeeded="held",
    sentence=(
        "Of the hands known in full, those that hold at least one declaration of the kind, announced or not: a "
        "tierce is a run of three, a quarte of four, a quinte of five or more, a carré four of a rank that counts. "
        "A hand is known in full when the record gives all its cards, or all of them were played. For a player: "
        "the hands that he held himself. Split by anything but the kind, every hand counts once for each kind."
    ),
    trials=_SEATED + f", trial as (select hand.*, kind.kind, {_HELD} as success from hand, kind)",
    splits=_SPLITS,
    keeps=_KNOWN,
    repeated="hands and kinds",
)

ANNOUNCED: Final = Figure(
    name="announced",
    title="Declarations announced",
    counted="held",
    succeeded="announced",
    sentence=(
        "Of the declarations held, at most one of a kind in a hand, in deals that record announcements and in which "
        "declarations count, those of whose kind the hand announced one. For a player: those that he held himself."
    ),
    trials=_SEATED
    + f", \ntrial as (select hand.*, kind.kind, {_SAID} as success from hand, kind where speaks and {_HELD})",
    splits=_SPLITS,
    keeps=frozenset({"revoked"}),
)

COUNTED: Final = Figure(
    name="counted",
    title="Declarations counted",
    counted="announced",
    succeeded="counted",
    sentence=(
        "Of the declarations held and announced, at most one of a kind in a hand, those of a side whose declarations "
        "brought it points. For a player: those that he announced himself."
    ),
    trials=_SEATED
    + f", trial as (select hand.*, kind.kind, counts as success from hand, kind where speaks and {_HELD} and {_SAID})",
    splits=_SPLITS,
    keeps=frozenset({"revoked"}),
)

COUPLES: Final = Figure(
    name="couples",
    title="King and queen of a suit",
    counted="hands",
    succeeded="held",
    sentence=(
        "Of the hands known in full, those that hold the king and queen of a suit, trumps or not: a belote, were the "
        "suit trumps. For a player: the hands that he held himself."
    ),
    trials=_SEATED + ", trial as (select *, (couples >> seat) & 1 = 1 as success from hand)",
    splits={"player": "player", "ruleset": "rules", "month": "month", "seat": "hand_place"},
    keeps=_KNOWN,
)

BELOTE: Final = Figure(
    name="belote",
    title="Belote held",
    counted="hands",
    succeeded="held",
    sentence=(
        "Of the hands known in full in contracts of one trump suit, those that hold its king and queen. Trumps are "
        "named by who holds them: this is not the chance of a hand dealt. For a player: the hands that he held himself."
    ),
    trials=_SEATED
    + """, trial as (
    select *, (belote_held >> seat) & 1 = 1 as success, seat = taker as took from hand where contract < 4
)""",
    splits={"player": "player", "ruleset": "rules", "month": "month", "contract": "contract", "taker": "took"},
)

BELOTE_ANNOUNCED: Final = Figure(
    name="belote-announced",
    title="Belote announced",
    counted="held",
    succeeded="announced",
    sentence=(
        "Of the belotes held in contracts of one trump suit, in deals that record announcements, those announced with "
        "the first or the second card. For a player: those that he held himself."
    ),
    trials=_SEATED
    + """, trial as (
    select *, (belote_said >> seat) & 1 = 1 as success from hand
    where belote_said is not null and (belote_held >> seat) & 1 = 1
)""",
    splits={"player": "player", "ruleset": "rules", "month": "month", "contract": "contract"},
    keeps=frozenset({"revoked"}),
)

BELOTE_COUNTED: Final = Figure(
    name="belote-counted",
    title="Belote counted",
    counted="announced",
    succeeded="counted",
    sentence=(
        "Of the belotes held and announced in contracts of one trump suit, those of a side that was given points for "
        "belote. For a player: those that he announced himself."
    ),
    trials=_SEATED
    + """, trial as (
    select *, (belote_counting >> seat) & 1 = 1 as success from hand
    where (belote_said >> seat) & 1 = 1 and (belote_held >> seat) & 1 = 1
)""",
    splits={"player": "player", "ruleset": "rules", "month": "month", "contract": "contract"},
    keeps=frozenset({"revoked"}),
)


MISSED_SENTENCE: Final = (
    "Declarations held and not announced, where announcements are recorded, and what they are worth at their face. One "
    "would have counted if its side's declarations counted anyway, or if it was stronger than all that the other "
    "side announced; a tie is taken as lost."
)
MISSED: Final = Table(
    "missed",
    """,
one as (select {dimensions}p0, p1, p2, p3, unnest(missed) as m from scoped)
select {dimensions}m.kind as kind, count(*) as times, sum(m.worth)::bigint as worth,
    count(*) filter (m.counts) as counting, coalesce(sum(m.worth) filter (m.counts), 0)::bigint as counting_worth
from one where $whose is null or [p0, p1, p2, p3][m.seat + 1] = $whose group by all""",
    ("kind",),
    ("times", "worth", "counting", "counting_worth"),
)


def missed(connection: duckdb.DuckDBPyConnection, scope: Scope | None = None, facts: str = "fact") -> pl.DataFrame:
    """What was missed by kind, see MISSED_SENTENCE: `times`, `worth`, and of what would have counted `counting`,
    `counting_worth`."""
    return rows(connection, MISSED, scope or Scope(), facts)


def missed_deals(
    connection: duckdb.DuckDBPyConnection, kind: int, scope: Scope, counting: bool | None, first: int, shown: int
) -> pl.DataFrame:
    """The deals in which one of a kind was held and not announced, by number in the store."""
    sql = (
        scoped(scope)
        + """,
    one as (select deal, p0, p1, p2, p3, unnest(missed) as m from scoped)
    select distinct deal from one
    where m.kind = $kind and ($whose is null or [p0, p1, p2, p3][m.seat + 1] = $whose)
        and ($counting is null or m.counts = $counting)
    order by deal limit $shown offset $first"""
    )
    asked = {"kind": kind, "counting": counting, "first": first, "shown": shown}
    return query(connection, sql, {**scope_parameters(connection, scope), **asked})
