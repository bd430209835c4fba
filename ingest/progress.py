"""How long work says how far it is."""

from typing import Protocol


class Progress(Protocol):
    """Called now and then with what is done, how much of it, and of how much: bytes of a file, deals of an audit."""

    def __call__(self, what: str, done: int, total: int) -> None: ...
