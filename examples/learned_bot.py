"""A bot that plays with the network of `learn_from_zero.py`: plain Python, no numpy, so it fits into the contest's zip.

It searches a few moves ahead (alpha-beta) and asks the network how the positions at the end look.
`network.json` lies beside this file. Does it play well? schwarm match examples/learned_bot.py:Learned greedy -n 200
"""

import json
import math
import re
import sys
from itertools import compress
from pathlib import Path

import schwarm
from schwarm.player import Board, Clock, Player, run

LETTERS = ("SMLsmlx", "smlSMLx")
"""The planes of the network, for Red and for Blue: own fish by weight, the opponent's, squids."""
WON = 10.0


class Network:
    """Two layers of plain numbers."""

    def __init__(self, path: Path) -> None:
        self.first, self.start, self.last, (self.shift,) = json.loads(path.read_text())

    def value(self, text: str) -> float:
        """How well the side to move will do in a position, from -1 to 1."""
        rows, turn, credit = text.split(" ")
        side = int(turn) % 2
        lines = re.sub(r"\d+", lambda run: "." * int(run[0]), rows).split("/")
        planes = LETTERS[side]
        active = [self.start]
        for row, line in enumerate(reversed(lines)):
            for column, letter in enumerate(line):
                if letter != ".":
                    active.append(self.first[planes.index(letter) * 100 + row * 10 + column])
        facts = (side, credit == "rb"[side], credit == "br"[side])
        active += compress(self.first[701:], facts)
        played = int(turn) / 60
        sums = map(sum, zip(*active, strict=True))
        hidden = [max(total + played * slope, 0.0) for total, slope in zip(sums, self.first[700], strict=True)]
        return math.tanh(sum(map(float.__mul__, hidden, self.last)) + self.shift)


class Learned(Player):
    """Looks `depth` moves ahead with a network that taught itself."""

    def __init__(self, network: str = "", depth: int = 2) -> None:
        self.network = Network(Path(network or Path(__file__).with_name("network.json")))
        self.depth = depth

    def choose(self, state: schwarm.State, clock: Clock) -> schwarm.Move:
        board = Board(state)
        best, alpha = None, -math.inf
        for number in board.legal_moves():
            board.push(number)
            value = -self.search(board, self.depth - 1, -math.inf, -alpha)
            board.pop()
            if best is None or value > alpha:
                best, alpha = number, value
        assert best is not None
        return board.move(best)

    def search(self, board: Board, depth: int, alpha: float, beta: float) -> float:
        """What a position is worth to the side to move."""
        if outcome := board.outcome():
            # A win counts the more the sooner it comes.
            return 0.0 if outcome.winner is None else (WON + depth) * (1 if outcome.winner is board.to_move else -1)
        if depth == 0:
            return self.network.value(board.text())
        for number in board.legal_moves():
            board.push(number)
            value = -self.search(board, depth - 1, -beta, -alpha)
            board.pop()
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return alpha


if __name__ == "__main__":
    if sys.argv[1:]:
        run(Learned)
    print("Its first move is", Learned().choose(schwarm.game("piranhas-2026").start(seed=7), Clock()))
