"""The play in the notation: tricks with their leader, what happens before a card, and what is said of it."""

from typing import Any

from ingest import spellings
from ingest.notation_words import CARDS, ITEM, LEADER, TRICK, WORD, Words
from ingest.notation_write import NONE
from replay.knobs import quoted


class Play(Words):
    """Reads the lines of the play."""

    def read_play(self, at: int) -> None:
        """Read the line `play`, and what stands beside it."""
        self.put("plays", [], at)
        self.section = "play"
        self.more_play(at)

    def more_play(self, at: int) -> None:
        """Cards in order of play: tricks with their number and leader, events before a card, comments after it."""
        plays: list[Any] = self.fields["plays"]
        line = self.line
        if self.locale == spellings.CANONICAL and self.plain_trick(plays, at):
            return
        turn: int | None = None
        turned = 0
        end = len(line)
        while at < end:
            if line[at].isspace():
                at += 1
            elif line[at] == "#":
                return
            elif line[at] == "(":
                at = self.event(at, len(plays))
            elif line[at] == "{":
                close = line.find("}", at)
                if close < 0:
                    self.fail("a comment that begins with { ends with } on the same line", at)
                if not plays:
                    self.fail("a comment follows the card that it is about", at)
                self.add("notes", {"position": len(plays) - 1, "text": line[at + 1 : close].strip()}, at)
                at = close + 1
            elif (trick := TRICK.match(line, at)) is not None:
                self.check_trick(int(trick[1]), len(plays), at)
                at = trick.end()
            elif (leader := LEADER.match(line, at)) is not None:
                turn = self.seat((leader[1], at))
                if turn >= self.table():
                    self.fail(f"seat {turn + 1} leads, but {self.table()} play", at)
                turned = 0
                at = leader.end()
            elif line.startswith(NONE, at) and line[at:].split() == [NONE]:
                return
            elif (item := ITEM.match(line, at)) is not None:
                own, word, mark, time = item.groups()
                card = self.card(word, item.start(2))
                seat = None if own is None else self.seat((own, at))
                if turn is not None:
                    if turned == self.table():
                        self.fail(f"a trick of {turned} cards has no more: begin the next on a line of its own", at)
                    expected = (turn + turned) % self.table()
                    seat = expected if seat is None else seat
                    turned += 1
                if mark is not None:
                    self.add("notes", {"position": len(plays), "mark": mark}, at)
                plays.append(card if seat is None and time is None else {"card": card, "seat": seat, "time": time})
                self.places[f"plays.{len(plays) - 1}"] = (self.number, at + 1, line)
                at = item.end()
            else:
                word = line[at:].split(None, 1)[0]
                self.fail(f"{quoted(word)} is not a card: expected rank and suit, such as TS, or ?", at)

    def plain_trick(self, plays: list[Any], at: int) -> bool:
        """Read a line of nothing but cards, with number and leader; whether it was one."""
        words = self.line[at:].split()
        turn = None
        table = self.table()
        if words and words[0][-1] == ".":
            if words[0][:-1] != str(len(plays) // table + 1) or len(plays) % table:
                return False
            del words[0]
        if words and len(words[0]) == 2 and words[0][1] == ">" and words[0][0] in "1234"[:table]:
            turn = int(words.pop(0)[0]) - 1
        if len(words) > table and turn is not None:
            return False
        try:
            cards = [CARDS[word] for word in words]
        except KeyError:
            return False
        if turn is not None:
            plays += [{"card": card, "seat": (turn + i) % table} for i, card in enumerate(cards)]
        else:
            plays += cards
        return True

    def check_trick(self, number: int, played: int, at: int) -> None:
        """Compare a trick's number with the cards before it."""
        """Compare a trick's number with the cards before it."""
        trick, card = divmod(played, self.table())
        if (number, card) != (trick + 1, 0):
            here = f"trick {trick + 1}" + (f", card {card + 1}" if card else "")
            self.forgive(at, f"trick {number} begins at {here}")

    def event(self, at: int, position: int) -> int:
        """Something that happens before the next card, in brackets: `(2 declares tierce to Q)`; where it ends."""
        close = self.line.find(")", at)
        if close < 0:
            self.fail("an event that begins with ( ends with )", at)
        words = [(word[0], word.start()) for word in WORD.finditer(self.line, at + 1, close)]
        where = (self.number, at + 1, self.line)
        verb = words[1][0] if len(words) > 1 else ""
        if verb in ("exchanges", "exchange"):
            self.put("exchange", {"seat": self.seat(words[0]), "play": position}, at)
        elif verb in ("declares", "declare", "announces"):
            said = self.fields.setdefault("declarations", [])
            seat = self.seat(words[0])
            said.append({"seat": seat, "play": position, **self.declared(words[2:], at)})
            self.places[f"declarations.{len(said) - 1}"] = self.places["declarations"] = where
        elif verb in ("says", "say") and len(words) == 4 and words[2][0].lower() in ("belote", "rebelote"):
            said = self.fields.setdefault("belote", [])
            said.append({"seat": self.seat(words[0]), "play": position, "suit": self.suit(words[3])})
            self.places[f"belote.{len(said) - 1}"] = self.places["belote"] = where
        else:
            self.fail(
                "expected what a seat does: (2 exchanges), (2 declares TH JH QH), (2 declares tierce to Q), "
                "(2 says belote H)",
                at,
            )
        return close + 1
