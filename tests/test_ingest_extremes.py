"""No number, text or time of a record, however far out, ends a load: it is loaded, or rejected by itself."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dashboard.figures import FIGURES, compute
from ingest.audit import audit
from ingest.load import load
from ingest.publish import reader
from ingest.read import deal
from ingest.samples import folder

_VALUES = (
    0, -1, 4, 36, 128, 255, 256, 999, 1000, 32767, 32768, -32768, -32769, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1,
    2**32, 2**53, 2**63 - 1, 2**63, 2**64, 1.5, 1e30, True, None, "", "x",
)  # fmt: skip
_KEPT_TIMES = ("9999-12-31T23:59:59Z", "5462-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1582-10-10T00:00:00Z")
_NO_TIMES = (
    "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "2026-02-30T00:00:00Z", "0000-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z", "2026-06-30T23:59:60Z",
)  # fmt: skip


def places(record: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a record has a number, a text or a list; of a list the first two."""
    if isinstance(record, dict):
        for key, value in record.items():
            yield from places(value, (*at, key))
        return
    if isinstance(record, list):
        for key, value in enumerate(record[:2]):
            yield from places(value, (*at, key))
    yield at


def changed(record: dict[str, Any], at: tuple[Any, ...], value: object) -> str:
    """The record with another value in a place, as a line."""
    copy = inner = json.loads(json.dumps(record))
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return json.dumps(copy) + "\n"


def first(rules: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((folder() / f"{rules}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    return record


def test_no_value_of_a_record_ends_a_load(tmp_path: Path) -> None:
    lines = []
    for rules in ("bg4-004", "coinche-004", "ua3-000"):
        record = first(rules)
        for at in places(record):
            for value in _VALUES:
                one = record if at == ("match",) else record | {"match": f"{rules}-{len(lines)}"}
                lines.append(changed(one, at, value))
    file, store = tmp_path / "extremes.jsonl", tmp_path / "store.duckdb"
    file.write_text("".join(lines), encoding="utf-8")
    report = load([file], store=store, replace=True)
    assert report.deals + report.files[0].rejects == len(lines)
    assert 0 < report.deals < len(lines)
    assert audit(store).deals <= report.deals


def test_a_time_of_any_year_is_kept_and_others_are_rejects(tmp_path: Path) -> None:
    record = first("bg4-004")
    file, store = tmp_path / "times.jsonl", tmp_path / "store.duckdb"
    times = {f"t{at}": time for at, time in enumerate((*_KEPT_TIMES, *_NO_TIMES))}
    file.write_text("".join(changed(record | {"match": m}, ("time",), time) for m, time in times.items()))
    report = load([file], store=store)
    assert report.deals == len(_KEPT_TIMES)
    assert [each.line for each in report.rejects] == [*range(len(_KEPT_TIMES) + 1, len(times) + 1)]
    assert "years 1 to 9999" in report.rejects[0].reason and '"time"' in report.rejects[0].reason
    for match, time in list(times.items())[: len(_KEPT_TIMES)]:
        assert deal(store, match, 1).time == time
    with reader(store) as connection:
        assert compute(connection, FIGURES["declarations"], "month")["count"].sum() > 0
