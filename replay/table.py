"""The rules by name: a plain Python interface in card names and lists, for tests, notebooks and other programs."""

from collections.abc import Sequence

import numpy as np

from replay.cards import CARD_NAMES, CONTRACTS, VALUE, card, mask, members
from replay.law import legal, winning
from replay.rulesets import Ruleset


def legal_cards(ruleset: Ruleset, contract: str, trick: Sequence[str], hand: Sequence[str]) -> list[str]:
    """The cards of a hand that may be played next, after those of the trick in order of play."""
    played = np.array([card(each) for each in trick], np.int64)
    allowed = legal(ruleset.rules, CONTRACTS.index(contract), mask([card(each) for each in hand]), played, len(trick))
    return [CARD_NAMES[each] for each in members(int(allowed))]


def trick_winner(ruleset: Ruleset, contract: str, trick: Sequence[str]) -> tuple[int, int]:
    """Which card of a trick wins it, as an index in order of play, and how many card points it holds."""
    played = np.array([card(each) for each in trick], np.int64)
    kind = CONTRACTS.index(contract)
    return int(winning(kind, played, len(trick))), int(VALUE[kind, played].sum())
