"""The rules of belote said a second time, in plain lists and sets of words, for comparison with the engine.

It knows nothing of the engine: it takes a dictionary of knob values by name, `{"play.ruff": "always", ...}`, and cards,
suits, calls and contracts as words. It is slow, has no tables, and each rule stands where it is asked.
"""

from tests.oracle_auction import (
    auction,
    call_allowed,
    deal_out,
    exchange_allowed,
    hand_size,
    has_turned_card,
    next_dealer,
    opening_leader,
    packets,
    possible_calls,
    taker_gets_turned_card,
    undealt,
)
from tests.oracle_deal import belote_at_most, belote_moments, play_out
from tests.oracle_declarations import (
    belote_allowed,
    belote_suits,
    cards_of,
    contest,
    declarations_total,
    hand_declarations,
    time_fault,
    value,
)
from tests.oracle_match import claim_is_good, match_end, misdeal_penalty
from tests.oracle_play import legal, pack, points, side_of, winner
from tests.oracle_rules import RULES, SYSTEMS, Knobs
from tests.oracle_settlement import settle, settle_revoke

__all__ = [
    "RULES",
    "SYSTEMS",
    "Knobs",
    "auction",
    "belote_allowed",
    "belote_at_most",
    "belote_moments",
    "belote_suits",
    "call_allowed",
    "cards_of",
    "claim_is_good",
    "contest",
    "deal_out",
    "declarations_total",
    "exchange_allowed",
    "hand_declarations",
    "hand_size",
    "has_turned_card",
    "legal",
    "match_end",
    "misdeal_penalty",
    "next_dealer",
    "opening_leader",
    "pack",
    "packets",
    "play_out",
    "points",
    "possible_calls",
    "settle",
    "settle_revoke",
    "side_of",
    "taker_gets_turned_card",
    "time_fault",
    "undealt",
    "value",
    "winner",
]
