"""Recorded deals for tests: some written out, and strategies for any that the format can say."""

from typing import Any

from hypothesis import strategies as st

from ingest.samples import folder
from replay.cards import UNKNOWN
from replay.record import Announcement, Belote, Call, Claims, Deal, Exchange, Play, Player, bid

SEVENTY = [folder() / name for name in ("belote-cli.jsonl", "colver.jsonl", "faults.jsonl")]
"""Sample files with seventy deals: sixty of other programs, and ten of which nine are faulty."""

WHOLE = (
    b'{"rebelote":1,"match":"m","deal":1,"rules":"fr4-001","dealer":3,'
    b'"plays":"JH 9H 7H AH","claims":{"contract":"H","taker":0}}'
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
SEAT = st.integers(0, 3)
CARD = st.integers(0, 31)
POSITION = st.integers(0, 35)
TIME = st.sampled_from([None, "2026-01-31T20:15:00Z", "1999-12-31T23:59:59.500000+02:00"])
CALLS = st.one_of(
    st.integers(0, 3),
    st.builds(bid, st.integers(0, 5), st.sampled_from([1, 80, 160, 1000])),
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(-1e9, 1e9) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(TEXT, JSON, max_size=3)


@st.composite
def hands(draw: st.DrawFn, least: int) -> dict[str, Any]:
    hand = st.lists(CARD | st.just(UNKNOWN), max_size=9).map(tuple)
    held = draw(st.none() | st.lists(hand, min_size=least, max_size=4).map(tuple))
    before = None
    if held and draw(st.booleans()):
        before = tuple(draw(st.integers(0, len(hand))) for hand in held)
    return {"hands": held, "before": before}


def by_side(most: int, points: int = 500) -> st.SearchStrategy[Any]:
    return st.none() | st.lists(st.integers(-points, points), min_size=2, max_size=most).map(tuple)


def claims(most: int) -> st.SearchStrategy[Claims]:
    return st.builds(
        Claims,
        contract=st.none() | st.builds(bid, st.integers(0, 5), st.sampled_from([1, 90, 1000])),
        taker=st.none() | SEAT,
        doubled=st.sampled_from([None, 1, 2, 4]),
        winners=st.none() | st.lists(st.none() | SEAT, max_size=9).map(tuple),
        points=by_side(most),
        points_include=st.sampled_from([(), ("last_trick",), ("last_trick", "capot")]),
        declarations=by_side(most),
        belote=by_side(most),
        hanging=st.none() | st.tuples(st.integers(0, 300), st.integers(0, 300)),
        score=by_side(most),
        totals=by_side(most, 2**31 - 1),
        match_winner=st.none() | st.integers(0, most - 1),
        penalties=by_side(most),
    )


def players(least: int) -> st.SearchStrategy[tuple[Player, ...]]:
    player = st.builds(Player, TEXT, st.none() | TEXT, st.none() | TEXT)
    return st.just(()) | st.lists(player, min_size=least, max_size=4).map(tuple)


@st.composite
def deals(draw: st.DrawFn, rules: st.SearchStrategy[str] = TEXT, fitting: bool = False) -> Deal:
    """Any deal that a record can say; `fitting` ones have four seats and two sides."""
    ended = draw(st.sampled_from([None, "claimed", "abandoned"]))
    deal = Deal(
        match=draw(TEXT),
        number=draw(st.integers(1, 2**32 - 1)),
        rules=draw(rules),
        players=draw(players(4 if fitting else 0)),
        dealer=draw(st.none() | SEAT),
        time=draw(TIME),
        turned=draw(st.none() | CARD),
        **draw(hands(4 if fitting else 0)),
        dealt_order=draw(st.booleans()),
        calls=draw(st.none() | st.lists(st.builds(Call, CALLS, st.none() | SEAT, TIME), max_size=8).map(tuple)),
        exchange=draw(st.none() | st.builds(Exchange, SEAT, st.integers(-1, 35))),
        declarations=draw(
            st.none()
            | st.lists(
                st.builds(
                    Announcement, SEAT, POSITION, st.integers(1, 2**32 - 1), st.none(), st.none(), st.none() | POSITION
                )
                | st.builds(
                    Announcement, SEAT, POSITION, st.just(0), st.sampled_from(["tierce", "carre"]), st.integers(0, 7),
                    st.none() | POSITION,
                ),
                max_size=3,
            ).map(tuple)
        ),
        belote=draw(st.none() | st.lists(st.builds(Belote, SEAT, st.integers(0, 3), POSITION), max_size=2).map(tuple)),
        plays=draw(
            st.none()
            | st.lists(st.builds(Play, CARD | st.just(UNKNOWN), st.none() | SEAT, TIME), max_size=36).map(tuple)
        ),
        claims=draw(claims(2 if fitting else 4)),
        ended=ended,
        ended_by=draw(SEAT) if ended == "claimed" else None,
        simulated=draw(st.booleans()),
        bots=draw(st.lists(SEAT, max_size=4).map(tuple)),
        labels=draw(st.lists(OBJECTS, max_size=2).map(tuple)),
        notes=draw(st.lists(OBJECTS, max_size=2).map(tuple)),
        extra=draw(OBJECTS),
    )  # fmt: skip
    return deal
