"""The web application: all routes behind one gate, and every error as one sentence."""

import logging
from collections.abc import Callable
from functools import cache

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from schwarm.league.league_service import LeagueService
from schwarm.store.errors import Unusable
from schwarm.web.board import routes as board_routes
from schwarm.web.board.picture import Pictures
from schwarm.web.contests import downloads as contest_downloads
from schwarm.web.contests import routes as contest_routes
from schwarm.web.contests import scoreboard
from schwarm.web.contests.contest_service import ContestService
from schwarm.web.errors import NOT_FOUND, WENT_WRONG, Refused
from schwarm.web.leagues import actions as league_actions
from schwarm.web.leagues import code_actions, league_news, moderation_pages
from schwarm.web.leagues import contest_pages as league_contests
from schwarm.web.leagues import downloads as league_downloads
from schwarm.web.leagues import routes as league_routes
from schwarm.web.leagues.hand_in import Uploads
from schwarm.web.leagues.league_news import LeagueNews
from schwarm.web.leagues.league_relay import LeagueRelay
from schwarm.web.learn import pages as learn_pages
from schwarm.web.live import embed
from schwarm.web.live import pages as live_pages
from schwarm.web.live import routes as live_routes
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.live_service import LiveService
from schwarm.web.settings import PageSettings
from schwarm.web.shell import guide, login, static
from schwarm.web.shell.access import Access
from schwarm.web.shell.endpoint import API, Endpoint
from schwarm.web.shell.fan_out import FanOut
from schwarm.web.shell.middleware import AccessMiddleware
from schwarm.web.shell.openapi import openapi
from schwarm.web.shell.responses import error_response
from schwarm.web.shell.side_process import SideProcess
from schwarm.web.shell.sign_ins import SignIns
from schwarm.web.shell.tokens import Tokens
from schwarm.web.study import openings, stored_games, studies
from schwarm.web.study import pages as study_pages
from schwarm.web.study import routes as study_routes
from schwarm.web.study.engine_queue import EngineQueue
from schwarm.web.study.opening_index import OpeningIndex
from schwarm.web.wall import routes as wall_routes
from schwarm.words import SchwarmError

log = logging.getLogger("schwarm.web")

PARTS = (
    wall_routes,
    contest_downloads,
    contest_routes,
    league_actions,
    league_contests,
    league_downloads,
    league_news,
    moderation_pages,
    code_actions,
    league_routes,
    board_routes,
    study_routes,
    live_routes,
    stored_games,
    studies,
    openings,
    login,
    guide,
    embed,
    live_pages,
    study_pages,
    learn_pages,
    static,
)
"""More specific addresses come first."""


def endpoints() -> list[Endpoint]:
    """The API."""
    return [route for part in PARTS for route in part.ROUTES if isinstance(route, Endpoint)]


@cache
def _describe_api() -> bytes:
    return msgspec.json.encode(openapi(endpoints()))


async def api_description(request: Request) -> Response:
    return Response(_describe_api(), media_type="application/json")


def create_app(
    live_games: LiveGames,
    settings: PageSettings,
    *,
    contest_service: ContestService | None = None,
    league_service: LeagueService | None = None,
    engine_queue: EngineQueue | None = None,
    side_process: SideProcess | None = None,
    delay: Callable[[float], float] = lambda now: 0.0,
) -> ASGIApp:
    """The page around live games. `delay` tells how long news may have waited for us, see `referee.loop_delay`."""
    app = Starlette(
        routes=[Route(f"{API}/openapi.json", api_description), *(route for part in PARTS for route in part.ROUTES)],
        exception_handlers={
            SchwarmError: _on_schwarm_error,
            HTTPException: _on_http_error,
            OSError: _on_os_error,
            Exception: _on_error,
        },
    )
    # Starlette would add or take away a slash at the end with an address that holds whatever name was asked for.
    app.router.redirect_slashes = False
    store, state = live_games.store, app.state
    state.settings, state.store, state.delay = settings, store, delay
    sign_ins = SignIns(store.direct, settings.token if settings.chosen else "")
    state.access = Access(settings, sign_ins, Tokens(store.direct))
    state.guide = guide.files(settings.guidebook)
    state.live_service = LiveService(live_games, Exhibition(live_games, enabled=settings.exhibition))
    state.fan_out = FanOut(settings.fan_out) if settings.fan_out else None
    if state.fan_out:
        live_games.spawn(state.fan_out.run())
    state.engine_queue = engine_queue or EngineQueue()
    state.side_process = side_process or SideProcess()
    state.pictures = Pictures(state.side_process)
    state.contest_service = contest_service or ContestService(store.direct, scoreboard.scoreboard_json)
    state.contest_service.live_service = state.live_service
    # Without threads of its own nothing is checked or played here.
    state.league_service = league_service or LeagueService(store.direct, store.direct.folder / "leagues")
    state.league_service.play.watch = relay = LeagueRelay(state.live_service)
    if league_service is not None:
        live_games.spawn(relay.run())
    state.hand_ins, state.league_news = Uploads(), LeagueNews(store.direct)
    state.opening_index = OpeningIndex(store, state.side_process, live_games.spawn)
    return AccessMiddleware(GZipMiddleware(app, minimum_size=600, compresslevel=6), state.access)


async def _on_schwarm_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, SchwarmError)
    if isinstance(error, Unusable):
        log.warning("%s: %s", request.url.path, error)
    return error_response(request, error)


async def _on_os_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, OSError)
    log.error("%s", request.url.path, exc_info=error)
    return error_response(request, error)


async def _on_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return error_response(request, Refused(NOT_FOUND(), status))


async def _on_error(request: Request, error: Exception) -> Response:
    log.error("%s", request.url.path, exc_info=error)
    return error_response(request, Refused(WENT_WRONG()))
