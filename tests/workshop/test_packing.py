"""A packed bot: what is in the zip, that it plays with nothing else, and what is said where it cannot be packed."""

import os
import platform
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cli.command import schwarm
from patience import PATIENT
from quantity import quantity
from schwarm.workshop.bot_check import OTHER_MACHINE, check
from schwarm.workshop.bot_project import create
from schwarm.workshop.inspection import Weight
from schwarm.workshop.interpreter import Interpreter, interpreter
from schwarm.workshop.native_core import MACHINES, NO_COMPILER, NO_HEADERS, fits
from schwarm.workshop.packing import CannotPack, pack

pytestmark = pytest.mark.slow


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
    parcel = pack(folder, core=False)
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


def test_a_name_that_is_no_text_is_said(folder: Path) -> None:
    """Linux takes any bytes for a name; such a file can come out of an old zip."""
    Path(os.fsdecode(bytes(folder / "b") + b"\xff.txt")).touch()
    with pytest.raises(CannotPack) as refused:
        pack(folder, core=False)
    assert str(refused.value) == (
        "The name of the file “b\ufffd.txt” is not UTF-8, so it cannot be in a zip; rename the file."
    )


def test_a_zip_that_cannot_be_written_is_said_before_anything_takes_long(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwarm.workshop.packing.made_for", lambda *_: pytest.fail("compiled in vain"))
    target = folder / "nowhere" / "mybot.zip"
    with pytest.raises(CannotPack) as refused:
        pack(folder, target)
    assert str(refused.value) == f"{target} cannot be written: there is no such folder."


def test_it_plays_with_nothing_else_and_the_same_again_is_the_same(folder: Path) -> None:
    parcel = pack(folder, core=False)
    before = parcel.path.read_bytes()
    found = list(check(parcel.path, under_load=False))
    assert not [finding for finding in found if finding.weight is Weight.FAULT], list(map(str, found))
    alone = "✓ It has everything it needs: it played without the environment that Schwarm is installed in here."
    assert alone in map(str, found) or sys.prefix == sys.base_prefix
    assert pack(folder, core=False).path.read_bytes() == before


@pytest.mark.thorough
def test_the_kit_in_it_needs_nothing_but_python(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(pack(folder, core=False).path) as archive:
        archive.extractall(tmp_path / "there")
        modules = [name[:-3].replace("/", ".") for name in archive.namelist() if name.endswith(".py")]
    # What is only there with a core says so; a program of its own ends.
    with_core = ("schwarm.core.backend", "schwarm.core.board", "schwarm.core.portable", "schwarm.player.board")
    skipped = (*with_core, "schwarm.player.__main__")
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


@pytest.mark.thorough
def test_requirements_go_along(folder: Path) -> None:
    (folder / "requirements.txt").write_text("six\n")
    bot = (folder / "bot.py").read_text()
    (folder / "bot.py").write_text(f"import six\n{bot}")
    parcel = pack(folder, core=False)
    assert "six.py" in zipfile.ZipFile(parcel.path).namelist()
    assert not [finding for finding in check(parcel.path, under_load=False) if finding.weight is Weight.FAULT]


def test_requirements_that_cannot_be_had(folder: Path) -> None:
    (folder / "requirements.txt").write_text("./nothing-here-1.0-py3-none-any.whl\n")
    with pytest.raises(
        CannotPack, match=r"The packages in requirements\.txt are not available for the contest's computers: "
    ):
        pack(folder, core=False)
    assert not folder.with_name("mybot.zip").exists()


def test_what_cannot_be_packed(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotPack, match=r"nothing is not a folder; name your bot's folder, the one with start\.sh\."):
        pack(tmp_path / "nothing")
    with pytest.raises(CannotPack, match=r"“2” is not a Python version; write it like this: --python 3\.12"):
        pack(folder, python="2")
    name = r"“mybot\.tar” cannot be the zip's name; choose one that ends in \.zip, like mybot\.zip\."
    with pytest.raises(CannotPack, match=name):
        pack(folder, tmp_path / "mybot.tar")
    assert not (tmp_path / "mybot.tar").exists()
    (folder / "bot.py").unlink()
    with pytest.raises(CannotPack, match=r"start\.sh starts bot\.py, which does not exist"):
        pack(folder)


def binary(path: Path, machine: int) -> Path:
    """The head of a Linux binary for a kind of processor."""
    path.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00" + machine.to_bytes(2, "little"))
    return path


def test_only_a_core_for_the_contest_goes_along(tmp_path: Path) -> None:
    assert fits(Path("_native.cpython-312-x86_64-linux-gnu.so"), "3.12")
    assert not fits(Path("_native.cpython-311-x86_64-linux-gnu.so"), "3.12")
    assert not fits(Path("_native.cpython-312-aarch64-linux-gnu.so"), "3.12")
    assert fits(binary(tmp_path / "_native.abi3.so", 62), "3.13")
    assert not fits(tmp_path / "_native.abi3.so", "3.11")
    assert not fits(binary(tmp_path / "_native.abi3.so", 183), "3.12")


@pytest.mark.thorough
def test_a_core_that_cannot_be_loaded_is_no_harm(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(pack(folder, core=False).path) as archive:
        archive.extractall(tmp_path / "there")
    binary(tmp_path / "there" / "schwarm" / "core" / "_native.abi3.so", 62)
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            "import sys; sys.path[:0] = ['.']; from schwarm.player import Board; print(Board)",
        ],
        cwd=tmp_path / "there",
        capture_output=True,
        text=True,
    )
    assert "PlainBoard" in done.stdout, done.stderr


@pytest.mark.thorough
def test_who_needs_the_core_is_told_of_the_board_that_does_without(folder: Path) -> None:
    """Nothing can be installed in the contest, so what the error itself advises is of no use there."""
    bot = folder / "bot.py"
    bot.write_text(bot.read_text().replace("import schwarm\n", "import schwarm\nfrom schwarm.core import Board\n"))
    said = [str(finding) for finding in check(pack(folder, core=False).path, under_load=False)]
    assert [sentence for sentence in said if sentence.startswith("✗")] == [
        "✗ It uses schwarm.core, which does not run without the native core, and that is missing when it starts; "
        "write: from schwarm.player import Board"
    ]
    assert not [sentence for sentence in said if "pip install" in sentence]


FAST = """
from schwarm import core
from schwarm.player import Board, Player, run


class Fast(Player):
    game = "ostseeschach-2022"

    def choose(self, state, clock):
        assert Board is core.Board
        board = Board(state)
        return board.move(board.legal_moves()[0])


if __name__ == "__main__":
    run(Fast)
"""


@pytest.mark.skipif(not quantity(0, 1), reason="compiling takes a minute, so it is part of the thorough tests")
def test_a_core_is_made_for_the_contest(folder: Path) -> None:
    """A bot that wants it plays whole games in the sandbox; where it cannot be made, the reason is a known one."""
    (folder / "bot.py").write_text(FAST)
    parcel = pack(folder)
    if parcel.lacks is not None:
        assert parcel.lacks.sentence in (NO_HEADERS, NO_COMPILER)
        return
    assert interpreter("3.12") is not None
    said = list(map(str, check(parcel.path, under_load=False)))
    if platform.machine() != "x86_64":
        assert f"✗ {OTHER_MACHINE(machine=platform.machine())}" in said
        return
    assert "✓ It was started with Python 3.12, as in the contest." in said
    assert not [sentence for sentence in said if sentence.startswith("✗")], said
    assert "with the fast Board" in str(parcel.message)
    with zipfile.ZipFile(parcel.path) as archive:
        assert "schwarm/core/networks/piranhas-2026.net" in archive.namelist()


def _add_binary(zipped: Path, name: str, machine: str) -> None:
    """As much of a compiled module as tells which processor it is for."""
    with zipfile.ZipFile(zipped, "a") as archive:
        header = b"\x7fELF\2\1" + bytes(12) + MACHINES[machine].to_bytes(2, "little")
        archive.writestr(name, header)


@pytest.mark.thorough
def test_a_core_for_another_computer_is_left_aside(folder: Path) -> None:
    """On a Raspberry Pi, say: what is packed there for the contest can be checked there, and played in a league."""
    parcel = pack(folder, core=False)
    other = next(name for name in MACHINES if name != platform.machine())
    _add_binary(parcel.path, "schwarm/core/_native.abi3.so", other)
    found = list(check(parcel.path, under_load=False, time=PATIENT))
    assert str(found[1]) == (
        f"! The zip brings along a core for computers of another kind than this one ({platform.machine()}), so it "
        "plays with the plain Board here and looks less far ahead than in the contest."
    )
    assert not [str(finding) for finding in found if finding.weight is Weight.FAULT]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("code", "binary"),
    [(FAST, "schwarm/core/_native.abi3.so"), (f"import quick\n{FAST}", "quick/_sums.cpython-312-{other}-linux-gnu.so")],
)
def test_what_only_other_computers_can_load_is_not_said_to_be_missing(folder: Path, code: str, binary: str) -> None:
    """Neither the core, for a bot that cannot do without it, nor what requirements.txt brings along."""
    (folder / "bot.py").write_text(code)
    (folder / "quick").mkdir()
    (folder / "quick" / "__init__.py").write_text("import quick._sums\n")
    parcel = pack(folder, core=False)
    other = next(name for name in MACHINES if name != platform.machine())
    _add_binary(parcel.path, binary.format(other=other), other)
    found = check(parcel.path, under_load=False, time=PATIENT)
    assert [str(finding) for finding in found if finding.weight is Weight.FAULT] == [
        "✗ It needs what the zip brings along only for computers of another kind than this one "
        f"({platform.machine()}); check the bot's folder here, and the zip on a 64-bit Linux like the contest's."
    ]


