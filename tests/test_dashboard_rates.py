"""Rates on pages: each with its count and its interval, and the same wherever it is shown."""

from pathlib import Path

import pytest

from dashboard.stats import stats
from ingest.samples import folder
from tests.opening import Opened, store_of_matches


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches under several rulesets, some of their deals revoked, and faults at seats and of whole deals."""
    return store_of_matches(tmp_path_factory.mktemp("rates"), folder() / "faults.jsonl")


def test_every_rate_of_a_player_has_its_interval(opened: Opened, many: Path) -> None:
    """So many of so many, in percent, and from where to where the true rate may lie."""
    app = opened(many, "players", player="Player 1")
    assert not app.exception
    tiles = {each.label: each for each in app.metric}
    for title in ("Contracts made", "Matches won", "Doubles that paid", "Deals with violations"):
        hits, _, count = tiles[title].value.partition(" of ")
        assert hits.isdigit() and count.isdigit(), title
        assert (int(count) == 0 and not tiles[title].delta) or "% (95 %: " in tiles[title].delta, title
    found = stats(many, "players", player="Player 1").row(0, named=True)
    assert tiles["Deals with violations"].value == f"{found['faulty']} of {found['judged']}"


@pytest.mark.parametrize("page", ["players", "pairs"])
def test_tables_of_people_have_the_interval_of_every_rate(opened: Opened, many: Path, page: str) -> None:
    shown = opened(many, page).dataframe[0].value
    for rate in ("made_rate", "shrunken", "attack_mean", "defence_mean", "faulty_rate"):
        ends = [f"{rate.split('_')[0]}_{end}" for end in ("low", "high")]
        assert {rate, *ends} <= set(shown.columns)
    assert {"taken", "judged", "attacks", "defences"} <= set(shown.columns)


@pytest.mark.parametrize("player", [None, "north", "east"])
@pytest.mark.parametrize("out", ["", "revoked", "revoked,thrown-in,abandoned,partial"])
@pytest.mark.parametrize("page", ["audit", "overview"])
def test_faulty_deals_are_those_of_their_figure(
    opened: Opened, many: Path, page: str, player: str | None, out: str
) -> None:
    """Tiles, charts and `rebelote stats` follow one rule: of a player what was broken at his seat, nothing left out."""
    without = out.split(",") if out else []
    app = opened(many, page, **({"player": player} if player else {}), **{"out": without or "none"})
    assert not app.exception
    tiles = {each.label: each.value for each in app.metric}
    figure = stats(many, "faults", by="ruleset", player=player, without=without)
    assert int(tiles["Faulty deals"]) == figure["successes"].sum() > 0
    if page == "audit":
        assert int(tiles["Deals"]) == figure["count"].sum()
        counted = next(each.value for each in app.dataframe if "rule broken" in each.value.columns)
        assert int(tiles["Violations"]) == counted["violations"].sum()
    if player is not None:
        own = stats(many, "player-faults", by="player", player=player, without=without)
        assert int(tiles["Faulty deals"]) == own["successes"].sum()
