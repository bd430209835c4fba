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
        "A hand is known in full when the record gives all its cards, or all of them were played. For a player: "
        "the hands that he held himself."
    ),
    trials="""
seated as (
    select *, unnest(range(table_size)) as seat, coalesce(len(plays) = len(seats), false) as seats_fit from judged
),
sized as (
    select *, hand_sizes[seat + 1] as size, coalesce(list_sum(hand_sizes[1:seat]), 0)::integer as before from seated
),
hand as (
    select deal, contract, seat, players[seat + 1] as player, held
    from sized
    where ($player is null or list_contains(wanted, players[seat + 1]))
        and (
            -- As recorded: so many different cards, none of them unknown or dealt to an earlier seat too.
            coalesce(
                size = hand_size and not list_has_any(hands[before + 1:before + size], hands[1:before])
                and len(list_distinct(list_filter(hands[before + 1:before + size], lambda c: c < 254))) = hand_size,
                false
            )
            -- As played.
            or coalesce(
                seats_fit and len(list_distinct(
                    list_filter(plays, lambda c, i: c < 254 and seats[i] = seat)
                )) = hand_size,
                false
            )
        )
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
