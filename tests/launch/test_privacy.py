"""What is kept private is hidden from every bot, wherever it lies."""

import tempfile
from pathlib import Path

import pytest

import schwarm
from launch.walled_game import PEEPER, SPY, play
from schwarm.launch import Sandbox, privacy

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("walls")]

SEEKER = """
import os
from schwarm.player import Player

class Seeker(Player):
    def choose(self, state, clock):
        if state.turn == 0:
            places = [where for place in (PLACES,) for where in os.walk(place)]
            print([folder for folder, _, files in places if {NAMES} & {*files}], flush=True)
        return state.legal_moves()[0]
"""


def test_a_private_folder_is_hidden_wherever_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The data of a page with the bots of all teams, in a place that bots could otherwise read."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name, tempfile.TemporaryDirectory(dir="/var/tmp") as other:
        data, bot = Path(name), Path(other) / "bot.py"
        for folder in (data, bot.parent):
            folder.chmod(0o755)
        (data / "zips").write_text("secret")
        bot.write_text(PEEPER.replace("DATA", name))
        for private, seen in ((False, "['zips']"), (True, "[]")):
            monkeypatch.setenv(privacy.PRIVATE, "")
            if private:
                privacy.keep_private(data)
                assert privacy.private_paths().count(data) == 1
            hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
            assert next(line.text for line in hosted.printed[0] if line.stream == "out") == seen


def test_in_wsl_the_folders_of_people_who_use_windows_are_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("c/Users", "c/Windows", "network/Users"):
        (tmp_path / place).mkdir(parents=True)
    monkeypatch.setattr(privacy, "DRIVES", tmp_path)
    assert [path for path in privacy.private_paths() if path.is_relative_to(tmp_path)] == [tmp_path / "c" / "Users"]


@pytest.mark.parametrize("place", ["mine/key", "more/key"])
def test_a_private_file_is_hidden_wherever_it_lies(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """The key of a page with https: what a bot prints is shown to its team."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        key, bot = Path(name) / place, Path(name) / "mine" / "bot.py"
        Path(name).chmod(0o755)
        for folder in {key.parent, bot.parent}:
            folder.mkdir()
        key.write_text("secret")
        (key.parent / "certificate").write_text("no secret")
        bot.write_text(SPY.replace("PLACES", f"({name!r}, os.environ['HOME'])"))
        monkeypatch.setenv(privacy.PRIVATE, "")
        privacy.keep_private(key)
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Spy", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == ["{'certificate'}"]


@pytest.mark.parametrize("place", ["data", "more/data"])
def test_a_private_folder_is_hidden_also_beside_the_bot(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        data, bot = Path(name) / place, Path(name) / "bot.py"
        data.mkdir(parents=True)
        bot.parent.chmod(0o755)
        (data / "zips").write_text("secret")
        # Also in the copy of its folder that it gets.
        bot.write_text(SEEKER.replace("NAMES", "'zips'").replace("PLACES", f"{name!r}, os.environ['HOME']"))
        monkeypatch.setenv(privacy.PRIVATE, "")
        privacy.keep_private(data)
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Seeker", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == ["[]"]
