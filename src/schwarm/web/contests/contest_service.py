"""Who holds contests at the page: several are played here at a time, any number of them can be looked at."""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from schwarm.arena import contest_records, season_file
from schwarm.arena.contest import Contest, ResumedBy
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.game_job import check_startable, travels
from schwarm.arena.lease import AlreadyRunning, check_not_running, is_running
from schwarm.arena.pool import Pool
from schwarm.arena.season import Season
from schwarm.arena.season_file import check_playable, parse_season
from schwarm.league.game_report import keep_words
from schwarm.league.league_contest import league_of, load_pictures
from schwarm.player import PLAYERS
from schwarm.store.contests import find_folder, load_terms, remove_contest, set_folder, set_wanted
from schwarm.store.games import Store
from schwarm.store.reports import newest
from schwarm.web.contests.contest_feeds import ContestFeeds
from schwarm.web.contests.contest_run import ContestRun, ContestStatus
from schwarm.web.contests.contract import ScoreboardJson
from schwarm.web.contests.publisher import Publisher
from schwarm.web.contests.resumption import resume_once_free, resume_wanted
from schwarm.web.errors import Refusal, Refused
from schwarm.web.live.live_service import LiveService
from schwarm.web.shell.background import in_background
from schwarm.web.shell.feed import Stream
from schwarm.words import LANGUAGES, Message, SchwarmError, speaking

log = logging.getLogger("schwarm.web")

RELAY_EVERY = 0.4
"""Seconds between two looks at the games that are played here."""
REMEMBERED = 6
"""Contests whose results stay in memory."""
MAX_AT_ONCE = 8
"""Contests that are played here at the same time."""


