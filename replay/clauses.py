"""Facts that every belote system shares: no knob decides them, yet a violation must be able to cite them."""

from typing import Final

from replay.knobs import KNOB

FACTS: Final[dict[str, str]] = {
    "pack": "every card is in the deal at most once",
    "hand": "how many cards each player holds",
    "turn": "each plays and speaks when his seat comes",
    "lead": "who won a trick leads to the next",
    "held": "one can play, announce or exchange only what one holds",
    "follow": "one must follow the suit led",
    "ruff": "one who has no card of the suit led must ruff a trick that an opponent holds",
    "winner": "the highest trump wins a trick, else the highest card of the suit led",
    "card_points": "what each card is worth",
    "last_trick": "the last trick is worth ten points",
    "declaration_values": "what each declaration is worth",
    "belote": "king and queen of trumps in one hand are worth twenty points",
    "double": "who may double and redouble, and when",
    "auction_end": "what ends an auction",
    "success": "when a contract is made",
    "hanging": "what becomes of points that hang",
    "match_end": "when a match is over",
}

KEYS: Final = (*KNOB, *FACTS)
"""What a finding can rest on, a knob or a fact, by the number that compiled rules use."""
