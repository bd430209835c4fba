"""Bidding success: how many of the contracts taken were made."""

from typing import Final

from dashboard.figures.figure import Figure

BIDDING: Final = Figure(
    name="bidding",
    title="Bidding success",
    counted="contracts",
    succeeded="made",
    sentence=(
        "Of the contracts taken in deals played to the end, those that the taker's side made. Where the settlement "
        "of a deal is judged, its outcome counts: inside and hanging are not made. Where it is not, card points with "
        "the last trick decide: more than the defence and, where points were bid, at least as many as the bid (for "
        "a bid of capot, every trick). Declarations and belote do not count then. For a player: "
        "the contracts that he took himself."
    ),
    # A side is seat modulo the number of sides: pairs sit across, and where each plays for himself a seat is a side.
    trials="""
contested as (
    select *, players[taker + 1] as player, taker % len(points) as attack, outcome in (1, 2, 3) as settled
    from judged
    where contract is not null and taker is not null and outcome <> 4
        and (outcome in (1, 2, 3) or (complete and points is not null and ended is null))
        and ($player is null or list_contains(wanted, players[taker + 1]))
),
trial as (
    select
        deal, contract, player, settled,
        case
            when settled then outcome = 1
            when level = 1000 then coalesce(capot = attack, false)
            else points[attack + 1] > list_sum(points) - points[attack + 1]
                and points[attack + 1] >= coalesce(level, 0)
        end as success
    from contested
)""",
    splits={"contract": "contract", "taker": "player"},
)