class ContestService:
    """Begins, stops and shows contests. `tell` writes what readers of one get to see, in the language spoken."""

    def __init__(
        self,
        store: Store,
        tell: Callable[[ContestStatus], ScoreboardJson],
        *,
        no_programs: Message | None = None,
        pool: Pool | None = None,
    ) -> None:
        """`no_programs` says why no programs are started here; `pool` may also play for leagues."""
        self.store, self._write, self._no_programs = store, tell, no_programs
        self._pool = pool or Pool(LocalExecutor())
        self._runs: dict[str, ContestRun] = {}
        """Those that are played here, and the last that were."""
        self._relays: dict[str, asyncio.Task[None]] = {}
        """What shows the games of each."""
        self._beginning = asyncio.Lock()
        self._feeds, self.publisher = ContestFeeds(self), Publisher(store)
        self._books: OrderedDict[str, DatabaseResults] = OrderedDict()
        self._looking = threading.Lock()
        self._over: dict[str, tuple[tuple[int, float], bool]] = {}
        self.live_service: LiveService | None = None
        """Where games can be watched while they are played."""

    # -- playing ---------------------------------------------------------------------------------------

    async def begin(self, contest: Contest) -> str:
        """Hold a new contest; gives its name in the store."""
        return await self.begin_saved(lambda: contest_records.save_contest(self.store, contest))

    async def begin_saved(self, save: Callable[[], str]) -> str:
        """Hold a new contest that `save` writes down, in a thread; gives its name in the store."""

        def prepare() -> tuple[str, Contest]:
            event = save()
            try:
                return event, self._again(event)
            except SchwarmError:
                # Nobody was told of it, and nobody could ever begin it.
                remove_contest(self.store, event)
                raise

        return await self._begin(prepare)

    async def begin_season(self, path: Path) -> str:
        """Begin a season or go on with it, by its file or folder."""
        return await self._begin(lambda: self._season(path))

    async def resume(self, event: str) -> None:
        """Go on with what was interrupted."""
        await self._begin(lambda: (event, self._again(event)))

    async def resume_all(self) -> None:
        """Go on with the contests of leagues that were being played when this page ended."""
        if claimed := await resume_wanted(self):
            self._feeds.spawn(resume_once_free(self, claimed))

    async def _begin(self, prepare: Callable[[], tuple[str, Contest]]) -> str:
        loop = asyncio.get_running_loop()
        async with self._beginning:
            if sum(run.running for run in self._runs.values()) >= MAX_AT_ONCE:
                raise Refused(TOO_MANY_AT_ONCE(most=MAX_AT_ONCE))

            def prepared() -> ContestRun:
                try:
                    event, contest = prepare()
                    check_not_running(self.store, event)
                except AlreadyRunning as error:
                    raise Refused(error.message, 409) from error

                def changed() -> None:
                    # The loop is gone where somebody ended the page in a hurry.
                    with suppress(RuntimeError):
                        loop.call_soon_threadsafe(self._feeds.tell, event)

                if league := league_of(self.store, event):
                    set_wanted(self.store, event, wanted=True)
                join = partial(self._pool.share, travels=travels(contest))
                redact = keep_words(self.store, event) if league else None
                return ContestRun(DatabaseResults(self.store, event), contest, join, changed, league, redact)

            run = await asyncio.to_thread(prepared)
            self._runs.pop(run.event, None)
            for event in [event for event, old in self._runs.items() if not old.running][: -REMEMBERED or None]:
                del self._runs[event]
            self._runs[run.event] = run
            if (relay := self._relays.pop(run.event, None)) is not None:
                # What it shows is gone before the same contest shows games again.
                await relay
            run.start()
            self._feeds.tell(run.event)
            if self.live_service is not None:
                self._relays[run.event] = self._feeds.spawn(self._relay(run, self.live_service))
            return run.event

    async def _relay(self, run: ContestRun, live_service: LiveService) -> None:
        """Let everybody watch the games of a contest until it is over."""
        while run.running:
            await live_service.relay(run.event, await in_background(run.games_on.look))
            await asyncio.sleep(RELAY_EVERY)
        # How the last games ended, and then none is on any more.
        for games in (await in_background(run.games_on.look), []):
            await live_service.relay(run.event, games)

    def _season(self, path: Path) -> tuple[str, Season]:
        season = parse_season(path)
        season_file.check_begun(season, self.store)
        check_playable(season)
        self._check_programs(season)
        event = season_file.contest_key(season, self.store)
        set_folder(self.store, event, path)
        season_file.note_bots(self.store, event, season)
        return event, season

    def _again(self, event: str) -> Contest:
        known = self.look(event)
        if known is None or known.finished:
            raise Refused(NOTHING_LEFT())
        if known.contest.resumed_by is ResumedBy.TERMINAL:
            raise Refused(CLIMB_THERE())
        if known.contest.resumed_by is ResumedBy.FILE and not known.league:
            # Its file says who plays, and may name other bots by now.
            folder = find_folder(self.store, event)
            if folder is None:
                raise Refused(NO_FOLDER())
            found, season = self._season(folder)
            if found != event:
                raise Refused(OTHER_SEASON(title=season.title))
            return season
        self._check_programs(known.contest)
        for bot in known.contest.bots.values():
            check_startable(bot, known.contest.conditions.game_id)
        if not known.league:
            contest_records.save_contest(self.store, known.contest, event)
        return known.contest

    def _check_programs(self, contest: Contest) -> None:
        if self._no_programs and any(bot.partition(":")[0] not in PLAYERS for bot in contest.bots.values()):
            raise Refused(self._no_programs, 409)

    async def stop(self, event: str) -> None:
        """Stop after the running games; asked again, at once."""
        run = self._runs.get(event)
        if run is None or not run.running:
            raise Refused(NOT_HERE())
        if run.league:
            await in_background(partial(set_wanted, self.store, event, wanted=False))
        run.runner.stop()
        self._feeds.tell(event)

    async def end(self, events: Iterable[str]) -> None:
        """End these at once where they are played here, and forget their pages: what is stored of them changes."""
        for event in events:
            if (run := self._runs.pop(event, None)) is not None and run.running:
                await asyncio.to_thread(run.end)
            self._books.pop(event, None)
            self._over.pop(event, None)
            await self.publisher.remove(event)
            self._feeds.tell(event)

    async def close(self) -> None:
        """End what is played here, with everything it started. It goes on when somebody says so."""
        self._feeds.close()
        await self.publisher.close()
        await asyncio.gather(*(asyncio.to_thread(run.end) for run in self._runs.values() if run.running))

    # -- looking ---------------------------------------------------------------------------------------

    def look(self, event: str) -> ContestStatus | None:
        """How a contest stands; None if there is none of this name. Reads the store, so not in the event loop."""
        status = self._look(event)
        if status is None or not status.league:
            return status
        # Teams may choose another picture at any time.
        return replace(status, pictures=load_pictures(self.store, event))

    def _look(self, event: str) -> ContestStatus | None:
        run = self._runs.get(event)
        if run is not None and run.running:
            return run.status()
        with self._looking:
            (_, at), elsewhere = self.signs(event)
            if run is not None and not elsewhere and run.is_up_to_date():
                return run.status()
            known = load_terms(self.store, event)
            if known is None:
                return None
            book = self._books.get(event) or DatabaseResults(self.store, event)
            self._books[event] = book
            self._books.move_to_end(event)
            while len(self._books) > REMEMBERED:
                self._books.popitem(last=False)
            contest, results = contest_records.load_contest(event, known), book.results()
            return ContestStatus(
                *(event, contest, results),
                finished=contest.finished(results),
                elsewhere=elsewhere,
                at=at,
                league=str(known.get("league", "")),
            )

    def signs(self, event: str) -> tuple[tuple[int, float], bool]:
        """What tells whether a contest changed: its newest game, when that came, and whether it is played elsewhere."""
        return newest(self.store, event), is_running(self.store, event)

    def is_over(self, event: str, count: tuple[int, float]) -> bool:
        """Whether nothing is left to play in a contest that has so many games; asked again, it reads nothing."""
        if self._over.get(event, ((-1, 0.0), False))[0] != count:
            status = self._look(event)
            self._over[event] = count, status is None or status.finished
        return self._over[event][1]

    def is_playing(self, event: str) -> bool:
        """Whether a contest is played here now."""
        return event in self._runs and self._runs[event].running

    # -- following -------------------------------------------------------------------------------------

    def follow(self, event: str, lang: str, first: ScoreboardJson) -> Stream:
        """News of a contest; while somebody reads, also of one that others play."""
        return self._feeds.follow(event, lang, first)

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


TOO_MANY_AT_ONCE = Refusal(
    "{most} contests are being played here already, which is the most; stop one, or wait until one is over.", status=409
)
NOTHING_LEFT = Refusal("There is nothing left to play in this contest.", status=409)
NO_FOLDER = Refusal(
    "The folder of this season is not known here; start the season again from its folder, and it continues.", status=409
)
OTHER_SEASON = Refusal(
    "This season's folder now holds another one, “{title}”; start that one from its folder.", status=409
)
CLIMB_THERE = Refusal(
    "Continue a ladder with “schwarm ladder”, which checks whether the bot is still the same.", status=409
)
NOT_HERE = Refusal("This contest is not being played here, so it cannot be stopped here.", status=409)
