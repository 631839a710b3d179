"""Step 2 of 4: look one move ahead, and take the move that leaves us best off.

Two things are new: a number for how good a position is (`evaluate`), and trying every move (`state.play` gives a new
state; the old one stays as it is). It does not see what the opponent answers; step 3 changes that.

Does it help? schwarm match examples/step_2_greedy.py:Greedy examples/step_1_random.py:Anything
"""

import random
import sys

import schwarm
from schwarm.player import Clock, Player, run

WON = 1000.0


class Greedy(Player):
    """The move after which our heaviest swarm is furthest ahead; chance decides between equals."""

    game = "piranhas-2026"

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move:
        us = state.to_move
        values = {move: self.evaluate(state.play(move), us) for move in state.legal_moves()}
        best = max(values.values())
        self.note(f"{len(values)} moves, the best is worth {best:g}")
        return random.choice([move for move, value in values.items() if value == best])

    def evaluate(self, state: schwarm.State, us: schwarm.Team) -> float:
        """How good a position is for us: won, lost, or how much heavier our heaviest swarm is than theirs."""
        if outcome := state.outcome():
            return 0.0 if outcome.winner is None else WON if outcome.winner is us else -WON
        points = state.points()
        return float(points[us.index] - points[us.opponent.index])


if __name__ == "__main__":
    if sys.argv[1:]:
        run(Greedy)
    print("Its first move might be", Greedy().choose(schwarm.game("piranhas-2026").start(seed=7), Clock()))
