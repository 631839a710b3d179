"""Pythons of this computer: a version is looked for where people keep several, and asked whether it works."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from schwarm.words import Sentence

HOMES = (
    "~/.pyenv/versions/{version}*/bin",
    "~/.local/share/uv/python/cpython-{version}*/bin",
    "~/.local/share/mise/installs/python/{version}*/bin",
    "/opt/python/{version}*/bin",
)
"""Where pyenv, uv and others keep their versions."""
MAX_SECONDS = 20.0
ASKED = """
import importlib.util, json, sys, sysconfig
print(json.dumps(["%d.%d" % sys.version_info[:2], getattr(sys, "_base_executable", sys.executable), sys.base_prefix,
                  sysconfig.get_path("include"), importlib.util.find_spec("schwarm") is not None]))
"""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python that was started and answered."""

    version: str
    path: Path
    """The program itself, not that of a virtual environment."""
    prefix: Path
    """Where all that belongs to it lies."""
    include: Path
    """Where its headers lie, if it has any."""
    has_schwarm: bool
    """Whether bots that it runs find Schwarm without bringing it along."""

    @property
    def has_headers(self) -> bool:
        return (self.include / "Python.h").is_file()


def is_version(text: str) -> bool:
    """Whether this is a version of Python that a bot can be started with, written like `3.12`."""
    return re.fullmatch(r"3\.[0-9]{1,2}", text) is not None


@cache
def interpreter(version: str) -> Interpreter | None:
    """A Python of this version (`3.12`); None if there is none."""
    for path in _candidates(version):
        found = _ask(path)
        if found is not None and found.version == version:
            return found
    return None


def _candidates(version: str) -> Iterator[Path]:
    here = Path(getattr(sys, "_base_executable", sys.executable))
    if version == "{}.{}".format(*sys.version_info[:2]):
        yield here
    for name in (f"python{version}", "python3"):
        if program := shutil.which(name):
            yield Path(program)
    for home in HOMES:
        pattern = os.path.expanduser(home.format(version=version))
        root, _, rest = pattern.partition("*")
        # Newest first; 3.1 must not find 3.12.
        folders = sorted(Path(root).parent.glob(f"{Path(root).name}*{rest}"), reverse=True)
        yield from (folder / f"python{version}" for folder in folders if (folder / f"python{version}").is_file())


def _ask(path: Path) -> Interpreter | None:
    """What a Python says about itself, without what our environment would add to it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    try:
        done = subprocess.run(
            [str(path), "-s", "-c", ASKED],
            capture_output=True,
            text=True,
            timeout=MAX_SECONDS,
            check=False,
            env=clean,
            cwd="/" if os.name == "posix" else None,
        )
        version, program, prefix, include, has_schwarm = json.loads(done.stdout)
        return Interpreter(version, Path(program).resolve(), Path(prefix), Path(include), has_schwarm)
    except (OSError, subprocess.TimeoutExpired, ValueError, TypeError):
        return None


NOT_A_VERSION = Sentence("“{version}” is not a Python version; write it like this: --python 3.12")
