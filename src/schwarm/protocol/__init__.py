"""The Software-Challenge XML: a strict stream parser, messages as values, one codec per season, replay files.

No sockets and no rules. A season's codec is the module of this package named after its game's id, or an entry point
of the group `schwarm.codecs` with that name; no list of seasons is kept anywhere.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from schwarm.games import Game, all_games
from schwarm.protocol.codec import BadPacket, Codec, ServerQuirks
from schwarm.protocol.element import Element
from schwarm.protocol.stream import Ended, Opened, Stream, StreamError, StreamErrorKind, StreamEvent
from schwarm.words import SchwarmError, Sentence, excerpt

ENTRY_POINTS = "schwarm.codecs"


class NoCodec(SchwarmError, LookupError):
    """A game that cannot be played over the wire."""


def codec_for(game: Game) -> Codec:
    """The codec of a game's season; raises `NoCodec` if there is none."""
    return _codec(game.id)


@cache
def _codec(id: str) -> Codec:
    name = f"{__name__}.{id.replace('-', '_')}"
    if id.replace("-", "_").isidentifier() and find_spec(name):
        codec = getattr(import_module(name), "CODEC", None)
        if isinstance(codec, Codec):
            return codec
    from importlib.metadata import entry_points  # slow to import, and often not needed

    for point in entry_points(group=ENTRY_POINTS, name=id):
        codec = point.load()
        if isinstance(codec, Codec):
            return codec
    raise NoCodec(NO_CODEC(id=excerpt(id)))


def codec_by_wire_name(name: str) -> Codec:
    """The codec for the name that the contest's protocol gives a game; raises `NoCodec`."""
    for game in all_games():
        if game.wire_name == name:
            return codec_for(game)
    raise NoCodec(NO_WIRE_NAME(name=excerpt(name)))


NO_CODEC = Sentence("{id} cannot be played over the network: nobody has defined its protocol.")
NO_WIRE_NAME = Sentence("The contest's protocol has no game “{name}”.")

__all__ = [
    "BadPacket",
    "Codec",
    "Element",
    "Ended",
    "NoCodec",
    "Opened",
    "ServerQuirks",
    "Stream",
    "StreamError",
    "StreamErrorKind",
    "StreamEvent",
    "codec_by_wire_name",
    "codec_for",
]
