"""What can be done in leagues over HTTP: make, enter, name, hand in, choose, steer, renew, delete.

Who may do what is in `schwarm.league.permission` alone; every function here asks there first.
"""

import secrets
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.league.codes import ALPHABET, hash_session, new_code
from schwarm.league.league_contest import list_contests
from schwarm.league.league_service import OVER, NotTaken
from schwarm.league.moderation import names_in_contests
from schwarm.league.permission import Permission
from schwarm.store import leagues, versions
from schwarm.store.errors import NoLeague
from schwarm.store.leagues import CodeOwner, League
from schwarm.web.errors import BAD_FIELD, NOT_FOUND, Refusal, Refused
from schwarm.web.leagues.code_sheet import Card, render_sheet
from schwarm.web.leagues.contract import EnteredJson, HomeJson, SheetJson
from schwarm.web.leagues.hand_in import take_in
from schwarm.web.leagues.home_commands import render_commands
from schwarm.web.leagues.league_form import (
    parse_cores,
    parse_hours,
    parse_league,
    parse_team,
    parse_times,
)
from schwarm.web.leagues.membership import (
    MAKER_COOKIE,
    check_code,
    count_game,
    find_league,
    identify_maker,
    league_service_of,
    let_in,
)
from schwarm.web.leagues.moderation_pages import NAME_TAKEN
from schwarm.web.leagues.team_view import version_json
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.middleware import set_cookie
from schwarm.web.shell.responses import Json, read_fields, text_field
from schwarm.words import Sentence, say

MAX_LEAGUES = 100
KEY_LENGTH = 6
TIMES = frozenset({"starts", "ends", "opens", "closes"})


async def create(request: Request) -> Response:
    """Make a league; the answer holds all its codes, once."""
    (await identify_maker(request)).require(Permission.MAKE)
    await count_game(request)
    new, service = parse_league(await read_fields(request)), league_service_of(request)
    cards = [Card(say("Team {number}", number=number), new_code()) for number in range(1, new.teams + 1)]
    organiser = Card(say("Organiser"), new_code(), organiser=True)

    def make() -> tuple[League, CodeOwner | None]:
        if len(leagues.list_leagues(service.store)) >= MAX_LEAGUES:
            raise Refused(TOO_MANY_LEAGUES(most=MAX_LEAGUES))
        key = "".join(secrets.choice(ALPHABET.lower()) for _ in range(KEY_LENGTH))
        hashes = [service.codes.hash(card.code) for card in cards]
        own = service.codes.hash(organiser.code)
        league = leagues.add_league(service.store, key, new, hashes, [card.name for card in cards], own)
        return league, leagues.find_code(service.store, own)

    league, owner = await in_background(make)
    html = await in_background(render_sheet, request, league.title, [organiser, *cards])
    answer = Json(SheetJson(address=f"/leagues/{league.key}", html=html), 201)
    if owner is not None:
        await let_in(request, owner, league, answer)
    return answer


async def invite(request: Request) -> Response:
    """A code for somebody who may make leagues."""
    (await identify_maker(request)).require(Permission.INVITE)
    card, service = Card(say("Organiser"), new_code(), organiser=True), league_service_of(request)
    await in_background(lambda: leagues.add_organiser(service.store, service.codes.hash(card.code), None))
    html = await in_background(render_sheet, request, say("Make a league"), [card])
    return Json(SheetJson(address="/leagues", html=html), 201)


async def enter(request: Request) -> Response:
    """Come in with a code."""
    owner = await check_code(request, text_field(await read_fields(request), "code", "", longest=100))
    store = league_service_of(request).store
    if owner.league_id is None:
        answer = Json(EnteredJson(address="/leagues", league="", title="", team=None, closed=""))
        await let_in(request, owner, None, answer)
        return answer

    def find() -> tuple[League, int | None, str | None]:
        league = next((league for league in leagues.list_leagues(store) if league.id == owner.league_id), None)
        if league is None:
            raise NoLeague
        teams = leagues.list_teams(store, league.id, hidden=True)
        team = next((team for team in teams if team.id == owner.team_id), None)
        return league, team.number if team else None, team.name if team else None

    league, number, name = await in_background(find)
    where = f"/leagues/{league.key}" + (f"/teams/{number}" if number else "")
    closed = str(OVER()) if league.is_over(time.time()) else ""
    answer = Json(EnteredJson(address=where, league=league.key, title=league.title, team=name, closed=closed))
    await let_in(request, owner, league, answer)
    return answer


async def leave(request: Request) -> Response:
    """Forget in this browser who somebody is."""
    answer = Json(DoneJson(ok=True))
    for name in (f"league-{request.path_params['key']}", MAKER_COOKIE):
        if name in request.cookies:
            # Also whoever copied the cookie is nobody from now on.
            store = league_service_of(request).store
            await in_background(leagues.close_session, store, hash_session(request.cookies[name]))
            answer.headers.append("Set-Cookie", set_cookie(name, "", age=0))
    return answer


# -- teams -----------------------------------------------------------------------------------------------------


