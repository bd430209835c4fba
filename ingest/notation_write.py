"""The notation, strictly written: one deal as lines of text that stand alone and lose nothing."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from ingest.canonical import record_of
from ingest.wire import BeloteLine, DeclarationLine, PlayLine, RecordLine
from replay import rulesets
from replay.record import Deal

VERSION: Final = 1
"""Version of the notation that this program reads and writes."""
HEADER: Final = f"rebelote {VERSION}\n"
"""The first line of a file."""
NONE: Final = "-"
"""Stands for a list without items, and for a match or number that the record leaves out."""
SEATS: Final = 4
"""Seats of a deal whose ruleset is not known, where the record does not say."""
MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""What a card may be marked with."""

_KEY: Final = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*")
_BRACED: Final = re.compile(r"\S(?:[^{}\x00-\x1f\x7f-\x9f\u2028\u2029]*\S)?")


def encode(deal: Deal) -> str:
    """A deal in the notation, beginning with its match and ending with a blank line."""
    return written(record_of(deal))


def written(record: RecordLine) -> str:
    """A record as `ingest.canonical.record_of` makes it, in the notation."""
    return "\n".join(_lines(record)) + "\n\n"


def seats_of(rules: str | None) -> int:
    """How many play under a ruleset that comes with the program; four under any other."""
    return _players().get(rules or "", SEATS)


def _players() -> dict[str, int]:
    if not _known:
        _known.update({name: rulesets.load(name).players for name in rulesets.names()})
    return _known


_known: Final[dict[str, int]] = {}


def text(value: str) -> str:
    """A text in quotes, on one line."""
    quoted = msgspec.json.encode(value).decode()
    return "".join(each if each.isprintable() or each == " " else _escaped(each) for each in quoted)


def _escaped(character: str) -> str:
    return "".join(f"\\u{unit:04x}" for unit in memoryview(character.encode("utf-16-le")).cast("H"))


def _json(value: Any) -> str:
    """JSON on one line, with nothing in it that is no printable character."""
    plain = msgspec.json.encode(value).decode()
    return plain if plain.isprintable() else "".join(e if e.isprintable() or e == " " else _escaped(e) for e in plain)


def _lines(record: RecordLine) -> Iterable[str]:
    yield f"match {NONE if record.match is None else text(record.match)}"
    yield f"deal {NONE if record.deal is None else record.deal}"
    seats = _seats(record)
    if record.rules is not None:
        yield f"rules {record.rules if _bare(record.rules) else text(record.rules)}"
    for key, value in record.overrides.items():
        yield f"with {key if _KEY.fullmatch(key) else text(key)} = {_json(value)}"
    if seats != seats_of(record.rules):
        yield f"seats {seats}"
    for seat, player in enumerate(record.players, 1):
        line = f"player {seat} {text(player.id)}"
        line += "" if player.name is None else f" name {text(player.name)}"
        yield line + ("" if player.namespace is None else f" in {text(player.namespace)}")
    if record.dealer is not None:
        yield f"dealer {record.dealer + 1}"
    if record.time is not None:
        yield f"time {_time(record.time)}"
    if record.turned is not None:
        yield f"turned {record.turned}"
    if record.hands is not None:
        yield from (f"hand {seat} {hand}".rstrip() for seat, hand in enumerate(record.hands, 1))
        if not record.hands:
            yield f"hand {NONE}"
    if not record.dealt_order:
        yield "order unknown"
    if record.calls is not None:
        yield "auction " + (" ".join(map(_call, record.calls)) or NONE)
    yield from _events(record, seats)
    yield from _claims(record)
    if record.ended is not None:
        yield f"ended {record.ended}" + ("" if record.ended_by is None else f" by {record.ended_by + 1}")
    if record.simulated:
        yield "simulated"
    if record.bots:
        yield "bots " + " ".join(str(seat + 1) for seat in record.bots)
    yield from (f"label {_json(label)}" for label in record.labels)
    if record.extra:
        yield f"extra {_json(record.extra)}"


def _bare(word: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.+-]*", word) is not None


def _seats(record: RecordLine) -> int:
    """How many cards a trick has: it lays out the lines of the play."""
    return len(record.hands or ()) or (len(record.players) if len(record.players) > 1 else seats_of(record.rules))


def _time(time: Any) -> str:
    return str(msgspec.to_builtins(time))


def _call(call: Any) -> str:
    if isinstance(call, str):
        return call
    seat = "" if call.seat is None else f"{call.seat + 1}:"
    return seat + str(call.call) + ("" if call.time is None else f"@{_time(call.time)}")


def place(position: int, seats: int) -> str:
    """A position in the play as people count it, trick and card: `3.2`."""
    trick, card = divmod(position, seats)
    return f"{trick + 1}.{card + 1}"


def _declared(said: DeclarationLine, seats: int) -> str:
    what = [] if said.cards is None else [said.cards]
    what += [] if said.kind is None else [said.kind]
    what += [] if said.top is None else [f"to {said.top}"]
    what += [] if said.shown is None else [f"shown {place(said.shown, seats)}"]
    return " ".join(what)


