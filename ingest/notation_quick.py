"""The notation as we write it, read at once: a deal's lines to its line of canonical JSON.

It knows no leniency and reports no fault. What it does not take, though a person may have meant it, the careful reader
in `ingest.notation` takes, and says what was wrong; what it takes, both read alike.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from ingest import notation_rows as row_of
from ingest.notation_rows import EXCHANGED, SEATS, SEEN, Other
from ingest.wire import MAX_PLAYS
from replay.cards import CARD_BY_NAME

_TRICKS: Final = tuple(f"  {trick}. " for trick in range(1, MAX_PLAYS + 1))
_SEATED: Final = tuple(
    {card: f'{{"card":"{card}","seat":{seat}}}' for card in (*CARD_BY_NAME, "?")} for seat in range(4)
)
"""By seat: each card as played from there."""
_SAID: Final = {"exchange": 1, "declarations": 32, "belote": 16}
"""What is said during the play, and how often at most."""


def canonical_line(text: str) -> bytes | None:
    """A deal's line of canonical JSON, from its lines in the notation, the first one `match`.

    None where they differ from what `ingest.notation_write` writes, or are no deal, or leave match or number open.
    """
    rows = text.rstrip("\n").split("\n")
    rows.append("")
    try:
        return _line(rows)
    except (Other, KeyError, IndexError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError):
        # Names of no card and no call, lines that end too early, bytes that are no text, JSON that is none.
        return None


def _line(rows: list[str]) -> bytes:
    out = ['{"rebelote":1,"match":', row_of.match(rows[0]), ',"deal":', row_of.deal(rows[1])]
    at, seats = _frame(rows, out)
    at, dealt = _dealt(rows, at, seats, out)
    at, played = _played(rows, at, seats, out)
    at, notes = _listed(rows, at, "note ", row_of.thing)
    at, claimed = _claimed(rows, at, out)
    at = _ended(rows, at, out)
    at, labels = _listed(rows, at, "label ", row_of.thing)
    if labels:
        out.append(f',"labels":[{",".join(labels)}]')
    if notes:
        out.append(f',"notes":[{",".join(notes)}]')
    if rows[at].startswith("extra ") and rows[at] != "extra {}":
        out += (',"extra":', row_of.thing(rows[at][6:]))
        at += 1
    if at != len(rows) - 1 or not (dealt or played or claimed):
        raise Other
    out.append("}")
    return "".join(out).encode()


def _listed(rows: list[str], at: int, word: str, read: Callable[[str], str]) -> tuple[int, list[str]]:
    """What rows that begin with a word say, and the row behind them."""
    said = []
    while rows[at].startswith(word):
        said.append(read(rows[at][len(word) :]))
        at += 1
    return at, said


def _frame(rows: list[str], out: list[str]) -> tuple[int, int]:
    """Rules, players, and what lies open before a card is dealt; the row behind it, and how many play."""
    at = 2
    seats = 4
    row = rows[at]
    if row.startswith("rules "):
        said, seats = row_of.ruleset(row)
        out.append(said)
        row = rows[at := at + 1]
    if row.startswith("with "):
        settings: dict[str, str] = {}
        while row.startswith("with "):
            key, said = row_of.setting(row)
            if key in settings:
                raise Other
            settings[key] = said
            row = rows[at := at + 1]
        out.append(f',"overrides":{{{",".join(settings.values())}}}')
    if row.startswith("seats "):
        seats = int(SEATS[row[6:]]) + 1
        row = rows[at := at + 1]
    if row.startswith("player "):
        players: list[str] = []
        while row.startswith("player "):
            players.append(row_of.player(row, len(players)))
            row = rows[at := at + 1]
        out.append(f',"players":[{",".join(players)}]')
    if row.startswith("dealer "):
        out += (',"dealer":', SEATS[row[7:]])
        row = rows[at := at + 1]
    if row.startswith("time "):
        out += (',"time":', row_of.time(row))
        row = rows[at := at + 1]
    if row.startswith("turned "):
        out.append(f',"turned":"{row_of.known(row[7:])}"')
        at += 1
    return at, seats


def _dealt(rows: list[str], at: int, seats: int, out: list[str]) -> tuple[int, bool]:
    """Hands and auction; the row behind them, and whether there are any."""
    before = len(out)
    row = rows[at]
    if row.startswith("hand "):
        held: list[str] = []
        while row.startswith("hand "):
            if row[5:7] != f"{len(held) + 1} ":
                raise Other
            held.append(row[7:])
            row = rows[at := at + 1]
        out.append(row_of.hands(held, seats))
    recorded = len(out) > before
    if row == "order unknown":
        out.append(',"dealt_order":false')
        row = rows[at := at + 1]
    if row.startswith("auction "):
        out.append(row_of.auction(row))
        recorded = True
        at += 1
    return at, recorded


def _played(rows: list[str], at: int, seats: int, out: list[str]) -> tuple[int, bool]:
    """The play, and what is said with it; the row behind it, and whether there is any."""
    said: dict[str, list[str]] = {}
    row = rows[at]
    if row in EXCHANGED:
        said["exchange"] = [EXCHANGED[row]]
        row = rows[at := at + 1]
    if row == "declaration -":
        said["declarations"] = []
        row = rows[at := at + 1]
    if row == "belote -":
        said["belote"] = []
        row = rows[at := at + 1]
    plays = ""
    if row == "play":
        plays, at = _plays(rows, at + 1, seats, said)
    elif row == "play -":
        plays = ',"plays":""'
        at += 1
    for name, most in _SAID.items():
        if name in said:
            if len(said[name]) > most:
                raise Other
            each = ",".join(said[name])
            out.append(f',"{name}":{each}' if most == 1 else f',"{name}":[{each}]')
    out.append(plays)
    return at, bool(plays)


def _plays(rows: list[str], at: int, seats: int, said: dict[str, list[str]]) -> tuple[str, int]:
    """The field of the plays, and the row behind them; what is said at them is added to the rest."""
    width = 3 * seats - 1
    tricks: list[str] = []
    whole: list[str] = []
    leads: dict[int, int] = {}
    played = 0
    row = rows[at]
    while row[:2] == "  ":
        mark = _TRICKS[len(tricks)]
        if played % seats or not row.startswith(mark):
            # Only the last trick may be short.
            raise Other
        trick = row[len(mark) :]
        if len(trick) == width:
            whole.append(trick)
            played += seats
        else:
            if trick[1:3] == "> " and trick[0] in "1234"[:seats]:
                leads[len(tricks)] = int(trick[0]) - 1
                trick = trick[3:]
            cards = _cards(trick, said, played) if "(" in trick else trick.split(" ")
            if not 0 < len(cards) <= seats or not all([card in SEEN or card == "?" for card in cards]):
                raise Other
            trick = " ".join(cards)
            played += len(cards)
        tricks.append(trick)
        row = rows[at := at + 1]
    # A row as long as a trick of known cards is one, or is none.
    if not 0 < played <= MAX_PLAYS or (whole and not SEEN.issuperset(" ".join(whole).split(" "))):
        raise Other
    if not leads:
        return f',"plays":"{" ".join(tricks)}"', at
    seated: list[str] = []
    for number, trick in enumerate(tricks):
        if number in leads:
            lead = leads[number]
            seated += [_SEATED[(lead + turn) % seats][card] for turn, card in enumerate(trick.split(" "))]
        else:
            seated += [f'"{card}"' for card in trick.split(" ")]
    return f',"plays":[{",".join(seated)}]', at


def _cards(trick: str, said: dict[str, list[str]], position: int) -> list[str]:
    """The cards of a trick in which something is said; the first is at this position."""
    first, *others = trick.split("(")
    cards = first.split()
    for each in others:
        words, closed, more = each.partition(")")
        if not closed:
            raise Other
        name, before, after = row_of.event(words)
        said.setdefault(name, []).append(f"{before}{position + len(cards)}{after}")
        cards += more.split()
    if trick[-1] in ") ":
        # No card comes after it: it may stand at a play that no deal has.
        raise Other
    return cards


def _claimed(rows: list[str], at: int, out: list[str]) -> tuple[int, bool]:
    """The claims; the row behind them, and whether there are any."""
    end = at
    while rows[end][:6] == "claim ":
        end += 1
    if end == at:
        return at, False
    claims = [row_of.claim(row) for row in rows[at:end]]
    places = [place for place, _ in claims]
    if places != sorted(set(places)):
        raise Other
    out.append(f',"claims":{{{",".join([said for _, said in claims])}}}')
    return end, True


def _ended(rows: list[str], at: int, out: list[str]) -> int:
    """How it ended, and who played; the row behind it."""
    row = rows[at]
    if row.startswith("ended "):
        out.append(row_of.ended(row))
        row = rows[at := at + 1]
    if row == "simulated":
        out.append(',"simulated":true')
        row = rows[at := at + 1]
    if row.startswith("bots "):
        out.append(row_of.bots(row))
        at += 1
    return at
