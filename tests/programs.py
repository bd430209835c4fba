"""Deals that two other programs deal, bid, play and count by chance, as records; and what the rules make of them.

`python -m tests.programs --deals 20000 --seed 7` compares so many deals of each and prints what was compared, and how
many deals hang on each setting in which the program's table differs from the system that it extends.
"""

import argparse
import os
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from replay.cards import CONTRACTS, RANKS, SUITS, card, mask
from replay.citations import shipped_text
from replay.knobs import KNOB
from replay.law import legal
from replay.record import CAPOT_BID, Announcement, Belote, Call, Claims, Deal, Play, bid, call_by_name
from replay.rulesets import Ruleset, RulesetError, load
from replay.verdicts import judge_matches

SEED = int(os.environ.get("REBELOTE_SEED", "1"))
"""From what the programs' chance starts; another one makes fresh deals."""
BLOCK = 2000
"""Deals judged at a time."""


@dataclass
class Written:
    """A deal as a program wrote it, with the cards that it would have let everybody play."""

    deal: Deal
    allowed: list[tuple[int, ...]] = field(default_factory=list)
    """By play."""


@dataclass
class Comparison:
    """What came of comparing a program's deals with the rules."""

    program: str
    deals: int = 0
    plays: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    touched: Counter[str] = field(default_factory=Counter)
    """By setting of the program's table: deals of which the system that it extends would say something else."""


# belote-cli


def belote_cli(seed: int) -> Iterator[Written]:
    """Whole matches, one after another without end."""
    from belote import game, scoring
    from belote.deck import Contract, Suit

    chance = random.Random(seed)
    suits = {Suit.CLUBS: "C", Suit.DIAMONDS: "D", Suit.HEARTS: "H", Suit.SPADES: "S"}

    def name(each: Any) -> int:
        return card(each.rank.value.replace("10", "T") + suits[each.suit])

    match = 0
    while True:
        match += 1
        state = replace(game.new_game(target=chance.choice([1000, 1000, 500])), dealer=game.Seat(chance.randrange(4)))
        target = state.target
        number = 0
        while state.phase != game.Phase.GAME_OVER:
            number += 1
            dealer = state.dealer
            state = game.start_round(state, chance)
            first = [[name(each) for each in hand] for hand in state.hands]
            plain = {
                "match": f"belote-cli-{seed}-{match}", "number": number, "rules": "belote-cli", "dealer": dealer.value,
                "turned": name(state.up_card), "overrides": {"match.target": target} if target != 1000 else {},
            }  # fmt: skip
            calls = []
            while state.phase == game.Phase.BIDDING:
                choice: Any = None
                if chance.random() < 0.25:
                    others = [suit for suit in suits if suit != state.up_card.suit]
                    every = [*others, Suit.TOUT_ATOUT, "sans_atout"]
                    choice = state.up_card.suit if state.bidding_round == 1 else chance.choice(every)
                word = {None: "pass", Suit.TOUT_ATOUT: "AT", "sans_atout": "NT"}.get(choice) or suits[choice]
                taken = "take" if choice is not None and state.bidding_round == 1 else word
                calls.append(Call(call_by_name(taken), game.bidding_turn(state).value))
                state = game.place_bid(state, choice)
            plain["calls"] = tuple(calls)
            if state.phase == game.Phase.DEAL:
                hands = tuple(map(tuple, first))
                yield Written(Deal(**plain, hands=hands, before=(5,) * 4))
                continue
            state = replace(state, coinche_level=chance.choice([0, 0, 1, 2]))
            whole = [[name(each) for each in hand] for hand in state.initial_hands]
            hands = tuple(
                tuple(mine + [each for each in all_ if each not in mine])
                for mine, all_ in zip(first, whole, strict=True)
            )
            contract = {Contract.SANS_ATOUT: 4, Contract.TOUT_ATOUT: 5}.get(state.contract)
            contract = SUITS.index(suits[state.trump]) if contract is None else contract
            plays: list[Play] = []
            allowed, belotes, winners, said = [], [], [], {}
            taker, doubled, pool = state.taker, 2**state.coinche_level, state.litige_points
            while state.phase == game.Phase.PLAYING:
                choices = game.legal_cards(state, state.turn)
                allowed.append(tuple(sorted(map(name, choices))))
                played, seat = chance.choice(choices), state.turn.value
                said.setdefault(seat, len(plays))
                before = len(state.completed_tricks)
                state = game.play_card(state, played)
                if state.announced in ("Belote!", "Rebelote!"):
                    belotes.append(Belote(seat, SUITS.index(suits[played.suit]), len(plays)))
                plays.append(Play(name(played), seat))
                if len(state.completed_tricks) > before:
                    winners.append(state.last_trick_winner.value)
            # Everybody announces all that the program sees in his hand; whose counts is for each to say.
            declared = tuple(
                Announcement(seat, said[seat], mask([name(one) for one in each.cards]))
                for seat in sorted(said, key=said.__getitem__)
                for each in (
                    *scoring.detect_carres(state.initial_hands[seat]),
                    *scoring.detect_sequences(state.initial_hands[seat]),
                )
            )
            counted = scoring.score_round(state)
            state = scoring.apply_round_score(state, counted)
            credits = scoring.coinche_adjusted_credits(counted, doubled.bit_length() - 1)
            side = counted.taker_team

            def by_side(attack: int, defence: int, side: int = side) -> tuple[int, int]:
                return (attack, defence) if side == 0 else (defence, attack)

            over = state.phase == game.Phase.GAME_OVER
            claims = Claims(
                contract=bid(contract),
                taker=taker.value,
                doubled=doubled,
                winners=tuple(winners),
                points=by_side(counted.table_taker_pts, counted.table_defender_pts),
                points_include=("last_trick",),
                declarations=by_side(counted.taker_declarations, counted.defender_declarations),
                belote=by_side(counted.taker_belote, counted.defender_belote),
                hanging=(pool, state.litige_points),
                score=by_side(*credits),
                totals=state.team_scores,
                match_winner=int(state.team_scores[1] > state.team_scores[0]) if over else None,
            )
            yield Written(
                Deal(
                    **plain, hands=hands, before=(5,) * 4, declarations=declared, belote=tuple(belotes),
                    plays=tuple(plays), claims=claims,
                ),
                allowed,
            )  # fmt: skip


