"""The knobs of a ruleset, each written once: allowed values, default, meaning, and where the sources speak of it."""

from typing import Final

from replay.knob import Knob as Knob
from replay.knob import Value as Value
from replay.knob import did_you_mean as did_you_mean
from replay.knob import quoted as quoted
from replay.knobs_settlement import SETTLEMENT

KNOBS: Final[tuple[Knob, ...]] = (
    # deal
    Knob(
        "deal.players",
        4,
        "How many play; four play in two pairs.",
        "000:4, 001:7, 002:11, 003:15, 004:3",
        numbers=(2, 4),
    ),
    Knob(
        "deal.pack",
        "32",
        "The cards in play.",
        "000:4, 001:7, 002:13, 003:15, 004:3",
        {"32": "sevens to aces", "24": "nines to aces"},
    ),
    Knob(
        "deal.direction",
        "counterclockwise",
        "Which way deal, auction and play go round; it names left and right only.",
        "000:61, 001:7, 002:73, 003:17, 004:17",
        {"clockwise": "the next seat is on the left", "counterclockwise": "the next seat is on the right"},
    ),
    Knob(
        "deal.packets",
        "3+2|3",
        "Cards dealt at a time to each player; the bar is the auction.",
        "000:6, 000:22, 001:7, 002:17, 003:17, 004:6, 004:17, 004:58",
        pattern=r"[1-9](\+[1-9])*\|([1-9](\+[1-9])*)?",
    ),
    Knob(
        "deal.taker_packet",
        "in_turn",
        "When the taker gets the rest of his cards.",
        "002:75",
        {"in_turn": "when his turn comes", "first": "before the others"},
    ),
    Knob(
        "deal.next_dealer",
        "next",
        "Who deals after a played deal; after a thrown-in one it is always the next seat.",
        "000:69, 001:7, 002:15, 004:17",
        {"next": "the next seat", "taker": "the taker", "top_scorer": "who wrote most in the deal"},
    ),
    Knob(
        "deal.seven_exchange",
        "none",
        "Whether a seven may be exchanged for the turned card.",
        "000:60, 001:9, 002:21",
        {
            "none": "never",
            "before_second_deal": "the seven of the turned suit, before the second deal, in any contract",
            "own_first_card": "the seven of trumps, in the turned suit only, until one's own first card",
        },
    ),
    # auction
    Knob(
        "auction.style",
        "take",
        "How the contract is found.",
        "000:19, 001:9, 002:19, 003:17, 004:7, 004:52, 004:56, 004:58",
        {
            "take": "take or pass on a turned card, then name a suit or pass",
            "name": "name a suit or pass once; the dealer must name",
            "ladder": "rising suits, no trump and all trumps, with double and redouble",
            "points": "points and a suit, or capot, with double and redouble",
        },
    ),
    Knob(
        "auction.second_round",
        "other",
        "Which suits may be named in the second round of take or pass.",
        "000:20, 001:9, 004:56",
        {"other": "any but the turned one", "any": "any"},
    ),
    Knob(
        "auction.contracts",
        "suits",
        "Which contracts may be named, in take or pass in the second round; a rising auction has them all.",
        "000:20, 001:9, 004:56",
        {"suits": "the four suits", "all": "the four suits, no trump and all trumps"},
    ),
    Knob(
        "auction.lowest_bid",
        80,
        "The lowest bid of points; higher ones are whole tens, and it is written as its own.",
        "004:52, 008:2",
        numbers=(10, 160),
    ),
    Knob("auction.highest_bid", 0, "The highest bid of points below capot; 0 for none.", "004:52", numbers=(0, 990)),
    Knob(
        "auction.raise_oneself",
        False,
        "Whether one whom nobody overbid may still raise himself in another contract.",
        "004:52, 008:2",
    ),
    Knob(
        "auction.doubling",
        "called",
        "How a contract is doubled and redoubled.",
        "003:34, 004:8, 004:52, 008:2",
        {
            "called": "in turn, in a rising auction and in one of points",
            "anytime": "in the same, by any opponent at any moment",
            "noted": "after the auction, whatever it is: who did is not told",
        },
    ),
    # play
    Knob(
        "play.opening_lead",
        "eldest",
        "Who leads to the first trick and announces first.",
        "000:61, 001:15, 002:51, 003:19, 004:19",
        {"eldest": "the seat after the dealer", "taker": "the taker"},
    ),
    Knob(
        "play.ruff",
        "unless_partner",
        "When one without the suit led must ruff.",
        "000:61, 001:17, 002:81, 003:21, 004:10",
        {
            "always": "always",
            "unless_partner": "not while one's partner holds the trick",
            "unless_partner_last": "not when one plays last and one's partner holds the trick",
        },
    ),
    Knob(
        "play.overruff",
        True,
        "Whether a ruff must be beaten by a higher one where possible.",
        "000:62, 001:17, 003:23, 004:10",
    ),
    Knob(
        "play.underruff",
        True,
        "Whether one must ruff even when one cannot beat the ruff in the trick.",
        "001:17, 003:21, 004:10",
    ),
    Knob(
        "play.head_trump",
        "always",
        "When one must head a suit of trumps that is led.",
        "000:62, 001:17, 002:51, 003:23, 004:9, 004:21",
        {"always": "always", "unless_partner": "not while one's partner holds the trick", "never": "never"},
    ),
    Knob(
        "play.over_partner",
        False,
        "Whether one who need not ruff, but ruffs all the same above his partner's ruff, must beat it where possible.",
        "001:17, 004:10, 008:3",
    ),
    Knob(
        "play.head_plain",
        "never",
        "When one must head a plain suit that is led.",
        "000:62, 003:23, 004:21, 009:5, 010:2",
        {
            "never": "never",
            "unless_ruffed": "not in a trick that is ruffed",
            "always": "always, over the highest card of the suit",
        },
    ),
    # declarations
    Knob(
        "declarations.contest",
        "joint",
        "Which of the announced declarations count.",
        "000:26, 002:41, 003:62-65, 004:12, 004:46",
        {
            "none": "there are no declarations but belote",
            "joint": "those of the side that has the best one, a carré being above every sequence",
            "separate": "sequences and carrés apart: those of the side with the best of each",
            "ranked": "from the strongest kind down, each destroying lower ones of the other side",
        },
    ),
    Knob(
        "declarations.tie",
        "trump_first",
        "Which of two equally good sequences is the better.",
        "000:45-46, 002:43, 003:62, 004:12, 004:46",
        {
            "trump_first": "the one in trumps, else the one announced first",
            "first": "the one announced first",
            "trump_void": "the one in trumps, else neither",
            "void": "neither: they do not count",
        },
    ),
    Knob(
        "declarations.order",
        "lead",
        "From whom it is counted who announced first.",
        "000:46, 002:43, 004:46, 011:6",
        {"lead": "the opening leader", "taker": "the taker"},
    ),
    Knob(
        "declarations.carres",
        "table",
        "Which of two carrés worth the same is the better.",
        "000:42, 002:27, 004:46, 011:5",
        {
            "table": "aces, tens, kings, queens",
            "natural": "aces, kings, queens, tens",
            "equal": "none, they tie",
            "all": "the natural order; four eights or sevens are worth nothing and below, but above every sequence",
        },
    ),
    Knob(
        "declarations.longer",
        False,
        "Whether a sequence of more than five cards beats one of five.",
        "000:43, 002:39, 011:5",
    ),
    Knob("declarations.no_trump", False, "Whether declarations count in no trump.", "003:25, 004:9, 011:5"),
    Knob(
        "declarations.rebelote",
        False,
        "Whether rebelote must be said with the second card too.",
        "001:23, 005:7",
    ),
    Knob(
        "declarations.all_trump_belote", True, "Whether there is belote in all trumps.", "003:61, 004:13, 008:5, 011:4"
    ),
    Knob(
        "declarations.cards",
        "exclusive",
        "Whether one card may serve a carré and a sequence.",
        "000:47, 002:39, 004:11",
        {
            "shared": "it may; a run of more than five is worth a quinte",
            "exclusive": "it may not; a run of eight is a quinte and a tierce",
        },
    ),
    Knob(
        "declarations.time",
        "own_card",
        "Until when declarations may be announced.",
        "000:26, 000:50, 002:25, 002:41, 003:59, 004:23",
        {
            "before_lead": "before the opening lead",
            "own_card": "with one's own first card",
            "two_steps": "one with one's own first card, lower ones until one's second",
        },
    ),
    Knob(
        "declarations.show",
        "after_trick_1",
        "When the declarations that count are shown.",
        "000:58, 002:47, 004:12",
        {
            "on_demand": "when an opponent asks",
            "before_lead": "before the opening lead",
            "after_trick_1": "after the first trick",
        },
    ),
    Knob(
        "declarations.belote_card",
        "first",
        "With which of the two cards belote may still be announced.",
        "000:50, 001:23, 002:49, 003:59, 004:13",
        {
            "first": "the first of the two",
            "either": "either of the two",
            "anytime": "any card, while one of the two is in hand",
        },
    ),
    Knob(
        "declarations.belote_discard",
        "lost",
        "In all trumps, belote after one of the two was thrown on another suit.",
        "003:59, 004:13",
        {"lost": "it is lost", "sayable": "it may be announced with the other card"},
    ),
    *SETTLEMENT,
    # match
    Knob(
        "match.target",
        1000,
        "The score that wins the match.",
        "000:4, 001:7, 002:63, 002:85, 003:55, 004:33-34",
        numbers=(1, 100_000),
    ),
    Knob(
        "match.both_reach",
        "higher",
        "Who wins when several have reached the target.",
        "000:75, 001:27, 004:33",
        {
            "higher": "the higher score; if equal, another deal",
            "last_trick": "who took the last trick; else play goes on",
            "taker": "the taker's side, if it has; else the higher score",
        },
    ),
    Knob(
        "match.no_exit",
        (),
        "Deals that cannot end the match.",
        "004:33, 004:48",
        {"capot": "one won by capot", "hanging": "one after which points hang"},
        several=True,
    ),
    Knob(
        "match.claim",
        "none",
        "When a player may stop the play because his side has reached the target.",
        "000:73, 001:27, 002:85",
        {
            "none": "never",
            "own_trick": "after a trick of his own but the last, before the next lead",
            "anytime": "at any moment",
        },
    ),
    Knob(
        "match.end",
        "reached",
        "How a match ends.",
        "000:71-74, 001:27",
        {"reached": "by itself after the deal", "announced": "when a player announces it, at scoring at the latest"},
    ),
    Knob(
        "match.misdeal_penalty",
        0,
        "Points lost for a second mistake in the same deal's dealing; 0 for none.",
        "002:65",
        numbers=(0, 1000),
    ),
    Knob(
        "match.revoke_penalty",
        0,
        "Points lost, besides those of the deal, for a revoke; 0 for none.",
        "002:67",
        numbers=(0, 1000),
    ),
)

KNOB: Final[dict[str, Knob]] = {knob.name: knob for knob in KNOBS}
GROUPS: Final[tuple[str, ...]] = tuple(dict.fromkeys(knob.group for knob in KNOBS))


def code(name: str, value: Value) -> int:
    """The integer that stands for a knob's value in compiled rules: `code("play.ruff", "always")`."""
    return KNOB[name].code(value)


def field(name: str) -> str:
    """The field of the compiled ruleset that holds a knob: `play.ruff` is `play_ruff`."""
    return name.replace(".", "_")
