"""The notation: what is written is read again, what is unusual is forgiven aloud, and a fault has its place."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest import notation, notation_write
from ingest.canonical import encode
from ingest.notation import Notice
from ingest.rejects import Reject
from ingest.samples import folder
from replay import rulesets
from replay.cards import UNKNOWN, card
from replay.record import Deal
from tests.records import deals

HEAD = 'rebelote 1\n\nmatch "m"\nrules fr4-001\n'


def read(text: str) -> tuple[list[Deal | Reject], list[Notice]]:
    forgiven: list[Notice] = []
    found = [each.found for each in notation.read(enumerate(text.split("\n"), 1), forgiven.append)]
    return found, forgiven


def one(body: str, head: str = HEAD) -> Deal:
    (found,), _ = read(head + body)
    assert isinstance(found, Deal), found
    return found


def refused(body: str) -> Reject:
    (found,), _ = read(HEAD + body)
    assert isinstance(found, Reject), found
    return found


@given(st.lists(deals(), min_size=1, max_size=3))
@settings(max_examples=120)
def test_what_is_written_is_read_again_and_nothing_forgiven(given_deals: list[Deal]) -> None:
    text = notation_write.HEADER + "".join(map(notation_write.encode, given_deals))
    found, forgiven = read(text)
    assert found == given_deals
    assert not forgiven
    # To the last byte: a key's place in an object too.
    assert [encode(each) for each in found if isinstance(each, Deal)] == list(map(encode, given_deals))


@given(deals())
@settings(max_examples=60)
def test_what_is_written_moves_no_cursor_and_breaks_no_line(deal: Deal) -> None:
    assert all(line.isprintable() for line in notation_write.encode(deal).split("\n"))


def examples(checkout: Path) -> Iterator[str]:
    text = (checkout / "docs" / "notation.md").read_text(encoding="utf-8")
    yield from re.findall(r"```belote\n(.*?)```", text, re.DOTALL)


def test_the_specification_has_a_deal_of_every_system_and_all_can_be_read(checkout: Path) -> None:
    systems = {name for name in rulesets.names() if re.search(r"-\d{3}$", name)}
    assert len(systems) == 11
    seen = set()
    for example in examples(checkout):
        found, forgiven = read(example)
        assert not forgiven
        for each in found:
            assert isinstance(each, Deal), each
            assert notation.decode(notation_write.encode(each)) == each
            seen.add(each.rules)
    assert seen == systems


def test_the_examples_of_every_system_are_as_the_writer_writes_them(checkout: Path) -> None:
    for example in list(examples(checkout))[1:]:
        deal = notation.decode(example)
        assert isinstance(deal, Deal)
        assert example == notation_write.HEADER + "\n" + notation_write.encode(deal).rstrip("\n") + "\n"


def test_the_first_example_says_what_the_text_says_of_it(checkout: Path) -> None:
    (deal,), _ = read(next(examples(checkout)))
    assert isinstance(deal, Deal)
    assert deal.overrides == {"match.target": 501}
    assert [each.id for each in deal.players] == ["anna", "boris", "chloé", "dimitar"]
    assert deal.before == (5, 5, 5, 5)
    assert [each.seat for each in deal.plays or ()] == [0, 1, 2, 3, 1, 2, 3, 0]
    assert deal.notes == ({"position": 2, "text": "not the ace"}, {"position": 5, "mark": "!"})


def test_what_stands_before_the_first_deal_holds_for_the_match() -> None:
    found, _ = read(
        'rebelote 1\nmatch "a"\nrules fr4-001\nplayer 1 "anna"\nplayer 2 "boris"\n'
        "deal 1\nplay\n  JH\ndeal 2\nrules bg4-004\nplay\n  9H\n"
        'match "b"\ndeal 1\nplay\n  7H\n'
    )
    assert [(each.match, each.number, each.rules, len(each.players)) for each in found if isinstance(each, Deal)] == [
        ("a", 1, "fr4-001", 2), ("a", 2, "bg4-004", 2), ("b", 1, "", 0),
    ]  # fmt: skip


def test_events_stand_at_their_play() -> None:
    deal = one(
        "deal 1\nturned 9H\nauction 2:pass 3:take@2026-01-31T20:15:00Z\nplay\n"
        "  1. 1> (1 exchanges) (1 declares tierce to Q) (2 declares TH JH QH shown 2.1) JH (2 says belote H) 9H ? AH\n"
    )
    assert deal.exchange is not None and (deal.exchange.seat, deal.exchange.play) == (0, 0)
    assert [(each.seat, each.play, each.kind, each.shown) for each in deal.declarations or ()] == [
        (0, 0, "tierce", None), (1, 0, None, 4),
    ]  # fmt: skip
    assert [(each.seat, each.play) for each in deal.belote or ()] == [(1, 1)]
    assert [each.card for each in deal.plays or ()] == [card("JH"), card("9H"), UNKNOWN, card("AH")]
    assert (deal.calls or ())[1].time == "2026-01-31T20:15:00Z"


def test_hands_nobody_wrote_down_are_not_known() -> None:
    assert one("deal 1\nhand 3 JH 9H | 7H\n").hands == ((), (), (card("JH"), card("9H"), card("7H")), ())


def test_a_name_alone_is_the_id() -> None:
    (anna,) = one('deal 1\nplayer 1 name "Anna" in "club"\nplay\n  JH\n').players
    assert (anna.id, anna.name, anna.namespace) == ("Anna", "Anna", "club")


@pytest.mark.parametrize(
    ("body", "notice"),
    [
        ("deal 1\nplay\n  1. 10H 9H\n", (7, 6, '"10H" read as TH')),
        ("deal 1\nplay\n  1. jh\n", (7, 6, '"jh" read as JH')),
        ("deal 1\nplay\n  1. T♥\n", (7, 6, '"T♥" read as TH')),
        ("deal 1\nplay\n  2. JH\n", (7, 3, "trick 2 begins at trick 1")),
        ("deal 1\nDealer: 1\nplay\n  JH\n", (6, 1, '"Dealer:" read as "dealer"')),
        ("dealer 1\nplay\n  JH\n", (5, 1, 'a deal that begins without a line "deal"')),
        ("deal 1\nauction Pass 80♥\nplay\n  JH\n", (6, 9, '"Pass" read as pass')),
        ("deal 1\nplay\n1. JH\n", (7, 1, "a line of the play that is not indented")),
        ("deal 1\nwith play.ruff = always\nplay\n  JH\n", (6, 18, '"always" read as a text')),
    ],
)
def test_what_can_mean_one_thing_only_is_forgiven_aloud(body: str, notice: tuple[int, int, str]) -> None:
    (found,), forgiven = read(HEAD + body)
    assert isinstance(found, Deal), found
    assert (forgiven[0].line, forgiven[0].column, forgiven[0].text) == notice


@pytest.mark.parametrize(
    ("body", "place", "reason"),
    [
        ("deal 1\nplay\n  1> JH 1H\n", (7, 9), '"1H" is not a card: expected rank and suit'),
        ("deal 1\nplay\n  1> JH RP\n", (7, 9), 'in another language say which, as in "cards'),
        ("deal 1\nauction pass 90X\n", (6, 14), '"90X" is not a call: expected pass, take'),
        ("deal 1\ndealr 2\n", (6, 1), 'did you mean "dealer"?'),
        ("deal 1\ndealer\n", (6, 7), "expected the dealer's seat"),
        ("deal 1\ndealer 5\n", (6, 8), "expected 1 to 4, in playing order"),
        ("deal 1\nclaim score 1 2 3 4 5\n", (6, 13), "expected a list of at most 4 items"),
        ("deal 1\nclaim pionts 1 2\n", (6, 7), 'did you mean "points"?'),
        ("deal 1\nhand 1 JH 9H | 7H\nhand 2 JS |\nhand 3 7C\n", (8, 6), "no bar and another has one"),
        ("deal 1\ntime yesterday\nplay\n  JH\n", (6, 6), "expected a time with its zone"),
        ("deal 1\nplay\n  JH\nextra {]\n", (8, 8), "not JSON"),
        ("deal 1\ndealer 1\n", (5, 1), "expected one of plays, calls, hands, claims"),
    ],
)
def test_a_fault_has_line_column_and_what_was_expected(body: str, place: tuple[int, int], reason: str) -> None:
    found = refused(body)
    assert reason in found.reason
    assert (found.line, found.column) == place


def test_a_fault_costs_one_deal_and_one_in_the_match_all_of_it() -> None:
    found, _ = read(HEAD + "deal 1\nplay\n  XX\ndeal 2\nplay\n  JH\n" + 'match "n"\nrulez x\ndeal 1\nplay\n  JH\n')
    assert [type(each) for each in found] == [Reject, Deal, Reject, Reject]
    assert "has a fault on line 12" in str(found[3])


def test_letters_that_mean_two_things_are_read_in_the_declared_language_alone() -> None:
    french = HEAD + "cards fr\ndeal 1\nauction passe 80C\nplay\n  VC 9C RP TT\n"
    assert isinstance(read(french)[0][0], Reject), "T is a suit there and no rank"
    deal = one("cards fr\ndeal 1\nauction passe 80C\nplay\n  VC 9C RP XT\n")
    assert [each.card for each in deal.plays or ()] == [card("JH"), card("9H"), card("KS"), card("TC")]
    assert [each.call for each in deal.calls or ()] == [0, 8 * 80 + 2]
    assert isinstance(refused("deal 1\nplay\n  VC\n"), Reject)


PIECES = ["rebelote 1", "deal 1", "play", "  1> JH 9H", "hand 1 JH |", "claim points 1", "note {", "match m"]


@given(st.text(max_size=200) | st.lists(st.sampled_from(PIECES)).map("\n".join))
@settings(max_examples=150)
def test_no_text_makes_the_reader_fail(text: str) -> None:
    found, _ = read(text)
    assert all(isinstance(each, Deal | Reject) for each in found)


def test_the_samples_of_other_programs_survive_the_notation() -> None:
    from ingest import foreign, mapping

    for name in ("belote-cli", "colver"):
        for number, raw in enumerate((folder() / f"{name}.jsonl").read_bytes().splitlines(), 1):
            deal = foreign.decode(raw, number, mapping.load(name), name)
            assert isinstance(deal, Deal)
            assert notation.decode(notation_write.encode(deal)) == deal
