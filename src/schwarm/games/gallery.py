"""Positions that together show every kind of piece, for drawing them all beforehand."""

from functools import cache

from schwarm.games.base import Game, State
from schwarm.games.splitmix import SplitMix64

MAX_GAMES = 100
"""Random games that are looked through for pieces that no start has."""


@cache
def gallery(game: Game) -> tuple[State, ...]:
    """A start, and positions of random games until every letter of the notation was there. A letter that did not come
    up in many games is left out."""
    found: list[State] = []
    missing = set(game.pieces)
    for seed in range(1, MAX_GAMES + 1):
        numbers, state = SplitMix64(seed), game.start(seed)
        while True:
            here = missing & set(state.letters().values())
            if here or not found:
                found.append(state)
                missing -= here
            moves = state.legal_moves()
            if not moves or not missing:
                break
            state = state.play(numbers.choice(moves))
        if not missing:
            break
    return tuple(found)
