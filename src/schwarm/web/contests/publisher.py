"""Publishes contests: one at a time, in a process of its own, and tells how far it is. What was published stays."""

import asyncio
import json
import logging
import re
import shutil
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from schwarm.arena.overview import file_of
from schwarm.arena.publish import PublishOrder
from schwarm.store.draft import remove_drafts
from schwarm.store.games import Store
from schwarm.web.contests.contract import PublishedJson
from schwarm.web.errors import WENT_WRONG, Refusal, Refused
from schwarm.words import LANGUAGES, Message, Moment, Sentence, in_figures, language, sentence
from schwarm.words.printable import to_plain_letters

log = logging.getLogger("schwarm.web")

MAX_PUBLISH_SECONDS = 3_600.0
FOLDER = "published"


@dataclass(slots=True)
class Publishing:
    """A contest that is being published, or was in vain."""

    event: str
    done: int = 0
    total: int = 0
    trouble: dict[str, str] | None = None
    """What went wrong, by language."""
    running: bool = True


class Publisher:
    """Starts the process and listens to it. Used by the event loop; `close` ends it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._now: Publishing | None = None
        self._task: asyncio.Task[None] | None = None

    def order(self, event: str) -> PublishOrder:
        """Which contest, and where to. What was published when umlauts were left out of names keeps its place."""
        spelled, left_out = (self._order_named(letters, event) for letters in (to_plain_letters(event), event))
        return left_out if left_out.zip.is_file() else spelled

    def _order_named(self, title: str, event: str) -> PublishOrder:
        name = re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-")[:60]
        folder = self._store.folder / FOLDER / f"{name}-{file_of(event)[:6]}"
        return PublishOrder(self._store.location, event, str(folder))

    def start(self, event: str) -> None:
        if self._now is not None and self._now.running:
            if self._now.event == event:
                return
            raise Refused(BUSY())
        self._now = Publishing(event)
        self._task = asyncio.get_running_loop().create_task(self._run(self._now, self.order(event)))

    async def _run(self, now: Publishing, order: PublishOrder) -> None:
        try:
            async with asyncio.timeout(MAX_PUBLISH_SECONDS):
                await self._listen(now, order)
        except TimeoutError:
            now.trouble = _in_all(TOO_LONG())
        except Exception:
            log.exception("%s", now.event)
            now.trouble = _in_all(WENT_WRONG())
        finally:
            now.running = False

    async def _listen(self, now: Publishing, order: PublishOrder) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "schwarm.arena.publish",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            # Not on its command line, which everybody on this machine can read: a URL may hold a password.
            process.stdin.write(order.text().encode())
            await process.stdin.drain()
            ready = False
            async for line in process.stdout:
                told = json.loads(line)
                now.done, now.total = told.get("done", now.done), told.get("total", now.total)
                now.trouble, ready = told.get("error"), ready or told.get("ready", False)
            await process.wait()
            if not ready and now.trouble is None:
                now.trouble = _in_all(WENT_WRONG())
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def status(self, event: str) -> PublishedJson:
        """How it stands with the pages of a contest, in the language spoken. Looks at files, so not in the loop."""
        now = self._now if self._now is not None and self._now.event == event else None
        if now is not None and now.running:
            share = now.done / now.total if now.total else 0.0
            return {"running": True, "share": share, "sentence": str(RUNNING()), "ready": False}
        if now is not None and now.trouble:
            return {"running": False, "share": 0.0, "sentence": now.trouble[language()], "ready": False}
        path = self.find_zip(event)
        if path is None:
            return {"running": False, "share": 0.0, "sentence": "", "ready": False}
        facts = path.stat()
        megabytes = in_figures(facts.st_size / 1e6, 1)
        said = str(READY(moment=Moment(facts.st_mtime), size=megabytes))
        return {"running": False, "share": 1.0, "sentence": said, "ready": True}

    def find_zip(self, event: str) -> Path | None:
        """The zip of a contest that was published."""
        path = self.order(event).zip
        return path if path.is_file() else None

    async def remove(self, event: str) -> None:
        """Delete the pages of a contest, also while they are being written."""
        if self._now is not None and self._now.event == event:
            await self.close()
            self._now = None
        await asyncio.to_thread(self._remove_files, self.order(event))

    @staticmethod
    def _remove_files(order: PublishOrder) -> None:
        shutil.rmtree(order.folder, ignore_errors=True)
        order.zip.unlink(missing_ok=True)
        remove_drafts(order.zip.parent, order.zip.name)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task


def _in_all(message: Message) -> dict[str, str]:
    return {lang: sentence(message, lang) for lang in LANGUAGES}


BUSY = Refusal("Another contest is being published right now; wait until it is through.", status=409)
TOO_LONG = Sentence("Publishing took too long and was stopped; start it again, and it goes on where it was.")
RUNNING = Sentence("Writing the pages, and looking through every game …")
READY = Sentence("Published on {moment}: pages with all tables, games, final positions and graphs, {size} MB.")
