"""The web application: all routes behind one gate, and every error as one sentence."""

import asyncio
import logging
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from schwarm.web.board import routes as board_routes
from schwarm.web.contests import routes as contest_routes
from schwarm.web.contests import scoreboard
from schwarm.web.contests.contest_service import Organiser
from schwarm.web.errors import NOT_FOUND, WENT_WRONG, Refused
from schwarm.web.live import pages as live_pages
from schwarm.web.live import routes as live_routes
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.live_games import Hall
from schwarm.web.settings import PageSettings
from schwarm.web.shell import guide, login, static
from schwarm.web.shell.access import Door
from schwarm.web.shell.middleware import Gate
from schwarm.web.shell.responses import sorry
from schwarm.web.study import pages as study_pages
from schwarm.web.study import routes as study_routes
from schwarm.web.study import stored_games
from schwarm.web.study.engine_queue import Thinking
from schwarm.words import SchwarmError

log = logging.getLogger("schwarm.web")

READERS = 2
"""Uploaded files that are read at the same time."""


def application(
    hall: Hall,
    settings: PageSettings,
    *,
    organiser: Organiser | None = None,
    thinking: Thinking | None = None,
    delay: Callable[[float], float] = lambda now: 0.0,
) -> ASGIApp:
    """The page around a hall. `delay` tells how long news may have waited for us, see `referee.pulse`."""
    # More specific addresses come first.
    modules = (board_routes, contest_routes, study_routes, live_routes, stored_games)
    pages = (guide, live_pages, study_pages, login, static)
    routes = [route for module in (*modules, *pages) for route in module.ROUTES]
    app = Starlette(
        routes=routes,
        exception_handlers={SchwarmError: _said, HTTPException: _status, Exception: _broken},
    )
    door = Door(settings)
    app.state.hall, app.state.settings, app.state.door, app.state.delay = hall, settings, door, delay
    app.state.organiser = organiser or Organiser(hall.store, scoreboard.told)
    app.state.thinking = thinking or Thinking()
    app.state.exhibition = Exhibition(hall, app.state.thinking, enabled=settings.exhibition)
    app.state.guide = guide.files(settings.guidebook)
    app.state.readers = asyncio.Semaphore(READERS)
    return Gate(GZipMiddleware(app, minimum_size=600, compresslevel=6), door)


async def _said(request: Request, error: Exception) -> Response:
    assert isinstance(error, SchwarmError)
    return sorry(request, error)


async def _status(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return sorry(request, Refused(NOT_FOUND(), status))


async def _broken(request: Request, error: Exception) -> Response:
    log.error("%s", request.url.path, exc_info=error)
    return sorry(request, Refused(WENT_WRONG(), 500))
