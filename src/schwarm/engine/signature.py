"""One number per game that changes only when the search changes: the nodes of a fixed set of searches."""

import time
from dataclasses import dataclass

from schwarm.engine.engine import Engine
from schwarm.engine.limit import Limit
from schwarm.games import Game, State
from schwarm.games.splitmix import SplitMix64

DEPTH = 9
SLOW_DEPTH = 2
"""For the search in Python."""
MEMORY = 16
"""Megabytes."""
POSITIONS = 6
MOVES = 8
"""Between two of them; the first is a start."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The nodes that all searches took together, the seconds, which search it was, and if it had learned anything."""

    nodes: int
    seconds: float
    search: str
    learned: bool


def signature(game: Game) -> Signature:
    """Search all positions, each with an empty memory, to the same depth."""
    engine = Engine(game, memory=MEMORY)
    limit = Limit(depth=SLOW_DEPTH if engine.slow else DEPTH)
    nodes = 0
    started = time.perf_counter()
    for state in positions(game):
        engine.forget()
        nodes += engine.analyse(state, limit).nodes
    return Signature(nodes, time.perf_counter() - started, engine.search, engine.learned)


def positions(game: Game) -> list[State]:
    """A start and what random moves make of it."""
    numbers = SplitMix64(2026)
    state = game.start(2026)
    found = [state]
    while len(found) < POSITIONS:
        for _ in range(MOVES):
            # A short game begins again.
            if state.outcome() is not None:
                state = game.start(2026)
            state = state.play(numbers.choice(state.legal_moves()))
        found.append(state)
    return found
