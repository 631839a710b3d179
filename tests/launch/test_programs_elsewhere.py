"""Bots whose interpreter lies outside `/usr`: behind the wall they start."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.command import schwarm

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("walls")]

BOT = """
from schwarm.player import Player, run

class Bot(Player):
    def choose(self, state, clock):
        return state.legal_moves()[0]

run(Bot)
"""


class Machine:
    """A folder with a bot, and a home that the wall hides."""

    def __init__(self, top: Path) -> None:
        self.top, self.home, self.bot = top, top / "home", top / "bot"
        for folder in (self.home, self.bot):
            folder.mkdir()
        (self.bot / "bot.py").write_text(BOT)

    def start(self, program: str) -> Path:
        """The bot's start.sh, which calls a program."""
        script = self.bot / "start.sh"
        script.write_text(f'#!/bin/sh\nexec {program} "$@"\n')
        script.chmod(0o755)
        return script

    def install_java(self, place: Path) -> Path:
        """What stands in for a JDK: a program that needs another file of its own folder."""
        java, library = place / "bin" / "java", place / "lib" / "play"
        for file in (java, library):
            file.parent.mkdir(parents=True)
        library.write_text(f'exec {sys.executable} -m schwarm.player random "$@"\n')
        java.write_text('#!/bin/sh\nshift 2\n. "$(dirname "$0")/../lib/play"\n')
        java.chmod(0o755)
        return java

    def play(self, bot: object) -> str:
        """What a match says of this bot."""
        options = ("-n", "2", "-j", "1", "--time", "none", "--data", str(self.top / "data"))
        return schwarm("match", str(bot), "random", *options).stdout


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    # Not where temporary files usually lie, which the wall hides as a whole.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        found = Machine(Path(name))
        monkeypatch.setenv("HOME", str(found.home))
        yield found


def test_a_jdk_in_a_folder_of_its_own_starts(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    java = machine.install_java(machine.top / "opt" / "jdk-21")
    assert "never joined" not in machine.play(machine.start(f"{java} -jar team.jar"))
    monkeypatch.setenv("PATH", str(java.parent), prepend=os.pathsep)
    (machine.bot / "team.jar").touch()
    assert "never joined" not in machine.play(machine.bot / "team.jar")


def test_a_jdk_in_a_home_starts(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    java = machine.install_java(machine.home / ".jdks" / "21")
    monkeypatch.setenv("PATH", str(java.parent), prepend=os.pathsep)
    (machine.bot / "team.jar").touch()
    assert "never joined" not in machine.play(machine.bot / "team.jar")


@pytest.mark.parametrize("place", ["venv", ".pyenv/versions/3.12.1", "miniconda3/envs/bot"])
def test_a_python_in_a_home_starts(machine: Machine, place: str) -> None:
    folder = machine.home / place
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    # It says nothing without its libraries.
    both = f"{folder}/bin/python -c 'import json' && exec {sys.executable} bot.py"
    assert "never joined" not in machine.play(machine.start(f"""sh -c '{both.replace("'", '"')} "$@"' bot"""))
