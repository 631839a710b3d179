"""Contests over HTTP: listed, begun, followed, stopped and continued. Whoever begins one starts programs."""

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
from schwarm.web.contests.contract import NewContestJson
from schwarm.web.contests.scoreboard import GameFilter
from schwarm.web.errors import BAD_FIELD, NEEDS_TOKEN, Refusal, Refused
from schwarm.web.leagues.membership import may_in_league
from schwarm.web.live.routes import stream_to_visitor
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.responses import (
    Json,
    page_number,
    read_fields,
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


async def create(request: Request) -> Response:
    """Begin a contest."""
    require_admin(request)
    found, service = await read_fields(request), contest_service_of(request)
    if contest_form.parse_kind(found).resumed_by is ResumedBy.FILE:
        event = await service.begin_season(contest_form.season_path(found))
    else:
        event = await service.begin(await in_background(contest_form.parse_form, found))
    return Json(NewContestJson(event=event, address=f"/contests/{address(event)}"), 201)


async def may_hold(request: Request, status: ContestStatus) -> bool:
    """Whether the asker may stop a contest or go on with it: an administrator, or an organiser of its league."""
    return visitor_of(request).admin or bool(
        status.league and await may_in_league(request, status.league, Permission.HOLD)
    )


async def published(request: Request) -> Response:
    """How far the pages of a contest are."""
    status = await find_status(request)
    if not await may_hold(request, status):
        raise Refused(NEEDS_TOKEN())
    return Json(await in_background(contest_service_of(request).publisher.status, status.event))


async def download(request: Request) -> Response:
    """The published pages in one zip."""
    status = await find_status(request)
    if not await may_hold(request, status):
        raise Refused(NEEDS_TOKEN())
    path = await in_background(contest_service_of(request).publisher.find_zip, status.event)
    if path is None:
        raise Refused(NOT_PUBLISHED())
    return FileResponse(path, media_type="application/zip", filename=path.name)


async def act(request: Request) -> Response:
    service, status = contest_service_of(request), await find_status(request)
    event = status.event
    if not await may_hold(request, status):
        raise Refused(NEEDS_TOKEN())
    match request.path_params["act"]:
        case "stop":
            await service.stop(event)
        case "go-on":
            await service.resume(event)
        case "publish":
            service.publisher.start(event)
        case _:
            raise Refused(BAD_FIELD(field="act"), 404)
    return Json(DoneJson(ok=True))


async def events(request: Request) -> Response:
    """How a contest stands, now and whenever that changes."""
    status = await find_status(request)
    first = await in_background(scoreboard.scoreboard_json, status)
    return stream_to_visitor(request, contest_service_of(request).follow(status.event, language(), first))


NOT_PUBLISHED = Refusal("This contest has not been published yet; press “Publish” on its page.", status=404)
NO_CONTEST = Refusal("There is no such contest here; it may be kept in another folder.", status=404)

ROUTES = [
    Route("/contests", listing),
    Route("/contests/new", new),
    Route("/api/contests", create, methods=["POST"]),
    Route("/api/contests/{event:path}/events", events),
    Route("/api/contests/{event:path}/published", published),
    Route("/api/contests/{event:path}/{act}", act, methods=["POST"]),
    Route("/contests/{event:path}/published.zip", download),
    *(Route(f"/contests/{{event:path}}/{tab}", show) for tab in TABS),
    Route("/contests/{event:path}", show),
]
