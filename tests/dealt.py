"""Deals dealt by chance and played by the plain second telling of the rules, as records to load."""

import json
import random
from pathlib import Path
from typing import Any

from tests.oracle_play import legal, pack, points, winner
from tests.oracle_rules import RULES, Knobs

HOSTILE = (
    "<script>window.hurt=1</script>",
    "<img src=x onerror='window.hurt=1'>",
    "**bold** _it_ `code` # head",
    "$x^2$ $$y$$ \\alpha",
    ":smile: :red[red] :material/bug_report:",
    "[link](http://example.org) ![p](http://example.org/x.png)",
    "Zoë 🃏\u202egnihton",
    "'; drop table deal; --",
)
"""Names that would do harm where a page took them for more than text."""


def play_out(knobs: Knobs, contract: str, leader: int, hands: list[list[str]], chance: random.Random) -> dict[str, Any]:
    """Play legal cards by chance to the end: the plays, and by trick who took it with which cards."""
    left = [list(hand) for hand in hands]
    plays: list[str] = []
    tricks: list[tuple[int, list[str]]] = []
    while left[leader]:
        trick: list[str] = []
        for turn in range(4):
            seat = (leader + turn) % 4
            card = chance.choice(sorted(legal(knobs, contract, trick, left[seat])))
            left[seat].remove(card)
            trick.append(card)
        plays += trick
        leader = (leader + winner(contract, trick)) % 4
        tricks.append((leader, trick))
    return {"plays": plays, "tricks": tricks}


def deal(seed: int, rules: str = "bg4-004", match: str | None = None) -> dict[str, Any]:
    """A record of a whole deal, with what was played beside it under `known`."""
    chance = random.Random(seed)
    knobs = RULES[rules]
    cards = pack(knobs)
    chance.shuffle(cards)
    hands = [cards[8 * seat : 8 * seat + 8] for seat in range(4)]
    contract = chance.choice(["C", "D", "H", "S"] if rules == "fr4-001" else ["C", "D", "H", "S", "NT", "AT"])
    dealer, taker = chance.randrange(4), chance.randrange(4)
    if chance.random() < 0.1:
        # Who holds a whole suit of trumps takes every trick, or nearly.
        best = sorted(cards, key=lambda card: (card[1] == contract, points(contract, [card])), reverse=True)
        hands = [best[8 * seat : 8 * seat + 8] for seat in range(4)]
    seated = chance.sample(range(len(HOSTILE)), 4)
    played = play_out(knobs, contract, (dealer + 1) % 4, hands, chance)
    return {
        "rebelote": 1,
        "match": match or f"m{seed}",
        "deal": 1,
        "rules": rules,
        "players": [{"namespace": "test", "id": f"p{each}", "name": HOSTILE[each]} for each in seated],
        "dealer": dealer,
        "hands": [" ".join(hand) for hand in hands],
        "dealt_order": False,
        "plays": " ".join(played["plays"]),
        "claims": {"contract": contract, "taker": taker},
        "known": {"hands": hands, "tricks": played["tricks"], "players": seated},
    }


def write(path: Path, records: list[dict[str, Any]]) -> Path:
    """The records as a file of canonical JSON lines."""
    lines = [json.dumps({key: value for key, value in record.items() if key != "known"}) for record in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
