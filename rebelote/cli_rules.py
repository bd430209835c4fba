"""The commands that look at rulesets."""

import rich_click as click

from rebelote import cli
from rebelote.cli import _told as told
from rebelote.cli import store_unread


@click.group()
def rules() -> None:
    """Look at rulesets.

    \b
    Examples:
      rebelote rules list
      rebelote rules show bg4-004 > house.toml
      rebelote rules check house.toml
      rebelote rules explain play.must-overruff
      rebelote rules perft house.perft
    """


@rules.command("list")
@store_unread
def list_rules() -> None:
    """Name the rulesets that come with the program.

    \b
    Example:
      rebelote rules list
    """
    from replay import rulesets

    names = rulesets.names()
    width = max(map(len, names))
    for name in names:
        click.echo(f"{name:{width}}  {rulesets.load(name).title}")


@rules.command("show")
@click.argument("name", metavar="NAME|FILE")
@store_unread
def show_rules(name: str) -> None:
    """Write a ruleset out whole: every setting, where it is stated, and what is open.

    \b
    Example:
      rebelote rules show fr4-001
    """
    from replay import rulesets

    with told():
        click.echo(rulesets.load(name).toml(), nl=False)


@rules.command("check")
@click.argument("names", metavar="NAME|FILE...", nargs=-1, required=True)
@store_unread
def check_rules(names: tuple[str, ...]) -> None:
    """Say what is wrong with a ruleset: unknown keys and values, contradictions, settings without effect.

    Exit code 1 where a ruleset cannot be used; a setting without effect is a warning.

    \b
    Example:
      rebelote rules check house.toml
    """
    from replay import rulesets

    unusable = False
    for name in names:
        with told():
            problems = rulesets.check(name)
        for problem in problems:
            click.echo(f"{name}: {'warning' if problem.warning else 'error'}: {problem}")
        unusable = unusable or any(not problem.warning for problem in problems)
        if not problems:
            click.echo(f"{name}: nothing is wrong")
    if unusable:
        raise SystemExit(cli.FOUND)


@rules.command("explain")
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@store_unread
def explain_rules(words: tuple[str, ...]) -> None:
    """Explain a setting, a violation's code, a place in a source document, or an open point.

    \b
    Examples:
      rebelote rules explain play.must-overruff
      rebelote rules explain settlement.capot 003:46 A-22
    """
    from replay import reference

    unknown = False
    for position, word in enumerate(words):
        text = reference.explain(word)
        if text is None:
            unknown = True
            click.echo(f'rebelote: nothing is known of "{word}"' + f"{reference.nearest(word)}", err=True)
            continue
        click.echo(("\n" if position else "") + text)
    if unknown:
        raise SystemExit(cli.WRONG_USE)
