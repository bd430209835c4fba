"""Settings that contradict each other are refused, settings without effect are named."""

from pathlib import Path

import pytest

from replay.rulesets import Problem, RulesetError, check, from_toml, load, names, read

CONTRADICTIONS = {
    "two players with half each": ('extends = "fr2-002"\n[settlement]\ninside = "split"', "settlement.inside"),
    "four players with the top": ('extends = "fr4-001"\n[settlement]\ninside = "top"', "settlement.inside"),
    "three players with one defence": ('extends = "ua3-000"\n[settlement]\ninside = "all"', "settlement.inside"),
    "four players with the hands of three": ('extends = "ua3-000"\n[deal]\nplayers = 4', "deal.packets"),
    "eight cards to four from 24": ('extends = "bg4-004"\n[deal]\npack = "24"', "deal.packets"),
    "ten cards": ('extends = "fr2-002"\n[deal]\npackets = "3+3|4"', "deal.packets"),
    "nine packets": ('extends = "bg3-003"\n[deal]\npackets = "1+1+1+1+1|1+1+1+1"', "deal.packets"),
    "no second deal after a turned card": ('extends = "fr4-001"\n[deal]\npackets = "3+2|"', "deal.packets"),
    "nothing left to turn": (
        '[deal]\nplayers = 3\npack = "24"\npackets = "8|1"\n[settlement]\ninside = "top"',
        "deal.packets",
    ),
    "belote passed on among three": (
        'extends = "ua3-000"\n[settlement]\ntrickless_belote = "transfer"',
        "settlement.trickless_belote",
    ),
    "a seven for a card that is not turned": (
        'extends = "bg4-004"\n[deal]\nseven_exchange = "own_first_card"',
        "deal.seven_exchange",
    ),
    "a seven for the taker's card": (
        'extends = "fr4-001"\n[deal]\nseven_exchange = "before_second_deal"',
        "deal.seven_exchange",
    ),
    "a seven in a pack without": (
        'extends = "ua3-000"\n[deal]\npack = "24"\npackets = "3|2"',
        "deal.seven_exchange",
    ),
}

WITHOUT_EFFECT = {
    "second round without a turned card": ('extends = "bela-004"\n[auction]\nsecond_round = "any"', "second_round"),
    "taker's packet without a turned card": ('extends = "bg4-004"\n[deal]\ntaker_packet = "first"', "taker_packet"),
    "taker's packet where the card stays": ('extends = "fr3-002"\n[deal]\ntaker_packet = "first"', "taker_packet"),
    "partner among three": ('extends = "ua3-000"\n[play]\nruff = "unless_partner"', "play.ruff"),
    "last partner of two": ('extends = "fr2-002"\n[play]\nruff = "unless_partner_last"', "play.ruff"),
    "heading a partner among three": ('extends = "fr3-002"\n[play]\nhead_trump = "unless_partner"', "play.head_trump"),
    "overruff of two": ('extends = "fr2-002"\n[play]\noverruff = true', "play.overruff"),
    "underruff of two": ('extends = "fr2-002"\n[play]\nunderruff = false', "play.underruff"),
    "tie without declarations": ('extends = "fr4-001"\n[declarations]\ntie = "void"', "declarations.tie"),
    "cards without declarations": ('extends = "fr4-001"\n[declarations]\ncards = "shared"', "declarations.cards"),
    "time without declarations": ('extends = "fr4-001"\n[declarations]\ntime = "own_card"', "declarations.time"),
    "showing without declarations": ('extends = "fr4-001"\n[declarations]\nshow = "on_demand"', "declarations.show"),
    "no tricks without declarations": (
        'extends = "fr4-001"\n[settlement]\ntrickless_declarations = "void"',
        "settlement.trickless_declarations",
    ),
    "discard without all trumps": (
        'extends = "bela-004"\n[declarations]\nbelote_discard = "lost"',
        "declarations.belote_discard",
    ),
    "no trump without a ladder": (
        'extends = "coinche-004"\n[settlement]\nno_trump_doubles = "cards"',
        "settlement.no_trump_doubles",
    ),
    "capot doubled that is an entry": (
        'extends = "bg4-003"\n[settlement]\ncapot_when = "entry"\nno_trump_doubles = "cards_and_capot"',
        "settlement.no_trump_doubles",
    ),
    "all trumps without a ladder": (
        'extends = "frbelote-004"\n[settlement]\nrounding = "game"\nall_trump_larger = "up"',
        "settlement.all_trump_larger",
    ),
    "no trump digit without a ladder": (
        'extends = "frbelote-004"\n[settlement]\nrounding = "game"\nno_trump_up_from = 6',
        "settlement.no_trump_up_from",
    ),
    "a digit where every point is written": (
        'extends = "fr4-001"\n[settlement]\nsuit_up_from = 6',
        "settlement.suit_up_from",
    ),
    "a boundary in tens": ('extends = "coinche-004"\n[settlement]\nsuit_boundary = 6', "settlement.suit_boundary"),
    "all trumps' digit in a ladder of points": (
        'extends = "bg4-004"\n[settlement]\nrounding = "exact"\nall_trump_up_from = 6',
        "settlement.all_trump_up_from",
    ),
    "larger sum without a boundary": (
        'extends = "bg4-004"\n[settlement]\nsuit_boundary = 0\nsuit_larger = "up"',
        "settlement.suit_larger",
    ),
    "when a capot of nothing counts": (
        'extends = "fr4-001"\n[settlement]\ncapot = 0\ncapot_when = "entry"',
        "settlement.capot_when",
    ),
    "hanging bids in points": ('extends = "coinche-004"\n[settlement]\nequal = "hang"', "settlement.equal"),
    "no exit for what never hangs": (
        'extends = "bela-004"\n[settlement]\nequal = "fail"\n[match]\nno_exit = ["hanging"]',
        "match.no_exit",
    ),
}


