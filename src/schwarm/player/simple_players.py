"""Sparring partners: `random` plays anything legal, `greedy` takes what looks best one move ahead.

Both are meant to be beaten, and to be read.
"""

import argparse
import random
from abc import abstractmethod

from schwarm.engine.engine import GameOver
from schwarm.games import Move, State
from schwarm.games.splitmix import whole_seed
from schwarm.player.clock import Clock
from schwarm.player.player import Player
from schwarm.words import Sentence

WON = 1_000_000.0


class Sparring(Player):
    """A player that knows every game, never thinks long, and plays the same again with the same seed."""

    quick = True
    """Answers within milliseconds, and in Python, where only one thread runs at a time."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(None if seed is None else whole_seed(seed))

    @abstractmethod
    def choose(self, state: State, clock: Clock | None = None) -> Move: ...

    def moves(self, state: State) -> list[Move]:
        """The legal moves; raises `GameOver` if there are none."""
        moves = state.legal_moves()
        if not moves:
            raise GameOver(NOTHING_TO_CHOOSE(side=state.game.side(state.to_move)))
        return moves

    def stop(self) -> None:
        """The move is no longer needed. Called in another thread than the one that thinks."""

    @classmethod
    def options(cls, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, metavar="N", help=str(SEED()))


class Random(Sparring):
    """Any legal move, each as likely as the others."""

    def choose(self, state: State, clock: Clock | None = None) -> Move:
        return self._random.choice(self.moves(state))


class Greedy(Sparring):
    """The move after which the position looks best; between equals chance decides."""

    def choose(self, state: State, clock: Clock | None = None) -> Move:
        moves = self.moves(state)
        values = [self.value(state, move) for move in moves]
        best = max(values)
        return self._random.choice([move for move, value in zip(moves, values, strict=True) if value == best])

    def value(self, state: State, move: Move) -> float:
        """How a move looks to its player: won, lost, or the difference of how it looks for both sides."""
        mover = state.to_move
        after = state.play(move)
        if outcome := after.outcome():
            return 0.0 if outcome.winner is None else WON if outcome.winner is mover else -WON
        return after.evaluate(mover) - after.evaluate(mover.opponent)


NOTHING_TO_CHOOSE = Sentence(
    "There is no move to choose: {side} cannot move here, or the last round is over; "
    "ask a player only while state.outcome() is None."
)
SEED = Sentence("a seed: the same number plays the same way again")