async def name_team(request: Request) -> Response:
    league, member = await find_league(request)
    team, store = member.own_team(Permission.NAME_TEAM), league_service_of(request).store
    name, fish = parse_team(await read_fields(request), team.name)
    if team.name_fixed and name != team.name:
        raise Refused(NAME_FIXED())

    def change() -> bool:
        others = names_in_contests(store, league, team.number)
        return leagues.name_team(store, team, name, fish, others)

    if not await in_background(change):
        raise Refused(NAME_TAKEN())
    return Json(DoneJson(ok=True))


async def hand_in(request: Request) -> Response:
    _, member = await find_league(request)
    team, service = member.own_team(Permission.HAND_IN), league_service_of(request)
    async with request.app.state.hand_ins.place(team):
        version = await take_in(request, service, team)
    return Json(await in_background(version_json, service, team, version), 201)


async def play_from_home(request: Request) -> Response:
    """Let a team's own client play, by a new code; or say that this client is a new version."""
    league, member = await find_league(request)
    team, service = member.own_team(Permission.HAND_IN), league_service_of(request)
    await count_game(request)
    what = (await read_fields(request)).get("what")
    try:
        if what == "version":
            version = await in_background(service.begin_home_version, team)
            return Json(HomeJson(html="", sentence=str(NEW_AT_HOME(number=version.number))), 201)
        if what != "code":
            raise Refused(BAD_FIELD(field="what"))
        code = await in_background(service.reserve, team)
    except NotTaken as error:
        raise Refused(error.message, 409) from error
    return Json(HomeJson(html=render_commands(request, league, code), sentence=str(CODE_ONCE())), 201)


async def version_state(request: Request) -> Response:
    """What became of a version; a team asks for its own."""
    _, member = await find_league(request)
    team, service = member.own_team(Permission.READ_REPORTS), league_service_of(request)
    version = await in_background(versions.load_version, service.store, team.id, request.path_params["version"])
    if version is None:
        raise Refused(NOT_FOUND())
    return Json(await in_background(version_json, service, team, version))


async def choose(request: Request) -> Response:
    """Let another version play."""
    _, member = await find_league(request)
    team, service = member.own_team(Permission.HAND_IN), league_service_of(request)
    try:
        await in_background(service.choose, team, request.path_params["version"])
    except NotTaken as error:
        raise Refused(error.message, 409) from error
    return Json(DoneJson(ok=True))


# -- organisers ------------------------------------------------------------------------------------------------


async def change(request: Request) -> Response:
    """Start or stop a league, or give it another budget."""
    league, member = await find_league(request)
    member.require(Permission.STEER)
    found = await read_fields(request)
    values: dict[str, Any] = {}
    if "playing" in found:
        values["playing"] = found["playing"] is True
    if "cores" in found:
        values["cores"] = parse_cores(found["cores"])
    if "hours" in found:
        values["hours"] = parse_hours(found["hours"])
    if TIMES & found.keys():
        values |= parse_times(found, league)
    if not values:
        raise Refused(BAD_FIELD(field="playing"))
    service = league_service_of(request)
    await in_background(lambda: leagues.change_league(service.store, league.id, **values))
    service.play.wake()
    return Json(DoneJson(ok=True))


async def delete(request: Request) -> Response:
    """Delete a league; its title has to be typed, since nobody gets it back."""
    league, member = await find_league(request)
    member.require(Permission.DELETE)
    if text_field(await read_fields(request), "title", "").strip() != league.title:
        raise Refused(TYPE_TITLE(title=league.title))
    service = league_service_of(request)
    await request.app.state.contest_service.end(await in_background(list_contests, service.store, league))
    await in_background(service.delete, league)
    return Json(DoneJson(ok=True))


TOO_MANY_LEAGUES = Refusal("There are {most} leagues here already; delete one that is over.", status=409)
NEW_AT_HOME = Sentence("Version {number} plays from home, and gets a rating of its own.")
CODE_ONCE = Sentence("Copy the command now: the code is shown only once.")
NAME_FIXED = Refusal("The organiser chose your team's name; ask them if you want another one.", status=403)
TYPE_TITLE = Refusal("To delete the league, type its title: {title}")

ROUTES = [
    Route("/api/leagues", create, methods=["POST"]),
    Route("/api/leagues/invite", invite, methods=["POST"]),
    Route("/api/leagues/enter", enter, methods=["POST"]),
    Route("/api/leagues/{key}/leave", leave, methods=["POST"]),
    Route("/api/leagues/{key}/team", name_team, methods=["POST"]),
    Route("/api/leagues/{key}/home", play_from_home, methods=["POST"]),
    Route("/api/leagues/{key}/versions", hand_in, methods=["POST"]),
    Route("/api/leagues/{key}/versions/{version:number}", version_state),
    Route("/api/leagues/{key}/versions/{version:number}/choose", choose, methods=["POST"]),
    Route("/api/leagues/{key}/settings", change, methods=["POST"]),
    Route("/api/leagues/{key}/delete", delete, methods=["POST"]),
]
