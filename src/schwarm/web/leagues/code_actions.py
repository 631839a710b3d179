"""Codes over HTTP: renewed for teams, made for organisers, and taken back."""

from starlette.requests import Request

from schwarm.league.codes import new_code
from schwarm.league.league_service import LeagueService
from schwarm.league.permission import Permission, Role
from schwarm.store import leagues
from schwarm.store.leagues import League
from schwarm.web.errors import NOT_FOUND, Refusal, Refused
from schwarm.web.leagues.code_sheet import Card, render_sheet
from schwarm.web.leagues.contract import NewCodeFields, SheetJson
from schwarm.web.leagues.membership import find_league, identify_maker, league_service_of
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.endpoint import Endpoint
from schwarm.words import say

MAX_ORGANISERS = 20
"""Codes of organisers of one league."""


async def renew(request: Request, fields: NewCodeFields) -> SheetJson:
    """New codes: a team's, those of all teams that have not entered yet, or one more organiser's."""
    league, member = await find_league(request)
    member.require(Permission.RENEW_CODES)
    cards = await in_background(_renew, league_service_of(request), league, fields.whose)
    html = await in_background(render_sheet, request, league.title, cards)
    return SheetJson(address=f"/leagues/{league.key}/manage", html=html)


def _renew(service: LeagueService, league: League, whose: int | str) -> list[Card]:
    if whose == "organiser":
        if len(leagues.list_organisers(service.store, league.id)) >= MAX_ORGANISERS:
            raise Refused(TOO_MANY_ORGANISERS(most=MAX_ORGANISERS))
        card = Card(say("Organiser"), new_code(), organiser=True)
        leagues.add_organiser(service.store, service.codes.hash(card.code), league.id)
        return [card]
    teams = leagues.list_teams(service.store, league.id, hidden=True)
    chosen = [team for team in teams if (not team.entered if whose == "waiting" else team.number == whose)]
    if not chosen:
        raise Refused(ALL_ENTERED()) if whose == "waiting" else Refused(NOT_FOUND())
    cards = []
    for team in chosen:
        cards.append(Card(team.name, new_code()))
        leagues.renew_code(service.store, team, service.codes.hash(cards[-1].code))
    return cards


async def remove_organiser(request: Request, code: int) -> DoneJson:
    """Revoke an organiser's code. Only the administrator revokes the last one of a league."""
    league, member = await find_league(request)
    member.require(Permission.RENEW_CODES)
    store = league_service_of(request).store
    if Role.ADMINISTRATOR not in member.roles:
        known = await in_background(leagues.list_organisers, store, league.id)
        if [other.id for other in known] == [code]:
            raise Refused(LAST_ORGANISER())
    return await _remove(request, league.id, code)


async def remove_maker(request: Request, code: int) -> DoneJson:
    """Revoke a code for making leagues."""
    (await identify_maker(request)).require(Permission.INVITE)
    return await _remove(request, None, code)


async def _remove(request: Request, league_id: int | None, code: int) -> DoneJson:
    if not await in_background(leagues.remove_organiser, league_service_of(request).store, league_id, code):
        raise Refused(NOT_FOUND())
    return DoneJson(ok=True)


TOO_MANY_ORGANISERS = Refusal(
    "This league has {most} organisers' codes already, which is the most it can have.", status=409
)
ALL_ENTERED = Refusal("All teams have entered; press “New code” beside the one that needs a new code.", status=409)
LAST_ORGANISER = Refusal("This is the last organiser's code of the league; make another one first.", status=409)

ROUTES = [
    Endpoint("POST", "/leagues/codes/{code:number}/remove", remove_maker),
    Endpoint("POST", "/leagues/{key}/codes", renew, 201),
    Endpoint("POST", "/leagues/{key}/codes/{code:number}/remove", remove_organiser),
]
