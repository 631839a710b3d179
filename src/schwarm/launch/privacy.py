"""What no bot may see, wherever it lies: people's own folders, keys, and where contests and pages keep their data."""

import os
from pathlib import Path
from tempfile import gettempdir

PRIVATE = "SCHWARM_PRIVATE"
"""The environment variable with folders and files that no bot may see, wherever they lie."""
REPLACED = (Path("/tmp"), Path("/run"), Path("/dev/shm"))
"""Of these every bot has its own."""
NOT_HIDDEN = (Path("/"), *REPLACED)
PEOPLES = (Path("/home"), Path("/root"), Path("/media"))
"""Where people's own folders lie, and the sticks that they plug in."""
KERNELS = (Path("/sys/fs/cgroup"), Path("/proc/keys"), Path("/proc/key-users"))
"""Where the kernel tells how much every bot uses, and which keys there are."""
DRIVES = Path("/mnt")
"""Where WSL shows the drives of Windows, with the folders of people who use it."""


def keep_private(path: Path) -> None:
    """Hide a folder or a file from all bots that this process and those it starts let play behind a wall."""
    os.environ[PRIVATE] = os.pathsep.join(dict.fromkeys([*_named_paths(), str(path.resolve())]))


def private_paths() -> list[Path]:
    """Folders of people, where keys and other people's bots lie, and whatever else is private."""
    # Only drives with a letter: to look at all others could take as long as a network does not answer.
    known = (*PEOPLES, *DRIVES.glob("[a-z]/Users"), Path(os.path.expanduser("~")))
    found = {path.resolve() for path in known if path.is_dir() and path != Path("/")}
    # In the folder for temporary files lie the programs and notes of all bots that play at the moment.
    named = (Path(name).resolve() for name in (gettempdir(), *_named_paths()))
    found |= {path for path in (*named, *KERNELS) if path.exists() and path not in NOT_HIDDEN}
    # What whoever builds the wall cannot enter, the bot cannot either.
    return sorted(path for path in found if os.access(path, os.X_OK) or path.is_file())


def _named_paths() -> list[str]:
    return [name for name in os.environ.get(PRIVATE, "").split(os.pathsep) if name]
