"""Declaration frequency: how often a hand holds a sequence or a carré."""

from typing import Final

from dashboard.figures.figure import Figure

KINDS: Final = ("tierce", "quarte", "quinte", "carré")
"""The kinds counted, in their order on a page."""

DECLARATIONS: Final = Figure(
    name="declarations",
    title="Declarations held",
    counted="hands",
    succeeded="held",
    sentence=(
        "Of the hands known in full, those that hold at least one declaration of the kind, announced or not: a "
        "tierce is a run of three, a quarte of four, a quinte of five or more, a carré four of a rank that counts. "
        "A hand is known in full when the record shows every card that was played from it. For a player: "
        "the hands that he held himself."
    ),
    trials="""
hand as (
    select deal, contract, seat, players[seat + 1] as player, held
    from (select *, unnest(range(table_size)) as seat from judged)
    where len(list_filter(seats, lambda s: s = seat)) = hand_size
        and ($player is null or players[seat + 1] in (select player from chosen))
),
kind as (select unnest([0, 1, 2, 3]) as kind, unnest([[3], [4], [5, 6, 7, 8], [1]]) as counted),
trial as (
    select
        deal, contract, player, kind.kind, false as settled,
        len(list_filter(held, lambda h: h.seat = hand.seat and list_contains(kind.counted, h.kind))) > 0 as success
    from hand, kind
)""",
    splits={"kind": "kind"},
)
