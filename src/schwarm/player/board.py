"""The board that a bot searches with: the core's where it knows the game, else a plain one with most of its methods."""

from schwarm.core.backend import backend
from schwarm.core.board import Board as CoreBoard
from schwarm.games import State
from schwarm.games.base import game_of
from schwarm.player.plain_board import PlainBoard

_IN_CORE = frozenset(backend.games())


class Board(CoreBoard):
    __doc__ = CoreBoard.__doc__

    def __new__(cls, position: State | CoreBoard | PlainBoard, *, beyond: bool = False) -> "Board":
        if game_of(position).id in _IN_CORE:
            return CoreBoard.__new__(cls)
        # A game from another package has its rules in Python alone.
        assert not isinstance(position, CoreBoard)
        return PlainBoard(position, beyond=beyond)  # type: ignore[return-value]
