"""What can be done in leagues over HTTP: make, enter, name, hand in, choose, steer, renew, delete.

Who may do what is in `schwarm.league.permission` alone; every function here asks there first.
"""

import secrets
import time
from typing import Any

import msgspec
from starlette.requests import Request

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
from schwarm.web.leagues.contract import (
    CodeFields,
    DeleteFields,
    EnteredJson,
    HomeFields,
    HomeJson,
    LeagueFields,
    SettingsFields,
    SheetJson,
    TeamFields,
    VersionJson,
)
from schwarm.web.leagues.hand_in import take_in
from schwarm.web.leagues.home_commands import render_commands
from schwarm.web.leagues.league_form import parse_league, parse_times
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
from schwarm.web.leagues.team_name import parse_team_name
from schwarm.web.leagues.team_view import version_json
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.endpoint import TRUTH, Endpoint
from schwarm.web.shell.middleware import set_cookie
from schwarm.words import Sentence, say

MAX_LEAGUES = 100
KEY_LENGTH = 6
TIMES = frozenset({"starts", "ends", "opens", "closes"})


async def create(request: Request, fields: LeagueFields) -> SheetJson:
    """Make a league; the answer holds all its codes, once."""
    (await identify_maker(request)).require(Permission.MAKE)
    await count_game(request)
    new, service = parse_league(fields), league_service_of(request)
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
    if owner is not None:
        await let_in(request, owner, league)
    return SheetJson(address=f"/leagues/{league.key}", html=html)


async def invite(request: Request) -> SheetJson:
    """A code for making leagues."""
    (await identify_maker(request)).require(Permission.INVITE)
    card, service = Card(say("Organiser"), new_code(), organiser=True), league_service_of(request)
    await in_background(lambda: leagues.add_organiser(service.store, service.codes.hash(card.code), None))
    html = await in_background(render_sheet, request, say("Make a league"), [card])
    return SheetJson(address="/leagues", html=html)


async def enter(request: Request, fields: CodeFields) -> EnteredJson:
    """Come in with a code."""
    owner = await check_code(request, fields.code)
    store = league_service_of(request).store
    if owner.league_id is None:
        await let_in(request, owner, None)
        return EnteredJson(address="/leagues", league="", title="", team=None, closed="")

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
    await let_in(request, owner, league)
    return EnteredJson(address=where, league=league.key, title=league.title, team=name, closed=closed)


async def leave(request: Request) -> DoneJson:
    """Sign this browser out of a league, with all copies of its cookie."""
    for name in (f"league-{request.path_params['key']}", MAKER_COOKIE):
        if name in request.cookies:
            store = league_service_of(request).store
            await in_background(leagues.close_session, store, hash_session(request.cookies[name]))
            request.state.cookies.append(set_cookie(name, "", age=0))
    return DoneJson(ok=True)


# -- teams -----------------------------------------------------------------------------------------------------


async def name_team(request: Request, fields: TeamFields) -> DoneJson:
    """Choose a team's name and picture."""
    league, member = await find_league(request)
    team, store = member.own_team(Permission.NAME_TEAM), league_service_of(request).store
    name = parse_team_name(fields.name, team.name)
    if team.name_fixed and name != team.name:
        raise Refused(NAME_FIXED())

    def change() -> bool:
        others = names_in_contests(store, league, team.number)
        return leagues.name_team(store, team, name, fields.fish, others)

    if not await in_background(change):
        raise Refused(NAME_TAKEN())
    return DoneJson(ok=True)


async def hand_in(request: Request) -> VersionJson:
    """Hand in a zip; the header X-File-Name names the file."""
    _, member = await find_league(request)
    team, service = member.own_team(Permission.HAND_IN), league_service_of(request)
    async with request.app.state.hand_ins.place(team):
        version = await take_in(request, service, team)
    return await in_background(version_json, service, team, version)


async def play_from_home(request: Request, fields: HomeFields) -> HomeJson:
    """Let a team's own client play, by a new code; or say that this client is a new version."""
    league, member = await find_league(request)
    team, service = member.own_team(Permission.HAND_IN), league_service_of(request)
    await count_game(request)
    try:
        if fields.what == "version":
            version = await in_background(service.begin_home_version, team)
            return HomeJson(html="", sentence=str(NEW_AT_HOME(number=version.number)))
        code = await in_background(service.reserve, team)
    except NotTaken as error:
        raise Refused(error.message, 409) from error
    return HomeJson(html=render_commands(request, league, code), sentence=str(CODE_ONCE()))


async def version_state(request: Request, version: int) -> VersionJson:
    """How a version of the team's own is doing."""
    _, member = await find_league(request)
    team, service = member.own_team(Permission.READ_REPORTS), league_service_of(request)
    found = await in_background(versions.load_version, service.store, team.id, version)
    if found is None:
        raise Refused(NOT_FOUND())
    return await in_background(version_json, service, team, found)


async def choose(request: Request, version: int) -> DoneJson:
    """Let another version play."""
    _, member = await find_league(request)
    team, service = member.own_team(Permission.HAND_IN), league_service_of(request)
    try:
        await in_background(service.choose, team, version)
    except NotTaken as error:
        raise Refused(error.message, 409) from error
    return DoneJson(ok=True)


# -- organisers ------------------------------------------------------------------------------------------------


async def change(request: Request, fields: SettingsFields) -> DoneJson:
    """Start or stop a league, or give it another budget."""
    league, member = await find_league(request)
    member.require(Permission.STEER)
    values: dict[str, Any] = msgspec.to_builtins(fields)
    if not values:
        raise Refused(BAD_FIELD(field="playing", right=TRUTH))
    if TIMES & values.keys():
        values |= parse_times(fields, league)
    service = league_service_of(request)
    await in_background(lambda: leagues.change_league(service.store, league.id, **values))
    service.play.wake()
    return DoneJson(ok=True)


async def delete(request: Request, fields: DeleteFields) -> DoneJson:
    """Delete a league for good."""
    league, member = await find_league(request)
    member.require(Permission.DELETE)
    if fields.title.strip() != league.title:
        raise Refused(TYPE_TITLE(title=league.title))
    service = league_service_of(request)
    await request.app.state.contest_service.end(await in_background(list_contests, service.store, league))
    await in_background(service.delete, league)
    return DoneJson(ok=True)


TOO_MANY_LEAGUES = Refusal("There are {most} leagues here already; delete one that is over.", status=409)
NEW_AT_HOME = Sentence("Version {number} plays from home, and gets a rating of its own.")
CODE_ONCE = Sentence("Copy the command now: the code is shown only once.")
NAME_FIXED = Refusal("The organiser chose your team's name; ask them if you want another one.", status=403)
TYPE_TITLE = Refusal("To delete the league, type its title: {title}")

ROUTES = [
    Endpoint("POST", "/leagues", create, 201),
    Endpoint("POST", "/leagues/invite", invite, 201),
    Endpoint("POST", "/leagues/enter", enter),
    Endpoint("POST", "/leagues/{key}/leave", leave),
    Endpoint("POST", "/leagues/{key}/team", name_team),
    Endpoint("POST", "/leagues/{key}/home", play_from_home, 201),
    Endpoint("POST", "/leagues/{key}/versions", hand_in, 201, takes="application/zip"),
    Endpoint("GET", "/leagues/{key}/versions/{version:number}", version_state),
    Endpoint("POST", "/leagues/{key}/versions/{version:number}/choose", choose),
    Endpoint("POST", "/leagues/{key}/settings", change),
    Endpoint("POST", "/leagues/{key}/delete", delete),
]
