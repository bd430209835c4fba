"""The law of the trick: which cards are legal, which card wins, which duty an illegal card breaks."""

from typing import Any

from replay.cards import BEATEN_BY, HEADED, SUIT_CARDS, TRUMPS
from replay.compiled import Rules
from replay.jit import inlined, rule
from replay.knobs import code

RUFF_ALWAYS = code("play.ruff", "always")
RUFF_UNLESS_PARTNER = code("play.ruff", "unless_partner")
HEAD_NEVER = code("play.head_trump", "never")
HEAD_UNLESS_PARTNER = code("play.head_trump", "unless_partner")
PLAIN_NEVER = code("play.head_plain", "never")
PLAIN_UNLESS_RUFFED = code("play.head_plain", "unless_ruffed")

MUST_FOLLOW, MUST_HEAD, MUST_RUFF, MUST_OVERRUFF, MUST_UNDERRUFF = range(1, 6)
"""The duties of one who does not lead, as numbers for compiled code."""


@rule
def winning(contract: int, trick: Any, n: int) -> int:
    """Which of the first n cards of a trick wins it: highest trump, else highest of the suit led (001:17, 004:19).

    `trick` holds cards in order of play; the answer is an index into it.
    """
    best = 0
    for i in range(1, n):
        if (BEATEN_BY[contract, trick[best]] >> trick[i]) & 1:
            best = i
    return best


@rule
def legal(rules: Rules, contract: int, hand: int, trick: Any, n: int) -> int:
    """The cards of a hand that may be played as card n of a trick, all having played in turn.

    `hand` and the answer are sets of cards, `trick` the n cards played before.
    """
    partner = rules.pairs == 1 and n - winning(contract, trick, n) == 2
    return legal_for(rules, contract, hand, trick, n, partner, n == rules.deal_players - 1)


@rule
def legal_for(rules: Rules, contract: int, hand: int, trick: Any, n: int, partner: bool, last: bool) -> int:
    """The legal cards of a hand, when it is known whether one's partner holds the trick and one plays last."""
    if n == 0:
        return hand
    high = trick[highest_led(contract, trick, n)]
    return legal_after(rules, contract, hand, high, trick[winning(contract, trick, n)], partner, last)


@rule
def highest_led(contract: int, trick: Any, n: int) -> int:
    """Which of the first n cards of a trick is the highest of the suit led, ruffed or not."""
    best = 0
    for i in range(1, n):
        if ((BEATEN_BY[contract, trick[best]] & SUIT_CARDS[trick[0] >> 3]) >> trick[i]) & 1:
            best = i
    return best


@inlined
def legal_after(rules: Rules, contract: int, hand: int, led: int, best: int, partner: bool, last: bool) -> int:
    """The legal cards of a hand after the highest card of the suit led and the card that wins the trick so far.

    Follow suit; head trumps (in all trumps any suit); without the suit ruff, overruff and underruff as the
    ruleset wants; else any card (000:61-62, 001:17, 002:51, 002:81, 003:21-23, 004:9-10, 004:21).
    """
    follow = hand & SUIT_CARDS[led >> 3]
    if follow != 0:
        if rules.play_head_plain != PLAIN_NEVER and (HEADED[contract] >> led) & 1 == 0:
            higher = follow & BEATEN_BY[contract, led]
            spared = rules.play_head_plain == PLAIN_UNLESS_RUFFED and best >> 3 != led >> 3
            return int(higher if higher != 0 and not spared else follow)
        higher = follow & BEATEN_BY[contract, best] & HEADED[contract]
        spared = rules.play_head_trump == HEAD_NEVER or (rules.play_head_trump == HEAD_UNLESS_PARTNER and partner)
        return int(higher if higher != 0 and not spared else follow)
    trumps = hand & TRUMPS[contract]
    if trumps == 0:
        return hand
    higher = trumps & BEATEN_BY[contract, best]
    if partner and (rules.play_ruff == RUFF_UNLESS_PARTNER or (rules.play_ruff != RUFF_ALWAYS and last)):
        bound = rules.play_over_partner and (trumps & higher) != 0
        return int((hand & ~trumps) | higher) if bound else hand
    if higher != 0:
        return int(higher if rules.play_overruff else trumps)
    # Every trump beats a plain card: here the trick is ruffed, and higher than one can.
    return int(trumps if rules.play_underruff else hand)


@rule
def broken_duty(
    rules: Rules, contract: int, hand: int, trick: Any, n: int, partner: bool, last: bool, card: int
) -> int:
    """Which duty a card breaks as card n of a trick: MUST_FOLLOW … MUST_UNDERRUFF, 0 if it is legal.

    The hand still holds the card.
    """
    if n == 0 or (legal_for(rules, contract, hand, trick, n, partner, last) >> card) & 1:
        return 0
    if hand & SUIT_CARDS[trick[0] >> 3] != 0:
        return MUST_HEAD if card >> 3 == trick[0] >> 3 else MUST_FOLLOW
    best = trick[winning(contract, trick, n)]
    if (TRUMPS[contract] >> best) & 1 == 0:
        return MUST_RUFF
    if hand & TRUMPS[contract] & BEATEN_BY[contract, best] == 0:
        return MUST_UNDERRUFF
    return MUST_OVERRUFF if rules.play_overruff else MUST_RUFF
