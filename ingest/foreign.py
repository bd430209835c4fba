"""Foreign records: one object of another program's log to one deal, by a mapping."""

import hashlib
import re
from pathlib import PurePath
from typing import Any, Final

import msgspec

from ingest.canonical import deal_of
from ingest.duplicates import refuse_twice
from ingest.mapping import Contract, Field, Mapping, Source, at, steps
from ingest.rejects import Reject, Unreadable, dotted, malformed, reject, unfit
from ingest.wire import FIELDS, VERSION, RecordLine
from replay.cards import CARD_NAMES, CONTRACTS
from replay.knobs import did_you_mean, quoted
from replay.record import Deal

_DECODER: Final = msgspec.json.Decoder()
_BY_SIDE: Final = ("points", "declarations", "belote", "score", "totals", "penalties")


def decode(raw: bytes, number: int | None, mapping: Mapping, file: str = "") -> Deal | Reject:
    """The deal that a line of a foreign log says, or why it cannot be understood."""
    try:
        record = _DECODER.decode(raw)
    except msgspec.DecodeError as error:
        return reject(malformed(error, raw), raw, number)
    except RecursionError:
        return reject(Unreadable("nested too deeply"), raw, number)
    try:
        refuse_twice(raw)
    except Unreadable as error:
        return reject(error, raw, number)
    return of_record(record, raw, number, mapping, file)


def of_record(
    record: Any, raw: bytes, number: int | None, mapping: Mapping, file: str = "", *, in_table: bool = False
) -> Deal | Reject:
    """The deal that an object of a foreign log says; `raw` is its text. In a table, lists and numbers may be texts."""
    try:
        return deal_of(_canonical(record, raw, number, mapping, file, in_table))
    except Unreadable as error:
        return reject(error, raw, number)


def _canonical(record: Any, raw: bytes, number: int | None, mapping: Mapping, file: str, in_table: bool) -> RecordLine:
    if not isinstance(record, dict):
        raise Unreadable("not a record: expected a JSON object, one a line")
    reader = _Reader(record, mapping, in_table)
    fields = reader.fields()
    fields["match"] = _match_id(mapping.form.match, record, raw, number, file)
    fields["extra"] = reader.rest()
    try:
        return msgspec.convert({"rebelote": VERSION, **fields}, RecordLine)
    except msgspec.ValidationError as error:
        # Types and limits are those of our record: the path names our field.
        fault = unfit(error, FIELDS)
        raise Unreadable(f"{dotted(fault.path)}: {fault.reason}") from error


def _match_id(pattern: str, record: dict[str, Any], raw: bytes, number: int | None, file: str) -> str:
    def place(found: re.Match[str]) -> str:
        if found[1] == "digest":
            return hashlib.blake2b(raw.strip(), digest_size=8).hexdigest()
        if found[1] == "line":
            return str(number)
        if found[1] == "file":
            return PurePath(file).stem
        value = at(record, steps(found[1]))
        if not isinstance(value, str | int):
            raise Unreadable("expected a text or a number, for the match's id", steps(found[1]))
        return str(value)

    return re.sub(r"{([^{}]+)}", place, pattern)


