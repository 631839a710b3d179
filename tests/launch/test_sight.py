"""What a bot sees of this machine, and what not: the files of others, and of whoever starts it."""

import os
import shutil
import socket
import sys
import tempfile
import zipfile
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path

import pytest

import schwarm
from launch.walled_game import PEEPER, SPY, play
from schwarm.launch import Sandbox, isolation
from schwarm.launch.bot_files import MAX_ENTRIES

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
        assert "neighbour" not in seen
        assert seen.count("schwarm-run-") == 1, "its home"


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
    monkeypatch.setattr(isolation, "SYSTEM", (str(tmp_path / "usr"),))
    view = isolation.View(home, is_other_user=True)
    view.show(programs)
    view.show_own(bot)
    copied = [path for path in home.iterdir() if path.is_dir()]
    assert [[path.name for path in folder.iterdir()] for folder in copied] == [["file"]], "the bot's own folder alone"
    (home / copied[0] / "file").write_text("the bot's")
    assert not (bot / "file").read_text()


EXPLORER = """
import os
from schwarm.player import Player

class Explorer(Player):
    def choose(self, state, clock):
        if state.turn == 0:
            for place in ("/", "/etc", "/home", "/run", "/srv", "/var", "SECRET"):
                print(place, *sorted(os.listdir(place)) if os.path.isdir(place) else ["nothing"])
        return state.legal_moves()[0]
"""


@pytest.mark.parametrize("place", ["/srv", "/home", "/run", "/var/lib", "/opt", "/mnt", "/"])
def test_a_bot_sees_nothing_that_was_not_shown_to_it(place: str, tmp_path: Path) -> None:
    """Wherever it lies, whoever it belongs to, and though everybody may read it: no list could name it."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="secret-", dir=place))
    except OSError:
        pytest.skip(f"we may write nothing into {place}")
    try:
        folder.chmod(0o755)
        (folder / "book").write_text("secret")
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(folder / "socket"))
            bot = tmp_path / "bot.py"
            bot.write_text(EXPLORER.replace("SECRET", str(folder)))
            first = schwarm.game("piranhas-2026").start(1)
            hosted = play(first, f"{bot}:Explorer", "random", seed=1, sandbox=Sandbox())
    finally:
        shutil.rmtree(folder)
    assert hosted.record.outcome.reason.regular, hosted.troubles
    said = {place: names for place, *names in (line.text.split() for line in hosted.printed[0])}
    assert said[str(folder)] == ["nothing"]
    assert not any("secret" in name for names in said.values() for name in names)
    assert "shadow" not in said["/etc"]
    assert said["/run"] == []
    assert {"nothing"} >= {*said["/srv"]}


@pytest.fixture
def tools() -> Iterator[Path]:
    """A folder outside the system's, as for programs in /opt or at home."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def install(folder: Path, program: str) -> Path:
    """A program that says a word which lies in the library beside it."""
    for name in ("bin", "lib", "share"):
        (folder / name).mkdir(parents=True)
    (folder / "lib" / "word").write_text(f"{program} works")
    (folder / "share" / "diary").write_text("secret")
    path = folder / "bin" / program
    path.write_text(f'#!/bin/sh\ncat "{folder}/lib/word" "{folder}/share/diary"\necho\n')
    path.chmod(0o755)
    return path


def run_script(team: Path, lines: str) -> list[str]:
    """What the start.sh of a team says before it plays."""
    team.mkdir()
    script = team / "start.sh"
    script.write_text(f'#!/bin/sh\n{lines}\nexec {sys.executable} -m schwarm.player random "$@"\n')
    script.chmod(0o755)
    with zipfile.ZipFile(team.with_suffix(".zip"), "w") as archive:
        archive.write(script, "start.sh")
    named = f"{team}.zip"
    hosted = play(schwarm.game("piranhas-2026").start(1), named, "random", seed=1, sandbox=Sandbox())
    assert hosted.record.outcome.reason.regular, hosted.troubles
    return [line.text for line in hosted.other_output[0] if line.stream == "out"]


@pytest.mark.parametrize("linked", [False, True], ids=["itself", "by a link"])
def test_an_interpreter_on_the_path_comes_with_its_libraries(
    tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: bool
) -> None:
    program = install(tools / "jdk-99", "speak")
    if linked:
        (tools / "current").symlink_to("jdk-99")
        program = tools / "current" / "bin" / "speak"
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    assert run_script(tmp_path / "team", "speak 2> /dev/null") == ["speak works"]
    # A team that does not use it does not see it.
    assert run_script(tmp_path / "other", f'ls "{tools}" 2> /dev/null') == []


def test_a_path_in_the_script_of_a_stranger_means_nothing(tools: Path, tmp_path: Path) -> None:
    program = install(tools / "neighbour", "speak")
    assert run_script(tmp_path / "team", f"{program} || echo refused") == ["refused"]


def test_what_the_owner_of_the_machine_names_is_seen(
    tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = install(tools / "speech", "speak")
    monkeypatch.setenv(isolation.SHOWN, str(tools / "speech"))
    assert run_script(tmp_path / "team", str(program)) == ["speak workssecret"]


def test_a_jdk_is_found_by_its_variable(tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tools / "jdk", "java")
    monkeypatch.setenv("JAVA_HOME", str(tools / "jdk"))
    assert run_script(tmp_path / "team", '"$JAVA_HOME/bin/java" 2> /dev/null') == ["java works"]
