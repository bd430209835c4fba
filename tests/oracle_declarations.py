"""Declarations and belote said a second time: what a hand holds, what counts, and when it may be said."""

from itertools import combinations
from typing import Any

from tests.oracle_play import suit
from tests.oracle_rules import Knobs

Declaration = dict[str, Any]
"""{"kind": "sequence", "length", "top", "suit"} or {"kind": "carre", "rank"}; as announced, also "order" and "side"."""

NATURAL = "789TJQKA"
CARRES = ["Q", "K", "T", "A", "9", "J"]
NATURAL_CARRES = ["7", "8", "T", "Q", "K", "A", "9", "J"]
"""The ranks of which four count, from the lowest carré to the highest."""


def length(declaration: Declaration) -> int:
    """A longer sequence counts as one of five (000:43, 002:39, 004:11)."""
    return min(5, int(declaration["length"]))


def value(declaration: Declaration) -> int:
    if declaration["kind"] == "carre":
        return {"J": 200, "9": 150, "8": 0, "7": 0}.get(declaration["rank"], 100)
    return {3: 20, 4: 50, 5: 100}[length(declaration)]


def strength(knobs: Knobs, declaration: Declaration) -> tuple[int, int, int]:
    """Every carré above every sequence; carrés by rank, sequences by length and then by top card."""
    if declaration["kind"] == "carre":
        if knobs.get("declarations.carres") == "equal":
            return 1, value(declaration), 0
        order = CARRES if knobs.get("declarations.carres", "table") == "table" else NATURAL_CARRES
        return 1, order.index(declaration["rank"]), 0
    cards: int = declaration["length"] if knobs.get("declarations.longer") else length(declaration)
    return 0, cards, NATURAL.index(declaration["top"])


def cards_of(declaration: Declaration) -> set[str]:
    if declaration["kind"] == "carre":
        return {declaration["rank"] + s for s in "CDHS"}
    top = NATURAL.index(declaration["top"])
    return {NATURAL[top - i] + declaration["suit"] for i in range(declaration["length"])}


def carres(hand: list[str]) -> list[Declaration]:
    found: list[Declaration] = [{"kind": "carre", "rank": r} for r in CARRES]
    return [carre for carre in found if cards_of(carre) <= set(hand)]


def stretches(hand: list[str]) -> list[Declaration]:
    """Every sequence that can be read out of the hand, parts of longer ones too."""
    found: list[Declaration] = [
        {"kind": "sequence", "length": n, "top": top, "suit": s}
        for s in "CDHS"
        for top in NATURAL
        for n in range(3, NATURAL.index(top) + 2)
    ]
    return [sequence for sequence in found if cards_of(sequence) <= set(hand)]


def unbroken(hand: list[str]) -> list[Declaration]:
    """The sequences that are no part of a longer one."""
    every = stretches(hand)
    return [one for one in every if not any(cards_of(one) < cards_of(other) for other in every)]


