"""Hecht searches the same nodes on x86 and on ARM: on the one that is not here, compiled by zig, in an emulator."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

import schwarm
from engine.signatures import SIGNATURES
from quantity import quantity
from schwarm.core.networks import network_path
from schwarm.engine import Engine, Limit
from schwarm.engine.signature import DEPTH, MEMORY, positions
from training.signatures import signatures

pytestmark = [pytest.mark.slow, pytest.mark.core]
OTHER = {"aarch64": "x86_64", "x86_64": "aarch64"}
MODELS = {"aarch64": ("max",), "x86_64": ("max", "Nehalem")}
"""What is emulated: with everything there is, and without what only newer processors can do."""


@pytest.fixture(scope="module")
def elsewhere(root: Path) -> Sequence[Sequence[object]]:
    """The words that run the training program of the other processor, for each model of it."""
    if not quantity(0, 1):
        pytest.skip("compiling takes minutes: make thorough")
    machine = OTHER.get(platform.machine()) if sys.platform == "linux" else None
    if machine is None:
        pytest.skip("neither Linux on x86 nor on ARM")
    emulator = shutil.which(f"qemu-{machine}-static") or shutil.which(f"qemu-{machine}")
    if emulator is None:
        give_up(f"qemu-{machine} is missing; install Debian's package qemu-user-static")
    if find_spec("ziglang") is None:
        give_up("ziglang is missing; make thorough installs it")
    command = (root / "training/build", f"{machine}-linux-musl")
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return [(emulator, "-cpu", model, root / told.stdout.strip()) for model in MODELS[machine]]


def give_up(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.mark.parametrize("game", SIGNATURES)
def test_another_processor_searches_the_same(elsewhere: Sequence[Sequence[object]], game: str, tmp_path: Path) -> None:
    network = str(network_path(game))
    wanted = {network: SIGNATURES[game], "-": count_without_network(game)}
    for program in elsewhere:
        assert signatures(program, game, (network, "-"), tmp_path) == wanted, program


def count_without_network(game: str) -> int:
    """The nodes of the same searches here, if only the counted features evaluate."""
    engine = Engine(schwarm.game(game), memory=MEMORY)
    nodes = 0
    for state in positions(engine.game):
        engine.forget()
        *_, last = engine.deepening(state, Limit(depth=DEPTH), use_network=False)
        nodes += last.nodes
    return nodes
