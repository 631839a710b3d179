"""The web application: all routes behind one gate, and every error as one sentence."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

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
from schwarm.web.live.async_store import AsyncStore
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.live_service import LiveService
from schwarm.web.live.local_live_service import LocalLiveService
from schwarm.web.processes import shared_requests
from schwarm.web.processes.forwarding import Forwarding, answers_here
from schwarm.web.processes.shared_requests import SharedRequests
from schwarm.web.settings import PageSettings
from schwarm.web.shell import guide, login, static
from schwarm.web.shell.access import Access
from schwarm.web.shell.middleware import AccessMiddleware
from schwarm.web.shell.responses import error_response
from schwarm.web.shell.side_process import SideProcess
from schwarm.web.shell.sign_ins import SignIns
from schwarm.web.study import openings, stored_games, studies
from schwarm.web.study import pages as study_pages
from schwarm.web.study import routes as study_routes
from schwarm.web.study.engine_queue import EngineQueue
from schwarm.web.study.opening_index import OpeningIndex
from schwarm.web.wall import routes as wall_routes
from schwarm.words import SchwarmError

log = logging.getLogger("schwarm.web")

READING = (board_routes, study_routes, live_routes, stored_games, studies)
"""Parts that need only the store and the live service, but for what they change."""
PAGES = (guide, embed, live_pages, study_pages, learn_pages, static)


def create_app(
    live_games: LiveGames,
    settings: PageSettings,
    *,
    live_service: LocalLiveService | None = None,
    contest_service: ContestService | None = None,
    league_service: LeagueService | None = None,
    engine_queue: EngineQueue | None = None,
    side_process: SideProcess | None = None,
    delay: Callable[[float], float] = lambda now: 0.0,
) -> ASGIApp:
    """The page around live games. `delay` tells how long news may have waited for us, see `referee.loop_delay`."""
    # More specific addresses come first.
    modules = (
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
        *READING,
        openings,
        login,
        *PAGES,
    )
    live_service = live_service or LocalLiveService(live_games, Exhibition(live_games, enabled=settings.exhibition))
    side_process = side_process or SideProcess()
    sign_ins = SignIns(live_games.store.direct, settings.token if settings.chosen else "")
    app = _create([route for module in modules for route in module.ROUTES], settings, sign_ins)
    _equip(app, live_service, live_games.store, side_process, engine_queue, delay)
    app.state.contest_service = contest_service or ContestService(live_games.store.direct, scoreboard.scoreboard_json)
    app.state.contest_service.live_service = live_service
    # Without threads of its own nothing is checked or played here.
    app.state.league_service = league_service or LeagueService(
        live_games.store.direct, live_games.store.direct.folder / "leagues"
    )
    app.state.league_service.watch = relay = LeagueRelay(live_service)
    if league_service is not None:
        live_games.spawn(relay.run())
    app.state.hand_ins, app.state.league_news = Uploads(), LeagueNews(live_games.store.direct)
    app.state.opening_index = OpeningIndex(live_games.store, side_process, live_games.spawn)
    return _let_in(app)


def create_page(
    live_service: LiveService,
    store: AsyncStore,
    settings: PageSettings,
    *,
    forward_to: Path,
    side_process: SideProcess,
    delay: Callable[[float], float],
    is_gone: Callable[[], bool] = lambda: False,
) -> ASGIApp:
    """The page of a process in which nothing is played: what it cannot answer goes on to the one that plays, unless
    that `is_gone`. What is the same for all is asked there once."""
    found = [route for module in (shared_requests, *READING, *PAGES) for route in module.ROUTES]
    routes = [route for route in found if "GET" in (route.methods or ()) or route.endpoint is live_routes.act]
    code = settings.token if settings.chosen else ""
    app = _create(routes, settings, SignIns(store.direct, code, elsewhere=True))
    _equip(app, live_service, store, side_process, None, delay)
    app.state.shared_requests = SharedRequests(forward_to)
    return Forwarding(_let_in(app), forward_to, answers_here(routes), app.state.access, is_gone)


def _create(routes: Sequence[Route], settings: PageSettings, sign_ins: SignIns) -> Starlette:
    app = Starlette(
        routes=routes,
        exception_handlers={
            SchwarmError: _on_schwarm_error,
            HTTPException: _on_http_error,
            OSError: _on_os_error,
            Exception: _on_error,
        },
    )
    # Starlette would add or take away a slash at the end with an address that holds whatever name was asked for.
    app.router.redirect_slashes = False
    app.state.settings, app.state.access = settings, Access(settings, sign_ins)
    app.state.guide = guide.files(settings.guidebook)
    return app


def _equip(
    app: Starlette,
    live_service: LiveService,
    store: AsyncStore,
    side_process: SideProcess,
    engine_queue: EngineQueue | None,
    delay: Callable[[float], float],
) -> None:
    app.state.live_service, app.state.store, app.state.delay = live_service, store, delay
    app.state.engine_queue = engine_queue or EngineQueue()
    app.state.side_process, app.state.pictures = side_process, Pictures(side_process)


def _let_in(app: Starlette) -> ASGIApp:
    """The application behind its gate."""
    return AccessMiddleware(GZipMiddleware(app, minimum_size=600, compresslevel=6), app.state.access)


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
