"""Lets Hecht choose moves against the clock and prints how long each took."""

import sys
import time

import schwarm
from schwarm.player import Clock, Hecht

LIMIT = 0.1


def measure(moves: int, seed: int) -> None:
    """Moves of games that go on for ever: as the contest asks for them, one position after the other."""
    players = {game: Hecht(seed=seed) for game in [known.id for known in schwarm.all_games()]}
    done = 0
    while done < moves:
        for game, player in players.items():
            state = schwarm.game(game).start(seed + done)
            while state.outcome() is None and done < moves:
                began = time.monotonic()
                move = player.choose(state, Clock(LIMIT))
                print(f"{time.monotonic() - began:.6f} {state}", flush=True)
                state = state.play(move)
                done += 1


if __name__ == "__main__":
    measure(int(sys.argv[1]), int(sys.argv[2]))
