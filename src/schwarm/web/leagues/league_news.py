"""Tells whoever looks at a league that its teams are called something else now, whichever process changed that."""

import asyncio

from starlette.requests import Request

from schwarm.store import leagues
from schwarm.store.games import Store
from schwarm.web.leagues.contract import EditionJson, LeagueEvent
from schwarm.web.leagues.membership import find_league
from schwarm.web.live.routes import stream_to_crowd
from schwarm.web.shell.background import in_background
from schwarm.web.shell.endpoint import Endpoint, EventStream
from schwarm.web.shell.feed import Feed, Stream
from schwarm.words import SchwarmError, language

LOOK_SECONDS = 0.4
"""Between two looks at a league that somebody looks at."""


class LeagueNews:
    """One feed for each league that somebody looks at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._feeds: dict[str, Feed[LeagueEvent]] = {}
        self._watching: set[asyncio.Task[None]] = set()

    def follow(self, key: str, edition: int, lang: str) -> Stream:
        """The edition of a league, now and whenever it changes."""
        if key not in self._feeds:
            self._feeds[key] = Feed()
            watch = asyncio.get_running_loop().create_task(self._watch(key, edition))
            self._watching.add(watch)
            watch.add_done_callback(self._watching.discard)
        return self._feeds[key].follow(lang, ("edition", EditionJson(edition=edition)))

    async def _watch(self, key: str, seen: int) -> None:
        feed = self._feeds[key]
        try:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                if not len(feed):
                    return
                try:
                    league = await in_background(leagues.load_league, self._store, key)
                except SchwarmError:
                    # The database may be back soon.
                    continue
                if league is None:
                    return
                if league.edition != seen:
                    seen = league.edition
                    feed.publish(lambda seen=seen: ("edition", EditionJson(edition=seen)))  # type: ignore[misc]
        finally:
            self._feeds.pop(key, None)
            feed.close()


async def events(request: Request) -> EventStream[LeagueEvent]:
    league, _ = await find_league(request)
    news: LeagueNews = request.app.state.league_news
    return await stream_to_crowd(request, news.follow(league.key, league.edition, language()))


ROUTES = [Endpoint("GET", "/leagues/{key}/events", events)]
