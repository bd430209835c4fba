"""Capot rate: how often one side takes every trick."""

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
    select
        deal, contract, false as settled,
        capot is not null and (
            $player is null
            or len(list_filter(players, lambda p, i:
                (i - 1) % len(points) = capot and list_contains(wanted, p))) > 0
        ) as success
    from judged
    where complete and contract is not null
)""",
    splits={"contract": "contract"},
)
