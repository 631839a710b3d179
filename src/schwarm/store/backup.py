"""A copy of everything a store has, made while others use it: the database as it is at one moment, and the files beside
it. A copy of a SQLite store is a store itself."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from schwarm.store.errors import CannotStore
from schwarm.store.games import Store
from schwarm.store.location import FILE
from schwarm.words import Sentence, excerpt, trouble
from schwarm.words.errors import FULL

DUMP = "schwarm.dump"
PAGES_AT_ONCE = 1_000
"""Of a SQLite file: others may write in between."""


def back_up(store: Store, folder: Path) -> Path:
    """Copy everything to a new or empty folder; the file with the database. Raises `CannotStore`."""
    target, zips = folder / (FILE if store.database.sqlite else DUMP), folder / "leagues"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise CannotStore(NOT_EMPTY(path=folder))
        try:
            # An existing folder may be readable by others.
            target.touch(mode=0o600)
            # Zips of leagues are on the disk before the database names them, so they are copied after it.
            (_copy_file if store.database.sqlite else _dump)(store, target)
            if (store.folder / "leagues").is_dir():
                _copy_leagues(store.folder / "leagues", zips)
        except BaseException:
            # Half a backup is none, and is in the way of the next.
            for path in folder.glob(f"{target.name}*"):
                path.unlink()
            shutil.rmtree(zips, ignore_errors=True)
            raise
    except (OSError, sqlite3.Error) as error:
        raise CannotStore(FAILED(path=folder, error=_explain(error))) from error
    return target


def _copy_file(store: Store, target: Path) -> None:
    with store.database.engine.connect() as connection, closing(sqlite3.connect(target)) as copy:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        source.backup(copy, pages=PAGES_AT_ONCE)


def _copy_leagues(source: Path, target: Path) -> None:
    """The zips, and the key without which no code opens."""
    target.mkdir(mode=0o700)
    for path in sorted([*source.glob("[!.]*"), *source.glob("[!.]*/[!.]*")]):
        if path.is_file():
            copy = target / path.relative_to(source)
            copy.parent.mkdir(exist_ok=True)
            shutil.copy2(path, copy)


def _explain(error: OSError | sqlite3.Error) -> object:
    if getattr(error, "sqlite_errorname", "") == "SQLITE_FULL":
        return FULL
    return trouble(error) if isinstance(error, OSError) else excerpt(str(error), 200)


def _dump(store: Store, target: Path) -> None:
    url = store.database.engine.url
    # What stands in a command can be seen by all users of this machine.
    place = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    command = ["pg_dump", "--format=custom", "--no-owner", f"--file={target}", place]
    secret = {"PGPASSWORD": url.password} if url.password else {}
    try:
        done = subprocess.run(command, check=False, env={**os.environ, **secret}, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise CannotStore(NO_PROGRAM()) from error
    if done.returncode:
        raise CannotStore(FAILED(path=target, error=excerpt(done.stderr.strip(), 200)))


NOT_EMPTY = Sentence("There is something in {path} already; name a new folder for the backup.")
NO_PROGRAM = Sentence("A backup of a PostgreSQL database needs the program pg_dump, which is not on this machine.")
FAILED = Sentence("The backup in {path} failed: {error}")
