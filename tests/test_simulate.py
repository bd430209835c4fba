"""Simulated players: whole matches by every ruleset, the same for a seed, found clean, written in every format."""

import gzip
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rebelote.simulate as simulation
from ingest import canonical
from ingest.errors import WrongUse
from ingest.load import load
from ingest.read import deal, matches
from rebelote.simulate import simulate
from replay import rulesets
from replay.cards import PACK_32, members
from replay.judgement import PARTS, Verdict
from replay.players.chance import below, seed_chance
from replay.players.characters import CHARACTERS, NAMES
from replay.players.simulation import simulate as played
from tests.proof import ELEVEN, prove_clean
from tests.proof import matches as simulated_matches


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def write(path: Path, rules: str = "bg4-004", **wanted: Any) -> list[dict[str, Any]]:
    simulate(path, rules=rules, **wanted)
    return records(path)


@pytest.mark.parametrize("name", ELEVEN)
def test_simulated_deals_audit_clean(name: str) -> None:
    proof = prove_clean(name, 400)
    assert not proof.found
    for part in ("deal", "auction", "play", "declarations", "belote", "claims"):
        legal = proof.verdicts[part, Verdict.LEGAL]
        # Thrown-in deals claim nothing; what is left is judged, not waved through.
        assert legal > 0.6 * proof.deals, (part, proof.verdicts)
    assert {part for part, _ in proof.verdicts} == set(PARTS)


@pytest.mark.parametrize("name", ELEVEN)
def test_matches_are_whole_from_first_dealer_to_last_deal(name: str, tmp_path: Path) -> None:
    by_match: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in write(tmp_path / "m.jsonl", name, matches=20):
        assert record["simulated"] is True
        assert record["rules"] == name
        by_match[record["match"]].append(record)
    assert len(by_match) == 20
    for match in by_match.values():
        assert [record["deal"] for record in match] == list(range(1, len(match) + 1))
        assert ["match_winner" in record.get("claims", {}) for record in match] == [False] * (len(match) - 1) + [True]
        assert len({json.dumps(record["players"]) for record in match}) == 1
        assert len({player["id"] for player in match[0]["players"]}) == rulesets.load(name).players


def test_what_the_rules_have_comes_about() -> None:
    seen: Counter[str] = Counter()
    for name in ELEVEN:
        for match in simulated_matches(rulesets.load(name), 11, 1, 150):
            for record in match:
                claims = record.get("claims", {})
                seen["thrown in"] += "plays" not in record
                seen[f"{name} exchange"] += "exchange" in record
                seen[f"{name} stopped"] += record.get("ended") == "claimed"
                seen[f"doubled {claims.get('doubled')}"] += 1
                seen["capot bid"] += claims.get("contract", "").startswith("capot")
                seen["hangs"] += claims.get("hanging", [0, 0])[1] > 0
                seen["second step"] += len({each["play"] for each in record.get("declarations", ())}) > 3
                seen["rebelote"] += len(record.get("belote", ())) > 1
                seen["carré"] += any(
                    len({card[0] for card in each["cards"].split()}) == 1 for each in record.get("declarations", ())
                )
    wanted = ["thrown in", "doubled 2", "doubled 4", "capot bid", "hangs", "second step", "rebelote", "carré"]
    wanted += ["ua3-000 exchange", "fr3-002 exchange", "fr2-002 exchange", "ua3-000 stopped", "fr4-002 stopped"]
    assert not [each for each in wanted if not seen[each]]
    assert not [name for name in ELEVEN if seen[f"{name} stopped"] and name not in ("ua3-000", "fr4-002")]


def test_a_seed_makes_the_same_deals_in_whatever_number(tmp_path: Path) -> None:
    whole = (tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "c.jsonl", tmp_path / "d.jsonl")
    simulate(whole[0], rules="fr4-001", matches=150, seed=9)
    simulate(whole[1], rules="fr4-001", matches=150, seed=9)
    simulate(whole[2], rules="fr4-001", deals=700, seed=9)
    simulate(whole[3], rules="fr4-001", matches=2, seed=10)
    first, again, fewer, other = (path.read_bytes() for path in whole)
    assert first == again
    assert first.startswith(fewer)
    assert len(fewer.splitlines()) == 700
    assert not first.startswith(other[:2000])


def test_the_number_of_threads_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = []
    for threads in (1, 5):
        monkeypatch.setattr(os, "cpu_count", lambda threads=threads: threads)
        files.append(write(tmp_path / f"{threads}.jsonl", "bela-004", matches=150, faults=0.2))
    assert files[0] == files[1]


