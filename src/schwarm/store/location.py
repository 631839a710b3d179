"""Where a store is: a folder on this machine or the URL of a database server."""

import os
from contextlib import suppress
from pathlib import Path

from schwarm.store.errors import CannotStore
from schwarm.words import Sentence, excerpt, trouble
from schwarm.words.errors import NO_SUCH_FOLDER

FILE = "schwarm.sqlite"


def data_folder() -> Path:
    """The folder for this user's games, as the system has it."""
    from platformdirs import user_data_path

    return user_data_path("schwarm", appauthor=False)


def data_location(where: str | Path | None) -> str | Path:
    """The URL of a database, or a file in a folder, which is created if there is none."""
    if isinstance(where, str) and "://" in where:
        # psycopg 3 is the driver that is meant, whatever the short name stands for elsewhere.
        kind, _, rest = where.partition("://")
        if kind.startswith("sqlite"):
            _check_folder(rest.partition("?")[0].removeprefix("/"))
        return f"postgresql+psycopg://{rest}" if kind in ("postgres", "postgresql") else where
    folder = Path(where).expanduser() if where else data_folder()
    try:
        # Holds invitations and the output of bots: not for other users of this machine.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStore(NO_FOLDER(path=excerpt(str(folder), 200), error=trouble(error))) from error
    if not where:
        with suppress(OSError):
            folder.chmod(0o700)
    _protect(folder / FILE)
    return folder / FILE


def check_there(where: str | None) -> None:
    """Raise `CannotStore` for a folder without a store: opening it would make an empty one of what was mistyped."""
    if where and "://" not in where and not os.path.isfile(os.path.join(os.path.expanduser(where), FILE)):
        raise CannotStore(NO_STORE(path=excerpt(where, 200), file=FILE))


def _check_folder(file: str) -> None:
    """A URL names a file in a folder that is there; only a folder that is named itself is created."""
    folder = Path(file).parent
    if not file.startswith("file:") and not folder.is_dir():
        raise CannotStore(NO_FOLDER(path=excerpt(str(folder), 200), error=NO_SUCH_FOLDER))


def _protect(file: Path) -> None:
    """Make a database its owner's alone. Those beside it, which SQLite makes, get the same rights."""
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_RDONLY, 0o600))
    for path in (file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm"))):
        with suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


NO_STORE = Sentence("No games are kept in {path}, for there is no {file} in it; name another folder with --data.")
NO_FOLDER = Sentence("Games cannot be kept in {path} ({error}); choose another folder with --data.")
