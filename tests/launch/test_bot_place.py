"""Where bots lie that others must not see."""

import os
from pathlib import Path

import pytest

from launch.refusal import packed
from schwarm.launch.bot_facts import find_all_places
from schwarm.launch.isolation import View


def test_each_bot_has_a_place_of_its_own(folder: Path) -> None:
    """A zip or a jar is one by itself, all others have their folders; a built-in player lies nowhere."""
    packed(folder / "team.zip", {"start.sh": ""})
    packed(folder / "jars" / "team.jar", {"META-INF/MANIFEST.MF": "Main-Class: Team\n"})
    (folder / "mine" / "bot.py").parent.mkdir()
    (folder / "mine" / "bot.py").write_text("class Mine: ...")
    assert find_all_places(["team.zip", "jars/team.jar", "mine/bot.py:Mine", "random", "not there"]) == [
        folder / "jars",
        folder / "jars" / "team.jar",
        folder / "mine",
        folder / "team.zip",
    ]


def test_whoever_names_a_program_of_the_system_by_its_path_hides_it_from_nobody(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/bin/sh` is in nobody's own folder; without it no other bot's start.sh could begin."""
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")
    jar = packed(folder / "team.jar", {"META-INF/MANIFEST.MF": "Main-Class: Team\n"})
    script = folder / "start.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    assert find_all_places(["/bin/sh start.sh", f"/bin/sh {jar}"]) == [jar]
    assert find_all_places(["./start.sh"]) == [folder]


def test_bots_that_are_not_shown_anyway_cost_nothing_to_hide(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A contest may have thousands, and each option of bubblewrap takes time at every start."""
    home = tmp_path_factory.mktemp("home")
    beside = packed(folder / "mine" / "other.zip", {"start.sh": ""})
    hidden = View(home, [folder / f"{number}.zip" for number in range(2_000)])
    assert hidden.options() == View(home).options()
    hidden = View(home, [beside])
    hidden.show(folder / "mine")
    assert str(beside) in hidden.options()
