"""Where a store is: a folder on this machine or the URL of a database server."""

from pathlib import Path

from schwarm.store.errors import CannotStore
from schwarm.words import Sentence, excerpt

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
        return f"postgresql+psycopg://{rest}" if kind in ("postgres", "postgresql") else where
    folder = Path(where).expanduser() if where else data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStore(NO_FOLDER(path=excerpt(str(folder), 200), error=error.strerror)) from error
    return folder / FILE


NO_FOLDER = Sentence("Games cannot be kept in {path} ({error}); choose another folder with --data.")
