"""Simulated deals as canonical JSON lines: a whole frame at a time, without one object a deal."""

from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from replay.cards import CARD_NAMES, CONTRACTS, SUITS
from replay.findings import ABSENT
from replay.jit import NONE_YET, rule
from replay.players.characters import NAMES
from replay.players.simulation import Simulated
from replay.record import CAPOT_BID, DOUBLE, PASS, REDOUBLE, TAKE
from replay.rulesets import Ruleset

LONGEST: Final = 4096
"""Bytes of a line at most, besides the texts that are the same in all."""


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8).copy()


def _texts(texts: tuple[str, ...]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Texts as compiled code reads them: a row of bytes each, and how many of these count."""
    rows = np.zeros((len(texts), max(map(len, texts))), np.uint8)
    for row, text in zip(rows, texts, strict=True):
        row[: len(text)] = _text(text)
    return rows, np.array([len(text) for text in texts], np.int64)


_CARDS: Final = np.array([list(name.encode()) for name in CARD_NAMES], np.uint8)
_SUITS: Final = _text(SUITS)
_CONTRACTS, _CONTRACT_SIZES = _texts(CONTRACTS)
_WORDS, _WORD_SIZES = _texts(("pass", "take", "double", "redouble"))
assert (PASS, TAKE, DOUBLE, REDOUBLE) == (0, 1, 2, 3)
_PLAYERS, _PLAYER_SIZES = _texts(tuple(f'{{"id":"{name}","namespace":"simulated"}}' for name in NAMES))
_DIGITS: Final = 48
_MINUS: Final = 45

_CAPOT: Final = _text("capot")
_DEAL: Final = _text(',"deal":')
_PLAYERS_: Final = _text(',"players":[')
_DEALER: Final = _text('],"dealer":')
_TURNED: Final = _text(',"turned":"')
_HANDS: Final = _text(',"hands":["')
_NEXT_HAND: Final = _text('","')
_CALLS: Final = _text('"],"calls":["')
_EXCHANGE: Final = _text(',"exchange":{"seat":')
_PLAY: Final = _text(',"play":')
_DECLARATIONS: Final = _text(',"declarations":[')
_SEAT: Final = _text('{"seat":')
_CARDS_: Final = _text(',"cards":"')
_BELOTE: Final = _text(',"belote":[')
_SUIT: Final = _text(',"suit":"')
_AND_PLAY: Final = _text('","play":')
_PLAYS: Final = _text(',"plays":"')
_CONTRACT: Final = _text('","claims":{"contract":"')
_TAKER: Final = _text('","taker":')
_DOUBLED: Final = _text(',"doubled":')
_WINNERS: Final = _text(',"winners":[')
_POINTS: Final = _text('],"points":[')
_CLAIMED_DECLARATIONS: Final = _text('],"points_include":["last_trick"],"declarations":[')
_CLAIMED_BELOTE: Final = _text('],"belote":[')
_HANGING: Final = _text('],"hanging":[')
_SCORE: Final = _text('],"score":[')
_TOTALS: Final = _text('],"totals":[')
_WINNER: Final = _text(',"match_winner":')
_CLAIMED: Final = _text(',"ended":"claimed","ended_by":')
_END: Final = _text(',"simulated":true}\n')
_BAR, _SPACE, _QUOTE, _COMMA, _CLOSE, _BRACE = b'| ",]}'


def lines(simulated: Simulated, ruleset: Ruleset, seed: int, overrides: dict[str, Any]) -> bytes:
    """The deals of a frame as canonical JSON lines, each with the end of its line.

    A match is called by ruleset, seed and its number; `overrides` are what the ruleset was changed in.
    """
    rules = ',"rules":' + msgspec.json.encode(ruleset.name).decode()
    if overrides:
        rules += ',"overrides":' + msgspec.json.encode(overrides, order="sorted").decode()
    head = _text(f'{{"rebelote":1,"match":"sim-{ruleset.name}-{seed}-')
    between, frame = _text('"'), simulated.frame
    named = _text(rules)
    out = np.empty(len(frame.deals) * (LONGEST + len(head) + len(named)), np.uint8)
    size = write(
        ruleset.rules,
        frame.deals,
        frame.calls,
        frame.declarations,
        frame.belotes,
        simulated.seated,
        head,
        between,
        named,
        out,
    )
    return out[:size].tobytes()


@rule
def write(
    rules: Any, deals: Any, calls: Any, declarations: Any, belotes: Any, seated: Any, head: Any, between: Any,
    named: Any, out: Any,
) -> int:  # fmt: skip
    """Write every deal of a frame into `out`; the answer is how many bytes that took."""
    at = NONE_YET
    for index in range(len(deals)):
        deal = deals[index]
        at = put_head(rules, deal, seated[index], head, between, named, out, at)
        at = put_hands(rules, deal, out, at)
        at = put(out, at, _CALLS)
        for i in range(deal.calls_n):
            at = put(out, at, _NEXT_HAND) if i else at
            at = put_call(out, at, calls[deal.calls_at + i].call)
        out[at], out[at + 1] = _QUOTE, _CLOSE
        at += 2
        if deal.plays_n != ABSENT:
            at = put_told(rules, deal, declarations, belotes, out, at)
            at = put_claims(rules, deal, out, at)
        at = put(out, at, _END)
    return at


@rule
def put_head(rules: Any, deal: Any, seated: Any, head: Any, between: Any, named: Any, out: Any, at: int) -> int:
    """Match, number, ruleset, players, dealer and the turned card."""
    at = put_number(out, put(out, at, head), seated.match)
    at = put_number(out, put(out, put(out, at, between), _DEAL), deal.number)
    at = put(out, put(out, at, named), _PLAYERS_)
    for seat in range(rules.deal_players):
        if seat:
            out[at] = _COMMA
            at += 1
        at = put_part(out, at, _PLAYERS[seated.players[seat]], _PLAYER_SIZES[seated.players[seat]])
    at = put_number(out, put(out, at, _DEALER), deal.dealer)
    if deal.turned != ABSENT:
        at = put_card(out, put(out, at, _TURNED), deal.turned)
        out[at] = _QUOTE
        at += 1
    return at


@rule
def put_hands(rules: Any, deal: Any, out: Any, at: int) -> int:
    """The hands as dealt, a bar between what came before the auction and after."""
    for seat in range(rules.deal_players):
        at = put(out, at, _NEXT_HAND if seat else _HANDS)
        for i in range(deal.hand_sizes[seat]):
            if i:
                out[at] = _SPACE
                at += 1
            if i == deal.before[seat]:
                out[at], out[at + 1] = _BAR, _SPACE
                at += 2
            at = put_card(out, at, int(deal.hands[seat, i]))
        if deal.before[seat] == deal.hand_sizes[seat]:
            out[at], out[at + 1] = _SPACE, _BAR
            at += 2
    return at


@rule
def put_told(rules: Any, deal: Any, declarations: Any, belotes: Any, out: Any, at: int) -> int:
    """The exchange, the declarations and the belotes."""
    if deal.exchange_seat != ABSENT:
        at = put_number(out, put(out, at, _EXCHANGE), deal.exchange_seat)
        at = put_number(out, put(out, at, _PLAY), deal.exchange_play)
        out[at] = _BRACE
        at += 1
    at = put(out, at, _DECLARATIONS)
    for i in range(deal.declarations_n):
        each = declarations[deal.declarations_at + i]
        if i:
            out[at] = _COMMA
            at += 1
        at = put_number(out, put(out, at, _SEAT), each.seat)
        at = put_number(out, put(out, at, _PLAY), each.play)
        at = put_cards(out, put(out, at, _CARDS_), each.cards)
        out[at], out[at + 1] = _QUOTE, _BRACE
        at += 2
    out[at] = _CLOSE
    at = put(out, at + 1, _BELOTE)
    for i in range(deal.belotes_n):
        said = belotes[deal.belotes_at + i]
        if i:
            out[at] = _COMMA
            at += 1
        at = put_number(out, put(out, at, _SEAT), said.seat)
        at = put(out, at, _SUIT)
        out[at] = _SUITS[said.suit]
        at = put_number(out, put(out, at + 1, _AND_PLAY), said.play)
        out[at] = _BRACE
        at += 1
    out[at] = _CLOSE
    return at + 1


@rule
def put_claims(rules: Any, deal: Any, out: Any, at: int) -> int:
    """The plays, and what the record says came out of them."""
    at = put(out, at, _PLAYS)
    for i in range(deal.plays_n):
        if i:
            out[at] = _SPACE
            at += 1
        at = put_card(out, at, int(deal.plays[i]))
    at = put_call(out, put(out, at, _CONTRACT), deal.claim_contract)
    at = put_number(out, put(out, at, _TAKER), deal.claim_taker)
    at = put_number(out, put(out, at, _DOUBLED), deal.claim_doubled)
    at = put_numbers(out, put(out, at, _WINNERS), deal.claim_winners, deal.claim_winners_n)
    if deal.claim_has_score:
        at = put_numbers(out, put(out, at, _POINTS), deal.claim_points, rules.sides)
        at = put_numbers(out, put(out, at, _CLAIMED_DECLARATIONS), deal.claim_declarations, rules.sides)
        at = put_numbers(out, put(out, at, _CLAIMED_BELOTE), deal.claim_belote, rules.sides)
        if deal.claim_hanging[0] != ABSENT:
            at = put_numbers(out, put(out, at, _HANGING), deal.claim_hanging, 2)
        at = put_numbers(out, put(out, at, _SCORE), deal.claim_score, rules.sides)
        at = put_numbers(out, put(out, at, _TOTALS), deal.claim_totals, rules.sides)
    out[at] = _CLOSE
    at += 1
    if deal.claim_match_winner != ABSENT:
        at = put_number(out, put(out, at, _WINNER), deal.claim_match_winner)
    out[at] = _BRACE
    at += 1
    if deal.ended:
        at = put_number(out, put(out, at, _CLAIMED), deal.ended_by)
    return at


@rule
def put(out: Any, at: int, text: Any) -> int:
    """Write a text; the answer is where it ends, as of all that write."""
    return put_part(out, at, text, len(text))


@rule
def put_part(out: Any, at: int, text: Any, size: int) -> int:
    """Write the beginning of a text."""
    for i in range(size):
        out[at + i] = text[i]
    return at + size


@rule
def put_number(out: Any, at: int, number: int) -> int:
    """Write a whole number."""
    if number < 0:
        out[at] = _MINUS
        at += 1
        number = -number
    size, rest = 1, number // 10
    while rest:
        size, rest = size + 1, rest // 10
    for i in range(size - 1, -1, -1):
        out[at + i] = _DIGITS + number % 10
        number //= 10
    return at + size


@rule
def put_numbers(out: Any, at: int, numbers: Any, n: int) -> int:
    """Write the first n numbers of an array, with commas between."""
    for i in range(n):
        if i:
            out[at] = _COMMA
            at += 1
        at = put_number(out, at, numbers[i])
    return at


@rule
def put_card(out: Any, at: int, card: int) -> int:
    """Write a card by name."""
    out[at] = _CARDS[card, 0]
    out[at + 1] = _CARDS[card, 1]
    return at + 2


@rule
def put_cards(out: Any, at: int, cards: int) -> int:
    """Write the cards of a set, with spaces between."""
    first = True
    for card in range(32):
        if (cards >> card) & 1:
            if not first:
                out[at] = _SPACE
                at += 1
            first = False
            at = put_card(out, at, card)
    return at


@rule
def put_call(out: Any, at: int, call: int) -> int:
    """Write a call or a contract: a word, a contract, or points or capot with one."""
    if call < 4:
        return put_part(out, at, _WORDS[call], _WORD_SIZES[call])
    value, contract = call >> 3, call & 7
    if value == CAPOT_BID:
        at = put(out, at, _CAPOT)
    elif value > 1:
        at = put_number(out, at, value)
    return put_part(out, at, _CONTRACTS[contract], _CONTRACT_SIZES[contract])
