"""Conversion: records of any format, or of a store, written in another, losing nothing."""

import csv
import gzip
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from ingest import canonical, format_parquet, notation_write
from ingest.anonymous import Masks
from ingest.errors import NothingReadable, Refused, WrongUse
from ingest.format import Reading
from ingest.formats import chosen, detect
from ingest.publish import reader
from ingest.read import stored
from ingest.rejects import Reject
from ingest.report import FileReport, LoadReport, PlacedNotice, PlacedReject
from ingest.sources import Damaged, Missing, Paths, Source, listed, sources, why
from ingest.wire import FIELDS
from replay.knobs import did_you_mean, quoted
from replay.record import Deal

PARTITION: Final = 100_000
"""Deals of one file of a partitioned export, about: it ends where a match ends."""
SLICE: Final = 2_000
"""Deals in memory at a time."""
SUFFIXES: Final = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".belote": "notation", ".csv": "csv", ".parquet": "parquet",
}  # fmt: skip
FORMATS: Final = ("jsonl", "json", "notation", "csv", "parquet")
"""What can be written."""


def convert(
    given: Paths,
    out: Path | str,
    *,
    format: str | None = None,
    to: str | None = None,
    mapping: str | os.PathLike[str] | None = None,
    anonymous: bool = False,
    partition: int = PARTITION,
    strict: bool = False,
) -> LoadReport:
    """Write records of files, or of a store, one path or several, to a file, to `-`, or as Parquet to a folder.

    The format is that of the ending of `out`, or `to`; what ends in `.gz` or `.zst` is packed. A folder is filled
    with files of about `partition` deals that begin and end with matches. `anonymous` writes neither names nor ids.
    What cannot be read is in the report. Raises WrongUse for a format that cannot be written, NothingReadable where
    not one deal could be read.
    """
    report = LoadReport()
    deals = _deals(listed(given), format, mapping, report, strict)
    if anonymous:
        deals = map(Masks().masked, deals)
    target = _target(str(out), to)
    with closing(cast(Any, _counted(deals, report))) as counted:
        target(counted, partition)
    if report.deals == 0:
        raise NothingReadable(f"not one deal could be read\n{report}", report)
    return report


def _counted(deals: Iterable[Deal], report: LoadReport) -> Iterator[Deal]:
    for deal in deals:
        report.files[-1].deals += 1
        report.files[-1].new += 1
        yield deal


# What is read


def _deals(
    given: list[str], format: str | None, mapping: str | os.PathLike[str] | None, report: LoadReport, strict: bool
) -> Iterator[Deal]:
    name, mapped = chosen(format, mapping)
    for path in given:
        if is_store(path):
            report.files.append(FileReport(path))
            yield from of_store(path)
            continue
        for source in sources([path]):
            said = FileReport(source.name)
            report.files.append(said)
            if isinstance(source, Missing):
                _refuse(report, said, Reject(source.reason), strict)
                continue
            try:
                how = detect(source, name, mapped)
            except Damaged as error:
                how = str(error)
            except OSError as error:
                how = why(error)
            if isinstance(how, str):
                _refuse(report, said, Reject(how), strict)
                continue
            yield from _read(source, said, how, report, strict)


def _read(source: Source, said: FileReport, how: Any, report: LoadReport, strict: bool) -> Iterator[Deal]:
    form, mapping = how
    reading = Reading(mapping, source.name, lambda *notice: report.forgive(PlacedNotice(source.name, *notice)))
    with source.open() as stream:
        found = form.read(stream, reading)
        while True:
            try:
                each = next(found)
            except StopIteration:
                return
            except Damaged as error:
                _refuse(report, said, Reject(f"{error}; what stands before was read"), strict)
                return
            if not isinstance(each, Reject):
                number, raw, deal = each
                each = deal if isinstance(deal, Deal) else canonical.decode(deal or raw, number)
                if isinstance(each, Deal) and mapping is not None and not each.rules and mapping.form.rules is not None:
                    each = msgspec.structs.replace(each, rules=mapping.form.rules)
            if isinstance(each, Reject):
                _refuse(report, said, each, strict)
            else:
                yield each


def _refuse(report: LoadReport, said: FileReport, reject: Reject, strict: bool) -> None:
    said.rejects += 1
    placed = PlacedReject(said.path, reject.line, reject.column, reject.reason, reject.excerpt)
    report.add_reject(placed)
    if strict:
        raise Refused(str(placed))


def is_store(path: str) -> bool:
    """Whether a file is a DuckDB database: its ninth byte begins a word that says so."""
    try:
        with open(path, "rb") as file:
            return file.read(12)[8:12] == b"DUCK"
    except OSError:
        return False


def of_store(store: Path | str) -> Iterator[Deal]:
    """Every deal of a store, match after match in order of number."""
    with reader(store) as connection:
        yield from _of_connection(connection)


def _of_connection(connection: duckdb.DuckDBPyConnection) -> Iterator[Deal]:
    last = 0
    while True:
        top = connection.execute(
            """
            with next as (
                select match, sum(count(*)) over (order by match) as deals
                from record where match > $last group by match
            )
            select max(match) from next where deals <= $slice or match = (select min(match) from next)
            """,
            {"last": last, "slice": SLICE},
        ).fetchall()[0][0]
        if top is None:
            return
        where = "where d.match > $last and d.match <= $top order by d.match, d.number"
        for each in stored(connection, where, {"last": last, "top": top}):
            yield each.deal
        last = top


