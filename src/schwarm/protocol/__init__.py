"""The Software-Challenge XML: a strict stream parser, messages as values, one codec per season, replay files.

No sockets and no rules. A season's codec is the module of this package named after its game's id, or an entry point
of the group `schwarm.codecs` with that name; no list of seasons is kept anywhere. Every other game has the codec that
carries its positions and moves as text.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from schwarm.games import Game, all_games
from schwarm.protocol.codec import BadPacket, Codec, ServerQuirks
from schwarm.protocol.element import Element
from schwarm.protocol.stream import Ended, Opened, Stream, StreamError, StreamErrorKind, StreamEvent
from schwarm.protocol.text_codec import text_codec
from schwarm.words import SchwarmError, Sentence, excerpt

ENTRY_POINTS = "schwarm.codecs"


class NoCodec(SchwarmError, LookupError):
    """No game has this name on the wire."""


def codec_for(game: Game) -> Codec:
    """The codec of a game: its season's, its package's, or the one that carries text."""
    return _own_codec(game.id) or _text_codec(game.id, game.wire_name)


@cache
def _text_codec(id: str, wire_name: str) -> Codec:
    return text_codec(id, wire_name)


@cache
def _own_codec(id: str) -> Codec | None:
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
    return None


def codec_by_wire_name(name: str) -> Codec:
    """The codec for the name that the contest's protocol gives a game; raises `NoCodec`."""
    for game in all_games():
        if game.wire_name == name:
            return codec_for(game)
    raise NoCodec(NO_WIRE_NAME(name=excerpt(name)))


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
