"""The audit: brings verdicts up to date, match by match, and reports on every deal asked about."""

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from ingest import bulk, columns, facts, judging
from ingest import store as stores
from ingest.errors import WrongUse
from ingest.excerpt import printable
from ingest.progress import Progress
from ingest.publish import SESSION, reader
from ingest.read import rulesets_by_number
from ingest.report import AuditReport, Entry, worst_first
from replay import rulesets
from replay.cards import CARD_NAMES, members
from replay.judge import ENGINE
from replay.judgement import PARTS, Finding, Judgement, Outcome, Verdict
from replay.rulesets import Ruleset, RulesetError
from replay.statement import penalised
from replay.violations import CATALOGUE, sentence

T = TypeVar("T")
_Judged: TypeAlias = tuple[pa.Table, judging.Judged]
"""Deals as they are stored, and what the judge says of them."""


class Due(NamedTuple):
    """Matches whose deals are to be judged, in order of their numbers, and how many deals each has.

    As arrays: a store of twenty million deals has millions of matches.
    """

    matches: NDArray[np.int64]
    deals: NDArray[np.int64]


SLICE: Final = bulk.SEVERAL
"""Deals judged and written at a time at most; more where one match has more."""

_OF_MATCHES: Final = """
    match between $first and $last and match in (select unnest($matches)) and ($other is null or ruleset in (
        select ruleset from ruleset where players = (select players from ruleset where ruleset = $other)
    ))
"""
"""Deals of these matches; rules for another number of players have nothing to say of a deal."""
_VERDICTS: Final = sum(int(Verdict.NOT_AUDITABLE) << 8 * part for part in range(len(PARTS)))
"""Of what is said of a deal the verdicts; and just so where no part could be audited."""
_ASKED: Final = """
    from record d join match m using (match) join file f using (file)
    where ($match is null or m.name = $match)
        and ($file is null or f.path = $file or ends_with(f.path, '/' || $file))
"""

MANY: Final = 5_000
"""Deals asked for by one list at most."""
_COSTS: Final = (pl.col("code").str.starts_with("play.") & pl.col("seat").is_not_null()).alias("costs")
"""Violations for which rules of penalties may make somebody pay."""


def audit(
    store: Path | str,
    *,
    match: str | None = None,
    file: str | None = None,
    rules: str | os.PathLike[str] | None = None,
    everything: bool = False,
    progress: Progress | None = None,
) -> AuditReport:
    """Judge what is due and report on the deals asked about: all, or those of a match or a file.

    Under `rules` deals are judged by that ruleset beside their own, and the report is on that. `everything` judges
    again what was judged before. Raises WrongUse where nothing is there, RulesetError for a ruleset that cannot be
    used, StoreHeld where something is due and another process writes the store.
    """
    store = Path(store)
    asked = {"match": match, "file": file}
    other = None if rules is None else rulesets.load(rules)
    with reader(store) as connection:
        if not connection.execute("select 1" + _ASKED + "limit 1", asked).fetchall():
            raise _nothing(match, file)
        number = None if other is None else _number(connection, other)
        idle = not everything and not _outdated(connection) and (other is None or number is not None)
        idle = idle and not due_matches(connection, asked, number).deals.size
    if not idle:
        with stores.writer(store) as publisher, stores.told_when_full(store):
            _refresh(publisher.connection)
            number = None
            if other is not None:
                number = _interned(publisher.connection, other)
            due = due_matches(publisher.connection, asked, number, everything)
            total, done = int(due.deals.sum()), 0
            known = _rules(publisher.connection, number, other)
            for deals, judged in judged_ahead(publisher.connection, due, known, number):
                with stores.transaction(publisher.connection):
                    _keep(publisher.connection, deals, judged, number)
                done += deals.num_rows
                if progress is not None:
                    progress("audit", done, total)
                publisher.after_commit()
            publisher.publish()
    with reader(store) as connection:
        return _report(connection, asked, number)


def _among(column: str, asked: dict[str, Any]) -> str:
    """The condition that a deal, or a match, is one of those asked about; all are, where nothing is asked."""
    if asked["match"] is None and asked["file"] is None:
        return "$match is null and $file is null"
    return f"{column} in (select d.{column.partition('.')[2]} {_ASKED})"


def judge_due(connection: duckdb.DuckDBPyConnection, matches: Sequence[int]) -> None:
    """Judge whole matches by their deals' own rules, and write verdicts in place of older ones.

    Runs inside the caller's transaction.
    """
    deals = columns.read(connection, _OF_MATCHES, _of(matches, None))
    _keep(connection, *_judge(deals, rulesets_by_number(connection), None), None)


def _rules(connection: duckdb.DuckDBPyConnection, number: int | None, other: Ruleset | None) -> dict[int, Ruleset]:
    return rulesets_by_number(connection) if number is None or other is None else {number: other}


def _of(matches: Sequence[int], other: int | None) -> dict[str, Any]:
    """What `_OF_MATCHES` asks for."""
    return {"matches": list(matches), "other": other, "first": min(matches), "last": max(matches)}