# What is written

_Write = Callable[[Iterable[Deal], BinaryIO], None]


def _target(out: str, to: str | None) -> Callable[[Iterable[Deal], int], None]:
    if to is not None and to not in FORMATS:
        known = ", ".join(FORMATS)
        raise WrongUse(f"unknown format {quoted(to)}{did_you_mean(to, list(FORMATS))}: can be written are {known}")
    path = Path(out)
    if out.endswith(("/", os.sep)) or path.is_dir():
        if to not in (None, "parquet"):
            raise WrongUse("a folder is filled with Parquet: name a file for another format")
        return lambda deals, partition: _partitions(deals, path, partition)
    bare = path.name.lower().removesuffix(".gz").removesuffix(".zst")
    name = to or SUFFIXES.get(Path(bare).suffix)
    if name is None:
        raise WrongUse(
            f"the format of {out} cannot be told: end it in one of {', '.join(SUFFIXES)} (and .gz or .zst), say --to, "
            "or name a folder, ending it in /"
        )
    if out == "-":
        return lambda deals, _: _WRITERS[name](deals, _stdout())
    return lambda deals, _: _file(deals, path, _WRITERS[name])


def _stdout() -> BinaryIO:
    import sys

    return sys.stdout.buffer


def _file(deals: Iterable[Deal], path: Path, write: _Write) -> None:
    """Write a file as a whole or not at all."""
    partial = path.with_name(path.name + ".partial")
    try:
        with partial.open("wb") as raw:
            if path.suffix.lower() == ".gz":
                with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
                    write(deals, cast(BinaryIO, packed))
            elif path.suffix.lower() == ".zst":
                with pa.CompressedOutputStream(pa.PythonFile(raw, mode="w"), "zstd") as packed:
                    write(deals, cast(BinaryIO, packed))
            else:
                write(deals, raw)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _jsonl(deals: Iterable[Deal], out: BinaryIO) -> None:
    for deal in deals:
        out.write(canonical.encode(deal) + b"\n")


def _json(deals: Iterable[Deal], out: BinaryIO) -> None:
    first = True
    for deal in deals:
        out.write((b"[\n" if first else b",\n") + canonical.encode(deal))
        first = False
    out.write(b"[]\n" if first else b"\n]\n")


def _notation(deals: Iterable[Deal], out: BinaryIO) -> None:
    out.write(notation_write.HEADER.encode() + b"\n")
    for deal in deals:
        out.write(notation_write.encode(deal).encode())


def _csv(deals: Iterable[Deal], out: BinaryIO) -> None:
    """One row a deal, the fields of the record as columns; what is no plain word or number as JSON."""
    text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    try:
        rows = csv.writer(text)
        rows.writerow(FIELDS)
        for deal in deals:
            record = json.loads(canonical.encode(deal))
            rows.writerow([_cell(record.get(name)) for name in FIELDS])
    finally:
        text.detach()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and value and value[0] not in '[{"' and value.strip() == value and "\r" not in value:
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parquet(deals: Iterable[Deal], out: BinaryIO) -> None:
    with pq.ParquetWriter(pa.PythonFile(out, mode="w"), format_parquet.SCHEMA, compression="zstd") as writer:
        _tables(iter(deals), writer)


def _tables(deals: Iterator[Deal], writer: Any) -> None:
    while some := list(islice(deals, SLICE)):
        writer.write_table(format_parquet.table(some))


_WRITERS: Final[dict[str, _Write]] = {
    "jsonl": _jsonl, "json": _json, "notation": _notation, "csv": _csv, "parquet": _parquet,
}  # fmt: skip


def _partitions(deals: Iterable[Deal], folder: Path, size: int) -> None:
    """Files of about `size` deals; no match is in two of them where its deals come one after another."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = sorted(folder.glob("part-*.parquet"))
    if taken:
        raise WrongUse(f"{folder} holds an export already ({taken[0].name}): name an empty folder")
    part, held = 0, 0
    writer: Any = None
    pending: list[Deal] = []
    partial: Path | None = None

    def flush() -> None:
        nonlocal pending
        if pending:
            writer.write_table(format_parquet.table(pending))
            pending = []

    def end() -> None:
        nonlocal part, held, writer
        flush()
        writer.close()
        assert partial is not None
        partial.replace(folder / f"part-{part:05}.parquet")
        part, held, writer = part + 1, 0, None

    match: str | None = None
    try:
        for deal in deals:
            if writer is not None and held >= size and deal.match != match:
                end()
            if writer is None:
                partial = folder / f"part-{part:05}.partial"
                writer = pq.ParquetWriter(partial, format_parquet.SCHEMA, compression="zstd")
            match = deal.match
            pending.append(deal)
            held += 1
            if len(pending) >= SLICE:
                flush()
        if writer is not None:
            end()
    finally:
        if writer is not None:
            writer.close()
        for left in folder.glob("*.partial"):
            left.unlink()