@pytest.mark.thorough
@pytest.mark.skipif(platform.machine() not in MACHINES, reason="no core is made for this processor")
def test_cores_for_several_computers_are_no_obstacle(folder: Path) -> None:
    """One of them is for this one, and what it cannot load it leaves aside."""
    parcel = pack(folder, core=False)
    for machine in MACHINES:
        _add_binary(parcel.path, f"schwarm/core/_native.cpython-312-{machine}-linux-gnu.so", machine)
    said = [str(finding) for finding in check(parcel.path, under_load=False)]
    assert said[-1].startswith("✓"), said


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        (
            "native_core.find_compilers",
            "with the plain Board, because the core cannot be compiled for 64-bit Linux here; ",
        ),
        (
            "native_core.find_headers",
            "with the plain Board, because there is no Python 3.12 or newer with headers here; install one: "
            "pip install uv && uv python install 3.12",
        ),
    ],
)
def test_without_a_core_it_says_why(folder: Path, monkeypatch: pytest.MonkeyPatch, missing: str, sentence: str) -> None:
    headers = Interpreter("3.12", Path("python3.12"), Path("/"), Path("/"), has_schwarm=False)
    monkeypatch.setattr("schwarm.workshop.native_core.find_headers", lambda: iter([headers]))
    monkeypatch.setattr("schwarm.workshop.native_core.fits", lambda path, python: False)
    monkeypatch.setattr(f"schwarm.workshop.{missing}", lambda: iter(()))
    assert sentence in str(pack(folder).message)


