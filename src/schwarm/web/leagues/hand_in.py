"""A zip on its way in: written to disk as it comes, bounded in size and time, one at a time for each team."""

import asyncio
import zipfile
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote

from starlette.requests import ClientDisconnect, Request

from schwarm.league.league_service import (
    CANNOT_KEEP,
    MAX_ZIP_BYTES,
    TOO_LARGE,
    LeagueService,
    NotTaken,
    describe_disk_error,
)
from schwarm.store.errors import DISK_FULL
from schwarm.store.leagues import LeagueTeam, Version
from schwarm.web.errors import TOO_SLOW, Refusal, Refused
from schwarm.web.shell.background import in_threads
from schwarm.words import Sentence, excerpt

MAX_SECONDS = 300.0
"""In which a zip must be here completely: some schools have a slow line."""
MAX_AT_ONCE = 16
"""Zips that are on their way."""
CHUNK_BYTES = 1_000_000
STATUS = {TOO_LARGE: 413, DISK_FULL: 507, CANNOT_KEEP: 507}
"""Of what is not taken in; 409 for everything else."""
_threads = ThreadPoolExecutor(2, "schwarm-hand-in")
"""Of their own: who waits for a page must not wait for the disk, too."""


class Uploads:
    """Who is handing in at the moment."""

    def __init__(self) -> None:
        self._teams: set[int] = set()

    @asynccontextmanager
    async def place(self, team: LeagueTeam) -> AsyncIterator[None]:
        if team.id in self._teams:
            raise Refused(ONE_AT_A_TIME())
        if len(self._teams) >= MAX_AT_ONCE:
            raise Refused(CROWDED())
        self._teams.add(team.id)
        try:
            yield
        finally:
            self._teams.discard(team.id)


async def take_in(request: Request, service: LeagueService, team: LeagueTeam) -> Version:
    """Read a zip and hand it in; it is on disk when this returns."""
    announced = int(request.headers.get("content-length") or 0)
    file = unquote(request.headers.get("x-file-name", ""))[:200] or "bot.zip"
    try:
        await in_threads(_threads, service.check_room, team, announced)
        draft = await in_threads(_threads, service.zips.new_draft)
        try:
            await _receive(request, draft)
            await in_threads(_threads, _check_zip, draft, file)
            return await in_threads(_threads, service.hand_in, team, file, draft)
        finally:
            await in_threads(_threads, lambda: draft.unlink(missing_ok=True))
    except NotTaken as error:
        raise Refused(error.message, STATUS.get(error.message.sentence, 409)) from error
    except OSError as error:
        raise Refused(describe_disk_error(error), 507) from error


async def _receive(request: Request, draft: Path) -> None:
    size, waiting = 0, bytearray()
    try:
        async with asyncio.timeout(MAX_SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size > MAX_ZIP_BYTES:
                    raise NotTaken(TOO_LARGE(most=MAX_ZIP_BYTES // 1_000_000))
                waiting += piece
                if len(waiting) >= CHUNK_BYTES:
                    await in_threads(_threads, _append, draft, bytes(waiting))
                    waiting.clear()
    except TimeoutError as error:
        raise Refused(TOO_SLOW()) from error
    except ClientDisconnect as error:
        raise Refused(BROKEN_OFF()) from error
    await in_threads(_threads, _append, draft, bytes(waiting))


def _check_zip(draft: Path, file: str) -> None:
    # That nothing came at all is said elsewhere.
    if draft.stat().st_size and not zipfile.is_zipfile(draft):
        raise NotTaken(NO_ZIP(file=excerpt(file)))


def _append(draft: Path, data: bytes) -> None:
    with draft.open("ab") as file:
        file.write(data)


NO_ZIP = Sentence("{file} is not a zip; hand in the zip that “schwarm pack” makes.")
ONE_AT_A_TIME = Refusal("Your team is handing something in at this moment; wait until it has arrived.", status=429)
CROWDED = Refusal("Too many teams are handing in at this moment; try again in a minute.", status=429)
BROKEN_OFF = Refusal("The connection broke off before the zip had arrived; hand it in again.")
