"""Two Hechts that differ in one thing play each other: does it make a difference?

    python training/match.py piranhas-2026 --one weights=new.txt --two weights=old.txt --games 400 --nodes 5000

Every start is played twice with colours swapped. The score comes with the Elo difference and its error (95 %), computed
from pairs of games, since the two games of a pair have much in common. A side may differ in `weights` (a file of
numbers), `nodes`, `depth` and `seconds`.
"""

import argparse
import random
from multiprocessing import Pool
from pathlib import Path

import schwarm
from report import summary
from schwarm.arena.pairs import Pairs
from schwarm.core import _native

RANDOM_MOVES = 4
Side = dict[str, str]


def play(task: tuple[str, int, Side, Side]) -> tuple[float, float]:
    """The points of side one in both games of a pair."""
    game, seed, one, two = task
    chance = random.Random(seed)
    start = _native.Board(game, str(schwarm.game(game).start(seed)))
    for _ in range(RANDOM_MOVES):
        start.push(chance.choice(start.legal_moves()))
    as_red, as_blue = play_game(game, start, one, two), play_game(game, start, two, one)
    return 0.5 if as_red < 0 else float(as_red == 0), 0.5 if as_blue < 0 else float(as_blue == 1)


def play_game(game: str, start: _native.Board, red: Side, blue: Side) -> int:
    """Who wins: 0, 1 or -1."""
    players = []
    for side in (red, blue):
        hecht = _native.Hecht(game, 16)
        if "weights" in side:
            hecht.set_weights([int(number) for number in Path(side["weights"]).read_text().split()])
        players.append(hecht)
    board = _native.Board(start)
    while (result := board.result()) is None:
        side = (red, blue)[board.turn % 2]
        hecht = players[board.turn % 2]
        limits = int(side.get("depth", 60)), int(side.get("nodes", 2**60)), float(side.get("seconds", 1e6))
        hecht.begin(board, *limits)
        while hecht.deepen():
            pass
        board.push(hecht.lines()[0][1][0])
    return result[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--one", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--two", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, help="for both sides")
    parser.add_argument("--seconds", type=float, help="for both sides")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int)
    given = parser.parse_args()
    both = {name: str(value) for name in ("nodes", "seconds") if (value := getattr(given, name)) is not None}
    one, two = ({**both, **dict(part.split("=", 1) for part in side)} for side in (given.one, given.two))
    tasks = [(given.game, given.seed * 1_000_000 + number, one, two) for number in range(given.games // 2)]
    with Pool(given.cores) as pool:
        pairs = Pairs.of(pool.imap_unordered(play, tasks))
    print(f"{given.game}: side one has {summary(pairs)}")


if __name__ == "__main__":
    main()