def _judge(deals: pa.Table, rules: Mapping[int, Ruleset], other: int | None) -> _Judged:
    return deals, judging.judge(deals, rules, other, ENGINE)


def _keep(connection: duckdb.DuckDBPyConnection, deals: pa.Table, judged: judging.Judged, other: int | None) -> None:
    """Write what the judge said in place of what he said before."""
    if not deals.num_rows:
        return
    connection.register("judged", judged.verdicts)
    for table in ("judgement", "violation"):
        connection.execute(
            f"""
            delete from {table}
            where deal between $first and $last and deal in (select deal from judged)
                and case when $other is null then is_primary else not is_primary and ruleset = $other end
            """,
            {"other": other, **facts.bounds(judged.verdicts["deal"])},
        )
    connection.unregister("judged")
    bulk.write(connection, "judgement", judged.verdicts)
    if len(judged.violations):
        stores.insert(connection, "violation", judged.violations)
    if other is None:
        facts.write(connection, deals, judged.facts)


def judged_ahead(
    connection: duckdb.DuckDBPyConnection,
    due: Due,
    rules: Mapping[int, Ruleset],
    other: int | None,
) -> Iterator[_Judged]:
    """The deals of due matches slice by slice, with what the judge says; while one is written, he is at the next.

    Reads what was committed, beside the connection.
    """
    with connection.cursor() as reading:
        reading.execute(SESSION)

        def read(matches: Sequence[int]) -> _Judged:
            return _judge(columns.read(reading, _OF_MATCHES, _of(matches, other)), rules, other)

        yield from _one_ahead(partial(read, matches) for matches in _slices(due))


def _one_ahead(works: Iterable[Callable[[], T]]) -> Iterator[T]:
    """What comes of some works, each begun before what came of the one before is given."""
    with ThreadPoolExecutor(1) as pool:
        waiting: deque[Future[T]] = deque()
        for work in works:
            waiting.append(pool.submit(work))
            if len(waiting) > 1:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def due_matches(
    connection: duckdb.DuckDBPyConnection, asked: dict[str, Any], other: int | None, everything: bool = False
) -> Due:
    """The matches of which a deal has no verdict of this engine: under its own rules, or others."""
    found = connection.execute(
        f"""
        select d.match::bigint as matches, count(*) as deals from record d join ruleset r on r.ruleset = d.ruleset
        left join judgement v on v.deal = d.deal and v.engine = $engine
            and (case when $other is null then v.is_primary else not v.is_primary and v.ruleset = $other end)
        where {_among("d.match", asked)}
            and ($other is null or r.players = (select players from ruleset where ruleset = $other))
        group by d.match
        having $everything or count(v.deal) < count(*)
        order by d.match
        """,
        {**asked, "engine": ENGINE, "other": other, "everything": everything},
    ).fetchnumpy()
    return Due(np.asarray(found["matches"], np.int64), np.asarray(found["deals"], np.int64))


def _slices(due: Due) -> Iterator[list[int]]:
    """Matches in groups of as many deals as are judged at a time, at most; one with more is a group of its own."""
    ends = np.cumsum(due.deals)
    start = before = 0
    while start < len(ends):
        end = max(start + 1, int(np.searchsorted(ends, before + SLICE, side="right")))
        yield due.matches[start:end].tolist()
        start, before = end, int(ends[end - 1])


def _outdated(connection: duckdb.DuckDBPyConnection) -> list[tuple[int, Ruleset]]:
    """Rulesets that come with the program and are not any more what they were when their deals were loaded."""
    changed = []
    for number, name, overrides, digest in connection.execute(
        "select ruleset, name, overrides, digest from ruleset where shipped"
    ).fetchall():
        try:
            now = rulesets.load(name).with_overrides(json.loads(overrides))
        except RulesetError:
            continue  # it is gone, or has no such knob any more: the deals keep the rules they came with
        if now.digest != digest:
            changed.append((number, now))
    return changed


def _refresh(connection: duckdb.DuckDBPyConnection) -> None:
    """Take over changed rulesets; what was judged by their old form is due again."""
    changed = _outdated(connection)
    with stores.transaction(connection):
        for number, ruleset in changed:
            connection.execute(
                "update ruleset set digest = ?, toml = ?, players = ? where ruleset = ?",
                [ruleset.digest, ruleset.toml(), ruleset.players, number],
            )
            for table in ("judgement", "violation"):
                connection.execute(f"delete from {table} where ruleset = ?", [number])
            facts.forget(connection, number)


def _shipped(ruleset: Ruleset) -> bool:
    return ruleset.name in rulesets.names() and rulesets.load(ruleset.name).digest == ruleset.digest


def _number(connection: duckdb.DuckDBPyConnection, ruleset: Ruleset) -> int | None:
    found = connection.execute(
        "select ruleset from ruleset where name = ? and digest = ? and overrides = '{}'", [ruleset.name, ruleset.digest]
    ).fetchall()
    return int(found[0][0]) if found else None


