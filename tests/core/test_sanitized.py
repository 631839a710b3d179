"""The core's own tests, built with address and undefined-behaviour sanitizers and every warning an error."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import schwarm

ROOT = Path(__file__).parents[2]


def test_the_core_passes_its_own_tests_under_sanitizers() -> None:
    if not shutil.which("c++"):
        if os.environ.get("CI"):
            pytest.fail("there is no C++ compiler")
        pytest.skip("there is no C++ compiler")
    done = subprocess.run(["make", "sanitize"], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert {f"{game.id}: fine" for game in schwarm.games()} <= set(said)
