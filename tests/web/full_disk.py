"""A disk that can be filled and emptied while a server uses it: a mounted one, or where nobody may mount, a database
that SQLite itself calls full."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

KIB = 1024
LIMITED = '''
"""Imported by Python at its start: no room for database and files while the file FULL is there."""

import shutil
from pathlib import Path

from sqlalchemy import Engine, event

FULL, room = Path({full!r}), shutil.disk_usage
BALLAST = "CREATE TABLE ballast AS SELECT zeroblob(10000000) AS weight"


@event.listens_for(Engine, "begin")
def begin(connection):
    if connection.get_execution_options().get("schwarm_writes"):
        connection.exec_driver_sql(f"PRAGMA max_page_count = {{1 if FULL.exists() else 2**30}}")
        if FULL.exists():
            connection.exec_driver_sql(BALLAST)


def disk_usage(path):
    return room(path)._replace(free=0) if FULL.exists() else room(path)


shutil.disk_usage = disk_usage
'''


class LimitedDisk:
    """Needs no rights, but a server that is started after it was made."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.data, self._full = folder / "data", folder / "full"
        code = folder / "code"
        code.mkdir()
        (code / "sitecustomize.py").write_text(LIMITED.format(full=str(self._full)))
        monkeypatch.setenv("PYTHONPATH", str(code))

    def fill(self) -> None:
        self._full.touch()

    def empty(self) -> None:
        self._full.unlink()

    def close(self) -> None:
        """Nothing is left of it."""


class MountedDisk:
    """A disk in memory, which becomes as small as what lies on it."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "disk"
        self.data.mkdir()
        if os.geteuid() != 0 or not self._mount("-t", "tmpfs", "-o", "size=4g", "tmpfs"):
            pytest.skip("only root can mount, and not everywhere")

    def _mount(self, *options: str) -> bool:
        done = subprocess.run(["mount", *options, self.data], stderr=subprocess.DEVNULL)
        return done.returncode == 0

    def fill(self) -> None:
        assert self._mount("-o", f"remount,size={shutil.disk_usage(self.data).used // KIB}k")

    def empty(self) -> None:
        assert self._mount("-o", "remount,size=4g")

    def close(self) -> None:
        subprocess.run(["umount", "--lazy", self.data], check=True)


Disk = LimitedDisk | MountedDisk
