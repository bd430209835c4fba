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
            speed = next(each.speed for each in shown.tasks if each.id == tasks[what])
            shown.update(tasks[what], completed=done, total=total, rate="" if speed is None else _rate(what, speed))

        yield progress


def _rate(what: str, speed: float) -> str:
    """How fast it goes: deals of an audit, bytes of a file."""
    return f"{speed:,.0f} deals/s" if what == "audit" else f"{speed / 1e6:,.1f} MB/s"
