"""Contests over HTTP: listed, begun, followed, stopped and continued. Whoever begins one starts programs."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.arena import programme
from schwarm.arena.claim import all_taken
from schwarm.arena.ledger import address, remembered
from schwarm.player import PLAYERS
from schwarm.web import proposal, scoreboard
from schwarm.web.answer import Json, fields, guest_of, needs_admin, page
from schwarm.web.course import Standing
from schwarm.web.errors import BAD_FIELD, TOO_MANY, Refused
from schwarm.web.feed import written
from schwarm.web.organiser import Organiser
from schwarm.web.play import stream
from schwarm.web.scoreboard import Wanted
from schwarm.words import Moment, SchwarmError, Sentence, language

LISTED = 40
"""Contests on one page of the list."""

Facts = dict[str, Any]


def organiser_of(request: Request) -> Organiser:
    organiser = request.app.state.organiser
    assert isinstance(organiser, Organiser)
    return organiser


async def _standing(request: Request) -> Standing:
    found = await asyncio.to_thread(organiser_of(request).look, request.path_params["event"])
    if found is None:
        raise Refused(NO_CONTEST(), 404)
    return found


# -- pages ---------------------------------------------------------------------------------------------------------


async def listing(request: Request) -> Response:
    place = _page_number(request)
    found = await asyncio.to_thread(_listed, organiser_of(request))
    begin = (place - 1) * LISTED
    return page(
        request, "contests", contests=found[begin : begin + LISTED], place=place, more=len(found) > begin + LISTED
    )


def _listed(organiser: Organiser) -> list[Facts]:
    """All contests of the store, those that are being played first, then the newest."""
    counts, playing = organiser.store.counts(), all_taken(organiser.store)
    found: list[Facts] = []
    for event, known in remembered(organiser.store).items():
        number, at = counts.get(event, (0, 0.0))
        try:
            contest = programme.made(event, known, {})
        except SchwarmError:
            # From another version, or its game is not installed here any more.
            continue
        total = known.get("games") and contest.total({})
        found.append(
            {
                "event": event,
                "address": address(event),
                "kind": scoreboard.kind_of(contest),
                "title": contest.title,
                "game": contest.conditions.game.title,
                "done": number,
                "total": max(total, number) if total else None,
                "playing": event in playing,
                "at": max(at, known.get("begun") or 0.0),
            }
        )
    found.sort(key=lambda facts: (not facts["playing"], -facts["at"]))
    for facts in found:
        facts["date"] = Moment(facts["at"]) if facts["at"] else None
    return found


async def new(request: Request) -> Response:
    query = request.query_params
    kind = query.get("kind", "match")
    return page(
        request,
        "new-contest",
        kind=kind if kind in ("match", "tournament", "season") else "match",
        suggestions=[*PLAYERS, "hecht:level=4"],
    )


async def show(request: Request) -> Response:
    standing = await _standing(request)
    query = request.query_params
    wanted = Wanted(_page_number(request), query.get("player", "")[:200], query.get("lost") == "1")
    facts = await asyncio.to_thread(scoreboard.facts, standing, wanted)
    return page(
        request,
        "contest",
        title=standing.contest.title,
        going=standing.running,
        elsewhere=standing.elsewhere,
        stopping=bool(standing.progress and standing.progress.stopping),
        finished=standing.finished,
        live=wanted.anything,
        commands=dict(standing.contest.bots) if guest_of(request).admin else {},
        **facts,
    )


def _page_number(request: Request) -> int:
    number = request.query_params.get("page", "1")
    return max(1, int(number)) if number.isascii() and number.isdigit() and len(number) < 6 else 1


# -- acts ----------------------------------------------------------------------------------------------------------


async def create(request: Request) -> Response:
    """Begin a contest."""
    needs_admin(request)
    guest, door = guest_of(request), request.app.state.door
    if not door.counted(guest, "game", door.settings.bounds.games):
        raise Refused(TOO_MANY(), 429)
    found, organiser = await fields(request), organiser_of(request)
    if found.get("kind") == "season":
        event = await organiser.hold_season(proposal.season_path(found))
    else:
        event = await organiser.begin(await asyncio.to_thread(proposal.read, found))
    return Json({"event": event, "address": f"/contests/{address(event)}"}, 201)


async def act(request: Request) -> Response:
    needs_admin(request)
    organiser, event = organiser_of(request), request.path_params["event"]
    await _standing(request)
    match request.path_params["act"]:
        case "stop":
            organiser.stop(event)
        case "go-on":
            await organiser.go_on(event)
        case _:
            raise Refused(BAD_FIELD(field="act"), 404)
    return Json({"ok": True})


async def events(request: Request) -> Response:
    """How a contest stands, now and whenever that changes."""
    standing = await _standing(request)
    first = await asyncio.to_thread(lambda: written("standing", scoreboard.told(standing)))
    return stream(request, organiser_of(request).follow(standing.event, language(), first))


NO_CONTEST = Sentence("There is no such contest here; it may be kept in another folder.")

ROUTES = [
    Route("/contests", listing),
    Route("/contests/new", new),
    Route("/api/contests", create, methods=["POST"]),
    Route("/api/contests/{event:path}/events", events),
    Route("/api/contests/{event:path}/{act}", act, methods=["POST"]),
    Route("/contests/{event:path}", show),
]
