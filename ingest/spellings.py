"""How cards, suits and calls are spelled in several languages; what a letter means is declared, never guessed.

A further language, or alphabet, is one more row of `LOCALES`.
"""

import functools
from typing import Final

import msgspec

from replay.cards import CARD_BY_NAME, RANKS, SUITS

SYMBOLS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
"""Suits that mean the same everywhere."""
NUMBERS: Final = {"7": "7", "8": "8", "9": "9", "10": "T"}
"""Ranks that mean the same everywhere."""
CANONICAL: Final = "en"
"""The language of the canonical letters: what is spelled so needs no declaration."""


class Locale(msgspec.Struct, frozen=True):
    """The spellings of one language, besides the symbols and numbers that all share."""

    ranks: dict[str, str]
    suits: dict[str, str]
    contracts: dict[str, str]
    """No trump and all trumps."""
    calls: dict[str, str]


LOCALES: Final[dict[str, Locale]] = {
    "en": Locale(
        {"T": "T", "X": "T", "J": "J", "Q": "Q", "K": "K", "A": "A",
         "jack": "J", "queen": "Q", "king": "K", "ace": "A", "ten": "T"},
        {"C": "C", "D": "D", "H": "H", "S": "S", "clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"},
        {"NT": "NT", "AT": "AT", "SA": "NT", "TA": "AT"},
        {"pass": "pass", "take": "take", "double": "double", "redouble": "redouble", "contra": "double",
         "recontra": "redouble", "coinche": "double", "surcoinche": "redouble"},
    ),
    "fr": Locale(
        {"X": "T", "V": "J", "D": "Q", "R": "K", "A": "A",
         "valet": "J", "dame": "Q", "roi": "K", "as": "A", "dix": "T"},
        {"T": "C", "K": "D", "C": "H", "P": "S",
         "trèfle": "C", "carreau": "D", "cœur": "H", "coeur": "H", "pique": "S"},
        {"SA": "NT", "TA": "AT"},
        {"passe": "pass", "prends": "take", "prend": "take", "coinche": "double", "contre": "double",
         "surcoinche": "redouble", "surcontre": "redouble"},
    ),
    "bg": Locale(
        {"В": "J", "Д": "Q", "П": "K", "К": "K", "А": "A", "Т": "A", "вале": "J", "дама": "Q", "поп": "K", "асо": "A"},
        {"спатия": "C", "каро": "D", "купа": "H", "пика": "S"},
        {"БК": "NT", "ВК": "AT"},
        {"пас": "pass", "контра": "double", "реконтра": "redouble"},
    ),
    "nl": Locale(
        {"T": "T", "B": "J", "V": "Q", "H": "K", "A": "A", "boer": "J", "vrouw": "Q", "heer": "K", "aas": "A"},
        {"K": "C", "R": "D", "H": "H", "S": "S", "klaveren": "C", "ruiten": "D", "harten": "H", "schoppen": "S"},
        {"ZT": "NT", "AT": "AT"},
        {"pas": "pass", "dubbel": "double", "redubbel": "redouble"},
    ),
    "de": Locale(
        {"Z": "T", "B": "J", "D": "Q", "K": "K", "A": "A", "bube": "J", "dame": "Q", "könig": "K", "ass": "A"},
        {"kreuz": "C", "karo": "D", "herz": "H", "pik": "S"},
        {},
        {"passe": "pass", "kontra": "double", "rekontra": "redouble"},
    ),
}  # fmt: skip


@functools.cache
def suits(locale: str) -> dict[str, str]:
    """Spellings of suits in a language, symbols included."""
    return {**SYMBOLS, **LOCALES[locale].suits}


@functools.cache
def ranks(locale: str) -> dict[str, str]:
    """Spellings of ranks in a language, numbers included."""
    return {**NUMBERS, **LOCALES[locale].ranks}


@functools.cache
def cards(locale: str) -> dict[str, str]:
    """Every spelling of a card in a language, in small letters too, and the canonical name it stands for."""
    found: dict[str, str] = {}
    for rank, our_rank in ranks(locale).items():
        for suit, our_suit in suits(locale).items():
            between = (" de ", "-") if len(rank) > 2 and locale == "fr" else (" of ", "-") if len(rank) > 2 else ("",)
            for link in ("", *between):
                word = rank + link + suit
                found.setdefault(word.lower(), our_rank + our_suit)
    if locale == CANONICAL:
        # Our own names come before anything that looks like them in small letters.
        found.update({name.lower(): name for name in CARD_BY_NAME})
    return found


def card(word: str, locale: str = CANONICAL) -> str | None:
    """The canonical name of a card spelled in a language, suit after or before the rank if it is a symbol."""
    found = cards(locale).get(word.lower())
    if found is None and word[:1] in SYMBOLS:
        found = cards(locale).get((word[1:] + word[0]).lower())
    if found is None:
        # The writing of emoji: a variation selector after the symbol.
        bare = word.replace("\ufe0f", "")
        found = card(bare, locale) if bare != word else None
    return found


@functools.cache
def calls(locale: str) -> dict[str, str]:
    """Words for calls without points in a language, and bare contracts, in small letters."""
    words = {**suits(locale), **LOCALES[locale].contracts, **LOCALES[locale].calls}
    return {word.lower(): ours for word, ours in words.items()}


def call(word: str, locale: str = CANONICAL) -> str | None:
    """The canonical name of a call spelled in a language: `80♥` is `80H`; None where it is none."""
    bare = word.lower().replace("\ufe0f", "")
    found = calls(locale).get(bare)
    if found is not None:
        return found
    for theirs, ours in calls(locale).items():
        if bare.endswith(theirs) and ours not in LOCALES[CANONICAL].calls:
            head = bare.removesuffix(theirs).strip()
            if head.isascii() and head.isdigit():
                return str(int(head)) + ours
            if head == "capot":
                return "capot" + ours
    return None


def ambiguous(word: str) -> list[str]:
    """The languages in which a word that the canonical letters do not know is a card."""
    return [locale for locale in LOCALES if locale != CANONICAL and card(word, locale) is not None]


assert set("".join(RANKS)) == set(ranks(CANONICAL).values()) and set(SUITS) == set(suits(CANONICAL).values())
