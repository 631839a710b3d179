"""A new bot: it passes its own tests, plays through its start.sh, and nothing that was there is overwritten."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import schwarm
from cli.command import schwarm as command
from patience import PATIENCE
from schwarm import launch
from schwarm.launch import Sandbox
from schwarm.workshop.bot_project import CannotCreate, class_name, create

pytestmark = pytest.mark.slow

GAMES = [game.id for game in schwarm.all_games()]


@pytest.mark.parametrize("id", GAMES)
def test_a_new_bot_plays_and_passes_its_tests(id: str, tmp_path: Path) -> None:
    folder = create(tmp_path / "super-fisch", id)
    done = subprocess.run(
        [sys.executable, "-m", "unittest"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert "Ran 2 tests" in done.stderr
    readme = (folder / "README.md").read_text()
    assert "piranhas-2026" not in readme or id == "piranhas-2026"
    assert "--save spiel.txt" in readme, "where a game to analyse comes from"
    start = schwarm.game(id).start(seed=3)
    hosted = launch.play(start, str(folder / "start.sh"), f"{folder}/bot.py:SuperFisch", sandbox=Sandbox())
    assert hosted.record.outcome.reason.regular, hosted.other_output
    assert all("Züge, Wert" in played.note for played in hosted.record.moves)
    assert hosted.record.players == ("super-fisch", "SuperFisch")


def test_start_sh_can_be_started_on_linux(tmp_path: Path) -> None:
    start = create(tmp_path / "mybot", "piranhas-2026") / "start.sh"
    assert os.access(start, os.X_OK)
    assert b"\r" not in start.read_bytes()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mybot", "Mybot"),
        ("super-fisch_2", "SuperFisch2"),
        ("MyBot", "MyBot"),
        ("random", "RandomBot"),
        ("none", "NoneBot"),
    ],
)
def test_what_a_bot_is_called(name: str, expected: str) -> None:
    assert class_name(name) == expected


def test_what_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "bot.py").write_text("precious")
    with pytest.raises(CannotCreate, match="there already exists and is not empty; choose another name"):
        create(tmp_path / "there", "piranhas-2026")
    assert (tmp_path / "there" / "bot.py").read_text() == "precious"
    for name in ("2fast", "größe"):
        with pytest.raises(CannotCreate) as refused:
            create(tmp_path / name, "piranhas-2026")
        assert str(refused.value) == (
            f"“{name}” cannot be a bot's name; use up to 40 letters (a–z, A–Z), digits, - and _, starting with a "
            "letter, like mybot."
        )
    with pytest.raises(schwarm.UnknownGame):
        create(tmp_path / "chess", "chess")
    assert not (tmp_path / "chess").exists()
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotCreate, match="cannot be written: there is no such folder"):
        create(tmp_path / "file" / "mybot", "piranhas-2026")


def test_the_verb(tmp_path: Path) -> None:
    done = command("new", "mybot", "--game", "ostseeschach-2022", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == f"Your bot is in {tmp_path / 'mybot'}; start with its README.md."
    assert second == "Watch it play: schwarm play ostseeschach-2022 --red mybot/bot.py:Mybot --blue random"
    spaced = command("new", "my bots/one", cwd=tmp_path).stdout
    assert spaced.endswith("schwarm play piranhas-2026 --red 'my bots/one/bot.py:One' --blue random\n")
    again = command("new", "mybot", cwd=tmp_path, lang="de")
    assert again.returncode == 1
    assert f"{tmp_path / 'mybot'} gibt es schon" in again.stderr
