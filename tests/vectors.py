"""Decisions that a published Bulgarian program wrote down, read from outside this project, in our words.

`REBELOTE_OUTSIDE` names the folder that holds `vectors/`; without it there is nothing to read. The program plays
bg4-004 but for two things of its own, said here as functions that give its answer exactly.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.oracle_declarations import value

OUTSIDE = os.environ.get("REBELOTE_OUTSIDE")
COUNTS = {"legal_moves": 1000, "declarations": 250, "scored_rounds": 1250}
RULES = "bg4-004"

CONTRACTS = {"Clubs": "C", "Diamonds": "D", "Hearts": "H", "Spades": "S", "NoTrumps": "NT", "AllTrumps": "AT"}
LENGTHS = {"seq3": 3, "seq4": 4, "seq5plus": 5}
NOT_SET = "REBELOTE_OUTSIDE is not set"

Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    """The rows of one file; all of them."""
    assert OUTSIDE is not None
    text = (Path(OUTSIDE) / "vectors" / f"bulgarian_{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def cards(names: list[str]) -> list[str]:
    """`Ts` is our `TS`."""
    return [name.upper() for name in names]


def legal_case(row: Row) -> tuple[str, list[str], list[str], list[str]]:
    """Contract, trick, hand and the cards that the program allows."""
    trick = cards([card for _, card in row["trick"]])
    return CONTRACTS[row["contract"]], trick, cards(row["hand"]), sorted(cards(row["legal"]))


def declared(found: dict[str, str], side: int = 0) -> list[Row]:
    """The program's declarations; it does not tell the suit of a sequence, and the order of announcing is no matter."""
    out = []
    for kind, top in found.items():
        name = kind.removesuffix("_a").removesuffix("_b")
        if name == "four":
            out.append({"order": 0, "side": side, "kind": "carre", "rank": top})
        else:
            out.append({"order": 0, "side": side, "kind": "sequence", "length": LENGTHS[name], "top": top, "suit": "?"})
    return out


def deal_fields(row: Row) -> Row:
    """The deal as the fields of a deal's score, but for what its declarations count; sides are seats 1+3 and 2+4."""
    sides = [("1", "3"), ("2", "4")]
    return {
        "contract": CONTRACTS[row["contract"]],
        "taker_side": (row["declarer"] - 1) % 2,
        "card_points": row["card_points_13_24"],
        "last_trick_side": (row["last_trick"] - 1) % 2,
        "tricks": [sum(len(row["taken"][seat]) for seat in seats) // 4 for seats in sides],
        "multiplier": row["double"],
        "hanging_in": row["hanging_in"],
    }


def announced(row: Row) -> list[Row]:
    return [one for seat, found in row["declarations"].items() for one in declared(found, (int(seat) - 1) % 2)]


def one_contest_by_value(contract: str, said: list[Row], by_source: list[int]) -> list[int]:
    """First departure: sequences and carrés in one contest, by value, a carré first; of equal best ones none counts."""
    if contract == "NT":
        return by_source
    ranks = {id(one): (value(one), 1, "QKTA9J".index(one["rank"])) for one in said if one["kind"] == "carre"}
    ranks |= {id(one): (value(one), 0, "789TJQKA".index(one["top"])) for one in said if one["kind"] == "sequence"}
    best = [max((ranks[id(one)] for one in said if one["side"] == side), default=(0, 0, 0)) for side in (0, 1)]
    totals = [sum(value(one) for one in said if one["side"] == side) for side in (0, 1)]
    return [totals[side] if best[side] > best[1 - side] else 0 for side in (0, 1)]


def at_least_one(written: list[int], tricks: list[int], outcome: str) -> list[int]:
    """Second departure: where each side writes its own, one that took a trick has at least 1, from the other's."""
    out = list(written)
    for side in (0, 1):
        if outcome == "made" and tricks[side] and out[side] == 0:
            out[side], out[1 - side] = 1, out[1 - side] - 1
    return out


Contest = Callable[[str, list[Row]], list[int]]
Settle = Callable[[Row], Row]


def compare_rounds(contest: Contest, settle: Settle) -> tuple[list[str], dict[str, int]]:
    """Every scored round: the differences left, and how many rounds each departure touches."""
    wrong = []
    touched = {"rounds": 0, "one_contest_by_value": 0, "at_least_one": 0}
    for number, row in enumerate(rows("scored_rounds")):
        fields = deal_fields(row)
        by_source = contest(fields["contract"], announced(row))
        counted = one_contest_by_value(fields["contract"], announced(row), by_source)
        score = settle({**fields, "declarations": counted})
        written = score["recorded"]
        predicted = at_least_one(written, fields["tricks"], score["outcome"])
        touched["rounds"] += 1
        touched["one_contest_by_value"] += counted != by_source
        touched["at_least_one"] += predicted != written
        if predicted != row["board_13_24"]:
            wrong.append(f"round {number}: {predicted}, the program wrote {row['board_13_24']}: {fields} {counted}")
    return wrong, touched
