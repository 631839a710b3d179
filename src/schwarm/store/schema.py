"""The version of the tables: new databases get the newest, old ones are brought up to it, newer ones are refused."""

import threading
from pathlib import Path

from sqlalchemy import inspect, text

from schwarm.store.database import Database
from schwarm.store.errors import CannotStore
from schwarm.words import Sentence

MIGRATIONS = Path(__file__).parent / "migrations"
_migrating = threading.Lock()
"""Alembic knows one database at a time in a process: two threads would make their tables in each other's."""


def versions() -> list[str]:
    """All versions, the oldest first: a migration's file is named after its version."""
    return sorted(path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def bring_up_to_date(database: Database) -> None:
    """Make or change the tables where it is needed; alembic, which does it, is not even imported otherwise."""
    newest = versions()[-1]
    if _version(database) == newest:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with _migrating, database.alone() as connection:
        # Nobody else changes tables now. Whoever came first may have done it already; alembic looks again.
        config.attributes["connection"] = connection
        command.upgrade(config, newest)


def _version(database: Database) -> str | None:
    with database.reading() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found is not None and found not in versions():
        raise CannotStore(NEWER(name=database.name))
    return found


NEWER = Sentence("The database {name} was written by a newer Schwarm; update this one to open it.")
