"""Text in the cells of a CSV file: recorded names may be made to be worked out by a spreadsheet, as formulas."""

from typing import Final

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How text begins that a spreadsheet would work out."""


def as_text(cell: str) -> str:
    """The text of a cell so that a spreadsheet takes it for text: with an apostrophe where it would be worked out."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
