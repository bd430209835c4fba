"""The eleven rule systems, read from their sources a second time, as plain dictionaries of knob values."""

from typing import Any

Knobs = dict[str, Any]

SYSTEMS = (
    "ua3-000", "fr4-001", "fr3-002", "fr2-002", "fr4-002", "bg4-003", "bg3-003", "bg4-004",
    "frbelote-004", "coinche-004", "bela-004",
)  # fmt: skip

NEVER_USED = "-"
"""Stands where a system never comes to the question that the knob answers."""

_SHORT = {
    "cw": "clockwise",
    "ccw": "counterclockwise",
    "partner": "unless_partner",
    "last": "unless_partner_last",
    "lead": "before_lead",
    "own": "own_card",
    "shown": "after_trick_1",
    "deal": "before_second_deal",
    "card": "own_first_card",
    "trump": "trump_first",
    "once": "exclusive",
    "all_of_it": "cards_and_capot",
    "asked": "on_demand",
    "scorer": "top_scorer",
    "steps": "two_steps",
}
"""The long values, as the table below has them."""

_TABLE = """
#                                 ua3        fr4-1   fr3-2   fr2-2   fr4-2   bg4-3     bg3-3     bg4-4    frb     coi     bela
deal.players                      3          4       3       2       4       4         3         4        4       4       4
deal.pack                         32         32      32      32      32      32        24        32       32      32      32
deal.direction                    cw         ccw     cw      cw      cw      ccw       ccw       ccw      ccw     ccw     ccw
deal.packets                      3+3|3      3+2|3   3+3|3   3+3|3   3+2|3   3+2|3     3+2|3     3+2|3    3+2|3   3+2+3|  3+3|2
deal.taker_packet                 -          in_turn -       -       first   -         -         -        in_turn -       -
deal.next_dealer                  scorer     next    taker   taker   taker   next      next      next     next    next    next
deal.seven_exchange               card       none    deal    deal    none    none      none      none     none    none    none
auction.style                     take       take    take    take    take    ladder    ladder    ladder   take    points  name
auction.second_round              other      other   other   other   other   -         -         -        other   -       -
play.opening_lead                 eldest     eldest  taker   taker   taker   eldest    eldest    eldest   eldest  eldest  eldest
play.ruff                         always     partner always  always  last    always    always    partner  partner partner always
play.overruff                     yes        yes     no      no      no      yes       yes       yes      yes     yes     yes
play.underruff                    yes        yes     yes     yes     yes     yes       yes       no       yes     yes     yes
play.head_trump                   always     always  always  always  always  always    always    always   always  always  always
declarations.contest              joint      none    joint   joint   joint   ranked    ranked    separate joint   joint   joint
declarations.tie                  trump      -       trump   trump   trump   void      void      void     trump   trump   first
declarations.cards                shared     -       shared  shared  shared  once      once      once     once    once    once
declarations.time                 steps      -       lead    lead    lead    own       own       own      own     own     own
declarations.show                 asked      -       lead    lead    lead    shown     shown     shown    shown   shown   shown
declarations.belote_card          anytime    first   either  either  either  either    either    first    first   first   first
declarations.belote_discard       -          -       -       -       -       sayable   sayable   lost     -       -       -
settlement.belote_kept            no         yes     no      no      no      no        no        no       no      yes     no
settlement.trickless_declarations void       -       void    void    void    keep      keep      keep     keep    keep    keep
settlement.trickless_belote       void       keep    keep    keep    keep    keep      keep      keep     keep    keep    transfer
settlement.capot                  100        90      100     100     90      90        90        90       90      88      90
settlement.capot_when             entry      raw     entry   entry   raw     raw       raw       raw      raw     raw     raw
settlement.no_trump_doubles       -          -       -       -       -       all_of_it all_of_it cards    -       -       -
settlement.inside                 split      all     top     all     all     all       split     all      all     all     all
settlement.equal                  hang       hang    hang    hang    hang    hang      hang      hang     hang    fail    hang
settlement.rounding               exact      exact   exact   exact   exact   game      game      game     exact   tens    exact
settlement.suit_up_from           -          -       -       -       -       5         5         6        -       -       -
settlement.suit_boundary          -          -       -       -       -       6         6         6        -       -       -
settlement.suit_larger            -          -       -       -       -       down      down      down     -       -       -
settlement.no_trump_up_from       -          -       -       -       -       5         5         5        -       -       -
settlement.all_trump_up_from      -          -       -       -       -       5         5         5        -       -       -
settlement.all_trump_boundary     -          -       -       -       -       4         4         4        -       -       -
settlement.all_trump_larger       -          -       -       -       -       up        up        down     -       -       -
match.target                      501        1000    500     500     1000    151       151       151      501     1000    1001
match.both_reach                  last_trick higher  higher  higher  higher  higher    higher    higher   higher  higher  higher
match.no_exit                     ()         ()      ()      ()      ()      both      both      both     ()      ()      ()
match.claim                       own_trick  none    none    none    anytime none      none      none     none    none    none
match.end                         announced  reached reached reached reached reached   reached   reached  reached reached reached
match.misdeal_penalty             0          0       50      50      50      0         0         0        0       0       0
match.revoke_penalty              0          0       100     100     100     0         0         0        0       0       0
"""  # noqa: E501

_TEXTS = {"deal.pack", "deal.packets"}


def _value(knob: str, word: str) -> Any:
    if knob == "match.no_exit":
        return () if word == "()" else ("capot", "hanging")
    if word in ("yes", "no"):
        return word == "yes"
    if word.isdigit() and knob not in _TEXTS:
        return int(word)
    return _SHORT.get(word, word)


def _read() -> dict[str, Knobs]:
    rules: dict[str, Knobs] = {system: {} for system in SYSTEMS}
    for line in _TABLE.split("\n"):
        if line and not line.startswith("#"):
            knob, *words = line.split()
            for system, word in zip(SYSTEMS, words, strict=True):
                if word != NEVER_USED:
                    rules[system][knob] = _value(knob, word)
    for system in rules.values():
        system.update(ORDINARY)
    return rules


ORDINARY: Knobs = {
    "auction.contracts": "suits",
    "auction.lowest_bid": 80,
    "auction.highest_bid": 0,
    "auction.raise_oneself": False,
    "auction.doubling": "called",
    "play.over_partner": False,
    "play.head_plain": "never",
    "declarations.order": "lead",
    "declarations.carres": "table",
    "declarations.longer": False,
    "declarations.no_trump": False,
    "declarations.all_trump_belote": True,
    "declarations.rebelote": False,
    "settlement.belote_decides": True,
    "settlement.doubling": "whole",
    "settlement.doubled_belote": "keep",
    "settlement.redouble": 4,
    "settlement.bid_needs": "half",
    "settlement.inside_capot": True,
    "settlement.capot_by": "tricks",
    "settlement.scaled": False,
}
"""Knobs in which only public tables differ: none of the eleven sources thinks of another way."""

RULES = _read()
"""By system: the value of every knob that it comes to use."""
