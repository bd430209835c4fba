"""Exports: what names nobody, and what is cut between matches."""

import json
from pathlib import Path
from typing import Any

import pytest

from ingest import canonical
from ingest.convert import convert, of_store
from ingest.errors import WrongUse
from ingest.load import load
from replay.record import Deal
from tests.records import WHOLE


def written(path: Path, records: list[dict[str, Any]]) -> Path:
    whole = json.loads(WHOLE)
    path.write_text("".join(json.dumps({**whole, **each}) + "\n" for each in records), encoding="utf-8")
    return path


def read(path: Path) -> list[Deal]:
    found = [canonical.decode(raw) for raw in path.read_bytes().splitlines()]
    return [each for each in found if isinstance(each, Deal)]


@pytest.mark.parametrize("ending", [".jsonl", ".belote", ".csv", ".json", "/"])
def test_an_anonymous_export_names_nobody(ending: str, tmp_path: Path) -> None:
    anna = {"id": "secret-anna", "name": "Secret Anna", "namespace": "secret-club"}
    boris, chloe, dana = ({"id": f"secret-{each}"} for each in ("boris", "chloe", "dana"))
    told = {"notes": [{"text": "secret"}], "extra": {"table": "secret"}}
    seated = {"players": [anna, boris, chloe, dana], "time": "2026-01-31T20:15:00Z", **told}
    timed = [{"card": "JH", "seat": 0, "time": "2026-01-31T20:16:07Z"}, "9H", "7H", "AH"]
    records = [
        {"match": "secret-night", "deal": 1, **seated, "plays": timed},
        {"match": "secret-night", "deal": 2, **seated, "calls": [{"call": "take", "time": "2026-01-31T20:15:31Z"}]},
        {"match": "secret-day", "deal": 1, "players": [dana, chloe, boris, anna]},
    ]
    path = written(tmp_path / "night.jsonl", records)
    out = f"{tmp_path}/out{ending}"
    convert(path, out, anonymous=True)
    files = list(Path(out).iterdir()) if ending == "/" else [Path(out)]
    assert all(word not in each.read_bytes().lower() for each in files for word in (b"secret", b"anna", b"20:1"))
    convert(files, tmp_path / "again.jsonl")
    first, second, third = read(tmp_path / "again.jsonl")
    assert [each.match for each in (first, second, third)] == ["match-1", "match-1", "match-2"]
    assert (
        [each.id for each in first.players]
        == [f"player-{n}" for n in (1, 2, 3, 4)]
        == [each.id for each in reversed(third.players)]
    )
    assert first.time == "2026-01-31T00:00:00Z" and first.plays is not None
    assert [(each.seat, each.time) for each in first.plays] == [(0, None), *[(None, None)] * 3]
    assert [each.plays and len(each.plays) for each in (first, second, third)] == [4, 4, 4]


def test_an_export_in_parts_cuts_between_matches(tmp_path: Path) -> None:
    sizes = {"a": 3, "b": 5, "c": 1, "d": 4, "e": 2, "f": 6}
    # As a platform writes them: matches side by side.
    records = [{"match": m, "deal": at} for at in range(1, 7) for m, size in sizes.items() if at <= size]
    store = tmp_path / "store.duckdb"
    load(written(tmp_path / "all.jsonl", records), store=store, audit=False)
    convert(store, f"{tmp_path}/parts/", partition=4)
    parts = []
    for at, path in enumerate(sorted((tmp_path / "parts").iterdir())):
        assert path.name == f"part-{at:05}.parquet"
        convert(path, tmp_path / "part.jsonl")
        parts.append(read(tmp_path / "part.jsonl"))
    assert [sorted({each.match for each in part}) for part in parts] == [["a", "b"], ["c", "d"], ["e", "f"]]
    assert [each for part in parts for each in part] == list(of_store(store))
    with pytest.raises(WrongUse, match="holds an export already"):
        convert(store, f"{tmp_path}/parts/")
