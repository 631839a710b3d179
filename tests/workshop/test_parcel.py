"""A packed bot: what is in the zip, that it plays with nothing else, and what is said where it cannot be packed."""

import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cli.command import schwarm
from schwarm.workshop.checkup import check
from schwarm.workshop.finding import Weight
from schwarm.workshop.parcel import CannotPack, fits, pack
from schwarm.workshop.project import create


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return create(tmp_path / "mybot", "ostseeschach-2022")


def test_what_is_in_the_zip(folder: Path) -> None:
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "bot.pyc").write_bytes(b"")
    (folder / ".secret").write_text("")
    (folder / "data").mkdir()
    (folder / "data" / "book.txt").write_text("1\r\n")
    (folder / "start.sh").write_bytes((folder / "start.sh").read_bytes().replace(b"\n", b"\r\n"))
    (folder / "start.sh").chmod(0o644)
    parcel = pack(folder)
    assert parcel.path == folder.with_name("mybot.zip")
    with zipfile.ZipFile(parcel.path) as archive:
        names = set(archive.namelist())
        start = archive.getinfo("start.sh")
        assert b"\r" not in archive.read("start.sh")
        assert archive.read("data/book.txt") == b"1\r\n"
    assert stat.S_IMODE(start.external_attr >> 16) == 0o755
    assert {"bot.py", "README.md", "schwarm/player/run.py", "schwarm/words/locale/de/LC_MESSAGES/schwarm.mo"} <= names
    assert not [name for name in names if name.startswith(("schwarm/cli", "schwarm/web", "schwarm/workshop", "."))]
    assert not [name for name in names if name.endswith((".pyc", ".po"))]
    assert len(names) == parcel.files


def test_it_plays_with_nothing_else_and_the_same_again_is_the_same(folder: Path) -> None:
    parcel = pack(folder)
    before = parcel.path.read_bytes()
    found = list(check(parcel.path, under_load=False))
    assert not [finding for finding in found if finding.weight is Weight.FAULT], list(map(str, found))
    alone = "✓ It brought everything along: it played without the environment in which Schwarm is installed here."
    assert alone in map(str, found) or sys.prefix == sys.base_prefix
    assert pack(folder).path.read_bytes() == before


def test_the_kit_in_it_needs_nothing_but_python(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(pack(folder).path) as archive:
        archive.extractall(tmp_path / "there")
        modules = [name[:-3].replace("/", ".") for name in archive.namelist() if name.endswith(".py")]
    # What is only there with the native core says so; a program of its own ends.
    skipped = ("schwarm.core.board", "schwarm.player.__main__")
    names = [name.removesuffix(".__init__") for name in modules if name not in skipped]
    program = f"import sys; sys.path.insert(0, '.')\nfor name in {names!r}: __import__(name)\nprint(schwarm.__file__)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); import schwarm\n{program}"],
        cwd=tmp_path / "there",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert len(names) > 50
    assert done.stdout.strip() == str(tmp_path / "there" / "schwarm" / "__init__.py")


def test_requirements_go_along(folder: Path) -> None:
    (folder / "requirements.txt").write_text("six\n")
    bot = (folder / "bot.py").read_text()
    (folder / "bot.py").write_text(f"import six\n{bot}")
    parcel = pack(folder)
    assert "six.py" in zipfile.ZipFile(parcel.path).namelist()
    assert not [finding for finding in check(parcel.path, under_load=False) if finding.weight is Weight.FAULT]


def test_requirements_that_cannot_be_had(folder: Path) -> None:
    (folder / "requirements.txt").write_text("./nothing-here-1.0-py3-none-any.whl\n")
    with pytest.raises(CannotPack, match=r"What requirements\.txt names cannot be had for the contest's computers: "):
        pack(folder)
    assert not folder.with_name("mybot.zip").exists()


def test_what_cannot_be_packed(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(
        CannotPack, match=r"nothing is no folder; name the folder of your bot, in which start\.sh lies\."
    ):
        pack(tmp_path / "nothing")
    with pytest.raises(CannotPack, match=r"“2” is no version of Python; write it like this: --python 3\.12"):
        pack(folder, python="2")
    (folder / "bot.py").unlink()
    with pytest.raises(CannotPack, match=r"start\.sh starts bot\.py, which is not there"):
        pack(folder)


def test_only_a_core_for_the_contest_goes_along() -> None:
    assert fits("_native.cpython-312-x86_64-linux-gnu.so", "3.12")
    assert not fits("_native.cpython-311-x86_64-linux-gnu.so", "3.12")
    assert not fits("_native.cpython-312-aarch64-linux-gnu.so", "3.12")


def test_the_verb(folder: Path) -> None:
    done = schwarm("pack", str(folder), lang="de")
    assert done.returncode == 0, done.stdout + done.stderr
    first, *_, last = done.stdout.splitlines()
    assert first.startswith(f"{folder}.zip ist gepackt: ")
    assert last == "Der Bot ist bereit für den Wettbewerb."
