"""Hecht plays against itself on all cores; what it looked at and how the games ended is kept for `fit.py`.

    python training/selfplay.py piranhas-2026 --games 4000 --nodes 3000 build/piranhas-2026.npz

Every game begins with a few random moves from its own start. With --rival, every second game is played against a Hecht
with other weights: who only ever meets himself forgets what others try. A position counts when no capture, union or
amber is pending: fitting asks what a quiet position is worth, the search settles the others.
"""

import argparse
import random
from multiprocessing import Pool
from pathlib import Path

import numpy as np

import schwarm
from schwarm.core import _native

RANDOM_MOVES = (2, 9)
STORMY = 200
"""Where the search and the first glance differ more than that, something is being settled right now."""
FEW = 20
"""Positions kept per game: more of one game say little more."""


def play(task: tuple[str, int, int, list[int] | None]) -> tuple[list[list[int]], list[int], list[float]]:
    """Features, turns and results (for the side to move) of one game's quiet positions."""
    game, seed, nodes, rival = task
    chance = random.Random(seed)
    board = _native.Board(game, str(schwarm.game(game).start(seed)))
    players = [_native.Hecht(game, 4), _native.Hecht(game, 4)]
    if rival and seed % 2:
        players[chance.randrange(2)].set_weights(rival)
    for _ in range(chance.randrange(*RANDOM_MOVES)):
        board.push(chance.choice(board.legal_moves()))
    seen: list[tuple[list[int], int]] = []
    while (result := board.result()) is None:
        hecht = players[board.turn % 2]
        hecht.begin(board, 60, nodes, 60.0)
        while hecht.deepen():
            pass
        score, line = hecht.lines()[0]
        if abs(score) < _native.DECIDED and abs(score - hecht.evaluate(board)) < STORMY:
            seen.append((hecht.features(board), board.turn))
        board.push(line[0])
    kept = chance.sample(seen, min(FEW, len(seen)))
    red = {0: 1.0, 1: 0.0, -1: 0.5}[result[0]]
    return (
        [features for features, _ in kept],
        [turn for _, turn in kept],
        [red if turn % 2 == 0 else 1 - red for _, turn in kept],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int)
    parser.add_argument("--rival", type=Path, help="the weights of a rival, as `fit.py --weights` writes them")
    given = parser.parse_args()
    rival = [int(number) for number in given.rival.read_text().split()] if given.rival else None
    tasks = [(given.game, given.seed * 1_000_000 + number, given.nodes, rival) for number in range(given.games)]
    features: list[list[int]] = []
    turns: list[int] = []
    results: list[float] = []
    with Pool(given.cores) as pool:
        for done in pool.imap_unordered(play, tasks, chunksize=8):
            features += done[0]
            turns += done[1]
            results += done[2]
    given.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        given.out, features=np.array(features, dtype=np.int16), turns=np.array(turns), results=np.array(results)
    )
    print(f"{given.games} games, {len(turns)} positions in {given.out}")


if __name__ == "__main__":
    main()
