"""A database that was opened: its connections, its transactions, and errors in one sentence."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError

from schwarm.store.errors import Busy, CannotStore, DiskFull, MissingLibrary, Unusable
from schwarm.words import Sentence, excerpt

PATIENCE = 30
"""Seconds to wait for another program that writes at this moment."""
CONNECT = 10
"""Seconds to wait for a database server to answer at all."""
KINDS = ("sqlite", "postgresql")
MEMORY = (None, "", ":memory:")
"""What the URL of a SQLite database names that lies in no file."""
FULL = Sentence("database or disk is full")
"""What SQLite says itself where it notices."""
BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
POSTGRES_FULL = "53100"
"""How PostgreSQL calls the same."""
KNOWN = {
    sentence.one: sentence
    for sentence in (
        FULL,
        Sentence("unable to open database file"),
        Sentence("file is not a database"),
        Sentence("attempt to write a readonly database"),
        Sentence("database disk image is malformed"),
        Sentence("database is locked"),
        Sentence("disk I/O error"),
    )
}
"""What SQLite says most often; it speaks English alone."""
MIN_FREE_BYTES = 64 * 1024
"""With less on its disk, SQLite cannot even make the files it works with."""
LOCK = 0x5C4A_A27B
"""The number under which programs at one PostgreSQL server wait for each other; any would do."""


class Database:
    """Hands out transactions: `reading` sees one state of affairs, `writing` is there whole or not at all."""

    def __init__(self, place: str | Path) -> None:
        """`place` is a file for SQLite or the URL of a database."""
        try:
            self._file = place if isinstance(place, Path) else None
            url = URL.create("sqlite", database=str(place)) if isinstance(place, Path) else make_url(place)
            self.name = str(place) if isinstance(place, Path) else url.render_as_string(hide_password=True)
            self.engine = _engine(url)
        except (ArgumentError, NoSuchModuleError) as error:
            # Without the part that may hold a password.
            raise CannotStore(NO_URL(url=excerpt(str(place).rpartition("@")[2]))) from error
        except ImportError as error:
            raise MissingLibrary.of(error) from error
        self.sqlite = self.engine.dialect.name == "sqlite"
        # A server shows every question the newest state unless it is told that several belong together.
        whole = {} if self.sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self.engine.execution_options(**whole)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._explain_errors(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction; committed at the end of the block, undone by an exception. It is on disk afterwards."""
        writer = self.engine.execution_options(schwarm_writes=True)
        with self._explain_errors(), writer.begin() as connection:
            yield connection

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A transaction during which no other transaction is `alone`; in a SQLite file every writer is."""
        with self.writing() as connection:
            if not self.sqlite:
                connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
            yield connection

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            # A key that is taken is an answer, not an error.
            raise
        except DBAPIError as error:
            if _says_full(error):
                raise DiskFull(TROUBLE(name=self.name, error=_brief(error))) from error
            if _is_input_or_output(error) and self._disk_is_full():
                raise DiskFull(TROUBLE(name=self.name, error=FULL)) from error
            kind = Busy if _sqlite_name(error).startswith(BUSY) else Unusable
            raise kind(TROUBLE(name=self.name, error=_brief(error))) from error

    def _disk_is_full(self) -> bool:
        with suppress(OSError):
            return self._file is not None and shutil.disk_usage(self._file.parent).free < MIN_FREE_BYTES
        return False

    def close(self) -> None:
        self.engine.dispose()


def _says_full(error: DBAPIError) -> bool:
    return _sqlite_name(error) == "SQLITE_FULL" or getattr(error.orig, "sqlstate", None) == POSTGRES_FULL


def _is_input_or_output(error: DBAPIError) -> bool:
    """SQLite says no more than that where a full disk keeps it from making a file that processes share."""
    return _sqlite_name(error).startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN"))


def _sqlite_name(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlite_errorname", ""))


def _brief(error: DBAPIError) -> object:
    """What the database said, in a line; a server likes to add hints and where in the statement it was."""
    lines = [line.strip() for line in str(error.orig).splitlines() if line.strip()] or [type(error.orig).__name__]
    said = lines[0].rstrip(".")
    return KNOWN.get(said) or excerpt(said, 160)


def _engine(url: URL) -> Engine:
    kind = url.get_backend_name()
    # One in memory would be another one for each thread.
    if kind not in KINDS or (kind == "sqlite" and url.database in MEMORY):
        raise NoSuchModuleError(kind)
    if kind != "sqlite":
        return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": CONNECT})
    engine = create_engine(url, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    # Python's module would begin transactions by itself, and too late; we say when.
    connection.isolation_level = None
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    # A writer asks for the right at once: a reader that wants to write later may be refused.
    writes = connection.get_execution_options().get("schwarm_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


NO_URL = Sentence(
    "“{url}” is not the address of a database; write it like postgresql://user@host/name, or name a folder."
)
TROUBLE = Sentence("The database {name} cannot be used: {error}.")
