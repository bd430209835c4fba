"""Lines of the notation as we write them, each as the piece of JSON that it becomes; any other raises `Other`.

What many deals share, such as players, calls and claims, is looked up as a whole once it has been understood.
"""

import re
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

import msgspec

from ingest.notation_words import KINDS
from ingest.notation_write import NONE, seats_of
from ingest.wire import MAX_HAND, ClaimsLine, Time
from replay.cards import CARD_BY_NAME, RANKS, SUITS, mask, names
from replay.record import call_by_name

SEEN: Final = frozenset(CARD_BY_NAME)
SEATS: Final = {str(seat + 1): str(seat) for seat in range(4)}
EXCHANGED: Final = {f"exchange {seat + 1} at deal": f'{{"seat":{seat},"play":-1}}' for seat in range(4)}
"""Exchanges before the second deal."""
_HELD: Final = SEEN | {"?", "|"}
_SUITS: Final = tuple(SUITS)
_RANKS: Final = tuple(RANKS)

_TEXT: Final = r'"(?:[^"\\]|\\.)*"'
_PLAYER: Final = re.compile(rf"player ([1-4]) ({_TEXT})(?: name ({_TEXT}))?(?: in ({_TEXT}))?")
_RULES: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]*")
_SETTING: Final = re.compile(r"with ([a-z0-9_]+(?:\.[a-z0-9_]+)*) = (.+)")
_ENDED: Final = re.compile(r"ended (claimed|abandoned)(?: by ([1-4]))?")
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,9}")
_encode: Final = msgspec.json.encode
_decode: Final = msgspec.json.decode
_instant: Final[Callable[[bytes], datetime]] = msgspec.json.Decoder(Time).decode

_BY_SIDE: Final = {
    **dict.fromkeys(("points", "declarations", "belote", "hanging", "score", "penalties"), 1 << 15),
    "totals": 1 << 31,
}
"""Claims by side, and what their numbers stay below."""
_CLAIMS: Final = {name: place for place, name in enumerate(ClaimsLine.__struct_fields__)}
_INCLUDED: Final = ("last_trick", "capot", "last_trick capot", "capot last_trick")


class Other(Exception):
    """It is not written as we write it."""


@lru_cache(maxsize=1 << 16)
def match(row: str) -> str:
    """The match's id."""
    if not row.startswith('match "'):
        raise Other
    return _named(row[6:])


def _named(quoted: str, least: int = 1) -> str:
    """A text in quotes as we write it in JSON."""
    value = _decode(quoted, type=str)
    if not least <= len(value) <= 200:
        raise Other
    return _encode(value).decode()


def deal(row: str) -> str:
    """The deal's number."""
    number = row[5:]
    # Ten digits may be too many: it is for the careful reader to say so.
    if row[:5] != "deal " or not number.isdecimal() or not number.isascii() or number[0] == "0" or len(number) > 9:
        raise Other
    return number


@lru_cache(maxsize=1 << 12)
def ruleset(row: str) -> tuple[str, int]:
    """The field of the rules, and how many play by them."""
    name = row[6:]
    if _RULES.fullmatch(name) is None or len(name) > 200:
        raise Other
    return f',"rules":"{name}"', seats_of(name)


@lru_cache(maxsize=1 << 12)
def setting(row: str) -> tuple[str, str]:
    """An override's key, and the member that it is."""
    found = _SETTING.fullmatch(row)
    if found is None:
        raise Other
    return found[1], f'"{found[1]}":{_json(found[2], object)}'


@lru_cache(maxsize=1 << 16)
def player(row: str, seat: int) -> str:
    """The player of this seat."""
    found = _PLAYER.fullmatch(row)
    if found is None or SEATS[found[1]] != str(seat):
        raise Other
    said = '{"id":' + _named(found[2])
    if found[3] is not None:
        said += ',"name":' + _named(found[3], 0)
    if found[4] is not None:
        said += ',"namespace":' + _named(found[4])
    return said + "}"


def time(row: str) -> str:
    """The time."""
    raw = f'"{row[5:]}"'.encode()
    if _encode(_instant(raw)) != raw:
        raise Other
    return raw.decode()


