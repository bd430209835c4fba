"""The command line: it reads options, calls the part that does the work, and prints what comes back."""

import errno
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import rich_click as click

from dashboard.messages import LANGUAGES
from dashboard.messages.indices import INDICES

if TYPE_CHECKING:
    from ingest.read import Judged

FOUND, WRONG_USE, NOTHING_READABLE, STORE_HELD, BROKEN, INTERRUPTED, PIPE_CLOSED = 1, 2, 3, 4, 5, 130, 141
"""Exit codes; 0 is done, whatever was found."""
_INTERRUPTED: Final = "interrupted; what was committed is kept, and the same command goes on from there"

PORT: Final = 8501
SEVERITIES: Final = ("error", "warning", "note")
REPORTS: Final = ("table", "json", "csv", "sarif", "junit")

_store_option = partial(
    click.option,
    "--store",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="REBELOTE_STORE",
    show_envvar=True,
    default="rebelote.duckdb",
    show_default=True,
    help="The store's file.",
)
F = TypeVar("F", bound=Callable[..., Any])


def store_option(command: F) -> F:
    """Give a command the option that every command has."""
    return _store_option()(command)


def store_unread(command: F) -> F:
    """Give it to a command that has no use for it: every command takes it, so that nobody need think."""
    return _store_option(expose_value=False, hidden=True)(command)


_port = click.option(
    "--port", type=click.IntRange(1, 65535), metavar="PORT", default=PORT, show_default=True, help="Port to serve on."
)


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        import rebelote

        click.echo(f"rebelote {rebelote.__version__}")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Say the version.")
def cli() -> None:
    """Replay recorded deals of the Belote family: was it legal, is the score right, how do the players do.

    \b
    Examples:
      rebelote demo                      look at the samples
      rebelote ingest night.jsonl        load and audit a file
      rebelote audit --format json       what was found, for a program
      rebelote replay table-4/1          one deal card by card, here or as a page
      rebelote dashboard                 charts, violations, deals card by card
    """


@cli.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "format_", metavar="NAME", help="Format of the records, where it cannot be told from them.")
@click.option("--mapping", metavar="NAME|FILE", help="How a foreign log's fields become ours.")
@click.option("--rules", metavar="NAME|FILE", help="Ruleset for records that name none.")
@click.option("--no-audit", is_flag=True, help="Only load; the next audit catches up.")
@click.option("--strict", is_flag=True, help="Stop at the first record that cannot be read.")
@click.option("--replace", is_flag=True, help="Put deals in the place of others of the same match and number.")
@store_option
def ingest(
    paths: tuple[str, ...],
    format_: str | None,
    mapping: str | None,
    rules: str | None,
    no_audit: bool,
    strict: bool,
    replace: bool,
    store: Path,
) -> None:
    """Load records from files, folders, globs and archives, or - for standard input, and audit them.

    The format is told by the content: the notation, JSON lines, JSON, CSV, Parquet; plain, gzip, zstd or zip. What is
    loaded twice changes nothing. An unreadable line is reported, and the rest of its file goes on.

    \b
    Examples:
      rebelote ingest night.jsonl
      rebelote ingest logs/ --mapping colver
      rebelote ingest 'season/*.belote.gz' --rules bg4-004 --store club.duckdb
      zcat night.gz | rebelote ingest - --strict
    """
    from ingest.load import load
    from rebelote.progress import bars

    with _told(), bars() as progress:
        report = load(
            paths, store=store, format=format_, mapping=mapping, rules=rules, audit=not no_audit, strict=strict,
            replace=replace, progress=progress,
        )  # fmt: skip
    click.echo(str(report))


@cli.command()
@click.argument("paths", nargs=-1, required=True, metavar="IN... OUT")
@click.option("--format", "format_", metavar="NAME", help="Format of what is read, where it cannot be told from it.")
@click.option("--to", metavar="NAME", help="Format of what is written, where its name does not say.")
@click.option("--mapping", metavar="NAME|FILE", help="How a foreign log's fields become ours.")
@click.option("--anonymous", is_flag=True, help="Write numbers for players and matches, and no remarks.")
@click.option("--partition", type=click.IntRange(1), default=100_000, show_default=True,
              help="Deals of one file, about, where OUT is a folder.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Stop at the first record that cannot be read.")
