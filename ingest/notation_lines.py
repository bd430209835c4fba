"""The lines of the notation, word by word: what each keyword reads."""

import re
from typing import Any, Final

from ingest import spellings
from ingest.notation_play import Play
from ingest.notation_words import BY_SIDE, Fault
from ingest.notation_write import NONE, VERSION
from replay.knobs import did_you_mean, quoted

_CLAIMS: Final = (
    "contract", "taker", "doubled", "winners", "points", "points_include", "declarations", "belote", "hanging", "score",
    "totals", "match_winner", "penalties",
)  # fmt: skip


class Lines(Play):
    """Reads the lines of a deal and of what stands before the deals of a match."""

    refused: bool
    started: bool
    section: str
    common_seats: int | None

    def new_match(self) -> None:
        """Forget what stood before the deals of the last match."""
        raise NotImplementedError

    # keywords of a file and of a match

    def read_rebelote(self, at: int) -> None:
        """Read a line `rebelote`."""
        word = self.one(at, "the version of the notation")
        self.refused = self.whole(word) != VERSION
        self.new_match()
        self.started = True
        self.locale = spellings.CANONICAL
        if self.refused:
            self.fail(f"version {word[0]} of the notation: this program reads version {VERSION}", word[1])

    def read_cards(self, at: int) -> None:
        """Read a line `cards`."""
        word, at = self.one(at, "the language in which cards are spelled")
        if word not in spellings.LOCALES:
            self.fail(f"{quoted(word)} is no language of cards: expected one of {', '.join(spellings.LOCALES)}", at)
        self.locale = word

    def read_match(self, at: int) -> None:
        """Read a line `match`."""
        word = self.one(at, "the match's id")
        if word[0] != NONE:
            self.put("match", self.text(word), word[1])

    def read_deal(self, at: int) -> None:
        """Read a line `deal`."""
        words = self.words(at)
        if words and words[0][0] != NONE:
            self.put("deal", self.whole(words[0], "the number of a deal"), words[0][1])
        if len(words) > 1:
            self.fail("expected nothing after the number of the deal", words[1][1])

    def read_rules(self, at: int) -> None:
        """Read a line `rules`."""
        word = self.one(at, "the name of a ruleset")
        self.put("rules", self.text(word), word[1])

    def read_with(self, at: int) -> None:
        """Read a line `with`."""
        key, sign, rest = self.line[at:].partition("=")
        words = self.words(at)
        if not sign or not words:
            self.fail("expected a setting and its value, such as match.target = 501", at + 1)
        name = words[0]
        value_at = at + len(key) + 1
        try:
            value = self.json(value_at)
        except Fault:
            bare = rest.partition("#")[0].strip()
            if re.fullmatch(r"[a-z_0-9]+", bare) is None:
                raise
            value = bare
            self.forgive(value_at + len(rest) - len(rest.lstrip()), f"{quoted(bare)} read as a text")
        table = self.fields if self.open else self.common
        places = self.places if self.open else self.common_places
        overrides = table.setdefault("overrides", dict(self.common.get("overrides", {})))
        overrides[self.text((name[0].partition("=")[0] if name[0][0] != '"' else name[0], name[1]))] = value
        places["overrides"] = (self.number, name[1] + 1, self.line)

    def read_seats(self, at: int) -> None:
        """Read a line `seats`."""
        word = self.one(at, "how many play: 2, 3 or 4")
        if word[0] not in ("1", "2", "3", "4"):
            self.fail("expected how many play: 2, 3 or 4", word[1])
        self.seats = int(word[0])
        if not self.open:
            self.common_seats = self.seats

    def read_player(self, at: int) -> None:
        """Read a line `player`."""
        words = self.words(at)
        if len(words) < 2:
            self.fail('expected a seat and an id, such as player 1 "anna"', len(self.line.rstrip()))
        if words[0][0] not in ("1", "2", "3", "4"):
            self.fail(f"{quoted(words[0][0])} is not a seat: expected 1 to 4, in playing order", words[0][1])
        seat = int(words[0][0]) - 1
        player: dict[str, Any] = {}
        if words[1][0] not in ("name", "in") or len(words) == 2:
            player["id"] = self.text(words[1])
            words = words[1:]
        rest = words[1:]
        while rest:
            key = {"name": "name", "in": "namespace"}.get(rest[0][0])
            if key is None or len(rest) < 2 or key in player:
                self.fail('expected name "…" or in "…"', rest[0][1])
            player[key] = self.text(rest[1])
            rest = rest[2:]
        # With a name alone, the name in that namespace is the id.
        player.setdefault("id", player.get("name"))
        table = self.fields if self.open else self.common
        places = self.places if self.open else self.common_places
        seated = table.setdefault("players", {})
        if seat in seated:
            self.fail(f"seat {seat + 1} is taken already", words[0][1])
        seated[seat] = player
        places[f"players.{seat}"] = places["players"] = (self.number, words[0][1] + 1, self.line)

    def read_simulated(self, at: int) -> None:
        """Read a line `simulated`."""
        if words := self.words(at):
            self.fail("expected nothing after it", words[0][1])
        self.put("simulated", True, at)

    def read_bots(self, at: int) -> None:
        """Read a line `bots`."""
        self.put("bots", [self.seat(word) for word in self.words(at)], at)

    # keywords of a deal

    def read_dealer(self, at: int) -> None:
        """Read a line `dealer`."""
        word = self.one(at, "the dealer's seat")
        self.put("dealer", self.seat(word), word[1])

    def read_time(self, at: int) -> None:
        """Read a line `time`."""
        word = self.one(at, "a time with its zone, such as 2026-01-31T20:15:00Z")
        self.put("time", word[0], word[1])

    def read_turned(self, at: int) -> None:
        """Read a line `turned`."""
        word = self.one(at, "the turned card")
        card = self.card(*word)
        if card == "?":
            self.fail("expected a known card: leave the line out where it is not known", word[1])
        self.put("turned", card, word[1])

    def read_hand(self, at: int) -> None:
        """Read a line `hand`."""
        words = self.words(at)
        if not words:
            self.fail("expected a seat and its cards", len(self.line.rstrip()))
        hands = self.fields.setdefault("hands", {})
        self.places.setdefault("hands", (self.number, words[0][1] + 1, self.line))
        if words[0][0] == NONE:
            return
        if words[0][0] not in ("1", "2", "3", "4"):
            self.fail(f"{quoted(words[0][0])} is not a seat: expected 1 to 4, in playing order", words[0][1])
        seat = int(words[0][0]) - 1
        if seat in hands:
            self.fail(f"the hand of seat {seat + 1} is there already", words[0][1])
        hands[seat] = " ".join([word if word == "|" else self.card(word, where) for word, where in words[1:]])
        self.places[f"hands.{seat}"] = (self.number, words[0][1] + 1, self.line)

    def read_order(self, at: int) -> None:
        """Read a line `order`."""
        word = self.one(at, '"unknown" or "dealt"')
        if word[0] not in ("unknown", "dealt"):
            self.fail('expected "unknown" or "dealt"', word[1])
        self.put("dealt_order", word[0] == "dealt", word[1])

    def read_auction(self, at: int) -> None:
        """Read a line `auction`."""
        self.put("calls", [], at)
        self.section = "auction"
        self.more_auction(at)

    def more_auction(self, at: int) -> None:
        """Read calls."""
        for word, where in self.words(at):
            if word == NONE:
                continue
            seat, time = None, None
            call, start = word, where
            if word[1:2] == ":" and word[0].isdigit():
                seat, call, start = self.seat((word[0], where)), word[2:], where + 2
            if "@" in call:
                call, _, time = call.partition("@")
            name = self.call(call, start)
            said = name if seat is None and time is None else {"call": name, "seat": seat, "time": time}
            self.fields["calls"].append(said)
            self.places[f"calls.{len(self.fields['calls']) - 1}"] = (self.number, where + 1, self.line)

    def read_exchange(self, at: int) -> None:
        """Read a line `exchange`."""
        words = self.words(at)
        if not words:
            self.fail("expected the seat that exchanged", len(self.line.rstrip()))
        seat = self.seat(words[0])
        before_deal = [word for word, _ in words[1:]] == ["at", "deal"]
        play = -1 if before_deal else self.at_place(words[1:], words[0][1])
        self.put("exchange", {"seat": seat, "play": play}, words[0][1])

    def read_declaration(self, at: int) -> None:
        """Read a line `declaration`."""
        words = self.words(at)
        self.places.setdefault("declarations", (self.number, at + 1, self.line))
        said = self.fields.setdefault("declarations", [])
        if [word for word, _ in words] == [NONE]:
            return
        if not words:
            self.fail("expected the seat that declared", len(self.line.rstrip()))
        seat = self.seat(words[0])
        position = self.at_place(words[1:3], words[0][1])
        said.append({"seat": seat, "play": position, **self.declared(words[3:], words[0][1])})
        self.places[f"declarations.{len(said) - 1}"] = (self.number, words[0][1] + 1, self.line)

    def read_belote(self, at: int) -> None:
        """Read a line `belote`."""
        words = self.words(at)
        said = self.fields.setdefault("belote", [])
        self.places.setdefault("belote", (self.number, at + 1, self.line))
        if [word for word, _ in words] == [NONE]:
            return
        if len(words) != 4:
            self.fail("expected seat, place and suit, such as belote 1 at 3.2 H", at)
        said.append({"seat": self.seat(words[0]), "play": self.at_place(words[1:3], at), "suit": self.suit(words[3])})

    def read_claim(self, at: int) -> None:
        """Read a line `claim`."""
        words = self.words(at)
        if not words:
            self.fail(f"expected what is claimed: one of {', '.join(_CLAIMS)}", len(self.line.rstrip()))
        claims = self.fields.setdefault("claims", {})
        self.places.setdefault("claims", (self.number, words[0][1] + 1, self.line))
        name, where = words[0]
        if name == NONE:
            return
        if name not in _CLAIMS:
            hint = did_you_mean(name, list(_CLAIMS))
            self.fail(f"{quoted(name)} is no claim{hint}: expected one of {', '.join(_CLAIMS)}", where)
        if name in claims:
            self.fail(f"{name} is claimed already", where)
        rest = words[1:]
        if not rest:
            self.fail(f"expected what {name} is claimed to be", len(self.line.rstrip()))
        value: Any
        if name == "contract":
            value = self.call(*rest[0])
        elif name == "points_include":
            value = [word for word, _ in rest]
        elif name == "winners":
            value = []
            if rest[0][0] != "none":
                value = [None if word[0] in (NONE, "?") else self.seat(word) for word in rest]
        elif name in BY_SIDE:
            value = [self.whole(word) for word in rest]
        elif name == "taker":
            value = self.seat(rest[0])
        elif name == "match_winner":
            value = self.whole(rest[0], "a side: expected 1 or 2") - 1
        else:
            value = self.whole(rest[0])
        if name in ("contract", "taker", "match_winner", "doubled") and len(rest) > 1:
            self.fail("expected nothing after it", rest[1][1])
        claims[name] = value
        self.places[f"claims.{name}"] = (self.number, rest[0][1] + 1, self.line)

    def read_ended(self, at: int) -> None:
        """Read a line `ended`."""
        words = self.words(at)
        if not words or words[0][0] not in ("claimed", "abandoned"):
            self.fail('expected "claimed" or "abandoned"', words[0][1] if words else len(self.line.rstrip()))
        self.put("ended", words[0][0], words[0][1])
        if len(words) > 1:
            if len(words) != 3 or words[1][0] != "by":
                self.fail("expected by and a seat", words[1][1])
            self.put("ended_by", self.seat(words[2]), words[2][1])

    def read_label(self, at: int) -> None:
        """Read a line `label`."""
        self.add("labels", self.json(at), at)

    def read_note(self, at: int) -> None:
        """Read a line `note`."""
        self.add("notes", self.json(at), at)

    def read_extra(self, at: int) -> None:
        """Read a line `extra`."""
        self.put("extra", self.json(at), at)
