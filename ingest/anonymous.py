"""Records without a word of who played: players and matches get numbers, and what may name somebody is left out."""

import msgspec

from replay.record import Call, Deal, Play, Player


class Masks:
    """Numbers for players and matches, in the order in which they come; the same all through an export."""

    def __init__(self) -> None:
        self.players: dict[tuple[str, str], int] = {}
        self.matches: dict[str, int] = {}

    def masked(self, deal: Deal) -> Deal:
        """The deal with numbers for its players and match, of its times the day alone, and no notes and extras."""
        return msgspec.structs.replace(
            deal,
            match="" if not deal.match else f"match-{self.matches.setdefault(deal.match, len(self.matches) + 1)}",
            players=tuple(map(self._player, deal.players)),
            time=None if deal.time is None else f"{deal.time[:10]}T00:00:00Z",
            calls=None if deal.calls is None else tuple(Call(each.call, each.seat) for each in deal.calls),
            plays=None if deal.plays is None else tuple(Play(each.card, each.seat) for each in deal.plays),
            notes=(),
            extra={},
        )

    def _player(self, player: Player) -> Player:
        key = (player.namespace or "", player.id)
        return Player(f"player-{self.players.setdefault(key, len(self.players) + 1)}")
