"""The injector: takes the records of a match, breaks some deals in one known way each, and labels them."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

import msgspec

from ingest.faults.catalogue import CATALOGUE, Fault
from ingest.faults.plain import Knobs, Match

_WHOLE: Final = 0.4
"""The share of broken matches in which one fault runs through all deals that follow, and is the only one."""
_TRIED: Final = 12
"""Faults tried on a deal before it is left as it is."""


class Injector:
    """Breaks deals of one ruleset, those faults first that were used least."""

    def __init__(self, knobs: Knobs, seed: str, rate: float, faults: Iterable[Fault] = CATALOGUE) -> None:
        """`rate` is the share of deals to be broken, from 0 to 1."""
        self.knobs = knobs
        self.chance = Random(seed)
        self.rate = rate
        self.used: Counter[str] = Counter()
        self.tried: Counter[str] = Counter()
        self.faults = tuple(faults)

    def break_match(self, match: Match) -> Match:
        """The deals of a match in order, some of them broken and labelled."""
        raw = msgspec.json.encode(match)
        chosen = [at for at in range(len(match)) if self.chance.random() < self.rate]
        self.chance.shuffle(chosen)
        whole = bool(chosen) and self.chance.random() < _WHOLE
        for at in chosen:
            for fault in self.order(whole)[:_TRIED]:
                trial: Match = msgspec.json.decode(raw)
                self.tried[fault.name] += 1
                placed = fault.edit(trial, at, self.knobs, self.chance)
                if placed is None:
                    continue
                placed.label["fault"] = fault.name
                trial[placed.at]["labels"] = [placed.label]
                self.used[fault.name] += 1
                if whole:
                    return trial
                raw = msgspec.json.encode(trial)
                break
        broken: Match = msgspec.json.decode(raw)
        return broken

    def order(self, whole: bool) -> list[Fault]:
        """The faults to try, those of a whole match or the others: used least first; trying in vain counts a little."""
        fitting = [fault for fault in self.faults if fault.whole_match == whole]
        self.chance.shuffle(fitting)
        return sorted(fitting, key=lambda fault: self.used[fault.name] + self.tried[fault.name] // 8)
