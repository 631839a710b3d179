"""The larger sister of `learn_from_zero.py`: Piranhas 2026 from nothing on a GPU. Needs PyTorch, and five minutes.

    python examples/learn_on_gpu.py --minutes 5 --to examples/network.json
    schwarm ladder examples/learned_bot.py:Learned --game piranhas-2026 --seconds 2

It learns in the same way from thirty times as many games: all of them, the moves that are tried and the network
stay on the GPU. What it writes is the same file of plain numbers, so the same bot plays with it.
"""

import argparse
import json
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from schwarm.learn import TensorEnv

torch: Any = import_module("torch")
STEPS, TRUST, BATCH = 64, 0.95, 8192
SIDE = 10


def inputs(env: TensorEnv, planes: Any, facts: Any) -> Any:
    """700 zeros and ones, a square each in seven planes; the part of the game that is over; three more facts."""
    seen = env.numbers(planes, facts).flatten(2)
    sets = planes.shape[1]
    return torch.cat([seen[:, :sets].flatten(1), seen[:, sets:, 0]], 1)


def make_network(size: int, hidden: int, device: str) -> Any:
    """How well the side to move will do, from -1 to 1."""
    layers = [torch.nn.Linear(size, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, 1), torch.nn.Tanh()]
    return torch.nn.Sequential(*layers, torch.nn.Flatten(0)).to(device)


def play(env: TensorEnv, network: Any, heat: float) -> tuple[Any, Any]:
    """Some steps of many games against itself: positions, and what became of them for the side that was to move."""
    seen, rewards, ended = [], [], []
    for _ in range(STEPS):
        seen.append(inputs(env, env.planes, env.facts))
        children = env.children()
        # What is good for the opponent, who moves next, is bad for us.
        values = torch.where(children.ended, children.rewards, -network(inputs(env, children.planes, children.facts)))
        values = values - heat * torch.log(-torch.log(torch.rand_like(values)))  # sometimes another than the best
        table = torch.full((env.games, env.encoding.actions), -torch.inf, device=values.device)
        table[children.games, children.actions] = values
        env.step(table.argmax(1))
        rewards.append(env.rewards)
        ended.append(env.ended)
    later = network(inputs(env, env.planes, env.facts))
    worth: list[Any] = []
    for step in reversed(range(STEPS)):
        worth.append(torch.where(ended[step], rewards[step], -later))
        later = TRUST * worth[-1] + (1 - TRUST) * network(seen[step])
    return torch.cat(seen), torch.cat(worth[::-1])


def turned(seen: Any, squares: int) -> Any:
    """The same positions on a board that is turned or mirrored: what is learnt about one corner holds for all."""
    board = seen[:, :squares].reshape(len(seen), -1, SIDE, SIDE)
    board = torch.rot90(board, int(torch.randint(4, ())), (2, 3))
    if torch.rand(()) < 0.5:
        board = board.transpose(2, 3)
    return torch.cat([board.flatten(1), seen[:, squares:]], 1)


def save(network: Any, path: Path) -> None:
    """As plain numbers, which every program can read: a row per input, as `learned_bot.py` wants them."""
    layers = [network[0].weight.T, network[0].bias, network[2].weight[0], network[2].bias]
    numbers = [
        [[round(x, 4) for x in row] if isinstance(row, list) else round(row, 4) for row in layer.tolist()]
        for layer in layers
    ]
    path.write_text(json.dumps(numbers, separators=(",", ":")) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn Piranhas 2026 from nothing on a GPU.")
    parser.add_argument("--minutes", type=float, default=0.02, help="how long to learn")
    parser.add_argument("--to", type=Path, help="where to write the network")
    parser.add_argument("--games", type=int, default=4096, help="how many games at once")
    parser.add_argument("--hidden", type=int, default=128, help="how wide the network is")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    env = TensorEnv(
        "piranhas-2026", options.games, seed=options.seed, device=options.device, compiled=options.device != "cpu"
    )
    squares = len(env.encoding.planes) * SIDE * SIDE
    network = make_network(squares + len(env.encoding.facts), options.hidden, options.device)
    learner = torch.optim.Adam(network.parameters())
    began, games = time.monotonic(), 0
    while (done := (time.monotonic() - began) / (60 * options.minutes)) < 1 or games == 0:
        cooling = max(1 - done, 0.05)
        with torch.no_grad():
            seen, worth = play(env, network, heat=0.15 * cooling)
        learner.param_groups[0]["lr"] = 0.003 * cooling
        wrong = 0.0
        parts = torch.randperm(len(worth), device=worth.device).split(BATCH)
        for some in parts:
            loss = ((network(turned(seen[some], squares)) - worth[some]) ** 2).mean()
            learner.zero_grad()
            loss.backward()
            learner.step()
            wrong += float(loss.detach()) / len(parts)
        games += int(env.games)
        print(f"{done:4.0%}  {games:8} games, off by {wrong:.3f}", flush=True)
        if options.to:
            save(network, options.to)


if __name__ == "__main__":
    main()
