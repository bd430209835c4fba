"""The figures: each defined once, by its SQL and its sentence in words."""

from dashboard.figures.bidding import BIDDING, DOUBLES, HANGING, INSIDE, OVERBIDDING, THROWN_IN, UNDERBIDDING
from dashboard.figures.capots import CAPOT_PLAYERS, CAPOT_SIDES, CAPOTS
from dashboard.figures.declarations import (
    ANNOUNCED,
    BELOTE,
    BELOTE_ANNOUNCED,
    BELOTE_COUNTED,
    COUNTED,
    COUPLES,
    DECLARATIONS,
)
from dashboard.figures.faults import FAULTS, FAULTS_OF_SEATS
from dashboard.figures.figure import Figure, Scope, compute, deals_behind

FIGURES = {
    figure.name: figure
    for figure in (
        BIDDING, INSIDE, HANGING, DOUBLES, THROWN_IN, OVERBIDDING, UNDERBIDDING, DECLARATIONS, ANNOUNCED, COUNTED,
        COUPLES, BELOTE, BELOTE_ANNOUNCED, BELOTE_COUNTED, CAPOTS, CAPOT_SIDES, CAPOT_PLAYERS, FAULTS, FAULTS_OF_SEATS,
    )
}  # fmt: skip
"""Every figure by its name."""

__all__ = [
    "BIDDING",
    "CAPOTS",
    "DECLARATIONS",
    "FIGURES",
    "Figure",
    "Scope",
    "compute",
    "deals_behind",
]