def test_a_python_that_is_not_here_is_said(folder: Path) -> None:
    parcel = pack(folder, core=False)
    first = [str(finding) for finding in check(parcel.path, under_load=False, python="3.99")][1]
    assert first == (
        "! There is no Python 3.99 on this computer, so it was started with the system's own; "
        "differences would show only in the contest."
    )


@pytest.mark.thorough
def test_it_is_checked_with_the_python_it_is_packed_for(folder: Path) -> None:
    own = "{}.{}".format(*sys.version_info[:2])
    program = f"import sys\nassert '%d.%d' % sys.version_info[:2] == '{own}'\n"
    (folder / "bot.py").write_text(program + (folder / "bot.py").read_text())
    found = [str(finding) for finding in check(pack(folder, core=False).path, under_load=False, python=own)]
    assert not [finding for finding in found if finding.startswith("✗")], found
    known = interpreter(own)
    assert known is not None
    assert known.has_schwarm or f"✓ It was started with Python {own}, as in the contest." in found


def test_the_verb(folder: Path) -> None:
    done = schwarm("pack", str(folder), "--no-core", lang="de")
    assert done.returncode == 0, done.stdout + done.stderr
    first, *_, last = done.stdout.splitlines()
    assert first.startswith(f"{folder}.zip ist gepackt: ")
    assert last == "Der Bot ist bereit für den Wettbewerb."
