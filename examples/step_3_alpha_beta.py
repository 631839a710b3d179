"""Step 3 of 4: see the opponent's answers, and ours to them, as deep as the clock allows.

What is good for one side is as bad for the other, so one function serves both: the value of a position is the best of
the negated values after each move ("negamax"). Alpha-beta skips what cannot matter: once the opponent has a reply that
makes a move worse than one we already have, there is no need to look at the other replies. That works best when good
moves come first, so every position remembers the move that was best there one depth before.

Depth 1, then 2, then 3 ("iterative deepening"): when time is up, the last finished depth has an answer ready.

Does it help? schwarm match examples/step_3_alpha_beta.py:AlphaBeta examples/step_2_greedy.py:Greedy
"""

import argparse
import math
import sys
import time

import schwarm
from schwarm.player import Board, Clock, Player, run

WON = 1000.0
LONGEST = 1.0
"""Seconds to think if nobody sets a limit."""
MARGIN = 0.05
"""Seconds that stay unused: a computer with other things to do gives the processor back late."""


class TimeUp(Exception):
    """Raised from deep inside the search when it must end."""


class AlphaBeta(Player):
    """Searches with alpha-beta on the fast board, deeper and deeper."""

    game = "piranhas-2026"

    def __init__(self, depth: int = 30) -> None:
        self.deepest = depth

    @classmethod
    def options(cls, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--depth", type=int, default=30, help="look no more moves ahead than this")

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move:
        self.until = time.monotonic() + min(clock.left - MARGIN, LONGEST if clock.limit is None else math.inf)
        self.best_before: dict[int, int] = {}
        board = Board(state)
        best = board.legal_moves()[0]
        for depth in range(1, min(self.deepest, state.game.last_turn - state.turn) + 1):
            try:
                value = self.search(board, depth, -math.inf, math.inf)
            except TimeUp:
                break
            best = self.best_before[board.hash]
            self.note(f"depth {depth}: {board.move(best)} is worth {value:g}")
            if abs(value) >= WON:
                break
        return board.move(best)

    def search(self, board: Board, depth: int, alpha: float, beta: float) -> float:
        """The value of a position for the side to move, exact if it lies between alpha and beta."""
        if time.monotonic() > self.until:
            raise TimeUp
        if outcome := board.outcome():
            # A win counts more the sooner it comes: what is left of the depth is added.
            return (
                0.0
                if outcome.winner is None
                else math.copysign(WON + depth, 1 if outcome.winner is board.to_move else -1)
            )
        if depth == 0:
            return self.evaluate(board)
        here, best = board.hash, -math.inf
        for move in self.ordered(board):
            board.push(move)
            try:
                value = -self.search(board, depth - 1, -beta, -alpha)
            finally:
                board.pop()
            if value > best:
                best, self.best_before[here] = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def ordered(self, board: Board) -> list[int]:
        """The moves, first the one that was best here before."""
        moves = board.legal_moves()
        first = self.best_before.get(board.hash)
        return moves if first is None else [first, *(move for move in moves if move != first)]

    def evaluate(self, board: Board) -> float:
        """How good a position is for the side to move: how much heavier its heaviest swarm is."""
        points, us = board.points(), board.to_move
        return float(points[us.index] - points[us.opponent.index])


if __name__ == "__main__":
    if sys.argv[1:]:
        run(AlphaBeta)
    print("Its first move is", AlphaBeta(depth=2).choose(schwarm.game("piranhas-2026").start(seed=7), Clock()))
