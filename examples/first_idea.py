"""Between steps 2 and 3: a first idea of our own, still looking one move ahead. Fish that are close to each other
soon become one swarm, so the less they are spread out, the better the position.

Does it help? schwarm match examples/first_idea.py:Together examples/step_2_greedy.py:Greedy -n 200
"""

import sys

import schwarm
from schwarm.games.piranhas import PiranhasState
from schwarm.player import Clock, run
from step_2_greedy import Greedy


def spread(state: PiranhasState, team: schwarm.Team) -> float:
    """How far the fish of a side are from their centre, all added up. The side must have fish."""
    fish = [square for swarm in state.swarms(team) for square in swarm.squares]
    columns = ["ABCDEFGHIJ".index(square[0]) for square in fish]
    rows = [int(square[1]) for square in fish]
    column, row = sum(columns) / len(fish), sum(rows) / len(fish)
    return sum(max(abs(x - column), abs(y - row)) for x, y in zip(columns, rows, strict=True))


class Together(Greedy):
    """Like step 2, but of two moves with the same lead it takes the one that keeps the fish together."""

    def evaluate(self, state: schwarm.State, us: schwarm.Team) -> float:
        assert isinstance(state, PiranhasState)
        return super().evaluate(state, us) - 0.1 * spread(state, us)


if __name__ == "__main__":
    if sys.argv[1:]:
        run(Together)
    print("Its first move is", Together().choose(schwarm.game("piranhas-2026").start(seed=7), Clock()))
