"""The search behind Hecht in the core, native or portable, for the games that it knows."""

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from schwarm import core
from schwarm.core.choice import UNKNOWN_GAME, NotInCore
from schwarm.core.networks import read_network
from schwarm.games import Game, Move, State

if TYPE_CHECKING:
    from schwarm.core import _native


class CoreSearch:
    """The core's search, in moves and states instead of numbers and boards."""

    def __init__(self, game: Game, memory: int) -> None:
        """`schwarm.core.NotInCore` for a game that the core does not know, `MemoryError` for too much of it."""
        core.need()
        from schwarm.core.backend import backend

        self.name = core.kind or ""
        self.pick = backend.pick
        self._network = read_network(game.id)
        self._game = game
        self._hecht, self.learned = self._make(memory)
        """Whether a trained network is there; otherwise the counted features decide alone."""

    def _make(self, memory: int) -> "tuple[_native.Hecht, bool]":
        """A search, and whether it has a network."""
        from schwarm.core.backend import backend

        try:
            hecht = backend.Hecht(self._game.id, memory)
        except ValueError:
            raise NotInCore(UNKNOWN_GAME(game=self._game.title)) from None
        if self._network is not None:
            # Play without a network that is damaged.
            with suppress(ValueError):
                hecht.set_network(self._network)
                return hecht, True
        return hecht, False

    @cached_property
    def _glance(self) -> "_native.Hecht":
        """Another one, for looks in between: the memory of a search is worth something to one evaluation only."""
        return self._make(1)[0]

    def begin(self, state: State, depth: int, nodes: int, seconds: float, lines: int, threads: int) -> None:
        """Set the question and start the clock."""
        self._board = core.Board(state)
        self._hecht.begin(self._board, depth, nodes, seconds, lines, threads)

    def deepen(self) -> bool:
        """Search one ply deeper; False when a limit is reached or nothing is left to find."""
        return self._hecht.deepen()

    def lines(self) -> list[tuple[int, tuple[Move, ...]]]:
        """Score and moves of the best lines found so far."""
        move = self._board.move
        return [(score, tuple(move(number) for number in numbers)) for score, numbers in self._hecht.lines()]

    def stop(self) -> None:
        """End a search from another thread."""
        self._hecht.stop()

    def use_network(self, use: bool) -> None:
        """Evaluate with the trained network where there is one, or with the counted features alone."""
        self._hecht.use_network(use)

    def forget(self) -> None:
        """Empty the memory: the same question then gets the same answer."""
        self._hecht.forget()

    def evaluate(self, position: "State | core.Board", *, use_network: bool) -> int:
        """The score of a position without any search, for the side to move."""
        self._glance.use_network(use_network)
        return self._glance.evaluate(core.Board(position) if isinstance(position, State) else position)

    @property
    def depth(self) -> int:
        return self._hecht.depth

    @property
    def nodes(self) -> int:
        return self._hecht.nodes

    @property
    def elapsed(self) -> float:
        """Seconds since `begin`."""
        return self._hecht.elapsed


def give_way(niceness: int) -> bool:
    """Lower the priority of this process's searches by 0 to 19 steps of niceness.

    Only the native core can; False if another one runs. Threads that wait for a search keep their priority.
    """
    if core.kind != "native":
        return False
    from schwarm.core import _native

    _native.give_way(niceness)
    return True
