"""Deals that are here already with other content: filled from each other, replaced if asked, or conflicts."""

from collections import Counter
from collections.abc import Sequence

import duckdb
import msgspec
import pyarrow as pa

from ingest import store as stores
from ingest.canonical import encode
from ingest.chunk import Rulebook, read_chunk
from ingest.read import Stored, rulesets_by_number, stored, stored_of
from ingest.rejects import Reject
from ingest.scanned import digest_of
from ingest.views import Contradiction, merge
from replay.record import Deal
from replay.rulesets import Ruleset


class Replaced(msgspec.Struct):
    """What came of them."""

    matches: set[int] = msgspec.field(default_factory=set)
    """The matches that are due again."""
    known: int = 0
    """Those that were merged before."""
    merged: int = 0
    replaced: int = 0
    rejects: list[Reject] = msgspec.field(default_factory=list)


def settle(
    connection: duckdb.DuckDBPyConnection,
    incoming: pa.Table,
    others: Sequence[tuple[int, int]],
    place: tuple[int, int],
    path: str,
    replace: bool,
) -> Replaced:
    """Settle each incoming line with the deal that has its match and number; `place` is file and batch.

    The records of the lines come through the store as every other does, so that nothing is read in two ways.
    """
    out = Replaced()
    file, batch = place
    keys = sorted({key for _, key in others})
    at = {line: row for row, line in enumerate(incoming["line"].to_pylist())}
    rows = incoming.take([at[line] for line, _ in others])
    here = {each.key: each for each in stored(connection, "where list_contains($deals, d.deal)", {"deals": keys})}
    there = {each.line: each for each in stored_of(connection, rows)}
    places = stores.places(connection, keys)
    for row, (line, key) in enumerate(others):
        old, new, where = here[key], there[line], places[key]
        if digest_of(encode(new.deal)) in (where["views"] or ()):
            out.known += 1
            continue
        if replace:
            stores.put_deal(connection, rows.slice(row, 1), key, (file, line, batch))
            stores.forget_views(connection, key)
            out.matches.add(int(where["match"]))
            out.replaced += 1
            here[key] = new
            continue
        try:
            whole = merge(old.deal, new.deal)
        except Contradiction as contradiction:
            out.rejects.append(
                Reject(
                    f"{old.deal.match}/{old.deal.number} is already here with other content, from line "
                    f'{where["line"]} of {where["path"]}: they differ in "{contradiction}"; this one was not loaded '
                    "(--replace would)",
                    line,
                )
            )
            continue
        views = [(file, line, digest_of(encode(new.deal)))]
        if not where["views"]:
            views.insert(0, (int(where["file"]), int(where["line"]), digest_of(encode(old.deal))))
        where["views"] = [*(where["views"] or ()), *(digest for _, _, digest in views)]
        if whole != old.deal:
            _put(connection, whole, old, key, (int(where["file"]), int(where["line"]), batch))
            out.matches.add(int(where["match"]))
            here[key] = msgspec.structs.replace(old, deal=whole)
        stores.note_views(connection, key, views)
        out.merged += 1
    return out


def _put(
    connection: duckdb.DuckDBPyConnection,
    deal: Deal,
    like: Stored,
    key: int,
    place: tuple[int, int, int],
) -> None:
    book = _Known(rulesets_by_number(connection)[like.ruleset])
    chunk = read_chunk([(place[1], encode(deal), None)], book, Counter())
    seatings = stores.intern_seatings(connection, chunk.seatings)
    table = chunk.table.drop_columns(["rules", "seats"])
    table = table.append_column("ruleset", pa.array([like.ruleset], pa.uint32()))
    table = table.append_column("file", pa.array([place[0]], pa.uint32()))
    table = table.append_column("batch", pa.array([place[2]], pa.uint32()))
    table = table.append_column("seating", pa.array(seatings, pa.uint32()) if seatings else pa.nulls(1, pa.uint32()))
    stores.put_deal(connection, table, key, place)


class _Known(Rulebook):
    """The one ruleset of a deal that is here."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(None)
        self.rules = rules

    def ruleset(self, name: str, overrides: bytes) -> Ruleset | str:
        """That ruleset, whatever is asked for: it was good when the deal was loaded."""
        return self.rules
