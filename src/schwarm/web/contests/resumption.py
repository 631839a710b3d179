"""Contests of leagues that were being played when the page ended: nobody sits there at night to say that they go on."""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from schwarm.arena.lease import STALE, is_running
from schwarm.store.contests import list_wanted, set_wanted
from schwarm.web.shell.background import in_background
from schwarm.words import SchwarmError

if TYPE_CHECKING:
    from schwarm.web.contests.contest_service import ContestService

log = logging.getLogger("schwarm.web")

RETRY_EVERY = 5.0
"""Seconds between two tries to go on with what somebody else says to play."""
MAX_TRIES = 2 * round(STALE / RETRY_EVERY)


async def resume_wanted(contests: "ContestService") -> list[str]:
    """Go on with all of them; gives those that somebody else says to play. Others than a league's wait for whoever
    began them."""
    events = await in_background(list_wanted, contests.store)
    return [event for event in events if not await _try_to_resume(contests, event)]


async def resume_once_free(contests: "ContestService", events: list[str]) -> None:
    """Try again with those that somebody else says to play. It may have been this page itself a moment ago, in a
    container that is gone: what it said is void after a while."""
    for _ in range(MAX_TRIES):
        await asyncio.sleep(RETRY_EVERY)
        events = [event for event in events if not await _try_to_resume(contests, event)]
        if not events:
            return


async def _try_to_resume(contests: "ContestService", event: str) -> bool:
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
