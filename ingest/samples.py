"""The sample records that come with the program."""

from pathlib import Path


def folder() -> Path:
    """The folder of the samples: inside the installed package, or `data/samples` of a checkout.

    Raises FileNotFoundError where the installation lacks them.
    """
    here = Path(__file__).parent
    for place in (here / "samples", here.parent / "data" / "samples"):
        if place.is_dir():
            return place
    raise FileNotFoundError("the samples are missing: install Rebelote again")
