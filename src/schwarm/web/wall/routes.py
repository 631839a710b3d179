"""The wall over HTTP: its page, how things stand, and games to play back. It needs no sign-in."""

import asyncio
import time
from collections.abc import Callable
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.arena.contest_records import address
from schwarm.games import game
from schwarm.web.contests.routes import find_status
from schwarm.web.errors import TOO_MANY, Refused
from schwarm.web.leagues.league_form import FISH
from schwarm.web.leagues.membership import find_league, league_service_of
from schwarm.web.live.routes import live_service_of, public_address
from schwarm.web.shell.background import in_background
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.responses import access_of, render_page, visitor_of
from schwarm.web.study.stored_games import load_game
from schwarm.web.wall.contest_wall import ContestWall
from schwarm.web.wall.contract import RecordQuery, WallJson, WallQuery, WallRecordJson
from schwarm.web.wall.league_wall import LeagueWall
from schwarm.web.wall.wall_record import record_json
from schwarm.words import language

FRESH_SECONDS = 2.0
"""How long what was worked out for one wall is told to others, too."""
MAX_REMEMBERED = 32

_told: dict[tuple[str, ...], tuple[float, WallJson]] = {}
_asked: dict[tuple[str, ...], asyncio.Task[WallJson]] = {}
"""Work in progress."""


async def recall(
    key: tuple[str, ...], work: Callable[[], WallJson], may_ask: Callable[[], bool] = lambda: True
) -> WallJson:
    """What somebody else was told a moment ago or waits for, or the same worked out anew, if one `may_ask` for that."""
    known = _told.get(key)
    if known is not None and time.monotonic() - known[0] <= FRESH_SECONDS:
        return known[1]
    if key not in _asked:
        if not may_ask():
            raise Refused(TOO_MANY())
        task = _asked[key] = asyncio.get_running_loop().create_task(_work_out(key, work))
        task.add_done_callback(lambda done: _asked.pop(key, None))
    # A client that disconnects does not cancel the others' answer.
    return await asyncio.shield(_asked[key])


def _may_ask(request: Request) -> bool:
    """Large contests take a while, in which the games that are on have less of this machine."""
    access = access_of(request)
    return access.count(visitor_of(request), "wall", access.settings.bounds.walls)


async def _work_out(key: tuple[str, ...], work: Callable[[], WallJson]) -> WallJson:
    told = await in_background(work)
    _told.pop(key, None)
    _told[key] = time.monotonic(), told
    while len(_told) > MAX_REMEMBERED:
        del _told[next(iter(_told))]
    return told


def _show(request: Request, *, title: str, game_id: str, source: str, back: str, league: str) -> Response:
    known = game(game_id)
    return render_page(
        request,
        "wall",
        title=title,
        game=known,
        source=source,
        back=back,
        league=league,
        # What people type into their own machines; a wall is read from afar.
        where=unquote(f"{public_address(request).partition('://')[2]}{back}"),
        fishes=FISH,
    )


async def league_page(request: Request) -> Response:
    league, _ = await find_league(request)
    place = f"leagues/{league.key}"
    return _show(
        request,
        title=league.title,
        game_id=league.game,
        source=place,
        back=f"/{place}",
        league=league.key,
    )


async def league_facts(request: Request, query: WallQuery) -> WallJson:
    """What the wall of a league shows."""
    league, _ = await find_league(request)
    service = league_service_of(request)
    key = ("league", league.key, language(), str(league.edition))
    return await recall(key, lambda: LeagueWall(service, league).to_json(), lambda: _may_ask(request))


async def contest_page(request: Request) -> Response:
    status = await find_status(request)
    place = f"contests/{address(status.event)}"
    contest = status.contest
    return _show(
        request,
        title=contest.title,
        game_id=contest.conditions.game_id,
        source=place,
        back=f"/{place}",
        league=status.league,
    )


async def contest_facts(request: Request, query: WallQuery) -> WallJson:
    """What the wall of a contest shows."""
    status, hidden = await find_status(request), frozenset(query.hide)
    key = ("contest", status.event, language(), *sorted(hidden), *status.contest.bots)
    return await recall(key, lambda: ContestWall(status, hidden).to_json(), lambda: _may_ask(request))


async def record(request: Request, query: RecordQuery) -> WallRecordJson:
    """A game from a move on, whether it is on or over."""
    key = request.path_params["key"]
    found = await live_service_of(request).record(key)
    if found is None or found.outcome is not None:
        found = (await load_game(request, key)).record
    return await in_background(record_json, found, query.first, live=found.outcome is None)


ROUTES = [
    Route("/leagues/{key}/wall", league_page),
    Endpoint("GET", "/leagues/{key}/wall", league_facts),
    Route("/contests/{event:path}/wall", contest_page),
    Endpoint("GET", "/contests/{event:path}/wall", contest_facts),
    Endpoint("GET", "/wall/games/{key:path}", record),
]
