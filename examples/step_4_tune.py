"""Finds the weights of step 4 from the bot's own games: python examples/step_4_tune.py --games 300

The bot plays against itself, now and then at random so that no game is like another. Every position is remembered with
what could be counted in it and with who won in the end. Then the weights are moved, little by little, to where the sum
predicts the winners best ("logistic regression"). The last line of the output takes the place of WEIGHTS in
step_4_own_evaluation.py.
"""

import argparse
import math
import random
from typing import NamedTuple

import schwarm
from schwarm.player import Board, Clock
from step_4_own_evaluation import FEATURES, WEIGHTS, Knowing, features

OPENING = 6
"""Random moves at the beginning of each game."""
ASTRAY = 0.1
"""How often a later move is random too."""


class Sample(NamedTuple):
    """A position: what one side has more of than the other, and whether it won (1), drew (½) or lost (0)."""

    more: tuple[float, ...]
    result: float


def play(seed: int, weights: tuple[float, ...]) -> list[Sample]:
    """One game of the bot against itself, looking one move ahead."""
    chance = random.Random(seed)
    bot = Knowing(depth=1)
    bot.weights = weights
    state: schwarm.State = schwarm.game("piranhas-2026").start(seed)
    seen = []
    while (outcome := state.outcome()) is None:
        at_random = state.turn < OPENING or chance.random() < ASTRAY
        state = state.play(chance.choice(state.legal_moves()) if at_random else bot.choose(state, Clock()))
        board = Board(state)
        red, blue = (features(board, team) for team in schwarm.Team)
        seen.append(tuple(one - two for one, two in zip(red, blue, strict=True)))
    won = 0.5 if outcome.winner is None else float(outcome.winner is schwarm.Team.ONE)
    return [Sample(more, won) for more in seen[OPENING:]]


def chance_to_win(weights: list[float], more: tuple[float, ...]) -> float:
    return 1 / (1 + math.exp(-sum(weight * value for weight, value in zip(weights, more, strict=True))))


def fit(samples: list[Sample], rounds: int = 200, step: float = 2.0) -> list[float]:
    """The weights with which the positions predict their results best, found by walking downhill."""
    weights = [0.0] * len(FEATURES)
    for _ in range(rounds):
        slope = [0.0] * len(weights)
        for more, result in samples:
            error = chance_to_win(weights, more) - result
            for place, value in enumerate(more):
                slope[place] += error * value / len(samples)
        weights = [weight - step * value for weight, value in zip(weights, slope, strict=True)]
    return weights


def loss(samples: list[Sample], weights: list[float]) -> float:
    """How surprised the weights are by what really happened: 0.69 is tossing a coin, less is better."""
    chances = ((chance_to_win(weights, more), result) for more, result in samples)
    return -sum(result * math.log(chance) + (1 - result) * math.log(1 - chance) for chance, result in chances) / len(
        samples
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Find the weights of step 4 from the bot's own games.")
    parser.add_argument("--games", type=int, default=4, help="how many games to learn from")
    parser.add_argument("--rounds", type=int, default=100, help="how often to walk downhill")
    options = parser.parse_args()
    samples = [sample for seed in range(options.games) for sample in play(seed, WEIGHTS)]
    weights = fit(samples, options.rounds)
    print(f"{len(samples)} positions of {options.games} games, surprise {loss(samples, weights):.3f}")
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{name:<18}{weight:6.2f}")
    print(f"WEIGHTS = ({', '.join(f'{weight:.2f}' for weight in weights)})")
