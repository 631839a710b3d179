"""The core's own tests, compiled for others: the searches find the same with every compiler on every processor."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ELSEWHERE = {
    "clang": (["clang++"], []),
    "aarch64": (["aarch64-linux-gnu-g++", "-static"], ["qemu-aarch64"]),
}
"""A compiler, and what runs its programs here."""
DOCTEST = Path("/usr/include/doctest")


@pytest.mark.skipif(os.environ.get("SCHWARM_THOROUGH") != "1", reason="compiles for a minute")
@pytest.mark.parametrize("kind", ELSEWHERE)
def test_other_compilers_and_processors_find_the_same(kind: str, root: Path, tmp_path: Path) -> None:
    compiler, emulator = ELSEWHERE[kind]
    for program in (compiler[0], *emulator):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    if not DOCTEST.is_dir():
        pytest.skip("doctest-dev is not installed")
    native = root / "native"
    listed = (native / "CMakeLists.txt").read_text()
    warnings = re.findall(r"-W[\w-]+", listed[listed.index("set(WARNINGS") : listed.index("set(SPEED")])
    # The compiler's own folders do not have it where it compiles for another processor.
    (tmp_path / "doctest").symlink_to(DOCTEST)
    folders = [f"-I{native}", "-isystem", str(tmp_path)]
    patterns = ("*.cpp", "games/*/*.cpp", "tests/**/*.cpp")
    sources = [str(path) for pattern in patterns for path in sorted(native.glob(pattern))]
    built = tmp_path / "core_test"
    command = [*compiler, "-std=c++20", "-O2", *warnings, *folders, *sources, "-o", str(built), "-lpthread"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert (done.returncode, done.stderr) == (0, "")
    done = subprocess.run([*emulator, str(built)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout
