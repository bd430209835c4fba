"""The figures: each defined once, by its SQL and its sentence in words."""

from dashboard.figures.bidding import BIDDING
from dashboard.figures.capots import CAPOTS
from dashboard.figures.declarations import DECLARATIONS
from dashboard.figures.figure import Figure, Scope, compute

FIGURES = {figure.name: figure for figure in (BIDDING, DECLARATIONS, CAPOTS)}
"""Every figure by its name."""

__all__ = ["BIDDING", "CAPOTS", "DECLARATIONS", "FIGURES", "Figure", "Scope", "compute"]
