"""Text in parts: words, cards and suits, so that each place shows a card in its own way and with its own indices.

A part is a string, a card's number, or `{"suit": n}`. Whoever shows it decides what a card looks like; recorded names
stay strings and never become anything else.
"""

import re
from collections.abc import Iterable
from string import Formatter
from typing import Final, TypeAlias

from dashboard.messages import Language, mark
from dashboard.messages.indices import INDICES
from replay.cards import ALL_TRUMP, CARD_BY_NAME, CONTRACTS, NO_TRUMP, Card, Cards, members
from replay.record import CAPOT_BID, REDOUBLE, TAKE, CallCode

Part: TypeAlias = str | int | dict[str, int]
Parts: TypeAlias = list[Part]

RANK_WORDS: Final = (
    mark("seven"), mark("eight"), mark("nine"), mark("ten"), mark("jack"), mark("queen"), mark("king"), mark("ace"),
)  # fmt: skip
SUIT_WORDS: Final = (mark("clubs"), mark("diamonds"), mark("hearts"), mark("spades"))
SUIT_SIGNS: Final = "♣♦♥♠"
_CALLS: Final = (mark("pass"), mark("take"), mark("double"), mark("redouble"))
_RECORDED: Final = re.compile(
    r"\bseat (?P<seat>[1-4])\b|\bside (?P<side>[1-4])\b|\b(?P<card>[789TJQKA][CDHS])\b"
    r"|\bto (?P<top>[789TJQKA])\b|\b(?P<bid>\d+|capot)?(?P<contract>NT|AT|[CDHS])\b"
    r"|\b(?P<word>a carré|a tierce|a quarte|a quinte|doubled|redoubled|nobody|by|pass|take|double|redouble)\b"
)
"""What the judge writes of recorded and computed things: seats, sides, cards, calls and kinds of declarations."""
_WORDS: Final = (
    mark("a carré"), mark("a tierce"), mark("a quarte"), mark("a quinte"), mark("nobody"), mark("by"),
)  # fmt: skip


def fill(template: str, **fields: Part | Parts) -> Parts:
    """A text whose `{fields}` are parts: `fill("{who} plays {card}", who="Zoë", card=31)`."""
    out: Parts = []
    for literal, name, _, _ in Formatter().parse(template):
        if literal:
            out.append(literal)
        if name is not None:
            value = fields[name]
            out += value if isinstance(value, list) else [value]
    return out


def capital(parts: Parts) -> Parts:
    """The same text with a capital first letter."""
    first = parts[0] if parts else ""
    return [first[:1].upper() + first[1:], *parts[1:]] if isinstance(first, str) else parts


def card_words(tr: Language) -> list[str]:
    """Every card by name, `ace of spades`, by its number."""
    template = tr(mark("{rank} of {suit}"))
    return [template.format(rank=tr(rank), suit=tr(suit)) for suit in SUIT_WORDS for rank in RANK_WORDS]


def card_parts(held: Cards | Iterable[Card]) -> Parts:
    """Cards one after another."""
    out: Parts = []
    for card in members(held) if isinstance(held, int) else held:
        out += [" ", card] if out else [card]
    return out


def contract_parts(contract: int, tr: Language, level: int | None = None, doubled: int = 1) -> Parts:
    """A contract: its suit or its name, with the points bid and doubles."""
    name: Part = {"suit": contract}
    if contract == NO_TRUMP:
        name = tr(mark("no trump"))
    elif contract == ALL_TRUMP:
        name = tr(mark("all trumps"))
    bid = "" if level is None or level <= 1 else tr(mark("capot")) if level == CAPOT_BID else str(level)
    out: Parts = [f"{bid} ", name] if bid else [name]
    if doubled > 1:
        out.append(" " + (tr(mark("doubled")) if doubled == 2 else tr(mark("redoubled"))))
    return out


def call_parts(call: CallCode, tr: Language, turned: Card | None = None) -> Parts:
    """A call as it is said; who takes, takes the turned suit."""
    if call <= REDOUBLE:
        said = tr(_CALLS[call])
        known = call == TAKE and turned is not None and turned < len(CARD_BY_NAME)
        return [f"{said} ", {"suit": turned // 8}] if known and turned is not None else [said]
    level, contract = divmod(call, 8)
    return contract_parts(contract, tr, level)


def recorded_parts(text: str, tr: Language, names: list[str], sides: list[str]) -> Parts:
    """What the judge writes of a record, `90H by seat 2 doubled`, with names, cards and words as people read them."""
    out: Parts = []
    at = 0
    for found in _RECORDED.finditer(text):
        if found.start() > at:
            out.append(text[at : found.start()])
        at = found.end()
        if found["seat"]:
            seat = int(found["seat"]) - 1
            out.append(names[seat] if seat < len(names) else found[0])
        elif found["side"]:
            side = int(found["side"]) - 1
            out.append(sides[side] if side < len(sides) else found[0])
        elif found["card"]:
            out.append(CARD_BY_NAME[found["card"]])
        elif found["top"]:
            rank = tr(RANK_WORDS["789TJQKA".index(found["top"])])
            out.append(tr(mark("to the {rank}")).format(rank=rank))
        elif found["contract"]:
            level = {None: None, "capot": CAPOT_BID}.get(found["bid"]) or (found["bid"] and int(found["bid"])) or None
            out += contract_parts(CONTRACTS.index(found["contract"]), tr, level)
        else:
            out.append(tr(found[0]))
    if at < len(text):
        out.append(text[at:])
    return out


def plain(parts: Parts, indices: tuple[str, ...] = INDICES["en"]) -> str:
    """The text without pictures: `J♣` for a card."""
    return "".join(
        each
        if isinstance(each, str)
        else SUIT_SIGNS[each["suit"]]
        if isinstance(each, dict)
        else card_sign(each, indices)
        for each in parts
    )


def card_sign(card: Card, indices: tuple[str, ...] = INDICES["en"]) -> str:
    """A card in a few letters: `10♥`."""
    return indices[card % 8] + SUIT_SIGNS[card // 8] if card < len(CARD_BY_NAME) else "?"
