"""Which game a bot plays, as far as its files say, and who is refused where another one is played."""

import os
import zipfile
from pathlib import Path

import pytest

from schwarm.launch import CannotLaunch, check_game, game_for, game_of, parse_player
from schwarm.workshop.bot_project import create

CLASS = 'from schwarm.player import Player\n\nclass Bot(Player):\n    game = "piranhas-2019"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bot(name: str, text: str, start: str = "#!/bin/sh\nexec python3 bot.py\n") -> str:
    """A folder with a start.sh and one Python file."""
    Path(name).mkdir()
    Path(name, "start.sh").write_text(start)
    Path(name, "start.sh").chmod(0o755)
    Path(name, "bot.py").write_text(text)
    return name


def refusal(name: str, game: str) -> str | None:
    try:
        check_game(parse_player(name), game)
    except CannotLaunch as error:
        return str(error)
    return None


@pytest.mark.parametrize("game", ["piranhas-2026", "piranhas-2019", "ostseeschach-2022"])
def test_a_folder_made_by_the_kit_says_what_it_plays(game: str) -> None:
    create(Path("fresh"), game)
    assert game_of(parse_player("fresh")) == game
    assert refusal("fresh", game) is None


def test_a_folder_for_another_game_is_refused_before_it_keeps_everybody_waiting() -> None:
    bot("old", CLASS)
    assert refusal("old", "piranhas-2026") == "“old” plays piranhas-2019, not piranhas-2026."
    with zipfile.ZipFile("old.zip", "w") as archive:
        archive.write("old/start.sh", "start.sh")
        archive.write("old/bot.py", "bot.py")
    assert refusal("old.zip", "ostseeschach-2022") == "“old” plays piranhas-2019, not ostseeschach-2022."
    assert refusal("old.zip", "piranhas-2019") is None


def test_only_a_class_says_for_sure_what_a_bot_plays() -> None:
    bot("remark", "# like my bot for piranhas-2019\n")
    assert refusal("remark", "piranhas-2026") is None
    bot("both", CLASS + "# and piranhas-2026, too\n")
    assert refusal("both", "piranhas-2026") is None
    bot("told", CLASS, "#!/bin/sh\nexec python3 bot.py --game piranhas-2026\n")
    assert refusal("told", "piranhas-2026") is None
    bot("stranger", CLASS.replace("piranhas-2019", "mine"))
    assert refusal("stranger", "piranhas-2026") is None


def test_what_a_class_plays_counts_more_than_a_remark() -> None:
    """But whoever starts it may ask for another game."""
    bot("ported", "# better than my bot for piranhas-2026\n" + CLASS)
    bot("told", CLASS, "#!/bin/sh\nexec python3 bot.py --game piranhas-2026\n")
    for name in ("ported", "told"):
        with zipfile.ZipFile(f"{name}.zip", "w") as archive:
            archive.write(f"{name}/start.sh", "start.sh")
            archive.write(f"{name}/bot.py", "bot.py")
    for name in ("ported", "ported/bot.py", "ported.zip"):
        assert game_of(parse_player(name)) == "piranhas-2019"
    for name in ("told", "told.zip"):
        assert game_of(parse_player(name)) == "piranhas-2026"
    bot("several", CLASS + CLASS.replace("piranhas-2019", "piranhas-2026"))
    assert game_of(parse_player("several")) is None


def test_other_bots_beside_a_file_say_nothing_about_it() -> None:
    Path("old.py").write_text(CLASS)
    Path("new.py").write_text("from schwarm.player import Player\n\nclass New(Player):\n    pass\n")
    for name in ("new.py", "new.py:New"):
        assert game_of(parse_player(name)) is None
        assert refusal(name, "piranhas-2026") is None
    Path("base.py").write_text("import old\n")
    Path("heir.py").write_text("from base import old\n\nclass Heir(old.Bot):\n    pass\n")
    for name in ("heir.py", "heir.py:Heir"):
        assert game_of(parse_player(name)) == "piranhas-2019"
    assert refusal("heir.py", "piranhas-2026") == "“heir” plays piranhas-2019, not piranhas-2026."


def test_a_class_for_a_game_that_does_not_exist() -> None:
    Path("slip.py").write_text(CLASS.replace("piranhas-2019", "piranhas-2109"))
    with pytest.raises(CannotLaunch, match="There is no game “piranhas-2109”; the games are "):
        check_game(parse_player("slip.py:Bot"), "piranhas-2026")


def test_a_pipe_among_the_files_keeps_nobody_waiting() -> None:
    bot("piped", CLASS)
    os.mkfifo("piped/another.py")
    assert game_of(parse_player("piped")) == "piranhas-2019"


def test_the_first_bot_that_names_a_game_says_what_is_played() -> None:
    bot("old", CLASS)
    assert game_for([parse_player("greedy"), parse_player("old")]) == "piranhas-2019"
    assert game_for([parse_player("greedy"), parse_player("random")]) == "piranhas-2026"
