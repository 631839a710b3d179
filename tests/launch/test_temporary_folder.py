"""What a killed Schwarm leaves behind is removed at the next start; what somebody still needs is not."""

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from schwarm.launch import MachineFault, temporary_folder
from schwarm.launch.temporary_folder import PREFIX, YOUNG_SECONDS, TemporaryFolder, remove_leftovers

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


def test_a_folder_goes_with_its_object() -> None:
    with TemporaryFolder() as name:
        assert Path(name).name.startswith(PREFIX)
        age(Path(name))
        assert Path(name) not in remove_leftovers()
    assert not Path(name).exists()


def test_a_socket_can_listen_however_long_the_usual_path_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    far = tmp_path / ("deep" * 20) / ("deeper" * 10)
    far.mkdir(parents=True)
    monkeypatch.setattr("tempfile.tempdir", str(far))
    with TemporaryFolder() as usual, TemporaryFolder(for_sockets=True) as short, socket.socket(socket.AF_UNIX) as unix:
        assert Path(usual).parent == far
        unix.bind(f"{short}/referee")
    assert not Path(short).exists()


def test_a_disk_without_room_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tempfile.mkdtemp", fail)
    with pytest.raises(MachineFault) as caught:
        TemporaryFolder()
    assert str(caught.value) == (
        "No temporary folder can be made: the system says “No space left on device”; free some disk space, or name a "
        "folder with room in the variable TMPDIR."
    )
