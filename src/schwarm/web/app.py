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

from schwarm.web import boards, contests, guide, library, pages, play, scoreboard, study
from schwarm.web.answer import sorry
from schwarm.web.errors import NOT_FOUND, WENT_WRONG, Refused
from schwarm.web.exhibition import Exhibition
from schwarm.web.gate import Gate
from schwarm.web.guest import Door
from schwarm.web.hall import Hall
from schwarm.web.organiser import Organiser
from schwarm.web.settings import PageSettings
from schwarm.web.thinking import Thinking
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
    rooms = (boards, contests, study, play, library, guide, pages)
    routes = [route for room in rooms for route in room.ROUTES]
    app = Starlette(
        routes=routes,
        exception_handlers={SchwarmError: _said, HTTPException: _status, Exception: _broken},
    )
    door = Door(settings)
    app.state.hall, app.state.settings, app.state.door, app.state.delay = hall, settings, door, delay
    app.state.organiser = organiser or Organiser(hall.store, scoreboard.told)
    app.state.thinking = thinking or Thinking()
    app.state.exhibition = Exhibition(hall, enabled=settings.exhibition)
    app.state.files = pages.static_files()
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
