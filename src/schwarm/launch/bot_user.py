"""Who a bot is to the system. Schwarm may run as root, in a container for example; a bot never does.

Where Schwarm is root, every bot behind the wall gets a user of its own that exists nowhere else: it can read what
everybody can read, and write only into its own folder. Where Schwarm is an ordinary user, so are its bots.
"""

import itertools
import os
from pathlib import Path

FIRST_USER = 700_000
"""Far above the users that systems hand out."""
AT_A_TIME = 256
"""Users per process of Schwarm; more bots than that do not run at the same time in one."""

_count = itertools.count()


def running_as_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def new_bot_user() -> int:
    """The number of a user for one bot."""
    return FIRST_USER + os.getpid() * AT_A_TIME + next(_count) % AT_A_TIME


def give_to(user: int, folder: Path) -> None:
    """Make a folder and all that lies in it a bot's own."""
    os.chown(folder, user, user)
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(os.path.join(parent, name), user, user, follow_symlinks=False)
