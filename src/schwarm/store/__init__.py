"""Records and tables in a database: a SQLite file by default, PostgreSQL by URL.

A game is kept under a key of its own, once; what was kept is still there after `kill -9`. The libraries are an extra
and slow to import, so they are asked for when a store is opened.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.store.errors import CannotStore, MissingLibrary
from schwarm.store.location import data_folder

if TYPE_CHECKING:
    from schwarm.store.games import Store

__all__ = ["CannotStore", "MissingLibrary", "data_folder", "open_store"]


def open_store(where: str | Path | None = None) -> "Store":
    """The store in a folder (by default the user's own) or behind a database URL; created if there is none.

    Raises `CannotStore` if it cannot be used and `MissingLibrary` if SQLAlchemy is not installed."""
    try:
        from schwarm.store.games import Store
    except ImportError as error:
        raise MissingLibrary.of(error) from error
    return Store(where)
