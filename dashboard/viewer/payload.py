"""One deal as every viewer takes it, in the browser, in a file and in the terminal: all steps, ready to show."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import numpy as np

from dashboard.messages import Language, language, mark
from dashboard.messages.indices import INDEX_NAMES, INDICES
from dashboard.viewer.parts import SUIT_WORDS, card_words, fill
from dashboard.viewer.settling import Scored, score_table, settlement
from dashboard.viewer.telling import OUTCOME_WORDS, Telling, notes
from dashboard.viewer.words import words
from dashboard.wording import one_line, player_name
from ingest.notation_write import encode
from replay.cards import NO_TRUMP, PACK_24, PACK_32, STRENGTH, UNKNOWN, Card, Cards, mask
from replay.judgement import PARTS, Finding, Judgement, Outcome, Verdict
from replay.record import Deal
from replay.rulesets import Ruleset
from replay.steps import Step

PART_WORDS: Final = (
    mark("deal"), mark("auction"), mark("exchange"), mark("play"), mark("declarations"), mark("belote"),
    mark("claims"), mark("match"),
)  # fmt: skip
"""The parts of a deal that have a verdict, as in PARTS."""
_RED_AND_BLACK: Final = (3, 2, 0, 1)


def payload(
    deal: Deal,
    ruleset: Ruleset,
    judgement: Judgement,
    steps: Sequence[Step],
    start: int | str | None = None,
    *,
    match: Sequence[Scored] = (),
    tr: Language | None = None,
) -> dict[str, Any]:
    """A judged deal with its steps, as plain data for the viewer.

    `start` is the step to show first: its index, or a finding in it (`play.must-follow:12`, code and position).
    `match` is all deals of its match, for the table of the score. Sets of cards are integers of 32 bits.
    """
    tr = tr or language(None)
    seats = ruleset.players
    names = seat_names(deal, seats, tr)
    sides = [" + ".join(names[side :: ruleset.sides]) for side in range(ruleset.sides)]
    telling = Telling(deal, judgement, names, sides, tr)
    shown, tricks, spoken = _shown(deal, ruleset, judgement, steps, telling)
    return {
        "address": f"{deal.match}/{deal.number}",
        "title": f"{one_line(deal.match, 60)}/{deal.number}",
        "language": tr.code,
        "seats": seats,
        "clockwise": ruleset.values["deal.direction"] == "clockwise",
        "names": names,
        "sides": sides,
        "marks": _marks(deal, judgement, steps, seats, tr),
        "facts": _facts(deal, ruleset, judgement, telling),
        "suits": _suit_order(judgement.contract),
        "strength": _strength(judgement.contract),
        "cards": card_words(tr),
        "suit_names": [tr(each) for each in SUIT_WORDS],
        "indices": [{"code": code, "name": INDEX_NAMES[code], "ranks": INDICES[code]} for code in INDICES],
        "index": tr.code if tr.code in INDICES else "en",
        "steps": shown,
        "tricks": tricks,
        "spoken": spoken,
        "settlement": settlement(steps[-1].lines, deal, ruleset, judgement, tr),
        "open": open_parts(judgement, tr),
        "match": score_table(match, ruleset.sides, tr),
        "record": record_text(deal),
        "words": words(tr),
        "start": start_of(steps, start),
    }


def record_text(deal: Deal) -> str:
    """The deal in the notation, ready to paste and to load again."""
    return encode(deal).strip()


def file_name(data: dict[str, Any], kind: str = "html") -> str:
    """A name for a file of the deal, fit for any system."""
    name = "-".join(re.findall(r"[\w.]+", data["title"])).strip(".-_")
    return f"{name or 'deal'}.{kind}"


def seat_names(deal: Deal, seats: int, tr: Language) -> list[str]:
    """What the players are called, by seat."""
    names = [tr(mark("Seat {seat}")).format(seat=seat + 1) for seat in range(seats)]
    for seat, player in enumerate(deal.players[:seats]):
        names[seat] = player_name(player.name, player.id)
    return names


def _shown(
    deal: Deal, ruleset: Ruleset, judgement: Judgement, steps: Sequence[Step], telling: Telling
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """The steps, the tricks by their steps, and what was announced and said aloud, each with its step."""
    seats = ruleset.players
    comments = notes(deal)
    shown: list[dict[str, Any]] = []
    tricks: list[dict[str, Any]] = []
    spoken: list[dict[str, Any]] = []
    open_trick: list[int] = []
    played = [0] * seats
    previous: str | None = deal.time
    for index, step in enumerate(steps):
        said = telling.heard(step) if step.kind == "declaration" else None
        hands, hidden, stock, turned = _held(deal, ruleset, step, played, _early(step, judgement))
        lacking = telling.lacking(step)
        time = None if lacking else _time(deal, step)
        item: dict[str, Any] = {
            "kind": step.kind,
            "seat": step.seat,
            "position": step.position,
            "card": step.card,
            "text": telling.text(step, said),
            "bubble": telling.bubble(step, said),
            "place": telling.place(step, len(tricks), len(open_trick)),
            "choice": telling.choice(step),
            "allowed": step.allowed,
            "hands": hands,
            "hidden": hidden,
            "stock": stock,
            "turned": turned,
            "trick": [list(each) for each in step.trick],
            "findings": [telling.finding(each) for each in step.findings],
            "points": list(step.points),
            "tricks": list(step.tricks),
            "calls": telling.allowed_calls(step),
            "decision": step.kind == "play" and step.allowed.bit_count() > 1,
            "lacking": lacking,
            "notes": [text for at, text in comments if _belongs(at, step) and not lacking],
            "time": _clock(time, previous, telling.tr),
        }
        previous = time or previous
        if step.kind in ("declaration", "belote") and step.seat is not None:
            spoken.append({"step": index, "seat": step.seat, "text": telling.words(step, said)})
        if step.kind == "settlement":
            saying = telling.tr(mark("{who}: {said}"))
            item["shown"] = [
                fill(saying, who=telling.name(each["seat"]), said=each["text"])
                for each in spoken
                if shown[each["step"]]["kind"] == "declaration"
            ]
        if step.kind == "play":
            showing = telling.tr(mark("{who} shows {what}"))
            item["shown"] = [
                fill(showing, who=telling.name(each.seat), what=telling.announcement(each))
                for each in deal.declarations or ()
                if each.shown == step.position and not lacking
            ]
            open_trick.append(index)
            if step.seat is not None:
                played[step.seat] += 1
        if step.kind == "trick":
            tricks.append({"plays": open_trick, "end": index, "winner": step.seat})
            open_trick = []
        shown.append(item)
    if open_trick:
        tricks.append({"plays": open_trick, "end": None, "winner": None})
    return shown, tricks, spoken


def _belongs(at: int | None, step: Step) -> bool:
    """Whether a step shows a comment: those of its play, or at the start those of the whole deal."""
    return step.kind == "deal" if at is None else step.kind == "play" and step.position == at


def _early(step: Step, judgement: Judgement) -> bool:
    """Whether a step comes before the second deal."""
    if step.kind == "settlement":
        return judgement.outcome == Outcome.THROWN_IN
    return step.kind in ("deal", "call") or (step.kind == "exchange" and step.position == -1)


def _held(
    deal: Deal, ruleset: Ruleset, step: Step, played: Sequence[int], early: bool
) -> tuple[list[Cards], list[int], int, Card | None]:
    """The cards each seat holds as far as they are known, how many are not, how many lie in the stock, and on it.

    Early, before the second deal, only what was dealt before the auction is held, where the record tells it apart.
    """
    hands = list(step.hands)
    sizes = [ruleset.hand_size - each for each in played]
    if early and deal.before is not None and deal.hands is not None and deal.dealt_order:
        sizes = list(deal.before)
        hands = [mask(hand[:count]) for hand, count in zip(deal.hands, deal.before, strict=True)]
    hidden = [max(0, size - held.bit_count()) for size, held in zip(sizes, hands, strict=True)]
    pack = (PACK_24 if ruleset.values["deal.pack"] == "24" else PACK_32).bit_count()
    turned = deal.turned if early or step.kind == "exchange" else None
    if turned is not None and turned < UNKNOWN and any(held >> turned & 1 for held in hands):
        turned = None
    return hands, hidden, max(0, pack - sum(sizes) - sum(played) - (turned is not None)), turned


def _time(deal: Deal, step: Step) -> str | None:
    if step.kind == "call" and deal.calls and step.position is not None:
        return deal.calls[step.position].time
    if step.kind == "play" and deal.plays and step.position is not None and step.position < len(deal.plays):
        return deal.plays[step.position].time
    return deal.time if step.kind == "deal" else None


def _clock(time: str | None, before: str | None, tr: Language) -> str:
    """When it happened, with the seconds since what came before where both are recorded."""
    if not time:
        return ""
    text = time[:19].replace("T", " ")
    try:
        waited = (datetime.fromisoformat(time) - datetime.fromisoformat(before or time)).total_seconds()
    except ValueError:
        return text
    return tr(mark("{time} (after {seconds} s)")).format(time=text, seconds=f"{waited:g}") if waited > 0 else text


def _marks(
    deal: Deal, judgement: Judgement, steps: Sequence[Step], seats: int, tr: Language
) -> list[list[dict[str, Any]]]:
    """By seat: what stands beside its name, and from which step on."""
    marks: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
    if deal.dealer is not None:
        marks[deal.dealer].append({"text": tr(mark("dealer")), "from": 0})
    if judgement.taker is not None:
        taken = next((at for at, step in enumerate(steps) if step.kind not in ("deal", "call")), 0)
        marks[judgement.taker].append({"text": tr(mark("taker")), "from": taken})
    for seat in deal.bots:
        if seat < seats:
            marks[seat].append({"text": tr(mark("bot")), "from": 0})
    return marks


def _facts(deal: Deal, ruleset: Ruleset, judgement: Judgement, telling: Telling) -> list[dict[str, Any]]:
    tr = telling.tr
    facts: list[dict[str, Any]] = [{"label": tr(mark("Contract")), "value": telling.contract()}]

    def fact(label: str, *value: Any) -> None:
        facts.append({"label": tr(label), "value": list(value)})

    if judgement.taker is not None:
        fact(mark("Taker"), telling.names[judgement.taker])
    if deal.turned is not None:
        fact(mark("Turned card"), deal.turned)
    if judgement.outcome in OUTCOME_WORDS:
        fact(mark("Outcome"), tr(OUTCOME_WORDS[judgement.outcome]))
    if deal.claims.hanging is not None and deal.claims.hanging[0]:
        fact(mark("Hanging before"), str(deal.claims.hanging[0]))
    if judgement.hanging:
        fact(mark("Left hanging"), str(judgement.hanging))
    fact(mark("Rules"), tr(ruleset.title) or ruleset.name)
    if deal.time:
        fact(mark("Played"), one_line(deal.time[:16].replace("T", " ")))
    wrong = sum(not each.unsettled for each in judgement.findings)
    if wrong:
        text = tr.plural("{count} violation", "{count} violations", wrong)
        facts.append({"label": "!", "value": [text], "wrong": True})
    return facts


def open_parts(judgement: Judgement, tr: Language) -> list[dict[str, str]]:
    """The parts of the deal that could not be judged, and why: silence never means legal."""
    return [
        {"part": tr(PART_WORDS[at]), "reason": tr(judgement.reasons[at])}
        for at in range(len(PARTS))
        if judgement.verdicts[at] == Verdict.NOT_AUDITABLE
    ]


def _suit_order(contract: int | None) -> list[int]:
    """Suits from the left of a hand: trumps first, then black and red by turns."""
    order = list(_RED_AND_BLACK)
    if contract is not None and contract < NO_TRUMP:
        at = order.index(contract)
        order = order[at:] + order[:at]
    return order


def _strength(contract: int | None) -> list[int]:
    table = STRENGTH[NO_TRUMP if contract is None else contract]
    return [int(each) for each in np.asarray(table)]


def start_of(steps: Sequence[Step], start: int | str | None) -> int:
    """The step to show first: an index within the deal, or that of a finding; the first for none."""
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
