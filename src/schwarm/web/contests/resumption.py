"""Contests of leagues that were being played when the page ended: nobody sits there at night to say that they go on."""

import asyncio
import logging
from functools import partial
from typing import Protocol

from schwarm.arena.lease import STALE, is_running
from schwarm.store.contests import list_wanted, set_wanted
from schwarm.store.games import Store
from schwarm.web.contests.contest_run import ContestStatus
from schwarm.web.shell.background import in_background
from schwarm.words import SchwarmError

log = logging.getLogger("schwarm.web")

RETRY_EVERY = 5.0
"""Seconds between two tries to go on with what somebody else says to play."""
MAX_TRIES = 2 * round(STALE / RETRY_EVERY)


class Contests(Protocol):
    """Who looks at contests and goes on with them."""

    store: Store

    def look(self, event: str) -> ContestStatus | None:
        """How a contest stands; None if there is none of this name."""

    async def resume(self, event: str) -> None:
        """Go on with what was interrupted."""


async def resume_wanted(contests: Contests) -> list[str]:
    """Go on with all of them; gives those that somebody else says to play. Others than a league's wait for whoever
    began them."""
    events = await in_background(list_wanted, contests.store)
    return [event for event in events if not await _try_to_resume(contests, event)]


async def resume_once_free(contests: Contests, events: list[str]) -> None:
    """Try again with those that somebody else says to play. It may have been this page itself a moment ago, in a
    container that is gone: what it said is void after a while."""
    for _ in range(MAX_TRIES):
        await asyncio.sleep(RETRY_EVERY)
        events = [event for event in events if not await _try_to_resume(contests, event)]
        if not events:
            return


async def _try_to_resume(contests: Contests, event: str) -> bool:
    """False if it has to wait."""
    try:
        if (known := await in_background(contests.look, event)) is None or known.finished:
            await in_background(partial(set_wanted, contests.store, event, wanted=False))
        else:
            await contests.resume(event)
    except SchwarmError as error:
        log.warning("%s: %s", event, error)
        return not await in_background(is_running, contests.store, event)
    return True
