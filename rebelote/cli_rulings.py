"""The commands that rule on violations."""

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from rebelote.cli import _told as told
from rebelote.cli import store_option

if TYPE_CHECKING:
    from ingest.rulings import Ruling

WORDS = {"confirmed": "confirmed", "waived": "waived", "bad-record": "bad record"}
"""Rulings as the command line has them, and as the store has them."""


@click.group()
def rulings() -> None:
    """Rule on violations; a new audit leaves rulings as they are, and each can be undone.

    What is waived, or the fault of the record, is shown and no longer counts for --fail-on.

    \b
    Examples:
      rebelote rulings mark table-4/7 play.must-follow waived --by "Anna B." --note "cards shown"
      rebelote rulings list
      rebelote rulings undo
    """


@rulings.command("mark")
@click.argument("address", metavar="MATCH/NUMBER")
@click.argument("code", metavar="CODE")
@click.argument("ruling", type=click.Choice(list(WORDS)))
@click.option("--by", required=True, metavar="NAME", help="Who rules.")
@click.option("--note", default="", metavar="TEXT", help="Why.")
@click.option("--position", type=click.IntRange(0), metavar="N",
              help="Position of the play or call, counted from 0, where there are several of that code.")  # fmt: skip
@click.option("--seat", type=click.IntRange(0, 3), metavar="N", help="Seat, counted from 0, likewise.")
@store_option
def mark_ruling(
    address: str, code: str, ruling: str, by: str, note: str, position: int | None, seat: int | None, store: Path
) -> None:
    """Rule on a violation of a deal: confirmed, waived, or a fault of the record.

    \b
    Example:
      rebelote rulings mark table-4/7 play.must-follow bad-record --by "Anna B." --note "two cards swapped"
    """
    from ingest import rulings as made

    match, _, number = address.rpartition("/")
    if not match or not number.isdecimal():
        raise click.UsageError("name the deal as MATCH/NUMBER", click.get_current_context())
    with told():
        said = made.mark(
            store, match, int(number), code, WORDS[ruling], name=by, note=note, position=position, seat=seat
        )
    click.echo(f"{_line(said)}; rebelote rulings undo {said.number} takes it back")


@rulings.command("list")
@store_option
def list_rulings(store: Path) -> None:
    """List every ruling.

    \b
    Example:
      rebelote rulings list
    """
    from ingest import rulings as made

    with told():
        for each in made.listed(store):
            click.echo(f"{each.number}  {_line(each)}{'  (undone)' if each.undone else ''}")


@rulings.command("undo")
@click.argument("number", required=False, type=int, metavar="[NUMBER]")
@store_option
def undo_ruling(number: int | None, store: Path) -> None:
    """Undo the last ruling, or the one with a number of `rulings list`.

    \b
    Example:
      rebelote rulings undo 3
    """
    from ingest import rulings as made

    with told():
        found = made.undo(store, number)
    click.echo(f"undone: {_line(found)}")


def _line(said: "Ruling") -> str:
    from ingest.excerpt import printable

    place = "" if said.position is None else f" at {said.position}"
    note = f": {printable(said.note)}" if said.note else ""
    return f"{printable(said.match)}/{said.deal} {said.code}{place}  {said.said} by {printable(said.name)}{note}"
