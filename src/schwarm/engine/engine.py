"""Hecht in Python: asks the native core, deepening step by step, and answers in moves and chances."""

import random
from collections.abc import Iterator
from threading import Lock

from schwarm import core
from schwarm.engine.analysis import Analysis, Line
from schwarm.engine.level import Level, level
from schwarm.engine.limit import Limit
from schwarm.games import Game, Move, State
from schwarm.words import SchwarmError, Sentence

MEMORY = 32
"""Megabytes for positions that were seen."""


class WrongGame(SchwarmError, ValueError):
    """A position of another game than the engine's."""


class Engine:
    """Hecht for one game. One question at a time: a new one ends the one before.

    Raises `schwarm.core.CoreMissing` where the native core was not built.
    """

    def __init__(self, game: Game, *, threads: int = 1, memory: int = MEMORY, seed: int | None = None) -> None:
        core.need()
        from schwarm.core import _native

        try:
            self._hecht = _native.Hecht(game.id, memory)
        except ValueError:
            raise core.UnknownGame(core.UNKNOWN_GAME(game=game.title)) from None
        self.game = game
        self.threads = threads
        self._random = random.Random(seed)
        self._lock = Lock()
        self._question = 0

    def analyse(self, state: State, limit: Limit, lines: int = 1) -> Analysis:
        """What Hecht finds within a limit: so many lines, the best first."""
        found = Analysis(state, (), 0, 0, 0.0)
        for found in self.deepening(state, limit, lines):  # noqa: B007 (the last one counts)
            pass
        return found

    def deepening(self, state: State, limit: Limit, lines: int = 1) -> Iterator[Analysis]:
        """The same, one analysis after another, each a ply deeper."""
        if state.game is not self.game and state.game.id != self.game.id:
            raise WrongGame(WRONG_GAME(game=self.game.title, other=state.game.title))
        if state.outcome() is not None:
            yield Analysis(state, (), 0, 0, 0.0)
            return
        board = core.Board(state)
        with self._lock:
            self._question += 1
            question = self._question
            self._hecht.begin(board, *limit.numbers(), lines, self.threads)
        while True:
            with self._lock:
                if question != self._question:
                    return
                deeper = self._hecht.deepen()
                found = Analysis(
                    state,
                    tuple(
                        Line(score, tuple(board.move(number) for number in numbers))
                        for score, numbers in self._hecht.lines()
                    ),
                    self._hecht.depth,
                    self._hecht.nodes,
                    self._hecht.elapsed,
                )
            # The last step may have been cut short, yet found a better move.
            if found.lines:
                yield found
            if not deeper:
                return

    def stop(self) -> None:
        """End the running search soon, from another thread; what was found so far is its answer."""
        self._hecht.stop()

    def forget(self) -> None:
        """Forget all games: the same question then gets the same answer."""
        with self._lock:
            self._hecht.forget()

    def choose(self, state: State, limit: Limit, strength: int | Level = 10) -> Line:
        """The line that Hecht plays at a level (1 to 10); only 10 thinks as long as it may."""
        wanted = level(strength) if isinstance(strength, int) else strength
        narrow = Limit(
            seconds=limit.seconds,
            nodes=_least(limit.nodes, wanted.nodes),
            depth=_least(limit.depth, wanted.depth),
        )
        every = len(state.legal_moves())
        if not wanted.error:
            return self.analyse(state, narrow, 1).lines[0]
        # Who errs looks at all moves, each with a fresh mind, and misjudges them a little.
        self.forget()
        lines = self.analyse(state, narrow, every).lines
        return max(lines, key=lambda line: line.score + self._random.gauss(0, wanted.error))

    def evaluate(self, state: State) -> int:
        """The score of a position at first glance, for the side to move."""
        return self._hecht.evaluate(core.Board(state))

    def best_move(self, state: State, limit: Limit) -> Move:
        """Just the move."""
        return self.analyse(state, limit).lines[0].move


def _least(one: int | None, two: int | None) -> int | None:
    return min((value for value in (one, two) if value is not None), default=None)


WRONG_GAME = Sentence("This engine plays {game}, but the position is one of {other}.")
