"""Step 1 of 4: a bot that plays any legal move. It breaks no rule, and that is all it knows.

Let it play: schwarm play piranhas-2026 --red examples/step_1_random.py:Anything --blue random
"""

import random
import sys

import schwarm
from schwarm.player import Clock, Player, run


class Anything(Player):
    """Any legal move, each as likely as the others."""

    game = "piranhas-2026"

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move:
        return random.choice(state.legal_moves())


if __name__ == "__main__":
    if sys.argv[1:]:
        run(Anything)
    print("Its first move might be", Anything().choose(schwarm.game("piranhas-2026").start(seed=7), Clock()))
