"""Finds tactical positions with one proven best move, for the tests of Hecht.

    python training/tactics.py piranhas-2026 --seed 1

Positions come from games between quick Hechts that now and then play at random, one from a game at most. What a
position is worth is decided by exhaustive search alone (`Board.solve`, which knows no evaluation); Hecht is never asked
whether it finds the answer. The same seed gives the same file as long as the same Hecht plays the games; the proofs
hold whoever played them. Every position is one line of tests/data/tactics/<game>.jsonl:

    position, move: where the side to move finds the one best move
    plies, value:   "win": this move wins by force within so many plies, and no other does, not even in two more
                    "draw": every move is searched to the end of the game: this one draws, all others lose
                    "hold": all other moves lose by force within so many plies, this one does not, not even in two more
                    One ply less decides nothing: no move is proven to win, and two are not proven to lose.
    theme, the first that fits:
        credit           the first swarm's credit is held, here or after the best move, and giving it to the other
                         side there changes the proven result
        breakable union  Red could unite at once by another move, but Blue can break that swarm in the same round
        answered amber   Red could have two ambers at once by another move, but Blue's answer in that round counts
        arithmetic       the proof needs every ply up to round 30: the final count decides
        break-up         Blue has to move while Red is united: a "hold" after which Red is united no more
        union, amber     a "win" before round 30, which only a complete swarm or two ambers bring about
        defence          any other "hold"

What a glance shows is left out: proofs of one ply, of two where a theme is common, and most captures. Where a game
holds several, the theme that lacks most comes first, then quiet moves, then long proofs.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import schwarm
from schwarm.core import Board, _native
from themes import ENDLESS, LAST_TURN, Proof, breakable, captures, has_swarms, rewards, theme, two_ambers, united

ROOT = Path(__file__).parent.parent
MOST_PLIES = {"piranhas-2026": 5, "piranhas-2019": 5, "ostseeschach-2022": 6}
"""No question is given up: what is not proven is not provable within the plies asked for."""
NEAR = 3
"""A side in more swarms than this unites too late for a proof: such positions are passed over before the last turns."""
NODES = 400
"""How quick the Hechts are."""
OPENING = (2, 13)
CARELESS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5)
"""How often a side plays at random: unions happen against those who do."""
EAGER = (0.0, 1.0)
"""How often a side that can unite or win an amber at once does so without thinking, as beginners do."""
WANTED = {
    "piranhas-2026": {
        "union": 12,
        "breakable union": 10,
        "break-up": 6,
        "defence": 6,
        "arithmetic": 14,
        "credit": 6,
    },
    "piranhas-2019": {"union": 14, "breakable union": 10, "break-up": 6, "defence": 6, "arithmetic": 14},
    "ostseeschach-2022": {"amber": 16, "answered amber": 5, "defence": 13, "arithmetic": 13},
}
COMMON = ("union", "amber", "defence", "arithmetic")
"""Of these there are so many that short proofs are left out, and that at most half of the moves may be captures."""
LEAST_PLIES = {True: 3, False: 2}
"""For common themes and for the others."""


@dataclass(frozen=True)
class Tactic:
    position: str
    move: str
    theme: str
    plies: int
    value: str


def played(game: str, seed: int) -> Iterator[Board]:
    """The positions of one game."""
    chance = random.Random(f"{game} {seed}")
    board = Board(schwarm.game(game).start(seed))
    hecht = _native.Hecht(game, 1)
    careless = chance.choice(CARELESS), chance.choice(CARELESS)
    eager = chance.choice(EAGER), chance.choice(EAGER)
    opening = chance.randrange(*OPENING)
    while board.result() is None:
        yield board
        side = board.turn % 2
        if board.turn < opening or chance.random() < careless[side]:
            board.push(chance.choice(board.legal_moves()))
        elif chance.random() < eager[side] and (
            hasty := [move for move in board.legal_moves() if rewards(board, move)]
        ):
            board.push(chance.choice(hasty))
        else:
            hecht.begin(board, 60, NODES, 1e6)
            while hecht.deepen():
                pass
            board.push(hecht.lines()[0][1][0])


def prove(board: Board, wins_too: bool = True) -> Proof | None:
    """The shortest proof that one move is best, if there is one within reach; of wins only if they are wanted."""
    left = LAST_TURN - board.turn
    first = 2 - board.turn % 2  # games end with a round
    for plies in range(first, min(MOST_PLIES[board.game.id], left) + 1, 2):
        best = few(move for move in board.legal_moves() if holds(board, move, plies))
        ask = len(best) < 2 or (wins_too and affordable(board, plies))
        value = board.solve(plies, ENDLESS, worst=0)[0] if ask else 0
        if value > 0:
            best = few(move for move in board.legal_moves() if wins(board, move, plies))
        if value > 0 or len(best) < 2:
            if len(best) != 1 or board.count_moves() == 1 or not clear(board, best[0], plies, value):
                return None
            return Proof(best[0], plies, "win" if value > 0 else "draw" if plies == left else "hold")
    return None


def affordable(board: Board, plies: int) -> bool:
    """Whether to ask for a win: five plies in Piranhas cost so much that only every fourth position gets them."""
    return near(board, board.turn % 2) and (plies < 5 or late(board) or not has_swarms(board) or board.hash % 4 == 0)


def clear(board: Board, best: int, plies: int, value: int) -> bool:
    """Whether two plies more change nothing."""
    if value == 0:
        return holds(board, best, plies + 2)
    return not any(wins(board, move, plies + 2) for move in board.legal_moves() if move != best)


def few(moves: Iterator[int]) -> list[int]:
    """The first two: more than one best move is one too many."""
    return [move for move, _ in zip(moves, range(2), strict=False)]


def wins(board: Board, move: int, plies: int) -> bool:
    """Whether a move wins by force within so many plies, itself included."""
    board.push(move)
    value, _ = board.solve(plies - 1, ENDLESS, best=0)
    board.pop()
    return value < 0


def holds(board: Board, move: int, plies: int) -> bool:
    """Whether a move does not lose by force within so many plies, itself included."""
    board.push(move)
    value, _ = board.solve(plies - 1, ENDLESS, worst=0)
    board.pop()
    return value <= 0


def rare(board: Board) -> bool:
    """Whether the position may be one of the themes that hardly any game holds."""
    if board.turn % 2 == 1:
        return united(board, 0) or board.text()[-1] in "rb"
    return board.text()[-1] in "rb" or any(
        breakable(board, move) or two_ambers(board, move) for move in board.legal_moves()
    )


def within_reach(board: Board) -> bool:
    """Whether it is worth looking for a proof."""
    return near(board, 0) or near(board, 1)


def near(board: Board, side: int) -> bool:
    """Whether a side may win soon."""
    return late(board) or not has_swarms(board) or len(board.swarms_of(side)) <= NEAR


def late(board: Board) -> bool:
    """Whether the end of the last round can be seen."""
    return LAST_TURN - board.turn <= MOST_PLIES[board.game.id]


def found_in(game: str, seed: int, still: Counter[str]) -> tuple[Tactic, bool] | None:
    """The tactic of one game that is wanted most, and whether its move is quiet."""
    best: tuple[tuple[float, bool, int], Tactic] | None = None
    for board in played(game, seed):
        if not within_reach(board):
            continue
        wins_too = still["arithmetic" if late(board) else "union" if has_swarms(board) else "amber"] > 0 or rare(board)
        if not wins_too and (late(board) or not still["defence"]):
            continue
        if not (proof := prove(board, wins_too)):
            continue
        what = theme(board, proof)
        if proof.plies < LEAST_PLIES[what in COMMON]:
            continue
        quiet = not captures(board, proof.move)
        worth = still[what] / WANTED[game][what], quiet, proof.plies
        if still[what] > 0 and (best is None or worth > best[0]):
            tactic = Tactic(board.text(), str(board.move(proof.move)), what, proof.plies, proof.value)
            best = worth, tactic
    return (best[1], best[0][1]) if best else None


def find(game: str, seed: int, games: int) -> list[Tactic]:
    """As many of each theme as are wanted, or as the games hold."""
    still = Counter(WANTED[game])
    loud = Counter({name: number // 2 for name, number in WANTED[game].items()})
    found: list[Tactic] = []
    for number in range(games):
        if not +still:
            break
        got = found_in(game, seed * 1_000_000 + number, still)
        if not got:
            continue
        tactic, quiet = got
        if not quiet and tactic.theme in COMMON:
            if not loud[tactic.theme]:
                continue
            loud[tactic.theme] -= 1
        still[tactic.theme] -= 1
        found.append(tactic)
        print(number, tactic, "quiet" if quiet else "loud", flush=True)
    return sorted(found, key=lambda tactic: (list(WANTED[game]).index(tactic.theme), tactic.plies))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=WANTED)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000, help="play no more games than this")
    given = parser.parse_args()
    found = find(given.game, given.seed, given.games)
    file = ROOT / "tests/data/tactics" / f"{given.game}.jsonl"
    file.write_text("".join(json.dumps(asdict(tactic)) + "\n" for tactic in found))
    counts = Counter(tactic.theme for tactic in found)
    print(f"{len(found)} positions in {file}: {', '.join(f'{name} {counts[name]}' for name in WANTED[given.game])}")


if __name__ == "__main__":
    main()
