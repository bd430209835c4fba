"""Loading: records of streams into the store, batch by batch, each batch judged in its own transaction."""

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest import store as stores
from ingest.audit import judge_due
from ingest.bulk import SEVERAL
from ingest.chunk import Chunk, Item, Rulebook, read_block, read_chunk, scan_block
from ingest.conflicts import Replaced, settle
from ingest.errors import NothingReadable, Refused
from ingest.format import Format, Reading
from ingest.formats import chosen, detect
from ingest.mapping import Mapping
from ingest.progress import Progress
from ingest.publish import Publisher
from ingest.rejects import Reject
from ingest.report import FileReport, LoadReport, PlacedNotice, PlacedReject
from ingest.scanned import Seats
from ingest.sources import Damaged, Missing, Paths, Source, digest, size, sources, why
from ingest.workers import begun, read_ahead
from replay import rulesets
from replay.knobs import quoted
from replay.rulesets import Ruleset

BATCH: Final = 20_000
"""Deals of one transaction at most."""
LARGE_BATCH: Final = SEVERAL
"""Likewise of a format that is read fast."""
CHUNK: Final = 4_000
"""Records read at a time."""


def load(
    paths: Paths,
    *,
    store: Path | str,
    format: str | None = None,
    mapping: str | os.PathLike[str] | None = None,
    rules: str | os.PathLike[str] | None = None,
    audit: bool = True,
    strict: bool = False,
    replace: bool = False,
    progress: Progress | None = None,
) -> LoadReport:
    """Load the records of files, folders, globs, archives and `-` into a store, and audit them: one path, or several.

    `rules` serves records that name no ruleset. What is loaded twice changes nothing; what cannot be read is in the
    report, and the rest is loaded, unless `strict` stops at the first. A deal that is here with other content is a
    conflict, unless one record only says more than the other; `replace` puts the new one in its place. Raises
    NothingReadable where not one deal could be read, Refused for the first reject of a strict load, StoreHeld where
    another process writes the store, StoreFull where it cannot be written, WrongUse and RulesetError for a format,
    mapping or ruleset that cannot be used.
    """
    name, given = chosen(format, mapping)
    ruleset = None if rules is None else rulesets.load(rules)
    report = LoadReport()
    with stores.writer(store, keep_empty=False) as publisher, without_cycles(), stores.told_when_full(Path(store)):
        for source in sources(paths):
            said = FileReport(source.name)
            report.files.append(said)
            if isinstance(source, Missing):
                _problem(report, said, source.reason, strict)
                continue
            _Loading(source, said, publisher, report, name, given, ruleset, audit, strict, replace, progress).run()
        publisher.publish()
    if report.deals == 0:
        raise NothingReadable(f"not one deal could be read\n{report}", report)
    return report


