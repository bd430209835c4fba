"""The end of a match said a second time: who has won after a deal, and when the play may be stopped."""

from tests.oracle_rules import Knobs


def match_end(
    knobs: Knobs,
    totals: list[int],
    last_trick_side: int | None = None,
    points_hang: bool = False,
    deal_was_all_tricks: bool = False,
    taker_side: int | None = None,
) -> int | None:
    """The side that has won after a played deal, or None where the match goes on."""
    reached = [side for side, total in enumerate(totals) if total >= knobs["match.target"]]
    if deal_was_all_tricks and "capot" in knobs["match.no_exit"]:
        return None
    if points_hang and "hanging" in knobs["match.no_exit"]:
        return None
    if len(reached) <= 1:
        return reached[0] if reached else None
    if knobs["match.both_reach"] == "taker" and taker_side in reached:
        return taker_side
    if knobs["match.both_reach"] == "last_trick":
        return last_trick_side if last_trick_side in reached else None
    highest = [side for side in reached if totals[side] == max(totals)]
    return highest[0] if len(highest) == 1 else None


def claim_is_good(
    knobs: Knobs,
    total: int,
    points_in_tricks: int,
    declarations: int = 0,
    belote: int = 0,
    after_own_trick: bool = False,
    tricks_left: int = 1,
) -> bool:
    """Whether a player may stop the play because his side has the target.

    Counted are the match score, the cards taken so far, his side's counting declarations and the belote it has said;
    `after_own_trick` holds between a trick of his own and the next lead.
    """
    enough = total + points_in_tricks + declarations + belote >= knobs["match.target"]
    if knobs["match.claim"] == "own_trick":
        return enough and after_own_trick and tricks_left > 0
    return enough and knobs["match.claim"] == "anytime"


def misdeal_penalty(knobs: Knobs, mistakes: int) -> int:
    """What the dealer's side loses for its mistakes in dealing one deal: the first is free (002:65)."""
    return int(knobs["match.misdeal_penalty"]) if mistakes > 1 else 0
