"""How much stronger each level of Hecht is than the one before: pairs of games with colours swapped on the same starts.

    python training/levels.py piranhas-2026 --games 200 --seconds 0.2

Only level 10 thinks as long as it may; --seconds is what it gets per move.
"""

import argparse
from multiprocessing import Pool

import schwarm
from match import summary
from schwarm.engine import LEVELS, Engine, Limit


def play(task: tuple[str, int, int, int, float]) -> float:
    """The points of the stronger level from a pair of games."""
    game_id, seed, weak, strong, seconds = task
    game = schwarm.game(game_id)
    points = 0.0
    for strong_is in (0, 1):
        engines = [Engine(game, memory=16, seed=seed * 4 + 2 * strong_is + side) for side in (0, 1)]
        state = game.start(seed)
        while (outcome := state.outcome()) is None:
            side = state.to_move.index
            level = strong if side == strong_is else weak
            state = state.play(engines[side].choose(state, Limit(seconds=seconds), level).move)
        points += 0.5 if outcome.winner is None else float(outcome.winner.index == strong_is)
    return points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--from", dest="lowest", type=int, default=1)
    parser.add_argument("--to", dest="highest", type=int, default=len(LEVELS))
    parser.add_argument("--cores", type=int)
    given = parser.parse_args()
    with Pool(given.cores) as pool:
        for weak in range(given.lowest, given.highest):
            tasks = [(given.game, 5000 + number, weak, weak + 1, given.seconds) for number in range(given.games // 2)]
            pairs = list(pool.imap_unordered(play, tasks))
            print(f"{given.game}: level {weak + 1} against {weak}: {summary(pairs)}", flush=True)


if __name__ == "__main__":
    main()
