"""Records that know little: each is loaded, and judged as far as it goes."""

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.audit import audit
from ingest.load import load
from ingest.read import Judged, judged
from replay.cards import CARD_NAMES
from replay.judgement import PARTS, Verdict
from tests import dealt

WHOLE = {key: value for key, value in dealt.deal(11, rules="fr4-001", match="m").items() if key != "known"}
KNOWN = dealt.deal(11, rules="fr4-001", match="m")["known"]
PLAYS = WHOLE["plays"].split()
HANDS = WHOLE["hands"]


def judge(tmp_path: Path, **changes: Any) -> Judged:
    record = {key: value for key, value in {**WHOLE, **changes}.items() if value is not None}
    (tmp_path / "one.jsonl").write_text(json.dumps(record), encoding="utf-8")
    store = tmp_path / "store.duckdb"
    report = load([tmp_path / "one.jsonl"], store=store)
    assert (report.new, report.rejected) == (1, 0), str(report)
    assert audit(store).audited == 1
    return judged(store, "m", 1)


def verdict(found: Judged, part: str) -> Verdict:
    return found.judgement.verdicts[PARTS.index(part)]


def revoke(plays: list[str], hands: list[str]) -> tuple[int, int]:
    """Two plays of one seat to be exchanged, so that the earlier one is a revoke."""
    leader = (WHOLE["dealer"] + 1) % 4
    winners = [winner for winner, _ in KNOWN["tricks"]]
    leads = [leader, *winners]
    for first in range(0, 28, 4):
        for place in range(1, 4):
            seat = (leads[first // 4] + place) % 4
            if plays[first + place][1] != plays[first][1]:
                continue
            for later in range(first + 4, 32):
                turn = (leads[later // 4] + later % 4) % 4
                if turn == seat and plays[later][1] != plays[first][1]:
                    return first + place, later
    raise AssertionError("no such play in this deal")


def test_hands_missing_and_a_revoke_is_seen_all_the_same(tmp_path: Path) -> None:
    early, late = revoke(PLAYS, HANDS)
    plays = list(PLAYS)
    plays[early], plays[late] = plays[late], plays[early]
    # Who won is recorded, so that seats stay what they were.
    leader = (WHOLE["dealer"] + 1) % 4
    leads = [leader, *(winner for winner, _ in KNOWN["tricks"])]
    seated = [{"card": card, "seat": (leads[at // 4] + at % 4) % 4} for at, card in enumerate(plays)]
    found = judge(tmp_path, hands=None, plays=seated)
    assert ("play.must-follow", early) in {(each.code, each.position) for each in found.judgement.findings}


def test_one_hand_visible(tmp_path: Path) -> None:
    unseen = " ".join("?" * 8)
    for others in ("", unseen):
        found = judge(tmp_path, hands=[HANDS[0], others, others, others])
        assert verdict(found, "play") == Verdict.LEGAL
        assert found.judgement.points is not None
        (tmp_path / "store.duckdb").unlink()


def test_the_last_tricks_missing(tmp_path: Path) -> None:
    found = judge(tmp_path, plays=" ".join(PLAYS[:24]), hands=None)
    assert len(found.judgement.winners) == 6
    assert found.judgement.points is None
    assert verdict(found, "play") == Verdict.NOT_AUDITABLE
    assert not any(each.code.startswith("play.") for each in found.judgement.findings)


@pytest.mark.parametrize("gap", [0, 13, 31])
def test_one_card_missing_is_put_in_where_it_fits_and_said(tmp_path: Path, gap: int) -> None:
    found = judge(tmp_path, plays=" ".join(PLAYS[:gap] + PLAYS[gap + 1 :]))
    assert found.judgement.missing is not None
    assert CARD_NAMES[found.judgement.missing[2]] == PLAYS[gap]
    assert [each.code for each in found.judgement.findings] == ["play.missing"]
    assert found.judgement.points is not None


def test_unknown_cards_in_the_play(tmp_path: Path) -> None:
    plays = " ".join("?" if at in (5, 6) else card for at, card in enumerate(PLAYS))
    found = judge(tmp_path, plays=plays, hands=None)
    assert verdict(found, "play") == Verdict.NOT_AUDITABLE
    assert found.judgement.points is None
    assert not [each for each in found.judgement.findings if each.code != "play.missing"]


def test_no_auction_and_no_announcements(tmp_path: Path) -> None:
    found = judge(tmp_path)
    reasons = found.judgement.reasons
    assert verdict(found, "auction") == Verdict.NOT_AUDITABLE
    assert reasons[PARTS.index("auction")]
    assert all(bool(reason) == (each == Verdict.NOT_AUDITABLE) for reason, each in
               zip(reasons, found.judgement.verdicts, strict=True))  # fmt: skip
    assert not found.judgement.findings
    assert verdict(found, "play") == Verdict.LEGAL


@pytest.mark.parametrize(("score", "code"), [([100, 62], None), ([62, 100], "claim.score"), ([101, 62], "claim.score")])
def test_a_score_sheet_without_a_card(tmp_path: Path, score: list[int], code: str | None) -> None:
    claims = {"contract": "H", "taker": 0, "points": [100, 62], "points_include": ["last_trick"],
              "declarations": [0, 0], "belote": [0, 0], "hanging": [0, 0], "score": score}  # fmt: skip
    found = judge(tmp_path, plays=None, hands=None, claims=claims)
    codes = [each.code for each in found.judgement.findings]
    assert codes == ([] if code is None else [code])
    assert verdict(found, "play") == Verdict.NOT_AUDITABLE
    assert verdict(found, "claims") == (Verdict.LEGAL if code is None else Verdict.VIOLATION)
