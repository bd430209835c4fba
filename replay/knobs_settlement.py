"""The knobs of the settlement: what each side writes for a deal."""

from typing import Final

from replay.knob import Knob

_ROUND_FROM = "the last digit from which a sum is rounded up"
_LARGER = {"down": "the larger sum goes down and the smaller up", "up": "the larger sum goes up and the smaller down"}

SETTLEMENT: Final[tuple[Knob, ...]] = (
    Knob(
        "settlement.belote_decides",
        True,
        "Whether belote counts for making the contract; else it stands apart, and nothing takes it.",
        "001:25, 004:28, 011:7",
    ),
    Knob(
        "settlement.doubling",
        "whole",
        "What a double multiplies for who wins the deal.",
        "003:34, 004:30, 004:52, 008:6, 011:8, 012:4",
        {
            "whole": "the points of the whole deal, with the bid",
            "own": "what he writes undoubled, with the bid; the defence writes the whole deal",
            "bid": "the bid alone, beside the points of the whole deal",
        },
    ),
    Knob(
        "settlement.doubled_belote",
        "keep",
        "The belote of a defence that loses a doubled bid of points.",
        "004:54, 008:6, 012:4",
        {"keep": "it is written", "void": "it is not written", "transfer": "the attack writes it"},
    ),
    Knob(
        "settlement.redouble",
        4,
        "How many times a redoubled deal counts.",
        "003:35, 004:30, 004:52, 012:4",
        numbers=(2, 8),
    ),
    Knob(
        "settlement.bid_needs",
        "half",
        "What a bid of points needs besides its points.",
        "004:54, 006:10, 008:6, 012:4",
        {
            "half": "82 points in cards, last trick included",
            "more": "more points than the defence",
            "bid": "nothing",
        },
    ),
    Knob(
        "settlement.inside_capot",
        True,
        "Whether a defence that took every trick, or beat a bid of capot, writes the points of a capot too.",
        "004:54, 006:10, 008:6",
    ),
    Knob(
        "settlement.capot_by",
        "tricks",
        "How a capot is told.",
        "000:67, 001:25, 004:27, 008:6",
        {"tricks": "the others have no trick", "points": "the others have no points in cards"},
    ),
    Knob(
        "settlement.scaled",
        False,
        "Whether in no trump and all trumps card points are brought to 152 first, but in a rising auction.",
        "004:27, 008:6",
    ),
    Knob(
        "settlement.belote_kept",
        False,
        "Whether an attack that fails keeps its belote.",
        "001:23, 002:77, 004:50, 004:54",
    ),
    Knob(
        "settlement.trickless_declarations",
        "keep",
        "Declarations of a side without a trick.",
        "000:67, 002:45, 003:51",
        {"keep": "they count", "void": "they do not count", "transfer": "they go to the other side"},
    ),
    Knob(
        "settlement.trickless_belote",
        "keep",
        "The belote of a side without a trick.",
        "000:67, 002:49, 004:44",
        {"keep": "it counts", "void": "it does not count", "transfer": "it goes to the other side"},
    ),
    Knob(
        "settlement.capot",
        90,
        "Points when a side has no trick, shared by the sides that have.",
        "000:67, 001:25, 002:59, 002:83, 003:51, 004:27, 004:48, 004:54",
        numbers=(0, 1000),
    ),
    Knob(
        "settlement.capot_when",
        "raw",
        "Where the points of a capot come in.",
        "000:67, 001:25, 002:59",
        {"raw": "among the points that decide the contract", "entry": "as an entry of their own after the settlement"},
    ),
    Knob(
        "settlement.no_trump_doubles",
        "cards",
        "What counts twice in no trump.",
        "003:45, 003:51, 004:27, 004:48",
        {"cards": "cards and last trick", "cards_and_capot": "cards, last trick and capot"},
    ),
    Knob(
        "settlement.inside",
        "all",
        "Who writes the points of an attack that fails.",
        "000:65, 001:25, 002:55, 003:53, 004:28",
        {"all": "the defence", "split": "the opponents, half each", "top": "the opponent with most"},
    ),
    Knob(
        "settlement.equal",
        "hang",
        "What equal points of attack and defence mean.",
        "000:66, 001:27, 002:57, 003:41, 004:29, 004:54",
        {
            "hang": "the attack's points hang for the winner of the next deal",
            "fail": "the attack has failed",
            "made": "the contract is made",
        },
    ),
    Knob(
        "settlement.rounding",
        "exact",
        "In what the score is written.",
        "000:69, 001:35, 003:46, 003:49, 004:26, 004:31",
        {"exact": "every point", "tens": "the nearest ten, five up", "game": "divided by ten, by the digits below"},
    ),
    Knob("settlement.suit_up_from", 6, f"In a suit, {_ROUND_FROM}.", "003:25, 004:31", numbers=(1, 9)),
    Knob(
        "settlement.suit_boundary",
        6,
        "In a suit, the last digit on which one of two sums goes up and one down; 0 for none.",
        "003:49, 004:31",
        numbers=(0, 9),
    ),
    Knob(
        "settlement.suit_larger",
        "down",
        "In a suit, what two sums that end in that digit do.",
        "003:49, 004:31",
        _LARGER,
    ),
    Knob("settlement.no_trump_up_from", 5, f"In no trump, {_ROUND_FROM}.", "003:45, 004:31", numbers=(1, 9)),
    Knob("settlement.all_trump_up_from", 5, f"In all trumps, {_ROUND_FROM}.", "003:46, 004:31", numbers=(1, 9)),
    Knob(
        "settlement.all_trump_boundary",
        4,
        "In all trumps, the last digit on which one of two sums goes up and one down; 0 for none.",
        "003:46, 004:31",
        numbers=(0, 9),
    ),
    Knob(
        "settlement.all_trump_larger",
        "down",
        "In all trumps, what two sums that end in that digit do.",
        "003:46, 004:31",
        _LARGER,
    ),
)
