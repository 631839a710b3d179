"""What is kept private is hidden from every bot, wherever it lies."""

import tempfile
from pathlib import Path

import pytest

import schwarm
from launch.walled_game import PEEPER, SPY, play
from schwarm.launch import Sandbox, isolation

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


@pytest.mark.parametrize("private", [False, True])
def test_a_private_folder_is_hidden_wherever_it_lies(monkeypatch: pytest.MonkeyPatch, private: bool) -> None:
    """The data of a page with the bots of all teams lie in the folder of a bot."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        data, bot = Path(name) / "data", Path(name) / "bot.py"
        data.mkdir()
        for folder in (data, bot.parent):
            folder.chmod(0o755)
        (data / "zips").write_text("secret")
        bot.write_text(PEEPER.replace("DATA", str(data)))
        monkeypatch.setenv(isolation.PRIVATE, "")
        if private:
            isolation.keep_private(data)
            assert isolation.private_paths().count(data) == 1
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
        seen = next(line.text for line in hosted.printed[0] if line.stream == "out")
        assert seen == ("[]" if private else "['zips']")


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
        monkeypatch.setenv(isolation.PRIVATE, "")
        isolation.keep_private(key)
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Spy", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == [
            "{'certificate'}" if place.startswith("mine") else "set()"
        ]


@pytest.mark.parametrize("place", ["data", "more/data"])
def test_a_private_folder_is_hidden_also_beside_the_bot(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        data, bot = Path(name) / place, Path(name) / "bot.py"
        data.mkdir(parents=True)
        bot.parent.chmod(0o755)
        (data / "zips").write_text("secret")
        # Also in the copy of its folder that it gets.
        bot.write_text(SEEKER.replace("NAMES", "'zips'").replace("PLACES", f"{name!r}, os.environ['HOME']"))
        monkeypatch.setenv(isolation.PRIVATE, "")
        isolation.keep_private(data)
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Seeker", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == ["[]"]
