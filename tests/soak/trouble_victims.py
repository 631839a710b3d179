"""Matches whose disk is full, or whose database goes away for a while or is held by somebody else."""

import contextlib
import os
import sqlite3
import subprocess
from pathlib import Path

from patience import PATIENCE
from schwarm.store.location import data_location
from soak.contest_victims import MatchVictim
from soak.loss import Loss
from soak.totals import Totals
from soak.victim import Process, Victim
from store import postgres

DISK_KB = 4_096
MAX_TROUBLE_SECONDS = 2.0


class TroubledMatch(MatchVictim):
    """A match that is struck by trouble; it may end by itself with one sentence, or is killed while trouble lasts."""

    sentence = ""
    """What it may say before it ends by itself."""

    def strike(self, process: Process) -> None:
        alive = process.poll() is None
        self.begin_trouble()
        try:
            if self.random.random() < 0.5:
                self.pause(MAX_TROUBLE_SECONDS)
                self.kill(process)
            elif self.sentence:
                self.wait_for_its_end(process)
                self.count(kills=int(alive))
        finally:
            self.end_trouble()
        if process.poll() is None:
            self.pause(MAX_TROUBLE_SECONDS)
            self.kill(process)

    def wait_for_its_end(self, process: Process) -> None:
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Loss("it neither ended nor went on") from None
        said = self.errors.strip().splitlines()
        # Whoever was just done has nothing to say.
        if code and (code != 1 or len(said) != 1 or self.sentence not in said[0]):
            raise Loss(f"it ended with {code}: {self.errors}")
        self.check_nobody_left()

    def begin_trouble(self) -> None:
        raise NotImplementedError

    def end_trouble(self) -> None:
        raise NotImplementedError


class FullDisk(TroubledMatch):
    kind = "match, the disk is full"
    sentence = "disk is full"

    def play(self) -> None:
        self.disk.mkdir()
        options = ["-t", "tmpfs", "-o", f"size={DISK_KB}k", "tmpfs"]
        subprocess.run(["mount", *options, self.disk], check=True)
        try:
            super().play()
        finally:
            subprocess.run(["umount", self.disk], check=True)

    @property
    def disk(self) -> Path:
        return self.folder / "disk"

    @property
    def data(self) -> Path:
        return self.disk

    def begin_trouble(self) -> None:
        # Unbuffered, so that nothing is left to be written when the file is closed.
        with (self.disk / "ballast").open("wb", buffering=0) as ballast:
            for size in (65536, 512):
                with contextlib.suppress(OSError):
                    while ballast.write(bytes(size)):
                        pass

    def end_trouble(self) -> None:
        (self.disk / "ballast").unlink()


class HeldDatabase(TroubledMatch):
    """Somebody else writes into the SQLite file and is slow; the match waits."""

    kind = "match, the database is held"

    def begin_trouble(self) -> None:
        self.other = sqlite3.connect(data_location(self.data), isolation_level=None, timeout=PATIENCE)
        self.other.execute("BEGIN IMMEDIATE")

    def end_trouble(self) -> None:
        self.other.rollback()
        self.other.close()


class NeedsPostgres(Victim):
    """Keeps everything in a database of a server of its own."""

    def __init__(self, folder: Path, seed: int | str, totals: Totals) -> None:
        super().__init__(folder, seed, totals)
        self._server: postgres.PrivateServer | None = None
        self._url = ""

    @property
    def server(self) -> postgres.PrivateServer:
        """Begun when it is first asked for."""
        if self._server is None:
            programs = postgres.find_programs()
            assert programs is not None
            self._server = postgres.PrivateServer(programs)
        return self._server

    @property
    def data(self) -> str:
        return self._url

    def live(self) -> None:
        with postgres.database(self.server.url) as self._url:
            super().live()

    def close(self) -> None:
        if self._server is not None:
            self._server.close()


class PostgresMatch(NeedsPostgres, MatchVictim):
    kind = "match, PostgreSQL"


class LostPostgres(PostgresMatch, TroubledMatch):
    """The server is killed and comes back later."""

    kind = "match, PostgreSQL goes away"
    sentence = "cannot be used"

    def begin_trouble(self) -> None:
        self.server.stop()

    def end_trouble(self) -> None:
        self.server.start()


def can_mount(folder: Path) -> bool:
    """Whether small disks can be had here."""
    if os.geteuid() != 0:
        return False
    place = folder / "try"
    place.mkdir(parents=True)
    try:
        if subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], stderr=subprocess.DEVNULL
        ).returncode:
            return False
        return subprocess.run(["umount", place]).returncode == 0
    finally:
        place.rmdir()
