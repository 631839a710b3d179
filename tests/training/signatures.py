"""The signature of Hecht's search as the training program finds it."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import schwarm
from schwarm.engine.signature import DEPTH, MEMORY, positions


def signatures(program: Sequence[object], game: str, networks: Sequence[str], folder: Path) -> dict[str, int]:
    """The nodes that `training signature` tells for each network."""
    texts = folder / "positions"
    texts.write_text("".join(f"{state}\n" for state in positions(schwarm.game(game))))
    options = ("--positions", texts, "--networks", *networks, "--depth", DEPTH, "--memory", MEMORY)
    command = [str(word) for word in (*program, "signature", game, *options)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [line.removeprefix(f"{game} ").removesuffix(" nodes") for line in done.stdout.splitlines()]
    return {network: int(nodes) for network, nodes in (line.rsplit(": ", 1) for line in lines)}