def hand_declarations(knobs: Knobs, hand: list[str]) -> list[Declaration]:
    """What a hand may announce at best, the strongest first.

    Where a card may serve once only: the disjoint set worth most; of several worth the same, the one whose strongest
    declaration is the strongest, then the next, and of these the one with the longest sequences.
    """
    if knobs["declarations.contest"] == "none":
        return []
    if knobs["declarations.cards"] == "shared":
        return sorted(carres(hand) + unbroken(hand), key=lambda one: strength(knobs, one), reverse=True)

    found = carres(hand) + stretches(hand)
    best: list[Declaration] = []
    for size in range(1, len(hand) // 3 + 1):
        for chosen in combinations(found, size):
            together = [card for one in chosen for card in cards_of(one)]
            if len(together) == len(set(together)):
                chosen = sorted(chosen, key=lambda one: strength(knobs, one), reverse=True)
                best = max(best, chosen, key=lambda some: _rating(knobs, some))
    return best


def _rating(knobs: Knobs, chosen: list[Declaration]) -> tuple[Any, ...]:
    return (
        declarations_total(chosen),
        [strength(knobs, one) for one in chosen],
        sum(len(cards_of(one)) for one in chosen),
    )


def declarations_total(declarations: list[Declaration]) -> int:
    return sum(value(one) for one in declarations)


def _winning_side(knobs: Knobs, contract: str, rivals: list[Declaration]) -> int | None:
    """The side of the best of these declarations; None where equal ones of different sides fall together."""
    if not rivals:
        return None
    best = max(strength(knobs, one) for one in rivals)
    equal = [one for one in rivals if strength(knobs, one) == best]
    if len({one["side"] for one in equal}) == 1:
        return int(equal[0]["side"])
    if knobs["declarations.tie"] == "void":
        return None
    if knobs["declarations.tie"] == "trump_first":
        in_trumps = [one for one in equal if one.get("suit") == contract]
        equal = in_trumps or equal
    if knobs["declarations.tie"] == "trump_void":
        in_trumps = [one for one in equal if one.get("suit") == contract]
        return int(in_trumps[0]["side"]) if in_trumps else None
    return int(min(equal, key=lambda one: one["order"])["side"])


def contest(knobs: Knobs, contract: str, announced: list[Declaration]) -> list[int]:
    """The points that each side's announced declarations bring; "order" is the order of announcing."""
    sides = 2 if knobs["deal.players"] == 4 else knobs["deal.players"]
    counting: list[Declaration] = []
    # In no trump there are no declarations (003:25, 004:9), but where the table counts them.
    if contract != "NT" or knobs.get("declarations.no_trump"):
        if knobs.get("declarations.cards") != "shared":
            announced = [part for one in announced for part in _parts(one)]
        counting = {"none": _nothing, "joint": _joint, "separate": _separate, "ranked": _ranked}[
            knobs["declarations.contest"]
        ](knobs, contract, announced)
    return [declarations_total([one for one in counting if one["side"] == side]) for side in range(sides)]


def _parts(one: Declaration) -> list[Declaration]:
    """All eight cards of a suit are a quinte and a tierce where a card serves once only (004:11)."""
    if one["kind"] == "carre" or one["length"] < 8:
        return [one]
    return [{**one, "length": 5}, {**one, "length": 3, "top": "9"}]


def _nothing(knobs: Knobs, contract: str, announced: list[Declaration]) -> list[Declaration]:
    return []


def _joint(knobs: Knobs, contract: str, announced: list[Declaration]) -> list[Declaration]:
    side = _winning_side(knobs, contract, announced)
    return [one for one in announced if one["side"] == side]


def _separate(knobs: Knobs, contract: str, announced: list[Declaration]) -> list[Declaration]:
    counting = []
    for kind in ("carre", "sequence"):
        counting += _joint(knobs, contract, [one for one in announced if one["kind"] == kind])
    return counting


def _ranked(knobs: Knobs, contract: str, announced: list[Declaration]) -> list[Declaration]:
    """From the strongest kind down; what counts destroys the lower kinds of the other sides (003:62-65)."""
    carre, hundred, fifty, tierce = (
        [one for one in announced if one["kind"] == "carre"],
        *([one for one in announced if one["kind"] == "sequence" and length(one) == n] for n in (5, 4, 3)),
    )

    def left(lower: list[Declaration], destroyers: list[Declaration]) -> list[Declaration]:
        return [one for one in lower if all(higher["side"] == one["side"] for higher in destroyers)]

    carre = _joint(knobs, contract, carre)
    # Carré and hundred count beside each other (003:65).
    hundred = _joint(knobs, contract, hundred)
    fifty = _joint(knobs, contract, left(fifty, carre + hundred))
    tierce = _joint(knobs, contract, left(tierce, carre + hundred + fifty))
    return carre + hundred + fifty + tierce


def time_fault(
    knobs: Knobs,
    turn: int,
    declaration: Declaration,
    before: list[tuple[int, Declaration]],
    plays: int,
    contract: str | None = None,
) -> str | None:
    """What is wrong with the moment of an announcement: "late", "outranked", or None.

    `turn` counts the cards that the announcer has played, `plays` those on the table; `before` holds his own earlier
    announcements with their turns.
    """
    when = knobs["declarations.time"]
    if when == "before_lead":
        return "late" if plays > 0 else None
    if when == "own_card":
        return "late" if turn > 0 else None
    # Two steps: one with the first card, and until the second what is lower than that one (000:50).
    if turn > 1:
        return "late"
    if not before:
        return "late" if turn > 0 else None
    first_turn, first = before[0]
    if first_turn > 0:
        return "late"
    if strength(knobs, declaration) == strength(knobs, first):
        # Of equal ones the one in trumps is the higher, else the one announced earlier (000:45-46).
        higher = declaration.get("suit") == contract != first.get("suit")
    else:
        higher = strength(knobs, declaration) > strength(knobs, first)
    return "outranked" if higher else None


def belote_suits(knobs: Knobs, contract: str) -> list[str]:
    """The suits whose king and queen make a belote."""
    every = list("CDHS") if knobs.get("declarations.all_trump_belote", True) else []
    return {"NT": [], "AT": every}.get(contract, [contract])


def belote_allowed(
    knobs: Knobs,
    contract: str,
    of_suit: str,
    hand: list[str],
    card: str,
    trick: list[str],
    thrown: list[tuple[str, str]],
) -> bool:
    """Whether belote in a suit may be announced with this card.

    `hand` still holds the card, `trick` is what lies before it, `thrown` the player's own earlier cards, each with the
    suit that was led to its trick.
    """
    pair = {"K" + of_suit, "Q" + of_suit}
    gone = {old for old, _ in thrown}
    if of_suit not in belote_suits(knobs, contract) or not pair <= gone | set(hand):
        return False
    discards = {old for old, led in thrown if _discarded(contract, old, led)}
    discarding = card in pair and _discarded(contract, card, suit((*trick, card)[0]))
    if knobs.get("declarations.belote_discard") != "sayable" and (discards & pair or discarding):
        return False
    if knobs["declarations.belote_card"] == "anytime":
        return bool(pair & set(hand))
    if card not in pair or discarding:
        return False
    if knobs["declarations.belote_card"] == "first":
        # The one thrown on another suit could not carry the word, so the other one is now the first that can.
        return not pair & gone - discards
    return True


def _discarded(contract: str, card: str, led: str) -> bool:
    """Neither led nor following nor ruffing."""
    return suit(card) not in (led, contract)
