"""Where bots lie that others must not see."""

import os
from pathlib import Path

import pytest

from launch.refusal import packed
from schwarm.launch import bot_facts
from schwarm.launch.bot_facts import find_all_places


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


def test_very_many_bots_are_hidden_with_their_folder(folder: Path) -> None:
    """Hiding each by itself would take longer at every start than the game."""
    most = bot_facts.MOST_SIDE_BY_SIDE
    names = [str(packed(folder / f"{number}.zip", {"start.sh": ""})) for number in range(most + 1)]
    assert len(find_all_places(names[:most])) == most
    assert find_all_places(names) == [folder]
    # Whoever needs that folder would see everybody in it.
    jar = packed(folder / "team.jar", {"META-INF/MANIFEST.MF": "Main-Class: Team\n"})
    assert len(find_all_places([*names, str(jar)])) == most + 3


def test_very_many_jars_that_commands_name_are_hidden_one_by_one(folder: Path) -> None:
    """Each command sees the folder of its jar, and would see everybody's, or not even its own."""
    jars = [folder / f"{number}.jar" for number in range(bot_facts.MOST_SIDE_BY_SIDE + 1)]
    for jar in jars:
        packed(jar, {"META-INF/MANIFEST.MF": "Main-Class: Team\n"})
    for program in ("sh", "/bin/sh"):
        assert find_all_places([f"{program} {jar}" for jar in jars]) == sorted(jars)
