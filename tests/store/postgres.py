"""A PostgreSQL server for tests: what SCHWARM_POSTGRES names, or a private one that lives as long as they do."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import PATIENCE

URL = "SCHWARM_POSTGRES"
NOBODY = "nobody"
"""The server refuses to run as root; then it runs as this user."""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The URL of a server. Skips, and says so, where there is none; fails with CI=true."""
    if named := os.environ.get(URL):
        yield named
        return
    programs = find_programs()
    if programs is None:
        missing = f"no PostgreSQL: set {URL} to a server's URL, or install Debian's package postgresql"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    private = PrivateServer(programs)
    try:
        yield private.url
    finally:
        private.close()


@contextlib.contextmanager
def database(server: str) -> Iterator[str]:
    """An empty database on a server, gone afterwards."""
    import psycopg

    name = f"schwarm_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        before, _, after = server.partition("?")
        yield f"{before.rpartition('/')[0]}/{name}" + (f"?{after}" if after else "")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def find_programs() -> Path | None:
    """Where initdb and pg_ctl are; Debian keeps them out of everybody's way."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name))
    if found := shutil.which("initdb"):
        return Path(found).parent
    return places[-1] if places and (places[-1] / "initdb").exists() else None


class PrivateServer:
    """A server of our own, with its data in a folder that goes with it."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._user = NOBODY if os.geteuid() == 0 else None
        # Not in pytest's own folder, which only its owner may enter; and short, for the path of the socket is bounded.
        self._folder = Path(tempfile.mkdtemp(prefix="schwarm-pg-"))
        self.url = f"postgresql://schwarm@/postgres?host={self._folder}"
        if self._user:
            shutil.chown(self._folder, self._user)
        try:
            self._run("initdb", "-U", "schwarm", "-A", "trust", "-E", "UTF8", "--no-sync")
            self.start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def start(self) -> None:
        nowhere = f"-c listen_addresses='' -k {self._folder}"
        self._run("pg_ctl", "start", "-w", "-l", str(self._folder / "log"), "-o", nowhere)

    def stop(self) -> None:
        """At once, as if the power had failed; it can be started again."""
        self._run("pg_ctl", "stop", "-m", "immediate")

    def close(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, name: str, *arguments: str) -> None:
        command = [str(self._programs / name), "-D", str(self._folder / "data"), *arguments]
        silent = subprocess.DEVNULL
        subprocess.run(
            command, cwd=self._folder, user=self._user, check=True, timeout=PATIENCE, stdout=silent, stderr=silent
        )
