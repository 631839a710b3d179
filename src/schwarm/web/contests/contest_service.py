"""Who holds contests at the page: one at a time is played here, any number of them can be looked at.

Contests that others hold with the same store are looked at again and again while somebody watches.
"""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from schwarm.arena import contest_records, season_folder
from schwarm.arena.assignment import check_startable
from schwarm.arena.claim import AlreadyRunning, check_not_running, is_running
from schwarm.arena.contest import Contest
from schwarm.arena.database_results import DatabaseResults
from schwarm.arena.fixture import Results
from schwarm.arena.ladder import Ladder
from schwarm.arena.match import Match
from schwarm.arena.season import Season
from schwarm.arena.season_file import read_season
from schwarm.arena.tournament import Tournament
from schwarm.player import PLAYERS
from schwarm.store.games import Store
from schwarm.web.contests.contest_run import ContestRun, ContestStatus
from schwarm.web.contests.contract import ContestEvent, ScoreboardJson
from schwarm.web.errors import Refused
from schwarm.web.live.live_service import LiveService
from schwarm.web.shell.background import in_background
from schwarm.web.shell.feed import Feed
from schwarm.words import LANGUAGES, Message, SchwarmError, Sentence, language, speaking

log = logging.getLogger("schwarm.web")

SWEEP = 0.5
"""Seconds between two news of a contest; more where they take long to write."""
LOOK = 2.5
"""Seconds between two looks at a contest that others play."""
RELAY_EVERY = 0.4
"""Seconds between two looks at the games that are played here."""
REMEMBERED = 6
"""Contests whose results stay in memory."""


