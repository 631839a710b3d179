"""A machine whose kernel counts with control groups of a chosen version: its files, as a process finds them."""

import builtins
import errno
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from schwarm.launch.limits import find_hierarchies

COMMON = {"cgroup.procs": ""}
FILES = {
    "v1": {
        "memory": {
            "memory.limit_in_bytes": "9223372036854771712",
            "memory.memsw.limit_in_bytes": "9223372036854771712",
        },
        "pids": {"pids.max": "max"},
        "freezer": {"freezer.state": "THAWED"},
        "cpu": {"cpu.shares": "1024"},
    },
    "v2": {
        "memory": {"memory.max": "max", "memory.swap.max": "max", "memory.oom.group": "0"},
        "pids": {"pids.max": "max"},
        "freezer": {"cgroup.freeze": "0"},
        "cpu": {"cpu.weight": "100"},
    },
}
"""What the kernel puts into a group, by version and controller."""


class FakeKernel:
    """`first` are the controllers of version 1, each in a hierarchy of its own; `second` those of version 2, or None
    where it is not mounted."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, first: tuple[str, ...], second: tuple[str, ...] | None
    ) -> None:
        self.folder, self.first, self.second = folder, first, second
        # The kernel names version 2 also where it is not mounted.
        own = [*(f"{number}:{name}:/user" for number, name in enumerate(first, 1)), "0::/user"]
        mounts = ["proc /proc proc rw 0 0", *(f"cgroup {folder}/{name} cgroup rw,{name} 0 0" for name in first)]
        for name in first:
            self._fill(folder / name / "user", {**COMMON, **FILES["v1"][name]})
        if second is not None:
            mounts.append(f"cgroup2 {folder}/unified cgroup2 rw,relatime 0 0")
            self._fill(folder / "unified" / "user", {**COMMON, "cgroup.controllers": " ".join(second)})
            (folder / "unified" / "user" / "cgroup.subtree_control").write_text(" ".join(second))
        self._told = {"/proc/self/cgroup": "\n".join(own) + "\n", "/proc/self/mounts": "\n".join(mounts) + "\n"}
        self._open, self._mkdir, self._rmdir = io.open, os.mkdir, os.rmdir
        for module in (io, builtins):
            monkeypatch.setattr(module, "open", self._open_file)
        monkeypatch.setattr(os, "mkdir", self._make)
        monkeypatch.setattr(os, "rmdir", self._remove)
        find_hierarchies.cache_clear()

    def _open_file(self, file: Any, *arguments: Any, **more: Any) -> Any:
        told = None if isinstance(file, int) else self._told.get(os.fspath(file))
        return self._open(file, *arguments, **more) if told is None else io.StringIO(told)

    def _make(self, path: Any, *arguments: Any, **more: Any) -> None:
        """A group that is made has the kernel's files at once."""
        self._mkdir(path, *arguments, **more)
        made = Path(path)
        if made.is_relative_to(self.folder):
            hierarchy = made.relative_to(self.folder).parts[0]
            if hierarchy == "unified":
                named = [FILES["v2"][name] for name in (*(self.second or ()), "freezer")]
            else:
                named = [FILES["v1"][hierarchy]]
            self._fill(made, {**COMMON, **{name: text for files in named for name, text in files.items()}})

    def _remove(self, path: Any, *arguments: Any, **more: Any) -> None:
        """Its files are no obstacle, but a group inside it is."""
        gone = Path(path)
        if not gone.is_relative_to(self.folder):
            self._rmdir(path, *arguments, **more)
        elif any(each.is_dir() for each in gone.iterdir()):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        else:
            for file in gone.iterdir():
                file.unlink()
            self._rmdir(gone)

    def _fill(self, folder: Path, files: Mapping[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text)

    def groups(self) -> list[str]:
        """The names of all groups below our own, by the folders they are in."""
        below = (path for path in self.folder.rglob("*") if path.is_dir())
        return sorted(str(path.relative_to(self.folder)) for path in below if "user" in path.parent.parts)

    def bounds(self) -> dict[str, str]:
        """What groups below our own are told of memory and tasks, by the name of the file."""
        found = {}
        for group in self.groups():
            for path in (self.folder / group).iterdir():
                if path.name.startswith(("memory.", "pids.")):
                    found[path.name] = path.read_text()
        return found
