"""The engine agrees with every decision that a published program wrote down."""

import importlib
from typing import Any

import pytest

from tests import vectors


def engine(name: str) -> Any:
    """A function of the engine's plain interface; the test is skipped where it is not built yet."""
    table = pytest.importorskip("replay.table", reason="replay.table is not built yet")
    if not hasattr(table, name):
        pytest.skip(f"replay.table.{name} is not built yet")
    return getattr(table, name)


def rules() -> Any:
    return importlib.import_module("replay.rulesets").load(vectors.RULES)


def needs_rows(name: str) -> pytest.MarkDecorator:
    count = vectors.COUNTS[name]
    return pytest.mark.skipif(vectors.OUTSIDE is None, reason=f"{count} rows not compared: {vectors.NOT_SET}")


@needs_rows("legal_moves")
def test_every_legal_card_of_the_program():
    legal_cards, ruleset = engine("legal_cards"), rules()
    rows = vectors.rows("legal_moves")
    wrong = []
    for row in rows:
        contract, trick, hand, allowed = vectors.legal_case(row)
        got = sorted(legal_cards(ruleset, contract, trick, hand))
        if got != allowed:
            wrong.append((row, got))
    assert (len(rows), wrong) == (vectors.COUNTS["legal_moves"], [])


@needs_rows("declarations")
def test_every_declaration_of_the_program():
    best_declarations, ruleset = engine("best_declarations"), rules()
    rows = vectors.rows("declarations")
    wrong = []
    for row in rows:
        got = best_declarations(ruleset, vectors.cards(row["hand"]))
        if got != sum(map(vectors.value, vectors.declared(row["found"]))):
            wrong.append((row, got))
    assert (len(rows), wrong) == (vectors.COUNTS["declarations"], [])


@needs_rows("scored_rounds")
def test_every_score_of_the_program(capsys):
    contest, deal_score, ruleset = engine("contest"), engine("deal_score"), rules()
    wrong, touched = vectors.compare_rounds(
        lambda contract, announced: list(contest(ruleset, contract, announced)),
        lambda fields: deal_score(ruleset, **fields),
    )
    with capsys.disabled():
        print(f"\nengine: {touched}")
    assert (touched["rounds"], wrong) == (vectors.COUNTS["scored_rounds"], [])
