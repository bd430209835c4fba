"""Facts that no knob decides, yet a violation must be able to cite them: each ruleset says where it has them from."""

from typing import Final

from replay.knobs import KNOB

FACTS: Final[dict[str, str]] = {
    # deal
    "pack": "every card is in the deal at most once",
    "hand": "how many cards each player holds",
    "thrown_in": "who deals after a deal that was thrown in",
    "top_scorer": "who wrote most in the deal alone deals next; of equals the first after the old dealer",
    # auction
    "turn": "each plays and speaks when his seat comes",
    "bid_steps": "what may be bid in points, and how much a bid must be above the last",
    "double": "who may double and redouble, and when",
    "redouble": "who may answer a double with a redouble",
    "auction_end": "what ends an auction",
    # play
    "lead": "who won a trick leads to the next",
    "held": "one can play, announce or exchange only what one holds",
    "follow": "one must follow the suit led",
    "ruff": "one who has no card of the suit led must ruff a trick that an opponent holds",
    "winner": "the highest trump wins a trick, else the highest card of the suit led",
    "card_points": "what each card is worth",
    "last_trick": "the last trick is worth ten points",
    # declarations
    "declaration_values": "what each declaration is worth",
    "all_trump_declarations": "declarations are worth the same in all trumps",
    "announced": "what is not announced is worth nothing",
    "further_declarations": "until when further declarations may follow the first",
    "carre_order": "which of two carrés is the better",
    "carre_above": "a carré is above a sequence of the same value",
    "contest_chain": "in a ranked contest, which kind is compared first and what it destroys",
    "belote": "king and queen of trumps in one hand are worth twenty points",
    # settlement
    "success": "when a contract is made",
    "against_each": "a taker must have more than each opponent; one who has less than any of them has failed",
    "least_points": "the card points, last trick included, without which no bid in points is made",
    "shared_points": "an odd point of points that are shared is written by nobody",
    "capot_shared": "the points of a capot are shared equally by the sides that have a trick",
    "doubled_score": "a doubled deal goes whole to the side that wins it, twice or four times",
    "doubled_rounding": "the sum of a doubled deal is rounded first and multiplied then",
    "doubled_tie": "a doubled deal with equal points hangs whole",
    "rounding_five": "a sum that ends in five goes up to the next ten",
    "rounding_three": "of three sums on the boundary digit only the highest is the larger one",
    "equal_on_boundary": "of two equal sums on the boundary digit the one that hangs goes up, the written one down",
    "hanging": "what becomes of points that hang",
    "hanging_belote": "the attack's belote hangs with its other points",
    "hanging_again": "a second tie in a row adds to the points that hang",
    "hanging_kept": "points that hang wait for a deal that one side wins, and lapse with the match",
    # match
    "match_end": "when a match is over",
    "next_check": "a match that one deal could not end is looked at again after the next deal that is scored",
    "claim_count": "what counts for one who stops the play: the score, his tricks so far, declarations and belote",
    "revoke_score": "what each side writes when a revoke costs points",
}

KEYS: Final = (*KNOB, *FACTS)
"""What a finding can rest on, a knob or a fact, by the number that compiled rules use."""
