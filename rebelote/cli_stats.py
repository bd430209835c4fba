"""`rebelote stats`: a figure over the store, as a table, CSV or JSON."""

from datetime import datetime
from pathlib import Path

import rich_click as click

from rebelote.cli import WRONG_USE, store_option
from rebelote.cli import _fail as fail
from rebelote.cli import _told as told


@click.command()
@click.argument("figure", required=False)
@click.option("--by", metavar="SPLIT", help="What to split a rate by: contract, taker, month…")
@click.option("--player", metavar="PLAYER", help="Only this player: an id, a name, or NAMESPACE/ID.")
@click.option("--rules", metavar="NAME", help="Only deals under this ruleset.")
@click.option("--contract", metavar="CONTRACT", help="Only this contract: C D H S NT AT.")
@click.option("--file", "file", metavar="FILE", help="Only deals from this file.")
@click.option("--month", metavar="YYYY-MM", help="Only this month.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only from this day on.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="Only to this day.")
@click.option("--without", multiple=True, metavar="FLAG",
              help="Leave these deals out too: thrown-in, abandoned, partial, bot, simulated.")  # fmt: skip
@click.option("--with-revoked", is_flag=True, help="Count deals with a revoke as well.")
@click.option("--bound", multiple=True, metavar="NAME=VALUE", help="Move a bound of the figure: below=0.35.")
@click.option("--format", "format_", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True,
              help="How to report.")  # fmt: skip
@store_option
def stats(
    figure: str | None,
    by: str | None,
    player: str | None,
    rules: str | None,
    contract: str | None,
    file: str | None,
    month: str | None,
    since: datetime | None,
    until: datetime | None,
    without: tuple[str, ...],
    with_revoked: bool,
    bound: tuple[str, ...],
    format_: str,
    store: Path,
) -> None:
    """Compute a figure over the store; without one, list them all.

    \b
    Examples:
      rebelote stats
      rebelote stats bidding --by taker --month 2026-02
      rebelote stats declarations --player club/anna
      rebelote stats overbidding --by taker --bound below=0.35 --format csv
      rebelote stats players --format json
    """
    from dashboard import stats as statistics

    if figure is None:
        for name, sentence in statistics.known().items():
            click.echo(f"{name}\n    {sentence}")
        return
    with told():
        found = statistics.stats(
            store, figure, by=by, player=player, rules=rules, contract=contract, file=file, month=month,
            since=since and since.date(), until=until and until.date(),
            without={*without} | (set() if with_revoked else {"revoked"}), bounds=dict(map(_bound, bound)),
        )  # fmt: skip
    if format_ == "csv":
        click.echo(statistics.as_csv(found), nl=False)
    elif format_ == "json":
        click.echo(found.write_json())
    else:
        click.echo(statistics.as_table(found))


def _bound(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        fail(WRONG_USE, f"{text!r} moves no bound: write it like below=0.35")
