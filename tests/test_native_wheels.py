"""Wheels with the native core for 64-bit Linux, as `make dist` makes them: tags, files, symbols, and a game in each."""

import base64
import hashlib
import os
import platform
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from patience import LONG

TOOLS = ("ziglang", "auditwheel", "abi3audit")
PURE = {
    "schwarm/__init__.py": b"",
    "schwarm-1.dist-info/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "schwarm-1.dist-info/RECORD": b"",
}


@pytest.fixture(scope="module")
def script(root: Path) -> dict[str, Any]:
    return runpy.run_path(str(root / "scripts/wheels"))


def run(*arguments: object, **settings: Any) -> str:
    command = [str(argument) for argument in arguments]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, capture_output=True, text=True, timeout=LONG, **settings
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def all_tags(script: dict[str, Any]) -> set[str]:
    return {script["tag"](python, machine) for python in script["PYTHONS"] for machine in script["MACHINES"]}


def test_a_wheel_with_the_core_says_so(script: dict[str, Any], tmp_path: Path) -> None:
    with ZipFile(pure := tmp_path / "schwarm-1-py3-none-any.whl", "w") as files:
        for name, content in PURE.items():
            files.writestr(name, content)
    tags = all_tags(script)
    assert tags == {
        f"{python}-manylinux_2_17_{machine}"
        for python in ("cp312-abi3", "cp311-cp311")
        for machine in ("x86_64", "aarch64")
    }
    for tag in tags:
        wheel = script["assemble"](pure, tag, "_native.so", b"core")
        assert wheel.name == f"schwarm-1-{tag}.whl"
        with ZipFile(wheel) as files:
            inside = {name: files.read(name) for name in files.namelist()}
        assert set(inside) == {*PURE, "schwarm/core/_native.so"}
        assert inside["schwarm-1.dist-info/WHEEL"].decode().endswith(f"Root-Is-Purelib: false\nTag: {tag}\n")
        *listed, itself = inside.pop("schwarm-1.dist-info/RECORD").decode().splitlines()
        assert itself == "schwarm-1.dist-info/RECORD,,"
        for name, digest, size in (line.split(",") for line in listed):
            content = inside.pop(name)
            wanted = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={wanted}", len(content))
        assert not inside, "not in the list of files"


def pythons() -> list[Path]:
    """The ones on this machine, in the path or where pyenv keeps them, from 3.11 on, one of each version."""
    found: dict[str, Path] = {}
    places = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    places += sorted(Path.home().glob(".pyenv/versions/3.1[1-9]*/bin"))
    for python in (place / f"python3.{minor}" for place in places for minor in range(11, 20)):
        if python.exists() and "shims" not in python.parts:
            found.setdefault(python.name, python)
    return [*found.values()]


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("SCHWARM_THOROUGH") != "1", reason="takes minutes: make thorough")
@pytest.mark.skipif(not all(map(find_spec, TOOLS)), reason="make dist installs what it needs")
@pytest.mark.skipif(sys.platform != "linux", reason="the wheels are for Linux")
def test_every_wheel_that_can_run_here_plays_a_game(script: dict[str, Any], root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dist"
    pure = ("-C", "wheel.cmake=false", "-C", "wheel.py-api=py3")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", *pure, "--outdir", folder, root)
    # This also checks which symbols of glibc and of Python each one uses; each for itself, since that takes minutes.
    for tag in all_tags(script):
        run(sys.executable, root / "scripts/wheels", folder, tag)
    assert len(list(folder.glob("*.whl"))) == 5
    english = {**os.environ, "SCHWARM_LANG": "en", "PYTHONPATH": ""}
    for python in pythons():
        tag = "cp311-cp311" if python.name == "python3.11" else "cp312-abi3"
        (wheel,) = folder.glob(f"*-{tag}-*_{platform.machine()}.whl")
        run(python, "-m", "venv", bare := tmp_path / python.name)
        run(bare / "bin/pip", "install", "--quiet", "--disable-pip-version-check", wheel)
        code = (
            "import schwarm, schwarm.core as c; print(c.kind, c.Board(schwarm.game('piranhas-2026').start(1)).perft(3))"
        )
        assert run(bare / "bin/python", "-c", code, cwd=tmp_path, env=english) == "native 96790\n"
        players = ("--red", "hecht:level=3", "--blue", "random", "--seed", "1")
        assert "wins" in run(bare / "bin/schwarm", "play", *players, cwd=tmp_path, env=english).splitlines()[-1]
