"""The core's own tests: under sanitizers, every warning an error, alike with other compilers and processors."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ELSEWHERE = {
    "clang": ["clang++"],
    "aarch64": ["aarch64-linux-gnu-g++", "-static"],
}
EMULATOR = {"aarch64": ["qemu-aarch64"]}


@pytest.fixture(scope="module")
def sanitized() -> list[str]:
    if not shutil.which("c++"):
        if os.environ.get("CI"):
            pytest.fail("there is no C++ compiler")
        pytest.skip("there is no C++ compiler")
    done = subprocess.run(["make", "sanitize"], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    # Among what make itself may say, inside another make.
    return [line for line in done.stdout.splitlines() if ": fine" in line]


def test_the_core_passes_its_own_tests_under_sanitizers(sanitized: list[str]) -> None:
    games = [re.fullmatch(r"(\S+): fine, \d+ nodes", line) for line in sanitized]
    assert [game and game[1] for game in games] == ["piranhas-2026", "piranhas-2019", "ostseeschach-2022"]


@pytest.mark.skipif(os.environ.get("SCHWARM_THOROUGH") != "1", reason="compiles for a minute")
@pytest.mark.parametrize("kind", ELSEWHERE)
def test_other_compilers_and_processors_find_the_same(kind: str, sanitized: list[str], tmp_path: Path) -> None:
    compiler, emulator = ELSEWHERE[kind], EMULATOR.get(kind, [])
    for program in (compiler[0], *emulator[:1]):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    listed = (ROOT / "native" / "CMakeLists.txt").read_text()
    warnings = re.findall(r"-W[\w-]+", listed[listed.index("set(WARNINGS") : listed.index("set(SPEED")])
    built = tmp_path / "core_test"
    sources = ["native/tests/main.cpp", "native/module/engine.cpp"]
    command = [*compiler, "-std=c++20", "-O2", *warnings, *sources, "-o", str(built), "-lpthread"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    found = subprocess.run([*emulator, str(built)], capture_output=True, text=True, timeout=300, check=True)
    assert found.stdout.splitlines() == sanitized
