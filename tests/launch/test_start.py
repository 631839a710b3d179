"""Every kind of player is started as the contest does it, connects, and plays a move."""

import os
import sys
import zipfile
from pathlib import Path

import pytest

from patience import PATIENCE
from player.one_move import OneMove
from player.scripted_server import server
from schwarm.games import all_games
from schwarm.launch import CannotLaunch, Zip, parse_player, start
from schwarm.protocol.messages import JoinPrepared

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).resolve().parent.parent.parent / "examples" / "fifteen_lines.py"
posix = pytest.mark.skipif(os.name == "nt", reason="a script for a POSIX shell")

BOT = """
from schwarm.player import Player

class Mine(Player):
    game = "{game}"

    def choose(self, state, clock):
        print("thinking")
        self.note("the first will do")
        return state.legal_moves()[0]
"""


def plays(name: str, game: str = "piranhas-2026") -> OneMove:
    """A player of this name takes its seat and makes a move."""
    script = OneMove(game)
    with (
        server(script) as address,
        start(parse_player(name), host=address.host, port=address.port, reservation="c0de", game=game) as process,
    ):
        code = process.wait(PATIENCE)
        script.output = [line.text for line in process.output.lines]
        script.notes = process.notes.read()
    assert code == 0, process.output
    assert script.joined == JoinPrepared("c0de")
    assert script.move in script.state.legal_moves()
    return script


@pytest.mark.parametrize(
    ("name", "game"), [("random", "piranhas-2026"), ("greedy", "piranhas-2019"), ("greedy", "ostseeschach-2022")]
)
def test_sparring_partners(name: str, game: str) -> None:
    plays(name, game)


@pytest.mark.parametrize("game", [known.id for known in all_games()])
def test_a_class(game: str, tmp_path: Path) -> None:
    (tmp_path / "my bot.py").write_text(BOT.format(game=game))
    script = plays(f"{tmp_path}/my bot.py:Mine", game)
    assert "thinking" in script.output
    assert [(note.turn, note.text) for note in script.notes] == [(0, "the first will do")]


def test_a_file_that_plays_when_it_is_started() -> None:
    plays(str(EXAMPLE))


def test_the_class_of_a_file_that_would_play_by_itself() -> None:
    plays(f"{EXAMPLE}:Gatherer")


@posix
def test_a_script(tmp_path: Path) -> None:
    path = tmp_path / "start.sh"
    path.write_text(f'#!/bin/sh\ntest -f start.sh || exit 9\nexec {sys.executable} {EXAMPLE} "$@"\n')
    path.chmod(0o755)
    plays(str(path))


@posix
@pytest.mark.parametrize("first", ["#!/bin/sh\r\n", "#!/usr/bin/env bash\n", "\r\n"])
def test_a_zip(first: str, tmp_path: Path) -> None:
    bot = BOT.format(game="piranhas-2026") + "\nfrom schwarm.player import run\nrun(Mine)\n"
    with zipfile.ZipFile(tmp_path / "team.zip", "w") as archive:
        archive.writestr("start.sh", f'{first}exec {sys.executable} bot/play.py "$@"\r\n')
        archive.writestr("bot/play.py", bot)
    plays(str(tmp_path / "team.zip"))


@posix
def test_a_jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Stands in for Java: shows how it is called.
    (tmp_path / "java").write_text('#!/bin/sh\necho "$@"\n')
    (tmp_path / "java").chmod(0o755)
    (tmp_path / "team.jar").write_bytes(b"")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with start(parse_player(str(tmp_path / "team.jar")), host="h", port=1, reservation="r") as process:
        assert process.wait(PATIENCE) == 0
    assert str(process.output) == f"-jar {tmp_path.resolve()}/team.jar -h h -p 1 -r r"


@posix
def test_without_a_reservation() -> None:
    with start(parse_player("echo hello")) as process:
        assert process.wait(PATIENCE) == 0
    assert str(process.output) == "hello -h localhost -p 13050"


def test_nothing_is_left_of_what_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "team.zip").write_bytes(b"")
    with pytest.raises(CannotLaunch):
        start(Zip(tmp_path / "team.zip"))
    assert [path.name for path in tmp_path.iterdir()] == ["team.zip"]
