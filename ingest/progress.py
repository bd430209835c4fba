"""How long work says how far it is."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called now and then with what is worked on, how much is done, and of how much: bytes of a file, deals of an audit."""
