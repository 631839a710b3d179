"""Trains the network of a game on the positions that `training expand` wrote, with PyTorch on a GPU or slowly without.

    python training/network.py piranhas-2026 ROWS… --out piranhas-2026.net --minutes 2

A tenth of the games is kept back; the report beside the network (.json) says how well their results are foretold by the
counted features, by the search and by the network (log loss), and what it was made of. The number of steps decides how
long it learns, so that the same rows and seed give the same network on the same machine; after --minutes it stops, and
the same command goes on from there (.state).
"""

import argparse
import hashlib
import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from inputs import GAMES, Ostseeschach, Piranhas

ROW = np.dtype(
    [("inputs", "<u2", 44), ("counted", "<i2"), ("score", "<i2"), ("turn", "u1"), ("result", "i1"), ("game", "<u4")],
    align=True,
)
NONE = 0xFFFF
LAST_TURN = 60
WIDTH, PHASES, CROWDS = 128, 8, 4
BUCKETS = CROWDS * PHASES
ONE, WEIGHT_ONE, SHARE_ONE = 255, 1024, 256
SQUARE_ONE = ONE * ONE / 256
MAGIC = 0x314E4E53


class Network(nn.Module):
    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.rows = nn.Embedding(inputs + 1, width, padding_idx=inputs)
        nn.init.normal_(self.rows.weight, std=0.05)
        with torch.no_grad():
            self.rows.weight[inputs] = 0
        self.bias = nn.Parameter(torch.full((width,), 0.2))
        self.outer = nn.Linear(2 * width, BUCKETS)
        nn.init.zeros_(self.outer.weight)
        nn.init.zeros_(self.outer.bias)
        self.share = nn.Parameter(torch.ones(BUCKETS))

    def forward(
        self, own: torch.Tensor, other: torch.Tensor, bucket: torch.Tensor, counted: torch.Tensor
    ) -> torch.Tensor:
        sums = [
            functional.embedding_bag(side, self.rows.weight, mode="sum", padding_idx=self.rows.padding_idx) + self.bias
            for side in (own, other)
        ]
        first = torch.cat(sums, 1).clamp(0, 1)
        value = self.outer(first * first).gather(1, bucket[:, None])[:, 0]
        return value + self.share[bucket] * counted

    def bound(self) -> None:
        """Within what whole numbers of sixteen bits can say."""
        with torch.no_grad():
            self.rows.weight.clamp_(-7, 7)
            self.outer.weight.clamp_(-30, 30)

    def begin_with(self, exported: bytes) -> None:
        """Take over what `export` wrote, so that what it learned from games that are gone stays."""
        inputs, width = self.rows.num_embeddings - 1, self.bias.numel()
        if np.frombuffer(exported, "<u4", 4).tolist() != [MAGIC, inputs, width, BUCKETS]:
            raise SystemExit("The network to begin with has to be one of the same game.")
        at = 16
        with torch.no_grad():
            for values, scale, kind in (
                (self.rows.weight[:-1], ONE, "<i2"),
                (self.bias, ONE, "<i2"),
                (self.outer.weight, WEIGHT_ONE, "<i2"),
                (self.outer.bias, SQUARE_ONE * WEIGHT_ONE, "<i4"),
                (self.share, SHARE_ONE, "<i4"),
            ):
                part = np.frombuffer(exported, kind, values.numel(), at)
                values.copy_(torch.tensor(part / scale).reshape(values.shape))
                at += part.nbytes

    def mix(self, other: Sequence[torch.Tensor], share: float) -> None:
        """Become so much of the other: what both have in common is what is sure."""
        with torch.no_grad():
            for values, others in zip(self.parameters(), other, strict=True):
                values.lerp_(others, share)

    def export(self) -> bytes:
        def whole(values: torch.Tensor, scale: float, kind: str) -> bytes:
            return bytes(np.rint(values.detach().cpu().double().numpy() * scale).astype(kind).tobytes())

        head = np.array([MAGIC, self.rows.num_embeddings - 1, self.bias.numel(), BUCKETS], "<u4")
        return b"".join(
            (
                head.tobytes(),
                whole(self.rows.weight[:-1], ONE, "<i2"),
                whole(self.bias, ONE, "<i2"),
                whole(self.outer.weight, WEIGHT_ONE, "<i2"),
                whole(self.outer.bias, SQUARE_ONE * WEIGHT_ONE, "<i4"),
                whole(self.share, SHARE_ONE, "<i4"),
            )
        )


