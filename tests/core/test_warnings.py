"""Warnings are errors only where the compiler is pinned, so no set-up or test run fails for another one's opinion."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from patience import LONG

COMPILES = ["Makefile", "native/CMakeLists.txt", "scripts/native", "scripts/native-test", "scripts/install"]
DOUBTFUL = "int doubtful() { int number; return number; }\n"
"""Compiles with every compiler, and most warn of it."""


def warn(root: Path, file: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [root / "scripts/native-warnings", Path(sys.prefix), file]
    return subprocess.run(command, cwd=root, env=os.environ | settings, capture_output=True, text=True, timeout=LONG)


@pytest.mark.parametrize("name", COMPILES)
def test_no_warning_of_the_machines_own_compiler_is_an_error(root: Path, name: str) -> None:
    assert "-Werror" not in (root / name).read_text()


def test_a_warning_of_the_pinned_compiler_fails_the_checks(root: Path, tmp_path: Path) -> None:
    (tmp_path / "compile_flags.txt").write_text((root / "native/compile_flags.txt").read_text())
    (tmp_path / "doubtful.cpp").write_text(DOUBTFUL)
    (tmp_path / "sure.cpp").write_text("int sure() { return 1; }\n")
    found = warn(root, tmp_path / "doubtful.cpp", LC_ALL="en")
    if not found.returncode and "were left out" in found.stderr:
        pytest.skip(found.stderr)
    assert found.returncode == 1
    assert "variable 'number' is uninitialized when used here" in found.stderr
    found = warn(root, tmp_path / "sure.cpp")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