def test_compiled_and_interpreted_play_the_same(tmp_path: Path) -> None:
    ask = "from rebelote.simulate import simulate; simulate({!r}, rules={!r}, matches=1, seed=5)"
    for name in ("coinche-004", "ua3-000"):
        compiled, interpreted = tmp_path / f"{name}.jsonl", tmp_path / f"{name}-slow.jsonl"
        simulate(compiled, rules=name, matches=1, seed=5)
        subprocess.run(
            [sys.executable, "-c", ask.format(str(interpreted), name)],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
        )
        assert compiled.read_bytes() == interpreted.read_bytes()


def test_a_line_is_the_canonical_one(tmp_path: Path) -> None:
    for name in ELEVEN:
        simulate(tmp_path / "m.jsonl", rules=name, matches=3)
        for line in (tmp_path / "m.jsonl").read_bytes().splitlines():
            read = canonical.decode(line)
            assert canonical.encode(read) == line  # type: ignore[arg-type]


@pytest.mark.parametrize("faults", [0.0, 0.4])
def test_every_ending_says_the_same_and_is_read_back_without_a_mapping(tmp_path: Path, faults: float) -> None:
    plain = write(tmp_path / "a.jsonl", "bg4-004", deals=150, faults=faults)
    for ending in (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet"):
        path, store = tmp_path / f"a{ending}", tmp_path / f"{ending}.duckdb"
        simulate(path, rules="bg4-004", deals=150, faults=faults)
        report = load([path], store=store)
        assert (report.deals, report.new, report.rejected) == (150, 150, 0)
        assert sum(number for _, number in matches(store)) == 150
        for record in plain[:: 10 if faults else 30]:
            stored = json.loads(canonical.encode(deal(store, record["match"], record["deal"])))
            assert stored == json.loads(canonical.encode(canonical.decode(json.dumps(record).encode())))  # type: ignore[arg-type]


def test_deals_may_end_inside_a_match_and_claim_no_end(tmp_path: Path) -> None:
    for wanted in (1, 5, 13, 1100):
        found = write(tmp_path / "m.jsonl", "bela-004", deals=wanted)
        assert len(found) == wanted
    assert "match_winner" not in write(tmp_path / "m.jsonl", "bela-004", deals=2)[-1]["claims"]


def test_overrides_stand_in_every_record_and_count(tmp_path: Path) -> None:
    found = write(tmp_path / "m.jsonl", "bg4-004", matches=10, overrides={"match.target": 31})
    assert all(record["overrides"] == {"match.target": 31} for record in found)
    assert len(found) < 50


def test_a_house_ruleset_is_played_too(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('title = "Ours"\nextends = "bg4-004"\n[match]\ntarget = 51\n')
    found = write(tmp_path / "m.jsonl", str(house), matches=5)
    assert {record["rules"] for record in found} == {"house"}
    assert load([tmp_path / "m.jsonl"], store=tmp_path / "s.duckdb", rules=str(house)).new == len(found)


def test_an_interrupt_leaves_whole_deals_and_says_how_many(tmp_path: Path) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if done > 100:
            raise KeyboardInterrupt

    for ending in (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet"):
        path = tmp_path / f"m{ending}"
        done = simulate(path, rules="fr4-001", deals=50_000, progress=stop)
        assert done.interrupted
        assert 100 < done.deals < 50_000
        store = tmp_path / f"{ending}.duckdb"
        assert load([path], store=store, audit=False).deals == done.deals


def test_packed_lines_hold_no_name_and_no_time(tmp_path: Path) -> None:
    simulate(tmp_path / "one.jsonl.gz", rules="bela-004", matches=2)
    simulate(tmp_path / "two.jsonl.gz", rules="bela-004", matches=2)
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "two.jsonl.gz").read_bytes()
    assert gzip.decompress((tmp_path / "one.jsonl.gz").read_bytes()).count(b"\n") > 10


def test_what_cannot_be_simulated_says_what_to_do(tmp_path: Path) -> None:
    for wanted, says in (
        ({"out": tmp_path / "m.txt", "matches": 1}, "end it with one of"),
        ({"out": tmp_path / "m.jsonl"}, "either --matches N or --deals N"),
        ({"out": tmp_path / "m.jsonl", "matches": 1, "deals": 1}, "either --matches N or --deals N"),
        ({"out": tmp_path / "m.jsonl", "matches": 1, "faults": 2.0}, "a share from 0 to 1"),
        ({"out": tmp_path / "none" / "m.jsonl", "matches": 1}, "choose another file"),
        ({"out": tmp_path / "m.jsonl", "matches": 1, "rules": "colver"}, "choose another ruleset"),
    ):
        with pytest.raises(WrongUse, match=says):
            simulate(**{"rules": "bela-004", **wanted})  # type: ignore[arg-type]


def test_chance_is_even_and_differs_from_stream_to_stream() -> None:
    counts = np.zeros(8, np.int64)
    firsts = set()
    for stream in range(200):
        state = np.zeros(4, np.int64)
        seed_chance(state, 1, stream)
        drawn = [below(state, 8) for _ in range(100)]
        firsts.add(tuple(drawn[:10]))
        for each in drawn:
            counts[each] += 1
    assert len(firsts) == 200
    assert abs(counts - 2500).max() < 250


def test_every_card_is_dealt_once_and_as_often_to_each() -> None:
    held = np.zeros((4, 32), np.int64)
    for block in played(rulesets.load("coinche-004"), 3, 1, 400):
        for row in block.frame.deals:
            cards = row.hands[:, :8]
            assert sorted(cards.ravel()) == members(PACK_32)
            for seat in range(4):
                held[seat, cards[seat]] += 1
    share = held / held.sum(axis=0)
    assert abs(share - 0.25).max() < 0.06


def test_characters_differ_in_what_becomes_of_their_contracts() -> None:
    taken: Counter[str] = Counter()
    made: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    for match in simulated_matches(rulesets.load("bg4-004"), 8, 1, 600):
        for record in match:
            names = [player["id"].rpartition("-")[0] for player in record["players"]]
            dealt.update(names)
            if "score" in record.get("claims", {}):
                taker = record["claims"]["taker"]
                taken[names[taker]] += 1
                made[names[taker]] += record["claims"]["score"][taker % 2] > record["claims"]["score"][1 - taker % 2]
    assert set(dealt) == set(CHARACTERS)
    assert len(NAMES) == len(set(NAMES))
    bids = {name: taken[name] / dealt[name] for name in CHARACTERS}
    success = {name: made[name] / taken[name] for name in CHARACTERS}
    assert bids["bold"] > bids["steady"] > bids["cautious"]
    assert success["cautious"] > success["careless"]
    assert success["cautious"] > success["bold"]


def test_the_writer_has_room_for_the_longest_deal() -> None:
    assert simulation.lines.__module__ == "ingest.simulated"
    longest = max(
        len(json.dumps(record))
        for name in ELEVEN
        for match in simulated_matches(rulesets.load(name), 2, 1, 40)
        for record in match
    )
    from ingest.simulated import LONGEST

    assert 2 * longest < LONGEST


def run(*line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rebelote", "simulate", *line],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )


def test_an_ending_in_capitals_is_one_and_a_moment_is_no_speed(tmp_path: Path) -> None:
    out = tmp_path / "M.JSONL.GZ"
    assert str(simulate(out, rules="bela-004", deals=1)) == "1 deal"
    assert len(gzip.decompress(out.read_bytes()).splitlines()) == 1


def test_the_command_writes_a_file_says_what_it_holds_and_helps(tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    done = run("--rules", "bela-004", "--deals", "30", "--seed", "2", "--faults", "0.5", "--out", str(out))
    assert (done.returncode, done.stdout) == (0, "")
    assert "30 deals" in done.stderr and "labelled fault" in done.stderr
    assert len(records(out)) == 30
    shown = run("--help")
    assert "Example" in shown.stdout and "--faults" in shown.stdout
    wrong = run("--rules", "bela", "--deals", "3", "--out", str(out))
    assert wrong.returncode == 2
    assert "bela-004" in wrong.stderr
    wrong = run("--rules", "bela-004", "--out", str(out))
    assert wrong.returncode == 2
    assert "--matches N or --deals N" in wrong.stderr


def test_the_overview_says_that_deals_are_simulated(
    tmp_path: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from streamlit.testing.v1 import AppTest

    simulate(tmp_path / "m.jsonl", rules="fr4-001", deals=40)
    load([tmp_path / "m.jsonl"], store=tmp_path / "s.duckdb")
    monkeypatch.setenv("REBELOTE_STORE", str(tmp_path / "s.duckdb"))
    app = AppTest.from_file(checkout / "dashboard" / "app.py", default_timeout=120).run()
    assert any("40 of 40 deals are simulated" in caption.value for caption in app.caption)
