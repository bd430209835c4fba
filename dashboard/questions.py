"""What the pages ask besides figures: counts, and the lists of violations, deals, files and rejects."""

from dataclasses import replace
from typing import Any

import polars as pl

from dashboard.figures import Scope
from dashboard.figures.faults import BROKEN, FAULTS, FAULTS_OF_SEATS
from dashboard.figures.figure import ALWAYS_OUT, scope_parameters, scoped
from dashboard.figures.summed import matches_of, violations_of
from dashboard.messages import mark
from dashboard.reading import Snapshot, added, ask, connection, figure


def _scoped(scope: Scope) -> str:
    """SQL that begins a question on the deals of a scope, as figures do; revoked deals are never left out here."""
    return scoped(_every(scope))


def _every(scope: Scope) -> Scope:
    return replace(scope, without=scope.without - ALWAYS_OUT)


def _parameters(snapshot: Snapshot, scope: Scope) -> dict[str, Any]:
    return scope_parameters(connection(snapshot), _every(scope))


def judged(scope: Scope) -> Scope:
    """The deals that violations are counted in: the same as of the figure, whatever their flags leave out."""
    return FAULTS.scope(scope)


_BROKEN = """,
broken as (
    select v.*, scoped.match, scoped.number, scoped.rules, scoped.file, scoped.month,
        [scoped.p0, scoped.p1, scoped.p2, scoped.p3][v.seat + 1] as player
    from violation v join scoped using (deal)
    where v.is_primary and ($code is null or v.code = $code)
        and ($whose is null or [scoped.p0, scoped.p1, scoped.p2, scoped.p3][v.seat + 1] = $whose)
)"""
"""The broken rules of the scope; for a player those of his own seat, as the figure of faulty deals counts them."""


def any_deals(snapshot: Snapshot, scope: Scope) -> bool:
    """Whether a deal is in the scope."""
    every = _every(scope)
    if scope.player is None and snapshot.summed and not every.without & FAULTS.keeps:
        return not figure(snapshot, FAULTS.name, "contract", every).is_empty()
    sql = _scoped(scope) + "select exists(select 1 from scoped) as found"
    return bool(ask(snapshot, sql, _parameters(snapshot, scope)).item())


def any_left(snapshot: Snapshot, scope: Scope) -> bool:
    """Whether a deal of the scope is left once those with its flags are left out, revoked ones too."""
    sql = scoped(scope) + "select exists(select 1 from scoped) as found"
    return bool(ask(snapshot, sql, scope_parameters(connection(snapshot), scope)).item())


def headline(snapshot: Snapshot, scope: Scope) -> dict[str, int]:
    """The counts over the overview: deals, simulated ones among them, matches, players, faulty deals and violations."""
    every = _every(scope)
    if scope.player is None and snapshot.summed and not every.without & FAULTS.keeps:
        return _summed_headline(snapshot, every)
    counts = ask(
        snapshot,
        _scoped(scope) + """
        select count(*) as deals, count(*) filter (where (flags & 32) <> 0) as simulated,
            count(distinct match) as matches,
            (select count(player) from (
                select p0 as player from scoped union select p1 from scoped
                union select p2 from scoped union select p3 from scoped
            )) as players
        from scoped
        """,
        _parameters(snapshot, scope),
    )  # fmt: skip
    faults = ask(
        snapshot,
        _scoped(judged(scope)) + _BROKEN + """
        select count(distinct deal) as faulty, count(*) as violations from broken where not unsettled
        """,
        {**_parameters(snapshot, judged(scope)), "code": None},
    )  # fmt: skip
    return {key: int(value) for each in (counts, faults) for key, value in each.row(0, named=True).items()}


def _summed_headline(snapshot: Snapshot, scope: Scope) -> dict[str, int]:
    """The same counts from what is summed up."""
    deals = figure(snapshot, FAULTS.name, "contract", scope)
    # Of the simulated: all less those that are not.
    others = replace(scope, without=scope.without | {"simulated"})
    real = figure(snapshot, FAULTS.name, "contract", others)
    count = int(deals["count"].sum())
    return {
        "deals": count,
        "simulated": count - int(real["count"].sum()),
        "matches": count_matches(snapshot, scope),
        "players": figure(snapshot, FAULTS_OF_SEATS.name, "player", scope)["group"].drop_nulls().len(),
        "faulty": int(deals["successes"].sum()),
        "violations": int(added(snapshot, "broken_codes", scope)["violations"].sum()),
    }


