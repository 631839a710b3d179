"""The native core plays exactly what the pure rules play, for the games it knows."""

import random

from schwarm import core
from schwarm.conformance.promise import expect
from schwarm.games import Game, State
from schwarm.games.record import Record


def check_core(game: Game, plays: list[Record]) -> None:
    """Moves in order, outcome, points and text agree in every position; undoing brings every position back."""
    if not core.available:
        return
    from schwarm.core.board import Board

    try:
        board = Board(game.start(0))
    except core.NotInCore:
        return
    for play in plays:
        board = Board(play.start, beyond=True)
        before = []
        for state, played in zip(play.states(), (*play.moves, None), strict=True):
            compare(board, state)
            if played is not None:
                before.append(board.copy())
                board.push(board.number(played.move))
        for earlier in reversed(before):
            board.pop()
            expect(board.same(earlier), f"taking a move back does not restore {earlier}")


def compare(board: "core.Board", state: State) -> None:
    """One position of both."""
    text = str(state)
    expect(str(board) == text, f"the core writes {board} for {text}")
    moves = (state.beyond() if board.beyond else state).legal_moves()
    expect([board.move(number) for number in board.legal_moves()] == moves, f"the core lists different moves in {text}")
    expect(
        sorted(board.unordered_moves()) == sorted(board.legal_moves()), f"the core searches different moves in {text}"
    )
    expect(board.count_moves() == len(moves), f"the core counts {board.count_moves()} moves in {text}")
    expect(board.outcome() == state.outcome(), f"the core says {board.outcome()} in {text}")
    expect(board.points() == state.points(), f"the core says {board.points()} points in {text}")
    expect(board.hash == board.recomputed_hash(), f"the core's hash is wrong in {text}")


def walk(game: Game, positions: int, seed: int) -> int:
    """Random games of both, step by step, until so many positions agreed; how many games that took."""
    from schwarm.core.board import Board

    chance = random.Random(seed)
    games = 0
    while positions > 0:
        state = game.start(chance.getrandbits(64))
        board = Board(state, beyond=True)
        # Games are played on when they are over, to the last turn: there is more to compare.
        while True:
            compare(board, state)
            positions -= 1
            numbers = board.legal_moves()
            if not numbers or state.turn >= game.last_turn:
                break
            number = chance.choice(numbers)
            before = board.copy()
            board.push(number)
            board.pop()
            expect(board.same(before), f"taking {board.move(number)} back does not restore {before}")
            board.push(number)
            state = state.beyond().play(board.move(number))
        games += 1
    return games
