"""The version of the tables: new databases get the newest, old ones are brought up to it, newer ones are refused."""

import threading
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from schwarm.store.database import Database
from schwarm.store.errors import CannotStore
from schwarm.store.tables import metadata
from schwarm.words import Sentence

MIGRATIONS = Path(__file__).parent / "migrations"
_migrating = threading.Lock()
"""Alembic knows one database at a time in a process: two threads would make their tables in each other's."""


def versions() -> list[str]:
    """All versions, the oldest first: a migration's file is named after its version."""
    return sorted(path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def bring_up_to_date(database: Database) -> None:
    """Make or change the tables where it is needed."""
    newest = versions()[-1]
    if _version(database) == newest:
        return
    with database.alone() as connection:
        # Nobody else changes tables now; whoever came first may have made them already.
        if inspect(connection).has_table("alembic_version"):
            migrate(connection, newest)
        else:
            _make(connection, newest)


def migrate(connection: Connection, version: str) -> None:
    """Bring tables up to a version, step by step. Importing alembic takes long, and few ever need it."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    with _migrating:
        command.upgrade(config, version)


def _make(connection: Connection, version: str) -> None:
    """All tables at once, as if every migration had been done."""
    metadata.create_all(connection)
    kept = "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.execute(text(f"CREATE TABLE alembic_version ({kept})"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": version})


def _version(database: Database) -> str | None:
    with database.reading() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found is not None and found not in versions():
        raise CannotStore(NEWER(name=database.name))
    return found


NEWER = Sentence("The database {name} was written by a newer Schwarm; update this one to open it.")
