"""Bidding: contracts made, inside and hanging, doubles that paid, thrown-in deals, hands bid too high or too low."""

from typing import Final

from dashboard.figures.adding import Table
from dashboard.figures.figure import Figure

_CONTRACT_SPLITS: Final = {
    "contract": "contract",
    "level": "level",
    "doubling": "doubled",
    "round": "auction_round",
    "seat": "place",
    "taker": "player",
    "pair": "pair",
    "ruleset": "rules",
    "month": "month",
}
"""How contracts may be split."""
_HAND_SPLITS: Final = {
    "trumps": "trumps",
    "trump-points": "trump_points // 10 * 10",
    "aces": "if(strength < 225, strength % 5, null)",
    "masters": "if(strength < 225, strength // 5 % 5, null)",
}
"""By the taker's hand as dealt before the auction, where trumps are one suit."""

# A side is seat modulo the number of sides: pairs sit across, and where each plays for himself a seat is a side.
TAKEN: Final = """
taken as (
    select *, [p0, p1, p2, p3][taker + 1] as player,
        -- The two of a pair by their numbers, the smaller first.
        case when seats = 4 then least([p0, p1, p2, p3][taker + 1], [p0, p1, p2, p3][(taker + 2) % 4 + 1])::ubigint
            * 4294967296 + greatest([p0, p1, p2, p3][taker + 1], [p0, p1, p2, p3][(taker + 2) % 4 + 1]) end as pair
    from scoped
)"""
"""The deals of the scope with who took them."""

BIDDING: Final = Figure(
    name="bidding",
    title="Bidding success",
    counted="contracts",
    succeeded="made",
    sentence=(
        "Of the contracts taken in deals played to the end, those that the taker's side made. Where the settlement "
        "of a deal is judged, its outcome counts: inside and hanging are not made. Where it is not, card points with "
        "the last trick decide: more than the defence and, where points were bid, at least as many as the bid (for "
        "a bid of capot, every trick). Declarations and belote do not count then. For a player: "
        "the contracts that he took himself."
    ),
    trials=TAKEN + ", trial as (select *, made as success from taken where made is not null)",
    splits=_CONTRACT_SPLITS | _HAND_SPLITS,
)


def _outcome(name: str, title: str, code: int, words: str) -> Figure:
    return Figure(
        name=name,
        title=title,
        counted="settled contracts",
        succeeded=name,
        sentence=f"Of the contracts taken whose settlement is judged, those that {words}. For a player: the contracts "
        "that he took himself.",
        trials=TAKEN + f", trial as (select *, outcome = {code} as success from taken where settled)",
        splits=_CONTRACT_SPLITS | _HAND_SPLITS,
    )


INSIDE: Final = _outcome("inside", "Contracts inside", 2, "failed, so that the defence scored")
HANGING: Final = _outcome("hanging", "Contracts hanging", 3, "left points hanging for the next deal")

DOUBLES: Final = Figure(
    name="doubles",
    title="Doubles that paid",
    counted="doubled contracts",
    succeeded="not made",
    sentence=(
        "Of the contracts that were doubled and whose success is known, those that the taker's side did not make, so "
        "that the double paid. For a player: the contracts that he doubled himself."
    ),
    trials="""
trial as (
    select *, [p0, p1, p2, p3][doubler + 1] as player, not made as success
    from scoped where made is not null and doubled > 1
)""",
    splits={
        "contract": "contract", "level": "level", "doubling": "doubled", "doubler": "player", "ruleset": "rules",
        "month": "month",
    },
)  # fmt: skip

THROWN_IN: Final = Figure(
    name="thrown-in",
    title="Thrown-in deals",
    counted="deals",
    succeeded="thrown in",
    sentence=(
        "Of the deals whose auction came to its end, those that everybody passed and that were thrown in. Records that "
        "keep no thrown-in deals show none. For a player: the deals in which he sat."
    ),
    trials="trial as (select *, outcome = 4 as success from scoped where outcome = 4 or contract is not null)",
    splits={"ruleset": "rules", "month": "month", "dealer": "dealer"},
    keeps=frozenset({"thrown-in"}),
    own=False,
)

HANDS: Final = Table(
    "hands",
    """
select {dimensions}rules, stage, before_size, strength, count(*) as hands, count(*) filter (made) as hands_made
from scoped where made is not null and strength is not null group by all""",
    ("rules", "stage", "before_size", "strength"),
    ("hands", "hands_made"),
)
"""The contracts taken with every kind of hand, and those made."""

RATED: Final = """select r.name as rules, f.stage, f.before_size, f.strength, count(*) as hands,
        count(*) filter (f.made) / nullif(count(*), 0) as rate
    from {facts} f join ruleset r using (ruleset)
    where f.made is not null and f.strength is not null and (f.flags & $without) = 0
    group by all having count(*) >= $least"""
_HAND_RATES: Final = f"""
hand_rate as (
    {RATED}
)"""
"""The success of every kind of hand in the whole store."""

_LIKE: Final = (
    "Hands are alike that, in the same ruleset and round of taking, hold as many trumps, of them the jack and the nine "
    "or not, and as many aces beside them (in no trump aces alone, in all trumps jacks and nines); what counts is the "
    "hand as dealt before the auction. "
)

OVERBIDDING: Final = Figure(
    name="overbidding",
    title="Overbidding",
    counted="contracts",
    succeeded="on weak hands",
    sentence=(
        "Of the contracts taken with a hand that is known, those taken with one whose like was made in less than the "
        "lower bound of cases in the whole store. " + _LIKE + "Kinds of hands with fewer contracts than the least "
        "number are left out. For a player: the contracts that he took himself."
    ),
    trials=_HAND_RATES + "," + TAKEN + """,
trial as (
    select t.*, h.rate, h.rate < $below as success
    from taken t join hand_rate h using (rules, stage, before_size, strength) where t.made is not null
)""",
    splits=_CONTRACT_SPLITS,
    bounds={"below": 0.4, "least": 30},
)  # fmt: skip

UNDERBIDDING: Final = Figure(
    name="underbidding",
    title="Underbidding",
    counted="passes",
    succeeded="on strong hands",
    sentence=(
        "Of the passes before anybody bid, with a hand that is known, those with one whose like was made in more than "
        "the upper bound of cases in the whole store, in the best contract that could be taken. " + _LIKE + "Kinds of "
        "hands with fewer contracts than the least number are left out. For a player: his own passes."
    ),
    trials=_HAND_RATES + """,
passed as (select *, unnest(passes) as pass from scoped),
offered as (select * exclude (pass), pass.seat, pass.stage as turn, pass.size, unnest(pass.hands) as hand from passed),
trial as (
    select o.deal, o.seat, o.turn, any_value([p0, p1, p2, p3][o.seat + 1]) as player, any_value(o.rules) as rules,
        any_value(o.month) as month, any_value((o.seat::integer - o.dealer + o.seats - 1) % o.seats) as place,
        any_value(o.contract) as contract, any_value(o.ruleset) as ruleset, any_value(o.file) as file,
        any_value(o.day) as day, any_value(o.flags) as flags, max(h.rate) as rate, max(h.rate) > $above as success
    from offered o join hand_rate h on h.rules = o.rules and h.stage = o.turn and h.before_size = o.size
        and h.strength = o.hand
    group by o.deal, o.seat, o.turn
)""",
    splits={"player": "player", "seat": "place", "round": "turn", "ruleset": "rules", "month": "month"},
    bounds={"above": 0.6, "least": 30},
    keeps=frozenset({"thrown-in"}),
)  # fmt: skip