def known(card: str) -> str:
    """A known card."""
    if card not in SEEN:
        raise Other
    return card


def hands(held: list[str], seats: int) -> str:
    """The field of the hands."""
    if len(held) != seats or not _HELD.issuperset(" ".join(held).split(" ")):
        raise Other
    bars = held[0].count("|")
    for hand in held:
        if hand.count("|") != bars or hand.count(" ") + 1 - bars > MAX_HAND:
            raise Other
    if bars > 1:
        raise Other
    return ',"hands":["' + '","'.join(held) + '"]'


@lru_cache(maxsize=1 << 16)
def auction(row: str) -> str:
    """The field of the calls."""
    words = row[8:].split(" ")
    if words == [NONE]:
        return ',"calls":[]'
    if len(words) > 200:
        raise Other
    for word in words:
        call_by_name(word)
    return ',"calls":["' + '","'.join(words) + '"]'


@lru_cache(maxsize=1 << 14)
def event(said: str) -> tuple[str, str, str]:
    """The field that something said at a play belongs to, and its JSON before and after the play."""
    words = said.split(" ")
    seat = f'{{"seat":{SEATS[words[0]]}'
    if words[1] == "exchanges" and len(words) == 2:
        return "exchange", f'{seat},"play":', "}"
    if words[1] == "says" and words[2] in ("belote", "rebelote") and words[3] in _SUITS and len(words) == 4:
        return "belote", f'{seat},"suit":"{words[3]}","play":', "}"
    if words[1] == "declares":
        rest = words[2:]
        if len(rest) == 3 and rest[0] in KINDS and rest[1] == "to" and rest[2] in _RANKS:
            return "declarations", f'{seat},"play":', f',"kind":"{rest[0]}","top":"{rest[2]}"}}'
        held = mask([CARD_BY_NAME[each] for each in rest])
        if rest and held.bit_count() == len(rest):
            return "declarations", f'{seat},"play":', f',"cards":"{names(held)}"}}'
    raise Other


@lru_cache(maxsize=1 << 17)
def claim(row: str) -> tuple[int, str]:
    """The place of a claim among the others, and its field."""
    _, name, value = row.split(" ", 2)
    words = value.split(" ")
    if name in _BY_SIDE:
        edge = _BY_SIDE[name]
        if not 2 <= len(words) <= (2 if name == "hanging" else 4):
            raise Other
        for word in words:
            if _NUMBER.fullmatch(word) is None or not -edge <= int(word) < edge:
                raise Other
        said = f"[{','.join(words)}]"
    elif name == "winners":
        if len(words) > 9:
            raise Other
        said = f"[{','.join(['null' if word == NONE else SEATS[word] for word in words])}]"
    elif name == "points_include":
        if value not in _INCLUDED:
            raise Other
        said = '["' + '","'.join(words) + '"]'
    elif name == "contract":
        if call_by_name(value) < 8:
            raise Other
        said = f'"{value}"'
    elif name == "doubled":
        if value not in ("1", "2", "4"):
            raise Other
        said = value
    else:
        said = SEATS[value]
    return _CLAIMS[name], f'"{name}":{said}'


@lru_cache(maxsize=64)
def ended(row: str) -> str:
    """How the deal ended early."""
    found = _ENDED.fullmatch(row)
    if found is None:
        raise Other
    return f',"ended":"{found[1]}"' + ("" if found[2] is None else f',"ended_by":{SEATS[found[2]]}')


@lru_cache(maxsize=512)
def bots(row: str) -> str:
    """The seats that programs played."""
    words = row[5:].split(" ")
    if len(words) > 4:
        raise Other
    return f',"bots":[{",".join([SEATS[word] for word in words])}]'


def thing(text: str) -> str:
    """An object."""
    return _json(text, dict[str, Any])


def _json(text: str, kind: Any) -> str:
    """JSON that is written as we write it, to the last byte: so no key stands twice."""
    raw = text.encode()
    if _encode(_decode(raw, type=kind)) != raw:
        raise Other
    return text
