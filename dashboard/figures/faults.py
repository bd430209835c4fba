"""The audit in numbers: how many deals have a broken rule."""

from typing import Final

from dashboard.figures.adding import Table
from dashboard.figures.figure import Figure
from dashboard.messages import mark

JUDGED_DEALS: Final = mark(
    "Judged deals that fit the filters, and among them those revoked, thrown in, broken off or partly known: figures "
    "of violations leave none of these out."
)
FAULTY_DEALS: Final = mark(
    "Deals in which at least one rule was broken, also where the filters leave such deals out. For a player: the deals "
    "in which a rule was broken at his seat."
)
BROKEN_RULES: Final = mark(
    "Broken rules, each at its place, without the unsettled; see the page Audit. For a player: those broken at his "
    "seat; what belongs to the whole deal is nobody's."
)
"""What pages count of violations, in words."""

FAULTS: Final = Figure(
    name="faults",
    title="Deals with violations",
    counted="deals",
    succeeded="faulty",
    sentence=(
        "Of the deals judged, those in which at least one rule was broken; what is unsettled does not count. For a "
        "player: the deals in which he sat, and in which a rule was broken at his seat."
    ),
    trials="""
trial as (
    select *, case when $whose is null then broken > 0 else len(list_filter(faults, lambda s:
        s is not null and [p0, p1, p2, p3][s + 1] = $whose)) > 0 end as success
    from (select s.* replace (coalesce(s.faults, []) as faults), f.path from scoped s join file f using (file))
)""",
    splits={"ruleset": "rules", "month": "month", "contract": "contract", "file": "path"},
    keeps=frozenset({"revoked", "thrown-in", "abandoned", "partial"}),
    own=False,
)

FAULTS_OF_SEATS: Final = Figure(
    name="player-faults",
    title="Players' violations",
    counted="seats in deals",
    succeeded="faulty",
    sentence=(
        "Of the seats in the deals judged, those at which at least one rule was broken; what is unsettled, and what "
        "belongs to no seat, does not count. For a player: the deals in which he sat."
    ),
    trials="""
trial as (
    select deal, rules, month, ruleset, file, day, contract, flags, [p0, p1, p2, p3][seat + 1] as player,
        list_contains(coalesce(faults, []), seat) as success
    from (select *, unnest(range(seats))::utinyint as seat from scoped)
)""",
    splits={"player": "player", "ruleset": "rules", "month": "month"},
    keeps=frozenset({"revoked", "thrown-in", "abandoned", "partial"}),
)

PAIR_FAULTS: Final = Table(
    "pair_faults",
    """,
pair as (
    select *, [p0, p1][side + 1] as one, [p2, p3][side + 1] as other
    from (select *, unnest([0, 1]) as side from scoped where seats = 4)
)
select {dimensions}least(one, other) as player, greatest(one, other) as partner, count(*) as judged,
    count(*) filter (len(list_filter(faults, lambda f: f % 2 = side)) > 0) as faulty
from pair where one is not null and other is not null and ($whose is null or $whose in (one, other)) group by all""",
    ("player", "partner"),
    ("judged", "faulty"),
    usual=frozenset(),
)
"""The deals judged of two who sit across, and those in which a rule was broken at the seat of either."""

PARTS: Final = Table(
    "parts",
    """,
part as (
    select {dimensions}generate_subscripts(v.verdicts, 1) as part, unnest(v.verdicts) as verdict,
        unnest(v.reasons) as number
    from scoped join (
        select deal, verdicts_of(said) as verdicts, reasons_of(said) as reasons from judgement where is_primary
    ) v using (deal)
)
select {dimensions}part, verdict, if(verdict = 3, r.text, null) as reason, count(*) as times
from part left join reason r on r.reason = part.number group by all""",
    ("part", "verdict", "reason"),
    ("times",),
    usual=frozenset(),
)
"""The parts of deals by their verdict, and why they are not auditable."""


def _broken(name: str, key: str, column: str) -> Table:
    """A table of broken rules by one column: how many, in how many deals, and of them the unsettled."""
    return Table(
        name,
        f""",
broken as (
    select scoped.*, v.code, v.unsettled, [scoped.p0, scoped.p1, scoped.p2, scoped.p3][v.seat + 1] as whom
    from violation v join scoped using (deal) where v.is_primary
)
select {{dimensions}}{column} as {key}, count(*) filter (not unsettled) as violations,
    count(distinct deal) filter (not unsettled) as deals, count(*) filter (unsettled) as unsettled
from broken group by all""",
        (key,),
        ("violations", "deals", "unsettled"),
        usual=frozenset(),
    )


BROKEN: Final = {"code": _broken("broken_codes", "code", "code"), "player": _broken("broken_players", "player", "whom")}
"""The broken rules by code and by player, where no player is asked about: a deal stands in one row of each key."""
