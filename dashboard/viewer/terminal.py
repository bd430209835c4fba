"""The deal in a terminal: the table in letters, one step at a time by keys, or all of it when piped."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dashboard.messages.indices import INDICES
from dashboard.viewer.parts import SUIT_SIGNS, Part
from replay.cards import members

_SUIT_STYLES: Final = ("green", "blue", "red", "default")
"""Four colours, for letters alone must do where the suits' signs are small."""


def card_text(card: int, ranks: tuple[str, ...], style: str = "") -> Text:
    """A card in letters: `10♥`, coloured by its suit."""
    if not 0 <= card < 32:
        return Text("?", style)
    return Text(ranks[card % 8] + SUIT_SIGNS[card // 8], f"{_SUIT_STYLES[card // 8]} {style}")


def said(parts: list[Part], ranks: tuple[str, ...]) -> Text:
    """A text in parts as the terminal shows it; what was recorded is text alone, no markup, no control codes."""
    out = Text()
    for part in parts:
        if isinstance(part, str):
            out.append("".join(each for each in part if each.isprintable()))
        elif isinstance(part, int):
            out.append_text(card_text(part, ranks))
        else:
            out.append(SUIT_SIGNS[part["suit"]], _SUIT_STYLES[part["suit"]])
    return out


def hand(data: dict[str, Any], step: dict[str, Any], seat: int, ranks: tuple[str, ...]) -> Text:
    """The cards of a seat, trumps first; legal ones in brackets, the one played marked."""
    choosing = step["kind"] == "play" and step["seat"] == seat
    order = sorted(
        members(step["hands"][seat]), key=lambda card: (data["suits"].index(card // 8), -data["strength"][card])
    )
    out = Text()
    for card in order:
        legal, chosen = choosing and step["allowed"] >> card & 1, choosing and step["card"] == card
        text = card_text(card, ranks, "dim" if choosing and not legal and not chosen else "")
        if chosen:
            text = Text.assemble(("▶" if legal else "!", "bold"), text.copy(), style="reverse")
        out.append_text(Text.assemble("[", text, "]") if legal else Text.assemble(" ", text, " "))
    return out.append(" ?" * step["hidden"][seat])


def table(data: dict[str, Any], at: int, ranks: tuple[str, ...]) -> RenderableType:
    """The table at a step: who holds what, what lies there, the score so far, and what is to be said of it."""
    step, words = data["steps"][at], data["words"]
    grid = Table(box=None, show_header=False, padding=(0, 1))
    laid = dict(map(tuple, step["trick"]))
    for seat, name in enumerate(data["names"]):
        marks = ", ".join(each["text"] for each in data["marks"][seat] if at >= each["from"])
        turn = step["seat"] == seat and step["kind"] != "trick"
        who = Text("▸ " if turn else "  ", "bold yellow").append(f"{seat + 1} ").append_text(said([name], ranks))
        spoken = [each for each in data["spoken"] if each["seat"] == seat and each["step"] <= at]
        lies = card_text(laid[seat], ranks) if seat in laid else Text("")
        if turn and step["kind"] == "play":
            lies = Text.assemble(card_text(step["card"], ranks, "bold"), ("!", "bold red") if step["findings"] else "")
        grid.add_row(
            who, Text(marks, "dim"), lies, hand(data, step, seat, ranks),
            Text("; ").join(said(each["text"], ranks) for each in spoken),
        )  # fmt: skip
    lines: list[RenderableType] = [grid]
    if step["turned"] is not None or (step["stock"] and step["kind"] in ("deal", "call")):
        turned = [] if step["turned"] is None else [f"{words['turned']}: ", step["turned"], "   "]
        lines.append(said([*turned, f"{words['stock']}: {step['stock']}"], ranks))
    sides = zip(data["sides"], step["tricks"], step["points"], strict=False)
    score = "   ".join(f"{side}: {points} ({words['tricks']} {tricks})" for side, tricks, points in sides)
    lines += [said([score], ranks), *remarks(data, step, ranks)]
    if step["kind"] == "settlement":
        lines.append(settlement(data))
    title = said([f"{data['title']}   {step['place']}   {at}/{len(data['steps']) - 1}"], ranks)
    return Panel(Group(*lines), title=title, title_align="left")


def remarks(data: dict[str, Any], step: dict[str, Any], ranks: tuple[str, ...]) -> Iterator[Text]:
    """What is said of a step: what happens, the choice, notes, and broken rules with their clause."""
    words = data["words"]
    yield Text.assemble((f"{step['place']}  ", "bold"), said(step["text"], ranks))
    if step["time"]:
        yield said([step["time"]], ranks)
    if step["choice"]:
        yield Text(step["choice"], "dim")
    if step["calls"]:
        yield Text(f"{words['could_call']} ").append_text(Text(", ").join(said(each, ranks) for each in step["calls"]))
    for shown in step.get("shown", ()):
        yield said(shown, ranks)
    for note in step["notes"]:
        yield said([f"{words['note']}: ", note], ranks)
    for finding in step["findings"]:
        title = f"! {finding['title']} ({finding['kind']}): "
        yield Text.assemble((title, "bold red"), said(finding["sentence"], ranks))
        yield Text("  " + " · ".join(filter(None, (finding["clause"], finding["code"]))), "dim")


def settlement(data: dict[str, Any]) -> Table:
    """The settlement line by line, what was recorded beside what follows."""
    words, sides = data["words"], len(data["sides"])
    grid = Table(box=None)
    grid.add_column(words["line"])
    for group in ("computed", "recorded"):
        for side in range(sides):
            grid.add_column(f"{words[group]} {side + 1}", justify="right")
    for row in data["settlement"]:
        label = f"{row['label']} ≠ {words['differs']}" if row["differs"] else row["label"]
        computed, recorded = row["computed"] or ["·"] * sides, row["recorded"] or ["·"] * sides
        recorded = [*recorded, *[""] * sides][:sides]
        grid.add_row(label, *computed, *recorded, style="bold red" if row["differs"] else "")
    return grid


def whole(data: dict[str, Any], console: Console, index: str | None = None) -> None:
    """Print every step of a deal, the table at its start and its end."""
    ranks = INDICES[index or data["index"]]
    last = len(data["steps"]) - 1
    console.print(table(data, 0, ranks))
    for step in data["steps"][1:last]:
        for line in remarks(data, step, ranks):
            console.print(line)
    console.print(table(data, last, ranks))
    for each in data["open"]:
        console.print(Text(f"{data['words']['open_parts']}: {each['part']} ({each['reason']})"))


def walk(data: dict[str, Any], console: Console, key: Callable[[], str], index: str | None = None) -> None:
    """Step through a deal by keys, as `key` gives them, until `q`."""
    ranks = INDICES[index or data["index"]]
    steps, at, last = data["steps"], data["start"], len(data["steps"]) - 1
    faults = [number for number, step in enumerate(steps) if step["findings"]]
    decisions = [number for number, step in enumerate(steps) if step["decision"]]
    hint = "\n".join((data["words"]["brackets_hint"], data["words"]["position_keys"]))
    with console.screen() as screen:
        while True:
            screen.update(Group(table(data, at, ranks), Text(hint, "dim")))
            pressed = key()
            if pressed in ("q", "\x03", "\x04", ""):
                return
            at = _moved(pressed, at, last, data["tricks"], faults, decisions)


def _moved(
    pressed: str, at: int, last: int, tricks: list[dict[str, Any]], faults: list[int], choices: list[int]
) -> int:
    if pressed in ("v", "d"):
        found = faults if pressed == "v" else choices
        return next((each for each in found if each > at), found[0] if found else at)
    if pressed.isdigit():
        return int(tricks[int(pressed) - 1]["plays"][0]) if 0 < int(pressed) <= len(tricks) else at
    if pressed in ("right", " ", "\r", "\n"):
        return min(last, at + 1)
    return {"left": max(0, at - 1), "home": 0, "end": last}.get(pressed, at)


_SEQUENCES: Final = {
    "[C": "right", "[D": "left", "[H": "home", "[F": "end", "OC": "right", "OD": "left", "OH": "home", "OF": "end",
    "[1~": "home", "[4~": "end", "[7~": "home", "[8~": "end",
}  # fmt: skip
"""What terminals send for the keys, after the escape."""
_WINDOWS: Final = {"M": "right", "K": "left", "G": "home", "O": "end"}


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """The keys of this terminal, one at a time: a letter, or `left`, `right`, `home`, `end`; empty at its end."""
    if sys.platform == "win32":
        import msvcrt

        def windows_key() -> str:
            first = msvcrt.getwch()
            return _WINDOWS.get(msvcrt.getwch(), "?") if first in "\x00\xe0" else first.lower()

        yield windows_key
        return
    import os
    import select
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)

    def unix_key() -> str:
        first = os.read(descriptor, 1).decode("ascii", "replace")
        if first != "\x1b":
            return first.lower()
        rest = ""
        # An escape alone is a key as well: what belongs to a longer one comes with it.
        while rest not in _SEQUENCES and len(rest) < 4 and select.select([descriptor], [], [], 0.05)[0]:
            rest += os.read(descriptor, 1).decode("ascii", "replace")
        return _SEQUENCES.get(rest, "?")

    try:
        tty.setcbreak(descriptor)
        yield unix_key
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