@store_unread
def convert(
    paths: tuple[str, ...],
    format_: str | None,
    to: str | None,
    mapping: str | None,
    anonymous: bool,
    partition: int,
    strict: bool,
) -> None:
    """Write records in another format; nothing is lost on the way.

    IN is anything that can be loaded, or a store. OUT is a file whose ending names the format (.belote for the
    notation, .jsonl, .json, .csv, .parquet, with .gz or .zst packed), - for standard output, or a folder, ending in /,
    that is filled with Parquet; a file there begins and ends with a match.

    \b
    Examples:
      rebelote convert night.jsonl night.belote
      rebelote convert logs/ all.parquet --mapping colver
      rebelote convert club.duckdb export/ --anonymous
      rebelote convert night.belote - --to jsonl
    """
    from ingest import convert as conversion

    if len(paths) < 2:
        raise click.UsageError("name what is read and, last, what is written", click.get_current_context())
    with _told():
        report = conversion.convert(
            paths[:-1], paths[-1], format=format_, to=to, mapping=mapping, anonymous=anonymous, partition=partition,
            strict=strict,
        )  # fmt: skip
    click.echo(str(report), err=True)


@cli.command()
@click.option("--match", metavar="MATCH", help="Only the deals of this match.")
@click.option("--file", "file", metavar="FILE", help="Only the deals from this file.")
@click.option("--rules", metavar="NAME|FILE", help="Judge by this ruleset instead of the deals' own.")
@click.option("--all-rules", is_flag=True, help="Judge by every ruleset, and say which explains the deals best.")
@click.option("--all", "everything", is_flag=True, help="Judge again what was judged before.")
@click.option("--format", "format_", type=click.Choice(REPORTS), default="table", show_default=True,
              help="How to report.")  # fmt: skip
@click.option("--fail-on", type=click.Choice(SEVERITIES), help="Exit with 1 for a violation this severe, or more.")
@store_option
def audit(
    match: str | None,
    file: str | None,
    rules: str | None,
    all_rules: bool,
    everything: bool,
    format_: str,
    fail_on: str | None,
    store: Path,
) -> None:
    """Judge every deal that is due, and report on all that were asked about.

    \b
    Examples:
      rebelote audit
      rebelote audit --match table-4 --rules fr4-001
      rebelote audit --format json --fail-on error > verdicts.json
      rebelote audit --file engine.jsonl --format sarif > engine.sarif
      rebelote audit --match table-4 --all-rules
    """
    from ingest import comparing
    from ingest import report as reports
    from ingest.audit import audit as judge
    from ingest.report_formats import FORMATS
    from rebelote.progress import bars

    if all_rules:
        if rules or fail_on or format_ not in comparing.FORMATS:
            formats = " or ".join(comparing.FORMATS)
            raise click.UsageError(f"--all-rules goes with --format {formats}, and with neither --rules nor --fail-on")
        with _told(), bars() as progress:
            compared = comparing.compare(store, match=match, file=file, everything=everything, progress=progress)
        click.echo(comparing.FORMATS[format_](compared))
        return
    with _told(), bars() as progress:
        report = judge(store, match=match, file=file, rules=rules, everything=everything, progress=progress)
    click.echo(FORMATS[format_](report))
    if fail_on and reports.reaches(report, fail_on):
        raise SystemExit(FOUND)


@cli.command()
@_port
@store_option
def dashboard(port: int, store: Path) -> None:
    """Serve the dashboard to this machine.

    \b
    Examples:
      rebelote dashboard
      rebelote dashboard --store club.duckdb --port 8600
    """
    from ingest.publish import fresh
    from rebelote import serve

    if not serve.port_is_free(port):
        _fail(WRONG_USE, f"port {port} is in use: stop what listens there, or choose another with --port")
    if store.exists():
        with _told():
            fresh(store)
    click.echo(f"The dashboard is on {serve.url(port)}; Ctrl-C stops it.", err=True)
    serve.serve(store, port)


@cli.command()
@click.argument("address", metavar="MATCH[/NUMBER]")
@click.option("--html", "html_", type=click.Path(path_type=Path), metavar="FILE|FOLDER",
              help="Write the deal as a page that needs nothing else, - is standard output; "
              "for a MATCH a folder of such pages, one a deal, with links between them.")  # fmt: skip
