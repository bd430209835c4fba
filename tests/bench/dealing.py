"""Simulated deals for measuring, and stores in which they stand again and again."""

from collections.abc import Iterator
from pathlib import Path

from ingest import store as stores
from ingest.simulated import lines
from replay import rulesets
from replay.players.simulation import simulate

MATCHES = 100
"""Matches simulated at a time."""


def simulated(name: str, deals: int) -> Iterator[bytes]:
    """Records of whole matches of a ruleset, at least so many, some lines at a time."""
    ruleset, written, first = rulesets.load(name), 0, 1
    while written < deals:
        for frame in simulate(ruleset, 1, first, first + MATCHES - 1):
            raw = lines(frame, ruleset, 1, {})
            written += raw.count(b"\n")
            yield raw
        first += MATCHES


def repeat(store: Path, deals: int) -> int:
    """Put what a store has into it again, under new matches, until there are so many; the answer is how many."""
    with stores.writer(store) as publisher:
        connection = publisher.connection
        (had,) = connection.execute("select count(*) from record").fetchall()[0]
        (matches,) = connection.execute("select max(match) from match").fetchall()[0]
        for again in range(1, -(-deals // had)):
            with stores.transaction(connection):
                connection.execute(
                    "insert into match select match + $again * $had, 'again-' || $again || '-' || name as name, "
                    "digest_of('again-' || $again || '-' || name) from match "
                    "where match <= $had",
                    {"again": again, "had": matches},
                )
                connection.execute(
                    "insert into record select d.* replace (deal + $again * $had as deal, "
                    "match + $again * $matches as match) "
                    "from record d where deal <= $had order by deal",
                    {"again": again, "had": had, "matches": matches},
                )
    return int(had * max(1, -(-deals // had)))
