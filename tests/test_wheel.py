"""What users install: the wheel, in a bare environment, without a compiler, plays a game."""

import os
import re
import runpy
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from patience import LONG, PATIENCE
from quantity import quantity
from schwarm.workshop.bot_project import FILES

pytestmark = pytest.mark.slow


def run(*arguments: object, **settings: Any) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(
        [str(argument) for argument in arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=LONG,
        **settings,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built without a compiler in reach: the path holds nothing but this Python."""
    folder = tmp_path_factory.mktemp("wheel")
    tools = {**os.environ, "PATH": str(Path(sys.executable).parent), "CC": "/nowhere/cc", "CXX": "/nowhere/c++"}
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root, env=tools)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and what it asks for, nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder)
    python = folder / "bin" / "python"
    run(*pip(python), "install", "--quiet", "--no-compile", wheel)
    return python


def pip(python: Path) -> list[str]:
    """This environment's pip, at work for another one: giving each its own takes longer than all the rest."""
    return [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]


def test_the_wheel_brings_the_guide_along_where_it_was_built(wheel: Path, root: Path) -> None:
    inside = {name for name in ZipFile(wheel).namelist() if name.startswith("schwarm/web/guidebook/")}
    built = {path.relative_to(root / "src").as_posix() for path in (root / "src/schwarm/web/guidebook").rglob("*.html")}
    assert built == {name for name in inside if name.endswith(".html")}


def test_the_wheel_describes_itself_with_the_readme_as_a_package_index_can_show_it(wheel: Path, root: Path) -> None:
    (metadata,) = [name for name in ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA")]
    head, _, described = ZipFile(wheel).read(metadata).decode().partition("\n\n")
    wanted = runpy.run_path(str(root / "scripts/long_description.py"))["dynamic_metadata"]("readme")
    assert f"Description-Content-Type: {wanted['content-type']}" in head.splitlines()
    assert described.strip() == wanted["text"].strip()


def test_the_wheel_holds_what_it_should(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert "schwarm/py.typed" in names
    assert "schwarm/words/locale/de/LC_MESSAGES/schwarm.mo" in names
    app = {f"schwarm/web/dist/{name}" for name in ("scripts/app.js", "scripts/bridge.js", "words.de.json")}
    assert app | {"schwarm/web/live/templates/game.html"} <= set(names)
    assert {
        "schwarm/games/piranhas/example-2026.txt",
        "schwarm/core/core.wasm",
        "schwarm/core/networks/piranhas-2026.net",
    } <= set(names)
    assert {f"schwarm/workshop/template/{name}" for name in FILES} <= set(names)
    assert not [
        name for name in names if name.endswith((".d.ts", ".po", ".pyc")) or name.startswith(("tests", "scripts"))
    ]
    assert any(name.endswith("/licenses/LICENSE") or name.endswith("LICENSE") for name in names)
    assert not [name for name in names if name.endswith(".so")]


def test_a_game_is_played_there(bare: Path, tmp_path: Path) -> None:
    english = {**os.environ, "SCHWARM_LANG": "en", "PYTHONPATH": ""}
    for command in ([bare, "-m", "schwarm"], [bare.parent / "schwarm"]):
        done = run(*command, "play", "--seed", "1", cwd=tmp_path, env=english)
        assert "wins" in done.stdout.splitlines()[-1]


@pytest.mark.thorough
def test_it_speaks_german_there(bare: Path, tmp_path: Path) -> None:
    done = run(bare, "-m", "schwarm", "show", "piranhas-2019", "--lang", "de", cwd=tmp_path)
    assert "Rot ist am Zug" in done.stdout


def test_it_needs_click_and_rich_only(bare: Path) -> None:
    listed = run(*pip(bare), "list", "--format=freeze").stdout
    installed = {line.partition("==")[0].lower() for line in listed.split()}
    assert installed <= {
        "schwarm",
        "click",
        "rich",
        "markdown-it-py",
        "mdurl",
        "pygments",
        "wasmtime",
    }


def test_without_the_web_extra_the_server_runs_and_says_what_is_missing(bare: Path, tmp_path: Path) -> None:
    command = [str(bare), "-m", "schwarm", "serve", "--port", "0", "--lang", "en"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True) as server:
        assert server.stdout
        assert "Listening on 127.0.0.1" in server.stdout.readline()
        server.terminate()
        _, said = server.communicate(timeout=PATIENCE)
    assert said == "The page needs the package sqlalchemy; install it with: pip install 'schwarm[web]'\n"


@pytest.mark.thorough
def test_without_resvg_it_still_draws(bare: Path, tmp_path: Path) -> None:
    run(bare, "-m", "schwarm", "show", "piranhas-2026", "--svg", tmp_path / "board.svg", cwd=tmp_path)
    assert (tmp_path / "board.svg").read_text().startswith("<svg")


MISSING = (
    "This needs Schwarm's core, which cannot run here; install wasmtime (pip install wasmtime), "
    "or a C++ compiler (Debian: apt-get install g++) and Schwarm again."
)


def test_without_a_compiler_hecht_thinks_in_webassembly(bare: Path, tmp_path: Path) -> None:
    done = run(bare, "-m", "schwarm", "analyse", "piranhas-2026", "--depth", "6", "--lang", "en", cwd=tmp_path)
    assert "Chance for Red" in done.stdout
    assert "in Python" not in done.stdout + done.stderr
    code = "import schwarm, schwarm.core as c; print(c.kind, c.Board(schwarm.game('piranhas-2026').start(1)).perft(3))"
    assert run(bare, "-c", code, cwd=tmp_path).stdout.split() == ["wasm", "96790"]


@pytest.mark.skipif(os.environ.get("SCHWARM_THOROUGH") != "1", reason="installs many packages: make thorough")
def test_with_its_extras_the_wheel_does_everything_without_a_compiler(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=True)
    python = tmp_path / "bare/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[web,arena]")
    settings: dict[str, Any] = {"cwd": tmp_path, "env": {**os.environ, "SCHWARM_LANG": "en", "PYTHONPATH": ""}}
    schwarm = (python, "-m", "schwarm")
    assert run(python, "-c", "import schwarm.core as c; print(c.kind)", **settings).stdout == "wasm\n"
    played = run(*schwarm, "play", "--red", "random", "--blue", "hecht:nodes=2000", "--seed", "1", **settings)
    assert "Blue wins" in played.stdout.splitlines()[-1]
    match = run(*schwarm, "match", "hecht:level=4", "greedy", "--games", "2", "--data", tmp_path / "match", **settings)
    assert "time per move" in match.stdout
    assert "Depth 4" in run(*schwarm, "analyse", "piranhas-2026", "--depth", "4", **settings).stdout
    serve = [*map(str, schwarm), "serve", "--port", "0", "--page-port", "0", "--data", str(tmp_path / "serve")]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, **settings) as server:
        assert server.stdout
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://[0-9.]+:\d+/", line)))
        for page in ("", "play", "analysis", "games", "rules/piranhas-2026"):
            with urlopen(address + page, timeout=PATIENCE) as answer:
                assert b"</html>" in answer.read()
        server.terminate()


def test_without_any_core_board_says_so(bare: Path, tmp_path: Path) -> None:
    code = "import schwarm.core as c; print(c.available); c.Board"
    none = {**os.environ, "SCHWARM_CORE": "none"}
    done = subprocess.run([bare, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE, env=none)
    assert done.stdout.strip() == "False"
    assert done.stderr.strip().splitlines()[-1] == f"schwarm.core.choice.CoreMissing: {MISSING}"


EMPTY = """#!/bin/sh
for word; do
  [ "${before:-}" = -o ] && object=$word
  before=$word
done
exec "$1" -x c++ -c /dev/null -o "$object"
"""
"""Stands before the compiler's own words, and lets it compile nothing."""


@pytest.mark.thorough
def test_with_a_compiler_the_wheel_has_the_core(root: Path, tmp_path: Path) -> None:
    # Whether it runs fast is not the question here, so the compiler need not try hard; and that it compiles at all is
    # known since the tests have a core, so that only thorough ones compile more than empty files.
    settings = ["define.SPEED=-O0", "build-type=Debug", "define.CMAKE_CXX_FLAGS_DEBUG=-g0"]
    if quantity(1, 0):
        (tmp_path / "empty").write_text(EMPTY)
        (tmp_path / "empty").chmod(0o755)
        settings.append(f"define.CMAKE_CXX_COMPILER_LAUNCHER={tmp_path}/empty")
    hurry = [word for setting in settings for word in ("-C", f"cmake.{setting}")]
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", *hurry, "--outdir", tmp_path, root)
    (found,) = tmp_path.glob("*.whl")
    assert any(name.startswith("schwarm/core/_native.") and name.endswith(".so") for name in ZipFile(found).namelist())
    assert "none-any" not in found.name
