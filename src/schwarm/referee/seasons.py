"""Which season a client speaks: told by what it says first, since one server serves all seasons."""

from collections.abc import Mapping

from schwarm.games import Game, Rules, all_games
from schwarm.games import game as game_by_id
from schwarm.protocol import Codec, codec_for
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element
from schwarm.referee.room import Room
from schwarm.referee.seat import Seat


class Seasons:
    """The games a server offers, all by the same rules as its usual one."""

    def __init__(self, usual: Game) -> None:
        self.default = usual
        self._games = {known.wire_name: _by_rules(known, usual.rules) for known in all_games()}
        others = [codec_for(known) for known in self._games.values() if known is not usual]
        # Now, and not when the first client comes while others play: it takes a while to load them.
        self._codecs = [codec_for(usual), *others]

    def game(self, wire_name: str | None) -> Game | None:
        """The game of a wire name; the usual one where none is given."""
        return self._games.get(wire_name) if wire_name else self.default

    def codec_named_by(
        self, element: Element, rooms: Mapping[str, Room], codes: Mapping[str, tuple[Room, Seat]]
    ) -> Codec | None:
        """The codec of the game that a message names: by a room, by a reservation or by its type."""
        # Nearly every message is a move and names its room; what comes first here is all that it costs.
        if room := rooms.get(element.fact("roomId") or ""):
            return room.codec
        if reserved := codes.get(element.fact("reservationCode") or ""):
            return reserved[0].codec
        named = self._games.get(element.fact("gameType") or "")
        return codec_for(named) if named else None

    def guess_codec(self, element: Element) -> Codec:
        """The codec for the first words of a client that names no game: who understands them first."""
        return next((codec for codec in self._codecs if _understands(codec, element)), codec_for(self.default))


def _by_rules(known: Game, rules: Rules) -> Game:
    """A game by these rules, or by its own where it knows no others."""
    return game_by_id(known.id, rules) if rules in known.rulings else known


def _understands(codec: Codec, element: Element) -> bool:
    try:
        codec.read_request(element)
    except BadPacket:
        return False
    return True
