"""Every example runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_it_runs(example: Path) -> None:
    if example.name == "learn_on_gpu.py" and not pytest.importorskip("torch").cuda.is_available():
        pytest.skip("needs a GPU")
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout
