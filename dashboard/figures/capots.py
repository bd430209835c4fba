"""Capots: how often one side takes every trick, and which side that is."""

from typing import Final

from dashboard.figures.figure import Figure

CAPOTS: Final = Figure(
    name="capots",
    title="Capot rate",
    counted="deals",
    succeeded="capots",
    sentence=(
        "Of the deals of which every trick is known, those in which one side took them all, whether it had taken "
        "the contract or not. For a player: the deals in which he sat, and the capots that his side made."
    ),
    trials="""
trial as (
    select *,
        coalesce(capot = attack, false) as by_attack, coalesce(level = 1000, false) as announced,
        coalesce(len(list_filter(range(seats), lambda s:
            s % sides = attack and list_max(list_transform(holders, lambda h: (h >> s) & 1)) = 1)) > 0, false)
            as declared,
        capot is not null and ($whose is null or capot in (
            if(p0 = $whose, 0, null), if(p1 = $whose, 1 % sides, null), if(p2 = $whose, 2 % sides, null),
            if(p3 = $whose, 3 % sides, null))) as success
    from scoped
    where complete and contract is not null
)""",
    splits={
        "contract": "contract", "ruleset": "rules", "month": "month", "announced": "announced",
        "trumps": "trumps_whole",
        "declaration": "declared",
    },
    own=False,
)  # fmt: skip

_SEATED: Final = """
seated as (
    select *, unnest(range(seats)) as seat from scoped where complete and contract is not null and attack is not null
),
each as (
    select deal, contract, rules, month, ruleset, file, day, flags, sides, seat, seat % sides = attack as attacking,
        coalesce(capot = seat % sides, false) as success,
        [p0, p1, p2, p3][seat + 1] as player,
        case when seats = 4 then least([p0, p1, p2, p3][seat + 1], [p0, p1, p2, p3][(seat + 2) % 4 + 1])::ubigint
            * 4294967296 + greatest([p0, p1, p2, p3][seat + 1], [p0, p1, p2, p3][(seat + 2) % 4 + 1]) end as pair
    from seated
)"""
"""The seats in deals played out, and whether their side took every trick."""

CAPOT_SIDES: Final = Figure(
    name="capot-sides",
    title="Capots by side",
    counted="sides",
    succeeded="capots",
    sentence=(
        "Of the sides in deals of which every trick is known, those that took them all: the side that took the "
        "contract, or the one against it. For a player: the deals in which he sat."
    ),
    # A side once, unless a player is asked about.
    trials=_SEATED + ", trial as (select * from each where seat < sides or player = $whose)",
    splits={"side": "attacking", "pair": "pair", "contract": "contract", "ruleset": "rules", "month": "month"},
)

CAPOT_PLAYERS: Final = Figure(
    name="capot-players",
    title="Capots by player",
    counted="seats in deals",
    succeeded="capots",
    sentence=(
        "Of the seats in deals of which every trick is known, those whose side took them all. For a player: the deals "
        "in which he sat."
    ),
    trials=_SEATED + ", trial as (select * from each)",
    splits={"player": "player", "side": "attacking", "ruleset": "rules", "month": "month"},
)