class _Reader:
    """Reads one record, and remembers what of it was used."""

    def __init__(self, record: dict[str, Any], mapping: Mapping, in_table: bool) -> None:
        self.record = record
        self.mapping = mapping
        self.in_table = in_table
        self.used: list[list[str | int]] = []
        self.kept: set[str | int] = set()

    def fields(self) -> dict[str, Any]:
        form = self.mapping.form
        found: dict[str, Any] = {
            "deal": self.number(form.deal),
            "rules": self.value(form.own_rules),
            "dealer": self.seat(form.dealer),
            "time": self.value(form.time),
            "turned": self.card(form.turned),
            "hands": self.hands(),
            "players": self.players(),
            "plays": self.plays(),
            "dealt_order": form.dealt_order,
            "simulated": form.simulated,
            "bots": [self.mapping.seats[str(each)] for each in form.bots],
        }
        found["calls"] = self.calls(found["turned"])
        found["claims"] = self.claims()
        return {name: value for name, value in found.items() if value is not None}

    def get(self, path: str) -> Any:
        """The value at a path, which thereby counts as used."""
        where = steps(path)
        found = at(self.record, where)
        if found is not None:
            self.used.append(where)
        return found

    def value(self, source: Source | None) -> Any:
        if source is None:
            return None
        if isinstance(source, str):
            return self.get(source)
        if source.field is None:
            return source.value
        found = self.get(source.field)
        if found is None or source.values is None:
            return found
        if self.in_table and isinstance(found, str) and found not in source.values:
            found = found.replace(",", " ").split()
        if isinstance(found, list):
            return [_translated(each, source, [*steps(source.field), i]) for i, each in enumerate(found)]
        return _translated(found, source, steps(source.field))

    def number(self, source: Source | None) -> Any:
        """A number, or a list of numbers, that a table may hold as a text."""
        return _whole(self.value(source), _path(source), self.in_table)

    def seat_named(self, name: Any, path: list[str | int]) -> int:
        seat = None if isinstance(name, bool) else self.mapping.seats.get(str(name))
        if seat is None:
            raise Unreadable(f"{quoted(name)} is not a seat: expected one of {', '.join(self.mapping.seats)}", path)
        return seat

    def card_named(self, name: Any, path: list[str | int]) -> str:
        form = self.mapping.form.cards
        if form.rank is not None and form.suit is not None and isinstance(name, dict):
            # A card in two fields.
            parts = [at(name, steps(each)) for each in (form.rank, form.suit)]
            name = form.form.replace("{rank}", str(parts[0])).replace("{suit}", str(parts[1]))
        if name == form.unknown and name is not None:
            return "?"
        card = self.mapping.cards.get(name) if isinstance(name, str) else None
        if card is None:
            hint = did_you_mean(name, list(self.mapping.cards))
            example = next(iter(self.mapping.cards))
            raise Unreadable(f"{quoted(name)} is not a card{hint}: expected a spelling such as {example}", path)
        return CARD_NAMES[card]

    def seat(self, source: Source | None) -> int | None:
        found = self.value(source)
        return None if found is None else self.seat_named(found, _path(source))

    def card(self, source: Source | None) -> str | None:
        found = self.value(source)
        return None if found is None else self.card_named(found, _path(source))

    def items(self, path: str | None) -> list[Any] | None:
        found = None if path is None else self.get(path)
        if isinstance(found, str) and self.in_table:
            return found.replace(",", " ").split()
        if found is not None and not isinstance(found, list):
            raise Unreadable("expected a list", steps(path or ""))
        return found

    def by_seat(self, items: list[Any], path: str) -> list[Any]:
        """A list by seat in playing order."""
        seats = self.mapping.form.seats
        listed = [str(each) for each in seats.listed or seats.order]
        if len(items) != len(listed):
            raise Unreadable(f"expected {len(listed)} items, one a seat", steps(path))
        return [items[listed.index(seat)] for seat in self.mapping.seats]

    def hands(self) -> list[str] | None:
        path = self.mapping.form.hands
        items = self.items(path)
        if items is None or path is None:
            return None
        hands = []
        for seat, hand in enumerate(items):
            cards = hand.split() if isinstance(hand, str) else hand
            if not isinstance(cards, list):
                raise Unreadable("expected a list of cards", [*steps(path), seat])
            hands.append(" ".join(self.card_named(each, [*steps(path), seat, i]) for i, each in enumerate(cards)))
        return self.by_seat(hands, path)

    def inside(self, item: Any, path: str | None, where: list[str | int]) -> Any:
        if path is None:
            return item
        found = at(item, steps(path))
        if found is None:
            raise Unreadable(f'expected "{path}" in it', where)
        return found

    def plays(self) -> list[Any] | None:
        form = self.mapping.form.plays
        items = None if form is None else self.items(form.list)
        if items is None or form is None:
            return None
        seats = self.items(form.seats)
        if seats is not None and len(seats) != len(items):
            raise Unreadable(f"expected {len(items)} seats, one a card", steps(form.seats or ""))
        self.note_rest(items, form.list, form.card, form.seat)
        plays: list[Any] = []
        for i, item in enumerate(items):
            where = [*steps(form.list), i]
            card = self.card_named(self.inside(item, form.card, where), where)
            if seats is not None and form.seats is not None:
                plays.append({"card": card, "seat": self.seat_named(seats[i], [*steps(form.seats), i])})
            elif form.seat is not None:
                plays.append({"card": card, "seat": self.seat_named(self.inside(item, form.seat, where), where)})
            else:
                plays.append(card)
        return plays

    def calls(self, turned: str | None) -> list[Any] | None:
        form = self.mapping.form.calls
        items = None if form is None else self.items(form.list)
        if items is None or form is None:
            return None
        self.note_rest(items, form.list, form.call, form.seat)
        calls: list[Any] = []
        for i, item in enumerate(items):
            where = [*steps(form.list), i]
            call = self.call_named(self.inside(item, form.call, where), where)
            if form.take_turned and turned is not None and call == turned[1] and i < len(self.mapping.seats):
                call = "take"
            if form.seat is None:
                calls.append(call)
            else:
                calls.append({"call": call, "seat": self.seat_named(self.inside(item, form.seat, where), where)})
        return calls

    def call_named(self, word: Any, path: list[str | int]) -> str:
        for pattern, ours in self.mapping.words:
            if isinstance(word, str) and (found := pattern.fullmatch(word)) is not None:
                open_places = found.groupdict()
                for place in ("suit", "contract"):
                    if place in open_places:
                        ours = ours.replace(f"{{{place}}}", CONTRACTS[self.mapping.contracts[open_places[place]]])
                return ours.replace("{points}", open_places.get("points", ""))
        known = [] if self.mapping.form.calls is None else list(self.mapping.form.calls.words)
        hint = did_you_mean(word, known)
        raise Unreadable(f"{quoted(word)} is not a call{hint}: expected one of {', '.join(known)}", path)

    def players(self) -> list[dict[str, Any]] | None:
        form = self.mapping.form.players
        items = None if form is None else self.items(form.list)
        if items is None or form is None:
            return None
        self.note_rest(items, form.list, form.id, form.name)
        players = []
        for i, item in enumerate(self.by_seat(items, form.list)):
            where = [*steps(form.list), i]
            player = {"id": str(self.inside(item, form.id, where))}
            if form.name is not None:
                player["name"] = str(self.inside(item, form.name, where))
            if self.mapping.form.namespace is not None:
                player["namespace"] = self.mapping.form.namespace
            players.append(player)
        return players

    def claims(self) -> dict[str, Any] | None:
        form = self.mapping.form.claims
        found: dict[str, Any] = {
            "contract": None if form.contract is None else self.contract(form.contract),
            "taker": self.seat(form.taker),
            "doubled": self.number(form.doubled),
            "match_winner": self.number(form.match_winner),
        }
        for name in _BY_SIDE:
            found[name] = self.number(getattr(form, name))
        winners = self.value(form.winners)
        if isinstance(winners, str) and self.in_table:
            winners = [None if each in ("", "-") else each for each in winners.replace(",", " ").split()]
        if isinstance(winners, list):
            path = _path(form.winners)
            found["winners"] = [
                None if each is None else self.seat_named(each, [*path, i]) for i, each in enumerate(winners)
            ]
        hanging = [self.number(each) for each in (form.hanging_before, form.hanging_after)]
        if None not in hanging:
            found["hanging"] = hanging
        said = {name: value for name, value in found.items() if value is not None}
        if "points" in said:
            said["points_include"] = form.points_include
        return said or None

    def contract(self, form: Contract) -> str | None:
        word = self.value(form.contract)
        if word is None:
            return None
        contract = self.mapping.contracts.get(str(word))
        if contract is None:
            expected = ", ".join(self.mapping.contracts)
            raise Unreadable(f"{quoted(word)} is not a contract: expected one of {expected}", _path(form.contract))
        points = self.number(form.points)
        if points is None:
            return CONTRACTS[contract]
        return ("capot" if points == form.capot else str(points)) + CONTRACTS[contract]

    def note_rest(self, items: list[Any], path: str, *used: str | None) -> None:
        """Keep a list whose items say more than is read from them."""
        read = {str(each).partition(".")[0] for each in used if each is not None}
        if not read:
            return
        for item in items:
            keys = item if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ()
            if not {str(each) for each in keys} <= read:
                self.kept.add(steps(path)[0])
                return

    def rest(self) -> dict[str, Any]:
        """What the log had besides: nothing is dropped."""
        rest = {}
        for key, value in self.record.items():
            used = [] if key in self.kept else [path[1:] for path in self.used if path[0] == key]
            if (part := _unused(value, used)) is not _NOTHING:
                rest[key] = part
        return rest


