"""Where no core can run everything works: Hecht searches in Python, and the board is the plain one.

The core is hidden from Python as it starts: in processes made here, and in the bots that they start.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import schwarm
from patience import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"

Python = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Python:
    """Python where Schwarm has no core."""
    folder = tmp_path_factory.mktemp("without-core")
    (folder / "sitecustomize.py").write_text(
        "import sys\nsys.modules['schwarm.core._native'] = sys.modules['wasmtime'] = None\n"
    )
    variables = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "SCHWARM_LANG": "en"}

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *args]
        return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=PATIENCE)

    return run


def test_the_kit_offers_the_plain_board(python: Python, tmp_path: Path) -> None:
    """Here, and where a bot plays."""
    bot = tmp_path / "asking.py"
    bot.write_text(
        "from schwarm import core\nfrom schwarm.player import Board, Player\n"
        "class Asking(Player):\n"
        "    def choose(self, state, clock):\n"
        "        raise LookupError(f'{core.available}, {Board.__name__}')\n"
    )
    said = python("-c", "from schwarm import core; from schwarm.player import Board; print(core.available, Board)")
    assert said.stdout == "False <class 'schwarm.player.plain_board.PlainBoard'>\n", said.stderr
    said = python("-m", "schwarm", "play", "piranhas-2026", "--red", f"{bot}:Asking", "--blue", "random")
    assert said.stdout.endswith("LookupError: False, PlainBoard\n")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("red", "blue"),
    [
        (EXAMPLES / "step_1_random.py:Anything", EXAMPLES / "step_2_greedy.py:Greedy"),
        (EXAMPLES / "step_3_alpha_beta.py:AlphaBeta:depth=1", EXAMPLES / "step_4_own_evaluation.py:Knowing:depth=1"),
        ("template", "random"),
    ],
    ids=["steps 1 and 2", "steps 3 and 4", "template"],
)
def test_bots_play_a_whole_game(python: Python, tmp_path: Path, red: Path | str, blue: Path | str) -> None:
    if red == "template":
        red = tmp_path / "mybot"
        assert python("-m", "schwarm", "new", str(red), "--game", "piranhas-2026").returncode == 0
    done = python("-m", "schwarm", "play", "piranhas-2026", "--seed", "1", "--red", str(red), "--blue", str(blue))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "first complete swarm: " in done.stdout


def test_hecht_plays_in_python(python: Python) -> None:
    players = ["--red", "hecht:level=2", "--blue", "random"]
    done = python("-m", "schwarm", "play", "ostseeschach-2022", *players, "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Red wins: more ambers." in done.stdout


@pytest.mark.thorough
def test_who_asks_for_hecht_is_told_that_it_is_slow(python: Python) -> None:
    bench = python("-m", "schwarm", "bench").stdout.splitlines()
    assert len(bench) == len(schwarm.games.all_games())
    assert all(line.endswith("thousand positions per second, searched in Python") for line in bench)
    asked = python("-m", "schwarm", "analyse", "piranhas-2026", "--depth", "1")
    assert asked.stdout.startswith("Round 1 of 30, Red to move")
    assert asked.stderr.startswith("Hecht searches Piranhas 2026 in Python here")
    assert "without it Hecht searches in Python" in python("-m", "schwarm", "doctor").stdout
