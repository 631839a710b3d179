"""Finished games on disk, each as its season's replay. A file is there whole or not at all."""

import asyncio
import errno
import os
import re
import time
from contextlib import suppress
from pathlib import Path

from schwarm.games.record import Record
from schwarm.protocol import replay
from schwarm.protocol.messages import Fault
from schwarm.store.draft import write_whole

MAX_NAME_BYTES = 64
"""Limit per player in a file name, in bytes because file systems count bytes; a letter takes up to four."""
MAX_DRAFT_AGE = 60.0
"""Seconds after which a draft is abandoned; a living server needs milliseconds."""
MESSAGES_AT_ONCE = 4
"""Messages of a replay that are written before the event loop gets its turn."""


class Archive:
    """A folder of replays, named as the official server names them. Raises `OSError` if it cannot be one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from error
        if not os.access(folder, os.W_OK):
            # Better now than when the first game is over.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
        self._remove_old_drafts()

    def _remove_old_drafts(self) -> None:
        """Remove drafts that a killed server left behind. The results of those games were never told.

        Young drafts stay: another server may keep its games in the same folder."""
        for draft in self.folder.glob(".replay_*.draft"):
            # Another server may be faster; a draft that cannot be removed does no harm.
            with suppress(OSError):
                if time.time() - draft.stat().st_mtime > MAX_DRAFT_AGE:
                    draft.unlink()

    async def write(self, record: Record, room: str, faults: tuple[Fault, ...] = ()) -> Path:
        """Write a game's replay. It is complete under its final name, or not there.

        Every position is encoded once more, so this gives the event loop a turn now and then: other games go on."""
        path = self.folder / self._file_name(record, room)
        # A replay has no times; the record beside it has, so that a ruling can be justified afterwards.
        write_whole(path.with_suffix(".txt"), str(record).encode())
        pieces = []
        for number, piece in enumerate(replay.write_in_pieces(record, room, faults), 1):
            pieces.append(piece)
            if number % MESSAGES_AT_ONCE == 0:
                await asyncio.sleep(0)
        write_whole(path, "".join(pieces).encode())
        return path

    def _file_name(self, record: Record, room: str) -> str:
        names = "_".join(_clean_name(name) for name in record.players if name) or "game"
        moment = time.strftime("%Y.%m.%d %H_%M_%S").replace(" ", "_")
        return f"replay_{record.start.game.wire_name}_{moment}_{names}_{room[:8]}.xml"


def _clean_name(name: str) -> str:
    """A name as part of a file name: no separators, no dots in front, never long."""
    plain = re.sub(r"[^\w-]+", "-", name)[:40].encode()[:MAX_NAME_BYTES]
    return plain.decode(errors="ignore").strip("-") or "player"
