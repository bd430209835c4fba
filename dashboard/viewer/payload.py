"""One deal as the viewer in the browser takes it: every step with its cards and texts, ready to show."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from dashboard.wording import one_line, player_name
from replay.cards import CARD_NAMES, NO_TRUMP, STRENGTH, members
from replay.judgement import Finding, Judgement, Outcome
from replay.record import CAPOT_BID, Deal
from replay.rulesets import Ruleset
from replay.steps import Step
from replay.violations import CATALOGUE, seat_name, sentence

_RANKS: Final = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_CONTRACTS: Final = (*_SUITS, "no trump", "all trumps")
_DOUBLES: Final = {2: "doubled", 4: "redoubled"}
_OUTCOMES: Final = {
    Outcome.MADE: "made",
    Outcome.INSIDE: "inside",
    Outcome.HANGING: "hanging",
    Outcome.THROWN_IN: "thrown in",
}

WORDS: Final[dict[str, Any]] = {
    "cards": [f"{_RANKS[card % 8]} of {_SUITS[card // 8]}" for card in range(len(CARD_NAMES))],
    "no_cards": "no cards",
    "legal": "legal",
    "chosen": "played",
    "step": "Step",
    "first": "To the start (Home)",
    "back": "One step back (←)",
    "forward": "One step on (→)",
    "last": "To the end (End)",
    "next_fault": "Next violation",
    "violation": "violation",
    "auction": "Auction",
    "plays": "Cards played",
    "end": "The end",
    "unknown_card": "an unknown card",
    "list_hint": "▸ led the trick, underlined took it, ! broke a rule",
    "keys_hint": "Arrow keys step, Home and End go to the ends.",
    "could": "Legal were:",
    "side": "Side",
    "tricks": "Tricks",
    "points": "Points",
}
"""What the viewer says besides the texts of the deal."""


def _names(deal: Deal, seats: int) -> list[str]:
    names = [seat_name(seat).capitalize() for seat in range(seats)]
    for seat, player in enumerate(deal.players[:seats]):
        names[seat] = player_name(player.name, player.id)
    return names


def _contract(judgement: Judgement) -> str:
    if judgement.contract is None:
        return "not known"
    level = judgement.level
    words = [_CONTRACTS[judgement.contract]]
    if level:
        words.insert(0, "capot" if level == CAPOT_BID else str(level))
    if judgement.doubled in _DOUBLES:
        words.append(_DOUBLES[judgement.doubled])
    return " ".join(words)


def _suit_of(contract: int | None) -> int | None:
    return contract if contract is not None and contract < NO_TRUMP else None


def _facts(deal: Deal, ruleset: Ruleset, judgement: Judgement, names: Sequence[str]) -> list[dict[str, Any]]:
    facts: list[dict[str, Any]] = [
        {"label": "Contract", "value": _contract(judgement), "suit": _suit_of(judgement.contract)}
    ]
    if judgement.taker is not None:
        facts.append({"label": "Taker", "value": names[judgement.taker]})
    if deal.dealer is not None:
        facts.append({"label": "Dealer", "value": names[deal.dealer]})
    if deal.turned is not None and deal.turned < len(CARD_NAMES):
        rank = CARD_NAMES[deal.turned][0].replace("T", "10")
        facts.append({"label": "Turned card", "value": rank, "suit": deal.turned // 8})
    if judgement.outcome in _OUTCOMES:
        facts.append({"label": "Outcome", "value": _OUTCOMES[judgement.outcome]})
    facts.append({"label": "Rules", "value": ruleset.title or ruleset.name})
    if deal.time:
        facts.append({"label": "Played", "value": one_line(deal.time[:16].replace("T", " "))})
    broken = len(judgement.findings)
    if broken:
        facts.append({"label": "!", "value": f"{broken} violation" + "s" * (broken > 1), "wrong": True})
    return facts


def _marks(deal: Deal, judgement: Judgement, seats: int) -> list[list[str]]:
    marks: list[list[str]] = [[] for _ in range(seats)]
    if deal.dealer is not None:
        marks[deal.dealer].append("dealer")
    if judgement.taker is not None:
        marks[judgement.taker].append("taker")
    for seat in deal.bots:
        marks[seat].append("bot")
    return marks


def _finding(finding: Finding, ruleset: Ruleset) -> dict[str, Any]:
    if finding.unsettled:
        clause = f"Open point {finding.clause}: the rules' source is silent here, and what we take for it was broken."
    else:
        clause = f"Clause {finding.clause}" if finding.clause else ""
    return {
        "title": CATALOGUE[finding.code].title,
        "severity": CATALOGUE[finding.code].severity,
        "sentence": _capital(sentence(finding, ruleset)),
        "clause": f"{clause} · {finding.code}" if clause else finding.code,
        "allowed": finding.allowed,
        "unsettled": finding.unsettled,
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _text(step: Step, names: Sequence[str]) -> str:
    if step.seat is None or step.kind in ("deal", "settlement"):
        return _capital(step.text)
    name = names[step.seat]
    if step.kind == "play":
        known = step.card is not None and step.card < len(CARD_NAMES)
        return f"{name} plays the {WORDS['cards'][step.card]}" if known else f"{name} plays an unknown card"
    if step.kind == "trick":
        return f"{name} takes the trick"
    return f"{name}: {step.text}"


def _bubble(step: Step, judgement: Judgement) -> str:
    """What stands in the middle of the table while no trick lies there."""
    if step.kind == "deal":
        return _contract(judgement) if judgement.contract is not None else "the cards are dealt"
    if step.kind == "settlement":
        return " : ".join(map(str, step.points)) or "the end"
    return step.text


def _choice(step: Step) -> str:
    if not step.allowed or step.seat is None:
        return "Which cards were legal is not known."
    legal, held = len(members(step.allowed)), len(members(step.hands[step.seat]))
    if legal == 1:
        return f"One legal card of {held}." if held > 1 else "The last card."
    return f"{legal} legal cards of {held}, marked with a dot." if legal < held else f"All {held} cards are legal."


def _place(step: Step, trick: int, seats: int) -> str:
    if step.kind == "play" and step.position is not None:
        return f"Trick {step.position // seats + 1}, card {step.position % seats + 1}"
    if step.kind == "trick":
        return f"Trick {trick}"
    if step.kind == "call" and step.position is not None:
        return f"Call {step.position + 1}"
    return {"deal": "The deal", "settlement": "The end"}.get(step.kind, step.kind.capitalize())


def payload(
    deal: Deal, ruleset: Ruleset, judgement: Judgement, steps: Sequence[Step], start: int | str | None = None
) -> dict[str, Any]:
    """A judged deal with its steps, as plain data for the viewer.

    `start` is the step to show first: its index, or a finding in it (`play.must-follow:12`, code and position).
    Sets of cards are integers of 32 bits.
    """
    seats = ruleset.players
    names = _names(deal, seats)
    shown: list[dict[str, Any]] = []
    tricks: list[dict[str, Any]] = []
    open_trick: list[int] = []
    for index, step in enumerate(steps):
        if step.kind == "play":
            open_trick.append(index)
        if step.kind == "trick":
            tricks.append({"plays": open_trick, "end": index, "winner": step.seat})
            open_trick = []
        text = _text(step, names)
        shown.append(
            {
                "kind": step.kind,
                "seat": step.seat,
                "position": step.position,
                "card": step.card,
                "text": text,
                "bubble": _bubble(step, judgement),
                "place": _place(step, len(tricks), seats),
                "choice": _choice(step) if step.kind == "play" else "",
                "allowed": step.allowed,
                "hands": list(step.hands),
                "trick": [list(each) for each in step.trick],
                "findings": [_finding(finding, ruleset) for finding in step.findings],
                "points": list(step.points),
                "tricks": list(step.tricks),
            }
        )
    if open_trick:
        tricks.append({"plays": open_trick, "end": None, "winner": None})
    return {
        "address": f"{deal.match}/{deal.number}",
        "seats": seats,
        "clockwise": ruleset.values["deal.direction"] == "clockwise",
        "names": names,
        "sides": [" + ".join(names[side :: ruleset.sides]) for side in range(ruleset.sides)],
        "marks": _marks(deal, judgement, seats),
        "facts": _facts(deal, ruleset, judgement, names),
        "suits": _suit_order(judgement.contract),
        "strength": _strength(judgement.contract),
        "steps": shown,
        "tricks": tricks,
        "words": WORDS,
        "start": _start(steps, start),
    }


def _suit_order(contract: int | None) -> list[int]:
    """Suits from the left of a hand: trumps first, then black and red by turns."""
    order = [3, 2, 0, 1]
    suit = _suit_of(contract)
    if suit is not None:
        at = order.index(suit)
        order = order[at:] + order[:at]
    return order


def _strength(contract: int | None) -> list[int]:
    table = STRENGTH[NO_TRUMP if contract is None else contract]
    return [int(each) for each in np.asarray(table)]


def _start(steps: Sequence[Step], start: int | str | None) -> int:
    if isinstance(start, int):
        return max(0, min(len(steps) - 1, start))
    if start:
        for index, step in enumerate(steps):
            if start in map(fault_address, step.findings):
                return index
    return 0


def fault_address(finding: Finding) -> str:
    """What names a finding of a deal in an address: `play.must-follow:12`."""
    return finding.code if finding.position is None else f"{finding.code}:{finding.position}"
