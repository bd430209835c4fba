"""Who is who: players seen as one, parted again, and renamed, by rows that can be undone and never in deals."""

from pathlib import Path
from typing import Any, Final

import duckdb
import msgspec

from ingest import facts
from ingest import store as stores
from ingest.errors import WrongUse
from ingest.excerpt import printable
from ingest.publish import reader
from replay.knobs import did_you_mean


class Known(msgspec.Struct, frozen=True):
    """A player as a store knows him."""

    namespace: str
    id: str
    name: str | None
    """What he was renamed to, else what a record called him first."""
    deals: int
    merged_into: str | None = None
    """The address of the player that he is seen as."""

    @property
    def address(self) -> str:
        """`namespace/id`, or the id alone where there is no namespace."""
        return f"{self.namespace}/{self.id}" if self.namespace else self.id


class Change(msgspec.Struct, frozen=True):
    """One thing that was done, with the number by which it is undone."""

    number: int
    what: str


_SEATED: Final = (
    "select unnest(s.players) as player, count(*) as deals from record join seating s using (seating) group by 1"
)


def listed(store: Path | str, like: str | None = None) -> list[Known]:
    """The players of a store by address, with how many deals they sat at; `like` is a piece of an id or a name."""
    with reader(store) as connection:
        rows = connection.execute(
            f"""
            with sat as (select player, sum(deals)::ubigint as deals from ({_SEATED}) group by 1)
            select p.namespace, p.id, coalesce(n.name, p.name), coalesce(sat.deals, 0), t.namespace, t.id
            from player p
            left join sat using (player)
            left join player_name n on n.player = p.player
            left join player_alias a on a.player = p.player
            left join player t on t.player = a.same_as
            where $like is null or contains(lower(p.id), lower($like))
                or contains(lower(coalesce(n.name, p.name)), lower($like))
            order by p.namespace, p.id
            """,
            {"like": like},
        ).fetchall()
    return [
        Known(namespace, id_, name, deals, None if into is None else f"{space}/{into}" if space else into)
        for namespace, id_, name, deals, space, into in rows
    ]


def merge(store: Path | str, keep: str, others: list[str]) -> Change:
    """See other players as one that is kept; raises WrongUse where one is not known."""
    with stores.writer(store) as publisher:
        connection = publisher.connection
        into = _find(connection, keep)
        if into["same_as"] is not None:
            raise WrongUse(f"{printable(keep)} is itself seen as another: part them first (rebelote players split)")
        numbers = [_find(connection, each)["player"] for each in others]
        if into["player"] in numbers:
            raise WrongUse(f"{printable(keep)} is among those that are to be merged into it")
        if not numbers:
            raise WrongUse("name the players that are the same: rebelote players merge KEEP OTHER…")
        with stores.transaction(connection):
            change = _begin(connection, f"merge {', '.join(map(printable, others))} into {printable(keep)}")
            moved = list(numbers)
            for number in numbers:
                # Who was seen as one of them is from now on seen as the one that is kept.
                _write(connection, change, "same_as", number, into["player"])
                for (alias,) in connection.execute(
                    "select player from player_alias where same_as = ?", [number]
                ).fetchall():
                    _write(connection, change, "same_as", alias, into["player"])
                    moved.append(alias)
            facts.reseat(connection, moved)
        publisher.publish()
    return change


def split(store: Path | str, player: str) -> Change:
    """See a player as himself again; raises WrongUse where he is not seen as another."""
    with stores.writer(store) as publisher:
        found = _find(publisher.connection, player)
        if found["same_as"] is None:
            raise WrongUse(f"{printable(player)} is not merged into another player")
        with stores.transaction(publisher.connection):
            change = _begin(publisher.connection, f"split {printable(player)}")
            _write(publisher.connection, change, "same_as", found["player"], None)
            facts.reseat(publisher.connection, [found["player"]])
        publisher.publish()
    return change


def rename(store: Path | str, player: str, name: str) -> Change:
    """Show a player under another name; an empty one is the records' own again."""
    with stores.writer(store) as publisher:
        found = _find(publisher.connection, player)
        with stores.transaction(publisher.connection):
            change = _begin(
                publisher.connection, f"rename {printable(player)} to {printable(name) or 'what records say'}"
            )
            _write(publisher.connection, change, "name", found["player"], name or None)
        publisher.publish()
    return change


def undo(store: Path | str, number: int | None = None) -> Change:
    """Undo a change, the last if none is named; raises WrongUse where there is none, or it is undone already."""
    with stores.writer(store) as publisher:
        found = publisher.connection.execute(
            """
            select change, what from player_change
            where undone is null and ($number is null or change = $number) order by change desc limit 1
            """,
            {"number": number},
        ).fetchall()
        if not found:
            what = "there is no change to undo" if number is None else f"there is no change {number} that is not undone"
            raise WrongUse(what)
        with stores.transaction(publisher.connection):
            publisher.connection.execute("update player_change set undone = now() where change = ?", [found[0][0]])
            moved = publisher.connection.execute(
                "select player from player_edit where change = ? and kind = 'same_as'", [found[0][0]]
            ).fetchall()
            facts.reseat(publisher.connection, [player for (player,) in moved])
        publisher.publish()
    return Change(*found[0])


def changes(store: Path | str) -> list[tuple[int, str, bool]]:
    """All changes in order: number, what was done, and whether it is undone."""
    with reader(store) as connection:
        return connection.execute(
            "select change, what, undone is not null from player_change order by change"
        ).fetchall()


def _find(connection: duckdb.DuckDBPyConnection, address: str) -> dict[str, Any]:
    """The player with this address, `namespace/id` or an id that only one has."""
    rows = connection.execute(
        """
        select p.player, a.same_as, p.namespace, p.id from player p left join player_alias a using (player)
        where if(p.namespace = '', p.id, p.namespace || '/' || p.id) = $address or p.id = $address
        order by if(p.namespace = '', p.id, p.namespace || '/' || p.id) = $address desc
        """,
        {"address": address},
    ).fetchall()
    exact = [row for row in rows if (f"{row[2]}/{row[3]}" if row[2] else row[3]) == address]
    chosen = exact if len(exact) == 1 else rows
    if not chosen:
        known = [each for (each,) in connection.execute("select id from player order by id limit 1000").fetchall()]
        raise WrongUse(
            f"there is no player {printable(address)}{did_you_mean(address, known)}: rebelote players list names them"
        )
    if len(chosen) > 1:
        several = ", ".join(printable(f"{row[2]}/{row[3]}") for row in chosen[:5])
        raise WrongUse(f"{printable(address)} may be several players: {several}; name one with its namespace")
    return dict(zip(("player", "same_as"), chosen[0][:2], strict=True))


def _begin(connection: duckdb.DuckDBPyConnection, what: str) -> Change:
    number = stores.next_id(connection, "player_change", "change")
    connection.execute("insert into player_change values (?, now(), ?, null)", [number, what])
    return Change(number, what)


def _write(connection: duckdb.DuckDBPyConnection, change: Change, kind: str, player: int, value: Any) -> None:
    same_as, name = (value, None) if kind == "same_as" else (None, value)
    connection.execute("insert into player_edit values (?, ?, ?, ?, ?)", [change.number, kind, player, same_as, name])
