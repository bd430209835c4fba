"""What an address asks of the filters: the command line's spellings are understood, and what is not there is said."""

from pathlib import Path
from typing import Any

import pytest

from dashboard import filters
from ingest.load import load
from tests import dealt
from tests.opening import Opened, metrics, said

LEFT_OUT = "that filter is left out"


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals of two files, players of one name among them."""
    place = tmp_path_factory.mktemp("few")
    names = ("Ann", "Bob", "Cid", "Dan", "Eve", "Ann", "$x$ **y**", "Gus")
    for file in ("one", "two"):
        records = [dealt.deal(seed, match=f"{file}-{seed}") for seed in range(8)]
        for record in records:
            for player in record["players"]:
                player["name"] = names[int(player["id"].removeprefix("p"))]
        load([dealt.write(place / f"{file}.jsonl", records)], store=place / "few.duckdb")
    return place / "few.duckdb"


@pytest.mark.parametrize(
    ("address", "chosen"),
    [
        ({"player": "test/p1"}, "Bob"),
        ({"player": "p1"}, "Bob"),
        ({"player": "test/p0"}, "Ann (test p0)"),
        ({"contract": "H"}, 2),
        ({"contract": "nt"}, 4),
        ({"contract": "cœur"}, 2),
        ({"since": "20250102"}, "2025-01-02"),
        ({"taker": "test/p1"}, "Bob"),
        ({"with": "test/p1", "player": "test/p2"}, "Bob"),
    ],
)
def test_the_spellings_of_the_command_line_are_understood(
    opened: Opened, few: Path, address: dict[str, str], chosen: Any
) -> None:
    key = next(iter(address))
    app = opened(few, {"taker": "deals", "with": "players"}.get(key, "overview"), **address)
    assert not app.exception and LEFT_OUT not in said(app)
    assert str(app.session_state[key]) == str(chosen)


def test_a_file_is_understood_by_its_name_as_by_its_path(opened: Opened, few: Path) -> None:
    path = str(few.parent / "one.jsonl")
    for name in ("one.jsonl", path):
        app = opened(few, file=name)
        assert app.session_state["file"] == path and metrics(app)["Deals"] == "8"


def test_a_player_beyond_those_offered_is_found_by_the_address(
    opened: Opened, few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filters, "player_labels", lambda snapshot: {})
    app = opened(few, player="test/p1")
    assert LEFT_OUT not in said(app)
    assert 0 < int(metrics(app)["Deals"]) < 16
    assert app.run().session_state["player"] == "test/p1"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ({"player": "nobody"}, "nobody, who is not in this store"),
        ({"player": "Ann"}, "Ann, whose name several have"),
        ({"rules": "nope"}, "nope, a ruleset that no deal here is under"),
        ({"rules": "fr4-001"}, "a ruleset that no deal here is under"),
        ({"file": "three.jsonl"}, "a file that is not in this store"),
        ({"contract": "X"}, "X, which is no choice under Contract"),
        ({"since": "yesterday"}, "yesterday, which is no day"),
        ({"until": "2025-02-30"}, "which is no day"),
        ({"until": "9999-01-01"}, "which is no day"),
        ({"out": "broken"}, "broken, which is no choice under Leave out"),
        ({"outcome": "perhaps"}, "perhaps, which is no choice under Contracts"),
        ({"taker": "nobody"}, "nobody, who is not in this store"),
        ({"held": "ZZ"}, "ZZ, which is no choice under Held together in a hand"),
        ({"player": "p2", "with": "nobody"}, "nobody, who is not in this store"),
    ],
)
def test_what_is_not_there_is_said_and_chooses_nothing(
    opened: Opened, few: Path, address: dict[str, str], why: str
) -> None:
    key = list(address)[-1]
    page = {"outcome": "bidding", "taker": "deals", "held": "deals", "with": "players"}.get(key, "overview")
    app = opened(few, page, **address)
    assert not app.exception
    (told,) = (each.value for each in app.warning)
    assert why in told.replace("\\", "") and LEFT_OUT in told
    assert app.run().warning, "it stands there until something else is chosen"
    if page == "overview":
        assert metrics(app)["Deals"] == "16"
        app.selectbox(key="rules").set_value("bg4-004").run()
        assert bool(app.warning) == (key != "rules")
        assert not app.switch_page("views/bidding.py").run().warning


def test_of_several_flags_those_that_are_none_are_said(opened: Opened, few: Path) -> None:
    app = opened(few, out=["bot", "nope"])  # type: ignore[arg-type]
    assert app.session_state["out"] == ["bot"]
    assert "nope" in app.warning[0].value


@pytest.mark.parametrize("name", [*dealt.HOSTILE, "x" * 500, "**" * 50])
def test_hostile_names_in_an_address_stay_text(opened: Opened, few: Path, name: str) -> None:
    app = opened(few, player=name, rules=name, since=name)
    assert len(app.warning) == 3
    for each in app.warning:
        assert len(each.value) < 250
        assert "<script>" not in each.value and "](http" not in each.value and "**b" not in each.value


def test_what_is_chosen_later_wins_over_the_address(opened: Opened, few: Path) -> None:
    app = opened(few, player="test/p1", contract="H", since="20250102")
    app.selectbox(key="player").set_value("Cid").run()
    app.selectbox(key="contract").set_value(3).run()
    app.date_input(key="since").set_value(None).run()
    app.run()
    assert [app.session_state[key] for key in ("player", "contract", "since")] == ["Cid", 3, None]
