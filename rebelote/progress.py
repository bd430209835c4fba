"""Progress bars on standard error, where somebody looks at it."""

from collections.abc import Iterator
from contextlib import contextmanager

from ingest.progress import Progress


@contextmanager
def bars() -> Iterator[Progress]:
    """One bar for each thing that is being done; nothing at all where standard error is no terminal."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, TaskID, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"),
               TextColumn("{task.fields[rate]}"))  # fmt: skip
    with Bars(
        *columns, TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal
    ) as shown:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, done: int, total: int) -> None:
            if what not in tasks:
                # A file's name may look like markup.
                tasks[what] = shown.add_task(escape(what), total=total, rate="")
            task = next(each for each in shown.tasks if each.id == tasks[what])
            long = task.speed is not None and (task.elapsed or 0) >= 1
            shown.update(tasks[what], completed=done, total=total, rate=_rate(what, task.speed or 0) if long else "")

        yield progress


def _rate(what: str, speed: float) -> str:
    """How fast it goes: deals of an audit, deals or matches of a simulation, bytes of a file."""
    if what.startswith("simulate "):
        return f"{speed:,.0f}/s"
    return f"{speed:,.0f} deals/s" if what == "audit" else f"{speed / 1e6:,.1f} MB/s"
