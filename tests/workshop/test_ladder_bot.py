"""What the ladder learns about a bot before it plays: its game, its title, and when it is another bot than before."""

import os
import zipfile
from pathlib import Path

import pytest

from schwarm.words import SchwarmError
from schwarm.workshop.bot_project import create
from schwarm.workshop.ladder import find_bot
from schwarm.workshop.packing import pack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return create(tmp_path / "mybot", "piranhas-2019")


def test_a_folder_its_class_and_its_zip_play_the_same_game(folder: Path) -> None:
    parcel = pack(folder, core=False)
    for name in (str(folder), f"{folder / 'bot.py'}:Mybot", str(parcel.path), str(folder / "start.sh")):
        found = find_bot(name)
        assert found.game_id == "piranhas-2019"
        assert found.title.lower() == "mybot"


def test_what_is_asked_for_comes_before_what_is_guessed(folder: Path) -> None:
    (folder / "bot.py").write_text("# better than my bot for piranhas-2019\n")
    assert find_bot(str(folder)).game_id == "piranhas-2019"
    assert find_bot(str(folder), "ostseeschach-2022").game_id == "ostseeschach-2022"


def test_a_bot_does_not_climb_in_another_game(folder: Path) -> None:
    with pytest.raises(SchwarmError, match="“mybot” plays piranhas-2019, not ostseeschach-2022"):
        find_bot(str(folder), "ostseeschach-2022")


def test_it_is_named_from_anywhere(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    near = find_bot("mybot")
    monkeypatch.chdir(folder)
    assert find_bot(".") == near
    assert near.bot == str(folder / "start.sh")


def test_every_change_makes_another_bot(folder: Path) -> None:
    first = find_bot(str(folder)).fingerprint
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "bot.pyc").write_bytes(b"1")
    assert find_bot(str(folder)).fingerprint == first
    (folder / "data").mkdir()
    (folder / "data" / "book.txt").write_text("1")
    second = find_bot(str(folder)).fingerprint
    (folder / "bot.py").write_text((folder / "bot.py").read_text() + "\n")
    third = find_bot(str(folder)).fingerprint
    # Linux takes any bytes for a name.
    Path(os.fsdecode(bytes(folder) + b"/b\xff.txt")).touch()
    assert len({first, second, third, find_bot(str(folder)).fingerprint}) == 4


def test_files_that_name_no_game_or_several(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("from schwarm.player import Player\nclass Bot(Player): pass\n")
    sentence = r"do not name one game that it plays; say which with --game: .*piranhas-2019.*\."
    with pytest.raises(SchwarmError, match=sentence):
        find_bot(f"{bot}:Bot")
    bot.write_text(bot.read_text() + "# piranhas-2019 ostseeschach-2022\n")
    with pytest.raises(SchwarmError, match=sentence):
        find_bot(f"{bot}:Bot")
    assert find_bot(f"{bot}:Bot", "piranhas-2019").title == "Bot"


def test_a_zip_without_python_files_needs_to_be_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("start.sh", "#!/bin/sh\nexec java -jar bot.jar\n")
    with pytest.raises(SchwarmError, match="say which with --game"):
        find_bot(str(tmp_path / "other.zip"))
    assert find_bot(str(tmp_path / "other.zip"), "piranhas-2026").title == "other"