def _interned(connection: duckdb.DuckDBPyConnection, ruleset: Ruleset) -> int:
    with stores.transaction(connection):
        return _number(connection, ruleset) or stores.intern_ruleset(connection, ruleset, "{}", _shipped(ruleset))


def _report(connection: duckdb.DuckDBPyConnection, asked: dict[str, Any], other: int | None) -> AuditReport:
    parameters = {**asked, "other": other}
    chosen = "(case when $other is null then v.is_primary else not v.is_primary and v.ruleset = $other end)"
    report = AuditReport()
    counts = connection.execute(
        f"""
        select count(*), count(*) filter (v.said & {_VERDICTS} <> {_VERDICTS})
        from record a left join judgement v on v.deal = a.deal and {chosen} where {_among("a.deal", asked)}
        """,
        parameters,
    ).fetchall()
    report.deals, report.audited = counts[0]
    for part, reason, count in connection.execute(
        f"""
        select part, text, sum(deals)::bigint
        from (
            select unnest(range(1, {len(PARTS) + 1})) as part, unnest(reasons_of(said)) as reason, deals
            from (
                select v.said, count(*) as deals
                from judgement v where {chosen} and {_among("v.deal", asked)} group by v.said
            )
        ) join reason using (reason) where reason <> 0 group by part, text order by part, text
        """,
        parameters,
    ).fetchall():
        report.reasons.setdefault(PARTS[part - 1], {})[reason] = count
    known: dict[int, Ruleset] = {}
    rows = (
        connection.sql(
            f"""
        select v.*, m.name as match, d.number, f.path, d.line, r.name as rules, r.players, u.said, u.ruled_by, u.note
        from violation v
        join record d using (deal) join match m on m.match = d.match join file f on f.file = d.file
        join ruleset r on r.ruleset = v.ruleset
        left join ruled u on u.match = m.name and u.number = d.number and u.code = v.code
            and u.seat is not distinct from v.seat and u.position is not distinct from v.position
        where {chosen} and {_among("v.deal", asked)}
        order by m.name, d.number, v.position nulls last, v.code
        """,
            params=parameters,
        )
        .pl()
        .with_columns(_COSTS)
    )
    judged = _judgements(connection, rows.filter("costs")["deal"].unique().sort().to_list(), chosen, other)
    for row in rows.iter_rows(named=True):
        known = known or rulesets_by_number(connection)
        (report.unsettled if row["unsettled"] else report.violations).append(_entry(row, known[row["ruleset"]], judged))
    report.violations = worst_first(report.violations)
    report.unsettled = worst_first(report.unsettled)
    return report


def _judgements(
    connection: duckdb.DuckDBPyConnection, deals: list[int], chosen: str, other: int | None
) -> dict[int, Judgement]:
    """What was found of deals in which a player broke a rule of play, from which a penalty is reckoned."""
    found = {}
    for start in range(0, len(deals), MANY):
        some = deals[start : start + MANY]
        # A list that is asked of each deal by itself: a join would have the verdicts of all of them made whole.
        rows = connection.sql(
            f"""
            select deal, contract, level, taker, doubled, outcome, points, tricks, declared, belote
            from verdict v where {chosen} and deal between $first and $last and list_contains($deals, deal)
            """,
            params={"other": other, "deals": some, "first": some[0], "last": some[-1]},
        ).pl()
        for row in rows.iter_rows(named=True):
            deal, outcome = row.pop("deal"), Outcome(row.pop("outcome"))
            found[deal] = Judgement(**row, verdicts=(), reasons=(), outcome=outcome)
    return found


def _entry(row: dict[str, Any], ruleset: Ruleset, judged: Mapping[int, Judgement]) -> Entry:
    finding = Finding(**{name: row[name] for name in Finding.__struct_fields__})
    return Entry(
        match=row["match"],
        deal=row["number"],
        code=finding.code,
        severity=CATALOGUE[finding.code].severity,
        seat=finding.seat,
        position=finding.position,
        card=None if finding.card is None else CARD_NAMES[finding.card],
        allowed=[CARD_NAMES[each] for each in members(finding.allowed)],
        sentence=sentence(finding, ruleset),
        clause=finding.clause,
        rules=row["rules"],
        file=row["path"],
        line=row["line"],
        players=row["players"],
        penalised=_penalised(row, ruleset, judged),
        ruling=row["said"],
        ruled_by=row["ruled_by"],
        note=row["note"],
    )


def _penalised(row: dict[str, Any], ruleset: Ruleset, judged: Mapping[int, Judgement]) -> list[int] | None:
    """What each side would have written, had a revoke cost its penalty; None where the ruleset knows none."""
    if not row["costs"]:
        return None
    score = penalised(ruleset, judged[row["deal"]], row["seat"])
    return None if score is None else list(score)


def _nothing(match: str | None, file: str | None) -> WrongUse:
    if match is None and file is None:
        return WrongUse("the store has no deals yet: load records into it first (rebelote ingest FILES…)")
    sought = [f"match {printable(match)}"] if match is not None else []
    sought += [f"file {printable(file)}"] if file is not None else []
    return WrongUse(f"the store has no deal of {' and '.join(sought)}")
