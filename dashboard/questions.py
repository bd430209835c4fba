"""What the pages ask besides figures: counts, and the lists of violations, deals, files and rejects."""

from collections import Counter

import polars as pl

from dashboard.figures import Scope
from dashboard.reading import Snapshot, ask
from dashboard.wording import player_name

_SCOPED = """
with chosen as (select player from player where namespace = $namespace and id = $player),
scoped as (
    select d.*, r.name as rules, s.players
    from deal d
    join ruleset r using (ruleset)
    left join seating s using (seating)
    where ($rules is null or r.name = $rules)
        and ($player is null or list_has_any(s.players, (select list(player) from chosen)))
)"""
"""The deals of the scope, whether judged or not."""

_BROKEN = """,
broken as (
    select v.*, scoped.match, scoped.number, scoped.rules, scoped.players[v.seat + 1] as player
    from violation v join scoped using (deal)
    where v.is_primary and ($code is null or v.code = $code)
        and ($player is null or v.seat is null or scoped.players[v.seat + 1] in (select player from chosen))
)"""
"""The broken rules of the scope; for a player those of his own seat and those of the whole deal."""


def headline(snapshot: Snapshot, scope: Scope) -> dict[str, int]:
    """The counts over the overview: deals, simulated ones among them, matches, players, faulty deals and violations."""
    counts = ask(
        snapshot,
        _SCOPED + _BROKEN + """
        select count(*) as deals, count(*) filter (where simulated) as simulated, count(distinct match) as matches,
            (select count(distinct player) from (select unnest(players) as player from scoped)) as players,
            (select count(distinct deal) from broken where not unsettled) as faulty,
            (select count(*) from broken where not unsettled) as violations
        from scoped
        """,
        {**scope.parameters(), "code": None},
    )  # fmt: skip
    return {key: int(value) for key, value in counts.row(0, named=True).items()}


def taker_names(snapshot: Snapshot, players: list[int]) -> list[str]:
    """What these players are called, in this order."""
    known = ask(
        snapshot, "select player, id, name from player where list_contains($players, player)", {"players": players}
    )
    names = {each["player"]: player_name(each["name"], each["id"]) for each in known.to_dicts()}
    shared = Counter(names.values())
    ids = {each["player"]: each["id"] for each in known.to_dicts()}
    return [name if shared[name := names[player]] == 1 else f"{name} ({ids[player]})" for player in players]


def violation_codes(snapshot: Snapshot, scope: Scope) -> dict[str, int]:
    """The codes of violations that occur, with how often, the most frequent first."""
    found = ask(
        snapshot,
        _SCOPED + _BROKEN + "select code, count(*) as times from broken group by 1 order by times desc, code",
        {**scope.parameters(), "code": None},
    )
    return dict(zip(found["code"].to_list(), found["times"].to_list(), strict=True))


def violations(snapshot: Snapshot, scope: Scope, code: str | None, first: int, shown: int) -> pl.DataFrame:
    """Broken rules in the order of their deals, a page of them, with match name, number, player and all columns."""
    return ask(
        snapshot,
        _SCOPED + _BROKEN + """
        select broken.* replace (m.name as match), r.toml, p.id as player_id, p.name as player_name
        from broken
        join match m using (match)
        join ruleset r on r.ruleset = broken.ruleset
        left join player p using (player)
        order by m.name, number, position nulls last, code limit $shown offset $first
        """,
        {**scope.parameters(), "code": code, "first": first, "shown": shown},
    )  # fmt: skip


def matches(snapshot: Snapshot, scope: Scope, shown: int) -> list[str]:
    """The names of matches with deals in the scope, at most so many."""
    found = ask(
        snapshot,
        _SCOPED + "select distinct m.name from scoped join match m using (match) order by 1 limit $shown",
        {**scope.parameters(), "shown": shown},
    )
    names: list[str] = found["name"].to_list()
    return names


def deal_numbers(snapshot: Snapshot, match: str) -> list[int]:
    """The numbers of a match's deals, in order; empty where there is no such match."""
    found = ask(
        snapshot,
        "select distinct d.number from deal d join match m using (match) where m.name = $match order by 1",
        {"match": match},
    )
    numbers: list[int] = found["number"].to_list()
    return numbers


def neighbours(
    snapshot: Snapshot, scope: Scope, match: str, number: int
) -> tuple[tuple[str, int] | None, tuple[str, int] | None]:
    """The deals before and after one, by match and number, among those of the scope."""
    found: list[tuple[str, int] | None] = []
    for sign, order in (("<", "desc"), (">", "asc")):
        rows = ask(
            snapshot,
            _SCOPED + f"""
            select m.name, number from scoped join match m using (match)
            where m.name {sign} $match or (m.name = $match and number {sign} $number)
            order by m.name {order}, number {order} limit 1
            """,
            {**scope.parameters(), "match": match, "number": number},
        ).rows()  # fmt: skip
        found.append(rows[0] if rows else None)
    return found[0], found[1]


def files(snapshot: Snapshot) -> pl.DataFrame:
    """The files loaded, the newest first."""
    return ask(
        snapshot,
        """
        select f.path, f.format, f.mapping, f.deals, f.new_deals, f.rejects, f.bytes, b.finished
        from file f join batch b using (batch) order by f.file desc
        """,
    )


def rejects(snapshot: Snapshot, shown: int) -> pl.DataFrame:
    """Lines that could not be read, the newest files first, at most so many."""
    return ask(
        snapshot,
        """
        select f.path, j.line, j."column", j.reason, j.excerpt
        from reject j join file f using (file) order by f.file desc, j.line, j."column" limit $shown
        """,
        {"shown": shown},
    )