_NOTHING: Final = object()


def _unused(value: Any, used: list[list[str | int]]) -> Any:
    if not used:
        return value
    if [] in used or not isinstance(value, dict):
        return _NOTHING
    rest = {}
    for key, each in value.items():
        part = _unused(each, [path[1:] for path in used if path and path[0] == key])
        if part is not _NOTHING:
            rest[key] = part
    return rest or _NOTHING


def _path(source: Source | None) -> list[str | int]:
    field = source.field if isinstance(source, Field) else source
    return steps(field) if field else []


def _translated(found: Any, source: Field, path: list[str | int]) -> Any:
    word = str(found).lower() if isinstance(found, bool) else str(found)
    if source.values is None or word not in source.values:
        expected = ", ".join(source.values or {})
        raise Unreadable(f"unknown value {quoted(found)}: expected one of {expected}", path)
    return source.values[word]


def _whole(found: Any, path: list[str | int], in_table: bool) -> Any:
    """Numbers that are whole though written otherwise (302.0)."""
    if isinstance(found, list):
        return [_whole(each, [*path, i], in_table) for i, each in enumerate(found)]
    if isinstance(found, str) and in_table:
        words = found.replace(",", " ").split()
        if len(words) > 1:
            return _whole(list(words), path, in_table)
        try:
            found = float(found)
        except ValueError:
            raise Unreadable(f"expected a whole number, found {quoted(found)}", path) from None
    if isinstance(found, float):
        if not found.is_integer():
            raise Unreadable(f"expected a whole number, found {found}", path)
        return int(found)
    return found
