"""Bots that were handed in, on their way to other machines: each zip travels once to each worker, by its content.

Who hands out games names a zip by its hash. A worker that does not have it says so, and is sent it with the game. What
it has it keeps, within bounds, and looks at its hash again before every game.
"""

import hashlib
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.player import PLAYERS
from schwarm.store.draft import drafting

if TYPE_CHECKING:
    from schwarm.arena.contest import Contest

PREFIX = "zip:"
MAX_CACHE_BYTES = 4_000_000_000
"""What a worker keeps; the zips that were used longest ago go first."""


_keeping = threading.Lock()


def can_travel(bot: str) -> bool:
    """Whether other machines can start a bot: built-in players, and zips, which are sent there."""
    return bot.partition(":")[0] in PLAYERS or _is_zip(bot)


def travels(contest: "Contest") -> bool:
    """Whether its games can be played elsewhere: a command or a class is a file of this machine, and without a sandbox
    nothing is sent."""
    return contest.conditions.sandboxed and all(map(can_travel, contest.bots.values()))


def _is_zip(bot: str) -> bool:
    return Path(bot).suffix.lower() == ".zip" and Path(bot).is_file()


class MissingZips(Exception):
    """A worker cannot play a game yet: it needs these zips."""

    def __init__(self, digests: tuple[str, ...], worker: str) -> None:
        super().__init__(digests, worker)
        self.digests, self.worker = digests, worker


class ZipNames:
    """The other end: which files are meant by which hashes."""

    def __init__(self) -> None:
        self._paths: dict[str, Path] = {}
        self._known: dict[tuple[str, int, int], str] = {}

    def to_name(self, bot: str) -> str:
        """A bot as it is named to other machines: zips by their content, everything else as it is."""
        if not _is_zip(bot):
            return bot
        path = Path(bot)
        found = path.stat()
        mark = (bot, found.st_size, found.st_mtime_ns)
        if mark not in self._known:
            self._known[mark] = hash_zip(path)
        self._paths[self._known[mark]] = path
        return PREFIX + self._known[mark]

    def load(self, digests: tuple[str, ...]) -> dict[str, bytes]:
        """What a worker lacks; raises `OSError` for what is gone here, too."""
        return {digest: self._paths[digest].read_bytes() for digest in digests}


class ZipCache:
    """The zips that a worker has."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, zips: Mapping[str, bytes]) -> None:
        """Keep what was sent, if it is what it is said to be."""
        if not zips:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Several games come at once, perhaps with the same zip.
        with _keeping:
            for digest, data in zips.items():
                if hashlib.sha256(data).hexdigest() == digest:
                    with drafting(self._path(digest)) as draft:
                        draft.write_bytes(data)
            self._clear(keep=set(zips))

    def find(self, bots: tuple[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
        """Where the zips of a game lie, by their names, and the hashes of those that are missing."""
        there: dict[str, str] = {}
        missing = []
        for bot in bots:
            if bot.startswith(PREFIX):
                path = self._path(bot.removeprefix(PREFIX))
                if path.is_file() and hash_zip(path) == path.stem:
                    with suppress(OSError):
                        os.utime(path)
                    there[bot] = str(path)
                else:
                    missing.append(bot.removeprefix(PREFIX))
        return there, tuple(missing)

    def _path(self, digest: str) -> Path:
        # A name that came from elsewhere never leads out of the folder.
        return self._folder / f"{Path(digest).name}.zip"

    def _clear(self, keep: set[str]) -> None:
        found = [(path.stat().st_mtime, path.stat().st_size, path) for path in self._folder.glob("*.zip")]
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if total > MAX_CACHE_BYTES and path.stem not in keep:
                path.unlink(missing_ok=True)
                total -= size


def hash_zip(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
