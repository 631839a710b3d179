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
    programs = _programs()
    if programs is None:
        missing = f"no PostgreSQL: set {URL} to a server's URL, or install Debian's package postgresql"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with _private(programs) as url:
        yield url


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


def _programs() -> Path | None:
    """Where initdb and pg_ctl are; Debian keeps them out of everybody's way."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name))
    if found := shutil.which("initdb"):
        return Path(found).parent
    return places[-1] if places and (places[-1] / "initdb").exists() else None


@contextlib.contextmanager
def _private(programs: Path) -> Iterator[str]:
    user = NOBODY if os.geteuid() == 0 else None
    # Not in pytest's own folder, which only its owner may enter; and short, for the path of the socket is bounded.
    folder = Path(tempfile.mkdtemp(prefix="schwarm-pg-"))
    if user:
        shutil.chown(folder, user)

    def run(name: str, *arguments: str) -> None:
        command = [str(programs / name), "-D", str(folder / "data"), *arguments]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(command, cwd=folder, user=user, check=True, timeout=PATIENCE, **quiet)

    try:
        run("initdb", "-U", "schwarm", "-A", "trust", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "start", "-w", "-l", str(folder / "log"), "-o", f"-c listen_addresses='' -k {folder}")
        try:
            yield f"postgresql://schwarm@/postgres?host={folder}"
        finally:
            run("pg_ctl", "stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