def violation_codes(snapshot: Snapshot, scope: Scope) -> dict[str, int]:
    """The codes of violations that occur, with how often, the most frequent first."""
    scope = judged(scope)
    if scope.player is None and snapshot.summed:
        codes = added(snapshot, "broken_codes", scope)
        times = {each["code"]: each["violations"] + each["unsettled"] for each in codes.to_dicts()}
        return dict(sorted(times.items(), key=lambda each: (-each[1], each[0])))
    found = ask(
        snapshot,
        _scoped(scope) + _BROKEN + "select code, count(*) as times from broken group by 1 order by times desc, code",
        {**_parameters(snapshot, scope), "code": None},
    )
    return dict(zip(found["code"].to_list(), found["times"].to_list(), strict=True))


def violations(snapshot: Snapshot, scope: Scope, code: str | None, first: int, shown: int) -> pl.DataFrame:
    """Broken rules in the order of their deals, a page of them, with match name, number, player and all columns."""
    scope = judged(scope)
    asked = {"code": code, "first": first, "shown": shown}
    if (summed := violations_of(connection(snapshot), scope)) is not None:
        sql = f"select * from ({summed.sql}) where $code is null or code = $code order by place"
        asked |= summed.parameters
    else:
        sql = (
            _scoped(scope)
            + _BROKEN
            + """
        select deal, m.name, position, code, seat from broken join match m using (match)
        order by m.name, number, position nulls last, code"""
        )
        asked |= _parameters(snapshot, scope)
    page = ask(snapshot, sql + " limit $shown offset $first", asked)
    rows = ask(
        snapshot,
        """
        select v.*, m.name as match, f.number, r.name as rules, r.toml, p.id as player_id, p.name as player_name,
            u.said, u.ruled_by, u.note
        from violation v
        join fact f using (deal)
        join match m using (match)
        join ruleset r on r.ruleset = f.ruleset
        left join person p on p.player = [f.p0, f.p1, f.p2, f.p3][v.seat + 1]
        left join ruled u on u.match = m.name and u.number = f.number and u.code = v.code
            and u.seat is not distinct from v.seat and u.position is not distinct from v.position
        where v.is_primary and v.deal in (select unnest($deals))
            and v.deal between $low and $high and f.deal between $low and $high
        order by m.name, f.number, v.position nulls last, v.code
        """,
        {"deals": page["deal"].to_list(), **_ends(page["deal"].to_list())},
    )
    return rows.join(page, on=["deal", "code", "seat", "position"], how="semi", nulls_equal=True, maintain_order="left")


def matches(snapshot: Snapshot, scope: Scope, shown: int) -> list[str]:
    """The names of matches with deals in the scope, at most so many."""
    if (summed := matches_of(connection(snapshot), _every(scope))) is not None:
        sql, asked = f"select name from ({summed[1].sql}) order by 1 limit $shown", summed[1].parameters
    else:
        sql = _scoped(scope) + "select distinct m.name from scoped join match m using (match) order by 1 limit $shown"
        asked = _parameters(snapshot, scope)
    names: list[str] = ask(snapshot, sql, {**asked, "shown": shown})["name"].to_list()
    return names


def deal_numbers(snapshot: Snapshot, match: str) -> list[int]:
    """The numbers of a match's deals, in order; empty where there is no such match."""
    found = ask(
        snapshot,
        "select distinct d.number from record d join match m using (match) where m.name = $match order by 1",
        {"match": match},
    )
    numbers: list[int] = found["number"].to_list()
    return numbers


_NEAR = 50
"""Matches looked at first for the next deal."""


def neighbours(
    snapshot: Snapshot, scope: Scope, match: str, number: int
) -> tuple[tuple[str, int] | None, tuple[str, int] | None]:
    """The deals before and after one, by match and number, among those of the scope."""
    found: list[tuple[str, int] | None] = []
    for sign, order in (("<", "desc"), (">", "asc")):
        # In the match itself, else in one of the next, else wherever.
        for near in (
            f"match in (select match from match where name = $match) and number {sign} $number",
            f"""match in (
                select match from match where name {sign} $match order by name {order} limit {_NEAR})""",
            f"match in (select match from match where name {sign} $match)",
        ):
            rows = ask(
                snapshot,
                _scoped(scope) + f"""
                select m.name, number from (select match, number from scoped where {near}) join match m using (match)
                order by m.name {order}, number {order} limit 1
                """,
                {**_parameters(snapshot, scope), "match": match, "number": number},
            ).rows()  # fmt: skip
            if rows:
                break
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


