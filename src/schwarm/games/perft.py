"""Counting move sequences: the signature of a rules implementation."""

from schwarm.games.base import Move, State
from schwarm.games.number import check_number


def perft(state: State, depth: int) -> int:
    """The number of move sequences of this length. Counts on when a game is over, but not past its last turn."""
    depth = check_number("depth", depth, 0)
    return _count(state, depth)


def divide(state: State, depth: int) -> dict[Move, int]:
    """The same, by first move: where two implementations disagree, this shows under which move."""
    depth = check_number("depth", depth, 1)
    beyond = state.beyond()
    moves = beyond.legal_moves()
    if state.turn >= state.game.last_turn:
        return dict.fromkeys(moves, 1 if depth == 1 else 0)
    return {move: _count(beyond.play(move), depth - 1) for move in moves}


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    beyond = state.beyond()
    moves = beyond.legal_moves()
    if depth == 1 or not moves:
        return len(moves)
    if state.turn >= state.game.last_turn:
        return 0
    return sum(_count(beyond.play(move), depth - 1) for move in moves)
