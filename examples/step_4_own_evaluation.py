"""Step 4 of 4: the same search, but it knows more about what a good position is.

An evaluation is a sum: things that can be counted in a position, each times a weight. The weights are not guessed:
`step_4_tune.py` lets the bot play against itself and finds the weights that predict best who wins.

Does it help? schwarm match examples/step_4_own_evaluation.py:Knowing examples/step_3_alpha_beta.py:AlphaBeta
"""

import sys

import schwarm
from schwarm.player import Board, Clock, run
from step_3_alpha_beta import AlphaBeta

FEATURES = ("heaviest swarm", "all fish", "number of swarms", "distance")
WEIGHTS = (1.25, 2.13, 0.31, -0.98)
"""How much each is worth, as `step_4_tune.py` found them."""


def features(board: Board, team: schwarm.Team) -> tuple[float, ...]:
    """What can be counted about one side, each divided so that it is about as large as the others."""
    swarms = board.swarms(team)
    if not swarms:
        return (0.0, 0.0, 0.0, 0.0)
    fish = [(ord(square[0]), int(square[1])) for squares, _ in swarms for square in squares]
    column, row = sum(x for x, _ in fish) / len(fish), sum(y for _, y in fish) / len(fish)
    distance = sum(max(abs(x - column), abs(y - row)) for x, y in fish)
    return swarms[0][1] / 10, sum(weight for _, weight in swarms) / 10, len(swarms) / 5, distance / 30


class Knowing(AlphaBeta):
    """Alpha-beta with an evaluation of its own."""

    weights: tuple[float, ...] = WEIGHTS

    def evaluate(self, board: Board) -> float:
        ours, theirs = features(board, board.to_move), features(board, board.to_move.opponent)
        return sum(weight * (our - their) for weight, our, their in zip(self.weights, ours, theirs, strict=True))


if __name__ == "__main__":
    if sys.argv[1:]:
        run(Knowing)
    print("Its first move is", Knowing(depth=2).choose(schwarm.game("piranhas-2026").start(seed=7), Clock()))
