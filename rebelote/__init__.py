"""Rebelote from Python: load recorded deals, audit them, count figures, and play one again card by card.

    import rebelote

    rebelote.ingest(["night.jsonl"], store="club.duckdb")
    report = rebelote.audit("club.duckdb")
    success = rebelote.stats("club.duckdb", "bidding", by="taker")

Nothing is imported before its first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from dashboard.stats import stats as stats
    from ingest.audit import audit as audit
    from ingest.load import load as ingest
    from replay.judgement import Judgement as Judgement
    from replay.record import Deal as Deal
    from replay.rulesets import Ruleset as Ruleset
    from replay.rulesets import load as ruleset
    from replay.rulesets import names as ruleset_names
    from replay.steps import steps as steps
    from replay.verdicts import judge_match as judge_match

_PLACES: Final = {
    "audit": ("ingest.audit", "audit"),
    "ingest": ("ingest.load", "load"),
    "judge_match": ("replay.verdicts", "judge_match"),
    "Judgement": ("replay.judgement", "Judgement"),
    "Deal": ("replay.record", "Deal"),
    "Ruleset": ("replay.rulesets", "Ruleset"),
    "ruleset": ("replay.rulesets", "load"),
    "ruleset_names": ("replay.rulesets", "names"),
    "stats": ("dashboard.stats", "stats"),
    "steps": ("replay.steps", "steps"),
}

__all__ = [
    "Deal",
    "Judgement",
    "Ruleset",
    "__version__",
    "audit",
    "ingest",
    "judge_match",
    "ruleset",
    "ruleset_names",
    "stats",
    "steps",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("rebelote")
        except PackageNotFoundError:
            return "unknown: not installed"
    if name not in _PLACES:
        raise AttributeError(f"module 'rebelote' has no attribute {name!r}")
    module, attribute = _PLACES[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
