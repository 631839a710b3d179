"""The core's own tests, compiled for others: the searches find the same with every compiler on every processor."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

COMPILERS = {
    "clang": ["clang++"],
    "x86_64": ["x86_64-linux-gnu-g++", "-static", "-march=x86-64-v2"],
    "aarch64": ["aarch64-linux-gnu-g++", "-static"],
}
"""By what they are or for which processor; `make thorough` installs them."""
DOCTEST = Path("/usr/include/doctest")


@pytest.mark.skipif(os.environ.get("SCHWARM_THOROUGH") != "1", reason="compiles for minutes: make thorough")
@pytest.mark.parametrize("kind", COMPILERS)
def test_other_compilers_and_processors_find_the_same(kind: str, root: Path, tmp_path: Path) -> None:
    compiler = COMPILERS[kind]
    emulator = [] if kind in ("clang", platform.machine()) else [f"qemu-{kind}-static"]
    for program in (compiler[0], *emulator):
        assert shutil.which(program), f"{program} is not installed"
    native = root / "native"
    warnings = [flag for flag in (native / "compile_flags.txt").read_text().split() if flag.startswith("-W")]
    options = [*warnings, "-O3", "-DNDEBUG", "-ffp-contract=off"]
    # The compiler's own folders do not have it where it compiles for another processor.
    (tmp_path / "doctest").symlink_to(DOCTEST)
    folders = [f"-I{native}", "-isystem", str(tmp_path)]
    patterns = ("*.cpp", "games/*/*.cpp", "tests/**/*.cpp")
    sources = [str(path) for pattern in patterns for path in sorted(native.glob(pattern))]
    built = tmp_path / "core_test"
    command = [*compiler, "-std=c++20", *options, *folders, *sources, "-o", str(built), "-lpthread"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    print(done.stderr)
    assert done.returncode == 0, done.stderr
    done = subprocess.run([*emulator, str(built)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout
