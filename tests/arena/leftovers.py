"""Whether anything is left of what a test started: all of it carries a mark in its environment."""

import os
import random
from pathlib import Path

from patience import until


def new_mark() -> str:
    """The name of a variable; those that begin with SCHWARM_ reach bots, too."""
    return f"SCHWARM_TEST_{random.getrandbits(48)}"


def living(mark: str) -> list[str]:
    """Command lines of processes that carry a mark in their command line or environment."""
    return list(find_living(mark).values())


def find_living(mark: str) -> dict[int, str]:
    """The same by their numbers."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                about = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                if mark.encode() in about:
                    command = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
                    found[int(entry.name)] = command.decode(errors="replace")
            except OSError:
                continue
    return found


def nobody_is_left(mark: str) -> None:
    """Wait until everything that carries a mark has ended."""
    until(lambda: not living(mark), what="the end of all that was started")
