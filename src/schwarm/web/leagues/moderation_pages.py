"""What organisers do to teams over HTTP: rename, hide, show again and remove them."""

from collections.abc import Callable

from starlette.requests import Request

from schwarm.league import moderation
from schwarm.league.permission import Permission
from schwarm.store import leagues
from schwarm.store.contests import list_wanted
from schwarm.store.games import Store
from schwarm.store.leagues import HIDDEN, REMOVED, SHOWN, League, LeagueTeam
from schwarm.web.errors import NOT_FOUND, Refusal, Refused
from schwarm.web.leagues.contract import StandingFields, TeamNameFields
from schwarm.web.leagues.membership import find_league, league_service_of
from schwarm.web.leagues.team_name import parse_team_name
from schwarm.web.live.routes import live_service_of
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.endpoint import Endpoint

STANDINGS = {"hidden": HIDDEN, "shown": SHOWN, "removed": REMOVED}


async def _find_team(request: Request) -> tuple[League, LeagueTeam]:
    league, member = await find_league(request)
    member.require(Permission.MODERATE)
    teams = await in_background(lambda: leagues.list_teams(league_service_of(request).store, league.id, hidden=True))
    found = next((team for team in teams if team.number == request.path_params["number"]), None)
    if found is None:
        raise Refused(NOT_FOUND())
    return league, found


async def rename(request: Request, fields: TeamNameFields) -> DoneJson:
    """Give a team another name; its old one is found nowhere any more."""
    league, team = await _find_team(request)
    name = parse_team_name(fields.name, team.name)
    if not await _change(request, league, team, lambda store: moderation.rename(store, league, team, name)):
        raise Refused(NAME_TAKEN())
    return DoneJson(ok=True)


async def set_standing(request: Request, fields: StandingFields) -> DoneJson:
    """Hide a team, show it again, or remove it for good."""
    league, team = await _find_team(request)
    standing, service = STANDINGS[fields.standing], league_service_of(request)
    if standing == REMOVED:
        done = await _change(request, league, team, lambda _: service.remove_team(league, team))
    else:
        change = moderation.hide if standing == HIDDEN else moderation.bring_back
        done = await _change(request, league, team, lambda store: change(store, league, team))
    if not done:
        raise Refused(NOT_FOUND())
    service.play.wake()
    return DoneJson(ok=True)


async def _change(request: Request, league: League, team: LeagueTeam, work: Callable[[Store], bool]) -> bool:
    """Change a team while none of its contests is played here; those go on afterwards. Pages that were published are
    deleted: somebody can publish them again."""
    store, contests = league_service_of(request).store, request.app.state.contest_service
    events = await in_background(moderation.find_contests, store, league, team.number)
    wanted = await in_background(list_wanted, store)
    interrupted = [event for event in events if event in wanted and contests.is_playing(event)]
    await contests.end(events)
    try:
        return await in_background(work, store)
    finally:
        # Somebody may have looked meanwhile.
        await contests.end(events)
        await live_service_of(request).forget_relayed([league.event, *events])
        for event in interrupted:
            await contests.resume(event)


NAME_TAKEN = Refusal(
    "Another team of this league has that name or one that looks like it, or had it before; choose another one.",
    status=409,
)

ROUTES = [
    Endpoint("POST", "/leagues/{key}/teams/{number:number}/name", rename),
    Endpoint("POST", "/leagues/{key}/teams/{number:number}/standing", set_standing),
]
