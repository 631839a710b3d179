"""From zero to a bot: a small network learns Piranhas 2026 by playing against itself. Needs numpy, and ten minutes.

    python examples/learn_from_zero.py --minutes 8 --to network.json
    schwarm match examples/learned_bot.py:Learned greedy -n 200

The network looks at a position and says how well the side to move will do, from -1 to 1. Of all moves the learner plays
the one after which the opponent seems to do worst, and sometimes another. When games end, every position is told what
came of it ("temporal differences"), and the network is moved a little towards that.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from schwarm.learn import BatchEnv
from schwarm.learn.arrays import unpack

Array = NDArray[np.float32]
GAMES, STEPS, HIDDEN, RATE = 128, 64, 32, 0.003
TRUST = 0.95
"""How much more the later positions of a game tell about an earlier one than the network does."""
SIDE = 10
SQUARES = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
TURNS = [np.rot90(board, number).ravel() for board in (SQUARES, SQUARES.T) for number in range(4)]
"""The board turned and mirrored: what is learnt about one corner holds for all."""


def inputs(planes: NDArray[np.uint64], facts: NDArray[np.uint8]) -> Array:
    """700 zeros and ones, a square each in seven planes; the part of the game that is over; three more facts."""
    seen = np.empty((len(facts), planes.shape[1] * SQUARES.size + facts.shape[1]), np.float32)
    seen[:, : -facts.shape[1]] = unpack(planes, SQUARES.size).reshape(len(facts), -1)
    seen[:, -facts.shape[1] :] = facts
    seen[:, -facts.shape[1]] /= 60
    return seen


class Network:
    """Two layers and what they need to learn (Adam)."""

    def __init__(self, size: int, chance: np.random.Generator) -> None:
        first = chance.normal(0, 0.05, (size, HIDDEN))
        last = chance.normal(0, 0.05, HIDDEN)
        self.layers = [layer.astype(np.float32) for layer in (first, np.zeros(HIDDEN), last, np.zeros(1))]
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    def hidden(self, seen: Array) -> Array:
        hidden: Array = np.maximum(seen @ self.layers[0] + self.layers[1], 0)
        return hidden

    def value(self, seen: Array) -> Array:
        value: Array = np.tanh(self.hidden(seen) @ self.layers[2] + self.layers[3])
        return value

    def learn(self, seen: Array, wanted: Array, rate: float) -> float:
        """Moves a little towards what the positions were worth; how far off it was."""
        hidden = self.hidden(seen)
        value = np.tanh(hidden @ self.layers[2] + self.layers[3])
        wrong = (value - wanted) * (1 - value**2) / len(wanted)
        back = np.outer(wrong, self.layers[2]) * (hidden > 0)
        slopes = [seen.T @ back, back.sum(0), hidden.T @ wrong, wrong.sum(keepdims=True)]
        self.steps += 1
        for layer, slope, mean, square in zip(self.layers, slopes, self.means, self.squares, strict=True):
            mean[...] = 0.9 * mean + 0.1 * slope
            square[...] = 0.999 * square + 0.001 * slope**2
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            layer[...] -= rate * mean / (1 - 0.9**self.steps) / size
        return float(np.mean((value - wanted) ** 2))

    def save(self, path: Path) -> None:
        """As plain numbers, which every program can read."""
        numbers = [np.round(layer.astype(float), 4).tolist() for layer in self.layers]
        path.write_text(json.dumps(numbers, separators=(",", ":")) + "\n")


def play(env: BatchEnv, network: Network, chance: np.random.Generator, heat: float) -> tuple[Array, Array]:
    """Some steps of many games against itself: positions, and what became of them for the side that was to move."""
    seen, rewards, ended = [], [], []
    for _ in range(STEPS):
        seen.append(inputs(env.planes, env.facts))
        children = env.children()
        # What is good for the opponent, who moves next, is bad for us.
        values = np.where(children.ended, children.rewards, -network.value(inputs(children.planes, children.facts)))
        values = values + heat * chance.gumbel(size=len(values))
        order = np.lexsort((-values, children.games))
        env.step(children.actions[order[children.first]])
        rewards.append(env.rewards.copy())
        ended.append(env.ended.copy())
    later = network.value(inputs(env.planes, env.facts))
    worth: list[Array] = []
    for step in reversed(range(STEPS)):
        worth.append(np.where(ended[step], rewards[step], -later))
        later = TRUST * worth[-1] + (1 - TRUST) * network.value(seen[step])
    return np.concatenate(seen), np.concatenate(worth[::-1]).astype(np.float32)


def turned(seen: Array, chance: np.random.Generator) -> Array:
    """The same positions on a board that is turned or mirrored."""
    board = len(seen[0]) // SQUARES.size * SQUARES.size
    squares = seen[:, :board].reshape(len(seen), -1, SQUARES.size)[:, :, TURNS[chance.integers(len(TURNS))]]
    return np.concatenate([squares.reshape(len(seen), -1), seen[:, board:]], axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn Piranhas 2026 from nothing.")
    parser.add_argument("--minutes", type=float, default=0.02, help="how long to learn")
    parser.add_argument("--to", type=Path, help="where to write the network")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = np.random.default_rng(options.seed)
    env = BatchEnv("piranhas-2026", GAMES, seed=options.seed)
    network = Network(inputs(env.planes, env.facts).shape[1], chance)
    began, games = time.monotonic(), 0
    while (done := (time.monotonic() - began) / (60 * options.minutes)) < 1 or games == 0:
        seen, worth = play(env, network, chance, heat=0.15 * max(1 - done, 0.1))
        order = chance.permutation(len(worth))
        wrong = [
            network.learn(turned(seen[some], chance), worth[some], RATE * max(1 - done, 0.1))
            for some in np.array_split(order, len(order) // 512)
        ]
        games += GAMES
        print(f"{done:4.0%}  {games:6} games, off by {np.mean(wrong):.3f}", flush=True)
        if options.to:
            network.save(options.to)


if __name__ == "__main__":
    main()
