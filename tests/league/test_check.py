"""Checking in a process of its own: the words of `schwarm check` in both languages, and always an answer."""

import errno
import os
import re
import zipfile
from pathlib import Path

import pytest

from schwarm.launch import MachineFault
from schwarm.league.check import FAULT, CheckFinding, CheckProcess, plain_name, read_findings, write_findings
from schwarm.words import speaking

pytestmark = pytest.mark.slow


def test_a_zip_without_a_start_is_told_so_under_its_own_name(tmp_path: Path) -> None:
    kept = tmp_path / "0123.zip"
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("mybot/start.sh", "#!/bin/sh\n")
    found = CheckProcess(kept, "C:\\Users\\me\\our bot.zip", "piranhas-2026").run()
    assert found is not None
    assert [finding.weight for finding in found] == [FAULT]
    assert (
        found[0].en
        == "our_bot.zip has mybot/start.sh, but start.sh must be at the top; pack the files, not their folder."
    )
    assert read_findings(write_findings(found)) == found
    with speaking("de"):
        assert str(found[0]) == found[0].de != found[0].en


def test_games_are_repeated_with_the_zip_as_its_team_calls_it(tmp_path: Path) -> None:
    kept = tmp_path / "0123.zip"
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("start.sh", "#!/bin/sh\nexit 1 # $@\n")
    found = CheckProcess(kept, "mybot.zip", "ostseeschach-2022").run()
    assert found is not None
    (drawn,) = [finding.en for finding in found if "--seed" in finding.en]
    again = r"“schwarm check mybot\.zip --game ostseeschach-2022 --seed \d+” repeats them\."
    assert re.fullmatch(rf"Starts and sides were drawn by lot; {again}", drawn)


def test_whatever_happens_there_is_an_answer(tmp_path: Path) -> None:
    # Nobody is to blame for a zip that is gone: it may come back.
    assert CheckProcess(tmp_path / "gone.zip", "gone.zip", "piranhas-2026").run() is None
    endless = tmp_path / "endless.zip"
    with zipfile.ZipFile(endless, "w") as archive:
        archive.writestr("start.sh", "#!/bin/sh\nsleep 1000 # $@\n")
    late = CheckProcess(endless, "endless.zip", "piranhas-2026", seconds=3.0).run()
    assert late is not None
    assert late[-1].en.startswith("The check was stopped because it took too long")
    stopped = CheckProcess(endless, "endless.zip", "piranhas-2026")
    stopped.stop()
    assert stopped.run() is None


def test_a_full_disk_is_not_a_zip_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("shutil.copyfile", fail)
        # It stays in the queue and is checked later.
        with pytest.raises(MachineFault, match=r"“mybot\.zip” cannot be started now"):
            CheckProcess(tmp_path / "0123.zip", "mybot.zip", "piranhas-2026").run()
    with zipfile.ZipFile(tmp_path / "0123.zip", "w") as archive:
        archive.writestr("start.sh", "#!/bin/sh\n")
    (tmp_path / "sitecustomize.py").write_text(
        "import errno, zipfile\n"
        "def fail(*args): raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "zipfile.ZipFile.extract = fail\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = CheckProcess(tmp_path / "0123.zip", "mybot.zip", "piranhas-2026").run()
    assert found is not None
    assert [finding.en for finding in found] == [
        "The check broke off; that is our mistake, not yours. Hand the zip in again."
    ]


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("a/b/mybot.zip", "mybot.zip"),
        ("..", "bot.zip"),
        ("", "bot.zip"),
        ("x" * 99, "x" * 60 + ".zip"),
        ("a b?", "a_b_.zip"),
    ],
)
def test_names_of_files_are_plain(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def test_a_finding_speaks_the_language_of_the_reader() -> None:
    assert str(CheckFinding("good", "yes", "ja")) == "yes"
