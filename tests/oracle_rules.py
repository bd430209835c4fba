"""The eleven rule systems, read from their sources a second time, as plain dictionaries of knob values."""

from typing import Any

Knobs = dict[str, Any]

SYSTEMS = (
    "ua3-000", "fr4-001", "fr3-002", "fr2-002", "fr4-002", "bg4-003", "bg3-003", "bg4-004",
    "frbelote-004", "coinche-004", "bela-004",
)  # fmt: skip

NEVER_USED = "-"
"""Stands where a system never comes to the question that the knob answers."""

_TABLE = """
deal.players                        3 4 3 2 4 4 3 4 4 4 4
deal.pack                           32 32 32 32 32 32 24 32 32 32 32
deal.direction                      clockwise counterclockwise clockwise clockwise clockwise counterclockwise counterclockwise counterclockwise counterclockwise counterclockwise counterclockwise
deal.packets                        3+3|3 3+2|3 3+3|3 3+3|3 3+2|3 3+2|3 3+2|3 3+2|3 3+2|3 3+2+3| 3+3|2
deal.taker_packet                   - in_turn - - first - - - in_turn - -
deal.next_dealer                    top_scorer next taker taker taker next next next next next next
deal.seven_exchange                 own_first_card none before_second_deal before_second_deal none none none none none none none
auction.style                       take take take take take ladder ladder ladder take points name
auction.second_round                other other other other other - - - other - -
play.opening_lead                   eldest eldest taker taker taker eldest eldest eldest eldest eldest eldest
play.ruff                           always unless_partner always always unless_partner_last always always unless_partner unless_partner unless_partner always
play.overruff                       yes yes no no no yes yes yes yes yes yes
play.underruff                      yes yes yes yes yes yes yes no yes yes yes
play.head_trump                     always always always always always always always always always always always
declarations.contest                joint none joint joint joint ranked ranked separate joint joint joint
declarations.tie                    trump_first - trump_first trump_first trump_first void void void trump_first trump_first first
declarations.cards                  shared - shared shared shared exclusive exclusive exclusive exclusive exclusive exclusive
declarations.time                   two_steps - before_lead before_lead before_lead own_card own_card own_card own_card own_card own_card
declarations.show                   on_demand - before_lead before_lead before_lead after_trick_1 after_trick_1 after_trick_1 after_trick_1 after_trick_1 after_trick_1
declarations.belote_card            anytime first either either either either either first first first first
declarations.belote_discard         - - - - - sayable sayable lost - - -
settlement.belote_kept              no yes no no no no no no no yes no
settlement.trickless_declarations   void - void void void keep keep keep keep keep keep
settlement.trickless_belote         void keep keep keep keep keep keep keep keep keep transfer
settlement.capot                    100 90 100 100 90 90 90 90 90 88 90
settlement.capot_when               entry raw entry entry raw raw raw raw raw raw raw
settlement.no_trump_doubles         - - - - - cards_and_capot cards_and_capot cards - - -
settlement.inside                   split all top all all all split all all all all
settlement.equal                    hang hang hang hang hang hang hang hang hang fail hang
settlement.rounding                 exact exact exact exact exact game game game exact tens exact
settlement.suit_up_from             - - - - - 5 5 6 - - -
settlement.suit_boundary            - - - - - 6 6 6 - - -
settlement.suit_larger              - - - - - down down down - - -
settlement.no_trump_up_from         - - - - - 5 5 5 - - -
settlement.all_trump_up_from        - - - - - 5 5 5 - - -
settlement.all_trump_boundary       - - - - - 4 4 4 - - -
settlement.all_trump_larger         - - - - - up up down - - -
match.target                        501 1000 500 500 1000 151 151 151 501 1000 1001
match.both_reach                    last_trick higher higher higher higher higher higher higher higher higher higher
match.no_exit                       () () () () () capot,hanging capot,hanging capot,hanging () () ()
match.claim                         own_trick none none none anytime none none none none none none
match.end                           announced reached reached reached reached reached reached reached reached reached reached
match.misdeal_penalty               0 0 50 50 50 0 0 0 0 0 0
match.revoke_penalty                0 0 100 100 100 0 0 0 0 0 0
"""

_TEXTS = {"deal.pack", "deal.packets"}


def _value(knob: str, word: str) -> Any:
    if knob == "match.no_exit":
        return () if word == "()" else tuple(word.split(","))
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if word.isdigit() and knob not in _TEXTS else word


def _read() -> dict[str, Knobs]:
    rules: dict[str, Knobs] = {system: {} for system in SYSTEMS}
    for line in _TABLE.split("\n"):
        if line:
            knob, *words = line.split()
            for system, word in zip(SYSTEMS, words, strict=True):
                if word != NEVER_USED:
                    rules[system][knob] = _value(knob, word)
    return rules


RULES = _read()
"""By system: the value of every knob that it comes to use."""