@click.option("--step", type=click.IntRange(0), metavar="N", help="Open at this step.")
@click.option("--language", type=click.Choice(list(LANGUAGES)), help="Language of the texts.  [default: the system's]")
@click.option("--indices", type=click.Choice(list(INDICES)), help="What stands on the cards: J Q K A, V D R A, …")
@store_option
def replay(
    address: str, html_: Path | None, step: int | None, language: str | None, indices: str | None, store: Path
) -> None:
    """Show a deal card by card: what was played, what was allowed, what was broken.

    In a terminal, keys step through it; piped, all of it is printed.

    \b
    Examples:
      rebelote replay table-4/1
      rebelote replay table-4/1 | less
      rebelote replay table-4/1 --html deal.html --language fr
      rebelote replay table-4 --html table-4
    """
    from rebelote import replaying

    language = language or _system_language()
    if html_ is not None:
        with _told():
            deals, number = replaying.find(store, address)
        _write_pages(deals, number, html_, step, language, indices)
        return
    with _told():
        data = replaying.deal(store, address, step, language)
    data["index"] = indices or data["index"]
    from rich.console import Console

    from dashboard.viewer import terminal

    console = Console(highlight=False, emoji=False, markup=False, soft_wrap=not sys.stdout.isatty())
    if sys.stdin.isatty() and sys.stdout.isatty():
        with terminal.keyboard() as key:
            terminal.walk(data, console, key)
    else:
        terminal.whole(data, console)


def _write_pages(
    deals: "list[Judged]", number: int | None, place: Path, step: int | None, language: str | None, indices: str | None
) -> None:
    """Write one deal of a match into a file, or all of them into a folder."""
    from dashboard.viewer.page import page
    from rebelote import replaying

    many = f"{len(deals)} deals" if len(deals) > 1 else "1 deal"
    try:
        if number is None:
            if str(place) == "-" or place.suffix.lower() in (".html", ".htm") or place.is_file():
                _fail(WRONG_USE, f"a match of {many} is written into a folder: --html FOLDER, or MATCH/NUMBER for one")
            first = replaying.write_match(deals, place, language, indices)
            click.echo(f"The match of {many} is in {place}; it begins in {first}.", err=True)
            return
        data = replaying.told(deals, number, step, language)
        data["index"] = indices or data["index"]
        if str(place) == "-":
            click.echo(page(data), nl=False)
            return
        if place.is_dir():
            _fail(WRONG_USE, f"{place} is a folder: name a file, or write MATCH without a number for all its deals")
        place.write_text(page(data), encoding="utf-8")
    except OSError as error:
        _fail(WRONG_USE, f"cannot write {place}: {error.strerror}")
    click.echo(f"The deal is in {place}.", err=True)
    if len(deals) > 1:
        click.echo(f"Its match has {many}: write MATCH without /{number} and a folder for all, with links.", err=True)


def _system_language() -> str | None:
    """The language of the environment, as programs are told it."""
    return next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), None)


@cli.command()
@click.option("--rules", metavar="NAME|FILE", required=True, help="Ruleset to play by.")
@click.option("--matches", metavar="N", type=click.IntRange(1, 10**9), help="How many whole matches.")
@click.option("--deals", metavar="N", type=click.IntRange(1, 10**9),
              help="How many deals instead, thrown-in ones counted; the last match may be cut short.")  # fmt: skip
@click.option("--seed", metavar="S", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True,
              help="The same seed makes the same deals.")  # fmt: skip
@click.option("--faults", metavar="RATE", type=click.FloatRange(0, 1), default=0, show_default=True,
              help="Share of deals to break, each in one known way that its label tells.")  # fmt: skip
@click.option("--out", metavar="FILE", required=True, type=click.Path(path_type=Path, dir_okay=False),
              help="Where to; its ending is the format: .jsonl, .jsonl.gz, .jsonl.zst or .parquet.")  # fmt: skip
@store_unread
def simulate(rules: str, matches: int | None, deals: int | None, seed: int, faults: float, out: Path) -> None:
    """Write matches that simulated players deal, bid and play by any ruleset.

    \b
    Examples:
      rebelote simulate --rules bg4-004 --matches 100 --out matches.jsonl
      rebelote simulate --rules house.toml --deals 50000 --seed 7 --out deals.parquet
      rebelote simulate --rules coinche-004 --deals 2000 --faults 0.1 --out broken.jsonl.gz
    """
    from rebelote.progress import bars
    from rebelote.simulate import simulate as play

    with _told(), bars() as progress:
        done = play(out, rules=rules, matches=matches, deals=deals, seed=seed, faults=faults, progress=progress)
    if done.interrupted:
        _fail(INTERRUPTED, f"interrupted; {out} holds {done}")
    click.echo(f"rebelote: {out} holds {done}", err=True)


