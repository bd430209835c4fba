"""The commands that say who is who."""

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from rebelote.cli import _told as told
from rebelote.cli import store_option

if TYPE_CHECKING:
    from ingest.players import Change


@click.group()
def players() -> None:
    """Say who is who; every change can be undone, and deals stay as they are.

    A player is written NAMESPACE/ID, or ID alone where only one has it.

    \b
    Examples:
      rebelote players list
      rebelote players merge club/anna site/anna_77
      rebelote players rename club/anna "Anna B."
      rebelote players undo
    """


@players.command("list")
@click.argument("like", required=False, metavar="[TEXT]")
@click.option("--changes", is_flag=True, help="List what was merged, split and renamed instead.")
@store_option
def list_players(like: str | None, changes: bool, store: Path) -> None:
    """Name the players with their deals, or those whose id or name holds a text.

    \b
    Example:
      rebelote players list anna
    """
    from ingest import players as who
    from ingest.excerpt import printable
    from ingest.report import counted

    with told():
        if changes:
            for number, what, undone in who.changes(store):
                click.echo(f"{number}  {printable(what)}{'  (undone)' if undone else ''}")
            return
        for each in who.listed(store, like):
            name = f"  {printable(each.name)}" if each.name else ""
            seen = f"  seen as {printable(each.merged_into)}" if each.merged_into else ""
            click.echo(f"{printable(each.address)}  {counted(each.deals, 'deal')}{name}{seen}")


@players.command("merge")
@click.argument("keep", metavar="KEEP")
@click.argument("others", metavar="OTHER...", nargs=-1, required=True)
@store_option
def merge_players(keep: str, others: tuple[str, ...], store: Path) -> None:
    """See other players as one that is kept.

    \b
    Example:
      rebelote players merge club/anna site/anna_77
    """
    from ingest import players as who

    with told():
        _changed(who.merge(store, keep, list(others)))


@players.command("split")
@click.argument("player", metavar="PLAYER")
@store_option
def split_player(player: str, store: Path) -> None:
    """See a merged player as himself again.

    \b
    Example:
      rebelote players split site/anna_77
    """
    from ingest import players as who

    with told():
        _changed(who.split(store, player))


@players.command("rename")
@click.argument("player", metavar="PLAYER")
@click.argument("name", metavar="NAME")
@store_option
def rename_player(player: str, name: str, store: Path) -> None:
    """Show a player under another name; "" is the records' own again.

    \b
    Example:
      rebelote players rename club/anna "Anna B."
    """
    from ingest import players as who

    with told():
        _changed(who.rename(store, player, name))


@players.command("undo")
@click.argument("number", required=False, type=int, metavar="[NUMBER]")
@store_option
def undo_players(number: int | None, store: Path) -> None:
    """Undo the last change, or the one with a number of `players list --changes`.

    \b
    Examples:
      rebelote players undo
      rebelote players undo 3
    """
    from ingest import players as who

    with told():
        found = who.undo(store, number)
    click.echo(f"undone: {found.what}")


def _changed(change: "Change") -> None:
    click.echo(f"{change.what}; rebelote players undo {change.number} takes it back")
