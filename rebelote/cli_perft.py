"""The command that counts trees of play against a file."""

from pathlib import Path

import rich_click as click

from rebelote import cli
from rebelote.cli import _told as told
from rebelote.cli import store_unread
from rebelote.cli_rules import rules as rules_group


@rules_group.command("perft")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--rules", metavar="NAME|FILE", help="Count under this ruleset instead of the one a file names.")
@click.option("--most", type=click.IntRange(1), metavar="N", help="Leave out counts of more lines than this.")
@click.option("--divide", is_flag=True, help="Show every count apart by first card, not only one that differs.")
@store_unread
def perft_rules(files: tuple[Path, ...], rules: str | None, most: int | None, divide: bool) -> None:
    """Count every line of play from positions, and compare with what a file says.

    Where a count differs, it is shown apart by first card. Exit code 1 where one does, 2 for a file that is none.

    \b
    Examples:
      rebelote rules perft tests/cases/perft/fr4-001.perft
      rebelote rules perft bg4-004.perft --rules house.toml --most 100000
    """
    from replay import perft, rulesets

    wrong = counted = lines = 0
    for file in files:
        try:
            name, positions = perft.read(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, perft.PerftError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            cli._fail(cli.WRONG_USE, f"{file}: {reason}")
        with told():
            ruleset = rulesets.load(rules or name)
        if any(len(position.hands) != ruleset.players for position in positions):
            cli._fail(cli.WRONG_USE, f"{file}: {ruleset.name} is for {ruleset.players} players")
        for each in perft.compare(ruleset, positions, most):
            counted += 1
            lines += each.found.leaves
            said = "" if each.agrees else f", the file says {each.expected}"
            click.echo(f"{ruleset.name} {each.position.name}: {each.found}{said}")
            wrong += not each.agrees
            if divide or not each.agrees:
                for card, part in perft.divide(ruleset, each.position, each.found.depth):
                    click.echo(f"  {card}  {part}")
    click.echo(f"{counted} counts of {lines:,} lines, {wrong} differ", err=True)
    if wrong:
        raise SystemExit(cli.FOUND)