def not_judged(snapshot: Snapshot) -> int:
    """How many deals of the store have no verdict yet, so that no figure counts them."""
    return int(ask(snapshot, "select (select count(*) from record) - (select count(*) from fact) as left").item())


_VIOLATIONS_BY = {"code": "code", "rules": "rules", "player": "player", "file": "path", "month": "month"}


def violation_table(snapshot: Snapshot, scope: Scope, by: str) -> pl.DataFrame:
    """Violations by `code`, `rules`, `player`, `file` or `month`: times, deals, whether unsettled; a row each."""
    scope = judged(scope)
    if by in BROKEN and scope.player is None and snapshot.summed:
        return (
            added(snapshot, BROKEN[by].name, scope)
            .rename({by: "group"})
            .sort("violations", "unsettled", "group", descending=[True, True, False], nulls_last=True)
            .head(500)
        )
    return ask(
        snapshot,
        _scoped(scope) + _BROKEN + f"""
        select {_VIOLATIONS_BY[by]} as "group", count(*) filter (not unsettled) as violations,
            count(distinct deal) filter (not unsettled) as deals, count(*) filter (unsettled) as unsettled
        from broken join file using (file) group by 1 order by violations desc, unsettled desc, 1 limit 500
        """,
        {**_parameters(snapshot, scope), "code": None},
    )  # fmt: skip


def deals_of_violations(snapshot: Snapshot, scope: Scope, by: str, group: str, first: int, shown: int) -> pl.DataFrame:
    """The deals behind a row of `violation_table`, by number in the store."""
    scope = judged(scope)
    return ask(
        snapshot,
        _scoped(scope) + _BROKEN + f"""
        select distinct deal from broken join file using (file)
        where coalesce({_VIOLATIONS_BY[by]}::varchar, '') = $group order by deal limit $shown offset $first
        """,
        {**_parameters(snapshot, scope), "code": None, "group": group, "first": first, "shown": shown},
    )  # fmt: skip


def deals_of_part(snapshot: Snapshot, scope: Scope, part: int, verdict: int, first: int, shown: int) -> pl.DataFrame:
    """The deals of which a part got a verdict, by number in the store."""
    scope = judged(scope)
    return ask(
        snapshot,
        _scoped(scope) + """
        select deal from scoped join (select deal, said from judgement where is_primary) using (deal)
        where verdicts_of(said)[$part] = $verdict order by deal limit $shown offset $first
        """,
        {**_parameters(snapshot, scope), "part": part + 1, "verdict": verdict, "first": first, "shown": shown},
    )  # fmt: skip


def parts(snapshot: Snapshot, scope: Scope) -> pl.DataFrame:
    """By part of a deal: how many are legal, broken, unsettled, not auditable, and the commonest reason why."""
    scope = judged(scope)
    counted = added(snapshot, "parts", scope)
    verdicts = ("legal", "violation", "unsettled", "not_auditable")
    return (
        counted.sort("part", "times", "reason", descending=[False, True, False], nulls_last=True)
        .group_by("part", maintain_order=True)
        .agg(
            *(
                pl.col("times").filter(pl.col("verdict") == code).sum().alias(name)
                for code, name in enumerate(verdicts)
            ),
            pl.col("reason").filter(pl.col("verdict") == 3).first(),
        )
        .sort("part")
    )


def match_list(snapshot: Snapshot, scope: Scope, first: int, shown: int) -> pl.DataFrame:
    """The matches of the scope, a page of them, by name: rules, day, deals, faulty deals, and the totals at the end."""
    summed = matches_of(connection(snapshot), _every(scope))
    those = "select match, m.name from (select distinct match from scoped) join match m using (match)"
    page = "select match, name from ({}) order by name limit $shown offset $first"
    asked = _parameters(snapshot, scope)
    if summed is None:
        matches = ask(snapshot, _scoped(scope) + page.format(those), {**asked, "first": first, "shown": shown})
    else:
        sql = page.format(summed[1].sql)
        matches = ask(snapshot, sql, {**summed[1].parameters, "first": first, "shown": shown})
    numbers = matches["match"].to_list()
    found = ask(
        snapshot,
        _scoped(scope)
        + """
        select match, any_value(rules) as rules, min(day) as day, count(*) as deals,
            count(*) filter (broken > 0) as faulty, arg_max(deal, number) as last
        from scoped where match in (select unnest($matches)) and match between $low and $high group by match
        """,
        {**asked, "matches": numbers, **_ends(numbers)},
    )
    deals = found["last"].to_list()
    totals = ask(
        snapshot,
        """
        select deal as last, totals from verdict
        where is_primary and list_contains($deals, deal) and deal between $low and $high
        """,
        {"deals": deals, **_ends(deals)},
    )
    return (
        matches.join(found, on="match", maintain_order="left")
        .join(totals, on="last", how="left", maintain_order="left")
        .select("rules", "day", "deals", "faulty", "totals", match="name")
        .select("match", "rules", "day", "deals", "faulty", "totals")
    )


