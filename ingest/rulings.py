"""Rulings: what an arbiter says of a violation, by rows that can be undone and that a new audit leaves."""

from pathlib import Path
from typing import Final

import msgspec

from ingest import store as stores
from ingest.errors import WrongUse
from ingest.excerpt import printable
from ingest.publish import reader
from ingest.read import no_such_deal
from replay.knobs import did_you_mean

CONFIRMED: Final = "confirmed"
SAID: Final = (CONFIRMED, "waived", "bad record")
"""A violation is what it seems; it is one and has no consequence; the record is wrong, and nobody broke a rule."""
DISMISSED: Final = SAID[1:]
"""Rulings after which a violation counts no more."""


class Ruling(msgspec.Struct, frozen=True):
    """What was said of one violation, with the number by which it is undone."""

    number: int
    match: str
    deal: int
    code: str
    seat: int | None
    position: int | None
    said: str
    name: str
    note: str
    undone: bool = False


def mark(
    store: Path | str,
    match: str,
    deal: int,
    code: str,
    said: str,
    *,
    name: str,
    note: str = "",
    position: int | None = None,
    seat: int | None = None,
) -> Ruling:
    """Rule on a violation of a deal; position and seat tell it from others of its code.

    Raises WrongUse where there is no such deal, where it has no such violation, or several, or a ruling is not one of
    SAID.
    """
    if said not in SAID:
        raise WrongUse(f"a ruling is one of: {', '.join(SAID)}{did_you_mean(said, list(SAID))}")
    if not name.strip():
        raise WrongUse("a ruling has a name: who rules (--by NAME)")
    with stores.writer(store) as publisher:
        connection = publisher.connection
        found = connection.execute(
            """
            select distinct v.seat, v.position from violation v join record d using (deal) join match m using (match)
            where m.name = $match and d.number = $deal and v.code = $code
                and ($position is null or v.position = $position) and ($seat is null or v.seat = $seat)
            order by v.position, v.seat
            """,
            {"match": match, "deal": deal, "code": code, "position": position, "seat": seat},
        ).fetchall()
        if not found:
            there = connection.execute(
                "select count(*) from record d join match m using (match) where m.name = ? and d.number = ?",
                [match, deal],
            ).fetchall()
            if there == [(0,)]:
                raise no_such_deal(match, deal)
            codes = connection.execute(
                """
                select distinct v.code from violation v join record d using (deal) join match m using (match)
                where m.name = ? and d.number = ? order by 1
                """,
                [match, deal],
            ).fetchall()
            has = ", ".join(each for (each,) in codes) or "none"
            raise WrongUse(f"deal {printable(match)}/{deal} has no such violation {printable(code)}; it has: {has}")
        if len(found) > 1:
            places = ", ".join(str(place) for _, place in found)
            raise WrongUse(f"deal {printable(match)}/{deal} has several {code}: name one with --position ({places})")
        seat, position = found[0]
        number = stores.next_id(connection, "ruling")
        with stores.transaction(connection):
            connection.execute(
                "insert into ruling values (?, now(), ?, ?, ?, ?, ?, ?, ?, ?, null)",
                [number, match, deal, code, seat, position, said, name.strip(), note],
            )
        publisher.publish()
    return Ruling(number, match, deal, code, seat, position, said, name.strip(), note)


def undo(store: Path | str, number: int | None = None) -> Ruling:
    """Take a ruling back, the last if none is named; raises WrongUse where there is none."""
    with stores.writer(store) as publisher:
        found = publisher.connection.execute(
            _LISTED.format(where="undone is null and ($number is null or ruling = $number)") + " desc limit 1",
            {"number": number},
        ).fetchall()
        if not found:
            raise WrongUse("there is no ruling to undo" if number is None else f"there is no ruling {number} to undo")
        with stores.transaction(publisher.connection):
            publisher.connection.execute("update ruling set undone = now() where ruling = ?", [found[0][0]])
        publisher.publish()
    return Ruling(*found[0])


def listed(store: Path | str) -> list[Ruling]:
    """Every ruling in the order in which they were made, those undone too."""
    with reader(store) as connection:
        return [Ruling(*row) for row in connection.execute(_LISTED.format(where="true")).fetchall()]


_LISTED: Final = """
    select ruling, match, number, code, seat, position, said, name, note, undone is not null
    from ruling where {where} order by ruling
"""
