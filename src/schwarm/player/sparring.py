"""Sparring partners: `random` plays anything legal, `greedy` takes what looks best one move ahead.

Both are meant to be beaten, and to be read.
"""

import random
from collections.abc import Callable
from typing import Protocol

from schwarm.games import Move, State
from schwarm.player.measure import measure
from schwarm.words import SchwarmError, Sentence, excerpt
from schwarm.words.sentence import Listing

WON = 1_000_000.0


class UnknownPlayer(SchwarmError):
    """No player has this name."""


class Player(Protocol):
    """Whoever can choose a move."""

    def choose(self, state: State) -> Move: ...


class Random:
    """Any legal move, each as likely as the others."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        return self._random.choice(state.legal_moves())


class Greedy:
    """The move after which the position measures best; between equals chance decides."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        moves = state.legal_moves()
        values = [self.value(state, move) for move in moves]
        best = max(values)
        return self._random.choice([move for move, value in zip(moves, values, strict=True) if value == best])

    def value(self, state: State, move: Move) -> float:
        """How a move looks to its player: won, lost, or the difference of what both sides measure."""
        mover = state.to_move
        after = state.play(move)
        if outcome := after.outcome():
            return 0.0 if outcome.winner is None else WON if outcome.winner is mover else -WON
        return measure(after, mover) - measure(after, mover.opponent)


PLAYERS: dict[str, Callable[[int | None], Player]] = {"random": Random, "greedy": Greedy}


def sparring(name: str, seed: int | None = None) -> Player:
    """A sparring partner by name. With a seed it plays the same game again."""
    if name not in PLAYERS:
        raise UnknownPlayer(UNKNOWN_PLAYER(name=excerpt(name), players=Listing(PLAYERS)))
    return PLAYERS[name](seed)


UNKNOWN_PLAYER = Sentence("There is no player “{name}”; there are {players}.")