class Data:
    """Positions on the device, everything for the side to move."""

    def __init__(self, rows: np.ndarray, game: Piranhas | Ostseeschach, device: str) -> None:
        inputs = rows["inputs"].astype(np.int32)
        inputs[inputs == NONE] = game.inputs
        table = torch.tensor(np.stack(game.symmetries), dtype=torch.int32, device=device)
        self.symmetries, self.turned = table, torch.tensor(game.turned, dtype=torch.int32, device=device)
        self.inputs = torch.tensor(inputs, dtype=torch.int16, device=device)
        self.blue = torch.tensor(rows["turn"] % 2 == 1, device=device)
        phase = np.minimum(rows["turn"].astype(np.int64) * PHASES // LAST_TURN, PHASES - 1)
        self.bucket = torch.tensor(game.crowd(inputs) * PHASES + phase, device=device)
        self.counted = torch.tensor(rows["counted"] / 100, dtype=torch.float32, device=device)
        self.score = torch.tensor(rows["score"] / 100, dtype=torch.float32, device=device)
        self.result = torch.tensor((rows["result"] + 1) / 2, dtype=torch.float32, device=device)
        self.late = torch.tensor(rows["turn"] >= LAST_TURN - 20, device=device)

    def __len__(self) -> int:
        return len(self.result)

    def take(self, at: torch.Tensor, symmetry: int) -> tuple[torch.Tensor, ...]:
        red = self.symmetries[symmetry][self.inputs[at].int()]
        blue = self.turned[red]
        mine = self.blue[at][:, None]
        return torch.where(mine, blue, red), torch.where(mine, red, blue), self.bucket[at], self.counted[at]


def loss_of(logits: torch.Tensor, wanted: torch.Tensor) -> float:
    return float(functional.binary_cross_entropy_with_logits(logits, wanted).item())


def judge(model: Network, data: Data) -> dict[str, float]:
    with torch.no_grad():
        places = torch.arange(len(data), device=data.result.device)
        found = torch.cat([model(*data.take(part, 0)) for part in places.split(65536)])
    return {
        "counted": loss_of(data.counted, data.result),
        "search": loss_of(data.score, data.result),
        "network": loss_of(found, data.result),
        "late counted": loss_of(data.counted[data.late], data.result[data.late]),
        "late search": loss_of(data.score[data.late], data.result[data.late]),
        "late network": loss_of(found[data.late], data.result[data.late]),
    }


def learn(model: Network, data: Data, game: Piranhas | Ostseeschach, given: argparse.Namespace, state: Path) -> int:
    """Make steps until there are enough or the time is up; a file keeps what was reached. Gives how many there are."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=given.rate, weight_decay=1e-5)
    done = 0
    if state.exists():
        kept = torch.load(state, map_location=data.result.device)
        model.load_state_dict(kept["model"])
        optimiser.load_state_dict(kept["optimiser"])
        done = kept["done"]
    began = time.monotonic()
    while done < given.steps and time.monotonic() - began < 60 * given.minutes:
        # Each step has its own numbers: it does not matter where a run was interrupted.
        torch.manual_seed(given.seed * 1_000_003 + done)
        for group in optimiser.param_groups:
            group["lr"] = given.rate * (1 - done / given.steps) ** 1.5 + 1e-6
        at = torch.randint(len(data), (given.batch,), device=data.result.device)
        wanted = given.results * data.result[at] + (1 - given.results) * data.score[at].sigmoid()
        symmetry = int(torch.randint(len(game.symmetries), ()).item())
        loss = functional.binary_cross_entropy_with_logits(model(*data.take(at, symmetry)), wanted)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        model.bound()
        done += 1
    torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "done": done}, state)
    return done


def code_version() -> str:
    """The commit that this is, as far as git can tell."""
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.strip() or "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("rows", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--begin-with", type=Path, help="a network of this game to go on from, not from chance")
    parser.add_argument(
        "--keep", type=float, default=0, help="how much of the network it began with stays in the one that is written"
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument(
        "--results", type=float, default=0.7, help="how much of the target is the result, not the score"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.keep and not given.begin_with:
        parser.error("--keep goes with --begin-with.")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(given.seed)
    game = GAMES[given.game]()
    parts = [np.fromfile(path, ROW) for path in given.rows]
    kept = [part["game"] % 10 == 0 for part in parts]
    learned = Data(np.concatenate([part[~keep] for part, keep in zip(parts, kept, strict=True)]), game, device)
    check = Data(np.concatenate([part[keep] for part, keep in zip(parts, kept, strict=True)]), game, device)
    model = Network(game.inputs, WIDTH).to(device)
    if given.begin_with:
        model.begin_with(given.begin_with.read_bytes())
    began = [values.detach().clone() for values in model.parameters()]
    done = learn(model, learned, game, given, given.out.with_suffix(".state"))
    model.mix(began, given.keep)
    given.out.write_bytes(model.export())
    report = {
        "game": given.game,
        "date": time.strftime("%Y-%m-%d"),
        "code": code_version(),
        "began with": hashlib.sha256(given.begin_with.read_bytes()).hexdigest() if given.begin_with else None,
        "kept": given.keep,
        "positions": len(learned),
        "kept back": len(check),
        "steps": [done, given.steps],
        "epochs": round(done * given.batch / len(learned), 1),
        "width": WIDTH,
        "results": given.results,
        "seed": given.seed,
        "share": [round(value, 3) for value in model.share.tolist()],
        "loss": {name: round(value, 4) for name, value in judge(model, check).items()},
    }
    print(json.dumps(report), flush=True)
    given.out.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
