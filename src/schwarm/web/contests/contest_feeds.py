"""News of contests for whoever looks at one. Those that others hold with the same store are looked at again and again
while somebody watches."""

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from schwarm.web.contests.contract import ContestEvent, ScoreboardJson
from schwarm.web.shell.background import in_background
from schwarm.web.shell.feed import Feed, Stream
from schwarm.words import language

if TYPE_CHECKING:
    from schwarm.web.contests.contest_service import ContestService

SWEEP = 0.5
"""Seconds between two news of a contest; more where they take long to write."""
LOOK = 2.5
"""Seconds between two looks at a contest that others play."""


class ContestFeeds:
    """One feed for each contest that somebody looks at."""

    def __init__(self, contests: "ContestService") -> None:
        self._contests = contests
        self._feeds: dict[str, Feed[ContestEvent]] = {}
        self._sweeping: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def follow(self, event: str, lang: str, first: ScoreboardJson) -> Stream:
        """News of a contest, from `first` on."""
        if event not in self._feeds:
            self._feeds[event] = Feed()
            self.spawn(self._watch(event, self._feeds[event]))
        news = self._feeds[event].follow(lang, ("scoreboard", first))
        # Something may have happened since `first` was written.
        self.tell(event)
        return news

    async def _watch(self, event: str, feed: Feed[ContestEvent]) -> None:
        """Look again from time to time, and forget the feed when nobody reads it any more."""
        seen = await in_background(self._contests.signs, event)
        while True:
            await asyncio.sleep(LOOK)
            if not len(feed):
                self._feeds.pop(event, None)
                return
            if (
                not self._contests.is_playing(event)
                and (now := await in_background(self._contests.signs, event)) != seen
            ):
                seen = now
                self.tell(event)

    def tell(self, event: str) -> None:
        """Something changed; whoever looks hears of it soon."""
        if event in self._feeds and event not in self._sweeping:
            self._sweeping.add(event)
            self.spawn(self._sweep(event))

    async def _sweep(self, event: str) -> None:
        await asyncio.sleep(SWEEP)
        self._sweeping.discard(event)
        feed = self._feeds.get(event)
        if feed is None or not len(feed):
            return
        texts = await in_background(self._contests.scoreboards, event)
        if texts:
            feed.publish(lambda: ("scoreboard", texts[language()]))

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Do something beside, until the page ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for feed in self._feeds.values():
            feed.close()