@cli.command()
@_port
@click.option("--no-serve", is_flag=True, help="Load, audit and report only.")
@click.option("--store", type=click.Path(path_type=Path, dir_okay=False),
              help="The store's file; without it, one of its own in the folder .demo here.")  # fmt: skip
def demo(port: int, no_serve: bool, store: Path | None) -> None:
    """Load the samples, audit them, and serve the dashboard.

    \b
    Examples:
      rebelote demo
      rebelote demo --port 8600
    """
    from rebelote import demo as demonstration
    from rebelote import serve
    from rebelote.progress import bars

    if not no_serve and not serve.port_is_free(port):
        _fail(WRONG_USE, f"port {port} is in use: stop what listens there, or choose another port")
    with _told(), bars() as progress:
        store, summary = demonstration.prepare(store, progress)
    click.echo(summary)
    if not no_serve:
        click.echo(f"The dashboard is on {serve.url(port)}; Ctrl-C stops it.", err=True)
        serve.serve(store, port)


@cli.command()
@click.option("--compile", "compile_", is_flag=True, help="Compile the rules now, so that the next audit is quick.")
@store_option
def doctor(compile_: bool, store: Path) -> None:
    """Say what is installed, where things are kept, and what is missing.

    \b
    Examples:
      rebelote doctor
      rebelote doctor --compile
    """
    from rebelote import doctor as examination

    with _told():
        if compile_:
            examination.compile_rules()
        lines, well = examination.examine(store)
    click.echo("\n".join(lines))
    if not well:
        raise SystemExit(FOUND)


@contextmanager
def _told() -> Iterator[None]:
    """Turn what the user can mend into a message and an exit code."""
    from ingest import errors
    from replay.rulesets import RulesetError

    try:
        yield
    except errors.StoreHeld as error:
        _fail(STORE_HELD, str(error))
    except errors.NothingReadable as error:
        _fail(NOTHING_READABLE, str(error))
    except errors.Refused as error:
        _fail(FOUND, f"stopped at the first record that cannot be read: {error}")
    except errors.StoreFull as error:
        _fail(STORE_HELD, str(error))
    except (errors.WrongUse, RulesetError) as error:
        _fail(WRONG_USE, str(error))


def _fail(code: int, message: str) -> NoReturn:
    click.echo(f"rebelote: {message}", err=True)
    raise SystemExit(code)


import rebelote.cli_perft  # noqa: E402, F401 (their commands use what stands above)
from rebelote.cli_players import players  # noqa: E402
from rebelote.cli_rules import rules  # noqa: E402
from rebelote.cli_rulings import rulings  # noqa: E402
from rebelote.cli_stats import stats  # noqa: E402

cli.add_command(players)
cli.add_command(rules)
cli.add_command(rulings)
cli.add_command(stats)


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    if hasattr(signal, "SIGPIPE"):
        # Whoever read our output has seen enough: end as every tool of the shell does.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        cli.main(prog_name="rebelote", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        _fail(WRONG_USE, error.format_message() + hint)
    except click.ClickException as error:
        _fail(WRONG_USE, error.format_message())
    except click.Abort:
        _fail(INTERRUPTED, _INTERRUPTED)
    except OSError as error:
        _without_output()
        if error.errno == errno.EPIPE:
            raise SystemExit(PIPE_CLOSED) from None
        where = f": {os.fsdecode(error.filename)}" if error.filename else ""
        _fail(BROKEN, f"stopped: {error.strerror or error}{where}")
    except Exception as error:
        # Ctrl-C during a query comes out of DuckDB in this form.
        if isinstance(error, RuntimeError) and str(error) == "Query interrupted":
            _fail(INTERRUPTED, _INTERRUPTED)
        traceback.print_exc()
        _fail(BROKEN, "stopped by a fault of its own, told above; what was committed is kept")
    raise SystemExit(0)


def _without_output() -> None:
    """Give up standard output, so that what is left for it does not fail once more at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
