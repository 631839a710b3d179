"""The core's own tests, built with address and undefined-behaviour sanitizers and every warning an error."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_core_passes_its_own_tests_under_sanitizers() -> None:
    if not shutil.which("c++"):
        if os.environ.get("CI"):
            pytest.fail("there is no C++ compiler")
        pytest.skip("there is no C++ compiler")
    done = subprocess.run(["make", "sanitize"], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-3:] == [
        "piranhas-2026: fine",
        "piranhas-2019: fine",
        "ostseeschach-2022: fine",
    ]