def _ends(numbers: list[int]) -> dict[str, int]:
    """The least and the greatest of some numbers: what lies elsewhere in the store need not be read."""
    return {"low": min(numbers, default=0), "high": max(numbers, default=0)}


def count_matches(snapshot: Snapshot, scope: Scope) -> int:
    """How many matches have deals in the scope."""
    if (summed := matches_of(connection(snapshot), _every(scope))) is not None:
        return int(ask(snapshot, summed[0].sql, summed[0].parameters).item())
    sql = _scoped(scope) + "select count(distinct match) from scoped"
    return int(ask(snapshot, sql, _parameters(snapshot, scope)).item())


_LISTED = """
select m.name as match, f.number, r.name as rules, f.day, f.contract, f.level, f.doubled, f.outcome, f.made,
    t.id as taker_id, t.name as taker_name, f.broken, f.flags
from fact f join match m using (match) join ruleset r using (ruleset)
left join person t on t.player = [f.p0, f.p1, f.p2, f.p3][f.taker + 1]
"""


def listed(snapshot: Snapshot, deals: list[int]) -> pl.DataFrame:
    """These deals with what a list of them shows, in order of match and number."""
    sql = _LISTED + (
        "where f.deal in (select unnest($deals)) and f.deal between $low and $high order by m.name, f.number"
    )
    return ask(snapshot, sql, {"deals": deals, **_ends(deals)})


def deals_of_match(snapshot: Snapshot, match: str) -> pl.DataFrame:
    """The deals of a match with what a list of them shows."""
    return ask(snapshot, _LISTED + "where m.name = $match order by f.number", {"match": match})


OUTCOMES = {
    mark("made"): "f.made", mark("not made"): "not f.made", mark("inside"): "f.outcome = 2",
    mark("hanging"): "f.outcome = 3", mark("thrown in"): "f.outcome = 4", mark("capot"): "f.capot is not null",
    mark("doubled"): "f.doubled > 1",
}  # fmt: skip
"""How a deal that is looked for may have ended: the condition by its words."""


def find(
    snapshot: Snapshot, scope: Scope, *, taker: tuple[str, str] | None, outcome: str | None, code: str | None,
    held: list[int], led: int | None, match: str | None, first: int, shown: int,
) -> list[int]:  # fmt: skip
    """The deals of a scope with all that is asked, by number in the store, a page of them.

    `held` are cards that one hand held together, as recorded or as played.
    """
    conditions = ["true"]
    asked: dict[str, Any] = {"first": first, "shown": shown}
    if taker is not None:
        conditions.append("[f.p0, f.p1, f.p2, f.p3][f.taker + 1] = $taker")
        who = scope_parameters(connection(snapshot), Scope(player=taker))
        asked["taker"] = who["whose"]
    if outcome in OUTCOMES:
        conditions.append(OUTCOMES[outcome])
    if code is not None:
        conditions.append("f.deal in (select deal from violation where is_primary and code = $broken)")
        asked["broken"] = code
    if held:
        conditions.append("len(list_filter(f.whole, lambda hand: (hand & $held) = $held)) > 0")
        asked["held"] = sum(1 << card for card in held)
    if led is not None:
        conditions.append("f.deal in (select deal from record where card_led(plays_0, plays_n) = $led)")
        asked["led"] = led
    if match is not None:
        conditions.append("f.match in (select match from match where name = $match)")
        asked["match"] = match
    sql = _scoped(scope) + "select f.deal from scoped f where " + " and ".join(conditions)
    sql += " order by f.deal limit $shown offset $first"
    deals: list[int] = ask(snapshot, sql, {**_parameters(snapshot, scope), **asked})["deal"].to_list()
    return deals


def rulesets_in_use(snapshot: Snapshot) -> pl.DataFrame:
    """The rulesets of the store as applied, with how many deals are under each."""
    return ask(
        snapshot,
        """
        with used as (select ruleset, count(*) as deals from fact group by 1)
        select r.name, r.overrides, r.toml, r.shipped, r.players, coalesce(u.deals, 0) as deals
        from ruleset r left join used u using (ruleset) order by deals desc, r.name
        """,
    )