def _events(record: RecordLine, seats: int) -> Iterable[str]:
    """Exchange, declarations, belote, plays and notes: at their play where they can stand there."""
    plays = _each_play(record.plays)
    before: dict[int, list[str]] = {}
    after: dict[int, list[str]] = {}
    if record.exchange is not None:
        at = record.exchange.play
        if 0 <= at < len(plays):
            before.setdefault(at, []).append(f"({record.exchange.seat + 1} exchanges)")
        else:
            yield f"exchange {record.exchange.seat + 1} at {'deal' if at < 0 else place(at, seats)}"
    if record.declarations is not None:
        if record.declarations and _ordered([each.play for each in record.declarations], len(plays)):
            for said in record.declarations:
                line = f"({said.seat + 1} declares {_declared(said, seats)})"
                before.setdefault(said.play, []).append(line)
        else:
            for said in record.declarations:
                yield f"declaration {said.seat + 1} at {place(said.play, seats)} {_declared(said, seats)}"
            if not record.declarations:
                yield f"declaration {NONE}"
    if record.belote is not None:
        words = _words(record.belote)
        if record.belote and _ordered([each.play for each in record.belote], len(plays)):
            for each, word in zip(record.belote, words, strict=True):
                before.setdefault(each.play, []).append(f"({each.seat + 1} says {word} {each.suit})")
        else:
            for each, word in zip(record.belote, words, strict=True):
                yield f"{word} {each.seat + 1} at {place(each.play, seats)} {each.suit}"
            if not record.belote:
                yield f"belote {NONE}"
    inline = _notes_inline(record.notes, plays)
    if inline:
        for note in record.notes:
            after.setdefault(note["position"], []).append(note.get("mark") or f" {{{note['text']}}}")
    if record.plays is not None:
        yield "play" if plays else f"play {NONE}"
        yield from _tricks(plays, before, after, seats)
    if not inline:
        yield from (f"note {_json(note)}" for note in record.notes)


def _words(said: Sequence[BeloteLine]) -> list[str]:
    """Belote for the first of the pair that a seat says, rebelote for the second."""
    words: list[str] = []
    seen: set[tuple[int, str]] = set()
    for each in said:
        words.append("rebelote" if (each.seat, each.suit) in seen else "belote")
        seen.add((each.seat, each.suit))
    return words


def _ordered(positions: list[int], plays: int) -> bool:
    return positions == sorted(positions) and positions[-1] < plays


def _notes_inline(notes: Sequence[dict[str, Any]], plays: Sequence[PlayLine]) -> bool:
    """Whether every note is a mark or a comment at a card that is played, in order."""
    at: list[int] = []
    for note in notes:
        keys = tuple(map(str, note))
        if keys not in (("position", "text"), ("position", "mark")) or type(note["position"]) is not int:
            return False
        position = note["position"]
        if not 0 <= position < len(plays):
            return False
        if "mark" in note:
            # A mark stands at the card itself, before any comment, and an unknown card has none.
            if note["mark"] not in MARKS or position in at or plays[position].card == "?" or plays[position].time:
                return False
        elif not isinstance(note["text"], str) or _BRACED.fullmatch(note["text"]) is None:
            return False
        at.append(position)
    return at == sorted(at)


def _each_play(plays: Any) -> list[PlayLine]:
    if plays is None:
        return []
    items = plays.split() if isinstance(plays, str) else plays
    return [PlayLine(card=each) if isinstance(each, str) else each for each in items]


def _tricks(
    plays: list[PlayLine], before: dict[int, list[str]], after: dict[int, list[str]], seats: int
) -> Iterable[str]:
    for first in range(0, len(plays), seats):
        trick = plays[first : first + seats]
        lead = trick[0].seat
        in_turn = lead is not None and lead < seats
        in_turn = in_turn and all(each.seat == ((lead or 0) + i) % seats for i, each in enumerate(trick))
        words = [f"{first // seats + 1}."]
        if in_turn:
            words.append(f"{(lead or 0) + 1}>")
        for at, each in enumerate(trick, first):
            words += before.get(at, ())
            seat = "" if in_turn or each.seat is None else f"{each.seat + 1}:"
            time = "" if each.time is None else f"@{_time(each.time)}"
            words.append(seat + each.card + time + "".join(after.get(at, ())))
        yield "  " + " ".join(words)


def _claims(record: RecordLine) -> Iterable[str]:
    claims = record.claims
    if claims is None:
        return
    said = 0
    for name in claims.__struct_fields__:
        value = getattr(claims, name)
        if value is None or (name == "points_include" and not value):
            continue
        said += 1
        if name in ("taker", "match_winner"):
            value = value + 1
        elif name == "winners":
            value = " ".join(NONE if each is None else str(each + 1) for each in value) or "none"
        elif isinstance(value, tuple):
            value = " ".join(map(str, value))
        yield f"claim {name} {value}"
    if not said:
        yield f"claim {NONE}"
