"""What may be checked besides a folder: zips, single files; and what a bot has to bring along."""

import os
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.command import schwarm
from patience import PATIENT
from schwarm.workshop.bot_check import check
from schwarm.workshop.inspection import Weight
from schwarm.workshop.packing import pack
from workshop.broken_bots import bot

pytestmark = pytest.mark.slow


def test_a_zip_must_bring_everything_along(folder: Path, tmp_path: Path) -> None:
    packed = tmp_path / "mybot.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    assert [str(finding) for finding in check(packed, under_load=False) if finding.weight is Weight.FAULT] == [
        "✗ It needs Schwarm's kit, which is missing in the zip; “schwarm pack” and the bot's folder make one with it."
    ]


@pytest.mark.thorough
def test_what_is_only_installed_here(told: Callable[..., list[str]], folder: Path) -> None:
    """Whatever works here because somebody installed it once is told before the zip is made."""
    (folder / "helper.py").write_text("try:\n    import pytest\nexcept ImportError:\n    pytest = None\n")
    text = bot(before="import helper, json\nfrom babel.dates import format_date")
    assert told(text) == [
        "! bot.py imports “babel” (line 5), which the contest's computers may not have; name it in requirements.txt, "
        "and “schwarm pack” takes it along."
    ]
    (folder / "requirements.txt").write_text("Babel>=2 # for dates\n")
    assert told(text) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a folder has such things where there is a /dev")
def test_pipes_and_devices_keep_nobody_waiting(told: Callable[..., list[str]], folder: Path) -> None:
    """A bot may use them for itself; they are neither read nor packed."""
    for name in ("requirements.txt", "to-engine", "other.py", "test_more.py"):
        os.mkfifo(folder / name)
    (folder / "noise.py").symlink_to("/dev/zero")
    assert told() == []
    with zipfile.ZipFile(pack(folder, core=False).path) as archive:
        names = [name for name in archive.namelist() if not name.startswith("schwarm/")]
    assert names == ["README.md", "bot.py", "start.sh", "test_bot.py"]
    (folder / "start.sh").unlink()
    os.mkfifo(folder / "start.sh")
    assert told() == [
        "✗ There is no start.sh, which the contest needs to start a bot; “schwarm new” makes one you can copy."
    ]


def test_the_game_is_the_one_its_class_names(told: Callable[..., list[str]], folder: Path) -> None:
    """Whatever else a remark or a file beside it speaks of."""
    (folder / "notes.py").write_text("# what my bot for piranhas-2026 did better\n")
    assert told(bot().replace("piranhas-2026", "ostseeschach-2022")) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["alone.py", "alone.jar"])
def test_a_single_file_is_checked_as_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """With both kinds of options, in its own folder, whatever other bots lie there."""
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(f'#!/bin/sh\nshift\nexec "{sys.executable}" "$@"\n')
    java.chmod(0o755)
    monkeypatch.setenv("PATH", str(java.parent), prepend=os.pathsep)
    (tmp_path / "other.py").write_text("import babel\n" + bot().replace("piranhas-2026", "ostseeschach-2022"))
    (tmp_path / "data.txt").touch()
    (tmp_path / name).write_text(bot("open('data.txt').close()"))
    found = [str(finding) for finding in check(tmp_path / name, under_load=False, time=PATIENT)]
    assert found[0] == (
        f"! {name} is a single file, which can play here; the contest wants a start.sh beside it, and “schwarm new” "
        "makes one you can copy."
    )
    assert [sentence for sentence in found if sentence.startswith("✓ It played two games of Piranhas 2026")], found
    assert not [sentence for sentence in found if sentence.startswith("✗") or "babel" in sentence], found


def test_a_single_file_with_a_mistake(folder: Path) -> None:
    (folder / "bot.py").write_text(bot("1 / 0"))
    done = schwarm("check", str(folder / "bot.py"), "--no-load")
    assert done.stdout.startswith(
        "! bot.py is checked on its own, but the contest uses the start.sh beside it; check the folder, too: schwarm "
        f"check {folder}\n"
    )
    assert "✗ It crashed in bot.py, line 8, and its last words were: ZeroDivisionError: division by zero" in done.stdout
    assert done.stdout.endswith("Something needs fixing.\n")
    (folder / "start.sh").unlink()
    (folder / "bot.py").write_text(bot())
    assert schwarm("check", str(folder / "bot.py"), "--no-load").stdout.endswith("\nIt plays as it should.\n")


@pytest.mark.thorough
def test_a_bot_for_another_game(folder: Path) -> None:
    *_, last = check(folder, "ostseeschach-2022", under_load=False)
    assert str(last) == (
        "✗ It is a bot for piranhas-2026, and this is about ostseeschach-2022; write one for that: "
        "schwarm new mybot --game ostseeschach-2022"
    )