# colver


def colver(seed: int) -> Iterator[Written]:
    """Single deals without end: the program knows no match."""
    import colver as program

    chance = random.Random(seed)
    order = "78 9 J Q K T A".replace(" ", "")

    def name(index: int) -> int:
        return card(order[index % 8] + "SHDC"[index // 8])

    number = 0
    while True:
        number += 1
        dealer = chance.randrange(4)
        env = program.Env.deal(dealer=dealer, seed=chance.randrange(2**32))
        hands = tuple(tuple(map(name, hand)) for hand in env.get_hands())
        plain = {
            "match": f"colver-{seed}-{number}", "number": 1, "rules": "colver", "dealer": dealer, "hands": hands,
            "dealt_order": False,
        }  # fmt: skip
        calls = []
        eager = chance.choice([0.15, 0.4, 0.7])
        while env.phase() == 0:
            legal_ = env.legal_actions()
            action = 0
            if chance.random() < eager:
                doubles = [each for each in legal_ if each > 40]
                low = [each for each in legal_ if 0 < each <= 36][:8]
                most = doubles if doubles and chance.random() < 0.5 else low if chance.random() < 0.95 else legal_
                action = chance.choice(most or legal_)
            word = {0: "pass", 41: "double", 42: "redouble"}.get(action)
            level = CAPOT_BID if action > 36 else 80 + (action - 1) // 4 * 10
            code = call_by_name(word) if word else bid("CDHS".index("SHDC"[(action - 1) % 4]), level)
            calls.append(Call(code, env.current_player()))
            env.step(action)
        plain["calls"] = tuple(calls)
        if env.is_terminal():
            yield Written(Deal(**plain))
            continue
        plays: list[Play] = []
        allowed, winners = [], []
        while not env.is_terminal():
            choices = env.legal_actions()
            allowed.append(tuple(sorted(map(name, choices))))
            action, seat = chance.choice(choices), env.current_player()
            plays.append(Play(name(action), seat))
            env.step(action)
            if len(plays) % 4 == 0 and not env.is_terminal():
                winners.append(env.current_player())
        agreed = env.get_contract()
        kept = [20 if cards == 2 else 0 for cards in env.get_belote()]
        claims = Claims(
            contract=bid(
                "CDHS".index("SHDC"[agreed["trump"]]), CAPOT_BID if agreed["value"] == 250 else agreed["value"]
            ),
            doubled=2 ** agreed["coinche"],
            # Of the last trick the program says no winner, but its side's tricks.
            winners=(*winners, None),
            points=tuple(env.get_points()),
            points_include=("last_trick", "capot"),
            belote=tuple(kept),
            score=tuple(int(each) for each in env.rewards()),
        )
        yield Written(Deal(**plain, plays=tuple(plays), claims=claims), allowed)


PROGRAMS = {"belote-cli": belote_cli, "colver": colver}


# Comparing


def compare(program: str, deals: int, seed: int, touch: bool = True) -> Comparison:
    """Compare at least so many deals, and count which of them hang on each of the table's settings."""
    out = Comparison(program)
    ruleset = load(program)
    block: list[Written] = []
    for written in PROGRAMS[program](seed):
        begins = written.deal.number == 1
        if begins and block and (len(block) >= BLOCK or out.deals + len(block) >= deals):
            compare_block(out, ruleset, block, touch)
            block = []
            if out.deals >= deals:
                return out
        block.append(written)
    raise AssertionError("the program's deals have no end")


def compare_block(out: Comparison, ruleset: Ruleset, block: list[Written], touch: bool) -> None:
    """Compare some whole matches."""
    deals = [written.deal for written in block]
    rules = [ruleset.with_overrides(deal.overrides) for deal in deals]
    judged = judge_matches(deals, rules)
    for written, judgement in zip(block, judged, strict=True):
        out.deals += 1
        deal, said = written.deal, judgement
        out.differences += [
            f"{deal.match}/{deal.number}: {found.code} at {found.position}: {found.recorded} and not {found.computed}"
            for found in said.findings
        ]
        out.kinds[said.outcome.name.lower()] += 1
        if not deal.plays:
            continue
        out.kinds[CONTRACTS[said.contract or 0]] += 1
        out.kinds["doubled"] += said.doubled == 2
        out.kinds["redoubled"] += said.doubled == 4
        out.kinds["capot"] += said.capot is not None
        out.kinds["belote"] += any(said.belote or ())
        out.kinds["declarations"] += any(said.declared or ())
        out.plays += len(deal.plays)
        out.differences += list(other_cards(ruleset, written))
        if said.points is None or said.score is None:
            out.differences.append(f"{deal.match}/{deal.number}: cannot be counted: {said.reasons}")
    if touch:
        for name in oddities(ruleset):
            try:
                plainer = {name: parent(ruleset).values[name]}
                others = [each.with_overrides(plainer) for each in rules]
            except RulesetError:
                continue
            found = judge_matches(deals, others)
            out.touched[name] += sum(bool(each.findings) for each in found)


def other_cards(ruleset: Ruleset, written: Written) -> Iterator[str]:
    """Plays at which the program lets a player choose among other cards than the rules."""
    deal = written.deal
    assert deal.hands is not None and deal.plays is not None and deal.claims.contract is not None
    held = [mask(hand) for hand in deal.hands]
    cards = np.array([play.card for play in deal.plays], np.int64)
    contract = deal.claims.contract & 7
    for at, play in enumerate(deal.plays):
        assert play.seat is not None
        first = at - at % 4
        ours = int(legal(ruleset.rules, contract, held[play.seat], cards[first:at], at - first))
        if ours != mask(written.allowed[at]):
            yield f"{deal.match}/{deal.number}: other cards at {at}: {written.allowed[at]}"
        held[play.seat] &= ~(1 << play.card)


def parent(ruleset: Ruleset) -> Ruleset:
    """The system that a table extends."""
    return load(tomllib.loads(shipped_text(f"rulesets/{ruleset.name}.toml"))["extends"])


def oddities(ruleset: Ruleset) -> list[str]:
    """The settings in which a table differs from the system that it extends."""
    other = parent(ruleset)
    return [name for name in KNOB if ruleset.values[name] != other.values[name] and name != "deal.packets"]


def report(done: Comparison) -> Iterator[str]:
    """What was compared, in words."""
    yield f"{done.program}: {done.deals:,} deals, {done.plays:,} plays, {len(done.differences)} differences"
    yield "  " + ", ".join(f"{kind} {count:,}" for kind, count in sorted(done.kinds.items()))
    for name, count in done.touched.items():
        yield f"  {name}: {count:,} deals hang on it"
    yield from (f"  {each}" for each in done.differences[:20])


def main() -> int:
    """Compare, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="deals of each program")
    parser.add_argument("--seed", type=int, default=SEED, help="another one makes fresh deals")
    parser.add_argument("programs", nargs="*", default=list(PROGRAMS))
    asked = parser.parse_args()
    wrong = 0
    for program in asked.programs:
        done = compare(program, asked.deals, asked.seed)
        print(*report(done), sep="\n", flush=True)
        wrong += len(done.differences)
    return 1 if wrong else 0


__all__ = ["PROGRAMS", "RANKS", "SEED", "compare", "report"]

if __name__ == "__main__":
    sys.exit(main())
