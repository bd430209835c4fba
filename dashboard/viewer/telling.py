"""What is said of each step of a deal: who did what, what he could have done, which rule was broken and why."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dashboard.messages import Language, mark
from dashboard.messages.indices import INDICES
from dashboard.viewer.parts import (
    RANK_WORDS,
    Parts,
    call_parts,
    capital,
    card_parts,
    contract_parts,
    fill,
    plain,
    recorded_parts,
)  # fmt: skip
from dashboard.wording import one_line
from replay.cards import members
from replay.judgement import Finding, Judgement, Outcome
from replay.record import CAPOT_BID, REDOUBLE, TAKE, Announcement, CallCode, Deal, bid, call_by_name
from replay.rulesets import Ruleset
from replay.sources import cited, clauses, points
from replay.steps import Step
from replay.violations import CATALOGUE

KIND_WORDS: Final = {
    "tierce": mark("a tierce"), "quarte": mark("a quarte"), "quinte": mark("a quinte"), "carre": mark("a carré"),
}  # fmt: skip
SEVERITY_WORDS: Final = {"error": mark("violation"), "warning": mark("warning"), "note": mark("note")}
OUTCOME_WORDS: Final = {
    Outcome.MADE: mark("made"),
    Outcome.INSIDE: mark("inside"),
    Outcome.HANGING: mark("hanging"),
    Outcome.THROWN_IN: mark("thrown in"),
}
_PLACES: Final = {
    "deal": mark("The deal"), "settlement": mark("The end"), "exchange": mark("Exchange"),
    "declaration": mark("Declaration"), "belote": mark("Belote"),
}  # fmt: skip


class Telling:
    """Tells one deal in one language."""

    def __init__(self, deal: Deal, judgement: Judgement, names: Sequence[str], sides: Sequence[str], tr: Language):
        self.deal, self.judgement, self.tr = deal, judgement, tr
        self.names, self.sides = list(names), list(sides)
        self.spoken = list(deal.declarations or ())

    def name(self, seat: int | None) -> str:
        """Who sits there."""
        return self.tr(mark("Someone")) if seat is None else self.names[seat]

    def contract(self) -> Parts:
        """The contract that was played."""
        judged = self.judgement
        if judged.contract is None:
            return [self.tr(mark("none") if judged.outcome == Outcome.THROWN_IN else mark("not known"))]
        return contract_parts(judged.contract, self.tr, judged.level, judged.doubled)

    def announcement(self, said: Announcement) -> Parts:
        """A declaration as it was announced: its cards, or its kind and top."""
        if said.cards:
            return card_parts(said.cards)
        kind = self.tr(KIND_WORDS.get(said.kind or "", mark("a declaration")))
        if said.top is None:
            return [kind]
        top = self.tr(RANK_WORDS[said.top])
        return [f"{kind} {self.tr(mark('to the {rank}')).format(rank=top)}"]

    def heard(self, step: Step) -> Announcement | None:
        """The declaration of a step; each is told once, in their order."""
        for each in self.spoken:
            if each.seat == step.seat and each.play == step.position:
                self.spoken.remove(each)
                return each
        return None

    def text(self, step: Step, said: Announcement | None) -> Parts:
        """What happens in a step, in a sentence."""
        tr, who = self.tr, self.name(step.seat)
        if step.kind == "deal":
            return self._dealing()
        if step.kind == "settlement":
            return self._end()
        if step.kind == "play":
            played = tr(mark("{who} plays {card}"))
            if step.card is not None and self.lacking(step):
                played = tr(mark("{who} must have played {card} here: the record lacks it"))
            return fill(played, who=who, card=255 if step.card is None else step.card)
        if step.kind == "trick":
            return fill(tr(mark("{who} takes the trick")), who=who)
        return fill(tr(mark("{who}: {said}")), who=who, said=self.words(step, said))

    def words(self, step: Step, said: Announcement | None) -> Parts:
        """What is said or done in a step, without who."""
        tr = self.tr
        if step.kind == "call" and self.deal.calls and step.position is not None:
            return call_parts(self.deal.calls[step.position].call, tr, self.deal.turned)
        if step.kind == "declaration" and said is not None:
            return fill(tr(mark("announces {what}")), what=self.announcement(said))
        if step.kind == "exchange" and self.deal.turned is not None and self.deal.turned < 32:
            given = self.deal.turned // 8 * 8
            return fill(tr(mark("gives {card} for {turned}")), card=given, turned=self.deal.turned)
        if step.kind == "exchange":
            return [tr(mark("gives the seven for the turned card"))]
        return [tr({"belote": mark("belote"), "rebelote": mark("rebelote")}.get(step.text, step.text))]

    def lacking(self, step: Step) -> bool:
        """Whether the record lacks this play, which can only have been this one."""
        gap = self.judgement.missing
        lacks = gap is not None and step.kind == "play" and (step.position, step.seat, step.card) == gap
        return lacks and any(each.code == "play.missing" for each in step.findings)

    def _dealing(self) -> Parts:
        out: Parts = []
        if self.deal.dealer is not None:
            out += fill(self.tr(mark("{who} deals")), who=self.name(self.deal.dealer))
        if self.deal.turned is not None:
            out += [", "] if out else []
            out += fill(self.tr(mark("{card} is turned")), card=self.deal.turned)
        return out or [self.tr(mark("The cards are dealt"))]

    def _end(self) -> Parts:
        judged, tr = self.judgement, self.tr
        if judged.outcome == Outcome.THROWN_IN:
            return [tr(mark("All passed: the deal is thrown in"))]
        if self.deal.ended == "claimed":
            return fill(tr(mark("{who} stops the play and claims the match")), who=self.name(self.deal.ended_by))
        if self.deal.ended == "abandoned":
            return [tr(mark("The deal was abandoned"))]
        if judged.contract is None or judged.outcome not in OUTCOME_WORDS:
            return [tr(mark("The end of the record"))]
        outcome = tr(OUTCOME_WORDS[judged.outcome])
        if judged.taker is None:
            return capital([outcome])
        return fill(
            tr(mark("{who} took {contract}: {outcome}")), who=self.name(judged.taker), contract=self.contract(),
            outcome=outcome,
        )  # fmt: skip

    def bubble(self, step: Step, said: Announcement | None) -> Parts:
        """What stands in the middle of the table while no card is played."""
        if step.kind in ("deal", "play", "trick"):
            return []
        if step.kind == "settlement":
            score = self.judgement.score
            if score is None and not any(step.tricks):
                return []
            return [" : ".join(map(str, score if score is not None else step.points))]
        return self.words(step, said)

    def place(self, step: Step, trick: int, card: int) -> str:
        """Where in the deal a step is, counted from 1."""
        tr = self.tr
        if step.kind == "play":
            return tr(mark("Trick {trick}, card {card}")).format(trick=trick + 1, card=card + 1)
        if step.kind == "trick":
            return tr(mark("Trick {trick}")).format(trick=trick + 1)
        if step.kind == "call" and step.position is not None:
            return tr(mark("Call {call}")).format(call=step.position + 1)
        return tr(_PLACES.get(step.kind, step.kind))

    def choice(self, step: Step) -> str:
        """How much choice there was."""
        tr = self.tr
        if step.kind == "call":
            return tr(mark("Which calls were allowed is not known.")) if step.seat is None else ""
        if step.kind != "play" or step.seat is None:
            return ""
        if not step.allowed:
            return tr(mark("Which cards were legal is not known."))
        legal, held = len(members(step.allowed)), len(members(step.hands[step.seat]))
        if held == 1:
            return tr(mark("The last card."))
        if legal == held:
            return tr(mark("All {held} cards are legal.")).format(held=held)
        return tr.plural("{count} card of {held} is legal.", "{count} cards of {held} are legal.", legal, held=held)

    def allowed_calls(self, step: Step) -> list[Parts]:
        """The calls that a seat could make."""
        calls = [call_by_name(each) for each in step.allowed_calls]
        turned = self.deal.turned
        if TAKE in calls and turned is not None:
            # To name the turned suit is to take it.
            calls = [each for each in calls if each != bid(turned // 8)]
        levels = {each // 8 for each in calls if each > REDOUBLE and each // 8 > 1}
        if len(levels) < 3:
            return [call_parts(each, self.tr, turned) for each in calls]
        return [
            *(call_parts(each, self.tr, turned) for each in calls if each <= REDOUBLE or each // 8 not in levels),
            *self._ladder(calls, sorted(levels)),
        ]

    def _ladder(self, calls: Sequence[CallCode], levels: Sequence[int]) -> list[Parts]:
        """Bids of points in short: those that lead through the same suits from one to the next as one, `90-160 ♣♦`."""
        runs: list[tuple[list[int], list[int]]] = []
        for level in levels:
            suits = [each % 8 for each in calls if each // 8 == level]
            if runs and runs[-1][1] == suits and level != CAPOT_BID:
                runs[-1][0].append(level)
            else:
                runs.append(([level], suits))
        out: list[Parts] = []
        for run, suits in runs:
            first = contract_parts(suits[0], self.tr, run[0])
            if len(run) > 1:
                first = [f"{run[0]}-{run[-1]} ", *first[1:]]
            rest = [part for suit in suits[1:] for part in contract_parts(suit, self.tr)]
            out.append([*first, *rest])
        return out

    def sentence(self, finding: Finding) -> Parts:
        """What was broken, in one sentence."""
        return broken(finding, self.names, self.sides, self.tr)

    def finding(self, finding: Finding) -> dict[str, Any]:
        """A broken rule with all that explains it."""
        tr, entry = self.tr, CATALOGUE[finding.code]
        if finding.unsettled:
            where = tr(
                mark("Open point {clause}: the source of these rules is silent here, and our reading was broken.")
            )
        else:
            where = tr(mark("Clause {clause}"))
        return {
            "code": finding.code,
            "title": tr(entry.title),
            "severity": entry.severity,
            "kind": tr(mark("unsettled")) if finding.unsettled else tr(SEVERITY_WORDS[entry.severity]),
            "sentence": self.sentence(finding),
            "clause": where.format(clause=finding.clause) if finding.clause else "",
            "says": _says(finding.clause, tr),
            "allowed": finding.allowed,
            "unsettled": finding.unsettled,
        }


SEAT = mark("Seat {seat}")
WITHIN = "within a sentence"


def broken(finding: Finding, names: Sequence[str], sides: Sequence[str], tr: Language) -> Parts:
    """What was broken, in one sentence, with the names of seats and sides."""
    # A seat without a name is said otherwise within a sentence.
    within = [
        tr.of(WITHIN, SEAT).format(seat=seat + 1) if name == tr(SEAT).format(seat=seat + 1) else name
        for seat, name in enumerate(names)
    ]
    compared: dict[str, Parts] = {
        key: recorded_parts(text, tr, within, list(sides)) if text else [tr(mark("something else"))]
        for key, text in (("recorded", finding.recorded), ("computed", finding.computed))
    }
    return fill(
        tr(CATALOGUE[finding.code].sentence),
        seat=tr(mark("Someone")) if finding.seat is None else names[finding.seat],
        card=tr(mark("the card")) if finding.card is None else finding.card,
        allowed=card_parts(finding.allowed) or [tr(mark("nothing else"))],
        **compared,
    )


def broken_text(finding: Finding, ruleset: Ruleset, tr: Language, names: Mapping[int, str] | None = None) -> str:
    """The same as plain text, where only some seats' names are known."""
    seats = [(names or {}).get(seat) or tr(SEAT).format(seat=seat + 1) for seat in range(ruleset.players)]
    sides = [tr(mark("Side {side}")).format(side=side + 1) for side in range(ruleset.sides)]
    return plain(broken(finding, seats, sides, tr), INDICES.get(tr.code, INDICES["en"]))


def _says(clause: str, tr: Language) -> list[str]:
    """What the cited places say, in words of our own."""
    out: list[str] = []
    for place in cited(clause):
        if place in points():
            point = points()[place]
            text = f"{place}: {tr(point.about)} {tr(point.ours)}"
        else:
            text = f"{place}: {tr(clauses()[place])}" if place in clauses() else ""
        if text and text.partition(": ")[2] not in (each.partition(": ")[2] for each in out):
            out.append(text)
    return out


def notes(deal: Deal) -> list[tuple[int | None, str]]:
    """The comments of a record with the play that each belongs to; None for the whole deal."""
    out = []
    for note in deal.notes:
        at = note.get("position", note.get("play"))
        text = next((note[key] for key in ("text", "note", "comment") if isinstance(note.get(key), str)), None)
        if text is None:
            text = ", ".join(f"{key}: {value}" for key, value in note.items() if key not in ("position", "play"))
        whole = not isinstance(at, int) or isinstance(at, bool)
        out.append((None if whole else at, one_line(text, 400)))
    return out