class ContestService:
    """Begins, stops and shows contests. `tell` writes what readers of one get to see, in the language spoken."""

    def __init__(
        self, store: Store, tell: Callable[[ContestStatus], ScoreboardJson], *, no_programs: Message | None = None
    ) -> None:
        """`no_programs` says why no programs are started here."""
        self.store, self._write, self._no_programs = store, tell, no_programs
        self._run: ContestRun | None = None
        self._beginning = asyncio.Lock()
        self._feeds: dict[str, Feed[ContestEvent]] = {}
        self._sweeping: set[str] = set()
        self._known: OrderedDict[str, tuple[tuple[int, float], ContestStatus]] = OrderedDict()
        self._looking = threading.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.live_service: LiveService | None = None
        """Where games can be watched while they are played."""

    # -- playing ---------------------------------------------------------------------------------------

    async def begin(self, contest: Match | Tournament) -> str:
        """Hold a new match or tournament; gives its name in the store."""
        return await self._begin(lambda: (contest_records.save_contest(self.store, contest), contest))

    async def begin_season(self, path: Path) -> str:
        """Begin a season or go on with it, by its file or folder."""
        return await self._begin(lambda: self._season(path))

    async def resume(self, event: str) -> None:
        """Go on with what was interrupted."""
        await self._begin(lambda: (event, self._again(event)))

    async def _begin(self, prepare: Callable[[], tuple[str, Match | Tournament | Season]]) -> str:
        loop = asyncio.get_running_loop()
        async with self._beginning:
            if self._run is not None and self._run.running:
                raise Refused(ONE_AT_A_TIME(title=self._run.contest.title), 409)

            def prepared() -> ContestRun:
                try:
                    event, contest = prepare()
                    check_not_running(self.store, event)
                except AlreadyRunning as error:
                    raise Refused(error.message, 409) from error
                if self._no_programs and any(bot.partition(":")[0] not in PLAYERS for bot in contest.bots.values()):
                    raise Refused(self._no_programs, 409)

                def changed() -> None:
                    # The loop is gone where somebody ended the page in a hurry.
                    with suppress(RuntimeError):
                        loop.call_soon_threadsafe(self._changed, event)

                return ContestRun(event, contest, self.store, changed)

            self._run = await asyncio.to_thread(prepared)
            self._run.start()
            self._changed(self._run.event)
            if self.live_service is not None:
                self._spawn(self._relay(self._run, self.live_service))
            return self._run.event

    async def _relay(self, run: ContestRun, live_service: LiveService) -> None:
        """Let everybody watch the games of a contest until it is over."""
        while run.running:
            await live_service.relay(run.event, await in_background(run.games_on.look))
            await asyncio.sleep(RELAY_EVERY)
        # How the last games ended, and then none is on any more.
        for games in (await in_background(run.games_on.look), []):
            await live_service.relay(run.event, games)

    def _season(self, path: Path) -> tuple[str, Season]:
        season = read_season(path)
        event = season_folder.contest_key(season, self.store)
        season_folder.remember_folder(self.store, event, path)
        return event, season

    def _again(self, event: str) -> Match | Tournament | Season:
        known = self.look(event)
        if known is None or known.finished:
            raise Refused(NOTHING_LEFT(), 409)
        if isinstance(known.contest, Season):
            folder = season_folder.folder_of(self.store, event)
            if folder is None:
                raise Refused(NO_FOLDER(), 409)
            found, season = self._season(folder)
            if found != event:
                raise Refused(OTHER_SEASON(title=season.title), 409)
            return season
        if isinstance(known.contest, Ladder):
            # Only who looks at the bot's files knows whether it is still the same.
            raise Refused(CLIMB_THERE(), 409)
        for bot in known.contest.bots.values():
            check_startable(bot, known.contest.conditions.game_id)
        contest_records.save_contest(self.store, known.contest, event)
        return known.contest

    def stop(self, event: str) -> None:
        """Stop after the running games; asked again, at once."""
        if self._run is None or self._run.event != event or not self._run.running:
            raise Refused(NOT_HERE(), 409)
        self._run.runner.stop()
        self._changed(event)

    async def close(self) -> None:
        """End what is played here, with everything it started. It goes on when somebody says so."""
        for task in list(self._tasks):
            task.cancel()
        for feed in self._feeds.values():
            feed.close()
        if self._run is not None and self._run.running:
            await asyncio.to_thread(self._run.end)

    # -- looking ---------------------------------------------------------------------------------------

    def look(self, event: str) -> ContestStatus | None:
        """How a contest stands; None if there is none of this name. Reads the store, so not in the event loop."""
        run = self._run if self._run is not None and self._run.event == event else None
        if run is not None and run.running:
            return run.status()
        with self._looking:
            count, elsewhere = self._signs(event)
            if run is not None and not elsewhere and count[0] == len(run.runner.results):
                # Nobody went on with it since it was played here.
                return run.status()
            kept = self._known.get(event)
            if kept is not None and kept[0] == count:
                self._known.move_to_end(event)
                return replace(kept[1], elsewhere=elsewhere)
            status = self._read(event, count[1])
            if status is None:
                return None
            self._known[event] = count, status
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            return replace(status, elsewhere=elsewhere)

    def _signs(self, event: str) -> tuple[tuple[int, float], bool]:
        """What tells whether a contest changed: its games, when the last came, and whether somebody plays it."""
        return self.store.counts(event).get(event, (0, 0.0)), is_running(self.store, event)

    def _read(self, event: str, at: float) -> ContestStatus | None:
        known = contest_records.key_of(self.store, event)
        if known is None:
            return None
        results = DatabaseResults(self.store, event).results()
        contest = contest_records.load_contest(event, known, results)
        return ContestStatus(event, contest, results, finished=is_finished(contest, results), at=at)

    def playing(self) -> str | None:
        """The contest that is played here now."""
        return self._run.event if self._run is not None and self._run.running else None

    # -- following -------------------------------------------------------------------------------------

    def follow(self, event: str, lang: str, first: ScoreboardJson) -> AsyncIterator[bytes]:
        """News of a contest; while somebody reads, also of one that others play."""
        if event not in self._feeds:
            self._feeds[event] = Feed()
            self._spawn(self._watch(event, self._feeds[event]))
        news = self._feeds[event].follow(lang, ("scoreboard", first))
        # Something may have happened since `first` was written.
        self._changed(event)
        return news

    async def _watch(self, event: str, feed: Feed[ContestEvent]) -> None:
        """Look again from time to time, and forget the feed when nobody reads it any more."""
        seen = await in_background(self._signs, event)
        while True:
            await asyncio.sleep(LOOK)
            if not len(feed):
                self._feeds.pop(event, None)
                return
            if self.playing() != event and (now := await in_background(self._signs, event)) != seen:
                seen = now
                self._changed(event)

    def _changed(self, event: str) -> None:
        if event in self._feeds and event not in self._sweeping:
            self._sweeping.add(event)
            self._spawn(self._sweep(event))

    async def _sweep(self, event: str) -> None:
        await asyncio.sleep(SWEEP)
        self._sweeping.discard(event)
        feed = self._feeds.get(event)
        if feed is None or not len(feed):
            return
        texts = await in_background(self.scoreboards, event)
        if texts:
            feed.publish(lambda: ("scoreboard", texts[language()]))

    def scoreboards(self, event: str) -> dict[str, ScoreboardJson]:
        """How a contest stands, in all languages."""
        try:
            status = self.look(event)
        except SchwarmError as error:
            log.warning("%s: %s", event, error)
            return {}
        texts = {}
        for lang in LANGUAGES if status else ():
            with speaking(lang):
                assert status is not None
                texts[lang] = self._write(status)
        return texts

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def is_finished(contest: Contest, results: Results) -> bool:
    return contest.over(results) or not contest.due(results)


ONE_AT_A_TIME = Sentence("“{title}” is being played here already; stop it, or wait until it is over.")
NOTHING_LEFT = Sentence("There is nothing left to play in this contest.")
NO_FOLDER = Sentence(
    "The folder of this season is not known here; start the season again from its folder, and it continues."
)
OTHER_SEASON = Sentence("This season's folder now holds another one, “{title}”; start that one from its folder.")
CLIMB_THERE = Sentence("Continue a ladder with “schwarm ladder”, which checks whether the bot is still the same.")
NOT_HERE = Sentence("This contest is not being played here, so it cannot be stopped here.")
