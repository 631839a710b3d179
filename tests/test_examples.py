"""Every example runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE
from quantity import mainly

pytestmark = pytest.mark.slow

SHORT = {"count_starts", "fifteen_lines", "first_game", "first_idea", "step_1_random", "step_2_greedy"}
EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("example", mainly(EXAMPLES, lambda path: path.stem in SHORT), ids=lambda path: path.name)
def test_it_runs(example: Path) -> None:
    if example.name == "learn_on_gpu.py" and not pytest.importorskip("torch").cuda.is_available():
        pytest.skip("needs a GPU")
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout
