"""What a bot sees of this machine, and what not: the files of others, and of whoever starts it."""

import os
import sys
import tempfile
import zipfile
from ast import literal_eval
from pathlib import Path

import pytest

import schwarm
from launch.walled_game import PEEPER, SPY, play
from schwarm.launch import Sandbox, sight
from schwarm.launch.bot_copy import MAX_ENTRIES

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("walls")]

READER = """
import os
from pathlib import Path
from schwarm.player import Player

class Reader(Player):
    def choose(self, state, clock):
        if state.turn == 0:
            home = Path(__file__).parent
            self.attempt(lambda: os.listdir(home / ".keys"))
            self.attempt(lambda: (home / ".password").read_text())
            self.attempt(lambda: (home / "book").read_text())
            self.attempt(lambda: (home / ".keys" / "mine").write_text("x"))
        return state.legal_moves()[0]

    def attempt(self, deed):
        try:
            print(deed())
        except OSError:
            print("cannot")
"""


@pytest.mark.parametrize("mode", [0o700, 0o755], ids=["for its owner alone", "for everybody"])
def test_whoever_starts_a_bot_from_home_shows_no_hidden_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    (tmp_path / ".keys").mkdir()
    (tmp_path / ".keys" / "mine").write_text("secret")
    (tmp_path / ".password").write_text("secret")
    (tmp_path / "book").write_text("open")
    (tmp_path / "bot.py").write_text(READER)
    tmp_path.chmod(mode)
    monkeypatch.setenv("HOME", str(tmp_path))
    hosted = play(
        schwarm.game("piranhas-2026").start(1), f"{tmp_path}/bot.py:Reader", "random", seed=1, sandbox=Sandbox()
    )
    keys, password, book, writing = [line.text for line in hosted.printed[0] if line.stream == "out"]
    assert keys in ("[]", "cannot")
    assert password in ("", "cannot")
    assert (book, writing) == ("open", "cannot")


def test_no_bot_sees_the_files_of_others_wherever_temporary_files_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name, tempfile.TemporaryDirectory(dir="/var/tmp") as other:
        for folder in (name, other):
            Path(folder).chmod(0o755)
        bot = Path(other) / "bot.py"
        bot.write_text(PEEPER.replace("DATA", name))
        (Path(name) / "schwarm-run-neighbour").mkdir()
        monkeypatch.setattr(tempfile, "tempdir", name)
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        seen = next(line.text for line in hosted.printed[0] if line.stream == "out")
        # Its home, and the folder with its way to the referee.
        assert "neighbour" not in seen
        assert seen.count("schwarm-run-") == 2


@pytest.mark.parametrize("place", ["beta", "alpha/beta", "alpha/beta.zip"])
def test_no_bot_sees_the_files_of_its_opponent(place: str) -> None:
    """Who has them knows what the opponent will play."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        spy = SPY.replace("PLACES", f"({name!r}, os.environ['HOME'])")
        bot, opponent = Path(name) / "alpha" / "bot.py", Path(name) / place
        bot.parent.mkdir()
        bot.write_text(spy)
        if opponent.suffix:
            with zipfile.ZipFile(opponent, "w") as archive:
                archive.writestr("start.sh", f'#!/bin/sh\nexec {sys.executable} -m schwarm.player random "$@"\n')
                archive.writestr("book", "secret")
        else:
            opponent.mkdir()
            (opponent / "book").write_text("secret")
            (opponent / "bot.py").write_text(spy)
        named = str(opponent) if opponent.suffix else f"{opponent}/bot.py:Spy"
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Spy", named, seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == ["set()"]
        if not opponent.suffix:
            assert [line.text for line in hosted.printed[1] if line.stream == "out"] == ["{'book'}"]


def test_no_bot_sees_the_other_bots_of_its_contest() -> None:
    """But all that is its own, also with a dot in front, though it is one of the others for everybody else."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        own, inside, beside, archive = (Path(name) / place for place in ("own", "own/inside", "beside", "team.zip"))
        for folder in (own, inside, beside):
            folder.mkdir()
            (folder / f".book of {folder.name}").write_text("secret")
        archive.write_text("secret")
        (own / "bot.py").write_text(SPY.replace("PLACES", f"({name!r}, os.environ['HOME'])"))
        sandbox = Sandbox(others=(own, inside, beside, archive, Path("/nowhere")))
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{own}/bot.py:Spy", "random", seed=1, sandbox=sandbox)
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == ["{'.book of own'}"]


@pytest.mark.parametrize("named", ["{}", "java -jar {}"])
def test_jars_in_one_folder_do_not_see_each_other(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        jars = [Path(name) / "bots" / file for file in ("alpha.jar", "beta.jar", "gamma.jar")]
        # Stands in for Java: says which jars have something in them.
        java = Path(name) / "bin" / "java"
        for path in (*jars, java):
            path.parent.mkdir(exist_ok=True)
            path.write_text("secret")
        java.write_text(f'#!/bin/sh\ngrep -l secret *\nshift 2\nexec {sys.executable} -m schwarm.player random "$@"\n')
        java.chmod(0o755)
        monkeypatch.setenv("PATH", str(java.parent), prepend=os.pathsep)
        monkeypatch.chdir(jars[0].parent)
        first, sandbox = schwarm.game("piranhas-2026").start(1), Sandbox(others=(jars[2],))
        hosted = play(first, named.format(jars[0]), named.format(jars[1]), seed=1, sandbox=sandbox)
        assert hosted.record.outcome.reason.regular, hosted.troubles
        said = [[line.text for line in lines if line.stream == "out"] for lines in hosted.other_output]
        assert said == [["alpha.jar"], ["beta.jar"]]


def test_a_bot_in_everybodys_folder_sees_only_the_files_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets of other programs lie there, by which a bot could have them do what it may not."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder, bot = Path(name), Path(name) / "bot.py"
        folder.chmod(0o1777)
        bot.write_text(PEEPER.replace("DATA", name))
        (folder / "book").write_text("open")
        (folder / ".password").write_text("secret")
        for neighbour in ("schwarm-run-neighbour", "agent"):
            (folder / neighbour).mkdir()
        monkeypatch.setattr(tempfile, "tempdir", name)
        first = schwarm.game("piranhas-2026").start(1)
        hosted = play(first, f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        seen = literal_eval(next(line.text for line in hosted.printed[0] if line.stream == "out"))
        assert [entry for entry in sorted(seen) if not entry.startswith("schwarm-run-")] == ["book", "bot.py"]
        assert "schwarm-run-neighbour" not in seen
        for number in range(MAX_ENTRIES):
            (folder / f"file-{number}").touch()
        hosted = play(first, f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
        assert str(hosted.troubles[0]) == (
            f"{name} is a folder for everybody's files, and more than 200 lie in it; move the bot to a folder of its "
            "own, and start it from there."
        )


def test_a_package_that_is_being_installed_stops_no_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is unpacked, root alone can read a file in /usr/bin; copying that folder was refused as too large."""
    programs, bot, home = tmp_path / "usr/bin", tmp_path / "bot", tmp_path / "home"
    for folder in (programs, bot, home):
        folder.mkdir(parents=True)
        (folder / "file").touch(0o600)
    monkeypatch.setattr(sight, "SYSTEM_FOLDERS", (tmp_path / "usr",))
    sight.restrict_sight(home=home, socket=home / "way", needed=[programs, bot], own=bot, apart=[], private=True)
    copied = [path for path in home.iterdir() if path.is_dir()]
    assert [[path.name for path in folder.iterdir()] for folder in copied] == [["file"]], "the bot's own folder alone"
    (home / copied[0] / "file").write_text("the bot's")
    assert not (bot / "file").read_text()
