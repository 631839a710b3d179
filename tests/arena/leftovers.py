"""Whether anything is left of what a test started: all of it carries a mark in its environment."""

import os
import random
import time
from pathlib import Path


def new_mark() -> str:
    """The name of a variable; those that begin with SCHWARM_ reach bots, too."""
    return f"SCHWARM_TEST_{random.getrandbits(48)}"


def living(mark: str) -> list[str]:
    """Processes that carry a mark in their command line or environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                about = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                if mark.encode() in about:
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
            except OSError:
                continue
    return found


def nobody_is_left(mark: str) -> None:
    deadline = time.monotonic() + 15
    while (left := living(mark)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left
