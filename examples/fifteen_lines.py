"""A complete bot. A server starts it with `python fifteen_lines.py -h HOST -p PORT -r RESERVATION`."""

import sys

import schwarm
from schwarm.player import Clock, Player, run


class Gatherer(Player):
    """Plays Piranhas 2026: the move after which its heaviest swarm is heaviest."""

    game = "piranhas-2026"

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move:
        def weight(move: schwarm.Move) -> int:
            return state.play(move).points()[state.to_move.index]

        return max(state.legal_moves(), key=weight)


if sys.argv[1:]:
    run(Gatherer)
print("Its first move would be", Gatherer().choose(schwarm.game("piranhas-2026").start(seed=7), Clock()))
