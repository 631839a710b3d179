"""Contests over HTTP: listed, begun, followed, stopped and continued. Beginning one starts programs."""

from typing import Literal

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from schwarm.arena.contest import ResumedBy, form_kinds, kind_named
from schwarm.arena.contest_records import address
from schwarm.arena.match import Match
from schwarm.league.permission import Permission
from schwarm.player import PLAYERS
from schwarm.web.contests import contest_form, scoreboard
from schwarm.web.contests.contest_rows import contest_rows
from schwarm.web.contests.contest_run import ContestStatus
from schwarm.web.contests.contest_service import ContestService
from schwarm.web.contests.contract import ContestEvent, ContestFields, NewContestJson, PublishedJson, SeasonFields
from schwarm.web.contests.scoreboard import GameFilter
from schwarm.web.errors import NEEDS_TOKEN, Refusal, Refused
from schwarm.web.leagues.membership import may_in_league
from schwarm.web.live.routes import stream_to_crowd
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.endpoint import Endpoint, EventStream
from schwarm.web.shell.responses import (
    page_number,
    render_page,
    require_admin,
    visitor_of,
)
from schwarm.words import language

LISTED = 40
"""Contests on one page of the list."""

TABS = ("live", "games", "ratings")
"""Parts of a contest's page with addresses of their own, beside its table."""


def contest_service_of(request: Request) -> ContestService:
    service = request.app.state.contest_service
    assert isinstance(service, ContestService)
    return service


async def find_status(request: Request) -> ContestStatus:
    """How the contest of an address stands."""
    found = await in_background(contest_service_of(request).look, request.path_params["event"])
    if found is None:
        raise Refused(NO_CONTEST())
    return found


# -- pages ---------------------------------------------------------------------------------------------------------


async def listing(request: Request) -> Response:
    place = page_number(request)
    end = place * LISTED
    found, number = await in_background(contest_rows, contest_service_of(request), slice(end - LISTED, end))
    return render_page(request, "contests", contests=found, kinds=form_kinds(), place=place, more=number > end)


async def new(request: Request) -> Response:
    kind = kind_named(request.query_params.get("kind", ""))
    return render_page(
        request,
        "new-contest",
        kind=kind if kind in form_kinds() else Match,
        from_folder=kind is not None and kind.resumed_by is ResumedBy.FILE,
        suggestions=[*PLAYERS, "hecht:level=4"],
    )


async def show(request: Request) -> Response:
    status = await find_status(request)
    query = request.query_params
    wanted = GameFilter(page_number(request), query.get("player", "")[:200], query.get("lost") == "1")
    facts = await in_background(scoreboard.facts, status, wanted)
    last = request.url.path.rpartition("/")[2]
    return render_page(
        request,
        "contest",
        # Whoever looks for certain games is shown them, also under an address from before there were tabs.
        tab=last if last in TABS else "" if wanted.anything else "games",
        title=status.contest.title,
        going=status.running,
        elsewhere=status.elsewhere,
        stopping=bool(status.progress and status.progress.stopping),
        live=wanted.anything,
        holder=(holder := await may_hold(request, status)),
        published=await in_background(contest_service_of(request).publisher.status, status.event) if holder else None,
        league=status.league,
        commands=dict(status.contest.bots) if visitor_of(request).admin and not status.league else {},
        **facts,
    )


# -- acts ----------------------------------------------------------------------------------------------------------


async def create(request: Request, fields: ContestFields) -> NewContestJson:
    """Begin a contest."""
    require_admin(request)
    contest = await in_background(contest_form.parse_form, fields)
    return _new_contest(await contest_service_of(request).begin(contest))


async def create_season(request: Request, fields: SeasonFields) -> NewContestJson:
    """Begin or continue the season in a folder."""
    require_admin(request)
    return _new_contest(await contest_service_of(request).begin_season(contest_form.season_path(fields)))


def _new_contest(event: str) -> NewContestJson:
    return NewContestJson(event=event, address=f"/contests/{address(event)}")


async def may_hold(request: Request, status: ContestStatus) -> bool:
    """Whether the asker may stop a contest or go on with it: an administrator, or an organiser of its league."""
    return visitor_of(request).admin or bool(
        status.league and await may_in_league(request, status.league, Permission.HOLD)
    )


async def published(request: Request) -> PublishedJson:
    """How far the pages of a contest are."""
    status = await find_status(request)
    if not await may_hold(request, status):
        raise Refused(NEEDS_TOKEN())
    return await in_background(contest_service_of(request).publisher.status, status.event)


async def download(request: Request) -> Response:
    """The published pages in one zip."""
    status = await find_status(request)
    if not await may_hold(request, status):
        raise Refused(NEEDS_TOKEN())
    path = await in_background(contest_service_of(request).publisher.find_zip, status.event)
    if path is None:
        raise Refused(NOT_PUBLISHED())
    return FileResponse(path, media_type="application/zip", filename=path.name)


async def act(request: Request, act: Literal["stop", "go-on", "publish"]) -> DoneJson:
    """Stop, continue or publish a contest."""
    service, status = contest_service_of(request), await find_status(request)
    event = status.event
    if not await may_hold(request, status):
        raise Refused(NEEDS_TOKEN())
    match act:
        case "stop":
            await service.stop(event)
        case "go-on":
            await service.resume(event)
        case "publish":
            service.publisher.start(event)
    return DoneJson(ok=True)


async def events(request: Request) -> EventStream[ContestEvent]:
    """How a contest stands, now and whenever that changes."""
    status = await find_status(request)
    first = await in_background(scoreboard.scoreboard_json, status)
    return await stream_to_crowd(request, contest_service_of(request).follow(status.event, language(), first))


NOT_PUBLISHED = Refusal("This contest has not been published yet; press “Publish” on its page.", status=404)
NO_CONTEST = Refusal("There is no such contest here; it may be kept in another folder.", status=404)

ROUTES = [
    Route("/contests", listing),
    Route("/contests/new", new),
    Endpoint("POST", "/contests", create, 201),
    Endpoint("POST", "/seasons", create_season, 201),
    Endpoint("GET", "/contests/{event:path}/events", events),
    Endpoint("GET", "/contests/{event:path}/published", published),
    Endpoint("POST", "/contests/{event:path}/{act}", act),
    Endpoint("GET", "/contests/{event:path}/published.zip", download, files=("application/zip",)),
    *(Route(f"/contests/{{event:path}}/{tab}", show) for tab in TABS),
    Route("/contests/{event:path}", show),
]