def problems_of(text: str) -> list[Problem]:
    found: list[Problem] = []
    read(text, "house", None, found)
    return found


@pytest.mark.parametrize(("text", "key"), CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_contradiction(text: str, key: str) -> None:
    found = problems_of(text)
    assert key in [each.key for each in found if not each.warning]


@pytest.mark.parametrize(("text", "key"), WITHOUT_EFFECT.values(), ids=WITHOUT_EFFECT.keys())
def test_without_effect(text: str, key: str) -> None:
    found = problems_of(text)
    assert [each.warning for each in found] == [True]
    assert found[0].key.endswith(key) and "has no effect" in str(found[0])
    from_toml(text)  # and works all the same


def test_only_what_the_file_sets_itself_is_named() -> None:
    assert problems_of('extends = "bg4-004"\n[settlement]\nrounding = "exact"') == []


def test_a_value_that_says_how_it_is_without_partners_is_no_warning() -> None:
    assert problems_of('extends = "ua3-000"\n[play]\nruff = "always"') == []


def test_a_file_to_be_extended_may_set_what_only_some_use() -> None:
    text = 'extends = "bela-004"\n[auction]\nsecond_round = "any"\n'
    assert len(problems_of(text)) == 1
    assert problems_of("abstract = true\n" + text) == []


@pytest.mark.parametrize("name", names())
def test_a_ruleset_that_was_shown_checks_clean(name: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("\ufeff" + load(name).toml(), encoding="utf-8")
    assert check(path) == []
    assert load(path).digest == load(name).digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it sets nothing"),
        ('title = "ours"\n', "it sets nothing"),
        ('extends = "fr4-001"\n[unsettled]\n"play.ruff" = "A-99"\n', "unsettled.play.ruff: there is no A-99"),
        ('extends = "fr4-001"\n[unsettled]\n"play.ruff" = "later"\n', "expected an open point, such as A-07"),
        ('extends = "fr4-001"\n[clauses]\n"play.ruff" = "003:9999"\n', "clauses.play.ruff: there is no 003:9999"),
        ('extends = "fr4-001"\n[clauses]\n"play.ruff" = " "\n', "expected a place in a rule document"),
    ],
)
def test_a_file_that_says_nothing_or_cites_what_is_not_there_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    (problem,) = check(path)
    assert said in str(problem) and not problem.warning
    with pytest.raises(RulesetError):
        load(path)


def test_a_place_in_a_document_of_the_house_is_right(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "fr4-001"\n[clauses]\n"play.ruff" = "our statutes, 4"\n', encoding="utf-8")
    assert check(path) == []
