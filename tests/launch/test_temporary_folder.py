"""What a killed Schwarm leaves behind is removed at the next start; what somebody still needs is not."""

import errno
import os
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import until
from schwarm.launch import MachineFault, limits, temporary_folder
from schwarm.launch.limits import Hierarchy, remove_forgotten
from schwarm.launch.temporary_folder import (
    PREFIX,
    YOUNG_SECONDS,
    TemporaryFolder,
    remove_leftovers,
    removing_leftovers,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows removes nothing that is open")

CHILD = (
    "from schwarm.launch.temporary_folder import TemporaryFolder; import time\n"
    "folder = TemporaryFolder(); print(folder.name, flush=True); time.sleep(600)"
)


def age(path: Path) -> None:
    then = path.stat().st_mtime - YOUNG_SECONDS - 1
    os.utime(path, (then, then))


def test_only_what_nobody_needs_any_more_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temporary_folder, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(temporary_folder, "SHORT", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True)
    assert child.stdout
    left = Path(child.stdout.readline().strip())
    (left / "deep").mkdir()
    (left / "deep" / "link").symlink_to(tmp_path)
    foreign, young = tmp_path / "schwarm-notes", tmp_path / f"{PREFIX}young"
    (tmp_path / f"{PREFIX}link").symlink_to(foreign)
    for path in (foreign, young):
        path.mkdir()
    for path in (left, foreign):
        age(path)
    assert remove_leftovers() == []
    child.kill()
    child.wait()
    child.stdout.close()
    assert remove_leftovers() == [left]
    assert not left.exists()
    assert foreign.exists()
    assert young.exists()


def test_what_was_too_young_at_the_start_is_removed_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temporary_folder, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(temporary_folder, "SHORT", str(tmp_path))
    left = tmp_path / f"{PREFIX}killed"
    left.mkdir()
    assert remove_leftovers() == []
    with removing_leftovers(every=0.01):
        age(left)
        until(lambda: not left.exists(), what="another look")


def test_so_are_control_groups_that_nobody_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "find_hierarchies", lambda: {"freezer": Hierarchy(2, tmp_path)})
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    names = [f"schwarm-{child.pid}-1", f"schwarm-{child.pid}-2", f"schwarm-{child.pid}-3", f"schwarm-{os.getpid()}-4"]
    forgotten, used, young, own = (tmp_path / name for name in names)
    for group in (forgotten, used / "process", young, own):
        group.mkdir(parents=True)
    for group in (forgotten, used, own):
        age(group)
    remove_forgotten(YOUNG_SECONDS)
    assert sorted(tmp_path.iterdir()) == sorted([used, young, own])


def test_a_folder_goes_with_its_object() -> None:
    with TemporaryFolder() as name:
        assert Path(name).name.startswith(PREFIX)
        age(Path(name))
        assert Path(name) not in remove_leftovers()
    assert not Path(name).exists()


@pytest.fixture
def open_place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files, and nobody here who may do everything: root can be kept out of no folder."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        monkeypatch.setattr("tempfile.tempdir", name)
        Path(name).chmod(0o777)
        if root:
            os.seteuid(65534)
        try:
            yield Path(name)
        finally:
            if root:
                os.seteuid(0)


def test_a_folder_that_is_closed_to_its_owner_goes_without_touching_what_its_links_name(open_place: Path) -> None:
    shared = open_place / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    with TemporaryFolder() as name:
        for closed, mode in (("read-only", 0o500), ("secret", 0)):
            folder = Path(name, closed, "deeper")
            folder.mkdir(parents=True)
            (folder / "link").symlink_to(shared)
            folder.chmod(mode)
            folder.parent.chmod(mode)
    assert not Path(name).exists()
    assert stat.S_IMODE(shared.stat().st_mode) == 0o755


def test_a_socket_can_listen_however_long_the_usual_path_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    far = tmp_path / ("deep" * 20) / ("deeper" * 10)
    far.mkdir(parents=True)
    monkeypatch.setattr("tempfile.tempdir", str(far))
    with TemporaryFolder() as usual, TemporaryFolder(for_sockets=True) as short, socket.socket(socket.AF_UNIX) as unix:
        assert Path(usual).parent == far
        unix.bind(f"{short}/referee")
    assert not Path(short).exists()


def test_a_disk_without_room_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(temporary_folder, "mkdtemp", fail)
    with pytest.raises(MachineFault) as caught:
        TemporaryFolder()
    assert str(caught.value) == (
        "No temporary folder can be made: the system says “No space left on device”; free some disk space, or name a "
        "folder with room in the variable TMPDIR."
    )