@contextmanager
def without_cycles() -> Iterator[None]:
    """Keep the search for circular garbage still: records have none, and it would look at each again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _problem(report: LoadReport, said: FileReport, reason: str, strict: bool) -> None:
    said.problem = reason
    report.add_reject(PlacedReject(said.path, None, None, reason, ""))
    if strict:
        raise Refused(str(report.rejects[-1]))


class _Loading:
    """One stream on its way into the store."""

    def __init__(
        self,
        source: Source,
        said: FileReport,
        publisher: Publisher,
        report: LoadReport,
        format: Format | None,
        mapping: Mapping | None,
        given: Ruleset | None,
        audit: bool,
        strict: bool,
        replace: bool,
        progress: Progress | None,
    ) -> None:
        self.source = source
        self.said = said
        self.publisher = publisher
        self.connection = publisher.connection
        self.report = report
        self.format = format
        self.mapping = mapping
        self.given = given
        self.audit = audit
        self.strict = strict
        self.replace = replace
        self.progress = progress
        self.counts: Counter[str] = Counter()
        self.numbers: dict[tuple[str, bytes], int] = {}
        self.file: int | None = None
        self.doubted: set[tuple[str, str]] = set()
        self.clear()

    def clear(self) -> None:
        self.started = datetime.now(UTC)
        self.chunks: list[Chunk] = []
        self.rejects: list[Reject] = []
        self.held = 0

    def run(self) -> None:
        try:
            self.read()
        except Damaged as error:
            _problem(self.report, self.said, str(error), self.strict)
        except OSError as error:
            if self.source.path is None or Path(error.filename or "") != self.source.path:
                raise
            _problem(self.report, self.said, why(error), self.strict)

    def read(self) -> None:
        how = detect(self.source, self.format, self.mapping)
        if isinstance(how, str):
            _problem(self.report, self.said, how, self.strict)
            return
        form, mapping = how
        if mapping is not None and self.given is None and mapping.form.rules is not None:
            self.given = rulesets.load(mapping.form.rules)
        self.book = Rulebook(self.given)
        self.batch = LARGE_BATCH if self.is_scanned(form, mapping) or form.name == "notation" else BATCH
        total = size(self.source)
        digested = begun(
            lambda: digest(
                self.source,
                form.name,
                "" if mapping is None else mapping.text,
                "" if self.given is None else self.given.name + self.given.digest,
                *(["replace"] if self.replace else []),
            )
        )
        damaged: str | None = None
        with closing(self.chunks_of(form, mapping, total)) as chunks:
            # Unless the file may be one that is here, its first blocks are read while the digest is made.
            may_be_known = stores.loaded_of_size(self.connection, total)
            ahead = list(islice(chunks, 1)) if self.is_scanned(form, mapping) and not may_be_known else []
            fields: dict[str, Any] = {
                "path": self.source.name,
                "format": form.name,
                "mapping": None if mapping is None else mapping.name,
                "bytes": total,
                "digest": digested.result(),
            }
            before = stores.loaded(self.connection, fields["digest"])
            if before is not None and before["complete"]:
                self.said.deals = self.said.known = before["deals"]
                self.said.rejects = before["rejects"]
                self.said.loaded_before = True
                return
            try:
                for chunk in chain(ahead, chunks):
                    self.take(chunk, fields)
            except Damaged as error:
                damaged = str(error)
        if damaged is not None:
            self.rejects.append(Reject(f"{damaged}; what stands before was read"))
            self.say(self.rejects[-1:])
        self.flush(fields, complete=damaged is None)
        if self.progress is not None:
            self.progress(self.source.name, total, total)

    def chunks_of(self, form: Format, mapping: Mapping | None, total: int) -> Generator[Chunk, None, None]:
        """The records of the stream, read and made columns, some thousand at a time."""
        name = self.source.name
        told = None if self.progress is None else lambda done: self.progress(name, done, total)  # type: ignore[misc]
        if self.is_scanned(form, mapping):
            assert self.source.path is not None
            first, done = 1, 0
            with closing(read_ahead(self.source.path, lambda text: scan_block(text, self.book))) as blocks:
                for block in blocks:
                    yield read_block(first, block, self.book, self.counts)
                    first += block.lines
                    done += block.size
                    if told is not None:
                        told(done)
            return
        reading = Reading(mapping, name, lambda *notice: self.report.forgive(PlacedNotice(name, *notice)))
        with self.source.open() as stream:
            found = iter(form.read(stream, reading))
            while batch := list(islice(found, CHUNK)):
                rejects = [each for each in batch if isinstance(each, Reject)]
                items: list[Item] = [each for each in batch if not isinstance(each, Reject)]
                chunk = read_chunk(items, self.book, self.counts)
                chunk.rejects += rejects
                yield chunk
                if told is not None:
                    told(_place(stream, total))

    def is_scanned(self, form: Format, mapping: Mapping | None) -> bool:
        """Whether the stream is a file of canonical lines, which is read a block at a time."""
        return form.name == "jsonl" and mapping is None and self.source.path is not None

    def take(self, chunk: Chunk, fields: dict[str, Any]) -> None:
        """Hold a chunk until there are enough for a batch, which ends with a match: none is judged in pieces."""
        self.say(chunk.rejects)
        self.rejects += chunk.rejects
        rest = chunk.table
        while rest.num_rows >= self.batch - self.held:
            whole = _whole_matches(rest["match"], self.batch - self.held)
            if not whole and not self.held:
                whole = self.batch  # of one match
            self.hold(chunk, rest.slice(0, whole))
            self.flush(fields, complete=False)
            rest = rest.slice(whole)
        self.hold(chunk, rest)
        if len(self.rejects) >= BATCH:
            self.flush(fields, complete=False)

    def hold(self, chunk: Chunk, piece: pa.Table) -> None:
        """Hold some rows of a chunk, with the matches that they are of."""
        if piece.num_rows:
            used, places = np.unique(piece["match"].to_numpy(), return_inverse=True)
            piece = piece.set_column(piece.schema.get_field_index("match"), "match", pa.array(places, pa.uint32()))
            matches = [chunk.matches[at] for at in used.tolist()]
            self.chunks.append(Chunk(piece, chunk.rules, chunk.seatings, matches, []))
            self.held += piece.num_rows

    def say(self, rejects: list[Reject]) -> None:
        """Note rejects in the report; a strict load ends with the first."""
        if self.strict and rejects:
            first = min(rejects, key=lambda each: each.line or 0)
            raise Refused(str(PlacedReject(self.source.name, first.line, first.column, first.reason, first.excerpt)))
        for each in sorted(rejects, key=lambda each: each.line or 0):
            self.report.add_reject(PlacedReject(self.source.name, each.line, each.column, each.reason, each.excerpt))

    def flush(self, fields: dict[str, Any], *, complete: bool) -> None:
        """Everything taken so far into the store, as one batch."""
        with stores.transaction(self.connection):
            batch = stores.next_id(self.connection, "batch")
            if self.file is None:
                self.file = stores.begin_file(self.connection, batch, fields)
            matches, new, known, replaced = self.add(batch, self.file)
            self.rejects += replaced.rejects
            self.said.deals += new + known + replaced.merged + replaced.replaced
            self.said.new += new
            self.said.known += known
            self.said.merged += replaced.merged
            self.said.replaced += replaced.replaced
            self.said.rejects += len(self.rejects)
            stores.add_rejects(self.connection, self.file, self.rejects)
            stores.note_file(
                self.connection, self.file, deals=self.said.deals, new=self.said.new, rejects=self.said.rejects,
                complete=complete,
            )  # fmt: skip
            stores.note_batch(self.connection, batch, self.started, deals=new, rejects=len(self.rejects))
            self.say(replaced.rejects)
            if self.audit and matches:
                judge_due(self.connection, matches)
        self.clear()
        self.publisher.after_commit()

    def add(self, batch: int, file: int) -> tuple[list[int], int, int, Replaced]:
        seatings = list(dict.fromkeys(each for chunk in self.chunks for each in chunk.seatings))
        for each in seatings:
            if len({id_ for _, id_, _ in each}) == len(each):
                continue
            seated = Counter((namespace, id_) for namespace, id_, _ in each)
            for player in seated.keys() - self.doubted:
                if seated[player] > 1:
                    self.doubted.add(player)
                    self.doubt(each, player[1], seated[player])
        seats = dict(zip(seatings, stores.intern_seatings(self.connection, seatings), strict=True))
        names = list(dict.fromkeys(each for chunk in self.chunks for each in chunk.matches))
        numbers, first_new = stores.intern_matches(self.connection, names)
        matches = dict(zip(names, numbers, strict=True))
        tables = [self.numbered(chunk, seats, matches) for chunk in self.chunks if chunk.table.num_rows]
        if not tables:
            return [], 0, 0, Replaced()
        incoming = pa.concat_tables(tables).combine_chunks()
        for name, value in (("file", file), ("batch", batch)):
            incoming = incoming.append_column(name, pa.repeat(pa.scalar(value, pa.uint32()), incoming.num_rows))
        arrived = stores.add_deals(self.connection, incoming, first_new)
        replaced = Replaced()
        if arrived.others:
            replaced = settle(self.connection, incoming, arrived.others, (file, batch), self.source.name, self.replace)
        due = sorted({*arrived.matches, *replaced.matches})
        return due, arrived.new, arrived.known + replaced.known, replaced

    def doubt(self, seats: Seats, name: str, times: int) -> None:
        """Say where one player sits at several seats: his figures would count such deals more than once."""
        for chunk in self.chunks:
            if seats in chunk.seatings:
                sitting = chunk.table.filter(pc.equal(chunk.table["seats"], chunk.seatings.index(seats)))
                if sitting.num_rows:
                    text = f"{quoted(name)} sits at {times} seats of this deal: one player, or several under one id?"
                    self.report.forgive(PlacedNotice(self.source.name, sitting["line"][0].as_py(), 1, text))
                    return

    def numbered(self, chunk: Chunk, seats: dict[Seats, int], matches: dict[str, int]) -> pa.Table:
        """A chunk's table with the store's numbers of rulesets, seatings and matches."""
        for key in chunk.rules:
            if key not in self.numbers:
                ruleset = self.book.ruleset(*key)
                assert isinstance(ruleset, Ruleset)
                shipped = self.book.is_shipped(key[0])
                self.numbers[key] = stores.intern_ruleset(self.connection, ruleset, key[1].decode(), shipped)
        table = chunk.table
        for name, column, shared in (
            ("ruleset", "rules", [self.numbers[key] for key in chunk.rules]),
            ("seating", "seats", [seats[each] for each in chunk.seatings]),
            ("match", "match", [matches[each] for each in chunk.matches]),
        ):
            places = table[column].combine_chunks()
            table = table.drop_columns([column]).append_column(name, pa.array(shared, pa.uint32()).take(places))
        return table


def _whole_matches(matches: pa.ChunkedArray, most: int) -> int:
    """How many deals, no more than `most`, stand before one that begins another match."""
    found = matches.slice(0, most + 1).to_numpy()
    begins = np.flatnonzero(found[1:] != found[:-1])
    return int(begins[-1]) + 1 if len(begins) else 0


def _place(stream: Any, total: int) -> int:
    """About how far a stream is read; an unpacked one does not say."""
    try:
        return min(int(stream.tell()), total)
    except (OSError, ValueError):
        return 0
