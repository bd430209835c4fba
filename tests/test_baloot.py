"""One human game of Saudi Baloot: its revoke is found, its discard under a ruff is not accused, its points are ours."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replay.cards import CONTRACTS, RANKS, SUITS, names
from replay.judgement import PARTS, Judgement, Verdict
from replay.record import Claims, Deal, Play, bid
from replay.rulesets import load
from replay.verdicts import judge_matches


def card(name: str) -> int:
    return 8 * SUITS.index(name[1].upper()) + RANKS.index(name[0])


def read(record: dict[str, Any]) -> Deal:
    """A deal of the game, its seats from 0; sun is no trump."""
    contract = "NT" if record["contract"] == "sun" else record["trump"].upper()
    plays = []
    for trick in record["tricks"]:
        for turn, name in enumerate(trick["cards"]):
            plays.append(Play(card(name), (trick["leader"] - 1 + turn) % 4))
    return Deal(
        match=f"baloot-{record['round']}",
        number=1,
        rules="baloot",
        dealer=record["dealer"] - 1,
        hands=tuple(tuple(map(card, record["hands"][str(seat)])) for seat in range(1, 5)),
        dealt_order=False,
        plays=tuple(plays),
        claims=Claims(
            contract=bid(CONTRACTS.index(contract)),
            taker=record["declarer"] - 1,
            winners=tuple(trick["winner"] - 1 for trick in record["tricks"]),
        ),
    )


@pytest.fixture(scope="module")
def game(outside: Callable[[str], Path]) -> dict[int, tuple[dict[str, Any], Judgement]]:
    """Its deals by number, judged."""
    records = json.loads(outside("samples/baloot-human-game.json").read_text(encoding="utf-8"))["played"]
    judged = judge_matches([read(record) for record in records], [load("baloot")] * len(records))
    return {record["round"]: (record, said) for record, said in zip(records, judged, strict=True)}


def test_the_revoke_of_deal_eleven_is_found_and_nothing_else(game: dict[int, tuple[dict[str, Any], Judgement]]) -> None:
    found = {number: said.findings for number, (_, said) in game.items() if said.findings}
    assert list(found) == [11]
    (revoke,) = found[11]
    assert revoke.code == "play.must-follow" and revoke.seat == 3 and (revoke.position or 0) // 4 == 1
    assert revoke.card == card("8d") and "KS" in names(revoke.allowed)


def test_the_discard_of_deal_eighteen_is_legal(game: dict[int, tuple[dict[str, Any], Judgement]]) -> None:
    record, said = game[18]
    assert said.verdicts[PARTS.index("play")] == Verdict.LEGAL
    # Where one must go under a ruff the same card is a fault.
    strict = load("baloot").with_overrides({"play.underruff": True})
    (other,) = judge_matches([read(record)], [strict])
    assert [(each.code, (each.position or 0) // 4) for each in other.findings] == [("play.must-underruff", 4)]


def test_every_trick_and_its_points_are_the_games_own(game: dict[int, tuple[dict[str, Any], Judgement]]) -> None:
    for record, said in game.values():
        assert said.winners == tuple(trick["winner"] - 1 for trick in record["tricks"])
        official = record["official_result"]
        ours = list(said.points or ())
        ours[said.winners[-1] % 2] -= 10
        assert ours == [official["e1"], official["e2"]], record["round"]
    assert len(game) == 11
